"""Reads from a trace of TensorFlow's profiler which operators ran within marked steps, and for how long."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.files import read_file

STEP = "textscanner_step"  # the name under which a training step is marked in a trace

# As TensorFlow names its events, with oneDNN's kernels under the name of the operator that they compute
_OPERATOR = re.compile(r"([A-Za-z0-9.][A-Za-z0-9_.\\/>-]*):(?:_Mkl(?:Native)?)?(_?[A-Z][A-Za-z0-9_]*)")
_GPU, _HOST = "/device:GPU", "/host:CPU"
_SECOND = 10**12  # picoseconds, the unit of traces; as floats, times since 1970 would be exact to 0.2 µs only


@dataclass(slots=True)
class OperatorRun:
    """One run of one operator, with its begin and its duration."""

    name: str
    """The name of the node in the graph: `network/backbone/conv1_conv/convolution`."""
    kind: str
    """The operator: `Conv2D`."""
    begin: int
    """The begin of the run, in picoseconds."""
    length: int
    """The length of the run in picoseconds, without that of operators that run within it on the same thread."""

    @property
    def seconds(self) -> float:
        """The duration of the run in seconds."""
        return self.length / _SECOND


def read_trace(file: Path) -> Any:
    """Return the trace in a `.xplane.pb` file, as TensorFlow's message `XSpace`.

    Raises
    ------
    OSError
        If the file cannot be read, or is larger than 2 GB.
    google.protobuf.message.DecodeError
        If it holds no such message.
    """
    from tensorflow.tsl.profiler.protobuf.xplane_pb2 import XSpace  # only if something is profiled

    space = XSpace()
    space.ParseFromString(read_file(file, 2 << 30))
    return space


def marked_steps(space: Any) -> list[tuple[int, int]]:
    """Return the begin and the end, in picoseconds, of each marked step of a trace, in order."""
    steps = []
    for plane in _planes(space, _HOST):
        for line in plane.lines:
            for event in line.events:
                if plane.event_metadata[event.metadata_id].name.partition("#")[0] == STEP:
                    begin = _begin(line, event)
                    steps.append((begin, begin + event.duration_ps))
    return sorted(steps)


def operator_runs(space: Any) -> list[OperatorRun]:
    """Return the operator runs within marked steps: those on GPUs if there are any, otherwise those on the CPU."""
    steps = marked_steps(space)
    begins = [begin for begin, _ in steps]

    def is_within(run: OperatorRun) -> bool:
        place = bisect_right(begins, run.begin) - 1
        return place >= 0 and run.begin <= steps[place][1]

    for prefix in (_GPU, _HOST):
        runs = [run for plane in _planes(space, prefix) for line in plane.lines for run in _runs(plane, line)]
        if within := [run for run in runs if is_within(run)]:
            return within
    return []


def _planes(space: Any, prefix: str) -> Iterator[Any]:
    return (plane for plane in space.planes if plane.name.startswith(prefix))


def _begin(line: Any, event: Any) -> int:
    return int(line.timestamp_ns * 1000 + event.offset_ps)


def _runs(plane: Any, line: Any) -> list[OperatorRun]:
    operators = {
        number: _OPERATOR.fullmatch(str(meta.name).partition("#")[0]) for number, meta in plane.event_metadata.items()
    }
    of_kernels = [number for number, meta in plane.stat_metadata.items() if meta.name == "tf_op"]
    runs = []
    for event in line.events:
        known = operators.get(event.metadata_id)
        if known is None and of_kernels:
            known = _OPERATOR.fullmatch(_operator_of_kernel(plane, event, of_kernels))
        if known is not None:
            runs.append(OperatorRun(known[1], known[2], _begin(line, event), event.duration_ps))
    return _without_inner(runs)


def _operator_of_kernel(plane: Any, event: Any, keys: Iterable[int]) -> str:
    for stat in event.stats:
        if stat.metadata_id in keys:
            return str(plane.stat_metadata[stat.ref_value].name if stat.ref_value else stat.str_value)
    return ""


def _without_inner(runs: list[OperatorRun]) -> list[OperatorRun]:
    """Take from each run the time of the runs within it."""
    runs.sort(key=lambda run: (run.begin, -run.length))
    around: list[tuple[OperatorRun, int]] = []
    for run in runs:
        end = run.begin + run.length
        while around and around[-1][1] <= run.begin:
            around.pop()
        if around:
            around[-1][0].length -= run.length
        around.append((run, end))
    return runs
