"""The rows of target maps: in line with the picture, foldable, and a sentence where there are none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.words.hand_made_project import hand_made_project

from app.session import Session
from app.views.maps.pane import SMALLEST, MapPane
from app.views.maps.rows import MapRows
from core.labels.edits import edits
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.pictures import order_picture

MakeSession = Callable[[Path | None], Session]

TALL = WordLabel((CharacterLabel("a", rectangle(2, 4, 28, 40)), CharacterLabel("b", rectangle(2, 60, 28, 110))))


def shown(qtbot: QtBot, session: Session, width: int = 600, height: int = 300) -> MapRows:
    """The rows below (or beside) a picture whose pane is as large as they are."""
    session.viewport.set_pane_size(width, height)
    rows = MapRows(session)
    qtbot.addWidget(rows)
    rows.resize(width, height)
    with qtbot.waitExposed(rows):
        rows.show()
    return rows


@pytest.fixture
def rows(qtbot: QtBot, session: Session) -> MapRows:
    return shown(qtbot, session)


@pytest.fixture
def tall(make_session: MakeSession, tmp_path: Path) -> Session:
    """A session on a word written downwards."""
    return make_session(hand_made_project(tmp_path / "tall", (120, 30), TALL))


def turn_wheel(pane: MapPane, at: QPoint, notches: int) -> None:
    event = QWheelEvent(
        QPointF(at),
        pane.mapToGlobal(QPointF(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(pane, event)


def test_column_of_pixels_is_at_the_same_place_in_each_row_as_in_the_picture(session: Session, rows: MapRows) -> None:
    viewport = session.viewport
    viewport.zoom(1.7, QPointF(20, 10))
    for row in rows.rows.values():
        for x in (0.0, 13.5, 40.0):
            in_picture = viewport.pane_size.width() / 2 + (x - viewport.center.x()) * viewport.scale
            in_row = row.pane.mapTo(rows, row.pane.to_pane().map(QPointF(x, 5))).x()
            assert in_row == pytest.approx(in_picture)


def test_line_of_pixels_is_at_the_same_place_beside_a_tall_picture(tall: Session, qtbot: QtBot) -> None:
    rows, viewport = shown(qtbot, tall), tall.viewport
    assert rows.orientation == Qt.Orientation.Horizontal
    for row in rows.rows.values():
        for y in (0.0, 33.0, 120.0):
            in_picture = viewport.pane_size.height() / 2 + (y - viewport.center.y()) * viewport.scale
            assert row.pane.mapTo(rows, row.pane.to_pane().map(QPointF(5, y))).y() == pytest.approx(in_picture)
    assert len({row.pane.mapTo(rows, QPoint()).x() for row in rows.rows.values()}) == 3


def test_whole_map_is_in_sight_where_the_whole_picture_is(session: Session, rows: MapRows) -> None:
    assert session.viewport.fits
    picture = QRectF(QPointF(0, 0), session.viewport.image_size)
    for row in rows.rows.values():
        assert row.pane.rect().toRectF().contains(row.pane.to_pane().mapRect(picture))


def test_map_is_not_squeezed_where_it_has_room(session: Session, rows: MapRows) -> None:
    session.viewport.set_scale(0.5)
    transform = rows.rows["order"].pane.to_pane()
    assert (transform.m11(), transform.m22()) == (0.5, 0.5)


def test_map_is_painted_in_its_colours_where_the_character_stands(session: Session, rows: MapRows) -> None:
    session.display.set(polygons=False)
    pane = rows.rows["order"].pane
    expected = order_picture(np.arange(2, dtype=np.int32))[1]
    center = QPointF(*session.editor.label.in_order[0].corners.mean(axis=0))
    at = pane.to_pane().map(center).toPoint()
    assert pane.grab().toImage().pixelColor(at) == QColor(*expected.tolist())


def test_row_follows_an_edit_while_the_mouse_moves(session: Session, rows: MapRows) -> None:
    before = rows.rows["localization"].pane.grab().toImage()
    session.editor.preview(edits.move, [0], 4.0, 0.0)
    assert rows.rows["localization"].pane.grab().toImage() != before
    session.editor.drop_preview()
    assert rows.rows["localization"].pane.grab().toImage() == before


def test_arrow_folds_a_row_away_and_back(session: Session, rows: MapRows, qtbot: QtBot) -> None:
    row = rows.rows["order"]
    qtbot.mouseClick(row.arrow, Qt.MouseButton.LeftButton)
    assert session.display.choices.rows == ("character", "localization")
    assert not row.pane.isVisible()
    assert row.arrow.isVisible()
    qtbot.keyClick(row.arrow, Qt.Key.Key_Space)
    assert session.display.choices.rows == ("character", "order", "localization")
    assert row.pane.isVisible()


def test_folded_rows_leave_their_room_to_the_others(session: Session, rows: MapRows, qtbot: QtBot) -> None:
    before = rows.rows["order"].pane.height()
    session.display.set(rows=("order",))
    qtbot.waitUntil(lambda: rows.rows["order"].pane.height() > 2 * before, timeout=WAIT)


def test_picture_has_the_room_where_all_rows_are_folded(session: Session, qtbot: QtBot) -> None:
    picture, rows = QWidget(), MapRows(session)
    splitter = QSplitter(Qt.Orientation.Vertical)
    splitter.addWidget(picture)
    splitter.addWidget(rows)
    qtbot.addWidget(splitter)
    splitter.resize(600, 500)
    splitter.setSizes([250, 250])
    with qtbot.waitExposed(splitter):
        splitter.show()
    session.display.set(rows=())
    titles = sum(row.minimumSizeHint().height() for row in rows.rows.values())
    qtbot.waitUntil(lambda: rows.height() == titles, timeout=WAIT)
    qtbot.waitUntil(lambda: picture.height() > 400, timeout=WAIT)
    session.display.set(rows=("order",))
    qtbot.waitUntil(lambda: rows.rows["order"].pane.height() >= SMALLEST, timeout=WAIT)


def test_wheel_over_a_row_zooms_the_picture_about_the_mouse(session: Session, rows: MapRows) -> None:
    pane = rows.rows["character"].pane
    at, before = QPoint(200, 20), session.viewport.scale
    held = pane.to_pane().inverted()[0].map(QPointF(at))
    turn_wheel(pane, at, 2)
    assert session.viewport.scale > before
    assert pane.to_pane().map(held).x() == pytest.approx(at.x())


def test_drag_of_a_row_moves_what_is_under_the_mouse_with_it(session: Session, rows: MapRows, qtbot: QtBot) -> None:
    session.viewport.zoom(4)
    pane = rows.rows["character"].pane
    start, end = QPoint(200, 30), QPoint(190, 33)
    held = pane.to_pane().inverted()[0].map(QPointF(start))
    qtbot.mousePress(pane, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(pane, end)
    qtbot.mouseRelease(pane, Qt.MouseButton.LeftButton, pos=end)
    moved = pane.to_pane().map(held)
    assert (moved.x(), moved.y()) == pytest.approx((end.x(), end.y()))


def test_mouse_over_a_row_says_which_image_point_it_is_at(session: Session, rows: MapRows, qtbot: QtBot) -> None:
    pane = rows.rows["localization"].pane
    qtbot.mouseMove(pane, QPoint(150, 25))
    cursor = session.viewport.cursor
    assert cursor is not None
    at = pane.to_pane().map(cursor)
    assert (at.x(), at.y()) == pytest.approx((150, 25))
    QApplication.sendEvent(pane, QEvent(QEvent.Type.Leave))
    assert session.viewport.cursor is None


def test_double_click_shows_the_whole_picture_again(session: Session, rows: MapRows, qtbot: QtBot) -> None:
    session.viewport.zoom(3)
    qtbot.mouseDClick(rows.rows["order"].pane, Qt.MouseButton.LeftButton)
    assert session.viewport.fits


def test_isolated_position_is_named_over_the_order_row(session: Session, rows: MapRows) -> None:
    session.display.set(position=2)
    symbol = session.editor.label.in_order[1].symbol
    assert rows.rows["order"].arrow.text() == f"Position 2: {symbol}"


def test_maps_that_cannot_be_rendered_say_why(session: Session, rows: MapRows) -> None:
    session.editor.preview(edits.move, [0], 1e4, 0.0)
    assert rows.sentence.isVisible()
    assert rows.sentence.text() == session.editor.maps
    session.editor.drop_preview()
    assert not rows.sentence.isVisible()
    assert rows.rows["order"].isVisible()


def test_word_without_characters_says_what_to_do(session: Session, rows: MapRows) -> None:
    session.editor.apply("To word level", edits.to_word_level)
    assert "no characters" in rows.sentence.text()
    assert rows.sentence.isVisible()


def test_window_without_a_project_says_what_would_stand_there(qtbot: QtBot, make_session: MakeSession) -> None:
    rows = shown(qtbot, make_session(None))
    assert "Open a folder" in rows.sentence.text()


def test_rows_stand_below_a_wide_picture_and_beside_a_tall_one(
    qtbot: QtBot, make_session: MakeSession, tmp_path: Path, project_folder: Path
) -> None:
    hand_made_project(tmp_path / "tall", (120, 30), TALL)
    for name in ("word.png", "word.json"):
        (tmp_path / "tall" / name).rename(project_folder / f"zz_tall{Path(name).suffix}")
    session = make_session(project_folder)
    rows = shown(qtbot, session)
    assert rows.orientation == Qt.Orientation.Vertical
    with qtbot.waitSignal(rows.orientation_changed, timeout=WAIT):
        session.show("zz_tall.png")
    assert rows.orientation == Qt.Orientation.Horizontal


def test_legend_says_the_absolute_range(session: Session, rows: MapRows) -> None:
    legends = {name: row.legend.accessibleName() for name, row in rows.rows.items()}
    reading = session.editor.label.reading
    assert all(symbol in legends["character"] for symbol in reading)
    assert f"it has {len(reading)} characters" in legends["order"]
    assert "from 0 to 1" in legends["localization"]
    assert "viridis" in legends["localization"]
