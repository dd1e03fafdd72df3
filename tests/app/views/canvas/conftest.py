"""What the tests of the canvas share: three boxes on it, and a hand."""

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, shown_canvas, three_boxes
from support.window.hand import Hand

from app.session import Session
from app.views.canvas.view import CanvasView


@pytest.fixture
def canvas(qtbot: QtBot, session: Session) -> CanvasView:
    begin_with(session, three_boxes())
    canvas = shown_canvas(qtbot, session)
    session.viewport.set_scale(5)
    session.viewport.center = QPointF(65, 30)
    return canvas


@pytest.fixture
def hand(canvas: CanvasView) -> Hand:
    return Hand(canvas)
