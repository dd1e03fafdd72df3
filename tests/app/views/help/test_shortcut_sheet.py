import pytest
from pytestqt.qtbot import QtBot
from support.window.asking_window import AskingWindow

from app.session import Session
from app.views.help.shortcut_sheet import ShortcutSheet


@pytest.fixture
def sheet(qtbot: QtBot, session: Session) -> ShortcutSheet:
    window = AskingWindow(session)
    qtbot.addWidget(window)
    sheet = ShortcutSheet(window.actions_of_it, window)
    sheet.show()
    return sheet


def lines(sheet: ShortcutSheet) -> list[str]:
    return sheet.page.toPlainText().split("\n")


def test_every_menu_with_keys_has_its_heading(sheet: ShortcutSheet):
    assert {"File", "Edit", "Labelling", "Go", "Training", "Reading", "Maps", "View", "Help"} <= {*lines(sheet)}


def test_it_is_searched_by_name_and_by_key(qtbot: QtBot, sheet: ShortcutSheet):
    qtbot.keyClicks(sheet.field, "zoom")
    assert "Zoom: Zoom in" in lines(sheet)
    assert "Open folder" not in lines(sheet)
    sheet.field.clear()
    qtbot.keyClicks(sheet.field, "ctrl+o")
    assert "Open folder" in lines(sheet)


def test_a_search_that_finds_nothing_says_so(qtbot: QtBot, sheet: ShortcutSheet):
    qtbot.keyClicks(sheet.field, "unicorn")
    assert lines(sheet) == ["No action has this name or key."]


def test_it_shows_the_keys_that_act_now(sheet: ShortcutSheet, session: Session):
    session.settings.set("shortcuts", {"file.open": ["Ctrl+J"], "file.quit": []})
    assert "Ctrl+J" in lines(sheet)
    assert "Ctrl+O" not in lines(sheet)
    assert "Quit" not in lines(sheet)


@pytest.mark.usefixtures("chinese")
def test_it_is_in_the_language(sheet: ShortcutSheet):
    assert "打开文件夹" in lines(sheet)
