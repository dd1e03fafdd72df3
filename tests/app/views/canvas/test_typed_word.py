"""A word typed on the canvas: its characters follow each letter, and Enter makes it one step."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.canvas import begin_with, shown_canvas, steps
from support.window.hand import Hand
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from core.charset import Charset
from core.labels.divide.divide import corners_of_box, division
from core.labels.edits import edits
from core.labels.edits.cuts import common_cut
from core.labels.geometry import bounds, rectangle
from core.labels.label import CharacterLabel, WordLabel

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def hand(qtbot: QtBot, session: Session) -> Hand:
    session.settings.set("label.after_review", "stay")
    begin_with(session, WordLabel())
    session.set_tool("word")
    return Hand(shown_canvas(qtbot, session))


def typed(hand: Hand, qtbot: QtBot, word: str) -> None:
    """Type letters, and wait until the characters follow."""
    qtbot.keyClicks(hand.canvas, word)
    whole = hand.canvas.session.editor.label.word
    qtbot.waitUntil(lambda: hand.canvas.session.editor.label.reading.endswith(word))
    assert whole in hand.canvas.session.editor.label.word


def test_the_picture_is_divided_into_what_is_typed_so_far(session: Session, hand: Hand, qtbot: QtBot):
    pixels = session.editor.pixels
    corners = corners_of_box(0, 0, pixels.shape[1], pixels.shape[0])
    for word in ("a", "ab", "abc"):
        typed(hand, qtbot, word[-1])
        assert session.editor.label.characters == division(pixels, corners, word).characters
    assert steps(session) == 0
    hand.key(Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: session.editor.label.reading == "ab")


def test_what_the_model_saw_of_the_word_helps_to_divide_it(session: Session, hand: Hand, qtbot: QtBot):
    pixels, image = session.editor.pixels, session.editor.image
    height, width = pixels.shape[:2]
    places = (0, 0.2, 0.7), (0.15, 0.65, 1)  # not where the ink is
    seen = WordLabel(
        tuple(
            CharacterLabel(symbol, rectangle(start * width, 0, end * width, height))
            for symbol, start, end in zip("abc", *places, strict=True)
        )
    )
    assert session.evidence("abc") is None
    show_prediction(session, predicted_for(session, seen, Charset(("a", "b", "c"))))
    evidence = session.evidence("abc")
    assert session.editor.image == image
    corners = corners_of_box(0, 0, width, height)
    helped = division(pixels, corners, "abc", evidence).characters
    assert helped != division(pixels, corners, "abc").characters
    typed(hand, qtbot, "abc")
    assert session.editor.label.characters == helped
    hand.key(Qt.Key.Key_Return)
    session.divide_picture()
    assert session.editor.label.characters == helped


def test_letters_that_wait_are_divided_once(session: Session, hand: Hand, qtbot: QtBot):
    shown: list[str] = []
    session.editor.label_changed.connect(lambda: shown.append(session.editor.label.reading))
    qtbot.keyClicks(hand.canvas, "abcdef")
    qtbot.waitUntil(lambda: "abcdef" in shown)
    assert shown == ["abcdef"]


def test_enter_makes_the_word_one_step_that_is_reviewed(session: Session, hand: Hand, qtbot: QtBot):
    qtbot.keyClicks(hand.canvas, "abc")
    hand.key(Qt.Key.Key_Return)
    label = session.editor.committed_label
    assert (label.text, label.reading, label.status) == ("abc", "abc", "reviewed")
    assert steps(session) == 1
    session.editor.undo()
    assert session.editor.committed_label == WordLabel()


def test_shift_enter_stays_and_does_not_review(session: Session, hand: Hand, qtbot: QtBot):
    typed(hand, qtbot, "abc")
    hand.key(Qt.Key.Key_Return, SHIFT)
    assert session.editor.committed_label.reading == "abc"
    assert session.editor.committed_label.status != "reviewed"


def test_escape_gives_up_what_was_typed_and_then_the_tool(session: Session, hand: Hand, qtbot: QtBot):
    typed(hand, qtbot, "abc")
    hand.key(Qt.Key.Key_Escape)
    assert session.editor.label == WordLabel()
    hand.key(Qt.Key.Key_Escape)
    assert session.tool == "select"


@pytest.mark.parametrize("leave", [lambda session: session.set_tool("select"), lambda session: session.step(1)])
def test_what_was_typed_is_not_lost_with_the_tool_or_the_image(
    leave: Callable[..., Any], session: Session, hand: Hand, qtbot: QtBot
):
    image = session.image
    qtbot.keyClicks(hand.canvas, "abc")
    assert callable(leave)
    leave(session)
    document = session.documents.get(image)
    assert document is not None and document.label is not None
    assert document.label.reading == "abc"


def test_a_cut_dragged_while_a_word_is_typed_belongs_to_its_step(session: Session, hand: Hand, qtbot: QtBot):
    typed(hand, qtbot, "abc")
    first, second = (bounds(character.polygon) for character in session.editor.label.characters[:2])
    x, y = (first[2] + second[0]) / 2, (first[1] + first[3]) / 2
    hand.drag((x, y), (x - 3, y), (x - 6, y))
    assert bounds(session.editor.committed_label.characters[0].polygon)[2] < first[2]
    typed(hand, qtbot, "d")
    hand.key(Qt.Key.Key_Return)
    assert session.editor.committed_label.reading == "abcd"
    assert steps(session) == 1


def test_a_box_drawn_round_what_was_typed_divides_the_box(session: Session, hand: Hand, qtbot: QtBot):
    height, width = session.editor.image_size or (0, 0)
    typed(hand, qtbot, "ab")
    hand.drag((width / 2, 2), (width - 2, height - 2))
    assert session.editor.committed_label.reading == "ab"
    assert min(bounds(c.polygon)[0] for c in session.editor.committed_label.characters) >= width / 2 - 1
    typed(hand, qtbot, "c")
    hand.key(Qt.Key.Key_Return)
    assert min(bounds(c.polygon)[0] for c in session.editor.committed_label.characters) >= width / 2 - 1
    assert (session.editor.committed_label.reading, steps(session)) == ("abc", 1)


def test_another_edit_ends_the_typing(session: Session, hand: Hand, qtbot: QtBot):
    typed(hand, qtbot, "ab")
    session.editor.apply("Type", edits.set_text, "xyz")
    hand.key(Qt.Key.Key_Return)
    assert session.editor.committed_label.text == "xyz"
    assert not session.editor.is_previewing


def test_cuts_of_what_is_typed_are_slanted_by_their_ends(session: Session, hand: Hand, qtbot: QtBot):
    typed(hand, qtbot, "ab")
    first, second = session.editor.label.characters
    x = (bounds(first.polygon)[2] + bounds(second.polygon)[0]) / 2
    hand.drag((x, 0), (x + 4, 0), (x + 8, 0))
    top, bottom = common_cut(session.editor.committed_label, 1) or ((0.0, 0.0), (0.0, 0.0))
    assert top[0] > bottom[0] + 1
    hand.key(Qt.Key.Key_Return)
    assert session.editor.committed_label.reading == "ab"


def test_a_text_longer_than_the_word_is_wide_is_refused_with_a_sentence(session: Session, hand: Hand, qtbot: QtBot):
    _, width = session.editor.image_size or (0, 0)
    with qtbot.waitSignal(session.workspace.notified):
        qtbot.keyClicks(hand.canvas, "l" * (width + 1))
    hand.key(Qt.Key.Key_Return)
    assert session.editor.committed_label == WordLabel()
    hand.key(Qt.Key.Key_Backspace)
    hand.key(Qt.Key.Key_Return)
    assert len(session.editor.committed_label.characters) == width
