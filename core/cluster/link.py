"""Connects two workers: sends messages as JSON, arrays as bytes, and signs of life."""

from __future__ import annotations

import contextlib
import json
import queue
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Any

from core.base.errors import Sentence

Message = dict[str, Any]

BEAT, SILENT = 2.0, 20.0  # seconds between two signs of life, and without one until the other side counts as gone

_HEAD = struct.Struct(">cQ")
_TEXT, _BYTES = b"j", b"b"
_MOST = {_TEXT: 64 << 20, _BYTES: 16 << 30}  # bytes of a message
_PIECE = 1 << 20


class LinkError(Exception):
    """Raised if the other side cannot be understood or is gone, with a `Sentence` about it in `str(error)`."""


class PeerLink:
    """One connection between two workers, with threads that end when it does.

    `connection`: connected. `beat` and `silent`: seconds, as `BEAT` and `SILENT`.
    """

    def __init__(self, connection: socket.socket, *, beat: float = BEAT, silent: float = SILENT) -> None:
        self._socket = connection
        self._beat = beat
        self._silent = silent
        self._sending = threading.Lock()
        self._arrived: queue.SimpleQueue[Message | bytes | None] = queue.SimpleQueue()
        self._heard = time.monotonic()
        self._over = threading.Event()
        self.gone: Sentence | None = None  # why the other side is gone; None as long as it is there
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.when_received: Callable[[Message], bool] = lambda message: False
        """Called in a thread with each message; what it takes (True) does not arrive at `receive`."""

    def begin(self) -> None:
        """Start the threads that listen and send signs of life."""
        for work in (self._listen, self._live):
            threading.Thread(target=work, name="link", daemon=True).start()

    def send(self, message: Message) -> None:
        """Send a message, which is lost if the other side is gone."""
        self._put(_TEXT, json.dumps(message).encode())

    def send_bytes(self, data: bytes) -> None:
        """Send raw bytes, which the other side receives as they are."""
        self._put(_BYTES, data)

    def receive(self, seconds: float | None = None) -> Message | bytes | None:
        """Wait for the next message, or return None after `seconds` without one.

        Raises
        ------
        LinkError
            If the other side is gone.
        """
        try:
            message = self._arrived.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            self._arrived.put(None)  # for the next caller
            assert self.gone is not None
            raise LinkError(self.gone)
        return message

    def close(self) -> None:
        """Close the connection without losing earlier messages."""
        self._end(Sentence("the connection was closed here"))

    def _put(self, kind: bytes, data: bytes) -> None:
        with self._sending, contextlib.suppress(OSError):  # the thread that listens notices the end
            self._socket.sendall(_HEAD.pack(kind, len(data)) + data)

    def _listen(self) -> None:
        try:
            while True:
                kind, length = _HEAD.unpack(self._read(_HEAD.size))
                if length > _MOST.get(kind, 0):
                    raise LinkError(Sentence("it does not communicate like a worker of this program"))
                data = self._read(length)
                message: Message | bytes = bytes(data) if kind == _BYTES else json.loads(data)
                if not isinstance(message, dict) or not (message.get("kind") == "alive" or self.when_received(message)):
                    self._arrived.put(message)
        except LinkError as error:
            why = error.args[0]
        except (OSError, ValueError) as error:
            why = Sentence("its connection failed ({why})", why=getattr(error, "strerror", None) or error)
        self._end(why)

    def _read(self, length: int) -> bytearray:
        received = bytearray()
        while len(received) < length:
            piece = self._socket.recv(min(_PIECE, length - len(received)))
            if not piece:
                raise LinkError(Sentence("its connection was closed"))
            self._heard = time.monotonic()
            received += piece
        return received

    def _live(self) -> None:
        while not self._over.wait(self._beat):
            if time.monotonic() - self._heard > self._silent:
                self._end(
                    Sentence("it is gone, or very slow: it has not answered for {seconds:.0f} s", seconds=self._silent)
                )
            elif self._sending.acquire(timeout=self._beat):  # else something long is being sent, a sign of life itself
                self._sending.release()
                self.send({"kind": "alive"})

    def _end(self, why: Sentence) -> None:
        if self._over.is_set():
            return
        self.gone = why
        self._over.set()
        self._arrived.put(None)
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
