"""The connections between a window and its child processes, on which no sender ever waits for the other side."""

from __future__ import annotations

import contextlib
import pickle
import threading
from collections import deque
from collections.abc import Iterator
from multiprocessing.connection import Client, Listener, answer_challenge, deliver_challenge

from core.base.systems import system

_WAITING_BYTES = 64 << 20  # for a window that is suspended and reads nothing: the oldest is dropped


def listen(address: str) -> Listener:
    """Return a listener for connections that are then checked by `admit`, or raise OSError."""
    return Listener(address, system.FAMILY)


def admit(connection: system.AnyConnection, key: bytes, patience: float = 10.0) -> None:
    """Check that the other side of a new connection knows the key.

    AuthenticationError, EOFError or OSError is raised if it does not, is a process of another user, or says nothing for
    as many seconds as `patience`. The connection is closed then.
    """

    def hang_up() -> None:
        with contextlib.suppress(OSError):
            system.hang_up(connection)

    timer = threading.Timer(patience, hang_up)
    timer.daemon = True
    timer.start()
    try:
        if not system.is_own(connection):
            raise PermissionError("it is a process of another user")
        deliver_challenge(connection, key)
        answer_challenge(connection, key)
    except BaseException:
        connection.close()
        raise
    finally:
        timer.cancel()


def connect(address: str, key: bytes) -> Link:
    """Return a connection to the process that listens at an address.

    OSError or EOFError is raised while nobody listens there, and if a process ends meanwhile.
    """
    return Link(Client(address, system.FAMILY, authkey=key))


class Link:
    """One end of a connection."""

    def __init__(self, connection: system.AnyConnection) -> None:
        self._connection = connection
        self._changed = threading.Condition()
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._closing = False
        self._sender = threading.Thread(target=self._deliver, name="link-sender", daemon=True)
        self._sender.start()

    def send(self, message: object) -> None:
        """Queue a message, which is lost if the other side is gone."""
        data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        with self._changed:
            self._waiting.append(data)
            self._bytes += len(data)
            while self._bytes > _WAITING_BYTES and len(self._waiting) > 1:
                self._bytes -= len(self._waiting.popleft())
            self._changed.notify()

    def __iter__(self) -> Iterator[object]:
        """Iterate over the messages of the other side, until either side closes.

        Only one thread may do so, and only once.
        """
        try:
            while True:
                try:
                    data = self._connection.recv_bytes()
                except system.CUT_OFF:
                    return
                yield pickle.loads(data)
        finally:
            self.close()
            self._hang_up()  # wakes the thread that sends
            self._sender.join()  # else it might write into whatever file is given this one's number next
            self._connection.close()

    def close(self) -> None:
        """Close the connection once every message given to `send` is sent."""
        with self._changed:
            self._closing = True
            self._changed.notify()

    def join(self, timeout: float) -> None:
        """Wait after `close` until all is sent, or for a number of seconds at most."""
        self._sender.join(timeout)

    def _deliver(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    break
                data = self._waiting.popleft()
                self._bytes -= len(data)
            try:
                self._connection.send_bytes(data)
            except (OSError, ValueError):  # the other side is gone; whoever receives here learns of it by that
                break
        self._hang_up()

    def _hang_up(self) -> None:
        with self._changed, contextlib.suppress(OSError):
            if self._connection.closed:
                return
            system.hang_up(self._connection)
