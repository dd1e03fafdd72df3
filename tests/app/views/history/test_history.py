"""The history panel: what was done, before and after, and the ways back."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.language.figures import day, short_time
from app.pictures.label_picture import LabelPicture
from app.session import Session
from app.views.history.panel import HistoryPanel
from app.views.history.reading import KnownHistory, read_history, read_preview
from core.base.progress import ignore_news
from core.labels.edits import edits
from core.labels.files.history import History, HistoryEntry
from core.labels.files.storage import label_path

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> HistoryPanel:
    return exposed(qtbot, HistoryPanel(session), 1200, 200)


def move(session: Session, qtbot: QtBot, title: str, by: float = 3.0) -> bytes:
    """Move the first character of the word on screen; the label file afterwards."""
    session.editor.apply(title, edits.move, [0], by, 0)
    session.saver.flush()
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    return file_of(session).read_bytes()


def file_of(session: Session, image: str | None = None) -> Path:
    return label_path(session.project.path_of(image or session.image or ""))


def titles(panel: HistoryPanel) -> list[str]:
    return [action.title for action in panel.rows.entries]


def choose(panel: HistoryPanel, qtbot: QtBot, title: str) -> None:
    qtbot.waitUntil(lambda: title in titles(panel))
    panel.table.setCurrentIndex(panel.rows.index(titles(panel).index(title), 0))


def answer(panel: HistoryPanel, qtbot: QtBot, role: QMessageBox.ButtonRole) -> str:
    qtbot.waitUntil(lambda: panel.restorer.question is not None)
    question = panel.restorer.question
    said = question.text()
    button = next(button for button in question.buttons() if question.buttonRole(button) == role)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    return said


# What is listed


def test_bulk_action_is_one_row_with_all_its_images(panel: HistoryPanel, session: Session, qtbot: QtBot):
    images = list(session.catalog.table.images)[:3]
    session.folder.bulk.mark_reviewed(images)
    choose(panel, qtbot, "Mark 3 words reviewed")
    assert panel.images.isVisible()
    assert panel.action.images == tuple(images)
    assert panel.rows.index(0, 2).data() == "3 images"


def test_only_this_image_and_search_narrow_the_list(panel: HistoryPanel, session: Session, qtbot: QtBot):
    move(session, qtbot, "Move it")
    move(session, qtbot, "Shift it")
    qtbot.waitUntil(lambda: len(titles(panel)) == 2)
    qtbot.keyClicks(panel.field, "shift")
    assert titles(panel) == ["Shift it"]
    panel.field.clear()
    panel.scope.setCurrentIndex(1)
    panel.scope.activated.emit(1)
    assert len(titles(panel)) == 2
    session.show(session.catalog.table.images[1])
    assert titles(panel) == []


def test_columns_share_the_room_below_the_image_of_a_small_window(panel: HistoryPanel, session: Session, qtbot: QtBot):
    session.folder.bulk.mark_reviewed(list(session.catalog.table.images)[:3])
    choose(panel, qtbot, "Mark 3 words reviewed")
    qtbot.waitUntil(lambda: len(panel.findChildren(LabelPicture)) == 2)
    panel.resize(695, 110)
    table = panel.table

    def all_in_sight() -> None:
        assert panel.width() == 695
        assert table.horizontalScrollBar().maximum() == 0
        assert table.columnViewportPosition(2) + table.columnWidth(2) <= table.viewport().width()
        assert table.columnWidth(1) >= 90
        assert table.columnWidth(2) >= 70

    qtbot.waitUntil(all_in_sight)
    time = panel.rows.index(0, 0).data()
    assert table.fontMetrics().horizontalAdvance(time) < table.columnWidth(0)
    assert time in panel.rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)  # which has the day as well


def test_day_instead_of_the_time_where_it_was_not_today(panel: HistoryPanel, session: Session, qtbot: QtBot):
    History(session.project.root).append(entry("a.png", "Long ago", 0))
    session.history_changed.emit()
    choose(panel, qtbot, "Long ago")
    assert panel.rows.index(0, 0).data() == day(NOON)
    assert day(NOON) in short_time(NOON)


def test_label_is_drawn_before_and_after(panel: HistoryPanel, session: Session, qtbot: QtBot):
    session.editor.apply("Delete character 1", edits.delete, [0])
    session.saver.flush()
    choose(panel, qtbot, "Delete character 1")
    qtbot.waitUntil(lambda: len(panel.findChildren(LabelPicture)) == 2)
    before, after = (picture.accessibleName() for picture in panel.findChildren(LabelPicture))
    assert before[1:] == after


def test_damaged_entries_are_told_of(panel: HistoryPanel, session: Session, qtbot: QtBot, project_folder: Path):
    folder = project_folder / ".textscanner" / "history"
    folder.mkdir(parents=True)
    (folder / "2026-01-01-1-a.jsonl").write_text('{"image": "cut off', encoding="utf-8")
    session.history_changed.emit()
    qtbot.waitUntil(lambda: len(panel.known.damaged) == 1)


# The ways back


def test_label_is_restored_to_what_it_was_after_an_action(panel: HistoryPanel, session: Session, qtbot: QtBot):
    wanted = move(session, qtbot, "Move it")
    move(session, qtbot, "Move it on")
    choose(panel, qtbot, "Move it")
    qtbot.mouseClick(panel.restore_image, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: file_of(session).read_bytes() == wanted)
    qtbot.waitUntil(lambda: len(titles(panel)) == 3)


def test_action_that_nothing_followed_is_taken_back_without_a_question(
    panel: HistoryPanel, session: Session, qtbot: QtBot
):
    images = list(session.catalog.table.images)[:3]
    before = [file_of(session, image).read_bytes() for image in images]
    session.folder.bulk.delete_labels(images)
    choose(panel, qtbot, "Delete 3 labels")
    qtbot.mouseClick(panel.take_back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(file_of(session, image).exists() for image in images))
    assert [file_of(session, image).read_bytes() for image in images] == before
    choose(panel, qtbot, "Undo: Delete 3 labels")  # and that can be taken back as well
    qtbot.mouseClick(panel.take_back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not any(file_of(session, image).exists() for image in images))


def test_taking_back_asks_where_a_label_was_edited_since(panel: HistoryPanel, session: Session, qtbot: QtBot):
    before = file_of(session).read_bytes()
    move(session, qtbot, "Move it")
    after = move(session, qtbot, "Move it on")
    choose(panel, qtbot, "Move it")
    qtbot.mouseClick(panel.take_back, Qt.MouseButton.LeftButton)
    assert session.image in answer(panel, qtbot, QMessageBox.ButtonRole.RejectRole)
    assert file_of(session).read_bytes() == after
    qtbot.mouseClick(panel.take_back, Qt.MouseButton.LeftButton)
    answer(panel, qtbot, QMessageBox.ButtonRole.AcceptRole)
    qtbot.waitUntil(lambda: file_of(session).read_bytes() == before)


def test_folder_is_brought_back_to_a_time(panel: HistoryPanel, session: Session, qtbot: QtBot):
    first, second = list(session.catalog.table.images)[:2]
    wanted = move(session, qtbot, "Move it")
    other = file_of(session, second).read_bytes()
    move(session, qtbot, "Move it on")
    with qtbot.waitSignal(session.workspace.notified):
        session.folder.bulk.delete_labels([second])
    choose(panel, qtbot, "Move it")
    qtbot.mouseClick(panel.restore_folder, Qt.MouseButton.LeftButton)
    assert "2 labels" in answer(panel, qtbot, QMessageBox.ButtonRole.AcceptRole)
    qtbot.waitUntil(lambda: file_of(session, second).exists())
    qtbot.waitUntil(lambda: file_of(session, first).read_bytes() == wanted)
    assert file_of(session, second).read_bytes() == other


# Reading


def entry(image: str, title: str, minutes: int, action: str = "") -> HistoryEntry:
    time = NOON + timedelta(minutes=minutes)
    return HistoryEntry(image, None, b"{}", title, action or title, time)


def test_history_read_bit_by_bit_is_that_read_at_once(tmp_path: Path):
    history = History(tmp_path)
    known = KnownHistory()
    batches = (
        [entry("a.png", "one", 0), entry("b.png", "two", 1)],
        [entry("c.png", "many", 2), entry("d.png", "many", 2)],
        [entry("e.png", "many", 3), entry("a.png", "late", 4)],
    )
    for batch in batches:
        history.append(*batch)
        known = read_history(tmp_path, known, ignore_news)
    whole = read_history(tmp_path, KnownHistory(), ignore_news)
    assert known == whole
    assert [action.title for action in whole.actions] == ["late", "many", "two", "one"]
    assert whole.actions[1].images == ("c.png", "d.png", "e.png")


def test_preview_of_an_image_that_is_gone_still_has_its_labels(tmp_path: Path):
    History(tmp_path).append(HistoryEntry("gone.png", None, b'{"text": "AB", "shapes": []}', "Type", "id"))
    preview = read_preview(tmp_path, "id", "gone.png")
    assert (preview.before, preview.pixels) == (None, None)
    assert preview.after.text == "AB"
    assert preview.faults
    assert read_preview(tmp_path, "another", "gone.png") is None
