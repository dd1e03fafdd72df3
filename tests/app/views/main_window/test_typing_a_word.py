"""Typing the word of an image without a label: no letter runs a shortcut while the text is expected."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.hand import Hand
from support.window.keys import press
from support.window.typed_labels import start
from support.window.typed_words import line_of, reviewed, unlabelled

from app.actions.action import LayoutName
from app.session import Session
from app.views.main_window.window import MainWindow
from core.index.filters import STATUSES
from core.labels.label import WordLabel

WORD = "SHAKEDGPwa"  # A and D go from image to image, S, G and P choose tools, W as well


@pytest.fixture
def front(front: MainWindow, session: Session) -> MainWindow:
    """The window in front, on an image without text and characters."""
    session.editor.commit("Empty", WordLabel())
    return front


def type_word(qtbot: QtBot) -> None:
    for letter in WORD:
        held = Qt.KeyboardModifier.ShiftModifier if letter.isupper() else Qt.KeyboardModifier.NoModifier
        qtbot.keyClick(QApplication.focusWidget(), letter, held)


def test_shift_and_enter_finish_the_word_and_stay(front: MainWindow, session: Session, qtbot: QtBot):
    image, choices = session.image, session.display.choices
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    type_word(qtbot)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert session.editor.label.text == WORD
    assert (session.image, session.tool, session.display.choices) == (image, "word", choices)
    assert front.centre.canvas.hasFocus()


def test_letters_typed_after_a_box_are_the_text_that_divides_it(front: MainWindow, session: Session, qtbot: QtBot):
    image = session.image
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    height, width = session.editor.image_size or (0, 0)
    Hand(front.centre.canvas).drag((0.0, 0.0), (float(width), float(height)))
    front.centre.canvas.setFocus()  # as after a click beside the word
    type_word(qtbot)
    qtbot.waitUntil(lambda: session.editor.label.reading == WORD)
    assert (session.image, session.tool) == (image, "word")
    assert not session.editor.committed_label.characters


def test_words_are_typed_one_after_the_other_with_enter_between_them(front: MainWindow, session: Session, qtbot: QtBot):
    images = unlabelled(session, 0, 3, 5)
    press(front, Qt.Key.Key_W)
    for image in images:
        qtbot.waitUntil(lambda image=image: session.editor.image == image)
        type_word(qtbot)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    for image in images:
        label = session.documents.get(image).label
        assert (label.reading, label.status) == (WORD, "reviewed")


def test_after_the_last_word_typing_pauses_and_that_is_said(front: MainWindow, session: Session, sentences: list[str]):
    press(front, Qt.Key.Key_W, *"sad", Qt.Key.Key_Return)
    assert (session.typing.way, session.typing.pause) == (None, "known")
    assert sentences == ["All images in the list have a label."]


def test_letters_typed_while_the_image_is_being_read_are_kept_for_it(front: MainWindow, session: Session, qtbot: QtBot):
    loaded = session.editor.loaded
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    session.editor.show(None)
    qtbot.keyClick(front.centre.canvas, "A")
    qtbot.keyClick(front.centre.canvas, "d")
    session.editor.show(loaded)
    qtbot.waitUntil(lambda: session.editor.label.reading == "Ad")
    assert session.tool == "word"


def test_escape_leaves_the_word_tool_and_letters_are_shortcuts_again(front: MainWindow, session: Session, qtbot: QtBot):
    canvas, image = front.centre.canvas, session.image
    qtbot.keyClick(canvas, Qt.Key.Key_W)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert session.tool == "select"
    qtbot.keyClick(canvas, Qt.Key.Key_D)
    assert session.image != image


def test_letters_typed_in_a_folder_that_is_read_only_do_nothing_but_tell_why(
    front: MainWindow, session: Session, qtbot: QtBot
):
    """They were shortcuts: a word with an H hid the outlines."""
    editor, image = session.editor, session.image
    editor.set_project(session.project, session.catalog.charset, "This folder is read-only.")
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    assert session.tool == "word"
    choices, cards = session.display.choices, len(front.centre.toasts.cards)
    for letter in "Changed":
        qtbot.keyClick(front.centre.canvas, letter)
    assert (session.image, session.tool, session.display.choices) == (image, "word", choices)
    assert editor.label == WordLabel()
    assert len(front.centre.toasts.cards) == cards + 1, "the same sentence is told once"


def test_a_click_on_an_image_without_a_label_leaves_the_keyboard_to_the_word(
    front: MainWindow, session: Session, qtbot: QtBot
):
    _, image = unlabelled(session, 0, 2)
    press(front, Qt.Key.Key_W)
    rows = front.images.view
    at = rows.visualRect(rows.model().index(2, 0)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: session.editor.image == image)
    choices = session.display.choices
    press(front, *"nuisance")
    qtbot.waitUntil(lambda: session.editor.label.reading == "nuisance")
    assert (session.image, session.tool, session.display.choices) == (image, "word", choices)


def test_letters_belong_to_the_list_while_that_has_the_keyboard(front: MainWindow, session: Session):
    press(front, Qt.Key.Key_W)
    image = str(session.image)
    front.images.view.setFocus()
    assert (session.typing.way, session.typing.pause) == (None, "elsewhere")
    press(front, *"sad")
    assert session.documents.get(image).label == WordLabel()


def test_page_down_goes_through_the_images_while_words_are_typed(front: MainWindow, session: Session):
    first, second = (str(session.catalog.image_at(row)) for row in range(2))
    press(front, Qt.Key.Key_W, *"dad", Qt.Key.Key_PageDown)
    assert session.image == second
    document = session.documents.get(first)
    assert document is not None and document.label is not None and document.label.text == "dad"
    press(front, Qt.Key.Key_PageUp)
    assert session.image == first


def test_letters_on_a_word_with_a_text_are_keys(front: MainWindow, session: Session):
    session.editor.commit("Text", WordLabel(text="was"))
    image = session.image
    press(front, Qt.Key.Key_W, *"d")
    assert session.image != image
    assert session.documents.get(image).label.text == "was"
    assert line_of(front).startswith("Typing is paused, letters are shortcuts")


def test_letters_that_would_replace_a_draft_are_dropped_with_the_image_and_that_is_said(
    front: MainWindow, session: Session, sentences: list[str]
):
    first, draft = str(session.image), WordLabel(text="was", text_source="model")
    session.editor.commit("Text", draft)
    press(front, Qt.Key.Key_W, "d", Qt.Key.Key_PageDown)
    assert session.image != first
    assert session.documents.get(first).label == draft
    assert any("“d” was not taken" in sentence for sentence in sentences)


def test_letters_replace_a_draft_with_enter(front: MainWindow, session: Session):
    first = str(session.image)
    session.editor.commit("Text", WordLabel(text="was", text_source="model"))
    press(front, Qt.Key.Key_W, *"dad", Qt.Key.Key_Return)
    label = session.documents.get(first).label
    assert (label.text, label.status) == ("dad", "reviewed")


def test_letters_typed_ahead_for_a_word_that_is_known_are_dropped_and_that_is_said(
    front: MainWindow, session: Session, sentences: list[str]
):
    loaded = session.editor.loaded
    press(front, Qt.Key.Key_W)
    session.editor.show(None)
    press(front, *"ad")
    session.documents.get(str(session.image)).label = WordLabel(text="was")
    session.editor.show(loaded)
    assert session.editor.committed_label == WordLabel(text="was")
    assert sentences == [f"“ad” was not taken: {session.image} has a label. T changes it."]


def test_enter_typed_ahead_ends_the_word_and_the_letters_behind_it_are_the_next(
    front: MainWindow, session: Session, qtbot: QtBot
):
    first, second = unlabelled(session, 0, 1)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0 and not session.workspace.background.jobs)
    loaded = session.editor.loaded
    press(front, Qt.Key.Key_W)
    session.editor.show(None)
    press(front, *"ad", Qt.Key.Key_Return, *"cab")
    session.editor.show(loaded)
    qtbot.waitUntil(lambda: session.image == second and session.editor.label.reading == "cab")
    assert session.documents.get(first).label.is_reviewed
    assert session.documents.get(first).label.reading == "ad"


# The line


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_typing_is_seen_in_every_layout(layout: Any, front: MainWindow, session: Session):
    front.choose_layout(layout)
    front.centre.canvas.setFocus()
    assert line_of(front) == ""
    press(front, Qt.Key.Key_W)
    name = Path(str(session.image)).stem
    assert line_of(front) == f"Typing the word of {name} · Enter: reviewed, and the next · Esc: as before"


def test_one_escape_ends_typing_also_after_a_click_in_the_picture(front: MainWindow, session: Session):
    press(front, Qt.Key.Key_W, *"sad")
    height, width = session.editor.image_size or (0, 0)
    Hand(front.centre.canvas).click((width / 2, height / 2))
    press(front, Qt.Key.Key_Escape)
    assert session.tool == "select"
    assert session.editor.label == WordLabel()
    assert line_of(front) == ""


def test_escape_takes_back_what_the_drag_of_a_cut_has_made_the_label(front: MainWindow, session: Session, qtbot: QtBot):
    press(front, Qt.Key.Key_W, *"ab")
    qtbot.waitUntil(lambda: session.editor.label.reading == "ab")
    (_, _), (x, y) = session.editor.label.characters[0].corners[:2]
    Hand(front.centre.canvas).drag((x, y + 4), (x - 3, y + 4), (x - 6, y + 4))
    assert session.editor.committed_label.reading == "ab"
    press(front, Qt.Key.Key_Escape)
    assert session.editor.committed_label == WordLabel()


@pytest.mark.parametrize("layout", ["train", "inspect", "review"])
def test_another_layout_ends_typing(layout: str, front: MainWindow, session: Session):
    press(front, Qt.Key.Key_W)
    front.choose_layout(layout)
    assert not session.typing.is_on
    front.centre.canvas.setFocus()
    press(front, "a")
    assert session.editor.label == WordLabel()


def test_typing_begins_anew_in_each_session(
    front: MainWindow, session: Session, make_session: Callable[[Path | None], Session], project_folder: Path
):
    press(front, Qt.Key.Key_W)
    session.shutdown()
    assert not make_session(project_folder).typing.is_on


# Changing a known word


@pytest.fixture
def known(front: MainWindow, session: Session) -> WordLabel:
    """The label of the image on screen, which a person has reviewed."""
    return reviewed(session)


def test_t_selects_the_old_text_and_letters_replace_it_with_enter(
    front: MainWindow, session: Session, known: WordLabel
):
    press(front, Qt.Key.Key_T)
    assert front.label.text.field.selectedText() == "5554"
    assert line_of(front).startswith("Typing the word of")
    press(front, *"5555", Qt.Key.Key_Return)
    assert (session.editor.committed_label.text, session.editor.committed_label.status) == ("5555", "reviewed")
    assert front.centre.canvas.hasFocus()


def test_escape_brings_the_old_text_back(front: MainWindow, session: Session, known: WordLabel):
    press(front, Qt.Key.Key_T, *"u", Qt.Key.Key_Escape)
    assert session.editor.committed_label == known
    assert front.label.text.field.text() == "5554"
    assert front.centre.canvas.hasFocus()
    assert line_of(front) == ""


def test_enter_with_an_unchanged_text_changes_the_status_alone(front: MainWindow, session: Session):
    session.settings.set("label.after_review", "stay")
    session.editor.commit("Text", WordLabel(text="5554"))
    press(front, Qt.Key.Key_T, Qt.Key.Key_Return)
    label = session.editor.committed_label
    assert replace(label, status=None, reviewed_at=None) == WordLabel(text="5554")
    assert label.is_reviewed


@pytest.mark.parametrize("tool", ["select", "word"])
def test_a_double_click_beside_the_characters_begins_to_change_the_word(
    tool: str, front: MainWindow, session: Session, known: WordLabel
):
    session.set_tool(tool)
    height, width = session.editor.image_size or (0, 0)
    Hand(front.centre.canvas).double_click((width / 2, height / 2))
    assert front.label.text.field.hasFocus()
    assert front.label.text.field.selectedText() == "5554"
    assert session.editor.committed_label == known


def test_enter_takes_the_text_of_a_word_whose_lines_are_drawn_next_and_stays(front: MainWindow, session: Session):
    image = session.image
    press(front, Qt.Key.Key_B, held=Qt.KeyboardModifier.ShiftModifier)
    press(front, *"sad")
    assert line_of(front).endswith("Enter: takes the text · Esc: as before")
    press(front, Qt.Key.Key_Return)
    assert (session.image, session.tool) == (image, "curved")
    assert session.editor.committed_label == WordLabel(text="sad")


def test_characters_that_are_only_typed_cannot_be_selected_and_cut(front: MainWindow, session: Session, qtbot: QtBot):
    press(front, Qt.Key.Key_W, *"sad")
    qtbot.waitUntil(lambda: session.editor.label.reading == "sad")
    for key in (Qt.Key.Key_A, Qt.Key.Key_X):
        press(front, key, held=Qt.KeyboardModifier.ControlModifier)
    assert session.editor.selection == ()
    assert session.typing.typed == "sad"


def test_the_first_steps_destroy_no_label(front: MainWindow, session: Session, known: WordLabel):
    """W, later F7, U and Enter in Review saved a reviewed 5554 as "u"."""
    session.show(session.catalog.image_at(1))
    press(front, Qt.Key.Key_W)
    front.choose_layout("review")
    session.show(session.catalog.image_at(0))
    front.centre.canvas.setFocus()
    press(front, "u", Qt.Key.Key_Return)
    assert session.editor.committed_label.text == "5554"


# A symbol that was not typed


@pytest.mark.parametrize(
    ("label", "says"),
    [(WordLabel(), "W begins to type the word."), (WordLabel(text="12"), "has a label: T changes it.")],
)
def test_no_digit_is_lost_without_a_sign(
    label: Any, says: str, front: MainWindow, session: Session, sentences: list[str]
):
    session.editor.commit("Start", label)
    press(front, "5")
    assert session.editor.committed_label == label
    assert sentences[-1].startswith("“5” was not typed.")
    assert sentences[-1].endswith(says)


def test_a_digit_after_one_click_on_a_character_says_how_to_type_over_it(
    front: MainWindow, session: Session, sentences: list[str]
):
    start(session, "ab", "ab")
    hand = Hand(front.centre.canvas)
    hand.click((4, 6))
    assert line_of(front) == ""
    press(front, "5")
    assert session.editor.committed_label.text == "ab"
    assert sentences == ["“5” was not typed. Click the character once more, or double click it, to type over it."]
    hand.click((4, 6))
    assert line_of(front).startswith("Typing the word of")
    press(front, "5")
    assert session.editor.committed_label.text == "5b"


def test_a_key_that_is_held_down_types_one_letter(front: MainWindow, session: Session):
    press(front, Qt.Key.Key_W, "a")
    for _ in range(20):
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", True)
        QApplication.sendEvent(front.centre.canvas, held)
    assert session.typing.typed == "a"


# The list and the queue


def test_the_list_shows_a_label_as_it_is_at_each_moment(front: MainWindow, session: Session):
    session.saver.delay = 60_000
    press(front, Qt.Key.Key_W, *"sad", Qt.Key.Key_Return)
    table = session.catalog.table
    assert (table.text[0], table.status[0]) == ("sad", STATUSES.index("reviewed"))
    press(front, Qt.Key.Key_Escape)
    press(front, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert table.text[0] == ""


# An input method


def compose(window: MainWindow, preedit: str, committed: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(committed)
    QApplication.sendEvent(window.centre.canvas, event)


def test_what_was_composed_for_one_image_is_not_taken_by_the_next(
    front: MainWindow, session: Session, sentences: list[str]
):
    first, second = unlabelled(session, 0, 1)
    press(front, Qt.Key.Key_W)
    compose(front, "zhong")
    press(front, Qt.Key.Key_PageDown)
    assert session.image == second
    compose(front, "", "中")
    assert session.editor.label == WordLabel()
    assert f"“中” was composed for {first} and is not taken here." in sentences
    compose(front, "wen")
    compose(front, "", "文")
    assert session.typing.typed == "文"


def test_a_click_beside_a_word_that_is_being_typed_leaves_it_open_and_says_so(
    front: MainWindow, session: Session, sentences: list[str], qtbot: QtBot
):
    committed = session.editor.committed_label
    press(front, Qt.Key.Key_W, *"nui")
    qtbot.waitUntil(lambda: session.editor.label.reading == "nui")
    height, width = session.editor.image_size or (0, 0)
    for x in range(0, width, 4):  # beside the cuts and on them
        Hand(front.centre.canvas).click((float(x), height / 2))
    assert session.editor.committed_label == committed
    assert {*sentences} == {"“nui” is still being typed. Enter takes it, Esc drops it."}
    press(front, *"sance")
    qtbot.waitUntil(lambda: session.editor.label.reading == "nuisance")


def test_the_status_bar_says_that_letters_search_the_list_that_has_the_keyboard(front: MainWindow):
    hint = front.status.hint
    before = hint.toolTip()
    front.images.view.setFocus()
    assert hint.toolTip() == "Letters search this list. For the keys of the picture, click the picture."
    front.centre.canvas.setFocus()
    assert hint.toolTip() == before


def test_the_picture_is_drawn_large_once_a_word_gets_the_caret(front: MainWindow, session: Session, qtbot: QtBot):
    known = next(image for image in session.catalog.table.images if image != session.image)
    session.show(known)
    qtbot.waitUntil(lambda: session.editor.image == known)
    press(front, Qt.Key.Key_W)
    assert session.typing.pause == "known"
    press(front, Qt.Key.Key_X)
    assert session.display.choices.large is not None
    (image,) = unlabelled(session, 3)
    session.show(image)
    qtbot.waitUntil(lambda: session.typing.way == "word")
    assert session.display.choices.large is None
