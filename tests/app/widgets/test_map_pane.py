"""A pane paints its map when map, zoom, or colours change, and only the cursor when the mouse moves."""

from collections.abc import Callable, Collection
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QTransform
from pytestqt.qtbot import QtBot

from app.display import Viewport
from app.widgets.map_pane import MapPane


class _Counting(MapPane):
    drawn = 0

    def draw(self, painter: QPainter, to_pane: QTransform) -> Collection[int] | None:
        self.drawn += 1
        painter.fillRect(self.rect(), QColor("red"))
        return ()


@pytest.fixture
def pane(qtbot: QtBot) -> _Counting:
    viewport = Viewport()
    viewport.set_pane_size(400, 100)
    viewport.show_image(200, 50)
    pane = _Counting(viewport)
    viewport.setParent(pane)
    qtbot.addWidget(pane)
    pane.resize(200, 50)
    pane.grab()
    return pane


def test_cursor_moves_over_the_map_without_the_map_being_drawn_again(pane: _Counting):
    without = pane.grab().toImage()
    before = pane.drawn
    pane.viewport.set_cursor(QPointF(100, 25))
    assert pane.grab().toImage().pixelColor(100, 25) == Qt.GlobalColor.white
    pane.viewport.set_cursor(None)
    assert pane.grab().toImage() == without
    assert pane.drawn == before


def test_first_painting_after_a_change_is_that_of_all_cursor_movements(pane: _Counting):
    pane.set_title(("Order", "target"))
    first, second, third = (pane.grab().toImage() for _ in range(3))
    assert first == second == third


@pytest.mark.parametrize(
    "change",
    [
        lambda pane: pane.viewport.zoom(2.0),
        lambda pane: pane.resize(300, 60),
        lambda pane: pane.setPalette(QPalette(QColor("navy"))),
        lambda pane: pane.set_title(("Order", "target")),
        lambda pane: pane.set_title(pane.title, "upright"),
        lambda pane: pane.redraw(),
    ],
    ids=["zoom", "size", "palette", "title", "style", "asked"],
)
def test_map_is_drawn_again_after_a_change(pane: _Counting, change: Callable[..., Any]):
    before = pane.drawn
    change(pane)
    pane.grab()
    assert pane.drawn > before
