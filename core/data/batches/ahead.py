"""Makes items in a thread ahead of their use."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

_TICK = 0.2  # seconds after which the thread looks if anybody still wants what it has made
_PATIENCE = 10.0  # seconds that the end waits for the item in the making


def made_ahead(items: Iterable[T], count: int) -> Iterator[T]:
    """Yield the items, while a thread makes the next `count` of them.

    The thread ends with the generator: close it.

    Raises
    ------
    Exception
        The error in making an item, in place of that item.
    """
    ready: queue.Queue[tuple[bool, object]] = queue.Queue(count)
    closed = threading.Event()

    def put(kind: bool, value: object) -> bool:
        while not closed.is_set():
            try:
                ready.put((kind, value), timeout=_TICK)
            except queue.Full:
                continue
            return True
        return False

    def make() -> None:
        try:
            for item in items:
                if not put(True, item):
                    return
        except BaseException as error:
            put(False, error)
        else:
            put(False, None)

    thread = threading.Thread(target=make, daemon=True)
    thread.start()
    try:
        while True:
            is_item, value = ready.get()
            if is_item:
                yield value  # type: ignore[misc]
            elif isinstance(value, BaseException):
                raise value
            else:
                return
    finally:
        closed.set()
        thread.join(_PATIENCE)  # a thread that outlives Python's end in a library of C++ takes the process down with it
