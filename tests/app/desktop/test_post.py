from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.desktop.post import Post


class Reader(QObject):
    """Notes what it is told, and does something at each."""

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.read: list[object] = []
        self._meanwhile = meanwhile

    def deliver(self, what: str, news: object) -> None:
        self.read.append(news)
        self._meanwhile()


def test_news_comes_in_the_order_in_which_it_was_sent(qtbot: QtBot):
    post, reader = Post(), Reader()
    for number in range(100):
        post.send(reader, "number", number)
    qtbot.waitUntil(lambda: len(reader.read) == 100)
    assert reader.read == [*range(100)]


def test_much_news_that_takes_long_leaves_the_window_its_turn(qtbot: QtBot):
    now = [0.0]

    def take_long() -> None:
        now[0] += 1.0

    post, reader = Post(clock=lambda: now[0]), Reader(take_long)
    seen: list[int] = []
    turn = QTimer()
    turn.timeout.connect(lambda: seen.append(len(reader.read)))
    turn.start(0)
    for number in range(3):
        post.send(reader, "number", number)
    qtbot.waitUntil(lambda: len(reader.read) == 3)
    assert {1, 2} <= {*seen}
    assert reader.read == [0, 1, 2]


def test_news_for_one_that_is_gone_is_dropped(qtbot: QtBot):
    post, reader, gone = Post(), Reader(), Reader()
    read = gone.read
    post.send(gone, "number", 1)
    post.send(reader, "number", 2)
    delete(gone)
    qtbot.waitUntil(lambda: reader.read == [2])
    assert read == []
