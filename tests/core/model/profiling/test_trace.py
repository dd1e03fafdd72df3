from __future__ import annotations

from typing import Any

from tensorflow.tsl.profiler.protobuf.xplane_pb2 import XSpace

from core.model.profiling.trace import STEP, marked_steps, operator_runs

MILLI = 10**9  # picoseconds


class Plane:
    """A plane of a trace that is being written."""

    def __init__(self, space: Any, name: str) -> None:
        self.plane = space.planes.add(name=name)
        self._numbers: dict[str, int] = {}

    def line(self, *events: tuple[str, float, float], operators: tuple[str, ...] = ()) -> None:
        """A thread with (name, begin in ms, end in ms); `operators`: those that an event of a GPU is of."""
        line = self.plane.lines.add(timestamp_ns=5_000_000_000)
        for place, (name, begin, end) in enumerate(events):
            event = line.events.add(metadata_id=self._number(name), offset_ps=int(begin * MILLI))
            event.duration_ps = int((end - begin) * MILLI)
            if operators:
                self.plane.stat_metadata[7].id = 7
                self.plane.stat_metadata[7].name = "tf_op"
                event.stats.add(metadata_id=7, str_value=operators[place])

    def _number(self, name: str) -> int:
        number = self._numbers.setdefault(name, len(self._numbers) + 1)
        self.plane.event_metadata[number].id = number
        self.plane.event_metadata[number].name = name
        return number


def told(space: Any) -> list[tuple[str, str, float]]:
    return sorted((run.name, run.kind, round(1000 * run.seconds, 6)) for run in operator_runs(space))


def test_operators_count_that_begin_within_a_marked_step_on_any_thread() -> None:
    space = XSpace()
    host = Plane(space, "/host:CPU")
    host.line((STEP, 10, 20), (f"{STEP}#step_num=8#", 30, 40), ("a/Conv2D:Conv2D", 12, 15))
    host.line(("a/Relu:Relu", 9, 11), ("b/MatMul:MatMul", 31, 33), ("b/MatMul:MatMul", 35, 36), ("c/Add:AddV2", 25, 26))
    assert marked_steps(space) == [(5010 * MILLI, 5020 * MILLI), (5030 * MILLI, 5040 * MILLI)]
    assert told(space) == [("a/Conv2D", "Conv2D", 3), ("b/MatMul", "MatMul", 1), ("b/MatMul", "MatMul", 2)]


def test_an_operator_within_another_counts_once() -> None:
    space = XSpace()
    host = Plane(space, "/host:CPU")
    host.line((STEP, 0, 100))
    host.line(("f/call:PartitionedCall", 0, 10), ("f/x:Mul", 1, 4), ("f/y:Mul", 4, 5), ("g:Add", 10, 12))
    assert told(space) == [("f/call", "PartitionedCall", 6), ("f/x", "Mul", 3), ("f/y", "Mul", 1), ("g", "Add", 2)]


def test_what_is_no_operator_does_not_count() -> None:
    space = XSpace()
    Plane(space, "/host:CPU").line((STEP, 0, 9), ("ThreadpoolListener::Record", 1, 2), ("TensorHandle: f", 1, 2))
    assert operator_runs(space) == []


def test_on_a_gpu_the_time_is_that_of_its_kernels() -> None:
    space = XSpace()
    Plane(space, "/host:CPU").line((STEP, 0, 50), ("a/Conv2D:Conv2D", 1, 2))
    kernels = (("sgemm_128", 3, 9), ("memcpy", 10, 11))
    Plane(space, "/device:GPU:0").line(*kernels, operators=("a/Conv2D:Conv2D", ""))
    assert told(space) == [("a/Conv2D", "Conv2D", 6)]
