"""A child process that makes batches, and is noticed when it dies."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any

from core.base.errors import DataError, Sentence, StudioError
from core.data.batches.feeds import Feed
from core.data.batches.making import Made, make_batch

_POLL = 0.5  # seconds between two looks at whether the loader was closed


class Child:
    """A process of its own, started afresh: forking one beside TensorFlow's threads may deadlock.

    Parameters
    ----------
    feed : Feed
        Is sent to the child, so it has to be one that can be pickled.
    is_closed : callable
        Whether to give up waiting.

    Raises
    ------
    DataError
        If it cannot be started.
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
        except Exception as error:  # what cannot be pickled raises almost anything
            reason = " ".join(str(error).split())[:160]
            raise DataError(
                "data loader: its process could not be started ({type}: {reason}). Use threads.",
                type=type(error).__name__,
                reason=reason,
            ) from error

    def make(self, first: int, count: int) -> Made:
        """See `core.data.batches.making.make_batch`; raises DataError if the child dies meanwhile."""
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
    """What the child does: make what it is asked for until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the parent ends this process
    import cv2  # noqa: PLC0415  in the child only

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
            error.__cause__ = None  # it may not survive the way to the parent
            result = error
        except Exception as error:  # the parent has to hear of it, whatever it is
            result = DataError(
                "data loader: {type}: {error}. Report this, it is a fault of the program.",
                type=type(error).__name__,
                error=error,
            )
        try:
            pipe.send(result)
        except (BrokenPipeError, OSError):
            return
