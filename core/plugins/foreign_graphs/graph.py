"""The facts about a graph of another program and its run, as plain data without TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from core.base.errors import from_json, to_json

Values = Literal["bytes", "unit", "signed"]  # how pixels become numbers: 0 … 255, 0 … 1, or −1 … 1

VALUES: tuple[Values, ...] = get_args(Values)


@dataclass(frozen=True, slots=True)
class ForeignTensor:
    """An input or output tensor of the graph, with its type and shape."""

    name: str
    """The name in the signature, or the operator that gives the tensor."""
    tensor: str
    """The tensor's name in the graph: "image:0"."""
    dtype: str = ""
    """The dtype, such as "float32". Empty if it is not known."""
    shape: tuple[int | None, ...] | None = None
    """The length of each axis, with None for any length. None: of any rank."""

    def shape_text(self) -> str:
        """Return the shape as a person writes it, such as "? × 32 × 128 × 3"."""
        if self.shape is None:
            return "?"
        return " × ".join("?" if length is None else str(length) for length in self.shape) or "1"


@dataclass(frozen=True, slots=True)
class ForeignGraph:
    """The facts about a SavedModel or a frozen graph."""

    kind: Literal["savedmodel", "frozen"]
    """The form of the graph: the folder of a SavedModel, or the file of a frozen graph."""
    written_by: str
    """The version of TensorFlow that wrote the graph. Empty if the graph does not say."""
    signature: str
    """The signature of a SavedModel whose inputs and outputs these are. Empty for a frozen graph."""
    inputs: tuple[ForeignTensor, ...]
    """The inputs of the signature, or the placeholders of a frozen graph that something uses."""
    outputs: tuple[ForeignTensor, ...]
    """The outputs of the signature, or the last operators of a frozen graph, whose dtypes and shapes are not known."""
    operators: Mapping[str, int]
    """The number of each operator in the graph and its functions."""
    refused: tuple[str, ...]
    """Operators for which the graph is not run."""
    why_not: str
    """A sentence, why the graph cannot be run. Empty if it can."""
    nodes: tuple[tuple[str, str, str], ...]
    """Name, operator and inputs of each node, in the order of the file. The names of those in functions have the
    function's name before them."""

    def to_dict(self) -> dict[str, Any]:
        """Return the document that `--json` prints and that processes exchange."""
        return asdict(self) | {"why_not": to_json(self.why_not)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ForeignGraph:
        """Return the graph from the output of `to_dict`.

        Raises
        ------
        TypeError, LookupError, ValueError
            If the values are not those of `to_dict`.
        """
        tensors = {
            name: tuple(
                ForeignTensor(**tensor | {"shape": None if tensor["shape"] is None else tuple(tensor["shape"])})
                for tensor in values[name]
            )
            for name in ("inputs", "outputs")
        }
        lists = {"refused": tuple(values["refused"]), "nodes": tuple((a, b, c) for a, b, c in values["nodes"])}
        return cls(**dict(values) | tensors | lists | {"why_not": from_json(values["why_not"])})


@dataclass(frozen=True, slots=True)
class ForeignOutput:
    """One output of the graph for an image."""

    name: str
    """The name in the signature, or the name of a frozen graph's tensor, such as "logits:0"."""
    dtype: str
    """The dtype by NumPy's name, such as "float32"."""
    shape: tuple[int, ...]
    """The length of each axis for this image."""
    least: float | None = None
    """The least of all finite numbers. None if there is none."""
    mean: float | None = None
    """The mean of all finite numbers. None if there is none."""
    greatest: float | None = None
    """The greatest of all finite numbers. None if there is none."""
    at: tuple[int, ...] = ()
    """The place of the greatest number."""


@dataclass(frozen=True, slots=True)
class ForeignRun:
    """The outputs of a graph for an image."""

    image: str
    """The image's path."""
    given: ForeignTensor
    """The input that was given the image's pixels, with the shape of the given array."""
    outputs: tuple[ForeignOutput, ...]
    """The outputs that hold numbers or texts, in the order of the graph. Of a frozen graph with very many, the first
    ones."""
    seconds: float
    """The time of the second run, as the first one prepares."""

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ForeignRun:
        """Return the run from the JSON of `dataclasses.asdict`."""
        given = ForeignTensor(**values["given"] | {"shape": tuple(values["given"]["shape"])})
        outputs = tuple(
            ForeignOutput(**output | {"shape": tuple(output["shape"]), "at": tuple(output["at"])})
            for output in values["outputs"]
        )
        return cls(values["image"], given, outputs, values["seconds"])


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """The result of opening a graph, and of running it if that was safe."""

    graph: ForeignGraph
    """The facts about the graph, which are read without running it."""
    run: ForeignRun | None = None
    """The run on the image. None if no image was given, or it was not run."""
    not_run: str = ""
    """A sentence, why the graph was not run on the given image. Empty if it was, or none was given."""

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `textscanner layers --json`."""
        return self.graph.to_dict() | {
            "why_not": str(self.graph.why_not) or None,
            "run": None if self.run is None else asdict(self.run),
            "not_run": str(self.not_run) or None,
        }
