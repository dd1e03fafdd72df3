"""Opens a graph of another program in a separate process, so that this one loads no TensorFlow."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.base.child_process import child_process, last_words, python_command, send, way_of_ending
from core.base.errors import DAMAGED, Damaged, ModelError, Sentence, from_json, reason_of
from core.base.progress import Progress, ignore_news
from core.base.systems import system
from core.plugins.foreign_graphs.graph import ForeignGraph, ForeignRun, OpenedGraph, Values

PATIENCE = 300.0  # seconds of processor time for each core: a graph can compute for ever

_LARGEST = 2 << 30  # bytes: protobuf, the form of graph files, counts no further
_SAVED = "saved_model.pb"

_CHILD = python_command("-m", "core.plugins.foreign_graphs.child")


def inspect_graph(
    path: Path,
    image: Path | None = None,
    *,
    values: Values = "unit",
    progress: Progress = ignore_news,
    patience: float = PATIENCE,
    command: Sequence[str] = _CHILD,
) -> OpenedGraph:
    """Read a SavedModel or a frozen graph, and run it on an image if all operators are known to be harmless.

    Parameters
    ----------
    path : Path
        A SavedModel's folder or the file in it, or the file of a frozen graph.
    values : {"bytes", "unit", "signed"}
        What an input of floating point numbers gets.
    progress : Progress
        Called twice a second, so that it can stop the work.
    patience : float
        Seconds of its processor time that it may take, for each core of the machine; a slow disk takes none.
    command : sequence of str
        Starts the process.

    Raises
    ------
    ModelError
        If it is no such graph, damaged or too large, or if its process crashed before it was read.
    """
    path = _source(path)
    graph: ForeignGraph | None = None
    opened: OpenedGraph | None = None
    most = patience * (os.cpu_count() or 1)
    with tempfile.TemporaryDirectory(prefix="inspect") as folder:
        log = Path(folder) / "inspecting.log"
        with child_process(command, log) as process:
            task = {"path": str(path.absolute()), "image": None if image is None else str(image.absolute())}
            send(process, task | {"values": values})
            is_late = False
            for line in process.stdout or ():
                progress(0, 0)
                try:
                    graph, opened = _heard(line, graph, opened, is_run=image is not None)
                except ModelError:
                    raise
                except DAMAGED as error:
                    raise ModelError(
                        "{name}: its process gave an answer that makes no sense ({why}). The file may be damaged.",
                        name=path.name,
                        why=reason_of(error),
                    ) from error
                if opened is None and system.work_of(process.pid)[0] > most:
                    is_late = True
                    break
            if opened is not None:
                return opened
            status = 0 if is_late else process.wait()
        why = (
            Sentence(
                "{name}: this is too slow; it was not finished after {seconds:g} s on all cores.",
                name=path.name,
                seconds=patience,
            )
            if is_late
            else _crashed(path.name, status, log)
        )
    if graph is None:
        raise ModelError(why)
    return OpenedGraph(graph, not_run=why)


def _heard(
    line: bytes | str, graph: ForeignGraph | None, opened: OpenedGraph | None, *, is_run: bool
) -> tuple[ForeignGraph | None, OpenedGraph | None]:
    """Return the graph, and the answer if it is complete, after a line of the process.

    ModelError is raised if the line refuses the graph, one of `DAMAGED` if it is no answer.
    """
    event = json.loads(line)
    match event["event"]:
        case "graph":
            graph = ForeignGraph.from_dict(event["graph"])
            return graph, opened if is_run else OpenedGraph(graph)
        case "refused":
            raise ModelError(from_json(event["sentence"]))
        case "run" | "not run":
            if graph is None:
                raise Damaged("it reports a run before it has described the graph")
            return graph, _ended(OpenedGraph(graph), event)
    return graph, opened


def _ended(inspection: OpenedGraph, event: dict[str, Any]) -> OpenedGraph:
    if event["event"] == "run":
        return replace(inspection, run=ForeignRun.from_dict(event["run"]))
    return replace(inspection, not_run=from_json(event["sentence"]))


def _source(path: Path) -> Path:
    """The folder of a SavedModel, or the file of a frozen graph, that is there and not too large."""
    if path.name == _SAVED:
        path = path.parent
    file = path / _SAVED if path.is_dir() else path
    try:
        size = file.stat().st_size
    except OSError as error:
        if path.is_dir():
            raise ModelError(
                "{folder}: no SavedModel, because it holds no {name}. Choose another folder, or a frozen graph (.pb).",
                folder=path,
                name=_SAVED,
            ) from error
        raise ModelError("{path}: cannot be read ({why}).", path=path, why=error.strerror or error) from error
    if path.is_file() and path.suffix != ".pb":
        raise ModelError(
            "{name}: its name is not that of a graph of TensorFlow. Choose a SavedModel's folder, or a frozen graph "
            "(.pb).",
            name=path.name,
        )
    if size >= _LARGEST:
        raise ModelError(
            "{name}: {size:.1f} GB, and TensorFlow reads graphs of less than 2 GB. Export it as a SavedModel, which "
            "keeps its weights in files of their own.",
            name=path.name,
            size=size / (1 << 30),
        )
    return path


def _crashed(name: str, status: int, log: Path) -> str:
    return Sentence(
        "{name}: the process that read it crashed ({how}). {why}",
        name=name,
        how=way_of_ending(status),
        why=last_words(log),
    )
