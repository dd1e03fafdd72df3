"""Connects the workers of a cluster: worker 0, which leads, and the others, by one connection each."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Any, TypeVar

from core.base.errors import Sentence, StudioError, from_json, to_json
from core.cluster.addresses import ClusterSpec
from core.cluster.link import LinkError, Message, PeerLink

T = TypeVar("T")

_LOOK = 0.25  # seconds between two looks whether all are still there
_SETTLE = 10.0  # seconds until a connection shows what has broken the common work
_GOODBYE = 10.0  # seconds for the others to hear that all is over


class WorkerLostError(StudioError):
    """Raised if another worker has failed or disappeared, so that the common training cannot go on."""


class Cluster:
    """The workers of a training after they have met.

    `links`: by the worker at the other end: all others if this process leads, else only worker 0.
    """

    def __init__(self, spec: ClusterSpec, links: Mapping[int, PeerLink]) -> None:
        self.spec, self._links = spec, dict(links)
        # called, in a thread, if another worker wants the training to stop
        self.when_stopped: Callable[[], None] = lambda: None
        self._failures: dict[int, str] = {}
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._hand: threading.Thread | None = None
        for index, link in self._links.items():
            link.when_received = lambda message, index=index: self._received(index, message)  # type: ignore[misc]

    @property
    def leads(self) -> bool:
        """True if this process is worker 0."""
        return self.spec.leads

    @property
    def lost(self) -> WorkerLostError | None:
        """The error about a worker that has failed or disappeared, or None if all are present."""
        for index, link in self._links.items():
            failed = self._failures.get(index)
            if failed is not None:
                return WorkerLostError(
                    "Worker {index} ({address}) has ended: {why}", index=index, address=self._address(index), why=failed
                )
            if link.gone is not None:
                return WorkerLostError(
                    "Worker {index} ({address}) is gone: {why}. The run is kept as of its newest checkpoint: start all "
                    "workers again, worker 0 with --resume; with --wait they go on by themselves once it is back.",
                    index=index,
                    address=self._address(index),
                    why=link.gone,
                )
        return None

    def send(self, kind: str, **content: Any) -> None:
        """Send a message over every connection."""
        for link in self._links.values():
            link.send({"kind": kind, **content})

    def fail(self, sentence: str) -> None:
        """Tell the other workers the reason that this worker ends."""
        self.send("failed", sentence=to_json(sentence))

    def hear(self, kind: str) -> dict[int, Message]:
        """Wait for one message of a kind over each connection.

        Raises WorkerLostError if a worker is gone, has failed, or says something else.
        """
        messages: dict[int, Message] = {}
        for index, link in self._links.items():
            message = self._next(link)
            if not isinstance(message, dict) or message.get("kind") != kind:
                raise WorkerLostError(
                    "Worker {index} ({address}) sends something other than “{kind}”. Install the same version on all "
                    "machines.",
                    index=index,
                    address=self._address(index),
                    kind=kind,
                )
            messages[index] = message
        return messages

    def hand_out(self, data: bytes) -> None:
        """Send bytes to all other workers."""
        for link in self._links.values():
            link.send_bytes(data)

    def take(self) -> bytes:
        """Wait for bytes from worker 0.

        Raises
        ------
        WorkerLostError
            If worker 0 is gone.
        """
        data = self._next(self._links[0])
        assert isinstance(data, bytes), "worker 0 hands out bytes"
        return data

    def guarded(self, work: Callable[[], T]) -> T:
        """Do work in a thread while it waits for the other workers.

        Raises WorkerLostError as soon as a worker is gone, although TensorFlow may wait on: the thread is then left to
        itself.
        """
        if self._hand is None:
            self._hand = threading.Thread(target=self._work, name="cluster", daemon=True)
            self._hand.start()
        results: list[T] = []
        errors: list[BaseException] = []
        done = threading.Event()

        def task() -> None:
            try:
                results.append(work())
            except BaseException as error:  # raised again below, in the thread that waits
                errors.append(error)
            done.set()

        self._tasks.put(task)
        while not done.wait(_LOOK):
            self.refuse_lost()
        if not errors:
            return results[0]
        if not isinstance(errors[0], StudioError):  # TensorFlow notices a lost worker, too, at times before we do
            deadline = time.monotonic() + _SETTLE
            while self.lost is None and time.monotonic() < deadline:
                time.sleep(_LOOK)
            if self.lost is not None:
                raise self.lost from errors[0]
        raise errors[0]

    def refuse_lost(self) -> None:
        """Raise WorkerLostError if a worker has disappeared."""
        lost = self.lost
        if lost is not None:
            raise lost

    def end(self) -> None:
        """Wait until all workers have finished, so that none leaves others waiting, and close the connections."""
        if self.leads:
            self.send("bye")
            deadline = time.monotonic() + _GOODBYE
            while any(link.gone is None for link in self._links.values()) and time.monotonic() < deadline:
                time.sleep(_LOOK / 10)
        else:
            self.hear("bye")
        self.close()

    def close(self) -> None:
        """Close the connections, which tells the other workers that this one is gone."""
        for link in self._links.values():
            link.close()

    def _next(self, link: PeerLink) -> Message | bytes:
        while True:
            self.refuse_lost()
            try:
                message = link.receive(_LOOK)
            except LinkError:
                continue  # a loss is reported above
            if message is not None:
                return message

    def _received(self, index: int, message: Message) -> bool:
        match message.get("kind"):
            case "stop":
                self.when_stopped()
            case "failed":
                self._failures[index] = from_json(message.get("sentence", ""))
            case _:
                return False
        return True

    def _work(self) -> None:
        while True:
            self._tasks.get()()

    def _address(self, index: int) -> str:
        return str(self.spec.addresses[index])


def differing(ours: Mapping[str, Any], theirs: Mapping[str, Any], index: int) -> Sentence | None:
    """Return a sentence on the first fact that differs between worker `index` and worker 0, or None."""
    for name, value in ours.items():
        if theirs.get(name) != value:
            return Sentence(
                "Worker {index} differs from worker 0: {name} is {theirs} there and {ours} here. Make them the same.",
                index=index,
                name=name,
                theirs=str(theirs.get(name)),
                ours=str(value),
            )
    return None
