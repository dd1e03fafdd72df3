"""The speed of a training, and the shares of its time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.training.pace import Pace
from core.runs.config import TrainConfig
from core.runs.curves import TIME_KINDS


class Clock:
    """A time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def step(self, pace: Pace, **seconds: float) -> None:
        """Let a step pass that spends so many seconds on each kind; `rest`: on nothing that is counted."""
        self.now += seconds.pop("rest", 0.0)
        for kind, spent in seconds.items():
            with pace.on(kind):
                self.now += spent
        pace.stepped(seconds.get("feed", 0.0) + seconds.get("step", 0.0))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    return Pace(8, clock)


def test_nothing_is_known_before_two_steps(pace: Pace, clock: Clock):
    clock.step(pace, step=1.0)
    assert (pace.step_seconds, pace.images_per_second, dict(pace.shares)) == (None, 0.0, {})


def test_speed_counts_step_and_wait(pace: Pace, clock: Clock):
    for _ in range(3):
        clock.step(pace, step=1.5, feed=0.5, validation=7.0)
    assert pace.step_seconds == pytest.approx(2.0)
    assert pace.images_per_second == pytest.approx(4.0)


def test_time_left_ends_with_the_steps_or_with_the_time(pace: Pace, clock: Clock):
    clock.step(pace, step=2.0)
    assert pace.seconds_left(10, None) is None
    assert pace.seconds_left(10, 100.0) == 100.0, "a limit is known before the speed is"
    assert [pace.is_timed(10, left) for left in (None, 100.0)] == [False, True]
    clock.step(pace, step=2.0)
    assert [pace.seconds_left(10, left) for left in (None, 100.0, 7.0, -1.0)] == [20.0, 20.0, 7.0, 0.0]
    assert [pace.is_timed(10, left) for left in (None, 100.0, 7.0, -1.0)] == [False, False, True, True]


def test_shares_are_of_the_whole_time(pace: Pace, clock: Clock):
    for _ in range(4):
        clock.step(pace, step=5.0, feed=2.0, validation=1.0, maps=0.5, rest=1.5)
    assert dict(pace.shares) == pytest.approx({"step": 0.5, "feed": 0.2, "validation": 0.1, "maps": 0.05})


@given(st.lists(st.tuples(*[st.floats(0.001, 50) for _ in TIME_KINDS]), min_size=2, max_size=30))
def test_shares_are_never_more_than_the_whole(steps: list[Any]):
    clock = Clock()
    pace = Pace(1, clock)
    for seconds in steps:
        clock.step(pace, **dict(zip(TIME_KINDS, seconds, strict=True)))
    assert sum(pace.shares.values()) == pytest.approx(1.0)
    assert all(0 <= share <= 1 for share in pace.shares.values())


def test_what_is_long_ago_counts_less_and_less(pace: Pace, clock: Clock):
    clock.step(pace, feed=60.0)
    for _ in range(300):
        clock.step(pace, step=1.0)
    assert pace.shares["feed"] < 0.01


def test_a_pause_and_a_compilation_are_no_time_of_the_training(pace: Pace, clock: Clock):
    for _ in range(2):
        clock.step(pace, feed=50.0, step=1.0)
    with pace.on("step"):
        clock.now += 600
        pace.restart()  # within the step that compiles
    pace.stepped(600.0)
    assert not pace.shares and pace.step_seconds is None
    clock.step(pace, step=1.0)
    clock.now += 3600
    pace.pass_over()
    clock.step(pace, step=1.0)
    assert pace.shares["step"] == pytest.approx(1.0)
    assert pace.step_seconds == pytest.approx(1.0)


def config(**choices: object) -> TrainConfig:
    return TrainConfig.model_validate({"folder": "words", "run": "run", **choices})


def test_a_slow_feed_is_told_once_with_a_remedy(pace: Pace, clock: Clock):
    for _ in range(29):
        clock.step(pace, step=0.75, feed=0.25)
    assert pace.bottleneck(config()) is None  # too early to say
    for _ in range(2):
        clock.step(pace, step=0.75, feed=0.25)
    said = pace.bottleneck(config(loading="processes"))
    assert said == (
        "The training waits for its images 25 % of the time. Choose milder effects, or keep more synthetic words "
        "(cache_drawn)."
    )
    assert pace.bottleneck(config()) is None


def test_a_feed_that_keeps_up_is_not_told_of(pace: Pace, clock: Clock):
    for _ in range(100):
        clock.step(pace, step=0.85, feed=0.15)
    assert pace.bottleneck(config()) is None
