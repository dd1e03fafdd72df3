from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.training.schedule import Schedule, average_decay


def test_rate_rises_linearly_to_the_peak_and_falls_to_the_final_one() -> None:
    schedule = Schedule(1.0, 100, warmup=4, final=0.1)
    assert [schedule.rate(step) for step in range(4)] == pytest.approx([0.2, 0.4, 0.6, 0.8])
    assert schedule.rate(4) == pytest.approx(1.0)
    assert schedule.rate(99) == pytest.approx(0.1)


def test_decay_is_a_cosine() -> None:
    schedule = Schedule(2.0, 11)
    expected = [1 + math.cos(math.pi * step / 10) for step in range(11)]
    assert [schedule.rate(step) for step in range(11)] == pytest.approx(expected)


def test_warmup_takes_at_most_a_tenth_of_the_run() -> None:
    assert Schedule(1.0, 50, warmup=100).rising == 5


def test_run_limited_in_time_follows_the_clock_where_that_is_nearer_to_its_end() -> None:
    schedule = Schedule(1.0, 1_000_000, final=0.0, seconds=100)
    assert schedule.rate(10, elapsed=50) == pytest.approx(0.5)
    assert schedule.rate(10, elapsed=1000) == pytest.approx(0.0)
    assert Schedule(1.0, 11, seconds=1e9).rate(5, elapsed=1) == pytest.approx(0.5)


def test_time_of_compiling_and_warming_up_takes_nothing_from_the_peak() -> None:
    schedule = Schedule(1.0, 1_000_000, warmup=10, final=0.0, seconds=100)
    assert schedule.rate(10, elapsed=40, risen=40) == pytest.approx(1.0)
    assert schedule.rate(10, elapsed=70, risen=40) == pytest.approx(0.5)
    assert schedule.rate(10, elapsed=100, risen=40) == pytest.approx(0.0)


def test_run_of_one_step_trains_at_the_peak() -> None:
    assert Schedule(0.3, 1, warmup=10, final=0.01).rate(0) == pytest.approx(0.3)


@given(
    st.integers(1, 500),
    st.integers(0, 100),
    st.floats(0, 1),
    st.integers(0, 1000),
    st.floats(0, 1e6, allow_nan=False),
    st.floats(0, 1),
)
def test_rate_is_never_outside_of_zero_and_the_peak(
    steps: int, warmup: int, final: float, step: int, elapsed: float, share: float
) -> None:
    rate = Schedule(0.5, steps, warmup, final, 1000.0).rate(step, elapsed, share * elapsed)
    assert 0 <= rate <= 0.5 + 1e-12


def test_average_forgets_the_start_at_once_and_then_reaches_its_decay() -> None:
    assert average_decay(0.99, 0) == pytest.approx(0.1)
    assert average_decay(0.99, 10**6) == 0.99
