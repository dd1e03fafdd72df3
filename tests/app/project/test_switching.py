"""Who follows another image on screen, and when."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.project.switching import Switching


class News(QObject):
    image = Signal()
    label = Signal()


def test_all_else_follows_once_and_only_after_the_picture_was_painted(qtbot: QtBot, owner: QObject) -> None:
    switching, news, acts = Switching(owner), News(owner), list[str]()
    switching.is_picture_shown = True
    switching.later(lambda: acts.append("table"), news.image, news.label, parent=owner)
    switching.once(lambda: acts.append("picture"), news.image, news.label, parent=owner)
    with switching.under_way():
        news.image.emit()
        news.label.emit()
        assert not acts
    assert acts == ["picture"]
    switching.painted()
    qtbot.waitUntil(lambda: acts == ["picture", "table"], timeout=WAIT)


def test_nobody_waits_without_a_picture_or_outside_a_switch(owner: QObject) -> None:
    switching, news, acts = Switching(owner), News(owner), list[str]()
    switching.later(lambda: acts.append("table"), news.image, parent=owner)
    with switching.under_way():
        news.image.emit()
    switching.is_picture_shown = True
    news.image.emit()
    assert acts == ["table", "table"]
