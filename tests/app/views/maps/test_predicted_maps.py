"""Predicted maps: beside the targets, with their difference, or either side of a bar that is dragged."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.words.predictions import predicted_for, show_prediction

from app.actions.table.maps import move_bar, set_overlay_source, swap_large
from app.pictures.shown_maps import shown_large
from app.session import Session
from app.views.maps.grid import MapGrid
from app.views.maps.pane import GridPane
from app.views.maps.positions import PositionsStrip
from app.views.maps.values import CursorValues, predicted_values_at


@pytest.fixture
def grid(session: Session, qtbot: QtBot) -> MapGrid:
    session.viewport.set_pane_size(600, 400)
    return exposed(qtbot, MapGrid(session), 900, 420)


def titles(grid: MapGrid) -> list[str]:
    """From left to right and from top to bottom."""
    panes = [pane for pane in grid.panes.values() if pane.isVisible()]
    return [pane.accessibleName() for pane in sorted(panes, key=lambda pane: (pane.y(), pane.x()))]


def test_without_a_model_there_are_the_target_maps_alone(grid: MapGrid):
    assert titles(grid) == ["Character", "Order", "Centre"]


def test_with_one_the_target_is_beside_the_prediction_and_above_it_if_the_word_is_upright(
    session: Session, grid: MapGrid
):
    names, sources = ("Character", "Order", "Centre"), ("target", "models/model.keras")
    show_prediction(session, predicted_for(session))
    assert titles(grid) == [f"{name} · {source}" for name in names for source in sources]
    grid.set_turned(True)
    assert titles(grid) == [f"{name} · {source}" for source in sources for name in names]


def test_difference_is_a_third_column_on_demand_and_the_last_column_stays(session: Session, grid: MapGrid):
    show_prediction(session, predicted_for(session))
    session.display.toggle_column("difference")
    assert titles(grid)[:3] == ["Character · target", "Character · models/model.keras", "Character · difference"]
    session.display.toggle_column("target")
    session.display.toggle_column("prediction")
    assert titles(grid) == [f"{name} · difference" for name in ("Character", "Order", "Centre")]
    session.display.toggle_column("difference")
    assert len(titles(grid)) == 3


def test_all_maps_of_the_grid_are_of_one_size(session: Session, grid: MapGrid):
    show_prediction(session, predicted_for(session))
    sizes = {(pane.width(), pane.height()) for pane in grid.panes.values() if pane.isVisible()}
    assert max(width for width, _ in sizes) - min(width for width, _ in sizes) <= 1
    assert max(height for _, height in sizes) - min(height for _, height in sizes) <= 1


def pixels(pane: GridPane) -> list[tuple[int, ...]]:
    """Colours along a line below the numbers in the blobs."""
    image = pane.grab().toImage()
    return [image.pixelColor(x, round(0.6 * image.height())).getRgb() for x in range(image.width())]


def test_before_the_bar_is_the_target_and_behind_it_the_prediction(session: Session, grid: MapGrid):
    session.display.set(polygons=False)
    show_prediction(session, predicted_for(session, sure=0.7))
    session.display.set(rows=("localization",), columns=("prediction",))
    predicted = pixels(grid.panes["localization", "prediction"])
    session.display.set(way="swipe", swipe=1.0)
    target = pixels(grid.panes["localization", "target"])
    assert target != predicted
    session.display.set(way="swipe", swipe=0.5)
    both = pixels(grid.panes["localization", "target"])
    bar, apart = len(both) // 2, 10
    assert both[: bar - apart] == target[: bar - apart]
    assert both[bar + apart :] == predicted[bar + apart :]


def test_bar_is_dragged_across_the_maps(session: Session, grid: MapGrid, qtbot: QtBot):
    show_prediction(session, predicted_for(session))
    session.display.set(way="swipe", swipe=0.5)
    assert titles(grid)[0] == "Character · target | predicted"
    pane, center = grid.panes["character", "target"], QPointF(session.viewport.center)
    width = session.viewport.image_size.width()
    start, end = (pane.to_pane().map(QPointF(share * width, 5)).toPoint() for share in (0.5, 0.25))
    qtbot.mousePress(pane, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(pane, QPoint((start.x() + end.x()) // 2, start.y()))
    qtbot.mouseMove(pane, end)
    qtbot.mouseRelease(pane, Qt.MouseButton.LeftButton, pos=end)
    assert session.display.choices.swipe == pytest.approx(0.25, abs=0.02)
    assert session.viewport.center == center  # the picture was not moved


def test_bar_moves_by_keys_and_stays_within_the_image(session: Session):
    move_bar(session, -0.7)
    assert (session.display.choices.way, session.display.choices.swipe) == ("swipe", 0.0)


def test_column_that_is_asked_for_ends_the_swipe(session: Session):
    session.display.set(way="swipe")
    session.display.toggle_column("target")
    assert (session.display.choices.way, session.display.choices.columns) == ("grid", ("target", "prediction"))


def test_key_swaps_the_map_under_the_mouse_and_without_one_the_first(session: Session, grid: MapGrid):
    show_prediction(session, predicted_for(session))
    swap_large(session)
    assert session.display.choices.large == ("character", "target")
    swap_large(session)
    assert session.display.choices.large is None
    session.display.pointed = ("order", "prediction")
    swap_large(session)
    assert shown_large(session) == ("order", "prediction")
    session.display.toggle_column("prediction")  # what is not shown cannot be the large picture
    assert shown_large(session) is None


def test_sentence_stands_where_a_prediction_is_waited_for(session: Session, grid: MapGrid):
    show_prediction(session, predicted_for(session))
    session.predictions.again()
    assert session.predictions.sentence == "The model is being loaded…"
    empty = grid.panes["character", "prediction"].grab().toImage()
    colours = {empty.pixel(x, y) for x in range(empty.width()) for y in range(empty.height())}
    assert len(colours) > 1


def test_choosing_a_source_lays_a_map_over_the_picture(session: Session):
    set_overlay_source(session, "prediction")
    assert (session.display.choices.overlay, session.display.choices.overlay_source) == ("character", "prediction")


def test_values_under_the_mouse_tell_the_predicted_ones_too(session: Session, qtbot: QtBot):
    values = added(qtbot, CursorValues(session))
    show_prediction(session, predicted_for(session))
    predicted = session.predictions.current
    read = predicted.maps.word.characters[0]
    session.viewport.set_cursor(QPointF(*read.center))
    found = predicted_values_at(predicted, session.editor.image_size, QPointF(*read.center))
    assert (found.symbol, found.position) == (read.symbol, 1)
    assert found.probability == pytest.approx(0.9, abs=1e-3)
    assert found.strength == pytest.approx(0.9 * found.localization, abs=1e-3)
    assert f"predicted: {read.symbol} 0.90" in values.text()
    session.viewport.set_cursor(None)
    assert values.text() == ""


def test_strip_shows_what_was_read_at_each_position_with_its_score(session: Session, qtbot: QtBot):
    strip = added(qtbot, PositionsStrip(session))
    show_prediction(session, predicted_for(session))
    predicted = session.predictions.current
    first = predicted.maps.word.characters[0]
    model = strip.model()
    assert model.index(0, 0).data() == f"1  {first.symbol}  {first.score:.2f}"
    session.display.set(columns=("target",))
    assert model.index(0, 0).data() == f"1  {first.symbol}"
