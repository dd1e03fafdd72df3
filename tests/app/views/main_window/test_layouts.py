"""Layouts: each work has its panels, on a key; what a person changes in one is remembered, and nothing else moves."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QTabBar
from pytestqt.qtbot import QtBot
from support.telling import told_by
from support.window.told_training import begin, finished, new_run, started, tell

from app.desktop.window_state import WindowState
from app.session import Session
from app.views.main_window.window import MainWindow
from core.labels.edits import edits

CTRL = Qt.KeyboardModifier.ControlModifier
PANELS = {
    Qt.Key.Key_1: {"images", "characters", "problems"},
    Qt.Key.Key_2: {"runs"},
    Qt.Key.Key_3: {"images", "predictions"},
    Qt.Key.Key_4: {"review"},
}
LABEL, TRAIN, INSPECT, REVIEW = PANELS


def press(window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = CTRL) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, held)


def docks(window: MainWindow) -> dict[str, QDockWidget]:
    return {dock.objectName(): dock for dock in window.findChildren(QDockWidget)}


def panels(window: MainWindow) -> set[str]:
    """Those that are there, also behind another tab."""
    return {name for name, dock in docks(window).items() if not dock.isHidden()}


def leave(window: MainWindow, qtbot: QtBot) -> None:
    window.close()
    qtbot.waitUntil(window.isHidden)
    window.state.flush()


def test_first_start_shows_three_panels_and_no_tabs(window: MainWindow):
    assert panels(window) == PANELS[LABEL]
    bars = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window]
    assert not [bar for bar in bars if bar.geometry().intersects(window.rect())], "Qt keeps spare ones out of sight"


def test_each_layout_comes_by_its_key_with_its_panels_and_no_others(window: MainWindow, qtbot: QtBot):
    window.activateWindow()
    for key in (TRAIN, INSPECT, REVIEW, LABEL):
        press(window, key)
        assert panels(window) == PANELS[key]
        least = window.minimumSizeHint()
        assert least.width() <= 1280 and least.height() <= 680
        qtbot.waitUntil(lambda: window.action_set.action(f"view.layout.{window.layouts.present}").isChecked())
        shown = [name for name, button in window.layout_switch.buttons.items() if button.isChecked()]
        assert shown == [window.layouts.present]


def test_layout_is_chosen_in_the_corner_of_the_menu_bar_too(window: MainWindow):
    button = window.layout_switch.buttons["review"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert panels(window) == PANELS[REVIEW]
    assert button.isVisible()


def test_maps_have_room_in_inspect_at_1280_by_720(window: MainWindow, qtbot: QtBot):
    press(window, INSPECT)
    qtbot.waitUntil(lambda: window.centre.width() >= 1280 - 300)
    areas = {window.dockWidgetArea(docks(window)[name]) for name in panels(window)}
    assert areas == {Qt.DockWidgetArea.LeftDockWidgetArea}


def test_what_is_changed_in_a_layout_is_remembered_there_alone_and_can_be_reset(
    window: MainWindow,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    window.toggle_panel("characters")
    press(window, INSPECT)
    assert panels(window) == PANELS[INSPECT]
    window.toggle_panel("history")
    press(window, LABEL)
    assert panels(window) == PANELS[LABEL] - {"characters"}
    press(window, INSPECT)
    assert panels(window) == PANELS[INSPECT] | {"history"}
    leave(window, qtbot)
    other = make_window(make_session(project_folder))
    assert panels(other) == PANELS[INSPECT] | {"history"}, "the layout chosen last comes back"
    other.reset_layout()
    assert panels(other) == PANELS[INSPECT]
    other.choose_layout("label")
    assert panels(other) == PANELS[LABEL] - {"characters"}, "a reset is of one layout"


def test_each_layout_keeps_the_maps_that_were_chosen_in_it(
    window: MainWindow,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    """Their actions wait for a model; what they do is done here without one."""
    display = window.session.display
    assert display.choices.columns == ("target",), "in Label the image is large, with one row of maps"
    press(window, INSPECT)
    assert display.choices.columns == ("target", "prediction")
    display.toggle_column("difference")
    press(window, TRAIN)
    assert display.choices.columns == ("target", "prediction")
    press(window, LABEL)
    assert display.choices.columns == ("target",)
    display.set(way="swipe")
    leave(window, qtbot)
    other = make_window(make_session(project_folder))
    display = other.session.display
    assert (display.choices.way, display.choices.columns) == ("swipe", ("target",))
    other.reset_layout()
    assert display.choices.way == "grid"
    other.choose_layout("inspect")
    assert display.choices.columns == ("target", "prediction", "difference"), "a reset is of one layout"


def test_the_switch_of_the_layouts_waits_for_a_project(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    window = make_window(make_session(None))
    assert window.layout_switch.isHidden()
    window.session.open(project_folder)
    qtbot.waitUntil(window.layout_switch.isVisible)
    window.action_set.trigger("file.close")
    qtbot.waitUntil(window.layout_switch.isHidden)


def test_panel_that_an_action_asks_for_comes_in_every_layout_and_goes_with_it(window: MainWindow, qtbot: QtBot):
    press(window, TRAIN)
    window.show_dialog("check_folder")
    qtbot.waitUntil(lambda: window.is_panel_shown("problems"))
    press(window, LABEL)
    press(window, TRAIN)
    assert panels(window) == PANELS[TRAIN]
    press(window, Qt.Key.Key_3, CTRL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.is_panel_shown("problems"))
    press(window, LABEL)
    press(window, TRAIN)
    assert "problems" in panels(window), "what a person shows by its key belongs to the layout"


def test_a_training_that_is_watched_brings_its_layout_once(window: MainWindow):
    session = window.session
    begin(session, new_run(session).path)
    assert panels(window) == PANELS[TRAIN]
    press(window, LABEL)
    tell(session, started(session.training.state.run))
    assert panels(window) == PANELS[LABEL], "a person has gone on with other work"


def test_an_arrangement_that_cannot_be_read_counts_as_none(
    make_session: Callable[[Path | None], Session], make_window: Callable[[Session], MainWindow], project_folder: Path
):
    state = WindowState()
    state.keep_layout("label", QByteArray(b"of a version that had eleven tabs"))
    state.layout_chosen = "of a later version"
    state.flush()
    window = make_window(make_session(project_folder))
    assert panels(window) == PANELS[LABEL]


def test_keyboard_goes_to_the_image_when_its_panel_goes(window: MainWindow):
    window.activateWindow()
    window.focus("filter")
    had = QApplication.focusWidget()
    press(window, INSPECT)
    assert had.hasFocus(), "the list is there, too"
    press(window, TRAIN)
    assert window.centre.canvas.hasFocus()


def test_a_key_that_a_person_has_chosen_is_kept_and_its_loss_is_said_once(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
):
    session = make_session(project_folder)
    session.settings.set("shortcuts", {"view.one_to_one": ["Ctrl+3"]})
    with qtbot.waitSignal(session.workspace.notified) as told:
        window = make_window(session)
    sentence, offers = told.args[1], told.args[2]
    assert (
        sentence
        == "As you have chosen, Ctrl+3 stays the shortcut of “Actual size”; “Inspect” no longer has this shortcut."
    )
    assert [offer.text for offer in offers] == ["Change keys…"]
    window.activateWindow()
    press(window, INSPECT)
    assert panels(window) == PANELS[LABEL]
    assert session.viewport.scale == 1
    leave(window, qtbot)
    said = told_by(session)
    again = make_window(session)
    qtbot.waitUntil(lambda: again.action_set.lost_keys() != {})
    QApplication.processEvents()
    assert said == []


def test_a_panel_that_train_does_without_comes_beside_the_runs_where_it_has_room(window: MainWindow):
    window.layouts.show("train")
    window.panels.show("evaluation")
    assert docks(window)["evaluation"] in window.tabifiedDockWidgets(docks(window)["runs"])
    assert window.panels.is_in_sight("evaluation")


def test_problems_are_out_of_sight_while_there_is_none_and_the_layout_is_kept_with_them(
    window: MainWindow, session: Session, qtbot: QtBot
):
    qtbot.waitUntil(lambda: "problems" not in panels(window))
    press(window, REVIEW)
    press(window, LABEL)
    assert panels(window) == PANELS[LABEL], "the layout has the panel"
    qtbot.waitUntil(lambda: "problems" not in panels(window))
    character = session.editor.label.ranking[0]
    session.editor.apply("Retype", edits.retype, (character,), "é")
    session.saver.flush()
    qtbot.waitUntil(lambda: "problems" in panels(window))


def test_problems_that_a_person_asks_for_stay_in_sight_while_there_is_none(window: MainWindow, qtbot: QtBot):
    qtbot.waitUntil(lambda: "problems" not in panels(window))
    window.show_panel("problems")
    QTest.qWait(400)
    assert "problems" in panels(window)


@pytest.mark.long
def test_changing_the_layout_to_and_fro_leaves_no_widget_behind(window: MainWindow, qtbot: QtBot):
    def count_after_a_round() -> int:
        for key in (TRAIN, INSPECT, REVIEW, LABEL):
            press(window, key)
            qtbot.wait(20)  # what is to be deleted later is deleted by the event loop
        QTest.qWait(50)
        return len(QApplication.allWidgets())

    window.activateWindow()
    count_after_a_round()  # panels are made when they are shown for the first time
    before = count_after_a_round()
    after = [count_after_a_round() for _ in range(20)]
    assert max(after[-5:]) <= before


def test_training_that_starts_shows_its_layout_also_if_it_is_resumed(window: MainWindow, session: Session):
    run = new_run(session).path
    for _ in range(2):
        press(window, LABEL)
        begin(session, run)
        assert window.panels.is_in_sight("runs")
        tell(session, started(run), finished(run))
