"""The grid of target maps: in the image's shape, at one zoom, and a sentence where there are none."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.hand_made_project import TALL, hand_made_project

from app.display import MapName
from app.session import Session
from app.views.maps.grid import MapGrid
from app.views.maps.pane import GridPane
from core.labels.edits import edits
from core.labels.label import WordLabel
from core.labels.maps.pictures import order_picture


def shown(qtbot: QtBot, session: Session, width: int = 600, height: int = 300) -> MapGrid:
    """The grid below (or beside) a picture whose pane is as large as the grid."""
    session.viewport.set_pane_size(width, height)
    return exposed(qtbot, MapGrid(session), width, height)


@pytest.fixture
def grid(qtbot: QtBot, session: Session) -> MapGrid:
    return shown(qtbot, session)


@pytest.fixture
def tall(make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    """A session on a word written downwards."""
    return make_session(hand_made_project(tmp_path / "tall", (120, 30), TALL))


def turn_wheel(pane: GridPane, at: QPoint, notches: int) -> None:
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


def pane_of(grid: MapGrid, name: MapName) -> GridPane:
    return grid.panes[name, "target"]


def panes(grid: MapGrid) -> list[GridPane]:
    return [pane for pane in grid.panes.values() if pane.isVisible()]


def test_no_map_has_another_shape_than_its_image(session: Session, grid: MapGrid):
    for width, height in ((600, 300), (250, 500), (900, 130)):
        grid.resize(width, height)
        for scale in (1.0, 1.7, 6.0):
            session.viewport.zoom(scale)
            for pane in panes(grid):
                to_pane = pane.to_pane()
                assert to_pane.m11() == pytest.approx(to_pane.m22())
                assert (to_pane.m12(), to_pane.m21()) == (0, 0)
        session.viewport.fit()


def test_middle_of_the_picture_is_the_middle_of_each_map_and_all_are_zoomed_alike(session: Session, grid: MapGrid):
    viewport = session.viewport
    before = [pane.to_pane().m11() for pane in panes(grid)]
    viewport.zoom(1.7, QPointF(20, 10))
    for pane, scale in zip(panes(grid), before, strict=True):
        middle = pane.to_pane().map(viewport.center)
        assert (middle.x(), middle.y()) == pytest.approx((pane.width() / 2, pane.height() / 2))
        assert pane.to_pane().m11() == pytest.approx(1.7 * scale)


def test_whole_map_fills_its_pane_where_the_whole_picture_is_in_sight(session: Session, grid: MapGrid):
    assert session.viewport.fits
    picture = QRectF(QPointF(0, 0), session.viewport.image_size)
    for pane in panes(grid):
        seen, room = pane.to_pane().mapRect(picture), QRectF(pane.rect())
        assert room.adjusted(-1, -1, 1, 1).contains(seen)
        assert seen.width() == pytest.approx(room.width()) or seen.height() == pytest.approx(room.height())


def test_maps_of_an_upright_word_stand_side_by_side(tall: Session, qtbot: QtBot):
    grid = shown(qtbot, tall)
    assert grid.shape_of_grid.is_upright
    grid.set_turned(True)
    assert len({pane.x() for pane in panes(grid)}) == 3
    assert len({pane.y() for pane in panes(grid)}) == 1


def test_titles_of_narrow_maps_are_whole(tall: Session, qtbot: QtBot):
    """They are written along the map where they have no room across it."""
    grid = shown(qtbot, tall, width=3 * 42, height=260)
    grid.set_turned(True)
    assert {pane.style_of_title for pane in panes(grid)} == {"upright"}
    grid.resize(900, 260)
    assert {pane.style_of_title for pane in panes(grid)} == {"line"}


def test_map_is_painted_in_its_colours_where_the_character_stands(session: Session, grid: MapGrid):
    session.display.set(polygons=False)
    pane = pane_of(grid, "order")
    expected = QColor(*order_picture(np.arange(2, dtype=np.int32))[1].tolist())
    first, picture = session.editor.label.in_order[0], pane.grab().toImage()
    middle = pane.to_pane().map(QPointF(*first.corners.mean(axis=0))).toPoint()
    beside = [picture.pixelColor(middle + QPoint(0, dy)) for dy in range(-14, 15)]  # its number hides the middle
    assert beside.count(expected) > 5
    end = pane.to_pane().map(session.viewport.image_size.width() * QPointF(1, 0)).toPoint() - QPoint(2, -2)
    assert picture.pixelColor(end) == QColor(0, 0, 0)


def test_map_follows_an_edit_while_the_mouse_moves(session: Session, grid: MapGrid):
    before = pane_of(grid, "localization").grab().toImage()
    session.editor.preview(edits.move, [0], 4.0, 0.0)
    assert pane_of(grid, "localization").grab().toImage() != before
    session.editor.drop_preview()
    assert pane_of(grid, "localization").grab().toImage() == before


def test_row_that_is_hidden_leaves_its_room_to_the_others(session: Session, grid: MapGrid):
    before = pane_of(grid, "order").height()
    session.display.toggle_row("character")
    session.display.toggle_row("localization")
    assert [pane.key for pane in panes(grid)] == [("order", "target")]
    assert pane_of(grid, "order").height() > 2 * before
    session.display.toggle_row("character")
    assert [pane.key[0] for pane in panes(grid)] == ["character", "order"]


def test_grid_without_rows_is_gone(session: Session, grid: MapGrid):
    session.display.set(rows=())
    assert not grid.isVisible()
    session.display.set(rows=("order",))
    assert grid.isVisible()


def test_wheel_over_a_map_zooms_the_picture_about_the_mouse(session: Session, grid: MapGrid):
    pane = pane_of(grid, "character")
    at, before = QPoint(200, 20), session.viewport.scale
    held = pane.to_pane().inverted()[0].map(QPointF(at))
    turn_wheel(pane, at, 2)
    assert session.viewport.scale > before
    assert pane.to_pane().map(held).x() == pytest.approx(at.x())


def test_drag_of_a_map_moves_what_is_under_the_mouse_with_it(session: Session, grid: MapGrid, qtbot: QtBot):
    session.viewport.zoom(4)
    pane = pane_of(grid, "character")
    start, end = QPoint(200, 30), QPoint(190, 33)
    held = pane.to_pane().inverted()[0].map(QPointF(start))
    qtbot.mousePress(pane, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(pane, end)
    qtbot.mouseRelease(pane, Qt.MouseButton.LeftButton, pos=end)
    moved = pane.to_pane().map(held)
    assert (moved.x(), moved.y()) == pytest.approx((end.x(), end.y()))


def test_mouse_over_a_map_says_which_image_point_it_is_at(session: Session, grid: MapGrid, qtbot: QtBot):
    pane = pane_of(grid, "localization")
    qtbot.mouseMove(pane, QPoint(150, 25))
    cursor = session.viewport.cursor
    at = pane.to_pane().map(cursor)
    assert (at.x(), at.y()) == pytest.approx((150, 25))
    QApplication.sendEvent(pane, QEvent(QEvent.Type.Leave))
    assert session.viewport.cursor is None


def test_double_click_swaps_map_and_image_and_back(session: Session, grid: MapGrid, qtbot: QtBot):
    pane = pane_of(grid, "order")
    as_map = pane.grab().toImage()
    qtbot.mouseDClick(pane, Qt.MouseButton.LeftButton)
    assert session.display.choices.large == ("order", "target")
    assert pane.accessibleName() == "Image"
    assert pane.grab().toImage() != as_map
    qtbot.mouseDClick(pane, Qt.MouseButton.LeftButton)
    assert session.display.choices.large is None
    assert pane.accessibleName() == "Order"


def test_isolated_position_is_named_on_the_order_map(session: Session, grid: MapGrid):
    session.display.set(position=2)
    symbol = session.editor.label.in_order[1].symbol
    assert pane_of(grid, "order").accessibleName() == f"Position 2: {symbol}"


def test_maps_that_cannot_be_rendered_say_why(session: Session, grid: MapGrid):
    session.editor.preview(edits.move, [0], 1e4, 0.0)
    assert grid.sentence.isVisible()
    assert grid.sentence.text() == session.editor.maps
    session.editor.drop_preview()
    assert not grid.sentence.isVisible()
    assert pane_of(grid, "order").isVisible()


@pytest.mark.parametrize(("text", "said"), [("known", "The text is known"), (None, "No characters yet")])
def test_word_without_characters_says_what_to_do(session: Session, grid: MapGrid, text: str | None, said: str):
    session.editor.commit("Text alone", WordLabel(text=text))
    assert grid.sentence.text().startswith(said)
    assert grid.sentence.isVisible()


def test_window_without_a_project_says_what_would_stand_there(
    qtbot: QtBot, make_session: Callable[[Path | None], Session]
):
    grid = shown(qtbot, make_session(None))
    assert "Open a folder" in grid.sentence.text()


def test_legend_says_the_absolute_range(session: Session, grid: MapGrid):
    legends = {pane.key[0]: pane.accessibleDescription() for pane in panes(grid)}
    reading = session.editor.label.reading
    assert all(symbol in legends["character"] for symbol in reading)
    assert f"it has {len(reading)} characters" in legends["order"]
    assert "from 0 to 1" in legends["localization"]
    assert "viridis" in legends["localization"]
