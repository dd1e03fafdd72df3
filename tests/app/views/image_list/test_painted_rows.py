"""The image list: how rows and thumbnails are painted."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from support.window.image_lists import fill
from support.words.predictions import client_of, spec_for

from app.session import Session
from app.views.image_list.panel import ImageList
from app.views.image_list.row_painter import RowPainter
from app.views.image_list.rows import ImageRows
from app.views.image_list.rows_view import RowsView
from app.workers.prediction_messages import Ready
from core.index.rows import ImageRow, IndexedPrediction


def ground(image_list: ImageList, row: int) -> str:
    """The colour that most of a row is painted in: its marks may have the same accent as a selection."""
    view = image_list.view
    picture = view.viewport().grab(view.visualRect(view.model().index(row, 0))).toImage()
    places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return QColor(Counter(picture.pixel(*place) for place in places).most_common(1)[0][0]).name()


def painted(image_list: ImageList, row: int) -> QImage:
    view = image_list.view
    return view.viewport().grab(view.visualRect(view.model().index(row, 0))).toImage()


def test_status_of_a_row_is_told_by_its_shape_too(session: Session, image_list: ImageList):
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


def test_selected_row_is_painted_in_the_colours_of_the_palette(image_list: ImageList):
    highlight = image_list.palette().highlight().color().name()
    assert ground(image_list, 0) == highlight
    assert ground(image_list, 1) != highlight


def test_score_gets_a_column_once_an_image_has_one(session: Session, image_list: ImageList):
    painter = image_list.view.itemDelegate()
    assert not painter.shows_scores
    image = session.catalog.table.images[0]
    session.catalog.update_rows([ImageRow(image, "draft", "a", prediction=IndexedPrediction("a", 0.9, score=0.25))])
    assert painter.shows_scores


def test_numbers_are_the_probability_of_the_model_that_the_heading_names_and_misread_words_are_marked(
    session: Session, image_list: ImageList
):
    first, second = session.catalog.table.images[:2]
    session.catalog.update_rows(
        [
            ImageRow(first, "draft", "ab", prediction=IndexedPrediction("ab", 0.9, score=1.0, model="beef")),
            ImageRow(second, "draft", "cd", prediction=IndexedPrediction("cx", 0.36, score=1.0, model="beef")),
        ]
    )
    rows = rows_of(image_list.view)
    said = [rows.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
    assert "read as" not in said[0]
    assert image_list.heading.isHidden(), "nobody has read with the model that is chosen now"
    model = Path("/models/beef.keras")
    session.in_use.choose(model)
    client_of(session).answer(Ready(model, "beef", spec_for(session).to_dict()))
    said = [rows.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
    assert "\nread as ab, probability 0.90" in said[0]
    assert "\nmisread as cx, probability 0.36" in said[1]
    assert (image_list.heading.isHidden(), image_list.heading.text()) == (False, "Probability of beef.keras")
    session.in_use.choose(Path("/models/other.keras"))
    assert "read as" not in rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert image_list.heading.isHidden()


def test_a_row_tells_by_a_mark_and_in_its_tip_how_far_readers_agree(session: Session, image_list: ImageList):
    session.settings.set("list.thumbnails", False)
    table = session.catalog.table
    first, second, third, fourth = table.images[1:5]  # not the open one
    read = IndexedPrediction("Ab", 0.9, model="beef")
    session.catalog.update_rows(
        [ImageRow(image, "draft", "Ab", prediction=read) for image in (first, second, third, fourth)]
    )
    session.catalog.use_model("beef")
    painted(image_list, 1)  # lays the rows out
    before = [painted(image_list, row) for row in range(1, 5)]
    table.use_readings({first: ["Ab"], second: ["AB"], third: ["Xy", "<b>"]})
    rows = rows_of(image_list.view)
    tips = [rows.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(1, 5)]
    assert tips[0].endswith("others read Ab\nall readers agree")
    assert tips[1].endswith("others read AB\nreaders differ only in case or marks")
    assert "others read Xy · &lt;b&gt;\nreaders differ" in tips[2]
    assert "others read" not in tips[3]
    changed = [was != painted(image_list, row) for row, was in enumerate(before, 1)]
    assert changed == [False, True, True, False], "what all read the same needs no mark"


def rows_of(view: RowsView) -> ImageRows:
    return view.model()


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


def test_of_a_hundred_thousand_rows_only_those_in_sight_are_painted(session: Session, image_list: ImageList):
    view = image_list.view
    recording = RecordingPainter(rows_of(view), view)
    view.setItemDelegate(recording)
    fill(session, 100_000)
    view.viewport().repaint()
    assert recording.painted == set(view.rows_in_sight())
    assert view.model().rowCount() == 100_000


def test_rows_far_away_are_painted_after_the_picture(session: Session, image_list: ImageList, qtbot: QtBot):
    view = image_list.view
    recording = RecordingPainter(rows_of(view), view)
    view.setItemDelegate(recording)
    fill(session, 500)
    view.viewport().repaint()
    session.workspace.switching.is_picture_shown = True
    qtbot.keyClick(view, Qt.Key.Key_End)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest.value)  # all that is to be painted by now
    assert not recording.painted >= set(view.rows_in_sight())  # but in the place of the former row
    session.workspace.switching.painted()
    qtbot.waitUntil(lambda: recording.painted >= set(view.rows_in_sight()))
    assert session.image == session.catalog.image_at(499)


# Thumbnails


def test_thumbnails_appear_in_the_rows_that_are_seen_and_only_there(
    session: Session, image_list: ImageList, qtbot: QtBot
):
    session.settings.set("list.thumbnails", False)  # those of the larger list, if it was painted long enough, go
    image_list.resize(320, 180)
    session.settings.set("list.thumbnails", True)
    view = image_list.view
    seen = [session.catalog.image_at(row) for row in view.rows_in_sight()]
    qtbot.waitUntil(lambda: all(session.folder.thumbnails.kept(image) is not None for image in seen if image))
    assert view.verticalHeader().defaultSectionSize() == 32 + 6
    unseen = [session.catalog.image_at(row) for row in range(8) if row not in view.rows_in_sight()]
    assert unseen
    assert all(session.folder.thumbnails.kept(image) is None for image in unseen if image)


def test_the_name_stands_below_the_text_beside_a_thumbnail_and_else_behind_it(session: Session, image_list: ImageList):
    written: dict[str, QRect] = {}

    class Writing(RowPainter):
        def write(self, painter: QPainter, field: QRect, text: str, ink: QColor) -> None:
            written[text] = QRect(field)

    view = image_list.view
    view.setItemDelegate(Writing(rows_of(view), view))
    image = session.catalog.table.images[0]
    stem, text = Path(image).stem, session.catalog.table.text[0]
    assert text
    session.settings.set("list.thumbnails", False)
    view.viewport().repaint()
    name = next(field for said, field in written.items() if said.startswith(stem))
    assert written[text].left() < name.left() and written[text].top() == name.top()
    session.settings.set("list.thumbnails", True)
    written.clear()
    view.viewport().repaint()
    name = next(field for said, field in written.items() if said.startswith(stem))
    assert written[text].left() == name.left() and written[text].bottom() < name.top()


def test_size_of_thumbnails_is_that_of_the_settings(session: Session, image_list: ImageList):
    session.settings.set("list.thumbnails", True)
    session.settings.set("list.thumbnail_size", 64)
    assert image_list.view.verticalHeader().defaultSectionSize() == 70


class WritingPainter(RowPainter):
    """Keeps the texts that it writes."""

    def __init__(self, rows: ImageRows, session: Session, parent: QObject) -> None:
        super().__init__(rows, parent)
        self.thumbnails, self.thumbnail_height, self.shows_scores = session.folder.thumbnails, 28, True
        self.texts: list[str] = []

    def write(self, painter: QPainter, field: QRect, text: str, *ink: Any, **more: Any) -> None:
        self.texts.append(text)
        super().write(painter, field, text, *ink, **more)


def written(image_list: ImageList, session: Session, row: ImageRow, width: int) -> list[str]:
    """What is written in the row of one image in a list of this width."""
    session.catalog.update_rows([row])
    view = image_list.view
    writing = WritingPainter(rows_of(view), session, view)
    view.setItemDelegate(writing)
    option = QStyleOptionViewItem()
    option.initFrom(view)
    option.font = view.font()
    option.rect = QRect(0, 0, width, 34)
    canvas = QImage(width, 34, QImage.Format.Format_RGB32)
    with QPainter(canvas) as painter:
        writing.paint(painter, option, rows_of(view).index(session.catalog.row_of(row.image) or 0))
    return writing.texts


READ = IndexedPrediction("capital", 0.43, score=0.5, model="beef")


def test_a_score_goes_up_where_another_mark_is_narrow_enough_to_stay(session: Session, image_list: ImageList):
    fill(session, 3)
    session.catalog.use_model("beef")
    read = replace(READ, text="7BK3Q", probability=0.97)
    row = ImageRow("word_00001.jpg", "reviewed", "7BK3Q", split="val", prediction=read)
    widths = range(200, 280)
    shown = [
        any(text.startswith("word_00001") for text in written(image_list, session, row, width)) for width in widths
    ]
    assert shown == sorted(shown), "once there is room there is room in each wider list"
    assert shown[-1]


@pytest.mark.parametrize("split", ["train", "val"])
@pytest.mark.parametrize("prediction", [None, READ, replace(READ, text="CAPITOL", probability=0.97)])
def test_a_name_is_whole_where_the_marks_leave_room_in_either_line(
    session: Session, image_list: ImageList, split: Any, prediction: IndexedPrediction | None
):
    fill(session, 3)
    session.catalog.use_model("beef")
    row = ImageRow("word_00001.jpg", "reviewed", "CAPITOL", split=split, prediction=prediction)
    texts = written(image_list, session, row, 260)
    assert "CAPITOL" in texts
    assert "word_00001.jpg" in texts or "word_00001" in texts


def test_a_name_for_which_there_is_no_room_keeps_its_end(session: Session, image_list: ImageList):
    fill(session, 3)
    name = session.catalog.table.images[2]
    texts = written(image_list, session, ImageRow(name, "reviewed", "GRANDSTANDED", split="val", prediction=READ), 190)
    (shown,) = (text for text in texts if text.startswith("…"))
    assert shown.endswith("1")
