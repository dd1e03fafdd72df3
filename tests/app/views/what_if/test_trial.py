"""What if? on the stage: what the mouse does there, and what it shows of the answers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import client_of, predicted_for, show_prediction, spec_for

from app.session import Session
from app.views.main_window.centre import Centre
from app.views.what_if.trial import Trial
from app.workers.prediction_messages import Answered, FindFlips, Occlude, Searched, Seen, TryOut
from core.data.what_if.change import Change
from core.data.what_if.searching import Flip

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def centre(session: Session, qtbot: QtBot) -> Centre:
    qtbot.waitUntil(lambda: session.editor.pixels is not None)
    show_prediction(session, predicted_for(session))
    centre = Centre(session, QWidget())
    session.project_changed.emit()  # it opened before there was a window
    return exposed(qtbot, centre, 1280, 600)


@pytest.fixture
def panel(centre: Centre, session: Session, qtbot: QtBot) -> Trial:
    session.display.set(trial=True)
    qtbot.waitUntil(lambda: bool(client_of(session).sent(TryOut)))
    return centre.trial


def answer(session: Session, text: str, model: Path | None = None) -> None:
    asked = [asked for asked in client_of(session).sent(TryOut) if model in (None, asked.model)][-1]
    maps = predicted_for(session).maps
    maps = replace(maps, word=replace(maps.word, text=text))
    client_of(session).answer(Answered(asked.number, Seen(spec_for(session).to_dict(), maps)))


def drag(qtbot: QtBot, panel: Trial, start: QPointF, end: QPointF) -> None:
    at, to = (panel.picture.to_pane().map(point).toPoint() for point in (start, end))
    qtbot.mousePress(panel.picture, LEFT, pos=at)
    qtbot.mouseMove(panel.picture, QPoint((at.x() + to.x()) // 2, (at.y() + to.y()) // 2))
    qtbot.mouseMove(panel.picture, to)
    qtbot.mouseRelease(panel.picture, LEFT, pos=to)


def test_a_slider_changes_the_image_and_the_readings_follow(panel: Trial, session: Session, qtbot: QtBot):
    what_if, label = session.instruments.what_if, session.editor.label.word
    answer(session, label)
    assert panel.one.word.text().startswith(f"models/model.keras: {label}")
    assert not panel.two.isVisible()
    assert [best.target for best in panel.one.rows.entries] == [*label]
    assert panel.one.rows.entries[0].candidates[0][0] == label[0]
    assert all(pane.found is not None for pane in panel.one.maps.values())
    asked = len(client_of(session).sent(TryOut))
    panel.bar.sliders.sliders["shear"].setValue(30)
    assert what_if.change == Change(shear=15)
    qtbot.waitUntil(lambda: len(client_of(session).sent(TryOut)) > asked)
    answer(session, "other")
    assert panel.one.word.text().startswith(f"models/model.keras: {label} → other")
    qtbot.mouseDClick(panel.bar.sliders.sliders["shear"], LEFT)
    assert what_if.change == Change()

    second = Path("/models/second.keras")
    what_if.compare_with(second)
    qtbot.waitUntil(lambda: client_of(session).sent(TryOut)[-1].model == second)
    answer(session, "beside", second)
    assert panel.two.isVisible()
    assert panel.two.word.text().startswith("second.keras: ")
    client_of(session).answer(Answered(client_of(session).sent(TryOut)[-1].number + 1, "no"))
    assert "beside" in panel.two.word.text(), "nobody has asked"


def test_flips_are_marked_on_their_sliders_and_heat_lies_over_the_image(panel: Trial, session: Session, qtbot: QtBot):
    answer(session, session.editor.label.word)
    qtbot.mouseClick(panel.bar.flips, LEFT)
    [asked] = client_of(session).sent(FindFlips)
    assert panel.bar.halt.isVisible()
    flips = (Flip("rotation", -30.0, "left"), Flip("rotation", 20.0, "right"))
    client_of(session).answer(Answered(asked.number, Searched(9, 9, {"rotation": flips, "noise": ()})))
    slider = panel.bar.sliders.sliders["rotation"]
    left, right = (slider.place_of(flip) for flip in slider.flips)
    assert 0 < left < slider.width() / 2 < right < slider.width()
    assert abs((right - slider.width() / 2) / (slider.width() / 2 - left) - 20 / 30) < 0.05
    assert "From 20.0° on, “right” is read." in slider.toolTip()
    assert "stays the same" in panel.bar.sliders.sliders["noise"].toolTip()
    assert "From" not in panel.bar.sliders.sliders["blur"].toolTip(), "nothing is known of it"
    assert not panel.bar.halt.isVisible()

    before = panel.picture.grab().toImage()
    session.instruments.what_if.seek("heat")
    [question] = client_of(session).sent(Occlude)
    heat = np.zeros((6, 8, 16), np.float32)
    heat[1, :, 8:] = 1
    client_of(session).answer(Answered(question.number, Searched(5, 5, heat=heat)))
    panel.one.table.selectRow(1)
    assert "position 2" in panel.picture.title[0]
    assert panel.picture.grab().toImage() != before


def test_tools_act_on_the_place_under_the_mouse_however_the_image_is_turned(
    panel: Trial, session: Session, qtbot: QtBot
):
    what_if = session.instruments.what_if
    panel.bar.sliders.sliders["crop"].setValue(-20)
    panel.bar.sliders.sliders["size"].setValue(-30)
    qtbot.waitUntil(lambda: what_if.shown is not None and abs(what_if.shown.matrix[0, 0] - 0.7) < 0.02)
    shown = what_if.shown
    panel.choose_tool("move")
    x, y = shown.label.characters[0].corners.mean(axis=0)
    drag(qtbot, panel, QPointF(x, y), QPointF(x + 7, y))
    [moved] = what_if.touches
    assert moved.place == 0
    pixel = 1 / (panel.picture.to_pane().m11() * shown.matrix[0, 0])  # the mouse goes in whole pixels of the screen
    np.testing.assert_allclose(moved.way, (7 / shown.matrix[0, 0], 0), atol=2 * pixel)
    qtbot.waitUntil(lambda: what_if.shown is not None and what_if.shown is not shown)
    panel.choose_tool("erase")
    drag(qtbot, panel, QPointF(2, 3), QPointF(20, 10))
    erased = what_if.touches[-1]
    corners = np.column_stack([np.array(erased.region), np.ones(4)]) @ shown.matrix.T
    np.testing.assert_allclose(corners[0, :2], (2, 3), atol=2 * pixel)
    np.testing.assert_allclose(corners[2, :2], (20, 10), atol=2 * pixel)
    qtbot.mouseClick(panel.bar.undo, LEFT)
    assert len(what_if.touches) == 1
    qtbot.mouseClick(panel.bar.reset, LEFT)
    assert not what_if.is_changed
    assert not panel.bar.keep.isEnabled()


def test_a_misread_word_is_marked_where_it_reads_right(panel: Trial, session: Session):
    word = session.editor.label.word
    answer(session, "misread")
    [asked] = client_of(session).sent(FindFlips)
    right = {"blur": (Flip("blur", 0.1, word, is_right=True),)}
    client_of(session).answer(Answered(asked.number, Searched(9, 9, right)))
    assert "Reads right from here: Blur 10.0 %" in panel.bar.places.text()
    assert "Reads right from here: 10.0 %" in panel.bar.sliders.sliders["blur"].toolTip()


def test_what_else_works_on_the_canvas_ends_it_and_another_layout(panel: Trial, session: Session):
    for leave in (lambda: session.set_tool("box"), lambda: session.display.show_layout("review")):
        session.display.set(trial=True)
        leave()
        assert not panel.picture.isVisible()
    session.display.set(trial=True)
    assert panel.picture.isVisible()
    session.instruments.prediction_repair.turn(True)
    assert not panel.bar.isVisible()
    assert not session.instruments.what_if.is_wanted
