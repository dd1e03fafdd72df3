"""The carrier of news from background threads to the GUI thread."""

from __future__ import annotations

import contextlib
import socket
import time
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Protocol

from PySide6.QtCore import QObject, QSocketNotifier
from shiboken6 import isValid

_BUFFER = 4096  # bytes; each only says that there is news
_AT_MOST = 0.008  # seconds of handing out, half a frame; then keys and painting have their turn


class Addressee(Protocol):
    """A QObject of the GUI thread that can receive news from threads."""

    def deliver(self, what: str, news: object) -> None:
        """Receive news in the GUI thread."""
        ...


class Post(QObject):
    """Carries news to QObjects in the order of sending, and drops news for one that was deleted meanwhile.

    Threads touch no Qt object: they put the news into a queue and wake the GUI thread's event loop by a byte through a
    pair of sockets. Emitting signals with Python objects from threads crashed the program every few thousand times
    (PySide6 6.11: a bus error while the GUI thread takes the queued call).
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._news: deque[tuple[Addressee, str, object]] = deque()
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(lambda *_: self._hand_out())

    def send(self, addressee: Addressee, what: str, news: object) -> None:
        """Let the GUI thread call `addressee.deliver(what, news)`, from whichever thread sends."""
        self._news.append((addressee, what, news))
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # it is full: the loop will wake anyway
            self._writer.send(b"\0")

    def _hand_out(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._reader.recv(_BUFFER)
        until = self._clock() + _AT_MOST
        try:
            for _ in range(len(self._news)):  # what comes meanwhile has a byte of its own
                if not self._news:
                    break  # a dialog that was opened by the news before has handed out the rest
                addressee, what, news = self._news.popleft()
                if isValid(addressee):  # else the window is gone, and with it whoever listened
                    addressee.deliver(what, news)
                if self._clock() >= until:
                    break
        finally:
            if self._news:
                self._wake()


@cache
def post() -> Post:
    """Return the only `Post`, which is never destroyed and which the GUI thread has to ask for first."""
    return Post()
