"""The character table: retyping, renumbering, dragging and selecting are the edits of the canvas, one a gesture."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QInputMethodEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot
from support.window.canvas import steps
from support.window.typed_labels import reading_of, start, text_of

from app.desktop.theme import colour
from app.session import Session
from app.views.label_panel.character_rows import CharacterColumn
from app.views.label_panel.panel import LabelPanel
from core.labels.edits import edits
from tests.support.words.centres import common_centre


def cell(
    panel: LabelPanel, row: int, column: CharacterColumn, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole
) -> object:
    return panel.table.model().index(row, column).data(role)


def symbols(panel: LabelPanel) -> str:
    return "".join(str(cell(panel, row, CharacterColumn.SYMBOL)) for row in range(panel.table.model().rowCount()))


def centre(panel: LabelPanel, row: int, column: CharacterColumn = CharacterColumn.SIZE) -> QPoint:
    return panel.table.visualRect(panel.table.model().index(row, column)).center()


def click_row(panel: LabelPanel, qtbot: QtBot, row: int, held: Qt.KeyboardModifier | None = None) -> None:
    modifier = Qt.KeyboardModifier.NoModifier if held is None else held
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, modifier, centre(panel, row))


def selected_rows(panel: LabelPanel) -> list[int]:
    return sorted(index.row() for index in panel.table.selectionModel().selectedRows())


def type_into(panel: LabelPanel, qtbot: QtBot, row: int, column: CharacterColumn, text: str, end: Qt.Key) -> None:
    """Open a cell with a double click, type over what it holds, and press a key."""
    table = panel.table
    at = centre(panel, row, column)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    field = table.viewport().findChild(QSpinBox if column == CharacterColumn.ORDER else QLineEdit)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, end)


def wait_for_edit(session: Session, qtbot: QtBot, before: int) -> None:
    """Qt takes over what is in a cell only after it has dealt with the key."""
    qtbot.waitUntil(lambda: steps(session) > before)


def test_rows_are_the_characters_in_reading_order(session: Session, panel: LabelPanel):
    start(session, "CAB", "ABC")
    session.editor.apply("Renumber", edits.renumber, [2, 0, 1])
    assert symbols(panel) == "CAB"
    assert [cell(panel, row, CharacterColumn.ORDER) for row in range(3)] == ["1", "2", "3"]
    assert cell(panel, 0, CharacterColumn.SIZE) == "8 × 10"


def test_marks_tell_ignored_and_drafted_characters(session: Session, panel: LabelPanel):
    start(session, None, "AB")
    label = session.editor.committed_label
    drafted = replace(label.characters[0], source="model", score=0.537)
    ignored = replace(label.characters[1], ignore=True)
    session.editor.commit("Draft", replace(label, characters=(drafted, ignored)))
    assert cell(panel, 0, CharacterColumn.MARKS) == "draft 0.54"
    assert cell(panel, 1, CharacterColumn.MARKS) == "ignored"


def test_marks_have_a_column_only_where_there_are_some_and_sizes_make_room_for_them(
    session: Session, panel: LabelPanel
):
    table = panel.table
    start(session, None, "AB")
    assert table.isColumnHidden(CharacterColumn.MARKS)
    session.editor.apply("Ignore", edits.set_ignored, [0])
    assert not table.isColumnHidden(CharacterColumn.MARKS)
    panel.resize(600, 500)
    assert not table.isColumnHidden(CharacterColumn.SIZE)
    panel.resize(210, 500)
    assert table.isColumnHidden(CharacterColumn.SIZE)
    assert table.columnWidth(CharacterColumn.MARKS) > table.fontMetrics().horizontalAdvance("ignored")
    session.editor.undo()
    assert not table.isColumnHidden(CharacterColumn.SIZE)


def test_sizes_make_room_for_the_whole_of_a_drafts_mark(session: Session, panel: LabelPanel):
    table = panel.table
    start(session, None, "AB")
    label = session.editor.label
    drafted = tuple(replace(character, source="model", score=0.88) for character in label.characters)
    session.editor.commit("Draft", replace(label, characters=drafted))
    for width in range(600, 200, -10):
        panel.resize(width, 500)
        assert table.columnWidth(CharacterColumn.MARKS) > table.fontMetrics().horizontalAdvance("draft 0.88")


def test_space_is_shown_as_a_sign(session: Session, panel: LabelPanel):
    start(session, "A B", "A B")
    assert symbols(panel) == "A␣B"


def test_symbol_outside_the_charset_is_marked(session: Session, panel: LabelPanel, qtbot: QtBot):
    session.catalog.save_settings(replace(session.project.settings, charset=session.catalog.project_charset))
    qtbot.waitUntil(lambda: session.project is not None and session.project.settings.charset is not None)
    known = session.catalog.project_charset.symbols[0]
    start(session, known + "é", known + "é")
    fonts = [cell(panel, row, CharacterColumn.SYMBOL, Qt.ItemDataRole.FontRole) for row in (0, 1)]
    assert [font.underline() for font in fonts] == [False, True]
    assert "charset" in str(cell(panel, 1, CharacterColumn.SYMBOL, Qt.ItemDataRole.ToolTipRole))


def test_problem_is_shown_at_its_character(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "AB", "AB")
    label = session.editor.committed_label
    crossed = replace(label.characters[1], polygon=((10.0, 2.0), (18.0, 12.0), (18.0, 2.0), (10.0, 12.0)))
    session.editor.commit("Cross", replace(label, characters=(label.characters[0], crossed)))

    def icon_of(row: int) -> object:
        return cell(panel, row, CharacterColumn.PROBLEMS, Qt.ItemDataRole.DecorationRole)

    qtbot.waitUntil(lambda: icon_of(1) is not None)
    assert icon_of(0) is None
    assert "cross" in str(cell(panel, 1, CharacterColumn.PROBLEMS, Qt.ItemDataRole.ToolTipRole))


def test_cells_are_painted_as_what_they_say(session: Session, panel: LabelPanel, qtbot: QtBot):
    session.catalog.save_settings(replace(session.project.settings, charset=session.catalog.project_charset))
    qtbot.waitUntil(lambda: session.project is not None and session.project.settings.charset is not None)
    start(session, None, session.catalog.project_charset.symbols[0] + "éB")
    label = session.editor.committed_label
    first, second, third = label.characters
    crossed = replace(third, polygon=((10.0, 2.0), (18.0, 12.0), (18.0, 2.0), (10.0, 12.0)), source="model", score=0.5)
    session.editor.commit("Mark", replace(label, characters=(replace(first, ignore=True), second, crossed)))
    model, table = panel.table.model(), panel.table
    problem = model.index(2, CharacterColumn.PROBLEMS)
    qtbot.waitUntil(lambda: problem.data(Qt.ItemDataRole.DecorationRole) is not None)

    def colours(row: int, column: CharacterColumn) -> list[QColor]:
        """Of the pixels of a cell, the darkest first."""
        image = table.viewport().grab().toImage()
        cell = table.visualRect(model.index(row, column)).intersected(image.rect())
        points = ((x, y) for x in range(cell.left(), cell.right()) for y in range(cell.top(), cell.bottom()))
        return sorted((image.pixelColor(x, y) for x, y in points), key=QColor.lightness)

    def is_written_in(row: int, column: CharacterColumn, ink: QColor) -> bool:
        """Nearer to the ink than to that of other cells: at its edges, a letter has the colours in between."""
        written, usual = np.array(colours(row, column)[0].getRgb()), table.palette().color(QPalette.ColorRole.Text)
        return bool(abs(written - ink.getRgb()).sum() < abs(written - usual.getRgb()).sum())

    assert is_written_in(0, CharacterColumn.SYMBOL, colour("muted"))  # ignored
    assert is_written_in(1, CharacterColumn.SYMBOL, colour("warning"))  # the charset lacks it
    assert is_written_in(2, CharacterColumn.MARKS, colour("muted"))
    assert not is_written_in(1, CharacterColumn.ORDER, colour("muted"))
    assert len({ink.name() for ink in colours(2, CharacterColumn.PROBLEMS)}) > 1
    assert len({ink.name() for ink in colours(0, CharacterColumn.PROBLEMS)}) == 1
    session.editor.select([1])
    highlight = table.palette().color(QPalette.ColorRole.Highlight)
    assert [highlight in colours(row, CharacterColumn.SYMBOL) for row in range(3)] == [False, True, False]


@pytest.mark.parametrize(
    ("row", "column", "typed", "reading"),
    [(1, CharacterColumn.SYMBOL, "X", "AXCD"), (3, CharacterColumn.ORDER, "2", "ADBC")],
    ids=["a symbol", "a number moves the character there"],
)
def test_what_is_typed_is_one_edit(
    session: Session, panel: LabelPanel, row: int, column: Any, typed: str, reading: str, qtbot: QtBot
):
    start(session, "ABCD", "ABCD")
    before = steps(session)
    type_into(panel, qtbot, row, column, typed, Qt.Key.Key_Return)
    wait_for_edit(session, qtbot, before)
    assert (symbols(panel), reading_of(session), text_of(session)) == (reading,) * 3
    assert steps(session) == before + 1


def test_tab_goes_on_to_the_symbol_of_the_next_character(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "ABC", "ABC")
    type_into(panel, qtbot, 0, CharacterColumn.SYMBOL, "X", Qt.Key.Key_Tab)
    assert (panel.table.currentIndex().row(), panel.table.currentIndex().column()) == (1, CharacterColumn.SYMBOL)
    assert panel.table.state() == panel.table.State.EditingState


def test_composition_in_a_cell_is_one_edit(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "AB", "AB")
    before = steps(session)
    panel.table.edit_symbol(1)
    field = panel.table.viewport().findChild(QLineEdit)
    QApplication.sendEvent(field, QInputMethodEvent("z", []))
    assert steps(session) == before
    committed = QInputMethodEvent()
    committed.setCommitString("中")
    QApplication.sendEvent(field, committed)
    assert steps(session) == before
    qtbot.keyClick(field, Qt.Key.Key_Return)
    wait_for_edit(session, qtbot, before)
    assert (reading_of(session), steps(session)) == ("A中", before + 1)


def test_two_symbols_in_one_are_refused_with_a_sentence(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "AB", "AB")
    with qtbot.waitSignal(session.workspace.notified) as told:
        type_into(panel, qtbot, 1, CharacterColumn.SYMBOL, "XY", Qt.Key.Key_Return)
    assert told.args[0] == "warning"
    assert "not one symbol" in told.args[1]
    assert symbols(panel) == "AB"


def test_symbol_being_typed_goes_to_the_image_it_was_typed_for(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "AB", "AB")
    first, second = session.catalog.table.images[:2]
    panel.table.edit_symbol(0)
    field = panel.table.viewport().findChild(QLineEdit)
    qtbot.keyClicks(field, "X")
    session.show(second)
    document = session.documents.get(first)
    assert document.label.reading == "XB"


# The selection


def test_clicked_row_is_selected_everywhere(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "ABC", "ABC")
    session.editor.apply("Reverse", edits.reverse)
    click_row(panel, qtbot, 0)
    assert session.editor.selection == (2,)
    click_row(panel, qtbot, 2, Qt.KeyboardModifier.ControlModifier)
    assert session.editor.selection == (2, 0)


def test_selection_of_the_canvas_is_that_of_the_table(session: Session, panel: LabelPanel):
    start(session, "ABC", "ABC")
    session.editor.apply("Reverse", edits.reverse)
    session.editor.select([0, 1])
    assert selected_rows(panel) == [1, 2]
    session.editor.select([])
    assert selected_rows(panel) == []


def test_selection_follows_its_characters_through_a_reorder(session: Session, panel: LabelPanel):
    start(session, "ABC", "ABC")
    session.editor.select([0])
    session.editor.apply("Move", edits.move_to_rank, 0, 3)
    assert selected_rows(panel) == [2]
    assert session.editor.selection == (0,)


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_delete_deletes_the_selected_characters(session: Session, panel: LabelPanel, qtbot: QtBot, key: Any):
    start(session, "ABCD", "ABCD")
    click_row(panel, qtbot, 1)
    click_row(panel, qtbot, 2, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(panel.table, key)
    assert symbols(panel) == reading_of(session) == "AD"


@pytest.mark.parametrize(("key", "reading"), [(Qt.Key.Key_Up, "BAC"), (Qt.Key.Key_Down, "ACB")])
def test_alt_and_an_arrow_move_a_character_in_the_reading_order(
    session: Session, panel: LabelPanel, qtbot: QtBot, key: Any, reading: str
):
    start(session, "ABC", "ABC")
    click_row(panel, qtbot, 1)
    qtbot.keyClick(panel.table, key, Qt.KeyboardModifier.AltModifier)
    assert reading_of(session) == reading
    assert session.editor.selection == (1,)


# Dragging rows


def drag(panel: LabelPanel, qtbot: QtBot, row: int, to: int) -> None:
    """Take a row with the mouse and move it over another, without letting go."""
    viewport, between = panel.table.viewport(), (centre(panel, row) + centre(panel, to)) / 2
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=centre(panel, row))
    for at in (between, centre(panel, to)):
        move(panel, at)


def move(panel: LabelPanel, at: QPoint) -> None:
    """Move the mouse with the left button down; qtbot's own moves carry no button."""
    viewport = panel.table.viewport()
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(viewport, event)


def test_row_that_is_dragged_moves_at_once_and_is_one_edit_when_let_go(
    session: Session, panel: LabelPanel, qtbot: QtBot
):
    start(session, "ABCD", "ABCD")
    before = steps(session)
    drag(panel, qtbot, 3, 0)
    assert symbols(panel) == "DABC"
    assert session.editor.is_previewing
    assert reading_of(session) == "ABCD"
    qtbot.mouseRelease(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=centre(panel, 0))
    assert (reading_of(session), text_of(session), steps(session)) == ("DABC", "DABC", before + 1)
    assert session.editor.selection == (3,)
    session.editor.undo()
    assert symbols(panel) == "ABCD"


def test_row_dragged_below_the_last_one_becomes_the_last(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "ABCD", "ABCD")
    drag(panel, qtbot, 0, 2)
    below = centre(panel, 3) + QPoint(0, 120)
    move(panel, below)
    qtbot.mouseRelease(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=below)
    assert reading_of(session) == "BCDA"


@pytest.mark.parametrize(("is_escaped", "end"), [(False, 0), (True, 3)])
def test_row_dragged_back_to_where_it_was_or_given_up_by_escape_is_no_edit(
    session: Session, panel: LabelPanel, qtbot: QtBot, is_escaped: bool, end: int
):
    start(session, "ABCD", "ABCD")
    before = steps(session)
    drag(panel, qtbot, 0, 2)
    if is_escaped:
        qtbot.keyClick(panel.table, Qt.Key.Key_Escape)
        assert symbols(panel) == "ABCD"
    move(panel, centre(panel, end))
    qtbot.mouseRelease(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=centre(panel, end))
    assert (symbols(panel), steps(session)) == ("ABCD", before)
    assert not session.editor.is_previewing


# Following the mouse on the canvas


def test_only_the_row_of_the_character_that_moves_is_updated(session: Session, panel: LabelPanel):
    start(session, "ABC", "ABC")
    model = panel.table.model()
    told: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    session.editor.preview(edits.scale, [1], 2.0, 2.0, common_centre(session.editor.label, [1]))
    assert told == [(1, 1)]
    assert cell(panel, 1, CharacterColumn.SIZE) == "16 × 20"


# What may not be edited


def test_label_that_cannot_be_read_is_not_edited(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    image = min(path.name for path in project_folder.glob("*.png"))
    (project_folder / image).with_suffix(".json").write_text("{broken", encoding="utf-8")
    session = make_session(project_folder)
    panel = LabelPanel(session)
    qtbot.addWidget(panel)
    session.show(image)
    qtbot.waitUntil(lambda: session.editor.loaded is not None)
    assert panel.text.field.isReadOnly()
    assert not panel.status.reviewed.isEnabled()
    assert panel.table.model().rowCount() == 0


def test_read_only_project_is_shown_and_not_edited(session: Session, panel: LabelPanel, qtbot: QtBot):
    start(session, "ABC", "ABC")
    session.workspace.is_read_only = True
    session.project_changed.emit()
    assert panel.text.field.isReadOnly()
    assert not panel.status.reviewed.isEnabled()
    model = panel.table.model()
    assert not any(model.flags(model.index(0, column)) & Qt.ItemFlag.ItemIsEditable for column in CharacterColumn)
    drag(panel, qtbot, 0, 2)
    assert symbols(panel) == "ABC"
