"""Reports long work, and files that cannot be written."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator
from typing import TypeVar

from core.base.errors import Sentence, StudioError
from core.base.progress import Cancelled
from core.cluster.cluster import Cluster, WorkerLostError
from core.runs.events import Compiling, Event, Warned, Work

T = TypeVar("T")

TICK = 1.0  # seconds between two signs of life


def announced(
    what: Work,
    work: Callable[[], T],
    tick: float = TICK,
    *,
    at_once: bool = True,
    missing: Callable[[], str] = str,
    doing: Callable[[], str] = str,
    stop: Callable[[], bool] = bool,
) -> Generator[Compiling, None, T]:
    """Do work in a thread of its own, and yield `Compiling` events until it is done.

    Parameters
    ----------
    what : str
        See `Compiling`.
    work : callable
        The work. Its exceptions are raised here.
    tick : float
        Seconds between two events.
    at_once : bool
        Yield an event before the work begins. Else only after one `tick`, and none for faster work.
    missing : callable
        Returns the workers that are waited for (see `Compiling`).
    doing : callable
        Returns what takes long within the work (see `Compiling`).
    stop : callable
        Returns True if the work need not be waited for any longer.

    Returns
    -------
    T
        The result of the work.

    Raises
    ------
    Cancelled
        If `stop` returns True.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def attempt() -> None:
        try:
            results.append(work())
        except BaseException as error:  # raised again below, in the thread that waits
            errors.append(error)

    began = time.monotonic()
    reported = at_once
    # A daemon: Ctrl-C must end the process although TensorFlow cannot be interrupted
    thread = threading.Thread(target=attempt, name=what, daemon=True)
    if at_once:
        yield Compiling(what, 0.0)
    thread.start()
    while thread.is_alive():
        thread.join(tick)
        if stop():
            raise Cancelled
        if thread.is_alive():
            reported = True
            yield Compiling(what, time.monotonic() - began, missing=missing(), doing=doing())
    if errors:
        raise errors[0]
    if reported:
        yield Compiling(what, time.monotonic() - began, done=True)
    return results[0]


class WriteFaults:
    """Files that a run cannot write at present, with a warning at the first failure and at the recovery."""

    def __init__(self) -> None:
        self._since: dict[str, int] = {}

    def attempt(self, what: str, write: Callable[[], object], step: int) -> Iterator[Event]:
        """Call `write`, and yield a warning, naming `what`, if it fails or if it works again after a failure."""
        try:
            write()
        except (StudioError, OSError) as error:
            yield from self.failed(what, str(error), step)
        else:
            yield from self.worked(what, step)

    def failed(self, what: str, message: str, step: int) -> Iterator[Event]:
        """Yield a warning that `what` could not be written at a step, if this is the first failure."""
        if what not in self._since:
            self._since[what] = step
            yield Warned(message, "disk")

    def worked(self, what: str, step: int) -> Iterator[Event]:
        """Yield a warning that `what` was written at a step, if it had failed before."""
        since = self._since.pop(what, None)
        if since is not None:
            sentence = Sentence(
                "Writing works again since step {step:,}, after a failure at step {since:,}: {what}.",
                step=step,
                since=since,
                what=what,
            )
            yield Warned(sentence, "disk")


def parted(cluster: Cluster, own: str) -> Warned:
    """Dismiss the other workers at the end, and say whether their weights are this worker's, by the hash `own`."""
    try:
        hashes = {index: message["weights"] for index, message in cluster.hear("through").items()}
        cluster.end()
    except WorkerLostError as error:  # everything is learned, so the run has its model all the same
        return Warned(str(error), "workers")
    differing = [index for index, of_worker in hashes.items() if of_worker != own]
    if not differing:
        same = Sentence("All {count} workers end with the same weights (hash {own}).", count=len(hashes) + 1, own=own)
        return Warned(same, "workers")
    reported = Sentence(
        "Worker {index} ends with other weights (hash {theirs}) than worker 0 ({own}). Report this fault.",
        index=differing[0],
        theirs=hashes[differing[0]],
        own=own,
    )
    return Warned(reported, "workers")
