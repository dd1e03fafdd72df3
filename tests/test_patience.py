"""The patience of the tour: a slow machine ends no wait, and a program that does nothing does."""

import multiprocessing
import sys
import time

import pytest

from tests.tour.patience import Patience, work_of_children


class Machine:
    """A clock that passes a time at each look, and work that is done in it."""

    def __init__(self, look: float, work: float) -> None:
        self.look = look
        self.step = work
        self.now = self.done = 0.0

    def clock(self) -> float:
        self.now += self.look
        return self.now

    def work(self) -> float:
        self.done += self.step
        return self.done

    def looks(self, seconds: float, most: int) -> int:
        """Looks until the patience runs out, at most so many."""
        patience = Patience(seconds, self.work, self.clock)
        return next((count for count in range(1, most + 1) if patience.is_out()), most)


def test_patience_runs_out_where_nothing_works():
    assert Machine(look=0.02, work=0).looks(60, most=10_000) == pytest.approx(3001, abs=1)


def test_it_goes_on_as_long_as_something_works():
    assert Machine(look=0.02, work=0.001).looks(60, most=10_000) == 10_000


def test_work_without_an_end_ends_it_all_the_same():
    assert Machine(look=0.02, work=0.001).looks(1, most=10_000) == pytest.approx(2001, abs=1)


def test_looks_that_come_late_count_little():
    """At a load of 20 a look of 20 ms takes a second."""
    assert Machine(look=1.0, work=0).looks(60, most=10_000) == pytest.approx(1501, abs=1)


def _compute() -> None:
    while time.process_time() < 0.5:
        pass


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems need no tour here")
def test_work_of_a_child_is_seen():
    before = work_of_children()
    child = multiprocessing.get_context("spawn").Process(target=_compute)
    child.start()
    try:
        patience = Patience(60.0)
        while child.is_alive() and work_of_children() == before:
            assert not patience.is_out()
        assert work_of_children() > before
    finally:
        child.join()
