"""What a window makes of actions: shortcuts, menus, switches, and keys that belong to a text field."""

from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QDockWidget, QLineEdit, QMenu, QSpinBox, QToolBar
from pytestqt.qtbot import QtBot
from support.window.asking_window import AskingWindow
from support.window.showing import added, exposed

from app.actions.action import Action, LayoutName
from app.actions.action_set import ActionSet
from app.actions.menus import MENUS
from app.actions.shortcuts import conflicts_in, keys_of, lost_in, normalised_key
from app.actions.table import ACTIONS
from app.session import Session
from app.widgets.field_keys import let_shortcuts
from core.base.errors import LabelError
from core.labels.edits import edits


@pytest.fixture
def window(qtbot: QtBot, session: Session) -> AskingWindow:
    window = exposed(qtbot, AskingWindow(session), 600, 400)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def action(name: str, *keys: str) -> Action:
    return Action(name, name, run=lambda session, asker: None, shortcuts=keys)


def titles(menu: QMenu) -> list[str]:
    return [entry.text() for entry in menu.actions() if not entry.isSeparator()]


def test_macos_moves_settings_about_and_quit_alone_to_the_applications_menu(actions: ActionSet):
    moved = {name for name in actions.table if actions.action(name).menuRole() != QAction.MenuRole.NoRole}
    assert moved == {"file.settings", "file.quit", "help.about"}


# Keys


def test_a_key_does_what_its_action_says(qtbot: QtBot, window: AskingWindow, session: Session):
    first = session.image
    qtbot.keyClick(window, Qt.Key.Key_D)
    assert session.image != first
    qtbot.keyClick(window, Qt.Key.Key_A)
    assert session.image == first


def test_a_key_whose_action_cannot_be_done_does_nothing(qtbot: QtBot, window: AskingWindow, session: Session):
    before = session.editor.label
    assert not session.editor.selection
    qtbot.keyClick(window, Qt.Key.Key_Delete)
    assert session.editor.label == before


def test_an_action_can_be_done_as_soon_as_what_it_needs_is_there(qtbot: QtBot, window: AskingWindow, session: Session):
    count = len(session.editor.label.characters)
    session.editor.select([0])
    qtbot.keyClick(window, Qt.Key.Key_Delete)  # no event has been waited for between
    assert len(session.editor.label.characters) == count - 1
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(session.editor.label.characters) == count


@pytest.mark.parametrize("kind", [QLineEdit, QSpinBox, QComboBox])
def test_plain_keys_belong_to_a_field_that_has_the_focus(
    qtbot: QtBot, window: AskingWindow, session: Session, kind: Any
):
    field = kind()
    if isinstance(field, QComboBox):
        field.setEditable(True)
    window.setCentralWidget(field)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    image, status = session.image, session.editor.label.status
    for key in (Qt.Key.Key_D, Qt.Key.Key_V, Qt.Key.Key_1, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_PageDown):
        qtbot.keyClick(field, key)
    assert (session.image, session.editor.label.status) == (image, status)
    assert session.display.choices.overlay == "none"


def test_a_field_in_a_panel_of_its_own_window_keeps_its_keys(qtbot: QtBot, window: AskingWindow, session: Session):
    field = QLineEdit()
    dock = QDockWidget(window)
    dock.setWidget(field)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    dock.setFloating(True)
    dock.show()
    dock.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    image = session.image
    qtbot.keyClicks(field, "dd")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "dd"
    assert session.image == image


def test_keys_with_ctrl_act_in_a_field_too(qtbot: QtBot, window: AskingWindow):
    field = QLineEdit()
    window.setCentralWidget(field)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_F1)
    qtbot.keyClick(field, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert window.asked == ["shortcuts", "palette"]


def test_plain_keys_are_no_shortcuts_in_a_field_that_only_shows_text(
    qtbot: QtBot, window: AskingWindow, session: Session
):
    field = QLineEdit()
    field.setReadOnly(True)
    window.setCentralWidget(field)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    image = session.image
    qtbot.keyClick(field, Qt.Key.Key_D)
    assert session.image == image
    let_shortcuts(field)
    window.setFocus()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_D)
    assert session.image != image


def test_a_chosen_key_takes_the_place_of_the_usual_ones(
    qtbot: QtBot, window: AskingWindow, session: Session, actions: ActionSet
):
    session.settings.set("shortcuts", {"go.next": ["Ctrl+J"], "go.last": []})
    assert actions.keys("go.next") == ("Ctrl+J",)
    assert actions.keys("go.last") == ()
    image = session.image
    qtbot.keyClick(window, Qt.Key.Key_D)
    qtbot.keyClick(window, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert session.image == image
    qtbot.keyClick(window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert session.image != image


def test_one_key_in_two_spellings_is_one_key():
    assert normalised_key("shift+ctrl+p") == normalised_key("Ctrl+Shift+P") == "Ctrl+Shift+P"


def test_a_key_that_there_is_not_counts_as_none():
    assert keys_of(action("a", "Ctrl+Nonsense", "Ctrl+A"), {}) == ("Ctrl+A",)


def test_two_actions_with_one_key_are_in_conflict():
    table = [action("a", "Ctrl+A"), action("b", "Ctrl+B", "ctrl+a"), action("c", "C")]
    assert conflicts_in(table, {}) == {"Ctrl+A": ["a", "b"]}


def test_a_chosen_key_can_end_a_conflict_and_make_one():
    table = [action("a", "Ctrl+A"), action("b", "Ctrl+A"), action("c", "C")]
    assert conflicts_in(table, {"b": ["C"], "c": ["C"]}) == {"C": ["b", "c"]}


def test_a_chosen_key_is_taken_from_the_action_whose_usual_key_it_is():
    table = [action("a", "Ctrl+A", "A"), action("b", "B")]
    chosen = {"b": ["ctrl+a"]}
    assert conflicts_in(table, chosen) == {}
    assert [keys_of(each, chosen) for each in table] == [("A",), ("Ctrl+A",)]
    assert lost_in(table, chosen) == {"a": {"Ctrl+A": "b"}}


def test_a_key_chosen_for_an_action_of_another_version_takes_none_away(session: Session, actions: ActionSet):
    session.settings.set("shortcuts", {"of.another.version": ["Ctrl+1"]})
    assert actions.keys("view.layout.label") == ("Ctrl+1",)


def test_a_key_that_begins_another_is_in_conflict_with_it():
    table = [action("a", "Ctrl+K"), action("b", "Ctrl+K, A"), action("c", "Ctrl+K, B")]
    assert conflicts_in(table, {}) == {"Ctrl+K": ["a", "b", "c"]}


# What is made of them


def test_every_action_of_the_menus_stands_in_them_once(actions: ActionSet):
    found: list[str] = []
    for menu in MENUS:
        made = actions.menu(menu.id)
        made.aboutToShow.emit()  # some are filled as they open
        found += [entry.objectName() for entry in made.actions() if entry.objectName()]
    menus = {menu.id for menu in MENUS}
    parts = sorted(part for menu in MENUS for part in menu.parts if part)
    assert sorted(found) == [part for part in parts if part not in menus]
    assert [part for part in parts if part in menus] == sorted(menu.id for menu in MENUS if menu.parent)


def test_what_is_in_no_menu_has_a_key():
    listed = {part for menu in MENUS for part in menu.parts}
    assert [action.id for action in ACTIONS if action.id not in listed and not action.shortcuts] == []


def test_the_menu_bar_has_the_menus_in_their_order(window: AskingWindow, actions: ActionSet):
    actions.fill_menu_bar(window.menuBar())
    shown = [entry.text() for entry in window.menuBar().actions()]
    assert shown == [
        "&File",
        "&Edit",
        "&Labelling",
        "&Go",
        "Trai&ning",
        "&Reading",
        "&Instruments",
        "&Maps",
        "&View",
        "&Help",
    ]


def test_sections_of_a_menu_are_set_apart_and_it_neither_begins_nor_ends_with_a_line(actions: ActionSet):
    for menu in MENUS:
        entries = actions.menu(menu.id).actions()
        if entries:
            assert not entries[0].isSeparator()
            assert not entries[-1].isSeparator()
    assert any(entry.isSeparator() for entry in actions.menu("edit").actions())


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_a_tool_bar_has_at_most_14_actions_each_with_an_icon_and_a_word(actions: ActionSet, layout: Any, qtbot: QtBot):
    bar = added(qtbot, QToolBar())
    actions.fill_tool_bar(bar, layout)
    shown = [entry for entry in bar.actions() if not entry.isSeparator()]
    assert 0 < len(shown) <= 14
    assert all(entry.iconText() and not entry.icon().isNull() for entry in shown)
    assert any(entry.objectName().startswith("tool.") for entry in shown) == (layout in {"label", "review"})


def test_menus_and_layouts_have_different_words(actions: ActionSet):
    titles = {menu.title.replace("&", "") for menu in MENUS if not menu.parent}
    assert not titles & {actions.text(f"view.layout.{layout}") for layout in get_args(LayoutName)}


def test_the_menu_of_recent_projects_is_made_when_it_opens(
    window: AskingWindow, actions: ActionSet, session: Session, qtbot: QtBot, tmp_path: Path
):
    menu = actions.menu("file.recent")
    menu.aboutToShow.emit()
    assert titles(menu) == ["None yet"]
    assert not menu.actions()[0].isEnabled()

    other = tmp_path / "R&D"
    other.mkdir()
    window.recent = [other]
    menu.aboutToShow.emit()
    assert titles(menu) == [str(other).replace("&", "&&")]
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == other)


def test_exactly_one_tool_is_on(actions: ActionSet, session: Session):
    actions.action("tool.box").trigger()
    assert session.tool == "box"
    session.set_tool("split")
    on = [name for name in actions.table if name.startswith("tool.") and actions.action(name).isChecked()]
    assert on == ["tool.split"]


def test_a_switch_follows_what_it_switches(actions: ActionSet, session: Session, qtbot: QtBot):
    session.display.set(polygons=False)
    qtbot.waitUntil(lambda: not actions.action("view.polygons").isChecked())
    actions.action("view.polygons").trigger()
    assert session.display.choices.polygons


def test_undo_says_what_it_takes_back(actions: ActionSet, session: Session):
    assert actions.text("edit.undo") == "Undo"
    session.editor.select([0])
    actions.trigger("edit.delete")
    assert actions.text("edit.undo") == "Undo: Delete a character"
    actions.trigger("edit.undo")
    assert actions.text("edit.redo") == "Redo: Delete a character"


def test_the_hint_names_the_key_that_acts_now(actions: ActionSet, session: Session):
    assert actions.action("go.first").toolTip() == "First image (Ctrl+Home)"
    session.settings.set("shortcuts", {"go.first": ["Ctrl+J"]})
    assert actions.action("go.first").toolTip() == "First image (Ctrl+J)"


@pytest.mark.usefixtures("chinese")
def test_actions_and_menus_are_in_the_language(actions: ActionSet):
    assert actions.text("go.next") == "下一张图像"
    assert actions.menu("file").title() == "文件(&F)"
    assert actions.menu_path("view.theme.dark") == ("视图", "主题")
    assert actions.text("view.theme.dark") == "深色"


def test_what_cannot_be_done_is_said_and_raises_nothing(qtbot: QtBot, session: Session):
    def fail(session: Session, asker: object) -> None:
        raise LabelError("this cannot be. Do that instead.")

    window = added(qtbot, AskingWindow(session))
    actions = ActionSet(session, window, window, [Action("a", "a", run=fail)], [])
    with qtbot.waitSignal(session.workspace.notified) as told:
        assert actions.trigger("a")
    assert told.args[:2] == ["warning", "this cannot be. Do that instead."]


def test_an_action_that_cannot_be_done_is_not_done(actions: ActionSet, session: Session):
    assert not actions.trigger("edit.delete")
    assert actions.action("edit.delete").isEnabled() is False


def test_an_edit_can_be_undone_and_redone_by_the_very_next_key(qtbot: QtBot, window: AskingWindow, session: Session):
    before = session.editor.label.text
    session.editor.apply("Set the text", edits.set_text, "xy")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.editor.label.text == before, "no event has been waited for between"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert session.editor.label.text == "xy"


def test_conditions_are_looked_at_once_however_much_an_action_changes(qtbot: QtBot, session: Session):
    looks: list[Session] = []

    def can(session: Session) -> bool:
        looks.append(session)
        return session.image is not None

    window = added(qtbot, AskingWindow(session))
    step = Action("step", "step", run=lambda session, asker: session.step(1), enabled=can)
    actions = ActionSet(session, window, window, [step, Action("other", "other", run=step.run, enabled=can)], [])
    looks.clear()
    before = session.image
    actions.action("step").trigger()
    assert session.image != before
    actions.update_actions()
    assert len(looks) == 2, "once before the action, and once for both"
