"""Builds backbones, which turn the image into features at several strides, each a model inside the network.

A backbone is a functional model called as one layer, with several outputs. (Calling a ready-made model and then reading
the outputs of its inner layers leaves the graph that was called; replaying its layers one by one breaks at the first
branch. Tests show both.)
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import NamedTuple

import keras
from keras import layers

from core.base.errors import DAMAGED, ModelError, Sentence
from core.base.keras_home import weight_folders
from core.base.plugins.active import plugins
from core.base.published_weights import RESNET50, kept_weights
from core.model.network.blocks import Stride, Tensor, convolution
from core.model.network.h5_files import require_readable
from core.runs.model_spec import open_model

NAME = "backbone"  # the layer's name in the network

IMAGENET = "imagenet"


class Backbone(NamedTuple):
    """A backbone, with the strides of its outputs.

    The backbone of a plug-in names its layers, so that two builds agree, and the layers of a stage `conv2_…`.
    """

    model: keras.Model
    """(b, H, W, 3) float → list of (b, H/down, W/across, c), one for each stride."""
    strides: tuple[tuple[int, int], ...]
    """(down, across): along the height and along the width, ascending."""


def build_backbone(name: str, weights: str | Path | None = None) -> Backbone:
    """Build a backbone for images of any height and width that 32 divides.

    Parameters
    ----------
    name : str
        `small`, `reader`, `resnet50`, or the id of one that a plug-in brings.
    weights : str or Path, optional
        The initial weights: `.weights.h5` or `.h5` weights of this backbone, a `.keras` model that is or has this
        backbone, ImageNet's from Keras' cache (only resnet50), or None for random ones. Nothing is downloaded.

    Raises
    ------
    ModelError
        If the weights cannot be read or do not fit, or ImageNet's are not in Keras' cache.
    PluginError
        If the backbone of a plug-in cannot be built.
    """
    own = {"resnet50": _resnet50, "small": _small, "reader": _reader}.get(name)
    backbone = _brought(name) if own is None else own()
    if weights is not None:
        _load_weights(backbone.model, name, _imagenet(name) if str(weights) == IMAGENET else Path(weights))
    return backbone


def load_brought(name: str) -> None:
    """Load the module of a plug-in's backbone, by the backbone's id, so that Keras knows its layer classes.

    A backbone of ours needs no loading.

    Raises
    ------
    PluginError
        If the module cannot be loaded.
    """
    for plugin, part in plugins().parts("backbones"):
        if part.id == name:
            plugins().load(plugin, part.at)


def _brought(name: str) -> Backbone:
    plugin, part = next((plugin, part) for plugin, part in plugins().parts("backbones") if part.id == name)
    build = plugins().load(plugin, part.at)
    with plugins().using(plugin):
        backbone = Backbone(*build())
        backbone.model.name = NAME
        downs = [down for down, _ in backbone.strides]
        doubled = [downs[0] << place for place in range(len(downs))]
        if len(backbone.model.outputs) != len(downs) or downs != doubled or downs[0] not in (2, 4, 8):
            raise ValueError(
                Sentence("its features are not one for each of the strides 2, 4, 8, … from 2, 4 or 8 on, ascending")
            )
    return backbone


def stages(backbone: keras.Model) -> dict[str, tuple[keras.layers.Layer, ...]]:
    """Return the layers with weights by stage, in the order of the data flow: `conv1`, `conv2`, …."""
    layers: dict[str, tuple[keras.layers.Layer, ...]] = {}
    for layer in backbone.layers:
        if layer.weights:
            stage = layer.name.partition("_")[0]
            layers[stage] = (*layers.get(stage, ()), layer)
    return layers


def _resnet50() -> Backbone:
    # He et al. 2016, with Keras' names; Wan et al. 2020 take these stages over from CA-FCN
    image = keras.Input((None, None, 3), name="backbone_image")
    whole = keras.applications.ResNet50(include_top=False, weights=None, input_tensor=image)
    ends = [whole.get_layer(name).output for name in ("conv3_block4_out", "conv4_block6_out", "conv5_block3_out")]
    return Backbone(keras.Model(image, ends, name=NAME), ((8, 8), (16, 16), (32, 32)))


def _small() -> Backbone:
    # A residual network whose first block halves the size: most of the work is at strides 4 and 8, at which
    # a convolution still sees strokes, and the deepest stage is at 16, because the order branch goes on to 32 itself.
    image = keras.Input((None, None, 3), name="backbone_image")
    half = convolution(image, 24, "conv1", stride=2)
    quarter = _residual(_residual(half, 48, "conv2_block1", stride=2), 48, "conv2_block2")
    eighth = _residual(_residual(quarter, 80, "conv3_block1", stride=2), 80, "conv3_block2")
    sixteenth = _residual(eighth, 128, "conv4_block1", stride=2)
    ends = [half, quarter, eighth, sixteenth]
    return Backbone(keras.Model(image, ends, name=NAME), ((2, 2), (4, 4), (8, 8), (16, 16)))


def _reader() -> Backbone:
    # Two thirds of the work of `small` lie at stride 4; a convolution sees least there. Here one block is left there,
    # and the depth follows at cheap strides. The third and the last stage halve the height alone, as CRNN does (Shi
    # et al. 2017): at stride 16 a letter of a long word would share its column with two others.
    image = keras.Input((None, None, 3), name="backbone_image")
    half = convolution(image, 24, "conv1", stride=2)
    quarter = _residual(half, 48, "conv2_block1", stride=2)
    eighth = _residual(_residual(quarter, 80, "conv3_block1", stride=(2, 1)), 80, "conv3_block2")
    sixteenth = _residual(_residual(eighth, 128, "conv4_block1", stride=2), 128, "conv4_block2")
    last = _residual(_residual(sixteenth, 152, "conv5_block1", stride=(2, 1)), 152, "conv5_block2")
    ends = [half, quarter, eighth, sixteenth, last]
    return Backbone(keras.Model(image, ends, name=NAME), ((2, 2), (4, 4), (8, 4), (16, 8), (32, 8)))


def _residual(x: Tensor, filters: int, name: str, stride: Stride = 1) -> Tensor:
    # basic block (He et al. 2016, fig. 5 left), projection shortcut if the shape changes
    shortcut = x
    if stride != 1 or x.shape[-1] != filters:
        shortcut = convolution(x, filters, f"{name}_0", kernel=1, stride=stride, activate=False)
    y = convolution(x, filters, f"{name}_1", stride=stride)
    y = convolution(y, filters, f"{name}_2", activate=False)
    return layers.ReLU(name=f"{name}_out")(layers.Add(name=f"{name}_add")([y, shortcut]))


def _imagenet(name: str) -> Path:
    if name != "resnet50":
        raise ModelError(
            'backbone: "{name}" has no ImageNet weights. Train it from scratch, or choose "paper".', name=name
        )
    path = kept_weights()
    if path is None:
        raise ModelError(
            "backbone: ImageNet's weights are not in {folder}, and nothing is downloaded by itself. Put {file} "
            "there, name a weight file of your own, or train from scratch (no weights).",
            folder=weight_folders()[0],
            file=RESNET50.file,
        )
    return path


def _load_weights(backbone: keras.Model, name: str, path: Path) -> None:
    advice = Sentence('Choose weights of the backbone "{name}", or train from scratch.', name=name)
    if not path.is_file():
        raise ModelError(
            "{name}: there is no such weight file in {folder}. {advice}",
            name=path.name,
            folder=path.absolute().parent,
            advice=advice,
        )
    try:
        require_readable(path)
        if path.suffix == ".keras":
            _copy_from_model(backbone, path)
        elif path.suffix == ".h5":
            with warnings.catch_warnings():
                # Keras warns of the model's own bookkeeping lists; a weight that is really missing raises
                warnings.filterwarnings("ignore", "Skipping nested container", UserWarning)
                backbone.load_weights(path)
        else:
            raise ModelError(
                "{name}: weights are read from .keras, .weights.h5 and .h5 files. {advice}",
                name=path.name,
                advice=advice,
            )
    except DAMAGED as error:
        first = str(error).strip().splitlines()[0][:160] if str(error).strip() else type(error).__name__
        raise ModelError(
            "{name}: its weights do not fit ({first}). {advice}", name=path.name, first=first, advice=advice
        ) from error


def _copy_from_model(backbone: keras.Model, path: Path) -> None:
    open_model(path).close()
    source = keras.saving.load_model(path, compile=False, safe_mode=True)
    for outer in ("network", NAME):  # a model of ours, or a model with the backbone at its top
        if any(layer.name == outer for layer in source.layers):
            source = source.get_layer(outer)
    wanted = {layer.name: layer for layer in backbone.layers if layer.weights}
    given = {layer.name: layer for layer in source.layers if layer.weights}
    missing = wanted.keys() - given.keys()
    if missing:
        raise ValueError(f'no layer "{min(missing)}" in it')
    for key, layer in wanted.items():
        layer.set_weights(given[key].get_weights())
