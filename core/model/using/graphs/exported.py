"""Reads words with an exported `.tflite` or `.onnx` file, so that an export can be measured as it is.

The graph gives the maps, and the words are formed of them here: language, crops and the rest apply as to any model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.base.child_process import python_command
from core.base.errors import DAMAGED, Damaged, ModelError, StudioError, reason_of
from core.base.json_text import parse_json, read_json
from core.base.phrases import listed
from core.charset import Charset
from core.model.network.blocks import PixelScaling
from core.model.network.formation import WordFormation
from core.model.using.predicting import Arrays, WordPredictor
from core.readers.graph_process import GraphFile, GraphProcess
from core.readers.onnx_file import GraphFacts
from core.runs.bundled import BUNDLED
from core.runs.spec import NetworkSpec

_TFLITE = python_command("-m", "core.model.using.graphs.tflite_child")
_MAPS = ("character", "order", "localization")
_LEAST = 1e-9  # so that the logarithm of 0 is a number

Run = Callable[[NDArray[np.uint8]], Mapping[str, NDArray[Any]]]


@dataclass(frozen=True, slots=True)
class Exported:
    """An exported model that takes the place of a `Recogniser`."""

    spec: NetworkSpec
    """The specification of the exported network, from `spec.json` beside the file."""
    run: Run
    """The function from an image, (height, width, 3) uint8, fitted, to G and S as probabilities, and Q."""
    original: Path | None = None
    """The model that was exported. None if it is gone."""

    @property
    def charset(self) -> Charset:
        """The symbols that the model reads."""
        return Charset(self.spec.charset)


def open_exported(path: Path) -> Exported:
    """Open a `.tflite` or `.onnx` file in a folder written by an export, with its `spec.json`.

    Raises
    ------
    ModelError
        If the file or the description beside it is missing or damaged, the program that runs it is not installed, or it
        was made for images of another size.
    """
    if not path.is_file():
        raise ModelError("{path}: there is no such file. Name a file that textscanner export has written.", path=path)
    try:
        spec = NetworkSpec.from_dict(read_json(path.with_name("spec.json")))
    except (*DAMAGED, StudioError) as error:
        raise ModelError(
            "{name}: spec.json beside it cannot be read ({why}). Keep the files of an export in one folder.",
            name=path.name,
            why=reason_of(error),
        ) from error
    try:
        run = _onnx(path) if path.suffix == ".onnx" else _tflite(path, spec)
    except ModelError:
        raise
    except (*DAMAGED, StudioError) as error:
        raise ModelError(
            "{name}: cannot be opened ({why}). Export the model again.", name=path.name, why=reason_of(error)
        ) from error
    return Exported(spec, run, _original(path))


class ExportedPredictor(WordPredictor[Exported]):
    """A predictor for an exported model, which reads one image at a time.

    The parameters are those of `WordPredictor`.
    """

    @cached_property
    def _words(self) -> WordFormation:
        return WordFormation(self.network.spec, with_shares=True)

    def _computed(self, pixels: NDArray[np.uint8], network: Exported) -> Arrays:
        runs = [network.run(image) for image in pixels]
        maps = {name: np.stack([np.asarray(one[name], np.float32) for one in runs]) for name in _MAPS}
        logits = {name: np.log(np.maximum(maps[name], _LEAST)) for name in _MAPS[:2]}
        formed = self._words(
            {name: ops.convert_to_tensor(value) for name, value in (maps | logits).items()},
        )
        return {name: ops.convert_to_numpy(value) for name, value in formed.items()}


def _onnx(path: Path) -> Run:
    """Run the graph in the process of all graphs that may come from elsewhere: nobody has to have exported it here."""
    process = GraphProcess(GraphFile.read(path))
    _require_maps(process.open())

    def run(pixels: NDArray[np.uint8]) -> Mapping[str, NDArray[Any]]:
        values = process.run({"image": pixels[None]}, _MAPS)
        return {name: value[0] for name, value in zip(_MAPS, values, strict=True)}

    return run


def _tflite(path: Path, spec: NetworkSpec) -> Run:
    """Run the graph in a process of its own: TensorFlow Lite crashes on a file that is cut off or damaged."""
    process = GraphProcess(GraphFile.read(path), command=_TFLITE)
    facts = process.open()
    _require_maps(facts)
    (takes,) = (tensor for tensor in facts.inputs if tensor.name == "image")
    scales = {name: parse_json(scale) for name, scale in facts.properties.items()}
    scaling = PixelScaling(spec.sizes.scaling)

    def run(pixels: NDArray[np.uint8]) -> Mapping[str, NDArray[Any]]:
        image: NDArray[Any] = pixels[None]
        if takes.dtype != "uint8":  # forms that were calibrated take what the first layer gives
            image = np.asarray(ops.convert_to_numpy(scaling(ops.convert_to_tensor(image))), np.float32)
            image = _quantised(image, takes.dtype, *scales["image"])
        values = process.run({"image": image}, _MAPS)
        return {name: _plain(value[0], *scales[name]) for name, value in zip(_MAPS, values, strict=True)}

    return run


def _require_maps(facts: GraphFacts) -> None:
    if missing := set(_MAPS) - {tensor.name for tensor in facts.outputs}:
        raise Damaged("it does not give {names}", names=listed(sorted(missing)))
    if "image" not in {tensor.name for tensor in facts.inputs}:
        raise Damaged("it takes no {name}", name="image")


def _quantised(values: NDArray[np.float32], dtype: str, scale: float, zero: int) -> NDArray[Any]:
    if dtype == "float32":
        return values
    bounds = np.iinfo(dtype)
    return np.asarray(np.clip(np.round(values / scale + zero), bounds.min, bounds.max), dtype)


def _plain(values: NDArray[Any], scale: float, zero: int) -> NDArray[np.float32]:
    if values.dtype == np.float32:
        return np.asarray(values, np.float32)
    return np.asarray((values.astype(np.float32) - zero) * scale, np.float32)


def _original(path: Path) -> Path | None:
    """Return the model that was exported, or None if it is neither in the folder nor beside it, nor bundled.

    The report of an export holds only the model's name: an export is sent to others.
    """
    try:
        name = Path(str(read_json(path.with_name("parity.json"))["model"])).name
    except (*DAMAGED, KeyError, TypeError):
        name = ""
    bundled = [model.path for model in BUNDLED if model.path.name == name]
    places = [path.with_name("model.keras"), *([path.absolute().parent.parent / name] if name else []), *bundled]
    return next((place for place in places if place.exists()), None)
