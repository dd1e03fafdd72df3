"""Makes batches ahead of their use, in threads or child processes, in a fixed order.

Batch i holds the samples of positions start + i·size …, so that every worker makes the same batch. A missing batch, a
dead child or an unusable image ends in one sentence, never in an endless wait: Keras' own loader threads keep the
process alive after an error, and its killed loader processes let `fit` hang.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.pool import ThreadPool
from typing import Any

from core.base.errors import DataError, StudioError
from core.base.plugins.active import plugins
from core.base.plugins.choices import HANDED_DOWN, handed_down
from core.base.systems import system
from core.base.systems.work import is_idle
from core.data.batches.batches import Batch, Made, Structure, make_batch, structure
from core.data.batches.feeds import Feed, whole_number
from core.data.samples.samples import LeftOut

PATIENCE = 120.0  # seconds without a batch, and without work on one, after which the loader fails

_REMEMBERED = 256  # batches whose samples' names are kept

Submit = Callable[[int, int], "Future[Made]"]
"""Begins to make the batch of so many samples from a position on."""


def _in_threads(feed: Feed, workers: int) -> tuple[Submit, Callable[[], None]]:
    """Return a function that begins a batch in threads of this process, and one that ends the threads.

    The threads are daemons, unlike those of `concurrent.futures`: a thread that waits for a dead network drive must not
    keep the process.
    """
    pool = ThreadPool(workers)

    def submit(first: int, count: int) -> Future[Made]:
        future: Future[Made] = Future()

        def settle(put: Callable[[Any], None], result: object) -> None:
            if future.set_running_or_notify_cancel():
                put(result)

        done, failed = partial(settle, future.set_result), partial(settle, future.set_exception)
        pool.apply_async(make_batch, (feed, first, count), callback=done, error_callback=failed)
        return future

    return submit, pool.terminate


def _in_processes(feed: Feed, workers: int) -> tuple[Submit, Callable[[], None]]:
    """Make batches in processes started afresh: forking one beside TensorFlow's threads may deadlock."""
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    choices = handed_down(plugins().choices())
    pool = ProcessPoolExecutor(workers, context, _begin_child, (feed, theirs, choices))

    def submit(first: int, count: int) -> Future[Made]:
        try:
            return pool.submit(_make_in_child, first, count)
        except BrokenProcessPool:
            raise
        except Exception as error:  # pickling raises almost any exception
            reason = " ".join(str(error).split())[:160]
            raise DataError(
                "data loader: its process could not be started ({type}: {reason}). Use threads.",
                type=type(error).__name__,
                reason=reason,
            ) from error

    def close() -> None:
        ours.close()
        pool.shutdown(wait=False, cancel_futures=True)

    return submit, close


_feeds: list[Feed] = []  # of a child, the only one


def _begin_child(feed: Feed, pipe: system.AnyConnection, choices: str) -> None:
    """Prepare a child, which ends when the pipe's other end is closed or the process that holds that end is gone.

    `choices`: the plug-ins of the process that starts it, which the child has, too.
    """
    os.environ[HANDED_DOWN] = choices
    _feeds.append(feed)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the parent ends this process

    def end_with_the_pipe() -> None:
        pipe.poll(None)
        os._exit(1)

    threading.Thread(target=end_with_the_pipe, daemon=True).start()
    import cv2  # in the child only

    cv2.setNumThreads(1)  # there are as many children as there are cores to use


def _make_in_child(first: int, count: int) -> Made:
    return make_batch(_feeds[0], first, count)


def _end(batches: dict[int, Future[Made]], close: Callable[[], None]) -> None:
    """End the workers, and cancel the batches that a thread may be waiting for."""
    for future in [*batches.values()]:
        future.cancel()
    close()


class BatchLoader:
    """Loads the batches of a feed ahead of their use.

    Its attribute `dropped` counts the samples that `remainder="drop"` leaves out.

    Parameters
    ----------
    feed : Feed
        The samples.
    batch_size : int
        Samples a batch, from 1.
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
        Batches made ahead, at least one a worker.
    patience : float
        Seconds without a batch after which `get` raises, unless one is computed or read meanwhile: a slow disk, or a
        busy machine, only makes it wait.

    Raises
    ------
    DataError
        If a number is no whole number or too small, `remainder` is not known, or a finite feed does not fill a batch.
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
                    "training data: {left} {left:|sample is|samples are} not enough for a batch of {batch}. Lower "
                    "the batch size.",
                    left=left,
                    batch=self.batch_size,
                )
        self.failure: StudioError | None = None  # what `get` has raised, for callers that see it wrapped in another
        self.skipped = 0  # failures to use a sample so far: the same sample may fail again in each round
        self._open = partial(_in_processes if processes else _in_threads, feed, self.workers)
        self._submit: Submit | None = None  # once the workers are there
        self._batches: dict[int, Future[Made]] = {}  # being made
        self._names: dict[int, tuple[str, ...]] = {}
        self._left_out: dict[str, LeftOut] = {}
        self._lock = threading.Lock()  # of the samples left out, which another thread than that of `get` may ask for
        self._reported = 0
        self._is_closed = False
        self._end: Callable[[], object] = lambda: None

    @property
    def is_even(self) -> bool:
        """True if all batches are of the same size."""
        length = self.feed.length
        return length is None or self.dropped > 0 or (length - self.start) % self.batch_size == 0

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The samples that have not been usable so far, each listed once."""
        with self._lock:
            return tuple(self._left_out.values())

    def take_left_out(self) -> tuple[LeftOut, ...]:
        """Return the samples of `left_out` that no earlier call has returned."""
        left_out = self.left_out
        new, self._reported = left_out[self._reported :], len(left_out)
        return new

    def names_of(self, number: int) -> tuple[str, ...]:
        """Return the sample names of a recently delivered batch, or the planned names of an older batch."""
        planned = map(self.feed.name_of, range(*self._range_of(number)))
        return self._names[number] if number in self._names else tuple(planned)

    def __iter__(self) -> Iterator[Batch]:
        return (batch for _, batch in self.named())

    def named(self) -> Iterator[tuple[tuple[str, ...], Batch]]:
        """Yield the batches that have a usable sample, each with the names of its samples."""
        number = 0
        while self.batches is None or number < self.batches:
            batch = self.get(number)
            if len(batch["has_maps"]):
                yield self.names_of(number), batch
            number += 1

    def get(self, number: int) -> Batch:
        """Return batch `number`, counted from 0, once it is made, while the following ones are being made.

        Raises
        ------
        IndexError
            If there is no batch of that number.
        StudioError
            If the batch cannot be made, or does not come in time. After that the loader is unusable.
        """
        if self.batches is not None and number >= self.batches:
            raise IndexError(f"batch {number} of {self.batches}")
        if self.failure is not None:
            raise self.failure
        if self._is_closed:
            raise _closed()
        end = number + self.ahead if self.batches is None else min(number + self.ahead, self.batches)
        try:
            made = self._result(self._begin(number, end))
        except TimeoutError:
            raise self._fail(self._too_late(number)) from None
        except CancelledError:
            raise _closed() from None
        except BrokenProcessPool as error:
            if self._is_closed:
                raise _closed() from None
            raise self._fail(
                DataError(
                    "data loader: one of its processes died, maybe for lack of memory. Use fewer workers, or threads; "
                    "training can be resumed."
                )
            ) from error
        except StudioError as error:
            raise self._fail(error) from error.__cause__
        except Exception as error:  # our own faults must reach the waiting caller, too
            raise self._fail(
                DataError(
                    "data loader: {type}: {error}. Report this, it is a fault of the program.",
                    type=type(error).__name__,
                    error=error,
                )
            ) from error
        del self._batches[number]
        self._note(number, made)
        return made.batch

    def close(self) -> None:
        """Stop the workers after the batches that they have begun, which are discarded."""
        self._is_closed = True
        self._end()

    def __enter__(self) -> BatchLoader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _range_of(self, number: int) -> tuple[int, int]:
        """Return the first position of a batch, and the one behind its last."""
        first = self.start + number * self.batch_size
        end = first + self.batch_size
        return first, end if self.feed.length is None else min(end, self.feed.length)

    def _begin(self, number: int, end: int) -> Future[Made]:
        """Have a batch made and those up to `end`, and no others."""
        if self._submit is None:
            self._submit, close = self._open()
            # a pool of processes ends its own futures, and fails if it finds one cancelled
            waited = {} if self._open.func is _in_processes else self._batches
            self._end = weakref.finalize(self, _end, waited, close)
        for late in [late for late in self._batches if not number <= late < end]:
            self._batches.pop(late).cancel()
        for later in range(number, end):
            if later not in self._batches:
                first, behind = self._range_of(later)
                self._batches[later] = self._submit(first, behind - first)
        return self._batches[number]

    def _result(self, future: Future[Made]) -> Made:
        """Wait for a batch for as long as a worker makes progress.

        An error in making the batch is raised again, and TimeoutError is raised if no worker makes progress any more.
        """
        while True:
            before = _work()
            try:
                return future.result(self.patience)
            except TimeoutError:
                if is_idle(before, _work(), self.patience):
                    raise

    def _fail(self, failure: StudioError) -> StudioError:
        self.failure = failure
        self._end()
        return failure

    def _note(self, number: int, made: Made) -> None:
        self._names[number] = made.names
        while len(self._names) > _REMEMBERED:
            self._names.pop(next(iter(self._names)))
        self.skipped += len(made.left_out)
        with self._lock:
            for sample in made.left_out:
                self._left_out.setdefault(sample.name, sample)

    def _too_late(self, number: int) -> DataError:
        return DataError(
            "data loader: very slow, nothing was read or computed for {seconds:g} s; it is at the {batch} "
            '{batch:|sample|samples} from "{name}" on. Check that the disk or network drive answers.',
            seconds=self.patience,
            batch=self.batch_size,
            name=self.feed.name_of(self._range_of(number)[0]),
        )


def _work() -> tuple[float, int]:
    """The processor time in seconds, and the bytes read so far, of this process and of those that it has started."""
    pids = [os.getpid(), *(child.pid for child in multiprocessing.active_children() if child.pid is not None)]
    computed, read = zip(*map(system.work_of, pids), strict=True)
    return sum(computed), sum(read)


def _closed() -> DataError:
    return DataError("data loader: it is closed. Make a new one.")


def default_workers() -> int:
    """Return the number of workers for this machine, which leaves one core to the training."""
    return max(1, min(8, (os.cpu_count() or 1) - 1))
