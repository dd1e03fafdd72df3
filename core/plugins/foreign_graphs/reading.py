"""Reads a SavedModel or a frozen graph without importing it, because an import runs parts of it.

TensorFlow computes constants when it imports a graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tensorflow as tf
from google.protobuf.message import DecodeError
from tensorflow.core.protobuf import saved_model_pb2
from tensorflow.python.framework import op_def_registry  # TensorFlow has no public name

from core.base.errors import ModelError, Sentence
from core.base.files import read_file
from core.base.phrases import listed
from core.plugins.foreign_graphs.graph import ForeignGraph, ForeignTensor
from core.plugins.foreign_graphs.operators import HOLDS_VALUES, STORAGE, refused

SAVED = "saved_model.pb"  # the file of a SavedModel that holds the graph; its folder is the SavedModel

_INPUTS = frozenset({"Placeholder", "PlaceholderV2", "PlaceholderWithDefault"})
_NO_RESULT = _INPUTS | {"Const", "NoOp", "Assert", "ControlTrigger"}
_SERVING, _OURS = "serving_default", "__saved_model"  # the usual signature, and those of the SavedModel itself
_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
_DEEPEST = 20  # calls within calls on the way to the variables


@dataclass(frozen=True)
class ReadGraph:
    """A graph as read from its file, with its facts."""

    graph: ForeignGraph
    """The facts about the graph, with the verdict on running it."""
    whole: Any
    """The graph in the form that it has in the file."""
    restore: str = ""
    """The operator of a SavedModel that reads the variables. Empty without variables."""
    file_name: str = ""
    """The tensor that takes the variables' file. Empty without variables."""
    variables: Path | None = None
    """The place of the variables."""
    defaults: frozenset[str] = field(default_factory=frozenset)
    """The operators of inputs that need no value."""

    def part_to_run(self) -> Any:
        """Return the graph reduced to what gives the outputs and reads the variables."""
        wanted = [_base(output.tensor) for output in self.graph.outputs]
        nodes = needed(self.whole, [*wanted, *([self.restore] if self.restore else [])])
        part = tf.compat.v1.GraphDef(versions=self.whole.versions)
        for node in nodes:
            kept = part.node.add()
            kept.CopyFrom(node)
            kept.device = ""
            kept.attr.pop("_class", None)  # names of operators that it is to be near to, which may be left out
        part.library.function.extend(_called(self.whole, nodes).values())
        return part


def read_graph(path: Path) -> ReadGraph:
    """Read the folder of a SavedModel, or the file of a frozen graph.

    Raises
    ------
    ModelError
        If it is neither, or damaged.
    OSError
        If it cannot be read.
    """
    return _read_saved(path) if path.is_dir() else _read_frozen(path)


def _read_saved(path: Path) -> ReadGraph:
    saved = _parsed(saved_model_pb2.SavedModel, path / SAVED, path.name)
    metas = [meta for meta in saved.meta_graphs if meta.graph_def.node]
    if not metas:
        raise _no_graph(path.name)
    meta = next((meta for meta in metas if "serve" in meta.meta_info_def.tags), metas[0])
    signatures = {name: value for name, value in meta.signature_def.items() if not name.startswith(_OURS)}
    signature = _SERVING if _SERVING in signatures else min(signatures, default="")
    inputs: tuple[ForeignTensor, ...] = ()
    outputs: tuple[ForeignTensor, ...] = ()
    if signature:
        inputs, outputs = (
            tuple(_described(name, info) for name, info in sorted(infos.items()))
            for infos in (signatures[signature].inputs, signatures[signature].outputs)
        )
    whole, saver = meta.graph_def, meta.saver_def
    run = needed(whole, [_base(output.tensor) for output in outputs])
    bad = set(_refused(_everything(whole), whole)) - STORAGE
    bad |= set(_refused([*run, *_nodes_of(_called(whole, run))], whole))
    why_not: str = "" if outputs else Sentence("It has no signature, so that its outputs are not known.")
    if saver.restore_op_name:
        restoring = needed(whole, [saver.restore_op_name])
        bad |= set(_refused([*restoring, *_nodes_of(_called(whole, restoring))], whole)) - {"RestoreV2"}
        if not why_not and not _reads_own_file(whole, restoring, {_base(saver.filename_tensor_name)}):
            why_not = Sentence("It reads its variables from a file of its own choice.")
    return _with(
        ReadGraph(
            _summary("savedmodel", whole, meta.meta_info_def.tensorflow_version, signature, inputs, outputs),
            whole,
            saver.restore_op_name,
            saver.filename_tensor_name,
            path / "variables" / "variables",
            _defaults(whole),
        ),
        bad,
        why_not,
    )


def _read_frozen(path: Path) -> ReadGraph:
    whole = _parsed(tf.compat.v1.GraphDef, path, path.name)
    if not whole.node:
        raise _no_graph(path.name)
    used = {_base(given) for node in whole.node for given in node.input}
    inputs = tuple(_of_placeholder(node) for node in whole.node if node.op in _INPUTS and node.name in used)
    ends = [node for node in whole.node if node.name not in used and node.op not in _NO_RESULT]
    # An Identity at the end is how TensorFlow freezes; what goes into it has the name that somebody chose
    names = dict.fromkeys(_base(node.input[0]) if node.op == "Identity" else node.name for node in ends)
    outputs = tuple(ForeignTensor(name, f"{name}:0") for name in names)
    read = ReadGraph(_summary("frozen", whole, "", "", inputs, outputs), whole, defaults=_defaults(whole))
    why_not: str = "" if outputs else Sentence("It has no output.")
    if any(node.op in HOLDS_VALUES for node in _everything(whole)):
        why_not = Sentence("It has variables, whose values are not in the file: it was not frozen.")
    return _with(read, set(_refused(_everything(whole), whole)), why_not)


def _with(read: ReadGraph, bad: Collection[str], why_not: str) -> ReadGraph:
    if bad:
        why_not = Sentence("It has operators that are not run here: {names}.", names=listed(sorted(bad)))
    graph = ForeignGraph(
        **{name: getattr(read.graph, name) for name in ForeignGraph.__dataclass_fields__}
        | {"refused": tuple(sorted(bad)), "why_not": why_not}
    )
    return ReadGraph(graph, read.whole, read.restore, read.file_name, read.variables, read.defaults)


def _parsed(kind: Any, path: Path, name: str) -> Any:
    try:
        return kind.FromString(read_file(path, 2 << 30))
    except DecodeError as error:
        raise ModelError(
            "{name}: cut off, or no graph of TensorFlow. Copy it again, or choose a SavedModel's folder or a frozen "
            "graph (.pb).",
            name=name,
        ) from error


def _no_graph(name: str) -> ModelError:
    return ModelError(
        "{name}: holds no graph of TensorFlow. Choose a SavedModel's folder, or a frozen graph (.pb).", name=name
    )


def _summary(
    kind: Any,
    whole: Any,
    written_by: str,
    signature: str,
    inputs: tuple[ForeignTensor, ...],
    outputs: tuple[ForeignTensor, ...],
) -> ForeignGraph:
    count = Counter(node.op for node in _everything(whole))
    nodes = [(node.name, node.op, ", ".join(node.input)) for node in whole.node]
    for function in whole.library.function:
        prefix = function.signature.name
        nodes += [(f"{prefix}/{node.name}", node.op, ", ".join(node.input)) for node in function.node_def]
    return ForeignGraph(
        kind=kind,
        written_by=written_by,
        signature=signature,
        inputs=inputs,
        outputs=outputs,
        operators=dict(sorted(count.items())),
        refused=(),
        why_not="",
        nodes=tuple(nodes),
    )


def _described(name: str, info: Any) -> ForeignTensor:
    shape = None if info.tensor_shape.unknown_rank else _shape(info.tensor_shape)
    return ForeignTensor(name, info.name, _dtype(info.dtype), shape)


def _of_placeholder(node: Any) -> ForeignTensor:
    given = node.attr["shape"].shape if "shape" in node.attr else None
    shape = None if given is None or given.unknown_rank else _shape(given)
    return ForeignTensor(node.name, f"{node.name}:0", _dtype(node.attr["dtype"].type), shape)


def _shape(shape: Any) -> tuple[int | None, ...]:
    return tuple(None if dimension.size < 0 else dimension.size for dimension in shape.dim)


def _dtype(number: int) -> str:
    return tf.dtypes.as_dtype(number).name if number else ""


def _defaults(whole: Any) -> frozenset[str]:
    """Inputs that need no value."""
    return frozenset(node.name for node in whole.node if node.op == "PlaceholderWithDefault")


def _base(tensor: str) -> str:
    """Return the operator that gives a tensor, or for a control input the operator that has to run before."""
    return tensor.removeprefix("^").partition(":")[0]


def _nodes_of(functions: dict[str, Any]) -> Iterator[Any]:
    for function in functions.values():
        yield from function.node_def


def _everything(whole: Any) -> Iterator[Any]:
    yield from whole.node
    for function in whole.library.function:
        yield from function.node_def


def needed(whole: Any, names: Iterable[str]) -> list[Any]:
    """Return the named nodes and all nodes on which they depend, in the order of the graph."""
    by_name = {node.name: node for node in whole.node}
    needed_names: set[str] = set()
    waiting = [name for name in names if name in by_name]
    while waiting:
        name = waiting.pop()
        if name not in needed_names:
            needed_names.add(name)
            waiting += [base for base in map(_base, by_name[name].input) if base in by_name]
    return [node for node in whole.node if node.name in needed_names]


def _called(whole: Any, nodes: Iterable[Any]) -> dict[str, Any]:
    """The functions that nodes call, and those that these call, by their names."""
    library = {function.signature.name: function for function in whole.library.function}
    functions: dict[str, Any] = {}
    waiting = [name for node in nodes for name in _names_called(node) if name in library]
    while waiting:
        name = waiting.pop()
        if name not in functions:
            functions[name] = library[name]
            waiting += [
                called for node in library[name].node_def for called in _names_called(node) if called in library
            ]
    return functions


def _names_called(node: Any) -> Iterator[str]:
    yield node.op
    for value in node.attr.values():
        yield from (function.name for function in (value.func, *value.list.func) if function.name)


def _refused(nodes: Iterable[Any], whole: Any) -> tuple[str, ...]:
    """Return the operators among nodes that are not run, without calls of the graph's functions by their names."""
    functions = {function.signature.name for function in whole.library.function}
    return tuple(
        name
        for name in refused(node.op for node in nodes)
        if name not in functions or op_def_registry.get(name) is not None
    )


def _reads_own_file(whole: Any, nodes: Iterable[Any], own: set[str], depth: int = 0) -> bool:
    """Return True if every RestoreV2 among the nodes reads the file whose name is given from outside.

    `own`: the names, among the nodes, of what holds that name.
    """
    nodes, own = list(nodes), set(own)
    for _ in nodes:
        further = {node.name for node in nodes if node.op == "Identity" and _base(node.input[0]) in own} - own
        if not further:
            break
        own |= further
    library = {function.signature.name: function for function in whole.library.function}
    for node in nodes:
        if node.op == "RestoreV2" and _base(node.input[0]) not in own:
            return False
        for name in _names_called(node):
            if name not in library:
                continue
            function = library[name]
            is_plain = node.op in _CALLS or node.op == name
            given = zip(function.signature.input_arg, node.input, strict=False) if is_plain else ()
            inner = {argument.name for argument, tensor in given if _base(tensor) in own}
            if depth >= _DEEPEST or not _reads_own_file(whole, function.node_def, inner, depth + 1):
                return False
    return True
