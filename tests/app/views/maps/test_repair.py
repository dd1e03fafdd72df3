"""A prediction is repaired by the mouse on its maps, and by the search for the smallest repair."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.words.predictions import client_of, predicted_for, show_prediction

from app.actions.table.maps import turn_repair
from app.display import MapName
from app.session import Session
from app.views.maps.grid import MapGrid
from app.views.maps.pane import GridPane
from app.views.maps.repair_bar import RepairBar
from app.workers.prediction_messages import Answered, Reread
from core.labels.edits import edits
from core.labels.label import WordLabel

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def grid(session: Session, qtbot: QtBot) -> MapGrid:
    session.viewport.set_pane_size(600, 400)
    grid = exposed(qtbot, MapGrid(session), 900, 420)
    show_prediction(session, predicted_for(session))
    turn_repair(session)
    return grid


def pane(grid: MapGrid, name: MapName) -> GridPane:
    return grid.panes[name, "prediction"]


def at(session: Session, pane: GridPane, position: int) -> QPoint:
    x, y = session.editor.label.in_order[position - 1].corners.mean(axis=0)
    return pane.to_pane().map(QPoint(round(float(x)), round(float(y))))


def shown(session: Session) -> str:
    return session.predictions.current.maps.word.text


def other_symbol(session: Session, position: int) -> str:
    return next(s for s in session.predictions.current.charset.symbols if s != shown(session)[position - 1])


def misread(session: Session) -> WordLabel:
    """The label with another second symbol: what the model is to read."""
    place = session.editor.label.characters.index(session.editor.label.in_order[1])
    return edits.retype(session.editor.label, [place], other_symbol(session, 2))


def test_symbol_that_is_painted_is_read_and_neither_label_nor_target_changes(
    session: Session, grid: MapGrid, qtbot: QtBot
):
    label, target, own = session.editor.label, session.editor.maps, shown(session)
    wanted = other_symbol(session, 2)
    session.instruments.prediction_repair.set(tool="paint", radius=6, symbol=wanted)
    qtbot.mouseClick(pane(grid, "character"), LEFT, pos=at(session, pane(grid, "character"), 2))
    assert shown(session) == own[0] + wanted + own[2:]
    assert session.editor.label is label
    assert session.editor.maps is target
    session.instruments.prediction_repair.step(-1)
    assert shown(session) == own
    session.instruments.prediction_repair.step(1)
    assert shown(session) == own[0] + wanted + own[2:]
    turn_repair(session)
    assert shown(session) == own


def test_a_repair_outlasts_the_saving_of_the_label(session: Session, grid: MapGrid, qtbot: QtBot):
    own = shown(session)
    session.instruments.prediction_repair.swap(1, 2)
    session.editor.apply("Move", edits.move, [0], 2, 0)
    session.saver.flush()
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    with qtbot.waitSignal(session.catalog.changed_on_disk):
        session.catalog.look_for_changes()
    assert shown(session) == own[1] + own[0] + own[2:]


def test_symbol_that_the_model_does_not_know_is_not_painted(
    session: Session, sentences: list[str], grid: MapGrid, qtbot: QtBot
):
    own = shown(session)
    session.instruments.prediction_repair.set(tool="paint", symbol="☃")
    qtbot.mouseClick(pane(grid, "character"), LEFT, pos=at(session, pane(grid, "character"), 2))
    assert shown(session) == own
    assert sentences == ["Type a symbol that the model knows, to paint it."]


@pytest.mark.parametrize("name", ["order", "localization"])
def test_what_is_erased_under_the_mouse_leaves_a_gap(session: Session, grid: MapGrid, name: str, qtbot: QtBot):
    own, erased = shown(session), pane(grid, name)
    session.instruments.prediction_repair.set(tool="erase", radius=8)
    qtbot.mouseClick(erased, LEFT, pos=at(session, erased, 2))
    assert shown(session) == own[0] + own[2:]


def test_position_that_is_dragged_onto_another_is_exchanged_with_it(session: Session, grid: MapGrid, qtbot: QtBot):
    own, order = shown(session), pane(grid, "order")
    session.instruments.prediction_repair.set(tool="move")
    qtbot.mousePress(order, LEFT, pos=at(session, order, 1))
    qtbot.mouseMove(order, at(session, order, 2))
    qtbot.mouseRelease(order, LEFT, pos=at(session, order, 2))
    assert shown(session) == own[1] + own[0] + own[2:]
    assert session.workspace.undo_list.last is not None
    session.workspace.undo_list.undo()
    assert shown(session) == own
    session.workspace.undo_list.redo()
    assert shown(session) == own[1] + own[0] + own[2:]


def test_without_repairing_the_mouse_moves_the_maps(session: Session, grid: MapGrid, qtbot: QtBot):
    turn_repair(session)
    own, order = shown(session), pane(grid, "order")
    session.instruments.prediction_repair.set(tool="erase", radius=8)
    qtbot.mouseClick(order, LEFT, pos=at(session, order, 2))
    assert shown(session) == own


def test_smallest_repair_is_found_marked_and_taken_as_the_label(session: Session, grid: MapGrid, qtbot: QtBot):
    right = session.editor.label.reading
    show_prediction(session, predicted_for(session, misread(session)))
    repair = session.instruments.prediction_repair
    assert shown(session) != right
    repair.find_smallest()
    qtbot.waitUntil(lambda: repair.smallest is not None)
    assert shown(session) == right
    marked = pane(grid, "character").grab().toImage()
    magenta = {(x, y) for x in range(marked.width()) for y in range(marked.height())
               if marked.pixelColor(x, y).name() == "#ff00ff"}  # fmt: skip
    assert magenta
    bar = added(qtbot, RepairBar(session))
    assert right in bar.reading.text()
    assert f"marked pixels are enough: {repair.smallest.pixels}." in bar.reading.text()


def test_repaired_reading_becomes_the_label(session: Session, grid: MapGrid, qtbot: QtBot):
    wanted = misread(session).reading
    repair = session.instruments.prediction_repair
    repair.set(tool="paint", radius=6, symbol=wanted[1])
    qtbot.mouseClick(pane(grid, "character"), LEFT, pos=at(session, pane(grid, "character"), 2))
    bar = added(qtbot, RepairBar(session))
    bar.accept.click()
    qtbot.waitUntil(lambda: session.editor.label.reading == wanted)
    session.editor.undo()
    assert session.editor.label.reading != wanted


def test_another_prediction_is_repaired_from_its_beginning(session: Session, grid: MapGrid):
    session.instruments.prediction_repair.swap(1, 2)
    assert session.workspace.undo_list.last is not None
    show_prediction(session, predicted_for(session), "other.keras")
    assert session.workspace.undo_list.last is None
    assert session.instruments.prediction_repair.base is session.predictions.own is session.predictions.current


def test_repaired_maps_are_never_shown_for_another_prediction(session: Session, grid: MapGrid):
    turn_repair(session)
    own = session.predictions.own
    session.predictions.show_repaired(own.maps)
    assert session.predictions.current is not own
    show_prediction(session, predicted_for(session, misread(session)), "other.keras")
    assert session.predictions.current is session.predictions.own


def test_word_is_formed_by_the_process_that_predicts_where_a_symbol_that_is_not_kept_may_matter(
    session: Session, grid: MapGrid
):
    client, own = client_of(session), predicted_for(session)
    count = len(client.sent(Reread))  # of the model's own maps, so that the process knows them
    session.instruments.prediction_repair.swap(1, 2)
    assert len(client.sent(Reread)) == count, "all symbols of these maps are kept"
    unsure = replace(own.maps, symbol_scores=own.maps.symbol_scores * np.float16(0.3))
    show_prediction(session, replace(own, maps=unsure), "other.keras")
    session.instruments.prediction_repair.swap(1, 2)
    *_, asked = client.sent(Reread)
    assert len(client.sent(Reread)) == count + 2
    assert (asked.image, asked.model.name) == (session.image, "other.keras")
    answered = replace(asked.maps, word=replace(asked.maps.word, text="whole"))
    client.answer(Answered(asked.number, answered))
    assert shown(session) == "whole"
    session.instruments.prediction_repair.step(-1)
    assert shown(session) == unsure.word.text
    session.instruments.prediction_repair.step(1)
    assert shown(session) == "whole"
