import gc
import os
import signal
import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from support.words.numbers import Numbers

from core.base.errors import DataError
from core.data.batches.feeds import Mix, OnePass, Part
from core.data.batches.loading import BatchLoader
from core.data.samples.samples import LeftOut, Prepared


@dataclass(frozen=True)
class Misbehaving(Numbers):
    """Some of the samples cannot be used."""

    bad: frozenset[int] = frozenset()
    broken: int | None = None
    stuck: int | None = None
    deadly: int | None = None
    busy: int | None = None

    def sample(self, index: int, rng: np.random.Generator | None) -> Prepared | LeftOut:
        if index in self.bad:
            return LeftOut(self.name_of(index), f"{self.name_of(index)}: it has vanished.")
        if index == self.broken:
            raise ZeroDivisionError("of all things")
        if index == self.stuck:
            time.sleep(30)
        if index == self.busy:
            until = time.thread_time() + 1.5
            while time.thread_time() < until:
                pass
        if index == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        return super().sample(index, rng)


def texts(loader: BatchLoader, count: int) -> list[list[list[int]]]:
    return [loader.get(number)["text"].tolist() for number in range(count)]


@pytest.mark.parametrize(("workers", "processes"), [(1, False), (3, False), (2, True)])
def test_batches_are_the_same_whoever_makes_them(workers: int, processes: bool):
    feed = Mix([Part(Numbers(20)), Part(Numbers(None))], seed=6)
    expected = [feed.sample(position).text.tolist() for position in range(40)]
    with BatchLoader(feed, 4, workers=workers, processes=processes) as loader:
        assert sum(texts(loader, 10), []) == expected  # noqa: RUF017


def test_a_run_resumed_at_a_sample_goes_on_exactly_there_even_with_another_batch_size():
    feed = Mix([Part(Numbers(20))], seed=6)
    with BatchLoader(feed, 4) as whole, BatchLoader(feed, 3, start=8) as resumed:
        assert sum(texts(resumed, 4), []) == sum(texts(whole, 5), [])[8:]  # noqa: RUF017


def test_batches_may_be_asked_for_in_any_order():
    with BatchLoader(Mix([Part(Numbers(None))]), 2, workers=2) as loader:
        first = {number: loader.get(number)["text"][:, 0].tolist() for number in (0, 1, 7, 3, 3, 0, 100)}
    assert first == {number: [2 * number, 2 * number + 1] for number in (0, 1, 7, 3, 100)}


@pytest.mark.parametrize(
    ("remainder", "lengths", "told"), [("keep", [4, 4, 2], (3, 0, False)), ("drop", [4, 4], (2, 2, True))]
)
def test_the_last_samples_of_a_pass_are_kept_in_a_smaller_batch_or_dropped_and_counted(
    remainder: str, lengths: list[Any], told: tuple[Any, ...]
):
    with BatchLoader(OnePass(Numbers(10)), 4, remainder=remainder) as loader:
        assert [len(batch["text"]) for batch in loader] == lengths
        assert (loader.batches, loader.dropped, loader.is_even) == told
        with pytest.raises(IndexError):
            loader.get(len(lengths))


def test_in_training_another_sample_takes_the_place_of_one_that_cannot_be_used():
    feed = Mix([Part(Misbehaving(10, bad=frozenset({3})))])
    with BatchLoader(feed, 5) as loader:
        batches = texts(loader, 4)
        assert all(len(batch) == 5 for batch in batches)
        assert all(row[0] != 3 for batch in batches for row in batch)
        assert loader.left_out == (LeftOut("numbers 3", "numbers 3: it has vanished."),)
        assert loader.skipped >= 2
        assert loader.take_left_out() == loader.left_out
        assert loader.take_left_out() == ()
        assert all("numbers 3" not in loader.names_of(number) for number in range(4))


def test_in_a_pass_a_sample_that_cannot_be_used_is_missing():
    with BatchLoader(OnePass(Misbehaving(9, bad=frozenset({1, 6, 7, 8}))), 3) as loader:
        assert [batch["text"][:, 0].tolist() for batch in loader] == [[0, 2], [3, 4, 5]]
        assert [sample.name for sample in loader.left_out] == [f"numbers {k}" for k in (1, 6, 7, 8)]


def test_names_tell_what_is_in_a_batch():
    with BatchLoader(Mix([Part(Numbers(None))]), 2) as loader:
        loader.get(0)
        assert loader.names_of(0) == ("numbers 0", "numbers 1")
        assert loader.names_of(9) == ("numbers 18", "numbers 19")


def test_if_no_sample_can_be_used_that_is_the_end():
    with (
        BatchLoader(Mix([Part(Misbehaving(2, bad=frozenset({0, 1})))]), 2) as loader,
        pytest.raises(
            DataError, match=r"50 samples in a row cannot be used, the last one: numbers \d: it has vanished"
        ),
    ):
        loader.get(0)


@pytest.mark.parametrize(("workers", "processes"), [(1, False), (2, False), (1, True)])
def test_an_unexpected_error_names_the_image_and_is_raised_again_and_again(workers: int, processes: bool):
    with BatchLoader(Mix([Part(Misbehaving(None, broken=5))]), 2, workers=workers, processes=processes) as loader:
        texts(loader, 2)
        for _ in range(2):
            with pytest.raises(
                DataError, match=r"^numbers 5: preparing it failed \(ZeroDivisionError: of all things\)"
            ):
                loader.get(2)
        assert loader.failure is not None


def test_a_batch_that_does_not_come_is_given_up_and_says_where_it_hangs():
    with BatchLoader(Mix([Part(Misbehaving(None, stuck=2))]), 2, workers=1) as loader:
        loader.get(0)
        loader.patience = 0.3
        with pytest.raises(
            DataError,
            match=r'very slow, nothing was read or computed for 0\.3 s; it is at the 2 samples from "numbers 2" on',
        ):
            loader.get(1)


@pytest.mark.parametrize("processes", [False, True])
def test_a_batch_that_is_being_computed_is_waited_for(processes: bool):
    with BatchLoader(Mix([Part(Misbehaving(None, busy=2))]), 2, workers=1, processes=processes) as loader:
        loader.get(0)
        loader.patience = 0.4
        assert len(loader.get(1)["text"]) == 2


def test_a_killed_process_ends_in_an_error_not_in_waiting():
    loader = BatchLoader(Mix([Part(Misbehaving(None, deadly=5))]), 2, workers=1, processes=True)
    with loader:
        texts(loader, 2)
        with pytest.raises(DataError, match="one of its processes died"):
            loader.get(2)


def test_what_cannot_be_sent_to_a_process_is_said_at_once():
    class Local(Numbers):
        """Nothing that another process could import."""

    loader = BatchLoader(Mix([Part(Local(None))]), 2, processes=True, workers=1)
    with loader, pytest.raises(DataError, match=r"could not be started .* Use threads"):
        loader.get(0)


def wait_until_alone(before: set[threading.Thread]) -> None:
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=60)
    assert not set(threading.enumerate()) - before


def test_closing_ends_the_threads_and_a_closed_loader_says_so():
    before = set(threading.enumerate())
    loader = BatchLoader(Mix([Part(Numbers(None))]), 2, workers=2)
    loader.get(0)
    assert set(threading.enumerate()) - before
    loader.close()
    wait_until_alone(before)
    with pytest.raises(DataError, match="closed"):
        loader.get(5)


def test_a_forgotten_loader_ends_its_threads():
    before = set(threading.enumerate())
    loader = BatchLoader(Mix([Part(Numbers(None))]), 2, workers=2)
    loader.get(0)
    del loader
    gc.collect()
    wait_until_alone(before)


@pytest.mark.parametrize("processes", [False, True])
def test_who_waits_for_a_batch_hears_that_the_loader_is_closed(processes: bool):
    loader = BatchLoader(Mix([Part(Misbehaving(None, stuck=2))]), 2, workers=1, processes=processes)
    loader.get(0)
    threading.Timer(0.2, loader.close).start()
    with pytest.raises(DataError, match="closed"):
        loader.get(1)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"batch_size": 0}, "batch size: 0"),
        ({"batch_size": True}, "batch size: True"),
        ({"batch_size": 2, "start": -1}, "start: -1"),
        ({"batch_size": 2, "workers": 0}, "workers: 0"),
        ({"batch_size": 2, "remainder": True}, "remainder"),
        ({"batch_size": 11, "remainder": "drop"}, "10 samples are not enough for a batch of 11"),
    ],
)
def test_impossible_options_are_refused(options: dict[Any, Any], reason: str):
    with pytest.raises(DataError, match=reason):
        BatchLoader(OnePass(Numbers(10)), **options)
