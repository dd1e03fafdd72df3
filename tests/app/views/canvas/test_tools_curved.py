"""The curved-word tool: two lines become the characters of the text."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, shown_canvas, steps
from support.window.hand import Hand

from app.session import Session
from core.labels.label import WordLabel


@pytest.fixture
def hand(qtbot: QtBot, session: Session) -> Hand:
    begin_with(session, WordLabel(text=session.editor.label.word))
    session.set_tool("curved")
    return Hand(shown_canvas(qtbot, session))


def test_two_dragged_lines_are_one_step(session: Session, hand: Hand):
    height, width = session.editor.image_size or (0, 0)
    hand.drag((1, 2), (width / 2, 1), (width - 1, 2))
    assert not session.editor.label.characters
    hand.drag((1, height - 2), (width / 2, height - 1), (width - 1, height - 2))
    assert session.editor.label.reading == session.editor.label.text
    assert steps(session) == 1


def test_clicked_points_can_be_taken_back(session: Session, hand: Hand):
    height, width = session.editor.image_size or (0, 0)
    hand.click((1, 2), (width / 2, height - 1))
    hand.key(Qt.Key.Key_Backspace)
    hand.click((width - 1, 2))
    hand.key(Qt.Key.Key_Return)
    hand.click((1, height - 2), (width - 1, height - 2))
    hand.key(Qt.Key.Key_Return)
    assert session.editor.label.reading == session.editor.label.text


def test_lines_that_cross_are_refused_with_a_sentence(session: Session, hand: Hand, qtbot: QtBot):
    height, width = session.editor.image_size or (0, 0)
    hand.drag((1, 1), (width - 1, height - 1))
    with qtbot.waitSignal(session.workspace.notified):
        hand.drag((1, height - 1), (width - 1, 1))
    assert not session.editor.label.characters
    assert steps(session) == 0


def test_a_word_without_a_text_is_asked_for_it_and_escape_gives_up(session: Session, hand: Hand, qtbot: QtBot):
    hand.click((5, 5), (40, 5))
    hand.key(Qt.Key.Key_Escape)
    session.editor.commit("Empty", WordLabel())
    with qtbot.waitSignal(session.text_wanted):
        hand.click((5, 5))
    assert steps(session) == 1
