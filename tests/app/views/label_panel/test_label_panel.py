"""The label panel: its text and its status make the same edits as the canvas, one each time."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from support.window.canvas import steps
from support.window.typed_labels import reading_of, square, start, text_of

from app.session import Session
from app.views.label_panel.difference import about_first_difference, positions_of
from app.views.label_panel.panel import LabelPanel
from core.labels.geometry import bounds
from core.labels.label import WordLabel


@pytest.fixture(autouse=True)
def the_image_stays(session: Session) -> None:
    """Enter marks the word reviewed, and would go on to the next."""
    session.settings.set("label.after_review", "stay")


def type_text(panel: LabelPanel, qtbot: QtBot, text: str) -> None:
    panel.edit_text()
    qtbot.keyClicks(panel.text.field, text)


# The text


def test_enter_makes_what_was_typed_one_edit(session: Session, panel: LabelPanel, qtbot: QtBot):
    before = steps(session)
    type_text(panel, qtbot, "other")
    assert steps(session) == before
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Return)
    assert text_of(session) == "other"
    assert reading_of(session) == "other"
    assert steps(session) == before + 1


def test_enter_hands_the_keyboard_on(panel: LabelPanel, qtbot: QtBot):
    type_text(panel, qtbot, "other")
    with qtbot.waitSignal(panel.text_done):
        qtbot.keyClick(panel.text.field, Qt.Key.Key_Return)


def test_leaving_the_field_sets_the_text(session: Session, panel: LabelPanel, qtbot: QtBot):
    type_text(panel, qtbot, "other")
    panel.table.setFocus()
    assert text_of(session) == "other"


def test_leaving_the_field_after_its_own_menu_sets_the_text(session: Session, panel: LabelPanel, qtbot: QtBot):
    before = text_of(session)
    type_text(panel, qtbot, "other")
    menu = QMenu(panel.text.field)
    menu.addAction("Paste")
    menu.popup(panel.mapToGlobal(QPoint(0, 0)))
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is menu)
    QApplication.sendEvent(panel.text.field, QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.PopupFocusReason))
    assert text_of(session) == before
    menu.close()
    panel.table.setFocus(Qt.FocusReason.PopupFocusReason)
    assert text_of(session) == "other"


def test_leaving_the_field_that_was_given_letters_sets_the_text(session: Session, panel: LabelPanel):
    panel.edit_text("other")
    panel.table.setFocus()
    assert text_of(session) == "other"


def test_escape_restores_the_text(session: Session, panel: LabelPanel, qtbot: QtBot):
    before, count = text_of(session), steps(session)
    type_text(panel, qtbot, "other")
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Escape)
    assert panel.text.field.text() == before
    panel.table.setFocus()
    assert (text_of(session), steps(session)) == (before, count)


def test_composition_of_an_input_method_is_one_edit(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, None, "")
    before = steps(session)
    panel.edit_text()
    for preedit in ("z", "zh", "zho", "zhong"):
        QApplication.sendEvent(panel.text.field, QInputMethodEvent(preedit, []))
        assert session.editor.committed_label.text is None
    committed = QInputMethodEvent()
    committed.setCommitString("中文")
    QApplication.sendEvent(panel.text.field, committed)
    assert steps(session) == before
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Return)
    assert (text_of(session), steps(session)) == ("中文", before + 1)


def test_emptied_field_removes_the_text_and_no_character(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "AB", "AB")
    panel.edit_text()
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Backspace)
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Return)
    assert session.editor.committed_label.text is None
    assert reading_of(session) == "AB"
    assert "AB" in panel.text.field.placeholderText()


def test_image_without_a_label_asks_for_the_word(session: Session, panel: LabelPanel):
    session.editor.commit("Delete the label", None, ())
    assert panel.text.field.placeholderText() == "type the word"


def test_what_is_typed_goes_to_the_image_it_was_typed_for(session: Session, panel: LabelPanel, qtbot: QtBot):
    first, second = session.catalog.table.images[:2]
    was = session.catalog.table.text[1]
    type_text(panel, qtbot, "other")
    session.show(second)
    document = session.documents.get(first)
    assert document.label.text == "other"
    qtbot.waitUntil(lambda: session.editor.loaded is not None)
    assert panel.text.field.text() == was


def test_letters_are_taken_as_soon_as_the_image_has_come(session: Session, panel: LabelPanel, qtbot: QtBot):
    second = session.catalog.table.images[5]

    def type_word() -> None:
        if session.editor.document is not None and session.editor.image == second:
            panel.edit_text("C")
            qtbot.keyClicks(panel.text.field, "HEW")

    session.show(None)
    qtbot.waitUntil(panel.text.field.isReadOnly)
    session.editor.loaded_changed.connect(type_word)
    session.show(second)
    qtbot.waitUntil(lambda: session.editor.loaded is not None and session.editor.image == second)
    assert panel.text.field.text() == "CHEW"


def test_what_is_typed_is_saved_when_the_project_is_closed(
    session: Session, panel: LabelPanel, project_folder: Path, qtbot: QtBot
):
    image = session.catalog.table.images[0]
    type_text(panel, qtbot, "other")
    session.close()
    qtbot.waitUntil(lambda: session.project is None)
    assert '"other"' in (project_folder / image).with_suffix(".json").read_text(encoding="utf-8")


def test_text_is_asked_for_by_the_session(session: Session, panel: LabelPanel, qtbot: QtBot):
    panel.table.setFocus()
    session.text_wanted.emit("")
    qtbot.waitUntil(panel.text.field.hasFocus)


def test_undo_on_the_canvas_is_seen_in_the_field(session: Session, panel: LabelPanel, qtbot: QtBot):
    before = text_of(session)
    type_text(panel, qtbot, "other")
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Return)
    session.editor.undo()
    assert panel.text.field.text() == before


# Where text and characters differ


def marked(panel: LabelPanel) -> list[tuple[str, str]]:
    return [(position.text, position.character) for position in panel.text.difference.positions if position.differs]


def test_text_and_characters_that_agree_show_no_difference(panel: LabelPanel):
    assert not panel.text.difference.isVisible()


def test_positions_that_differ_are_marked(session: Session, panel: LabelPanel):
    start(session, "PRIVATE", "PRIVAIE")
    assert panel.text.difference.isVisible()
    assert marked(panel) == [("T", "I")]


def test_character_that_the_text_lacks_is_a_gap(session: Session, panel: LabelPanel):
    start(session, "ABD", "ABCD")
    assert marked(panel) == [("", "C")]


def test_difference_follows_what_is_typed(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "AB", "AB")
    type_text(panel, qtbot, "AXB")
    assert marked(panel) == [("X", "")]
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Escape)
    assert not panel.text.difference.isVisible()


def test_ignored_character_differs_from_nothing():
    characters = [square("A", 0), replace(square("x", 10), ignore=True)]
    assert not any(position.differs for position in positions_of(characters, "AB"))


def test_of_a_long_line_the_part_about_the_first_difference_is_shown():
    positions = positions_of([square("a", 10.0 * place) for place in range(200)], "a" * 150 + "b" + "a" * 49)
    shown = about_first_difference(positions)
    assert len(shown) == 60
    assert any(position.differs for position in shown)


def test_difference_takes_more_lines_where_there_is_little_room(session: Session, panel: LabelPanel):
    start(session, "A" * 25, "A" * 24 + "B")
    difference = panel.text.difference
    assert difference.heightForWidth(200) > difference.heightForWidth(2000) > 0


@pytest.mark.parametrize(("button", "text", "reading"), [("text", "AXC", "AXC"), ("characters", "ABC", "ABC")])
def test_difference_is_ended_by_one_click(
    session: Session, panel: LabelPanel, qtbot: QtBot, button: str, text: str, reading: str
):
    start(session, "AXC", "ABC")
    before = steps(session)
    qtbot.mouseClick(
        panel.text.from_text if button == "text" else panel.text.from_characters, Qt.MouseButton.LeftButton
    )
    assert (text_of(session), reading_of(session), steps(session)) == (text, reading, before + 1)
    assert not panel.text.difference.isVisible()


# The status


def test_status_is_set_and_taken_back(session: Session, panel: LabelPanel):
    box = panel.status.reviewed
    assert not box.isChecked()
    box.click()
    assert session.editor.committed_label.status == "reviewed"
    assert panel.status.when
    box.click()
    assert session.editor.committed_label.status == "draft"
    assert panel.status.when == "not reviewed"


def test_status_of_an_edit_elsewhere_is_shown(session: Session, panel: LabelPanel):
    session.editor.mark_reviewed("Mark reviewed")
    assert panel.status.reviewed.isChecked()
    session.editor.undo()
    assert not panel.status.reviewed.isChecked()


def test_image_without_a_label_cannot_be_reviewed(session: Session, panel: LabelPanel):
    session.editor.commit("Delete the label", None, ())
    assert not panel.status.reviewed.isEnabled()
    assert panel.status.when == "no label yet"


def draft(session: Session, word: str) -> None:
    made = tuple(replace(square(symbol, 10.0 * place), source="model") for place, symbol in enumerate(word))
    session.editor.commit("Draft", WordLabel(made, word, "draft"), ())


def test_text_that_is_another_word_than_the_draft_divides_the_picture_anew(
    session: Session, panel: LabelPanel, qtbot: QtBot
):
    draft(session, "ooze")
    before = steps(session)
    type_text(panel, qtbot, "GRAND")
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Return)
    assert (text_of(session), reading_of(session), steps(session)) == ("GRAND", "GRAND", before + 1)
    height = (session.editor.image_size or (0, 0))[0]
    boxes = [bounds(character.polygon) for character in session.editor.label.in_order]
    assert max(bottom - top for _, top, _, bottom in boxes) > height / 2 > 10, "they are no boxes of the draft"


def test_text_that_corrects_a_symbol_of_the_draft_keeps_its_boxes(session: Session, panel: LabelPanel, qtbot: QtBot):
    draft(session, "ooze")
    boxes = [character.polygon for character in session.editor.label.in_order]
    type_text(panel, qtbot, "doze")
    qtbot.keyClick(panel.text.field, Qt.Key.Key_Return)
    assert reading_of(session) == "doze"
    assert [character.polygon for character in session.editor.label.in_order] == boxes


def test_a_draft_is_what_a_model_made_and_an_imported_label_is_none(session: Session, panel: LabelPanel):
    label = session.editor.committed_label
    session.editor.commit("Import", replace(label, status="draft", text=label.word))
    assert panel.status.when == "not reviewed"
    made = tuple(replace(character, source="model", score=0.5) for character in label.characters)
    session.editor.commit("Draft", WordLabel(made, label.word, "draft", text_source="model"))
    assert panel.status.when == "draft of a model"
