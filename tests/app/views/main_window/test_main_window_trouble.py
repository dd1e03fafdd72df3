"""What goes wrong, as the window tells it: damaged files, conflicts, what a crash left."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QPlainTextEdit, QPushButton, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.main_window.window import MainWindow
from app.views.messages.conflict_dialog import ConflictDialog
from app.views.messages.recovery_dialog import RecoveryDialog
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel


def path_of(session: Session, image: str | None = None) -> Path:
    return label_path(session.project.path_of(image or session.image or ""))


def show(session: Session, image: str, qtbot: QtBot) -> None:
    session.show(image)
    qtbot.waitUntil(lambda: session.editor.image == image)


def damage(session: Session, image: str, qtbot: QtBot) -> bytes:
    data = b'{"shapes": [{"label": "damaged in transit'
    path_of(session, image).write_bytes(data)
    session.catalog.look_for_changes()
    show(session, image, qtbot)
    qtbot.waitUntil(lambda: bool(session.editor.loaded and session.editor.loaded.label_error))
    return data


def written_by_another(path: Path) -> WordLabel:
    file = read_label(path)
    return write_label(path, edits.set_ignored(file.label, [1]), (1, 1), file).label


def press(parent: QWidget, text: str, qtbot: QtBot) -> None:
    button = next(each for each in parent.findChildren(QPushButton) if each.text() == text)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def conflict_of(window: MainWindow, session: Session, qtbot: QtBot) -> tuple[ConflictDialog, WordLabel, WordLabel]:
    """An edit here and one by another program; the dialog, my label, their label."""
    session.saver.delay = 60_000
    path = path_of(session)
    session.editor.apply("Move", edits.move, [0], 2, 0)
    theirs = written_by_another(path)
    mine = session.editor.label
    assert mine != theirs
    session.saver.flush()
    qtbot.waitUntil(lambda: bool(window.findChildren(ConflictDialog)))
    return window.findChildren(ConflictDialog)[0], mine, theirs


def test_damaged_label_shows_its_text_and_is_not_touched(window: MainWindow, session: Session, qtbot: QtBot):
    image = session.catalog.table.images[2]
    data = damage(session, image, qtbot)
    qtbot.waitUntil(lambda: window.centre.banners.shown("label") is not None)
    banner = window.centre.banners.shown("label")
    assert banner is not None and path_of(session).name in banner.sentence
    said = session.editor.loaded.label_error if session.editor.loaded is not None else ""

    def shown() -> list[QLabel]:
        return [label for label in window.findChildren(QLabel) if label.isVisible() and said in label.text()]

    qtbot.waitUntil(lambda: bool(shown()))
    assert len(shown()) == 1  # not over the picture as well
    assert "damaged in transit" in banner.findChildren(QPlainTextEdit)[0].toPlainText()
    assert not session.editor.apply("Move", edits.move, [0], 2, 0)
    assert not window.action_set.action("label.mark_reviewed").isEnabled()
    assert path_of(session).read_bytes() == data


@pytest.mark.usefixtures("chinese")
def test_damage_is_told_in_the_language(window: MainWindow, session: Session, qtbot: QtBot):
    damage(session, session.catalog.table.images[2], qtbot)
    name = path_of(session).name
    qtbot.waitUntil(lambda: window.centre.banners.shown("label") is not None)
    banner = window.centre.banners.shown("label")
    assert banner.sentence.startswith(f"{name}：字符串没有结束（第 1 行，第 23 列")


def test_banner_of_a_damaged_label_goes_with_the_next_image(window: MainWindow, session: Session, qtbot: QtBot):
    image = session.catalog.table.images[2]
    damage(session, image, qtbot)
    window.action_set.trigger("go.next")
    qtbot.waitUntil(lambda: session.editor.image == session.catalog.table.images[3])
    qtbot.waitUntil(lambda: window.centre.banners.shown("label") is None)


def test_mended_label_can_be_edited_again(window: MainWindow, session: Session, qtbot: QtBot):
    image = session.catalog.table.images[2]
    good = path_of(session, image).read_bytes()
    damage(session, image, qtbot)
    path_of(session).write_bytes(good)
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: session.editor.can_edit)
    qtbot.waitUntil(lambda: window.centre.banners.shown("label") is None)
    assert session.editor.apply("Move", edits.move, [0], 2, 0)


def test_read_only_folder_is_said_and_its_labels_are_not_edited(
    make_session: Callable[[Path | None], Session], make_window: Callable[[Session], MainWindow], project_folder: Path
):
    session = make_session(project_folder)
    session.workspace.is_read_only = True  # as opening finds it; root may write everywhere
    session.project_changed.emit()
    window = make_window(session)
    assert window.centre.banners.shown("read_only") is not None
    assert not session.editor.apply("Move", edits.move, [0], 2, 0)


def test_second_window_on_a_project_says_so(
    window: MainWindow,
    project_folder: Path,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
):
    assert window.centre.banners.shown("shared") is None
    assert make_window(make_session(project_folder)).centre.banners.shown("shared") is not None


def test_mine_is_kept_in_a_conflict(window: MainWindow, session: Session, qtbot: QtBot):
    dialog, mine, _ = conflict_of(window, session, qtbot)
    press(dialog, "Keep mine", qtbot)
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    assert read_label(path_of(session)).label == mine


def test_theirs_is_taken_in_a_conflict_and_undo_brings_mine_back(window: MainWindow, session: Session, qtbot: QtBot):
    dialog, mine, theirs = conflict_of(window, session, qtbot)
    press(dialog, "Take theirs", qtbot)
    qtbot.waitUntil(lambda: session.editor.label == theirs)
    session.editor.undo()
    assert session.editor.label == mine
    session.saver.flush()
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    assert read_label(path_of(session)).label == mine


def test_conflict_that_is_put_off_changes_nothing_and_is_asked_again_at_the_next_edit(
    window: MainWindow, session: Session, qtbot: QtBot
):
    dialog, mine, theirs = conflict_of(window, session, qtbot)
    press(dialog, "Decide later", qtbot)
    assert session.editor.label == mine
    assert read_label(path_of(session)).label == theirs
    qtbot.waitUntil(lambda: not window.findChildren(ConflictDialog))
    session.editor.apply("Move", edits.move, [0], 2, 0)
    qtbot.waitUntil(lambda: bool(window.findChildren(ConflictDialog)))


def test_both_labels_of_a_conflict_can_be_seen(window: MainWindow, session: Session, qtbot: QtBot):
    dialog, _, _ = conflict_of(window, session, qtbot)
    press(dialog, "See both", qtbot)
    (table,) = dialog.findChildren(QTableWidget)
    assert table.isVisible()
    symbol = session.editor.label.in_order[0].symbol
    cells = [table.item(0, column) for column in range(3)]
    assert [cell.text() for cell in cells if cell] == [f"1 {symbol}", f"1 {symbol}", "polygon"]
    assert table.rowCount() == 2


def test_closing_asks_about_a_conflict_first(window: MainWindow, session: Session, qtbot: QtBot):
    dialog, mine, _ = conflict_of(window, session, qtbot)
    window.close()
    assert window.isVisible()
    press(dialog, "Keep mine", qtbot)
    qtbot.waitUntil(window.isHidden)
    project = window.recent_projects()[0]
    assert any(read_label(path).label == mine for path in project.glob("*.json") if path.name.startswith("word"))


def test_window_stays_where_the_person_rather_keeps_an_unsaved_label(
    window: MainWindow, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    dialog, mine, _ = conflict_of(window, session, qtbot)
    asked: list[str] = []
    monkeypatch.setattr(
        QMessageBox,
        "exec",
        lambda box: asked.append(box.text()) or box.button(QMessageBox.StandardButton.Cancel).click() or 0,
    )
    window.close()
    press(dialog, "Decide later", qtbot)
    qtbot.waitUntil(lambda: bool(asked))
    assert window.isVisible()
    assert session.editor.label == mine


def killed(session: Session) -> WordLabel:
    """Leave an edit of the open image as a killed program does; gives the label."""
    session.saver.delay = 60_000
    session.editor.apply("Move", edits.move, [0], 2, 0)
    session.saver.journal.close()  # the system lets go of a killed program's lock in the same way
    session.saver.journal = None
    return session.editor.label


@pytest.fixture
def reopen(
    make_session: Callable[[Path | None], Session], make_window: Callable[[Session], MainWindow], qtbot: QtBot
) -> Callable[[Session], tuple[Session, RecoveryDialog]]:
    def opened(killed: Session) -> tuple[Session, RecoveryDialog]:
        session = make_session(None)
        window = make_window(session)
        session.open(killed.project.root)
        qtbot.waitUntil(lambda: bool(window.findChildren(RecoveryDialog)))
        killed.documents.clear()
        return session, window.findChildren(RecoveryDialog)[0]

    return opened


def test_what_a_killed_program_left_is_restored(
    session: Session, reopen: Callable[[Session], tuple[Session, RecoveryDialog]], qtbot: QtBot
):
    path, label = path_of(session), killed(session)
    other, dialog = reopen(session)
    with qtbot.waitSignal(other.saver.saved):
        press(dialog, "Restore all", qtbot)
    assert read_label(path).label.characters[0].polygon == label.characters[0].polygon


def test_discarding_asks_once_more_and_leaves_the_label_as_it_is(
    session: Session, reopen: Callable[[Session], tuple[Session, RecoveryDialog]], qtbot: QtBot
):
    path = path_of(session)
    before = path.read_bytes()
    killed(session)
    other, dialog = reopen(session)
    press(dialog, "Discard all…", qtbot)
    assert len(other.saver.recovered) == 1
    qtbot.waitUntil(lambda: bool(dialog.findChildren(QMessageBox)))
    press(dialog.findChildren(QMessageBox)[0], "Delete", qtbot)
    qtbot.waitUntil(lambda: other.saver.recovered == ())
    assert path.read_bytes() == before


def test_edit_of_a_label_that_has_changed_since_is_not_restored_unless_chosen(
    session: Session, reopen: Callable[[Session], tuple[Session, RecoveryDialog]]
):
    path = path_of(session)
    killed(session)
    written_by_another(path)
    _, dialog = reopen(session)
    assert dialog.chosen == ()
    (table,) = dialog.findChildren(QTableWidget)
    cell = table.item(0, 3)
    assert cell is not None and cell.text() == "changed by another program"
