"""All actions of the program: that they are well made, and what they do."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args
from unittest import mock

import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.telling import told_by
from support.window.asking_window import AskingWindow

from app.actions.action import FieldName
from app.actions.action_set import ActionSet
from app.actions.menus import MENUS, menu_of
from app.actions.shortcuts import conflicts_in, normalised_key
from app.actions.table import ACTIONS
from app.actions.table.edit import copy, cut, duplicate, paste
from app.actions.table.label import merge, nudge_all, split_in_middle, toggle_ignored
from app.actions.table.maps import isolate_beside, set_overlay
from app.actions.table.problems import add_symbols, fix_problem, fixable, missing_symbols
from app.editing.clipboard import copied_characters
from app.session import Session
from app.views.main_window.dialogs import DIALOGS
from app.widgets.icons import NAMES
from core.base.plugins.active import plugins
from core.charset import Charset
from core.labels.edits import edits
from core.labels.files.storage import label_path
from core.project.project import ProjectSettings

BROUGHT = {name for plugin in plugins().on for name in plugin.dialogs}
ASKED = {*DIALOGS, *BROUGHT, "check_folder", *get_args(FieldName)}


# How they are made


def test_no_two_actions_have_one_key():
    assert conflicts_in(ACTIONS, {}) == {}


def test_no_two_actions_have_one_id():
    assert [name for name, count in Counter(action.id for action in ACTIONS).items() if count > 1] == []


def test_no_two_actions_of_a_menu_have_one_name():
    assert [name for name, count in Counter((menu_of(a.id), a.title) for a in ACTIONS).items() if count > 1] == []


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_each_action_is_well_made(action: Any):
    assert menu_of(action.id) in {menu.id for menu in MENUS}
    assert action.icon in NAMES | {""}
    assert all(normalised_key(key) == key for key in action.shortcuts)
    assert not (action.group and action.checked is None)


def test_each_submenu_is_in_a_menu():
    known = {menu.id for menu in MENUS}
    assert all(menu.parent in known for menu in MENUS if menu.parent)


def test_every_action_can_be_tried_without_a_project(make_session: Callable[[Path | None], Session], qtbot: QtBot):
    session = make_session(None)
    window = AskingWindow(session)
    qtbot.addWidget(window)
    told = told_by(session)
    with mock.patch.object(QDesktopServices, "openUrl", return_value=True), mock.patch.object(window, "close"):
        for name in window.actions_of_it.table:
            window.actions_of_it.trigger(name)
    assert told == []
    assert {*window.asked} <= ASKED | {"folder", "full screen", "layout"}


def test_every_dialog_and_field_is_asked_for_by_an_action(actions: ActionSet, window: AskingWindow, session: Session):
    session.editor.select([0])
    for name in actions.table:
        if name not in {"file.close", "file.quit", "help.log_folder"}:
            if not session.editor.label.characters:
                session.editor.undo()  # an action before may have deleted them
            session.editor.select([0])
            session.in_use.choose(Path("/models/good.keras"))  # an action before may have chosen none
            actions.trigger(name)
    assert {*window.asked} >= ASKED


# File


def test_the_folder_that_is_chosen_is_opened(
    actions: ActionSet, window: AskingWindow, session: Session, qtbot: QtBot, tmp_path: Path
):
    window.folder = tmp_path
    actions.trigger("file.open")
    qtbot.waitUntil(lambda: session.project is not None and session.project.root == tmp_path)


def test_giving_up_the_choice_of_a_folder_opens_nothing(actions: ActionSet, window: AskingWindow, session: Session):
    actions.trigger("file.open")
    assert window.asked == ["folder"]
    assert session.opening.folder is None


def test_the_log_folder_is_said_where_nothing_can_show_it(actions: ActionSet, session: Session, qtbot: QtBot):
    with (
        mock.patch.object(QDesktopServices, "openUrl", return_value=False),
        qtbot.waitSignal(session.workspace.notified) as told,
    ):
        actions.trigger("help.log_folder")
    assert Path(told.args[1].removeprefix("The log files are in ")).is_dir()


# Edit


def test_copied_characters_are_pasted_into_another_image(session: Session, qtbot: QtBot):
    session.editor.select([1, 0])
    copied = [session.editor.label.characters[place] for place in session.editor.label.ranking if place in (0, 1)]
    copy(session)
    assert QGuiApplication.clipboard().text() == "".join(character.symbol for character in copied)
    image = session.image
    session.step(1)
    qtbot.waitUntil(lambda: session.editor.image not in {None, image})
    before = session.editor.label.characters
    paste(session)
    label = session.editor.label
    assert len(label.characters) == len(before) + 2
    assert [character.symbol for character in label.in_order[-2:]] == [character.symbol for character in copied]
    assert [label.characters[place] for place in session.editor.selection] == [*label.in_order[-2:]]


def test_what_is_pasted_onto_itself_stands_beside_itself(session: Session):
    session.editor.select([0])
    original = session.editor.label.characters[0]
    copy(session)
    paste(session)
    (place,) = session.editor.selection
    moved = session.editor.label.characters[place].corners - original.corners
    assert moved == pytest.approx(4.0)


def test_cut_characters_can_be_pasted_where_they_were(session: Session):
    session.editor.select([0])
    original = session.editor.label.characters[0].polygon
    cut(session)
    assert original not in {character.polygon for character in session.editor.label.characters}
    paste(session)
    assert original in {character.polygon for character in session.editor.label.characters}


def test_an_empty_clipboard_holds_no_characters(qapp: QApplication):
    QGuiApplication.clipboard().clear()
    assert copied_characters() == ()


def test_pasting_without_characters_is_said(actions: ActionSet, session: Session, qtbot: QtBot):
    QGuiApplication.clipboard().setText(" ")
    assert copied_characters() == ()
    with qtbot.waitSignal(session.workspace.notified) as told:
        actions.trigger("edit.paste")
    assert "Copy some first" in told.args[1]


@pytest.mark.parametrize(("deleted", "then"), [(0, 1), (-1, -2)])
def test_after_deleting_the_next_character_is_selected_or_that_before_the_last(
    session: Session, deleted: int, then: int
):
    label = session.editor.label
    session.editor.select([label.ranking[deleted]])
    session.editor.delete_selected()
    (place,) = session.editor.selection
    assert session.editor.label.characters[place].polygon == label.in_order[then].polygon


def test_all_characters_can_be_deleted_in_one_step(actions: ActionSet, session: Session):
    before = session.editor.label
    actions.trigger("edit.select_all")
    actions.trigger("edit.delete")
    assert session.editor.label.characters == ()
    actions.trigger("edit.undo")
    assert session.editor.label == before


def test_a_deleted_label_comes_back_by_undo(actions: ActionSet, session: Session):
    before = session.editor.label
    actions.trigger("edit.delete_label")
    assert not session.editor.has_label
    actions.trigger("edit.undo")
    assert session.editor.label == before


def test_selecting_the_next_character_goes_round_in_reading_order(session: Session):
    ranking = session.editor.label.ranking
    seen = []
    for _ in range(len(ranking) + 1):
        session.editor.select_beside(1)
        seen.append(session.editor.selection[0])
    assert seen == [*ranking, ranking[0]]
    session.editor.select_beside(-1)
    assert session.editor.selection == (ranking[-1],)


# Label


@pytest.mark.parametrize(
    ("act", "chosen", "selected", "more"),
    [
        pytest.param(merge, slice(1, 3), slice(1, 2), -1, id="those that are merged"),
        pytest.param(split_in_middle, slice(1, 2), slice(1, 3), 1, id="both halves"),
        pytest.param(duplicate, slice(0, 1), slice(1, 2), 1, id="the duplicate behind its original"),
    ],
)
def test_what_comes_of_the_selected_characters_is_selected(
    session: Session, act: Any, chosen: Any, selected: Any, more: int
):
    before = session.editor.label
    session.editor.select(before.ranking[chosen])
    act(session)
    after = session.editor.label
    assert len(after.characters) == len(before.characters) + more
    assert session.editor.selection == after.ranking[selected]


def test_character_is_swapped_with_the_one_that_is_read_after_it(session: Session, actions: ActionSet):
    ranking = session.editor.label.ranking
    session.editor.select([ranking[0]])
    actions.trigger("label.swap")
    assert session.editor.label.ranking == (ranking[1], ranking[0], *ranking[2:])
    assert session.editor.selection == (ranking[0],)


def test_last_character_has_none_to_be_swapped_with(session: Session, actions: ActionSet):
    session.editor.select([session.editor.label.ranking[-1]])
    actions.update_actions()
    assert not actions.action("label.swap").isEnabled()


def test_moving_all_characters_with_a_held_key_is_one_step_back(session: Session):
    before = session.editor.label
    for _ in range(5):
        nudge_all(session, 1, 0)
    moved = session.editor.label.characters[0].corners - before.characters[0].corners
    assert moved[:, 0] == pytest.approx(5.0)
    session.editor.undo()
    assert session.editor.label == before


def test_marking_illegible_is_taken_back_by_doing_it_again(session: Session):
    session.editor.select([0, 1])
    toggle_ignored(session)
    assert all(character.is_ignored for character in session.editor.selected)
    toggle_ignored(session)
    assert not any(character.is_ignored for character in session.editor.selected)


def test_several_selected_characters_are_sorted_among_themselves(actions: ActionSet, session: Session):
    session.editor.apply("Reverse", edits.reverse)
    backwards = session.editor.label.reading
    session.editor.select(session.editor.label.ranking[:2])
    actions.trigger("label.sort_horizontal")
    assert session.editor.label.reading == backwards[1] + backwards[0] + backwards[2:]
    session.editor.select(())
    actions.trigger("label.sort_baseline")
    assert session.editor.label.reading == backwards[::-1]


def test_keeping_only_the_text_deletes_the_characters(actions: ActionSet, session: Session):
    word = session.editor.label.word
    actions.trigger("label.to_word_level")
    assert session.editor.label.characters == ()
    assert session.editor.label.word == word


# Go


def test_the_first_and_the_last_image_are_a_key_away(actions: ActionSet, session: Session):
    names = [session.catalog.image_at(row) for row in range(len(session.catalog.visible))]
    actions.trigger("go.last")
    assert session.image == names[-1]
    actions.trigger("go.first")
    assert session.image == names[0]


# The chosen images


def labels_of(session: Session, images: Iterable[str]) -> list[bool]:
    return [label_path(session.project.path_of(image)).exists() for image in images]


def test_all_images_that_the_filter_lets_pass_are_selected(actions: ActionSet, session: Session):
    image = session.catalog.table.images[1]
    session.catalog.set_filter(image)
    actions.trigger("edit.select_all_images")
    assert session.catalog.chosen == (image,)
    session.catalog.set_filter("")
    actions.trigger("edit.select_all_images")
    assert session.catalog.chosen == tuple(session.catalog.table.images)


def test_only_the_chosen_words_are_marked_reviewed(actions: ActionSet, session: Session, qtbot: QtBot):
    images = session.catalog.table.images
    session.catalog.choose(images[1:4])
    with qtbot.waitSignal(session.workspace.notified):
        assert actions.trigger("edit.mark_chosen_reviewed")
    qtbot.waitUntil(lambda: session.catalog.table.counts().reviewed == 3)
    session.catalog.set_filter("status:reviewed")
    actions.trigger("edit.select_all_images")
    assert session.catalog.chosen == tuple(images[1:4])


def test_chosen_labels_are_deleted_after_a_question(
    actions: ActionSet, window: AskingWindow, session: Session, qtbot: QtBot
):
    images = session.catalog.table.images
    session.catalog.choose(images[2:4])
    with qtbot.waitSignal(session.workspace.notified) as told:
        assert actions.trigger("edit.delete_chosen_labels")
    assert told.args[1] == "Delete 2 labels: 2 labels deleted."
    assert window.asked == ["Delete the labels of 2 images? The history keeps them, so that they can be restored."]
    assert labels_of(session, images) == [number not in (2, 3) for number in range(len(images))]


def test_chosen_labels_stay_when_the_question_is_denied(actions: ActionSet, window: AskingWindow, session: Session):
    window.agrees = False
    session.catalog.choose(session.catalog.table.images)
    assert actions.trigger("edit.delete_chosen_labels")
    assert len(window.asked) == 1
    assert not session.workspace.background.jobs
    assert all(labels_of(session, session.catalog.table.images))


def test_nothing_is_done_to_chosen_images_without_any(actions: ActionSet, session: Session):
    session.catalog.choose(())
    assert not actions.trigger("edit.mark_chosen_reviewed")
    assert not actions.trigger("edit.delete_chosen_labels")


# View


def test_choosing_the_overlay_that_is_there_takes_it_away(session: Session):
    set_overlay(session, "order")
    assert session.display.choices.overlay == "order"
    set_overlay(session, "order")
    assert session.display.choices.overlay == "none"


def test_isolating_goes_through_all_positions_and_back_to_all_maps(session: Session):
    count = len(session.editor.label.characters)
    seen = []
    for _ in range(count + 1):
        isolate_beside(session, 1)
        seen.append(session.display.choices.position)
    assert seen == [*range(1, count + 1), None]
    isolate_beside(session, -1)
    assert session.display.choices.position == count


def test_opacity_stays_between_nothing_and_all(actions: ActionSet, session: Session):
    for _ in range(20):
        actions.trigger("view.opacity_more")
    assert session.display.choices.opacity == 1.0
    for _ in range(20):
        actions.trigger("view.opacity_less")
    assert session.display.choices.opacity == 0.0


def test_rows_of_maps_keep_their_order_when_they_come_back(session: Session):
    session.display.toggle_row("character")
    assert session.display.choices.rows == ("order", "localization")
    session.display.toggle_row("character")
    assert session.display.choices.rows == ("character", "order", "localization")


def test_images_with_most_problems_come_first(session: Session):
    session.catalog.sort_by("problems")
    assert session.catalog.sort.descending
    session.catalog.sort_by("name")
    assert not session.catalog.sort.descending


def test_theme_and_language_are_settings(actions: ActionSet, session: Session):
    actions.trigger("view.theme.dark")
    actions.trigger("view.language.zh_CN")
    assert session.settings.value("theme") == "dark"
    assert session.settings.value("language") == "zh_CN"


def test_a_panel_is_shown_and_hidden(actions: ActionSet, window: AskingWindow):
    actions.trigger("view.panel.problems")
    assert "problems" in window.panels
    assert actions.action("view.panel.problems").isChecked()
    actions.trigger("view.panel.problems")
    assert not actions.action("view.panel.problems").isChecked()


def test_the_brush_stays_within_its_bounds(actions: ActionSet, session: Session):
    session.set_tool("brush")
    for _ in range(60):
        actions.trigger("tool.brush_larger")
    assert session.settings.value("canvas.brush_radius") == 100.0
    for _ in range(60):
        actions.trigger("tool.brush_smaller")
    assert session.settings.value("canvas.brush_radius") == 0.5


# Problems


def test_a_problem_with_a_safe_fix_is_mended_with_one_key(actions: ActionSet, session: Session, qtbot: QtBot):
    place = session.editor.label.ranking[-1]
    corners = session.editor.label.characters[place].corners
    crossing = corners[[0, 2, 1, 3]] if len(corners) == 4 else corners[[0, 2, 1, *range(3, len(corners))]]
    session.editor.apply("Cross", edits.set_polygon, place, crossing)
    qtbot.waitUntil(lambda: fixable(session) is not None)
    broken = fixable(session)
    assert actions.trigger("problems.fix")
    qtbot.waitUntil(lambda: broken[0] not in session.editor.problems)
    session.editor.undo()
    assert session.editor.label.characters[place].corners.tolist() == crossing.tolist()


def test_there_is_nothing_to_fix_in_a_good_label(actions: ActionSet, session: Session):
    before = session.editor.label
    assert fixable(session) is None
    assert not actions.trigger("problems.fix")
    fix_problem(session)
    assert session.editor.label == before


def test_missing_symbols_are_added_to_the_projects_charset(session: Session, qtbot: QtBot):
    symbol = session.editor.label.in_order[0].symbol
    assert session.project is not None
    known = Charset(tuple(other for other in session.catalog.project_charset if other != symbol))
    session.catalog.save_settings(ProjectSettings(charset=known))
    qtbot.waitUntil(lambda: bool(missing_symbols(session)))
    add_symbols(session)
    qtbot.waitUntil(lambda: symbol in session.catalog.project_charset)
    assert [*session.catalog.project_charset][: len(known)] == [*known]
