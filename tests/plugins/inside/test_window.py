"""The window of the model: table and graph show the same layers; no network is loaded."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.hand_made_layers import LAYERS
from support.words.predictions import client_of, predicted_for, show_prediction

from app.plugins.inside.window import ModelWindow
from app.session import Session
from app.workers.prediction_messages import Answered
from core.plugins.inside.facts import LayerFacts
from core.plugins.inside.graph import graph_of
from core.plugins.inside.maps import FeatureMaps
from core.plugins.inside.questions import Layers, LayersQuestion, MapsQuestion


def tell(session: Session, layers: tuple[LayerFacts, ...], qtbot: QtBot, times: int = 1) -> None:
    client = client_of(session)
    qtbot.waitUntil(lambda: len(client.asked(LayersQuestion)) == times)
    client.answer(Answered(client.asked(LayersQuestion)[-1].number, Layers(layers, graph_of(layers))))


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> ModelWindow:
    show_prediction(session, predicted_for(session))
    panel = exposed(qtbot, ModelWindow(session), 1200, 400)
    tell(session, LAYERS, qtbot)
    return panel


def place_of(panel: ModelWindow, name: str) -> QPoint:
    """Where the box of a layer is in the graph, in pixels of its viewport."""
    [box] = [box for box in panel.inside.graph.boxes if box.layer.name == name]
    return panel.graph.mapFromScene(QPointF(box.x + box.width / 2, box.y + box.height / 2))


def test_sums_and_layers_are_shown(panel: ModelWindow):
    assert panel.summary.text() == "4 layers, 224 parameters (8 not trained), 0.0 M multiply-adds at 32 × 64"
    model = panel.table.model()
    cells = [model.index(1, place).data() for place in range(model.columnCount())]
    assert cells == ["conv", "Conv2D", "1 × 8 × 16 × 8", "NHWC", "[h, w, in, out]", "216", "27,648", "float32"]
    tip = model.index(2, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Takes: network/conv" in tip and "moving_mean: 8 [out]" in tip and "Not changed by training: 8" in tip


def test_click_on_a_box_selects_the_row_and_a_row_marks_its_box(panel: ModelWindow, session: Session, qtbot: QtBot):
    qtbot.mouseClick(panel.graph.viewport(), Qt.MouseButton.LeftButton, pos=place_of(panel, "network/bn"))
    assert session.instruments.chosen_layer.name == "network/bn"
    assert panel.table.currentIndex().data() == "bn"
    panel.table.sortByColumn(5, Qt.SortOrder.DescendingOrder)  # parameters
    panel.table.setCurrentIndex(panel.table.model().index(0, 0))
    assert session.instruments.chosen_layer.name == "network/conv"
    panel.graph.zoom(0.5)
    qtbot.mouseClick(panel.graph.viewport(), Qt.MouseButton.LeftButton, pos=place_of(panel, "network/add"))
    assert panel.table.currentIndex().data() == "add"


def test_graph_is_zoomed_and_fitted_and_keeps_a_readable_size(panel: ModelWindow):
    assert panel.graph.transform().m11() == 1
    panel.graph.zoom(1e-9)
    assert panel.graph.transform().m11() == pytest.approx(0.05)
    panel.graph.zoom(1e9)
    assert panel.graph.transform().m11() == pytest.approx(4)
    panel.graph.fit()
    assert all(panel.graph.viewport().rect().contains(place_of(panel, layer.name)) for layer in LAYERS), (
        "the whole graph is in sight"
    )


def test_graph_is_written_as_svg_and_a_folder_that_is_not_there_is_said(
    panel: ModelWindow, session: Session, qtbot: QtBot, tmp_path: Path
):
    panel.write_graph(tmp_path / "layers.svg")
    assert ElementTree.parse(tmp_path / "layers.svg").getroot().tag.endswith("svg")
    with qtbot.waitSignal(session.workspace.notified) as said:
        panel.write_graph(tmp_path / "gone" / "layers.svg")
    assert said.args is not None and said.args[0] == "error" and "layers.svg" in said.args[1]


def test_values_of_the_open_image_come_as_further_columns(panel: ModelWindow, session: Session, qtbot: QtBot):
    before = panel.table.model().columnCount()
    panel.table.setCurrentIndex(panel.table.model().index(3, 0))
    panel.values.setChecked(True)
    values = tuple(replace(layer, least=-1.0, mean=0.25, most=3.0) for layer in LAYERS)
    tell(session, (*values[:3], replace(values[3], not_finite=2)), qtbot, 2)
    model = panel.table.model()
    assert [model.index(1, place).data() for place in range(before, model.columnCount())] == ["-1", "0.25", "3"]
    assert "NaN or infinite: 2" in model.index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert session.instruments.chosen_layer.name == "network/add" and panel.table.currentIndex().data() == "add"


def test_maps_of_the_layer_are_shown_with_the_value_under_the_mouse_and_zoomed_together(
    panel: ModelWindow, session: Session, qtbot: QtBot
):
    panel.pages.setCurrentWidget(panel.maps)
    session.instruments.chosen_layer.choose("network/conv")
    client = client_of(session)
    qtbot.waitUntil(lambda: bool(client.asked(MapsQuestion)))
    values = np.zeros((8, 16, 8), np.float32)
    values[2, 3, 5] = 40.0
    values[:, :, 1] = 0.125
    client.answer(Answered(client.asked(MapsQuestion)[-1].number, FeatureMaps("network/conv", values)))
    wall, summary = panel.maps.wall, panel.maps.summary
    assert summary.text().startswith("conv: 8 channels of 8 × 16")
    first, second = wall.tile_of(5), wall.tile_of(1)
    assert (first.top(), first.left()) < (second.top(), second.left()), "the most active one stands first"
    at = QPoint(first.left() + first.width() * 7 // 32, first.top() + first.height() * 5 // 16)
    QApplication.processEvents()  # lay out what has just been shown
    qtbot.mouseMove(wall.widget(), at)
    assert summary.text() == "Channel 5, row 2, column 3: 40"
    before = first.size()
    wall.zoom(1.2)
    assert wall.tile_of(5).width() > before.width() and wall.tile_of(5).size() == wall.tile_of(7).size()
    picture = wall.grab().toImage()
    panel.maps.one_scale.setChecked(True)
    assert wall.grab().toImage() != picture
