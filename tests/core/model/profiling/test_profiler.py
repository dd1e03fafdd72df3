from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import tensorflow as tf
from support.networks.noise import config_of
from support.networks.tiny_network import linear

from core.model.profiling.profiler import StepProfiler
from core.runs.events import Event, Profiled, Warned
from core.runs.folder import RunFolder


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


def test_wanted_steps_are_profiled_and_no_others(profiler: StepProfiler) -> None:
    (profiled,) = steps(profiler, 8, 12, wanted=3)
    assert isinstance(profiled, Profiled)
    assert (profiled.step, profiled.profile.step, profiled.profile.steps) == (10, 8, 3)
    assert [(cost.kind, cost.calls) for cost in profiled.profile.operators] == [("MatMul", 1)]


def test_another_profiler_is_told_in_a_sentence_and_the_steps_go_on(profiler: StepProfiler, tmp_path: Path) -> None:
    tf.profiler.experimental.start(str(tmp_path / "other"))
    try:
        (warned,) = steps(profiler, 8, 12, wanted=3)
    finally:
        tf.profiler.experimental.stop(save=False)
    assert isinstance(warned, Warned)
    assert "another profiler is running" in warned.message
    assert isinstance(steps(profiler, 13, 14, wanted=2)[0], Profiled)  # once it has ended


def test_a_second_wish_while_steps_are_profiled_changes_nothing(profiler: StepProfiler) -> None:
    assert steps(profiler, 1, 1, wanted=2) == []
    warned, profiled = steps(profiler, 2, 2, wanted=9)
    assert isinstance(warned, Warned)
    assert "up to step 2" in warned.message
    assert isinstance(profiled, Profiled)


def test_last_step_of_all_ends_a_profile_early(profiler: StepProfiler) -> None:
    assert steps(profiler, 1, 2, wanted=9) == []
    (profiled,) = profiler.after(2, is_last=True)
    assert isinstance(profiled, Profiled)
    assert profiled.profile.steps == 2


def test_a_profile_that_is_given_up_lets_the_next_begin(profiler: StepProfiler) -> None:
    assert steps(profiler, 1, 2, wanted=9) == []
    profiler.close()
    assert isinstance(steps(profiler, 3, 3, wanted=1)[0], Profiled)


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(profiler: StepProfiler, tmp_path: Path) -> None:
    (tmp_path / "run" / "tensorboard").write_text("no folder")
    (warned,) = steps(profiler, 1, 2, wanted=2)
    assert isinstance(warned, Warned)
    assert warned.message.startswith("The profile was not written")
