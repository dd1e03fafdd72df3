from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keras
import pytest
import tensorflow as tf
from support.networks.noise import config_of
from support.networks.tiny_network import linear
from tensorflow.tsl.profiler.protobuf.xplane_pb2 import XSpace

from core.model.profiling.profiler import StepProfiler, layer_costs, operator_costs
from core.model.profiling.trace import STEP, OperatorRun, marked_steps, operator_runs
from core.runs.events import Event, Profiled
from core.runs.folder import RunFolder
from core.runs.profile import LOSSES, OTHER, UPDATE, LayerCost, OperatorCost


@pytest.fixture
def profiler(tmp_path: Path) -> Iterator[StepProfiler]:
    run = tmp_path / "run"
    run.mkdir()
    found = StepProfiler(RunFolder(run, config_of(tmp_path, run)), linear(), lambda: 1)
    yield found
    found.close()


@tf.function
def multiplied(x: tf.Tensor) -> tf.Tensor:
    return tf.matmul(x, x)


def steps(profiler: StepProfiler, first: int, last: int, wanted: int = 0) -> list[Event]:
    """What is told over some steps, before the first of which so many are wanted."""
    told: list[Event] = []
    for number in range(first, last + 1):
        told += profiler.before(number - 1, wanted if number == first else 0)
        with profiler.step(number, 0.0):
            multiplied(tf.ones((4, 4))).numpy()
        told += profiler.after(number)
    return told


def test_wanted_steps_are_profiled_and_no_others(profiler: StepProfiler):
    (profiled,) = steps(profiler, 8, 12, wanted=3)
    assert (profiled.step, profiled.profile.step, profiled.profile.steps) == (10, 8, 3)
    assert [(cost.kind, cost.calls) for cost in profiled.profile.operators] == [("MatMul", 1)]


def test_another_profiler_is_told_in_a_sentence_and_the_steps_go_on(profiler: StepProfiler, tmp_path: Path):
    tf.profiler.experimental.start(str(tmp_path / "other"))
    try:
        (warned,) = steps(profiler, 8, 12, wanted=3)
    finally:
        tf.profiler.experimental.stop(save=False)
    assert "another profiler is running" in warned.message
    assert isinstance(steps(profiler, 13, 14, wanted=2)[0], Profiled)  # once it has ended


def test_a_second_wish_while_steps_are_profiled_changes_nothing(profiler: StepProfiler):
    assert steps(profiler, 1, 1, wanted=2) == []
    warned, profiled = steps(profiler, 2, 2, wanted=9)
    assert "up to step 2" in warned.message
    assert isinstance(profiled, Profiled)


def test_last_step_of_all_ends_a_profile_early(profiler: StepProfiler):
    assert steps(profiler, 1, 2, wanted=9) == []
    (profiled,) = profiler.after(2, is_last=True)
    assert profiled.profile.steps == 2


def test_a_profile_that_is_given_up_lets_the_next_begin(profiler: StepProfiler):
    assert steps(profiler, 1, 2, wanted=9) == []
    profiler.close()
    assert isinstance(steps(profiler, 3, 3, wanted=1)[0], Profiled)


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(profiler: StepProfiler, tmp_path: Path):
    (tmp_path / "run" / "tensorboard").write_text("no folder")
    (warned,) = steps(profiler, 1, 2, wanted=2)
    assert warned.message.startswith("The profile was not written")


def run(name: str, kind: str, seconds: float) -> OperatorRun:
    return OperatorRun(name, kind, 0, round(seconds * 10**12))


def model() -> keras.Model:
    image = keras.Input((8, 8, 3), name="inner_image")
    inner = keras.Model(image, keras.layers.BatchNormalization(name="block_1_bn")(image), name="backbone")
    outer = keras.Input((8, 8, 3), name="image")
    return keras.Model(outer, keras.layers.Conv2D(2, 1, name="order")(inner(outer)))


def test_operators_are_told_by_type_the_most_expensive_first():
    runs = [run("a", "Mul", 0.1), run("b", "Conv2D", 0.5), run("c", "Mul", 0.3)]
    assert operator_costs(runs, steps=2) == (OperatorCost("Conv2D", 0.5, 0.25), OperatorCost("Mul", 1.0, 0.2))


def test_an_operator_belongs_to_the_innermost_layer_of_its_name_also_where_tensorflow_numbered_it():
    runs = [
        run("network_1/backbone_1/block_1_bn_1/batchnorm/mul", "Mul", 1.0),
        run("gradient_tape/network_1/backbone_1/block_1_bn_1/mul/Sum", "Sum", 4.0),
        run("network_1/order_1/convolution", "Conv2D", 2.0),
        run("losses/network/Softmax", "Softmax", 0.5),
        run("gradient_tape/losses/Softmax", "Mul", 0.25),
        run("update/mul_7", "Mul", 0.1),
        run("IteratorGetNext", "IteratorGetNext", 0.05),
    ]
    assert layer_costs(runs, model(), steps=1) == (
        LayerCost("backbone/block_1_bn", "BatchNormalization", 1.0, 4.0),
        LayerCost("order", "Conv2D", 2.0, 0.0),
        LayerCost(LOSSES, "", 0.5, 0.25),
        LayerCost(UPDATE, "", 0.1, 0.0),
        LayerCost(OTHER, "", 0.05, 0.0),
    )


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


def test_operators_count_that_begin_within_a_marked_step_on_any_thread():
    space = XSpace()
    host = Plane(space, "/host:CPU")
    host.line((STEP, 10, 20), (f"{STEP}#step_num=8#", 30, 40), ("a/Conv2D:Conv2D", 12, 15))
    host.line(("a/Relu:Relu", 9, 11), ("b/MatMul:MatMul", 31, 33), ("b/MatMul:MatMul", 35, 36), ("c/Add:AddV2", 25, 26))
    assert marked_steps(space) == [(5010 * MILLI, 5020 * MILLI), (5030 * MILLI, 5040 * MILLI)]
    assert told(space) == [("a/Conv2D", "Conv2D", 3), ("b/MatMul", "MatMul", 1), ("b/MatMul", "MatMul", 2)]


def test_an_operator_within_another_counts_once():
    space = XSpace()
    host = Plane(space, "/host:CPU")
    host.line((STEP, 0, 100))
    host.line(("f/call:PartitionedCall", 0, 10), ("f/x:Mul", 1, 4), ("f/y:Mul", 4, 5), ("g:Add", 10, 12))
    assert told(space) == [("f/call", "PartitionedCall", 6), ("f/x", "Mul", 3), ("f/y", "Mul", 1), ("g", "Add", 2)]


def test_what_is_no_operator_does_not_count():
    space = XSpace()
    Plane(space, "/host:CPU").line((STEP, 0, 9), ("ThreadpoolListener::Record", 1, 2), ("TensorHandle: f", 1, 2))
    assert operator_runs(space) == []


def test_on_a_gpu_the_time_is_that_of_its_kernels():
    space = XSpace()
    Plane(space, "/host:CPU").line((STEP, 0, 50), ("a/Conv2D:Conv2D", 1, 2))
    kernels = (("sgemm_128", 3, 9), ("memcpy", 10, 11))
    Plane(space, "/device:GPU:0").line(*kernels, operators=("a/Conv2D:Conv2D", ""))
    assert told(space) == [("a/Conv2D", "Conv2D", 6)]
