"""Reads inputs, outputs and properties of an ONNX file from its bytes before a library runs it.

The file is a message of Protocol Buffers. The numbers below are those of `onnx.proto`. Only the parts that decide
whether the graph may be run are read: weights are passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from core.base.errors import ModelError

STANDARD = frozenset({"", "ai.onnx", "ai.onnx.ml"})
"""The domains of the operators that ONNX itself defines, which compute numbers from numbers and touch no file."""

_KINDS = "float32 uint8 int8 uint16 int16 int32 int64 string bool float16 float64 uint32 uint64"
_DTYPES = dict(enumerate(_KINDS.split(), 1)) | {16: "bfloat16"}
_DEEPEST = 100  # messages within messages
_EXTERNAL = 1  # the place of a tensor's data: another file
_ORT_MARK = b"ORTM"  # of onnxruntime's own format, which is no ONNX and would be taken for it

# By kind of message: the fields that hold messages to look into
_INNER: Mapping[str, Mapping[int, str]] = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "function": {7: "node", 11: "attribute"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
    "tensor": {},
}
_DOMAIN = {"node": 7, "function": 10}

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GraphTensor:
    """An input or output tensor of a graph."""

    name: str
    """The name in the graph, under which values are given and asked for."""
    dtype: str
    """The name that NumPy gives the type. "" if the file does not say."""
    shape: tuple[int | None, ...] | None
    """The length of each side, None for one that is free, or None if the file does not give the shape."""


@dataclass(frozen=True, slots=True)
class GraphFacts:
    """The facts about a graph: inputs, outputs, operators, and the texts in its file."""

    inputs: tuple[GraphTensor, ...]
    """The inputs that have no value in the file."""
    outputs: tuple[GraphTensor, ...]
    """The outputs in the order of the file."""
    properties: Mapping[str, str] = field(default_factory=dict)
    """Texts that the writer of the file has added: PP-OCR's files have their symbols as `character`."""
    operators: Mapping[str, int] = field(default_factory=dict)
    """The number of operators of each name, those of inner graphs included."""

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as plain values for a JSON document."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> GraphFacts:
        """Return the facts from the values of `to_dict`.

        Raises
        ------
        KeyError, TypeError
            If the values are no such result.
        """
        inputs, outputs = (
            tuple(
                GraphTensor(
                    tensor["name"], tensor["dtype"], None if tensor["shape"] is None else tuple(tensor["shape"])
                )
                for tensor in values[kind]
            )
            for kind in ("inputs", "outputs")
        )
        return cls(inputs, outputs, dict(values["properties"]), dict(values["operators"]))


def read_facts(data: bytes, name: str) -> GraphFacts:
    """Read the facts about a graph, and refuse it if it could do more than compute.

    Parameters
    ----------
    data : bytes
        The whole file.
    name : str
        The name of the file in an error.

    Raises
    ------
    ModelError
        If it is no ONNX file, or cut off; if its weights lie in other files; or if it has operators that ONNX does not
        define, so that another library would have to run them.
    """
    try:
        return _Look(data, name).facts()
    except (_Broken, UnicodeDecodeError, IndexError) as error:
        raise ModelError(
            "{name}: cannot be opened, because it is not an ONNX file, or is cut off. Copy it again, or "
            "export it as ONNX.",
            name=name,
        ) from error


class _Broken(Exception):  # noqa: N818  it never leaves this module
    """Bytes that are no ONNX file."""


class _Look:
    def __init__(self, data: bytes, name: str) -> None:
        self._data, self._name = data, name

    def facts(self) -> GraphFacts:
        if self._data[4:8] == _ORT_MARK:
            raise _Broken("onnxruntime's own format")
        operators = self._checked()
        graphs = [span for number, span in self._messages((0, len(self._data))) if number == 7]
        if not graphs or not operators:
            raise _Broken("no graph")
        given: dict[str, GraphTensor] = {}
        outputs: dict[str, GraphTensor] = {}
        held: set[str] = set()
        for graph in graphs:  # a message that comes twice is one, put together
            for number, span in self._messages(graph):
                if number == 5:
                    held.add(self._text(span, 8))
                elif number in {11, 12}:
                    tensor = self._tensor(span)
                    (given if number == 11 else outputs)[tensor.name] = tensor
        inputs = tuple(tensor for name, tensor in given.items() if name not in held)
        return GraphFacts(inputs, tuple(outputs.values()), self._properties(), dict(sorted(operators.items())))

    def _checked(self) -> Counter[str]:
        """Count the operators, those of inner graphs included, or raise ModelError for one that is not run here."""
        operators: Counter[str] = Counter()
        waiting = [("model", (0, len(self._data)), 0)]
        while waiting:
            kind, span, depth = waiting.pop()
            if depth > _DEEPEST:
                raise _Broken("nested too deeply")
            if kind in _DOMAIN:
                self._check_domain(span, _DOMAIN[kind])
            if kind == "node":
                operators[self._text(span, 4)] += 1
            inner = _INNER[kind]
            for number, value in self._fields(span):
                if kind == "tensor" and (number == 13 or (number == 14 and value == _EXTERNAL)):
                    self._refuse_external(span)
                if number in inner:
                    if not isinstance(value, tuple):
                        raise _Broken("no message where one is due")
                    waiting.append((inner[number], value, depth + 1))
        return operators

    def _check_domain(self, span: Span, number: int) -> None:
        domain = self._text(span, number)
        if domain not in STANDARD:
            raise ModelError(
                "{name}: it has operators that ONNX does not define ({operator} of the domain {domain}). Only another "
                "library could run them. Export it with ONNX's own operators.",
                name=self._name,
                operator=self._text(span, 4 if number == _DOMAIN["node"] else 1),
                domain=domain,
            )

    def _refuse_external(self, span: Span) -> None:
        entries = [self._entry(inner) for number, inner in self._messages(span) if number == 13]
        file = dict(entries).get("location", "")
        raise ModelError(
            "{name}: its weights lie in another file ({file}), which is not opened. Export it as one file.",
            name=self._name,
            file=file or "?",
        )

    def _properties(self) -> dict[str, str]:
        return dict(self._entry(span) for number, span in self._messages((0, len(self._data))) if number == 14)

    def _entry(self, span: Span) -> tuple[str, str]:
        return self._text(span, 1), self._text(span, 2)

    def _tensor(self, span: Span) -> GraphTensor:
        dtype, shape = "", None
        for kind in self._inside(span, 2):
            for tensor in self._inside(kind, 1):
                for number, value in self._fields(tensor):
                    if number == 1 and isinstance(value, int):
                        dtype = _DTYPES.get(value, "")
                    elif number == 2 and isinstance(value, tuple):
                        shape = tuple(self._side(side) for side in self._inside(value, 1))
        return GraphTensor(self._text(span, 1), dtype, shape)

    def _side(self, span: Span) -> int | None:
        sides = [value for number, value in self._fields(span) if number == 1 and isinstance(value, int)]
        return sides[-1] if sides and sides[-1] < 1 << 31 else None

    def _inside(self, span: Span, wanted: int) -> Iterator[Span]:
        return (inner for number, inner in self._messages(span) if number == wanted)

    def _text(self, span: Span, wanted: int) -> str:
        """Return the last text of a field. "" if there is none."""
        texts = [inner for number, inner in self._messages(span) if number == wanted]
        return self._data[texts[-1][0] : texts[-1][1]].decode() if texts else ""

    def _messages(self, span: Span) -> Iterator[tuple[int, Span]]:
        return ((number, value) for number, value in self._fields(span) if isinstance(value, tuple))

    def _fields(self, span: Span) -> Iterator[tuple[int, int | Span]]:
        """Yield number and value of each field of a message: a number, or the span of its bytes."""
        place, end = span
        while place < end:
            tag, place = self._number(place)
            number, kind = tag >> 3, tag & 7
            if number == 0:
                raise _Broken("no field has this number")
            if kind == 0:
                value, place = self._number(place)
                yield number, value
            elif kind in {1, 5}:
                place += 8 if kind == 1 else 4
                yield number, 0
            elif kind == 2:
                size, place = self._number(place)
                yield number, (place, place + size)
                place += size
            else:  # groups, which no version of ONNX has
                raise _Broken("no field is of this kind")
            if place > end:
                raise _Broken("cut off")

    def _number(self, place: int) -> tuple[int, int]:
        value = shift = 0
        while shift < 70:
            byte = self._data[place]
            place += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, place
            shift += 7
        raise _Broken("no number is that long")
