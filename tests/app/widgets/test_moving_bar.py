"""A bar of progress while nobody knows how much there is to do."""

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot
from support.window.pixels import colours
from support.window.showing import added

from app.widgets.moving_bar import MovingBar


def share_of_highlight(bar: MovingBar) -> float:
    """How much of the bar's middle line has the colour of what is done."""
    seen = colours(bar.grab().toImage())
    done = bar.palette().highlight().color()
    line = seen[seen.shape[0] // 2, :, :3].astype(int)
    return float((abs(line - [done.red(), done.green(), done.blue()]).sum(axis=1) < 20).mean())


@pytest.fixture
def bar(qtbot: QtBot) -> MovingBar:
    bar = added(qtbot, MovingBar())
    bar.setFixedSize(QSize(200, 12))
    bar.show()
    return bar


def test_bar_of_an_unknown_amount_never_looks_full(bar: MovingBar):
    bar.setMaximum(0)
    assert 0.1 < share_of_highlight(bar) < 0.4


def test_bar_of_a_known_amount_shows_its_share(bar: MovingBar):
    bar.setMaximum(10)
    bar.setValue(0)
    empty = bar.grab().toImage()
    bar.setValue(10)
    assert bar.grab().toImage() != empty
