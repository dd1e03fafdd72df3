"""Pasting the word of an image: a text on the clipboard is typed only where letters would be."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from support.window.keys import press
from support.window.typed_words import line_of, reviewed

from app.session import Session
from app.views.main_window.window import MainWindow
from core.labels.label import WordLabel


@pytest.fixture
def front(front: MainWindow, session: Session) -> MainWindow:
    """The window in front, on an image without text and characters."""
    session.editor.commit("Empty", WordLabel())
    return front


@pytest.fixture
def known(front: MainWindow, session: Session) -> WordLabel:
    """The label of the image on screen, which a person has reviewed."""
    return reviewed(session)


@pytest.fixture
def copied(front: MainWindow) -> Callable[[str], None]:
    """Copies a text elsewhere, and pastes it in the window."""

    def paste(text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        press(front, Qt.Key.Key_V, held=Qt.KeyboardModifier.ControlModifier)

    return paste


@pytest.mark.parametrize("text", ["sad", "  sad\n", "\u200fsad\u200e"])
def test_a_copied_text_becomes_the_word_of_an_image_without_a_label(
    text: str, copied: Callable[[str], None], front: MainWindow, session: Session
):
    copied(text)
    assert session.typing.typed == "sad"
    assert line_of(front).startswith("Typing the word of")
    press(front, Qt.Key.Key_Return)
    assert session.editor.committed_label.text == "sad"


def test_a_copied_text_goes_on_with_what_is_typed(copied: Callable[[str], None], front: MainWindow, session: Session):
    press(front, Qt.Key.Key_W, *"sad")
    copied("der")
    assert session.typing.typed == "sadder"


def test_a_copied_text_from_right_to_left_is_typed_as_it_is_written(
    copied: Callable[[str], None], front: MainWindow, session: Session, qtbot: QtBot
):
    copied("שלום")
    qtbot.waitUntil(lambda: session.editor.label.reading == "שלום")
    first, *_, last = session.editor.label.in_order
    assert first.corners[:, 0].min() > last.corners[:, 0].max() - 1


@pytest.mark.parametrize(
    ("text", "says"), [("a" * 10_000, "10,000 symbols"), ("one\ntwo\n", "2 lines"), ("", "no characters")]
)
def test_what_is_no_word_is_refused_with_a_reason(
    text: str, says: str, copied: Callable[[str], None], session: Session, sentences: list[str]
):
    copied(text)
    assert (session.typing.typed, session.editor.label) == ("", WordLabel())
    assert says in sentences[-1]


def test_a_copied_text_changes_no_known_word(
    copied: Callable[[str], None], front: MainWindow, session: Session, known: WordLabel, sentences: list[str]
):
    copied("other")
    press(front, Qt.Key.Key_W)
    copied("other")
    assert session.editor.committed_label == known
    assert [sentence.partition(": ")[2] for sentence in sentences] == [
        "press T, then paste the text in place of the old one."
    ] * 2


def test_a_text_that_no_picture_has_room_for_is_refused_by_the_field(
    copied: Callable[[str], None], front: MainWindow, session: Session, known: WordLabel, sentences: list[str]
):
    press(front, Qt.Key.Key_T)
    copied("a" * 10_000)
    press(front, Qt.Key.Key_Return)
    assert session.editor.committed_label == known
    assert sentences == [
        "The text has 10,000 symbols, more than the picture has pixels, so it is not used. Shorten the text."
    ]
