"""A canvas on a session, for the tests of its tools."""

from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.canvas.view import CanvasView
from core.labels.label import WordLabel
from support.window.showing import exposed
from support.words.boxes import boxed


def shown_canvas(qtbot: QtBot, session: Session) -> CanvasView:
    """A canvas on screen that has the keyboard."""

    canvas = exposed(qtbot, CanvasView(session), 900, 420)
    canvas.activateWindow()
    canvas.setFocus()
    return canvas


def three_boxes(text: str | None = "abc") -> WordLabel:
    """Characters a, b, c in boxes of 30 × 40 pixels that stand 10 pixels apart, from (10, 10) on."""
    return WordLabel(boxed("abc", 10, 10, 30, 40, gap=10, shape_type="rectangle"), text)


def begin_with(session: Session, label: WordLabel) -> None:
    """Make a label the open image's, with nothing to undo."""
    document = session.editor.document
    session.editor.commit("begin", label, ())
    document.stack.clear()


def steps(session: Session) -> int:
    """How many steps can be undone."""
    document = session.editor.document
    return document.stack.index()
