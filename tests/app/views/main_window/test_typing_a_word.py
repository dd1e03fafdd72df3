"""Typing the word of an image without a label: no letter runs a shortcut while the text is expected."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.hand import Hand
from support.window.keys import press

from app.views.main_window.window import MainWindow
from core.labels.label import WordLabel

WORD = "SHAKEDGPwa"  # A and D go from image to image, S, G and P choose tools, W as well


@pytest.fixture
def front(front, session) -> MainWindow:
    """The window in front, on an image without text and characters."""
    session.editor.commit("Empty", WordLabel())
    return front


def type_word(qtbot: QtBot) -> None:
    for letter in WORD:
        held = Qt.KeyboardModifier.ShiftModifier if letter.isupper() else Qt.KeyboardModifier.NoModifier
        qtbot.keyClick(QApplication.focusWidget(), letter, held)


def test_shift_and_enter_finish_the_word_and_stay(front, session, qtbot):
    image, choices = session.image, session.display.choices
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    type_word(qtbot)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert session.editor.label.text == WORD
    assert (session.image, session.tool, session.display.choices) == (image, "word", choices)
    assert front.centre.canvas.hasFocus()


def test_letters_typed_after_a_box_are_the_text_that_divides_it(front, session, qtbot):
    image = session.image
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    height, width = session.editor.image_size or (0, 0)
    Hand(front.centre.canvas).drag((0.0, 0.0), (float(width), float(height)))
    front.centre.canvas.setFocus()  # as after a click beside the word
    type_word(qtbot)
    qtbot.waitUntil(lambda: session.editor.label.reading == WORD)
    assert (session.image, session.tool) == (image, "word")
    assert not session.editor.committed_label.characters


def test_words_are_typed_one_after_the_other_with_enter_between_them(front, session, qtbot):
    images = [str(session.catalog.image_at(row)) for row in range(2)]
    session.settings.set("label.after_review", "next")
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    for image in images:
        qtbot.waitUntil(lambda image=image: session.editor.image == image)
        session.editor.commit("Empty", WordLabel())
        type_word(qtbot)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    for image in images:
        session.show(image)
        qtbot.waitUntil(lambda image=image: session.editor.image == image)
        assert session.editor.label.reading == WORD
        assert session.editor.label.status == "reviewed"


def test_letters_typed_while_the_image_is_being_read_are_kept_for_it(front, session, qtbot):
    loaded = session.editor.loaded
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_W)
    session.editor.show(None)
    qtbot.keyClick(front.centre.canvas, "A")
    qtbot.keyClick(front.centre.canvas, "d")
    session.editor.show(loaded)
    qtbot.waitUntil(lambda: session.editor.label.reading == "Ad")
    assert session.tool == "word"


def test_escape_leaves_the_word_tool_and_letters_are_shortcuts_again(front, session, qtbot):
    canvas, image = front.centre.canvas, session.image
    qtbot.keyClick(canvas, Qt.Key.Key_W)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert session.tool == "select"
    qtbot.keyClick(canvas, Qt.Key.Key_D)
    assert session.image != image


def test_letters_typed_in_a_folder_that_is_read_only_do_nothing_but_tell_why(front, session, qtbot):
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


def test_the_word_tool_takes_the_keyboard_from_the_list(front):
    front.images.view.setFocus()
    press(front, Qt.Key.Key_W)
    assert front.centre.canvas.hasFocus()


def test_a_click_on_an_image_leaves_the_keyboard_to_the_word_tool(front, session, qtbot):
    image = session.catalog.image_at(2)
    press(front, Qt.Key.Key_W)
    rows = front.images.view
    at = rows.visualRect(rows.model().index(2, 0)).center()
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: session.editor.image == image)
    session.editor.commit("Empty", WordLabel())
    choices = session.display.choices
    press(front, *"nuisance")
    qtbot.waitUntil(lambda: session.editor.label.reading == "nuisance")
    assert (session.image, session.tool, session.display.choices) == (image, "word", choices)


def test_letters_are_the_word_even_if_the_keyboard_is_in_a_list(front, session, qtbot):
    image = session.image
    press(front, Qt.Key.Key_W)
    front.images.view.setFocus()
    press(front, *"sad")
    qtbot.waitUntil(lambda: session.editor.label.reading == "sad")
    assert (session.image, session.tool) == (image, "word")


def test_page_down_goes_through_the_images_while_words_are_typed(front, session):
    first, second = (str(session.catalog.image_at(row)) for row in range(2))
    press(front, Qt.Key.Key_W, *"dad", Qt.Key.Key_PageDown)
    assert session.image == second
    document = session.documents.get(first)
    assert document is not None and document.label is not None and document.label.text == "dad"
    press(front, Qt.Key.Key_PageUp)
    assert session.image == first


def test_letters_on_a_word_with_a_text_are_its_new_text_once_enter_is_pressed(front, session, qtbot):
    session.settings.set("label.after_review", "stay")
    session.editor.commit("Text", WordLabel(text="was"))
    press(front, Qt.Key.Key_W, *"sad")
    qtbot.waitUntil(lambda: session.editor.label.reading == "sad")
    assert session.editor.committed_label.text == "was"
    press(front, Qt.Key.Key_Return)
    assert session.editor.committed_label.text == "sad"


def test_letters_that_would_replace_a_text_are_dropped_with_the_image_and_that_is_said(front, session, sentences):
    first = str(session.image)
    session.editor.commit("Text", WordLabel(text="was"))
    press(front, Qt.Key.Key_W, "d", Qt.Key.Key_PageDown)
    assert session.image != first
    document = session.documents.get(first)
    assert document is not None and document.label == WordLabel(text="was")
    assert any("“d” was not taken" in sentence for sentence in sentences)


def test_a_click_beside_a_word_that_is_being_typed_leaves_it_open_and_says_so(front, session, sentences, qtbot):
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
