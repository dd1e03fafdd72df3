"""Makes batches ahead of their use, in threads or child processes, in a fixed order.

Batch i holds the samples of positions start + i·size …, so that every worker makes the same batch. A missing batch, a
dead child or an unusable image ends in one sentence, never in an endless wait: Keras' own loader threads keep the
process alive after an error, and its killed loader processes let `fit` hang.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from core.base.errors import DataError, Sentence, StudioError
from core.data.batches.batches import Batch, Made, Structure, make_batch, structure
from core.data.batches.feeds import Feed, whole_number
from core.data.samples.samples import LeftOut

PATIENCE = 120.0  # seconds without a batch after which the loader fails

_REMEMBERED = 256  # batches whose samples' names are kept
_POLL = 0.5  # seconds between two looks at whether the loader was closed


class _Maker(Protocol):
    def make(self, first: int, count: int) -> Made: ...
    def close(self) -> None: ...


@dataclass(slots=True)
class _Here:
    """Makes batches in its own thread."""

    feed: Feed

    def make(self, first: int, count: int) -> Made:
        return make_batch(self.feed, first, count)

    def close(self) -> None:
        pass


@dataclass(slots=True)
class _State:
    """The state that the loader and its threads share. Without the loader, so that an unused loader can be freed."""

    feed: Feed
    batch_size: int
    start: int
    end: int | None
    processes: bool
    condition: threading.Condition = field(default_factory=threading.Condition)
    tasks: queue.SimpleQueue[int | None] = field(default_factory=queue.SimpleQueue)
    wanted: set[int] = field(default_factory=set)
    made: dict[int, Made | StudioError] = field(default_factory=dict)
    busy: dict[int, int] = field(default_factory=dict)
    names: dict[int, tuple[str, ...]] = field(default_factory=dict)
    left_out: dict[str, LeftOut] = field(default_factory=dict)
    skipped: int = 0
    failure: StudioError | None = None
    closed: bool = False

    def range_of(self, number: int) -> tuple[int, int]:
        """Return first position and length of a batch."""
        first = self.start + number * self.batch_size
        count = self.batch_size if self.end is None else min(self.batch_size, self.end - first)
        return first, count

    def stop(self) -> None:
        with self.condition:
            self.closed = True
            self.condition.notify_all()
        for _ in range(64):
            self.tasks.put(None)


def _work(state: _State, worker: int) -> None:
    """Make batches in a thread until the loader is closed."""
    maker: _Maker = _Here(state.feed)
    try:
        if state.processes:
            maker = Child(state.feed, lambda: state.closed)
        while (number := state.tasks.get()) is not None and not state.closed:
            with state.condition:
                if number not in state.wanted:
                    continue
                state.busy[worker] = number
            result = _result(maker, *state.range_of(number))
            with state.condition:
                state.busy.pop(worker, None)
                if number in state.wanted:
                    state.made[number] = result
                state.condition.notify_all()
            if isinstance(result, StudioError):
                break
    except StudioError as error:  # the child could not be started
        with state.condition:
            state.failure = state.failure or error
            state.condition.notify_all()
    finally:
        maker.close()


def _result(maker: _Maker, first: int, count: int) -> Made | StudioError:
    try:
        return maker.make(first, count)
    except StudioError as error:
        return error
    except Exception as error:  # our own faults must reach the waiting caller, too
        wrapped = DataError(
            "data loader: {type}: {error}. Report this, it is a fault of the program.",
            type=type(error).__name__,
            error=error,
        )
        wrapped.__cause__ = error
        return wrapped


class BatchLoader:
    """Batches of a feed, made ahead.

    `dropped`: samples that `remainder="drop"` leaves out.

    Parameters
    ----------
    start : int
        Position of the first sample: to resume a run at sample n, give n.
    remainder : {"keep", "drop"}
        Treatment of a finite feed's last samples that do not fill a batch.
    workers : int or None
        Threads, or processes, that make batches; None: one fewer than the CPU's cores, at most 8.
    processes : bool
        Make the batches in child processes, started afresh (spawn), one a worker. Each process needs a second to start;
        processes help on machines on which Python's threads obstruct each other: 8 cores or more.
    ahead : int
        Batches made ahead.
    patience : float
        Seconds without a batch after which `get` raises.
    """

    def __init__(
        self,
        feed: Feed,
        batch_size: int,
        *,
        start: int = 0,
        remainder: str = "keep",
        workers: int | None = None,
        processes: bool = False,
        ahead: int = 4,
        patience: float = PATIENCE,
    ) -> None:
        self.batch_size = whole_number(batch_size, "batch size", 1)
        self.start = whole_number(start, "start")
        self.workers = whole_number(default_workers() if workers is None else workers, "workers", 1)
        self.ahead = max(whole_number(ahead, "ahead", 1), self.workers)
        self.patience = patience
        if remainder not in ("keep", "drop"):
            raise DataError('remainder: "{remainder}" is not known. Choose keep or drop.', remainder=remainder)
        self.feed = feed
        self.structure: Structure = structure(feed.spec)  # of the batches
        self.batches, self.dropped = None, 0  # number of batches; None: without end
        if feed.length is not None:
            left = max(0, feed.length - self.start)
            self.batches, rest = divmod(left, self.batch_size)
            if remainder == "drop":
                self.dropped = rest
            elif rest:
                self.batches += 1
            if not self.batches:
                raise DataError(
                    "training data: {left} samples make no batch of {batch}. Lower the batch size.",
                    left=left,
                    batch=self.batch_size,
                )
        self._state = _State(feed, self.batch_size, self.start, feed.length, processes)
        self._threads: list[threading.Thread] = []
        self._reported = 0
        self._finalizer = weakref.finalize(self, _State.stop, self._state)

    @property
    def is_even(self) -> bool:
        """True if all batches have the same size."""
        length = self.feed.length
        return length is None or self.dropped > 0 or (length - self.start) % self.batch_size == 0

    @property
    def failure(self) -> StudioError | None:
        """The error that `get` has raised, for callers that see it wrapped in another exception."""
        return self._state.failure

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Samples that could not be used so far, each once."""
        with self._state.condition:
            return tuple(self._state.left_out.values())

    @property
    def skipped(self) -> int:
        """The number of failures to use a sample so far: the same sample may fail again in each round."""
        return self._state.skipped

    def take_left_out(self) -> tuple[LeftOut, ...]:
        """Return the samples of `left_out` that were not returned by an earlier call."""
        left_out = self.left_out
        new, self._reported = left_out[self._reported :], len(left_out)
        return new

    def names_of(self, number: int) -> tuple[str, ...]:
        """Return the names of the samples of a recently delivered batch. For an older batch the planned names."""
        known = self._state.names.get(number)
        if known is not None:
            return known
        first, count = self._state.range_of(number)
        return tuple(self.feed.name_of(position) for position in range(first, first + count))

    def __iter__(self) -> Iterator[Batch]:
        return (batch for _, batch in self.named())

    def named(self) -> Iterator[tuple[tuple[str, ...], Batch]]:
        """Yield the batches, each with the names of its samples. A batch without usable samples is left out."""
        number = 0
        while self.batches is None or number < self.batches:
            batch = self.get(number)
            if len(batch["has_maps"]):
                yield self.names_of(number), batch
            number += 1

    def get(self, number: int) -> Batch:
        """Wait for batch `number`, from 0, and return it. The following batches are made meanwhile.

        Raises StudioError if the batch cannot be made, or does not come in time. After that the loader is unusable.
        """
        if self.batches is not None and number >= self.batches:
            raise IndexError(f"batch {number} of {self.batches}")
        state = self._state
        end = number + self.ahead if self.batches is None else min(number + self.ahead, self.batches)
        deadline = time.monotonic() + self.patience
        with state.condition:
            self._raise_failure()
            if state.closed:
                raise _closed()
            self._begin()
            window = set(range(number, end))
            for later in sorted(window - state.wanted):
                state.tasks.put(later)
            for old in state.wanted - window:
                state.made.pop(old, None)
            state.wanted = window
            while number not in state.made:
                self._raise_failure()
                if not state.condition.wait(min(_POLL, max(0.0, deadline - time.monotonic()))):
                    if state.closed:
                        raise _closed()
                    if time.monotonic() >= deadline:
                        state.failure = self._too_late(number)
            result = state.made.pop(number)
            if isinstance(result, StudioError):
                state.failure = result
                self._raise_failure()
            assert isinstance(result, Made)
            state.wanted.discard(number)
            self._note(number, result)
            return result.batch

    def close(self) -> None:
        """Stop the workers. Batches that they have begun are finished and thrown away."""
        self._finalizer()
        deadline = time.monotonic() + 2
        for thread in self._threads:
            thread.join(timeout=max(0.0, deadline - time.monotonic()))

    def __enter__(self) -> BatchLoader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        if self._threads:
            return
        for worker in range(self.workers):
            # Daemons: a thread stuck in a read from a dead network drive must not keep the process alive
            thread = threading.Thread(target=_work, args=(self._state, worker), name=f"loader-{worker}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def _raise_failure(self) -> None:
        failure = self._state.failure
        if failure is not None:
            self._finalizer()
            raise failure

    def _note(self, number: int, made: Made) -> None:
        state = self._state
        state.names[number] = made.names
        while len(state.names) > _REMEMBERED:
            state.names.pop(next(iter(state.names)))
        state.skipped += len(made.left_out)
        for sample in made.left_out:
            state.left_out.setdefault(sample.name, sample)

    def _too_late(self, number: int) -> DataError:
        busy = sorted(self._state.busy.values())
        first, _ = self._state.range_of(busy[0] if busy else number)
        return DataError(
            'data loader: no batch came for {seconds:g} s; it is at the {batch} samples from "{name}" on. Check '
            "that the disk or network drive answers.",
            seconds=self.patience,
            batch=self.batch_size,
            name=self.feed.name_of(first),
        )


def _closed() -> DataError:
    return DataError("data loader: it is closed. Make a new one.")


def default_workers() -> int:
    """Return the number of workers for this machine: one core is left to the training."""
    return max(1, min(8, (os.cpu_count() or 1) - 1))


class Child:
    """A process of its own, started afresh: forking one beside TensorFlow's threads may deadlock.

    `feed`: the feed; sent to the child, so it must be picklable. `is_closed`: True to give up waiting. Raises
    DataError if the child cannot be started.
    """

    def __init__(self, feed: Feed, is_closed: Callable[[], bool]) -> None:
        context = multiprocessing.get_context("spawn")
        self._is_closed = is_closed
        try:
            ours, theirs = context.Pipe()
            self._pipe = ours
            self.process = context.Process(target=_serve, args=(theirs, feed), name="textscanner-loader", daemon=True)
            self.process.start()
            theirs.close()
        except Exception as error:  # pickling raises almost any exception
            reason = " ".join(str(error).split())[:160]
            raise DataError(
                "data loader: its process could not be started ({type}: {reason}). Use threads.",
                type=type(error).__name__,
                reason=reason,
            ) from error

    def make(self, first: int, count: int) -> Made:
        """See `make_batch`. Raises DataError if the child dies meanwhile."""
        try:
            self._pipe.send((first, count))
            while not wait([self._pipe, self.process.sentinel], timeout=_POLL):
                if self._is_closed():
                    raise DataError("data loader: it was closed. Start it again.")
            if not self._pipe.poll():
                raise EOFError
            result: Any = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise self._died() from error
        if isinstance(result, StudioError):
            raise result
        assert isinstance(result, Made)
        return result

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self.process.join(timeout=0.2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(timeout=5)

    def _died(self) -> DataError:
        self.process.join(timeout=5)
        code = self.process.exitcode
        how = (
            Sentence("exit code {code}", code=code)
            if code is None or code >= 0
            else Sentence("signal {name}", name=_signal_name(-code))
        )
        return DataError(
            "data loader: its process {process} died ({how}), maybe for lack of memory. Use fewer workers, or "
            "threads; training can be resumed.",
            process=self.process.pid,
            how=how,
        )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _serve(pipe: Connection, feed: Feed) -> None:
    """Make the requested batches in the child until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the parent ends this process
    import cv2  # in the child only

    cv2.setNumThreads(1)  # there are as many children as there are cores to use
    threading.current_thread().name = "textscanner-loader"
    while True:
        try:
            first, count = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            result: Made | StudioError = make_batch(feed, first, count)
        except StudioError as error:
            error.__cause__ = None  # the exception may not survive pickling
            result = error
        except Exception as error:  # the parent must get every error
            result = DataError(
                "data loader: {type}: {error}. Report this, it is a fault of the program.",
                type=type(error).__name__,
                error=error,
            )
        try:
            pipe.send(result)
        except (BrokenPipeError, OSError):
            return
