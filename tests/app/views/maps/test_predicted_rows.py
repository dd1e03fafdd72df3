"""Rows of predicted maps: stacked below the targets, their difference, or either side of a bar that is dragged."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot
from support.words.predictions import predicted_for, show_prediction

from app.actions.table.predict import move_bar, set_overlay_source
from app.session import Session
from app.views.maps.positions import PositionsStrip
from app.views.maps.rows import MapRows
from app.views.maps.values import CursorValues, predicted_values_at


@pytest.fixture
def rows(session: Session, qtbot: QtBot) -> MapRows:
    session.viewport.set_pane_size(600, 400)
    rows = MapRows(session)
    qtbot.addWidget(rows)
    rows.resize(600, 420)
    with qtbot.waitExposed(rows):
        rows.show()
    return rows


def titles(rows: MapRows) -> list[str]:
    return [row.pane.accessibleName() for row in (*rows.rows.values(), *rows.predicted_rows.values()) if row.is_there]


def test_without_a_model_there_are_the_target_rows_alone(rows: MapRows) -> None:
    assert titles(rows) == ["Character", "Order", "Localization"]
    assert not any(row.isVisible() for row in rows.predicted_rows.values())


def test_with_one_the_predicted_rows_stand_below_them(session: Session, rows: MapRows) -> None:
    show_prediction(session, predicted_for(session))
    assert len(titles(rows)) == 6
    assert titles(rows)[0] == "Character, target"
    assert titles(rows)[5] == "Localization, predicted"
    assert all(row.isVisible() for row in rows.predicted_rows.values())


@pytest.mark.parametrize(("compare", "title"), [("prediction", "predicted"), ("difference", "difference")])
def test_one_row_a_map_where_one_source_is_chosen(session: Session, rows: MapRows, compare: str, title: str) -> None:
    show_prediction(session, predicted_for(session))
    session.display.set(compare=compare)
    assert titles(rows) == [f"{name}, {title}" for name in ("Character", "Order", "Localization")]


def test_rows_of_target_and_prediction_fold_apart(session: Session, rows: MapRows) -> None:
    show_prediction(session, predicted_for(session))
    rows.predicted_rows["order"].arrow.click()
    assert rows.predicted_rows["order"].is_folded
    assert not rows.rows["order"].is_folded


def pixels(rows: MapRows, name: str = "order") -> list[tuple[int, ...]]:
    """Colours along the middle of a row."""
    image = rows.rows[name].pane.grab().toImage()
    return [image.pixelColor(x, image.height() // 2).getRgb() for x in range(image.width())]


def test_before_the_bar_is_the_target_and_behind_it_the_prediction(session: Session, rows: MapRows) -> None:
    session.display.set(polygons=False)
    show_prediction(session, predicted_for(session, sure=0.7))
    session.display.set(compare="target")
    target = pixels(rows)
    session.display.set(compare="prediction")
    predicted = pixels(rows)
    assert target != predicted
    session.display.set(compare="swipe", swipe=0.5)
    both = pixels(rows)
    bar, apart = len(both) // 2, 10
    assert both[: bar - apart] == target[: bar - apart]
    assert both[bar + apart :] == predicted[bar + apart :]


def test_bar_is_dragged_across_the_rows(session: Session, rows: MapRows, qtbot: QtBot) -> None:
    show_prediction(session, predicted_for(session))
    session.display.set(compare="swipe", swipe=0.5)
    pane, center = rows.rows["character"].pane, QPointF(session.viewport.center)
    width = session.viewport.image_size.width()
    start, end = (pane.to_pane().map(QPointF(share * width, 5)).toPoint() for share in (0.5, 0.25))
    qtbot.mousePress(pane, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(pane, QPoint((start.x() + end.x()) // 2, start.y()))
    qtbot.mouseMove(pane, end)
    qtbot.mouseRelease(pane, Qt.MouseButton.LeftButton, pos=end)
    assert session.display.choices.swipe == pytest.approx(0.25, abs=0.02)
    assert session.viewport.center == center  # the picture was not moved


def test_bar_moves_by_keys_and_stays_within_the_image(session: Session) -> None:
    move_bar(session, -0.7)
    assert (session.display.choices.compare, session.display.choices.swipe) == ("swipe", 0.0)


def test_sentence_stands_where_a_prediction_is_waited_for(session: Session, rows: MapRows) -> None:
    show_prediction(session, predicted_for(session))
    session.predictions.again()
    assert session.predictions.sentence == "The model is being loaded…"
    assert titles(rows)[3] == "Character, predicted"
    empty = rows.predicted_rows["character"].pane.grab().toImage()
    colours = {empty.pixel(x, y) for x in range(empty.width()) for y in range(empty.height())}
    assert len(colours) > 1


def test_choosing_a_source_lays_a_map_over_the_picture(session: Session) -> None:
    set_overlay_source(session, "prediction")
    assert (session.display.choices.overlay, session.display.choices.overlay_source) == ("character", "prediction")


def test_values_under_the_mouse_tell_the_predicted_ones_too(session: Session, qtbot: QtBot) -> None:
    values = CursorValues(session)
    qtbot.addWidget(values)
    show_prediction(session, predicted_for(session))
    predicted = session.predictions.current
    assert predicted is not None
    read = predicted.maps.word.characters[0]
    session.viewport.set_cursor(QPointF(*read.center))
    assert session.editor.image_size is not None
    found = predicted_values_at(predicted, session.editor.image_size, QPointF(*read.center))
    assert (found.symbol, found.position) == (read.symbol, 1)
    assert found.probability == pytest.approx(0.9, abs=1e-3)
    assert found.strength == pytest.approx(0.9 * found.localization, abs=1e-3)
    assert f"predicted: {read.symbol} 0.90" in values.text()
    session.viewport.set_cursor(None)
    assert values.text() == ""


def test_strip_shows_what_was_read_at_each_position_with_its_score(session: Session, qtbot: QtBot) -> None:
    strip = PositionsStrip(session)
    qtbot.addWidget(strip)
    show_prediction(session, predicted_for(session))
    predicted = session.predictions.current
    assert predicted is not None
    first = predicted.maps.word.characters[0]
    model = strip.model()
    assert model.index(0, 0).data() == f"1  {first.symbol}  {first.score:.2f}"
    session.display.set(compare="target")
    assert model.index(0, 0).data() == f"1  {first.symbol}"
