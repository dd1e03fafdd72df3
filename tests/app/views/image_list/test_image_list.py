"""The image list: filter, sort, the current row, what is selected, and what it says where it is empty."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QLabel, QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.session import Session
from app.views.image_list import ImageList
from app.views.image_list.empty_page import EmptyPage
from app.views.image_list.row_painter import RowPainter
from app.views.image_list.rows import ImageRows
from core.index.rows import ImageRow, Prediction, StoredProblem
from core.index.table import ImageTable, Sort
from core.labels.edits import edits

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def image_list(session: Session, qtbot: QtBot) -> ImageList:
    return shown(session, qtbot)


def shown(session: Session, qtbot: QtBot) -> ImageList:
    made = ImageList(session)
    qtbot.addWidget(made)
    made.resize(320, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def fill(session: Session, count: int) -> None:
    """Put a long list into the catalogue, without a file to any image but the one on screen."""
    assert session.image is not None
    names = [session.image, *(f"word_{number:05d}.jpg" for number in range(count - 1))]
    session.catalog.table = ImageTable(names)
    session.catalog.set_filter("")


def row_centre(image_list: ImageList, row: int) -> QPoint:
    index = image_list.view.model().index(row, 0)
    return image_list.view.visualRect(index).center()


def click(image_list: ImageList, qtbot: QtBot, row: int, modifier: Qt.KeyboardModifier = NO_MODIFIER) -> None:
    qtbot.mouseClick(image_list.view.viewport(), Qt.MouseButton.LeftButton, modifier, row_centre(image_list, row))


def numbers(image_list: ImageList) -> str:
    """What stands below the list."""
    return image_list.findChild(QLabel, "numbers").text()


def empty_sentence(image_list: ImageList) -> str:
    """What stands in place of the list."""
    page = image_list.findChild(EmptyPage)
    return page.sentence if page.isVisible() else ""


def current(image_list: ImageList) -> int:
    index = image_list.view.currentIndex()
    return index.row() if index.isValid() else -1


# Which image is on screen


def test_row_of_the_image_on_screen_is_current(session: Session, image_list: ImageList) -> None:
    assert current(image_list) == 0
    session.show(session.catalog.image_at(3))
    assert current(image_list) == 3
    assert image_list.selected_images() == (session.image,)


def test_clicked_row_shows_its_image(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
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
def test_keys_go_through_the_images(
    session: Session, image_list: ImageList, qtbot: QtBot, keys: list[Qt.Key], row: int
) -> None:
    for key in keys:
        qtbot.keyClick(image_list.view, key)
    assert session.image == session.catalog.image_at(row)


def test_page_down_goes_a_page_further(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    fill(session, 500)
    qtbot.keyClick(image_list.view, Qt.Key.Key_PageDown)
    assert 3 < current(image_list) < 30


def test_letter_typed_on_the_list_moves_nothing(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    session.show(session.catalog.image_at(3))
    qtbot.keyClicks(image_list.view, "w")
    assert current(image_list) == 3


# The filter


def test_what_is_typed_filters_at_once(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    word = session.catalog.table.text[2]
    qtbot.keyClicks(image_list.filter_box, f"char:{word[0]}")
    assert 0 < len(session.catalog.visible) <= 8
    assert all(word[0] in session.catalog.table.text[place] for place in session.catalog.visible)
    assert image_list.view.model().rowCount() == len(session.catalog.visible)


def test_filter_set_elsewhere_stands_in_the_box(session: Session, image_list: ImageList) -> None:
    session.catalog.set_filter("len:3")
    assert image_list.filter_box.text() == "len:3"


def test_fault_of_the_filter_is_said_below_it_and_goes_with_it(image_list: ImageList, qtbot: QtBot) -> None:
    faults = image_list._bar._faults
    assert not faults.isVisible()
    qtbot.keyClicks(image_list.filter_box, "status:foo")
    assert faults.isVisible()
    assert "no such status" in faults.text()
    qtbot.keyClick(image_list.filter_box, Qt.Key.Key_Escape)
    assert not faults.isVisible()


def test_escape_empties_the_filter(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    qtbot.keyClicks(image_list.filter_box, "word")
    qtbot.keyClick(image_list.filter_box, Qt.Key.Key_Escape)
    assert session.catalog.filter_text == ""


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_down_and_enter_go_from_the_filter_to_the_first_image_that_passes(
    session: Session, image_list: ImageList, qtbot: QtBot, key: Qt.Key
) -> None:
    last = session.catalog.table.images[-1]
    qtbot.keyClicks(image_list.filter_box, last)
    qtbot.keyClick(image_list.filter_box, key)
    assert session.image == last
    assert image_list.view.hasFocus()


def test_each_term_of_the_help_is_understood_and_lands_in_the_box(session: Session, image_list: ImageList) -> None:
    terms = image_list._bar.terms.actions()
    assert len(terms) >= 9
    for action in terms:
        image_list.filter_box.clear()
        action.trigger()
        assert action.text().startswith(session.catalog.filter_text)
        assert session.catalog.filter_text
        assert session.catalog.faults == ()


def test_term_of_the_help_is_added_to_what_is_typed(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    qtbot.keyClicks(image_list.filter_box, "word")
    next(action for action in image_list._bar.terms.actions() if action.text().startswith("len:")).trigger()
    assert session.catalog.filter_text == "word len:>12"


def test_image_on_screen_stays_when_the_filter_hides_it_and_is_current_again_after(
    session: Session, image_list: ImageList
) -> None:
    session.show(session.catalog.image_at(4))
    shown_before = session.image
    session.catalog.set_filter(session.catalog.table.images[1])
    assert session.image == shown_before
    assert current(image_list) == -1
    session.catalog.set_filter("")
    assert current(image_list) == 4


# Sorting


def test_sort_that_is_chosen_sorts_with_what_wants_attention_first(session: Session, image_list: ImageList) -> None:
    combo = image_list._bar._sort
    combo.activated.emit(combo.findText("By problems"))
    assert session.catalog.sort == Sort("problems", descending=True)


def test_direction_button_turns_the_list_round(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    before = session.catalog.visible.tolist()
    qtbot.mouseClick(image_list._bar._direction, Qt.MouseButton.LeftButton)
    assert session.catalog.visible.tolist() == before[::-1]


def test_sort_set_elsewhere_is_shown(session: Session, image_list: ImageList) -> None:
    session.catalog.set_sort(Sort("length"))
    assert image_list._bar._sort.currentText() == "By length"


# Selecting several


def test_several_rows_are_chosen_for_bulk_actions(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    click(image_list, qtbot, 1)
    click(image_list, qtbot, 3, Qt.KeyboardModifier.ShiftModifier)
    click(image_list, qtbot, 5, Qt.KeyboardModifier.ControlModifier)
    expected = tuple(session.catalog.table.images[row] for row in (1, 2, 3, 5))
    assert image_list.selected_images() == expected
    assert session.catalog.chosen == expected
    assert "4 selected" in numbers(image_list)


def test_chosen_images_stay_chosen_while_they_pass_the_filter(
    session: Session, image_list: ImageList, qtbot: QtBot
) -> None:
    click(image_list, qtbot, 1)
    click(image_list, qtbot, 2, Qt.KeyboardModifier.ShiftModifier)
    images = session.catalog.chosen
    session.catalog.set_sort(Sort("name", descending=True))
    assert set(image_list.selected_images()) == set(images)
    session.catalog.set_filter(images[1])
    assert session.catalog.chosen == (images[1],)


def test_images_that_are_chosen_elsewhere_are_selected(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    images = session.catalog.table.images
    session.catalog.choose((images[1], images[4]))
    assert image_list.selected_images() == (images[1], images[4])
    click(image_list, qtbot, 2)
    assert session.catalog.chosen == (images[2],)


def test_next_image_is_selected_alone(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    click(image_list, qtbot, 0)
    click(image_list, qtbot, 2, Qt.KeyboardModifier.ShiftModifier)
    session.step(1)
    assert session.catalog.chosen == (session.image,)


def test_next_image_is_selected_alone_also_by_a_key_with_shift(
    session: Session, image_list: ImageList, qtbot: QtBot
) -> None:
    shortcut = QShortcut(QKeySequence("Shift+D"), image_list)
    shortcut.activated.connect(lambda: session.step(1))
    image_list.view.setFocus()
    with qtbot.waitSignal(session.image_changed, timeout=WAIT):
        qtbot.keyClick(image_list.view, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    assert image_list.selected_images() == (session.image,)


def test_nothing_is_chosen_once_the_project_is_closed(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    assert session.catalog.chosen
    session.close()
    qtbot.waitUntil(lambda: session.project is None, timeout=WAIT)
    assert session.catalog.chosen == ()


# What stays where it is


def test_news_of_a_row_resets_nothing_and_says_which_row(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    model = image_list.view.model()
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    with qtbot.waitSignal(model.dataChanged, timeout=WAIT) as told:
        session.catalog.update_rows([ImageRow(session.catalog.table.images[5], "reviewed", "new")])
    first, last, _ = told.args
    assert (first.row(), last.row()) == (5, 5)
    assert resets == []


def test_list_that_is_laid_out_the_same_is_not_reset(session: Session, image_list: ImageList) -> None:
    resets: list[object] = []
    image_list.view.model().modelReset.connect(lambda: resets.append(1))
    session.catalog.set_filter("")
    assert resets == []


def test_what_is_seen_stays_in_place_when_images_come_in_before_it(session: Session, image_list: ImageList) -> None:
    fill(session, 400)
    view = image_list.view
    view.verticalScrollBar().setValue(5003)
    seen = view.model().index(view.rowAt(0), 0).data()
    offset = view.visualRect(view.model().index(view.rowAt(0), 0)).top()
    table = session.catalog.table
    session.catalog.table = table.with_images([f"new_{n}.png" for n in range(7)] + table.images)
    session.catalog._lay_out()
    now = view.model().index(view.rowAt(0), 0)
    assert now.data() == seen
    assert view.visualRect(now).top() == offset


def test_current_row_is_in_sight_after_another_sort(session: Session, image_list: ImageList) -> None:
    fill(session, 400)
    session.catalog.set_sort(Sort("name", descending=True))
    assert current(image_list) == 399
    assert 399 in image_list.view.rows_in_sight()


# What it says


def test_numbers_below_the_list(session: Session, image_list: ImageList) -> None:
    assert numbers(image_list) == "8 images"
    session.catalog.update_rows([ImageRow(session.catalog.table.images[0], "reviewed", "a")])
    session.catalog.set_filter("status:reviewed")
    assert numbers(image_list) == "1 of 8"


def test_hint_of_a_row_tells_all_that_is_known(session: Session, image_list: ImageList) -> None:
    image = session.catalog.table.images[0]
    problem = StoredProblem("order-gap", "warning", "…")
    session.catalog.update_rows(
        [ImageRow(image, "draft", "word", problems=(problem,), split="val", prediction=Prediction("ward", 0.5))]
    )
    hint = image_list.view.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    said = [image, "text: word", "draft", "for validation", "Order with a gap", "read as ward, confidence 0.50"]
    assert hint.split("\n") == said


def test_list_without_a_project_says_what_would_fill_it(
    make_session: Callable[[Path | None], Session], qtbot: QtBot
) -> None:
    image_list = shown(make_session(None), qtbot)
    assert empty_sentence(image_list) == "Open a folder of word images, or drop one here."
    assert numbers(image_list) == ""


def test_folder_without_an_image_says_so(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "empty").mkdir()
    session = make_session(None)
    image_list = shown(session, qtbot)
    session.open(tmp_path / "empty")
    qtbot.waitUntil(lambda: "no image in this folder" in empty_sentence(image_list), timeout=WAIT)


def test_filter_that_nothing_passes_can_be_cleared_there(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    session.catalog.set_filter("nothing of this kind")
    assert empty_sentence(image_list) == "No image passes the filter."
    button = image_list.findChild(EmptyPage).button
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert session.catalog.filter_text == ""
    assert empty_sentence(image_list) == ""


def test_image_copied_into_the_folder_appears_by_itself(
    session: Session, image_list: ImageList, project_folder: Path, qtbot: QtBot
) -> None:
    shutil.copy(project_folder / session.catalog.table.images[0], project_folder / "zz_new.png")
    session.catalog.look()
    qtbot.waitUntil(lambda: image_list.view.model().rowCount() == 9, timeout=WAIT)
    assert current(image_list) == 0


# How it is painted


def ground(image_list: ImageList, row: int) -> str:
    """The colour that most of a row is painted in: its marks may have the same accent as a selection."""
    view = image_list.view
    picture = view.viewport().grab(view.visualRect(view.model().index(row, 0))).toImage()
    places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return QColor(Counter(picture.pixel(*place) for place in places).most_common(1)[0][0]).name()


def test_status_of_a_row_is_told_by_its_shape_too(session: Session, image_list: ImageList) -> None:
    """The marks of two statuses differ in which pixels they cover, whatever their colours."""
    names = session.catalog.table.images
    session.catalog.update_rows(
        [ImageRow(names[1], "draft"), ImageRow(names[2], "reviewed"), ImageRow(names[3], "none")]
    )
    view = image_list.view
    shapes = []
    for row in (1, 2, 3):
        box = view.visualRect(view.model().index(row, 0))
        box.setWidth(24)
        picture = view.viewport().grab(box).toImage()
        ground = picture.pixel(0, 0)
        shapes.append(
            frozenset(
                (x, y) for x in range(picture.width()) for y in range(picture.height()) if picture.pixel(x, y) != ground
            )
        )
    assert all(shapes)
    assert len(set(shapes)) == 3


def test_selected_row_is_painted_in_the_colours_of_the_palette(image_list: ImageList) -> None:
    highlight = image_list.palette().highlight().color().name()
    assert ground(image_list, 0) == highlight
    assert ground(image_list, 1) != highlight


def test_score_gets_a_column_once_an_image_has_one(session: Session, image_list: ImageList) -> None:
    painter = image_list.view._painter
    assert not painter.shows_scores
    image = session.catalog.table.images[0]
    session.catalog.update_rows([ImageRow(image, "draft", "a", prediction=Prediction("a", 0.9, score=0.25))])
    assert painter.shows_scores


class RecordingPainter(RowPainter):
    """Keeps which rows it was asked to paint."""

    def __init__(self, rows: ImageRows, parent: QObject) -> None:
        super().__init__(rows, parent)
        self.painted: set[int] = set()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.painted.add(index.row())
        super().paint(painter, option, index)


def test_of_a_hundred_thousand_rows_only_those_in_sight_are_painted(session: Session, image_list: ImageList) -> None:
    view = image_list.view
    recording = RecordingPainter(view._rows, view)
    view.setItemDelegate(recording)
    fill(session, 100_000)
    view.viewport().repaint()
    assert recording.painted == set(view.rows_in_sight())
    assert view.model().rowCount() == 100_000


# Thumbnails


def test_thumbnails_appear_in_the_rows_that_are_seen_and_only_there(
    session: Session, image_list: ImageList, qtbot: QtBot
) -> None:
    image_list.resize(320, 180)
    session.settings.set("list.thumbnails", True)
    view = image_list.view
    seen = [session.catalog.image_at(row) for row in view.rows_in_sight()]
    qtbot.waitUntil(lambda: all(view._thumbnails.kept(image) is not None for image in seen if image), timeout=WAIT)
    assert view.verticalHeader().defaultSectionSize() == 32 + 6
    unseen = [session.catalog.image_at(row) for row in range(8) if row not in view.rows_in_sight()]
    assert unseen
    assert all(view._thumbnails.kept(image) is None for image in unseen if image)


def test_beside_a_thumbnail_the_name_stands_above_the_text(session: Session, image_list: ImageList) -> None:
    written: dict[str, QRect] = {}

    class Writing(RowPainter):
        def _write(self, painter: QPainter, field: QRect, text: str, ink: QColor) -> None:
            written[text] = QRect(field)

    view = image_list.view
    view.setItemDelegate(Writing(view._rows, view))
    image = session.catalog.table.images[0]
    stem, text = Path(image).stem, session.catalog.table.text[0]
    assert text
    view.viewport().repaint()
    name = next(field for said, field in written.items() if said.startswith(stem))
    assert written[text].left() > name.left() and written[text].top() == name.top()
    session.settings.set("list.thumbnails", True)
    written.clear()
    view.viewport().repaint()
    name = next(field for said, field in written.items() if said.startswith(stem))
    assert written[text].left() == name.left() and written[text].top() > name.bottom()


def test_button_shows_thumbnails_and_hides_them(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    low = image_list.view.verticalHeader().defaultSectionSize()
    qtbot.mouseClick(image_list._bar._pictures, Qt.MouseButton.LeftButton)
    assert session.settings.value("list.thumbnails") is True
    assert image_list.view.verticalHeader().defaultSectionSize() > low
    qtbot.mouseClick(image_list._bar._pictures, Qt.MouseButton.LeftButton)
    assert image_list.view.verticalHeader().defaultSectionSize() == low


def test_size_of_thumbnails_is_that_of_the_settings(session: Session, image_list: ImageList) -> None:
    session.settings.set("list.thumbnails", True)
    session.settings.set("list.thumbnail_size", 64)
    assert image_list.view.verticalHeader().defaultSectionSize() == 70


# The catalogue's side


def test_rows_of_places_are_those_that_are_shown(session: Session) -> None:
    session.catalog.set_filter("-" + session.catalog.table.images[1])
    assert session.catalog.rows_of(np.array([3, 1, 0])).tolist() == [0, 2]


def test_choosing_the_same_images_again_tells_nobody(session: Session, qtbot: QtBot) -> None:
    session.catalog.choose(["a", "b"])
    with qtbot.assertNotEmitted(session.catalog.chosen_changed):
        session.catalog.choose(("a", "b"))


def test_edit_that_is_saved_is_in_the_row(session: Session, image_list: ImageList, qtbot: QtBot) -> None:
    session.editor.apply("Set the text", edits.set_text, "hello", session.editor.image_size)
    session.saver.flush()
    hint = image_list.view.model().index(0, 0)
    qtbot.waitUntil(lambda: "text: hello" in hint.data(Qt.ItemDataRole.ToolTipRole), timeout=WAIT)
    assert image_list.view.selectionModel().isSelected(hint)
