import threading
from multiprocessing.connection import Client

import pytest

from app.workers.links import admit, connect, listen
from core.base.systems import system


def test_whoever_says_nothing_is_let_go_and_the_next_is_heard() -> None:
    address = system.new_address()
    with listen(address) as listener, Client(address, system.FAMILY):
        with pytest.raises((EOFError, OSError)):
            admit(listener.accept(), b"key", patience=0.1)
        messages: list[object] = []
        thread = threading.Thread(target=lambda: connect(address, b"key").send("hello"))
        thread.start()
        with listener.accept() as connection:
            admit(connection, b"key")
            messages.append(connection.recv())
        thread.join()
    assert messages == ["hello"]
