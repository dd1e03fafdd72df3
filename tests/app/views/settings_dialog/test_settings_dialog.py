from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot
from support.window.asking_window import AskingWindow

from app.session import Session
from app.settings.settings import SettingsError
from app.settings.table import GROUPS, SETTINGS
from app.views.settings_dialog.dialog import SettingsDialog


@pytest.fixture
def dialog(qtbot: QtBot, session: Session) -> SettingsDialog:
    window = AskingWindow(session)
    qtbot.addWidget(window)
    dialog = SettingsDialog(window.actions_of_it, window)
    dialog.show()
    return dialog


def test_every_setting_has_its_row(dialog: SettingsDialog):
    assert {*dialog.rows} | {"shortcuts"} == {*SETTINGS}
    assert dialog.pages.count() == dialog.groups.count() == len(GROUPS)


def test_each_editor_says_to_a_screen_reader_what_it_is(dialog: SettingsDialog):
    for row in dialog.rows.values():
        assert row.editor.accessibleName() == row.entry.title
        assert row.editor.accessibleDescription() == row.entry.help


def test_a_switch_changes_its_setting_at_once(qtbot: QtBot, dialog: SettingsDialog, session: Session):
    editor = dialog.rows["list.thumbnails"].editor
    assert isinstance(editor, QCheckBox)
    qtbot.keyClick(editor, Qt.Key.Key_Space)
    assert session.settings.value("list.thumbnails") is False


def test_a_number_is_chosen_when_it_is_typed_whole(qtbot: QtBot, dialog: SettingsDialog, session: Session):
    editor = dialog.rows["list.thumbnail_size"].editor
    editor.selectAll()
    qtbot.keyClicks(editor, "64")
    assert session.settings.value("list.thumbnail_size") == 32
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.settings.value("list.thumbnail_size") == 64


def test_a_number_beyond_its_bounds_cannot_be_chosen(dialog: SettingsDialog, session: Session):
    editor = dialog.rows["saving.delay"].editor
    editor.setValue(99)
    assert session.settings.value("saving.delay") == 2.0


def test_a_name_is_chosen_when_it_is_typed_whole_and_is_one_line(
    qtbot: QtBot, dialog: SettingsDialog, session: Session
):
    field = dialog.rows["label.annotator"].editor
    qtbot.keyClicks(field, "Anna ")
    assert session.settings.value("label.annotator") == ""
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (session.settings.value("label.annotator"), field.text()) == ("Anna", "Anna")
    with pytest.raises(SettingsError, match="a line of at most 260"):
        session.settings.set("label.annotator", "A\nB")


def test_a_choice_changes_its_setting(qtbot: QtBot, dialog: SettingsDialog, session: Session):
    editor = dialog.rows["theme"].editor
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_End)
    assert session.settings.value("theme") == "dark"


def test_a_setting_that_is_changed_elsewhere_shows_here_and_can_be_reset(
    qtbot: QtBot, dialog: SettingsDialog, session: Session
):
    row = dialog.rows["canvas.handle_size"]
    assert not row.reset.isEnabled()
    session.settings.set("canvas.handle_size", 12)
    assert row.editor.value() == 12
    assert row.reset.isEnabled()
    dialog.groups.setCurrentRow(2)
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert session.settings.value("canvas.handle_size") == 8
    assert not row.reset.isEnabled()


@pytest.mark.parametrize("answer", ["Reset all", "Cancel"])
def test_all_settings_are_reset_only_after_a_question(
    qtbot: QtBot, dialog: SettingsDialog, session: Session, monkeypatch: pytest.MonkeyPatch, answer: str
):
    session.settings.set("canvas.handle_size", 12)
    session.settings.set("shortcuts", {"file.open": ["Ctrl+J"]})

    def choose(box: QMessageBox) -> int:
        (button,) = [button for button in box.buttons() if button.text().replace("&", "") == answer]
        button.click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", choose)
    qtbot.mouseClick(dialog.everything, Qt.MouseButton.LeftButton)
    kept = answer == "Cancel"
    assert session.settings.value("canvas.handle_size") == (12 if kept else 8)
    assert session.settings.value("shortcuts") == ({"file.open": ["Ctrl+J"]} if kept else {})


def test_a_search_shows_what_fits_and_goes_where_it_is(qtbot: QtBot, dialog: SettingsDialog):
    qtbot.keyClicks(dialog.field, "brush")
    assert dialog.groups.currentRow() == 2
    assert dialog.rows["canvas.brush_radius"].isVisible()
    assert not dialog.rows["canvas.handle_size"].isVisible()
    assert not dialog.groups.item(0).flags() & Qt.ItemFlag.ItemIsEnabled
    dialog.field.clear()
    assert dialog.rows["canvas.handle_size"].isVisible()
    assert dialog.groups.item(0).flags() & Qt.ItemFlag.ItemIsEnabled


@pytest.mark.usefixtures("chinese")
def test_it_is_in_the_language(dialog: SettingsDialog):
    assert dialog.windowTitle() == "设置"
    theme = dialog.rows["theme"].editor
    assert [theme.itemText(row) for row in range(3)] == ["跟随系统", "浅色", "深色"]


# Shortcuts


def press(qtbot: QtBot, dialog: SettingsDialog, name: str, key: Qt.Key, *buttons: QPushButton) -> None:
    """Choose an action, type Ctrl and a key, and press buttons."""
    dialog.groups.setCurrentRow([*GROUPS].index("shortcuts"))
    dialog.shortcuts.choose(name)
    dialog.shortcuts.keys.clear()
    qtbot.keyClick(dialog.shortcuts.keys, key, Qt.KeyboardModifier.ControlModifier)
    for button in buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize(("button", "keys"), [("use", ["Ctrl+J"]), ("add", ["D", "PgDown", "Ctrl+J"])])
def test_a_key_is_typed_and_used_alone_or_beside_those_that_are_there(
    qtbot: QtBot, dialog: SettingsDialog, session: Session, button: str, keys: list[Any]
):
    press(qtbot, dialog, "go.next", Qt.Key.Key_J, getattr(dialog.shortcuts, button))
    assert session.settings.value("shortcuts") == {"go.next": keys}


def test_an_action_can_lose_its_keys_and_get_them_back(qtbot: QtBot, dialog: SettingsDialog, session: Session):
    press(qtbot, dialog, "go.next", Qt.Key.Key_J, dialog.shortcuts.none)
    assert session.settings.value("shortcuts") == {"go.next": []}
    press(qtbot, dialog, "go.next", Qt.Key.Key_J, dialog.shortcuts.back)
    assert session.settings.value("shortcuts") == {}


def test_a_key_that_another_action_has_is_said_at_once(qtbot: QtBot, dialog: SettingsDialog, session: Session):
    press(qtbot, dialog, "go.next", Qt.Key.Key_O)
    assert (
        dialog.shortcuts.says.text()
        == "Ctrl+O is the usual key of “Open folder”. If you use it here, it is removed there."
    )
    assert session.settings.value("shortcuts") == {}
    press(qtbot, dialog, "go.next", Qt.Key.Key_J)
    assert dialog.shortcuts.says.text() == ""


def test_actions_in_conflict_are_marked_in_the_list(qtbot: QtBot, dialog: SettingsDialog, session: Session):
    session.settings.set("shortcuts", {"go.next": ["Ctrl+J"], "file.open": ["Ctrl+J"]})
    press(qtbot, dialog, "go.last", Qt.Key.Key_J)
    assert dialog.shortcuts.says.text().endswith("If two actions have the same key, it does nothing.")
    items = [dialog.shortcuts.list.topLevelItem(row) for row in range(dialog.shortcuts.list.topLevelItemCount())]
    marked = [item.text(0) for item in items if item is not None and item.toolTip(1)]
    assert marked == ["File › Open folder", "Go › Next image"]


def test_action_that_has_lost_its_key_names_the_one_that_has_it(dialog: SettingsDialog, session: Session):
    session.settings.set("shortcuts", {"view.fit": ["Ctrl+1"]})
    items = [dialog.shortcuts.list.topLevelItem(row) for row in range(dialog.shortcuts.list.topLevelItemCount())]
    marked = [(item.text(0), item.text(1)) for item in items if item is not None and item.toolTip(1)]
    assert marked == [("View › Layout › Label", "Ctrl+1 is already a key of “Fit”")]


def test_shortcuts_are_searched_by_key(qtbot: QtBot, dialog: SettingsDialog):
    dialog.groups.setCurrentRow([*GROUPS].index("shortcuts"))
    qtbot.keyClicks(dialog.field, "ctrl+shift+p")
    assert dialog.shortcuts.list.topLevelItemCount() == 1
    item = dialog.shortcuts.list.topLevelItem(0)
    assert item.text(0) == "View › Command palette"


def test_a_dialog_that_is_gone_no_longer_follows_the_settings(qtbot: QtBot, dialog: SettingsDialog, session: Session):
    with qtbot.waitSignal(dialog.destroyed):
        dialog.deleteLater()
    with qtbot.captureExceptions() as exceptions:
        session.settings.set("theme", "dark")
        session.settings.set("shortcuts", {"go.next": ["Ctrl+J"]})
    assert exceptions == []


def test_enter_in_a_field_does_not_close_the_dialog(qtbot: QtBot, dialog: SettingsDialog):
    dialog.field.setFocus()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert dialog.isVisible()
