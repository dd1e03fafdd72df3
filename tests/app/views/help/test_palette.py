from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.asking_window import AskingWindow
from support.window.showing import exposed

from app.session import Session
from app.views.help.palette import CommandPalette


@pytest.fixture
def window(qtbot: QtBot, session: Session) -> AskingWindow:
    return exposed(qtbot, AskingWindow(session), 800, 600)


@pytest.fixture
def palette(qtbot: QtBot, window: AskingWindow) -> CommandPalette:
    return exposed(qtbot, CommandPalette(window.actions_of_it, window))


@pytest.mark.parametrize(("key", "is_done"), [(Qt.Key.Key_Return, True), (Qt.Key.Key_Escape, False)])
def test_a_few_letters_and_enter_do_an_action_and_esc_gives_up(
    qtbot: QtBot, palette: CommandPalette, session: Session, key: Any, is_done: bool
):
    first = session.image
    qtbot.keyClicks(palette.field, "next im")
    qtbot.keyClick(palette.field, key)
    assert (session.image != first) == is_done
    assert not palette.isVisible()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Zoom in", "view.zoom_in"),
        ("ZOOM IN", "view.zoom_in"),
        ("nui", "go.next_unreviewed"),
        ("theme dark", "view.theme.dark"),
        ("unreviewd", "go.next_unreviewed"),
        ("reverse", "label.reverse"),
        ("open fold", "file.open"),
    ],
)
def test_an_action_is_found_by_what_a_person_types(qtbot: QtBot, palette: CommandPalette, typed: str, name: str):
    qtbot.keyClicks(palette.field, typed)
    assert palette.found()[0] == name


def test_nonsense_finds_nothing_and_enter_does_nothing(qtbot: QtBot, palette: CommandPalette):
    qtbot.keyClicks(palette.field, "xqzjw")
    assert palette.found() == []
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_without_text_all_actions_are_listed_but_the_palette_itself(palette: CommandPalette, window: AskingWindow):
    assert sorted(palette.found()) == sorted({*window.actions_of_it.table} - {"view.palette"})


def test_an_action_that_cannot_be_done_is_listed_and_not_run(qtbot: QtBot, palette: CommandPalette, session: Session):
    before = session.editor.label
    qtbot.keyClicks(palette.field, "merge")  # nothing is selected
    assert palette.found()[0] == "label.merge"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert session.editor.label == before


def test_what_can_be_done_comes_before_what_cannot(qtbot: QtBot, palette: CommandPalette):
    qtbot.keyClicks(palette.field, "select")
    found = palette.found()
    assert found.index("edit.select_all") < found.index("edit.select_none")  # nothing is selected


def test_the_arrow_keys_go_through_what_cannot_be_done_now(qtbot: QtBot, palette: CommandPalette):
    qtbot.keyClicks(palette.field, "predict")
    found = palette.found()
    seen = []
    for _ in found:
        seen.append(palette.list.currentIndex().row())
        qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert seen == [*range(len(found))]
    assert not all(
        palette.list.model().flags(palette.list.model().index(row, 0)) & Qt.ItemFlag.ItemIsEnabled for row in seen
    )


def test_the_arrow_keys_choose_from_the_list_and_go_round(qtbot: QtBot, palette: CommandPalette, session: Session):
    qtbot.keyClicks(palette.field, "overlay")
    count = len(palette.found())
    qtbot.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == count - 1
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 0
    row = palette.found().index("view.overlay.order")
    for _ in range(row):
        qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    qtbot.keyClick(palette.field, Qt.Key.Key_Enter)
    assert session.display.choices.overlay == "order"


def test_a_click_does_what_is_clicked(qtbot: QtBot, palette: CommandPalette, session: Session):
    qtbot.keyClicks(palette.field, "overlay")
    row = palette.found().index("view.overlay.character")
    middle = palette.list.visualRect(palette.list.model().index(row, 0)).center()
    qtbot.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert session.display.choices.overlay == "character"


def test_it_begins_anew_with_what_was_done_last(qtbot: QtBot, palette: CommandPalette):
    qtbot.keyClicks(palette.field, "last image")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    palette.show()
    assert palette.field.text() == ""
    assert palette.found()[0] == "go.last"


def test_the_key_of_an_action_stands_beside_it(palette: CommandPalette):
    model = palette.list.model()
    row = palette.found().index("file.open")
    assert model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "Open folder, Ctrl+O"


@pytest.mark.usefixtures("chinese")
def test_actions_are_found_by_their_chinese_names(palette: CommandPalette):
    assert palette.windowTitle() == "命令面板"
    palette.field.insert("放大")
    assert palette.found()[0] == "view.zoom_in"
    palette.field.setText("zoom in")
    assert palette.found()[0] == "view.zoom_in", "by its English name, too"


@pytest.mark.parametrize("shown", ["en", "zh_CN"])
@pytest.mark.parametrize("typed", ["Chinese", "language", "语言"])
def test_the_language_is_found_by_its_word_in_either_language(request: pytest.FixtureRequest, shown: str, typed: str):
    if shown == "zh_CN":
        request.getfixturevalue("chinese")
    palette = request.getfixturevalue("palette")
    palette.field.insert(typed)
    assert "view.language.zh_CN" in palette.found()[:4]


@pytest.mark.parametrize(
    ("typed", "name"), [("PNG", "predict.export_view"), ("png svg", "predict.export_view"), ("view fit", "view.fit")]
)
def test_an_action_is_found_by_its_tip_and_its_id(qtbot: QtBot, palette: CommandPalette, typed: str, name: str):
    qtbot.keyClicks(palette.field, typed)
    assert name in palette.found()[:3]


def test_what_fits_a_name_comes_before_what_only_a_tip_says(
    qtbot: QtBot, window: AskingWindow, palette: CommandPalette
):
    qtbot.keyClicks(palette.field, "image")
    actions = window.actions_of_it
    enabled = [name for name in palette.found() if actions.action(name).isEnabled()]
    by_name = [name for name in enabled if "image" in actions.text(name).casefold()]
    by_tip = [name for name in enabled if name not in by_name]
    assert by_name and by_tip
    found = palette.found()
    assert max(map(found.index, by_name)) < min(
        found.index(name) for name in by_tip if "image" not in " › ".join(actions.menu_path(name)).casefold()
    )
