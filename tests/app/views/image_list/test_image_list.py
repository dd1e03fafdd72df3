"""The image list: filter, sort, the current row, what is selected, and what it says where it is empty."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from support.window.image_lists import fill, shown

from app.session import Session
from app.views.image_list.panel import EmptyPage, ImageList
from core.index.rows import ImageRow, IndexedPrediction, StoredProblem
from core.index.table import Sort
from core.labels.edits import edits

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def row_centre(image_list: ImageList, row: int) -> QPoint:
    index = image_list.view.model().index(row, 0)
    return image_list.view.visualRect(index).center()


def click(image_list: ImageList, qtbot: QtBot, row: int, modifier: Qt.KeyboardModifier = NO_MODIFIER) -> None:
    qtbot.mouseClick(image_list.view.viewport(), Qt.MouseButton.LeftButton, modifier, row_centre(image_list, row))


def numbers(image_list: ImageList) -> str:
    return image_list.findChild(QLabel, "numbers").text()


def empty_sentence(image_list: ImageList) -> str:
    page = image_list.findChild(EmptyPage)
    return page.sentence if page.isVisible() else ""


def current(image_list: ImageList) -> int:
    index = image_list.view.currentIndex()
    return index.row() if index.isValid() else -1


# Which image is on screen


def test_row_of_the_image_on_screen_is_current(session: Session, image_list: ImageList):
    assert current(image_list) == 0
    session.show(session.catalog.image_at(3))
    assert current(image_list) == 3
    assert image_list.selected_images() == (session.image,)


def test_clicked_row_shows_its_image(session: Session, image_list: ImageList, qtbot: QtBot):
    click(image_list, qtbot, 2)
    assert session.image == session.catalog.image_at(2)


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ([Qt.Key.Key_Down, Qt.Key.Key_Down], 2),
        ([Qt.Key.Key_Down, Qt.Key.Key_Up], 0),
        ([Qt.Key.Key_End], 7),
        ([Qt.Key.Key_End, Qt.Key.Key_Home], 0),
    ],
)
def test_keys_go_through_the_images(session: Session, image_list: ImageList, qtbot: QtBot, keys: list[Any], row: int):
    for key in keys:
        qtbot.keyClick(image_list.view, key)
    assert session.image == session.catalog.image_at(row)


def test_page_down_goes_a_page_further(session: Session, image_list: ImageList, qtbot: QtBot):
    fill(session, 500)
    qtbot.keyClick(image_list.view, Qt.Key.Key_PageDown)
    assert 3 < current(image_list) < 30


def test_letters_typed_on_the_list_go_to_the_next_image_whose_text_or_name_begins_so(
    session: Session, image_list: ImageList, qtbot: QtBot
):
    session.show(session.catalog.image_at(3))
    text = session.catalog.table.text[6]
    qtbot.keyClicks(image_list.view, text)
    assert session.catalog.table.text[current(image_list)] == text


# The filter


def test_what_is_typed_filters_at_once(session: Session, image_list: ImageList, qtbot: QtBot):
    word = session.catalog.table.text[2]
    qtbot.keyClicks(image_list.filter_box, f"char:{word[0]}")
    assert 0 < len(session.catalog.visible) <= 8
    assert all(word[0] in session.catalog.table.text[place] for place in session.catalog.visible)
    assert image_list.view.model().rowCount() == len(session.catalog.visible)


def test_filter_set_elsewhere_stands_in_the_box(session: Session, image_list: ImageList):
    session.catalog.set_filter("len:3")
    assert image_list.filter_box.text() == "len:3"


def test_fault_of_the_filter_is_said_below_it_and_goes_with_it_at_escape(
    session: Session, image_list: ImageList, qtbot: QtBot
):
    faults = image_list.bar.faults
    assert not faults.isVisible()
    qtbot.keyClicks(image_list.filter_box, "status:foo")
    assert faults.isVisible()
    assert "no such status" in faults.text()
    qtbot.keyClick(image_list.filter_box, Qt.Key.Key_Escape)
    assert not faults.isVisible()
    assert session.catalog.filter_text == ""


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_down_and_enter_go_from_the_filter_to_the_first_image_that_passes(
    session: Session, image_list: ImageList, qtbot: QtBot, key: Any
):
    last = session.catalog.table.images[-1]
    qtbot.keyClicks(image_list.filter_box, last)
    qtbot.keyClick(image_list.filter_box, key)
    assert session.image == last
    assert image_list.view.hasFocus()


def test_each_term_of_the_help_is_understood_and_lands_in_the_box(session: Session, image_list: ImageList):
    terms = image_list.bar.terms.actions()
    assert len(terms) >= 9
    for action in terms:
        image_list.filter_box.clear()
        action.trigger()
        assert action.text().startswith(session.catalog.filter_text)
        assert session.catalog.filter_text
        assert session.catalog.faults == ()


def test_term_of_the_help_is_added_to_what_is_typed(session: Session, image_list: ImageList, qtbot: QtBot):
    qtbot.keyClicks(image_list.filter_box, "word")
    next(action for action in image_list.bar.terms.actions() if action.text().startswith("len:")).trigger()
    assert session.catalog.filter_text == "word len:>12"


def test_image_on_screen_stays_when_the_filter_hides_it_and_is_current_again_after(
    session: Session, image_list: ImageList
):
    session.show(session.catalog.image_at(4))
    shown_before = session.image
    session.catalog.set_filter(session.catalog.table.images[1])
    assert session.image == shown_before
    assert current(image_list) == -1
    session.catalog.set_filter("")
    assert current(image_list) == 4


# Sorting


def test_sort_that_is_chosen_sorts_with_what_wants_attention_first(session: Session, image_list: ImageList):
    combo = image_list.bar.sort
    combo.activated.emit(combo.findText("By problems"))
    assert session.catalog.sort == Sort("problems", descending=True)


def test_direction_button_turns_the_list_round(session: Session, image_list: ImageList, qtbot: QtBot):
    before = session.catalog.visible.tolist()
    qtbot.mouseClick(image_list.bar.direction, Qt.MouseButton.LeftButton)
    assert session.catalog.visible.tolist() == before[::-1]


def test_sort_set_elsewhere_is_shown(session: Session, image_list: ImageList):
    session.catalog.set_sort(Sort("length"))
    assert image_list.bar.sort.currentText() == "By length"


# Selecting several


def test_several_rows_are_chosen_for_bulk_actions(session: Session, image_list: ImageList, qtbot: QtBot):
    click(image_list, qtbot, 1)
    click(image_list, qtbot, 3, Qt.KeyboardModifier.ShiftModifier)
    click(image_list, qtbot, 5, Qt.KeyboardModifier.ControlModifier)
    expected = tuple(session.catalog.table.images[row] for row in (1, 2, 3, 5))
    assert image_list.selected_images() == expected
    assert session.catalog.chosen == expected
    assert "4 selected" in numbers(image_list)


def test_chosen_images_stay_chosen_while_they_pass_the_filter(session: Session, image_list: ImageList, qtbot: QtBot):
    click(image_list, qtbot, 1)
    click(image_list, qtbot, 2, Qt.KeyboardModifier.ShiftModifier)
    images = session.catalog.chosen
    session.catalog.set_sort(Sort("name", descending=True))
    assert set(image_list.selected_images()) == set(images)
    session.catalog.set_filter(images[1])
    assert session.catalog.chosen == (images[1],)


def test_images_that_are_chosen_elsewhere_are_selected(session: Session, image_list: ImageList, qtbot: QtBot):
    images = session.catalog.table.images
    session.catalog.choose((images[1], images[4]))
    assert image_list.selected_images() == (images[1], images[4])
    click(image_list, qtbot, 2)
    assert session.catalog.chosen == (images[2],)


def test_next_image_is_selected_alone(session: Session, image_list: ImageList, qtbot: QtBot):
    click(image_list, qtbot, 0)
    click(image_list, qtbot, 2, Qt.KeyboardModifier.ShiftModifier)
    session.step(1)
    assert session.catalog.chosen == (session.image,)
    with session.workspace.switching.under_way():  # the rows may change before the list follows
        session.step(1)
        session.catalog.set_sort(Sort("name", descending=True))
    assert session.catalog.chosen == (session.image,)


def test_next_image_is_selected_alone_also_by_a_key_with_shift(session: Session, image_list: ImageList, qtbot: QtBot):
    shortcut = QShortcut(QKeySequence("Shift+D"), image_list)
    shortcut.activated.connect(lambda: session.step(1))
    image_list.view.setFocus()
    with qtbot.waitSignal(session.image_changed):
        qtbot.keyClick(image_list.view, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    assert image_list.selected_images() == (session.image,)


def test_nothing_is_chosen_once_the_project_is_closed(session: Session, image_list: ImageList, qtbot: QtBot):
    assert session.catalog.chosen
    session.close()
    qtbot.waitUntil(lambda: session.project is None)
    assert session.catalog.chosen == ()


# What stays where it is


def test_news_of_a_row_resets_nothing_and_says_which_row(session: Session, image_list: ImageList, qtbot: QtBot):
    model = image_list.view.model()
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    with qtbot.waitSignal(model.dataChanged) as told:
        session.catalog.update_rows([ImageRow(session.catalog.table.images[5], "reviewed", "new")])
    first, last, _ = told.args
    assert (first.row(), last.row()) == (5, 5)
    assert resets == []


def test_list_that_is_laid_out_the_same_is_not_reset(session: Session, image_list: ImageList):
    resets: list[object] = []
    image_list.view.model().modelReset.connect(lambda: resets.append(1))
    session.catalog.set_filter("")
    assert resets == []


def test_what_is_seen_stays_in_place_when_images_come_in_before_it(session: Session, image_list: ImageList):
    fill(session, 400)
    view = image_list.view
    view.verticalScrollBar().setValue(5003)
    seen = view.model().index(view.rowAt(0), 0).data()
    offset = view.visualRect(view.model().index(view.rowAt(0), 0)).top()
    table = session.catalog.table
    session.catalog.table = table.with_images([f"new_{n}.png" for n in range(7)] + table.images)
    session.catalog.set_filter("")
    now = view.model().index(view.rowAt(0), 0)
    assert now.data() == seen
    assert view.visualRect(now).top() == offset


def test_current_row_is_in_sight_after_another_sort(session: Session, image_list: ImageList):
    fill(session, 400)
    session.catalog.set_sort(Sort("name", descending=True))
    assert current(image_list) == 399
    assert 399 in image_list.view.rows_in_sight()


# What it says


def test_numbers_below_the_list(session: Session, image_list: ImageList):
    assert numbers(image_list) == "8 images"
    session.catalog.update_rows([ImageRow(session.catalog.table.images[0], "reviewed", "a")])
    session.catalog.set_filter("status:reviewed")
    assert numbers(image_list) == "1 of 8"


def test_hint_of_a_row_tells_all_that_is_known(session: Session, image_list: ImageList):
    image = session.catalog.table.images[0]
    problem = StoredProblem("order-gap", "warning", "…")
    session.catalog.update_rows(
        [ImageRow(image, "draft", "word", problems=(problem,), split="val", prediction=IndexedPrediction("ward", 0.5))]
    )
    hint = image_list.view.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    said = [
        image,
        "text: word",
        "not reviewed",
        "for validation",
        "Order with a gap",
        "misread as ward, probability 0.50",
        "not sure",
    ]
    assert hint.split("\n") == said


def test_list_without_a_project_says_what_would_fill_it(make_session: Callable[[Path | None], Session], qtbot: QtBot):
    image_list = shown(make_session(None), qtbot)
    assert empty_sentence(image_list) == "Open a folder of word images, or drop one here."
    assert numbers(image_list) == ""


def test_folder_without_an_image_says_so(make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot):
    (tmp_path / "empty").mkdir()
    session = make_session(None)
    image_list = shown(session, qtbot)
    session.open(tmp_path / "empty")
    qtbot.waitUntil(lambda: "no image in this folder" in empty_sentence(image_list))


def test_filter_that_nothing_passes_can_be_cleared_there(session: Session, image_list: ImageList, qtbot: QtBot):
    session.catalog.set_filter("nothing of this kind")
    assert empty_sentence(image_list) == "No image passes the filter."
    button = image_list.findChild(EmptyPage).button
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert session.catalog.filter_text == ""
    assert empty_sentence(image_list) == ""


def test_image_copied_into_the_folder_appears_by_itself(
    session: Session, image_list: ImageList, project_folder: Path, qtbot: QtBot
):
    shutil.copy(project_folder / session.catalog.table.images[0], project_folder / "zz_new.png")
    session.catalog.look_for_changes()
    qtbot.waitUntil(lambda: image_list.view.model().rowCount() == 9)
    assert current(image_list) == 0


# The catalogue's side


def test_rows_of_places_are_those_that_are_shown(session: Session):
    session.catalog.set_filter("-" + session.catalog.table.images[1])
    assert session.catalog.rows_of(np.array([3, 1, 0])).tolist() == [0, 2]


def test_choosing_the_same_images_again_tells_nobody(session: Session, qtbot: QtBot):
    session.catalog.choose(["a", "b"])
    with qtbot.assertNotEmitted(session.catalog.chosen_changed):
        session.catalog.choose(("a", "b"))


def test_edit_that_is_saved_is_in_the_row(session: Session, image_list: ImageList, qtbot: QtBot):
    session.editor.apply("Set the text", edits.set_text, "hello", session.editor.image_size)
    session.saver.flush()
    hint = image_list.view.model().index(0, 0)
    qtbot.waitUntil(lambda: "text: hello" in hint.data(Qt.ItemDataRole.ToolTipRole))
    assert image_list.view.selectionModel().isSelected(hint)


def test_hint_of_a_row_says_how_a_picture_of_another_kind_is_shown(
    make_session: Callable[[Path | None], Session], qtbot: QtBot, tmp_path: Path
):
    grey = np.linspace(0, 4095, 600).reshape(20, 30).astype(np.uint16)
    cv2.imwrite(str(tmp_path / "a.png"), grey)
    cv2.imwrite(str(tmp_path / "b.png"), np.full((20, 30, 4), 100, np.uint8))
    image_list = shown(make_session(tmp_path), qtbot)
    model = image_list.view.model()
    wide, transparent = (partial(model.index(row, 0).data, Qt.ItemDataRole.ToolTipRole) for row in (0, 1))
    qtbot.waitUntil(lambda: "Its values up to 4095 are scaled to 8 bits." in wide())
    qtbot.waitUntil(lambda: "Its transparent parts are laid over white." in transparent())
