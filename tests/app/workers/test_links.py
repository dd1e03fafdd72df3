import os
import subprocess
import sys
import threading
from multiprocessing.connection import Client

import pytest

from app.workers.links import admit, connect, listen
from core.base.systems import system


def test_whoever_says_nothing_is_let_go_and_the_next_is_heard():
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


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can be another user, too")
def test_a_process_of_another_user_is_refused_even_if_it_knows_the_key():
    address, key = system.new_address(), b"key"
    code = "import hmac, os; from multiprocessing.connection import Client; os.setuid(65534); "
    code += f"Client({address!r}, 'AF_UNIX', authkey={key!r})"
    with listen(address) as listener:
        stranger = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
        with pytest.raises(PermissionError):
            admit(listener.accept(), key)
        assert stranger.wait() != 0
