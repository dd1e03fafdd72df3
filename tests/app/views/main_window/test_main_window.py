"""The window as a whole: opening, panels, what actions ask of it, language and theme, and closing."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QFileDialog, QLineEdit, QMessageBox, QToolBar
from pytestqt.qtbot import QtBot
from shiboken6 import delete
from support.window.dropping import drop
from support.window.showing import added, exposed
from support.window.told_training import begin, end, new_run

from app.actions.panels import PANELS
from app.desktop.appearance import follow_settings
from app.desktop.theme import apply_theme, is_dark
from app.session import Session
from app.views.main_window.window import MainWindow
from app.widgets.job_progress import JobProgress
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label


def path_of(session: Session) -> Path:
    assert session.project is not None and session.image is not None
    return label_path(session.project.path_of(session.image))


def corner(window: MainWindow) -> float:
    """How light the window is in its corner, 0 to 1."""
    return window.grab().toImage().pixelColor(2, 2).lightnessF()


def test_first_page_offers_to_open_and_shows_no_panels(
    make_session: Callable[[Path | None], Session], make_window: Callable[[Session], MainWindow]
):
    window = make_window(make_session(None))
    assert window.welcome.isVisible()
    assert not window.images.isVisible() and not window.label.isVisible()


def test_window_that_was_shown_before_it_was_filled_shows_what_any_other_shows(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    session, other = make_session(None), make_window(make_session(None))
    window = exposed(qtbot, MainWindow())
    for _ in window.filling(lambda: session):
        QApplication.processEvents()
    seen = []
    for each in (window, other):
        each.session.open(project_folder)
        qtbot.waitUntil(lambda each=each: each.session.editor.loaded is not None)
        qtbot.waitUntil(lambda each=each: not each.panels.is_in_sight("problems"))
        parts = [part for kind in (QToolBar, QDockWidget) for part in each.findChildren(kind)]
        seen.append([part.windowTitle() for part in parts if part.isVisible()])
    assert seen[0] == seen[1] != []


def test_opened_project_takes_the_place_of_the_first_page_and_is_remembered(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    session = make_session(None)
    window = make_window(session)
    session.open(project_folder)
    qtbot.waitUntil(lambda: session.editor.loaded is not None)
    assert window.centre.canvas.isVisible() and window.images.isVisible() and window.label.isVisible()
    assert list(window.recent_projects()) == [project_folder]
    qtbot.waitUntil(lambda: window.windowTitle() == f"{session.image} – words – TextScanner Studio")


def test_status_bar_has_room_for_the_values_under_the_mouse(window: MainWindow, qtbot: QtBot):
    window.resize(1440, 900)
    status, values = window.status, window.values
    assert not values.isVisible()
    alone = status.hint.width()
    window.session.viewport.set_cursor(QPointF(5.5, 5.5))
    qtbot.waitUntil(lambda: values.width() >= values.fontMetrics().horizontalAdvance(values.text()))
    assert values.isVisible() and "centre 0." in values.text()
    assert 0 < status.hint.width() < alone
    told = status.hint.fontMetrics().horizontalAdvance(status.hint.toolTip())
    assert status.hint.width() >= told, "the hint is not cut beside free space"
    window.session.viewport.set_cursor(None)
    qtbot.waitUntil(lambda: status.hint.width() == alone)


def test_values_under_the_mouse_leave_out_their_last_ones_before_they_cut_the_hint(window: MainWindow, qtbot: QtBot):
    window.resize(1000, 700)
    window.session.viewport.set_cursor(QPointF(5.5, 5.5))
    qtbot.waitUntil(window.values.isVisible)
    window.session.viewport.set_cursor(QPointF(6.5, 5.5))
    assert window.values.text().startswith("x 6  y 5")
    qtbot.waitUntil(
        lambda: window.values.width() >= window.values.fontMetrics().horizontalAdvance(window.values.text())
    )


def test_work_with_a_bar_in_sight_has_none_in_the_status_bar(window: MainWindow, qtbot: QtBot):
    background = window.session.workspace.background
    job = background.show("Draw the demo", lambda: None)
    qtbot.waitUntil(lambda: window.status.job is not None)
    place = added(qtbot, JobProgress(job))
    place.show()
    qtbot.waitUntil(lambda: window.status.job is None)
    place.hide()
    qtbot.waitUntil(lambda: window.status.job is not None)
    job.run(lambda job: None)


def test_hint_is_there_again_when_an_image_comes_back_with_its_selection(
    window: MainWindow, session: Session, qtbot: QtBot
):
    session.editor.apply("Retype", edits.retype, [0], "Q", select=[0])
    hint, image = window.status.hint.text(), session.image
    assert hint.startswith("Drag to move")
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image == session.image != image)
    assert window.status.hint.text().startswith("Click a character")
    session.step(-1)
    qtbot.waitUntil(lambda: session.editor.image == image)
    assert session.editor.selection == (0,)
    assert window.status.hint.text() == hint and window.status.hint.isVisible()


def test_window_fits_a_screen_of_1280_by_720(window: MainWindow):
    window.panels.show("problems")
    least = window.minimumSizeHint()
    assert least.width() <= 1280 and least.height() <= 680


def test_without_what_is_below_the_stage_the_window_fits_half_of_1920_by_1080(window: MainWindow, qtbot: QtBot):
    window.panels.show("problems")
    window.toggle_panel("problems")
    qtbot.waitUntil(lambda: window.minimumSizeHint().width() <= 960 and window.minimumSizeHint().height() <= 540)


def test_every_panel_of_the_table_can_be_made(window: MainWindow):
    assert all(window.panels.content(panel.id).parent() is not None for panel in PANELS)


def test_panel_that_comes_back_is_filled_in_a_turn_of_its_own(window: MainWindow, qtbot: QtBot):
    dock = next(dock for dock in window.findChildren(QDockWidget) if dock.widget() is None)
    dock.show()
    dock.raise_()
    assert dock.widget() is None
    qtbot.waitUntil(lambda: dock.widget() is not None)


def test_every_panel_can_be_hidden_and_shown_again(window: MainWindow, qtbot: QtBot):
    for name in ("images", "characters", "jobs"):
        window.panels.show(name)
        qtbot.waitUntil(lambda name=name: window.is_panel_shown(name))
        window.action_set.trigger(f"view.panel.{name}")
        qtbot.waitUntil(lambda name=name: not window.is_panel_shown(name))
        window.action_set.trigger(f"view.panel.{name}")
        qtbot.waitUntil(lambda name=name: window.is_panel_shown(name))


def test_covered_tab_comes_to_the_front_instead_of_being_hidden(window: MainWindow, qtbot: QtBot):
    window.panels.show("history")
    qtbot.waitUntil(lambda: window.is_panel_shown("history"))
    window.panels.show("jobs")
    qtbot.waitUntil(lambda: not window.is_panel_shown("history"))
    window.toggle_panel("history")
    qtbot.waitUntil(lambda: window.is_panel_shown("history"))


def test_hidden_panels_are_back_after_the_layout_was_reset(window: MainWindow, qtbot: QtBot):
    window.toggle_panel("images")
    window.toggle_panel("characters")
    window.reset_layout()
    qtbot.waitUntil(lambda: window.is_panel_shown("images") and window.is_panel_shown("characters"))


def test_panels_are_as_they_were_left_also_after_a_window_without_a_project(
    window: MainWindow,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    qtbot: QtBot,
):
    window.toggle_panel("characters")
    window.close()
    qtbot.waitUntil(window.isHidden)
    window.state.flush()
    between = make_window(make_session(None))
    between.close()
    qtbot.waitUntil(between.isHidden)
    between.state.flush()
    session = make_session(None)
    other = make_window(session)
    session.open(between.recent_projects()[0])
    qtbot.waitUntil(lambda: session.project is not None)
    assert other.is_panel_shown("images")
    assert not other.is_panel_shown("characters")


def test_closing_makes_no_panel_that_was_never_seen(
    make_session: Callable[[Path | None], Session], make_window: Callable[[Session], MainWindow], qtbot: QtBot
):
    window = make_window(make_session(None))
    unseen = [dock for dock in window.findChildren(QDockWidget) if dock.widget() is None]
    assert unseen
    window.close()
    qtbot.waitUntil(window.isHidden)
    assert all(dock.widget() is None for dock in unseen)


def test_every_field_that_an_action_asks_for_is_there(window: MainWindow):
    from app.actions.action import FieldName

    for field in get_args(FieldName):
        window.focus(field)


def test_every_dialog_of_the_table_can_be_made(window: MainWindow):
    from app.views.main_window.dialogs import DIALOGS

    for make in DIALOGS.values():
        dialog = make(window.session, window.action_set, window, window.centre.image_area)
        assert isinstance(dialog, QDialog) and dialog.parent() is window
        dialog.close()


def test_dialog_opens_once(window: MainWindow):
    window.show_dialog("about")
    window.show_dialog("about")
    opened = [each for each in window.findChildren(QDialog) if each.isVisible()]
    assert len(opened) == 1
    opened[0].reject()
    window.show_dialog("about")
    assert [each.isVisible() for each in window.findChildren(QDialog)].count(True) == 1


def test_symbol_that_is_new_to_the_charset_does_not_take_the_keyboard_from_who_types(
    window: MainWindow, session: Session, qtbot: QtBot
):
    window.activateWindow()
    window.label.text.field.setFocus()
    qtbot.waitUntil(window.label.text.field.hasFocus)
    with qtbot.waitSignal(session.project_changed):
        session.editor.apply("Set the text", edits.set_text, "\N{CJK UNIFIED IDEOGRAPH-4E2D}")
    assert window.label.text.field.hasFocus()


def test_folder_is_asked_for_beside_the_open_project(
    window: MainWindow, project_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda parent, title, start: asked.append(start) or "")
    assert window.choose_folder("Open") is None
    assert asked == [str(project_folder.parent)]


def test_answer_to_a_question_is_the_button_pressed(window: MainWindow, monkeypatch: pytest.MonkeyPatch):
    def press(box: QMessageBox) -> int:
        next(button for button in box.buttons() if button.text() == "Delete").click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    assert window.confirm("Delete?", "Really?", "Delete")
    monkeypatch.setattr(QMessageBox, "exec", lambda box: box.button(QMessageBox.StandardButton.Cancel).click() or 0)
    assert not window.confirm("Delete?", "Really?", "Delete")


def test_a_training_is_discarded_or_kept_and_no_button_says_cancel(
    window: MainWindow, session: Session, monkeypatch: pytest.MonkeyPatch
):
    begin(session, new_run(session).path)
    said: list[list[str]] = []

    def read(box: QMessageBox) -> int:
        said.append([box.text().partition("\n")[0], *sorted(button.text() for button in box.buttons())])
        QTest.keyClick(box, Qt.Key.Key_Escape)
        return 0

    monkeypatch.setattr(QMessageBox, "exec", read)
    assert window.action_set.trigger("train.cancel")
    assert said == [["Cancel the training?", "Discard", "Keep training"]], "the question is not in the title alone"
    assert session.training.is_busy, "Esc keeps it"
    end(session)


def test_dropped_folder_is_opened(window: MainWindow, session: Session, tmp_path: Path, qtbot: QtBot):
    other = tmp_path / "other words"
    shutil.copytree(session.project.root, other)
    answer = drop(window, other)
    assert answer.dropAction() == Qt.DropAction.CopyAction, "a file manager takes away what was moved"
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == other)


def test_file_dropped_on_a_text_field_is_the_windows_and_no_text(window: MainWindow):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/somewhere/word.png")])
    for field in window.findChildren(QLineEdit):
        enter = QDragEnterEvent(
            QPoint(4, 4), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        enter.ignore()
        if field.isVisible() and field.acceptDrops():
            QApplication.sendEvent(field, enter)
        assert not enter.isAccepted(), field.accessibleName()


def test_dropped_image_of_the_project_is_shown(window: MainWindow, session: Session, qtbot: QtBot):
    image = session.catalog.table.images[3]
    drop(window, session.project.path_of(image))
    qtbot.waitUntil(lambda: session.editor.image == image)


def test_what_cannot_be_used_is_said(window: MainWindow, session: Session, tmp_path: Path, qtbot: QtBot):
    with qtbot.waitSignal(session.workspace.notified) as told:
        drop(window, tmp_path / "is not there")
    assert told.args[0] == "warning"


def test_theme_changes_while_the_window_is_open(window: MainWindow, session: Session, qtbot: QtBot):
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    follow_settings(application, session.settings)
    try:
        session.settings.set("theme", "dark")
        qtbot.waitUntil(lambda: is_dark() and corner(window) < 0.5)
        session.settings.set("theme", "light")
        qtbot.waitUntil(lambda: not is_dark() and corner(window) > 0.5)
    finally:
        apply_theme(application, "light")


def test_window_that_ends_with_its_panels_shown_ends_in_silence(session: Session, qtbot: QtBot):

    window = MainWindow(session)
    window.show()
    qtbot.waitExposed(window)
    session.project_changed.emit()
    assert any(dock.isVisible() for dock in window.findChildren(QDockWidget))
    delete(window)  # as at the end of the process, where the docks go after the window's own part


def test_closing_saves_first(window: MainWindow, session: Session, qtbot: QtBot):
    session.saver.delay = 60_000
    path = path_of(session)
    session.editor.apply("Move", edits.move, [0], 2, 0)
    label = session.editor.label
    window.close()
    qtbot.waitUntil(window.isHidden)
    assert read_label(path).label == label


def test_number_of_unsaved_labels_is_shown(window: MainWindow, session: Session, qtbot: QtBot):
    session.saver.delay = 60_000
    assert window.status.saved.text() == "Saved"
    session.editor.apply("Move", edits.move, [0], 2, 0)
    assert window.status.saved.text() == "1 unsaved"
    session.saver.flush()
    qtbot.waitUntil(lambda: window.status.saved.text() == "Saved")


def test_numbers_of_the_project_are_shown(window: MainWindow, qtbot: QtBot):
    qtbot.waitUntil(lambda: window.status.counts.text().startswith("8 images · "))


def test_background_work_is_shown_with_a_button_that_stops_it(window: MainWindow, session: Session, qtbot: QtBot):
    import threading

    going = threading.Event()

    def work(job: object) -> None:
        while not going.wait(0.01):
            job.progress(1, 10)

    qtbot.waitUntil(lambda: window.centre.geometry().bottom() + 1 == window.status.mapTo(window, QPoint()).y())
    height, picture = window.status.height(), window.centre.canvas.height()
    job = session.workspace.background.start("Counting the words", work)
    try:
        qtbot.waitUntil(lambda: window.status.job is not None and window.status.job.width() > 100)
        assert (window.status.height(), window.centre.canvas.height()) == (height, picture), "the picture stays"
        window.panels.show("jobs")
        with qtbot.waitSignal(job.cancelled):
            qtbot.mouseClick(window.status.job.stop, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.status.job is None)
    finally:
        going.set()


def test_a_choice_of_the_display_repaints_the_maps_and_is_no_change_of_the_label(
    window: MainWindow, session: Session, qtbot: QtBot
):
    with qtbot.assertNotEmitted(session.editor.label_changed, wait=200), qtbot.waitSignal(session.display.changed):
        session.display.set(opacity=0.2)
    before = window.centre.canvas.grab().toImage()
    session.display.set(overlay="order", opacity=1.0)
    qtbot.waitUntil(lambda: window.centre.canvas.grab().toImage() != before)
