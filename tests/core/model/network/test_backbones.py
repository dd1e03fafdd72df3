"""The backbones, their weights, and why they are models of their own inside the network."""

from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest

from core.base.errors import ModelError
from core.model.network.backbones import build_backbone, stages

pytestmark = pytest.mark.long

RESNET_CACHE = "resnet50_weights_tf_dim_ordering_tf_kernels_notop.h5"


def image(height: int = 32, width: int = 64) -> np.ndarray:
    return np.random.default_rng(0).normal(0, 1, (1, height, width, 3)).astype(np.float32)


def same(a: keras.Model, b: keras.Model) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a.get_weights(), b.get_weights(), strict=True))


@pytest.fixture(scope="module")
def small() -> keras.Model:
    return build_backbone("small").model


@pytest.mark.parametrize(
    ("name", "strides", "channels"),
    [
        ("small", ((2, 2), (4, 4), (8, 8), (16, 16)), (24, 48, 80, 128)),
        ("reader", ((2, 2), (4, 4), (8, 4), (16, 8), (32, 8)), (24, 48, 80, 128, 152)),
        ("resnet50", ((8, 8), (16, 16), (32, 32)), (512, 1024, 2048)),
    ],
)
def test_outputs_have_the_strides_and_channels_of_their_stages(
    name: str, strides: tuple[Any, ...], channels: tuple[Any, ...]
):
    backbone = build_backbone(name)
    assert backbone.strides == strides
    found = backbone.model(image())
    assert [tuple(f.shape) for f in found] == [
        (1, 32 // down, 64 // across, c) for (down, across), c in zip(strides, channels, strict=True)
    ]
    assert backbone.model.name == "backbone"
    names = [layer.name for layer in build_backbone(name).model.layers]
    assert names == [layer.name for layer in backbone.model.layers]


def test_resnet50_keeps_the_order_of_layers_that_published_weights_are_stored_in():
    whole = keras.applications.ResNet50(include_top=False, weights=None)
    names = [layer.name for layer in whole.layers[1:]]
    assert [layer.name for layer in build_backbone("resnet50").model.layers[1:]] == names


def test_stages_are_told_in_the_order_they_are_passed(small: keras.Model):
    found = stages(small)
    assert list(found) == ["conv1", "conv2", "conv3", "conv4"]
    assert sum(len(layer.weights) for stage in found.values() for layer in stage) == len(small.weights)


def test_weights_are_read_from_a_weight_file(small: keras.Model, tmp_path: Path):
    small.save_weights(tmp_path / "backbone.weights.h5")
    other = build_backbone("small", tmp_path / "backbone.weights.h5").model
    assert same(other, small)


def test_weights_are_read_from_a_model_that_has_the_backbone_in_it(small: keras.Model, tmp_path: Path):
    x = keras.Input((None, None, 3))
    keras.Model(x, keras.Model(x, small(x), name="network")(x)).save(tmp_path / "model.keras")
    assert same(build_backbone("small", tmp_path / "model.keras").model, small)


def test_weights_of_another_backbone_are_refused_in_one_sentence(tmp_path: Path):
    x = keras.Input((None, None, 3))
    other = keras.Model(x, keras.layers.Conv2D(4, 3)(x))
    other.save_weights(tmp_path / "other.weights.h5")
    other.save(tmp_path / "other.keras")
    for name in ("other.weights.h5", "other.keras"):
        with pytest.raises(ModelError, match=rf"^{name}: its weights do not fit \(.*train from scratch\.$"):
            build_backbone("small", tmp_path / name)


@pytest.mark.parametrize("name", ["broken.keras", "broken.weights.h5", "broken.h5"])
def test_damaged_weight_file_is_refused_in_one_sentence(name: str, tmp_path: Path):
    (tmp_path / name).write_bytes(b"no weights")
    with pytest.raises(ModelError, match=rf"^{name}: its weights do not fit"):
        build_backbone("small", tmp_path / name)


def test_missing_weight_file_and_unknown_ending_are_refused(tmp_path: Path):
    with pytest.raises(ModelError, match="there is no such weight file"):
        build_backbone("small", tmp_path / "none.h5")
    (tmp_path / "weights.pt").touch()
    with pytest.raises(ModelError, match=r"are read from \.keras"):
        build_backbone("small", tmp_path / "weights.pt")


def test_imagenet_weights_that_are_not_in_the_cache_are_refused_without_a_download(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    with pytest.raises(ModelError, match=r"nothing is downloaded by itself.*train from scratch"):
        build_backbone("resnet50", "imagenet")
    with pytest.raises(ModelError, match="has no ImageNet weights"):
        build_backbone("small", "imagenet")


def test_imagenet_weights_are_found_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    h5py = pytest.importorskip("h5py")
    legacy = pytest.importorskip("keras.src.legacy.saving.legacy_h5_format")
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    whole = keras.applications.ResNet50(include_top=False, weights=None)
    (tmp_path / "models").mkdir()
    with h5py.File(tmp_path / "models" / RESNET_CACHE, "w") as file:  # the form in which Keras publishes them
        legacy.save_weights_to_hdf5_group(file, whole)
    assert same(build_backbone("resnet50", "imagenet").model, whole)


# --- why not otherwise: the attempts that every first reproduction makes ---


def test_reading_inner_outputs_of_a_model_that_was_called_cannot_be_trained():
    ready_made = build_backbone("small").model

    class Welded(keras.layers.Layer):
        def __init__(self) -> None:
            super().__init__()
            self.inner = ready_made

        def call(self, x: Any) -> Any:
            self.inner(x)
            return self.inner.get_layer("conv2_block2_out").output  # symbolic, of the graph that was not called

    x = keras.Input((None, None, 3))
    y = Welded()(x)
    model = keras.Model(x, keras.layers.Conv2D(1, 1)(y))
    model.compile("sgd", "mse")
    with pytest.raises(Exception, match="Tensor"):
        model.train_on_batch(image(), np.zeros((1, 8, 16, 1), np.float32))


def test_replaying_the_layers_one_by_one_breaks_at_the_first_branch():
    x = keras.Input((None, None, 3))
    with pytest.raises(ValueError, match="conv2_block1"):
        for layer in build_backbone("small").model.layers[1:]:
            x = layer(x)


def test_popping_a_layer_off_a_models_list_has_no_effect(small: keras.Model):
    before = len(small.layers)
    small.layers.pop()
    assert len(small.layers) == before
