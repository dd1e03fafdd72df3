"""The picture of curves with its legend, and the ways to look at it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPalette
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.window.drawn_curves import DrawnAtOnce

from app.project.workspace import Workspace
from app.widgets.curve_plot import ShownRun
from app.widgets.curves_view import CurvesView
from core.runs.curves import Curves
from core.runs.events import Step, ValidationDone


@pytest.fixture
def drawn(workspace: Workspace) -> DrawnAtOnce:
    return DrawnAtOnce(workspace)


@pytest.fixture
def view(drawn: DrawnAtOnce, qtbot: QtBot) -> CurvesView:
    view = CurvesView(drawn)
    qtbot.addWidget(view)
    view.resize(900, 260)
    view.show()
    return view


def curves(steps: int = 20) -> Curves:
    found = Curves()
    for step in range(1, steps + 1):
        found.add_event(Step(step, steps, {"loss": 10.0 / step, "order": 1.0 / step}, 1e-3, 1.0, 50.0, None))
    found.add_event(ValidationDone(10, {"loss": 3.0}, {"word_accuracy": 0.25}, 8, 0.1, True))
    found.add_event(ValidationDone(steps, {"loss": 2.0}, {"word_accuracy": 0.75}, 8, 0.1, True))
    return found


def texts(view: CurvesView) -> str:
    return " | ".join(view.plot.entries)


def shown(view: CurvesView, qtbot: QtBot, *wanted: str) -> None:
    qtbot.waitUntil(lambda: all(each in texts(view) for each in wanted), timeout=WAIT)


def test_curves_are_drawn_with_their_last_values_in_the_legend(view: CurvesView, qtbot: QtBot) -> None:
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss 0.5", "Order 0.05", "Words read exactly 0.75", "Loss, validation 2")
    assert "Gradient" not in texts(view)
    assert view.plot.drawing is not None
    assert len(view.plot.drawing.areas) == 3


def test_curves_over_which_the_process_that_draws_has_died_are_drawn_by_the_next_one(
    view: CurvesView, drawn: DrawnAtOnce, qtbot: QtBot
) -> None:
    drawn.to_fail = 1
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss 0.5")
    assert len(drawn.requests) == 2


def test_values_at_the_cursor_are_read_off(view: CurvesView, qtbot: QtBot) -> None:
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss 0.5")
    assert view.plot.drawing is not None
    area = view.plot.drawing.areas[0]
    qtbot.mouseMove(view.plot, QPoint(round(area.x_of(10)), round(area.top + 5)))
    shown(view, qtbot, "Loss 1 ", "Words read exactly 0.25")
    assert view.plot.values_at(10)["loss"] == pytest.approx(1.0)
    qtbot.mouseMove(view.plot, QPoint(2, 2))
    shown(view, qtbot, "Loss 0.5")


def test_a_curve_can_be_left_out_and_another_added(view: CurvesView, qtbot: QtBot) -> None:
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Order")
    view.choose.menu().aboutToShow.emit()
    actions = {action.data(): action for action in view.choose.menu().actions() if action.data()}
    assert {"loss", "order", "gradient_norm", "images_per_second", "word_accuracy"} <= actions.keys()
    actions["order"].trigger()
    actions["images_per_second"].trigger()
    shown(view, qtbot, "Images a second 50")
    qtbot.waitUntil(lambda: "Order" not in texts(view), timeout=WAIT)


def test_gradient_norms_by_part_are_asked_for_together_and_drawn_by_powers_of_ten(
    view: CurvesView, drawn: DrawnAtOnce, qtbot: QtBot
) -> None:
    growing = curves()
    for step in (21, 22):
        norms = {"backbone/conv1": 2e-4, "decoder": 0.5, "order": 3.0}
        growing.add_event(Step(step, 22, {"loss": 0.5}, 1e-3, 3.1, 50.0, None, norms))
    view.set_runs([ShownRun("", growing)])
    shown(view, qtbot, "Loss 0.5")
    assert "stage 1" not in texts(view)
    view.choose.menu().aboutToShow.emit()
    (parts,) = [action for action in view.choose.menu().actions() if action.data() == "parts"]
    parts.trigger()
    shown(view, qtbot, "Gradient, stage 1 0.0002", "Gradient, decoder 0.5", "Gradient, order 3")
    assert [panel.is_log for panel in drawn.requests[-1][0]] == [False, False, False, True]
    view.choose.menu().aboutToShow.emit()
    (parts,) = [action for action in view.choose.menu().actions() if action.data() == "parts"]
    assert parts.isChecked()
    parts.trigger()
    qtbot.waitUntil(lambda: "stage 1" not in texts(view), timeout=WAIT)


def test_smoothing_and_scale_are_those_that_are_chosen(view: CurvesView, drawn: DrawnAtOnce, qtbot: QtBot) -> None:
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss")
    assert not drawn.requests[-1][0][0].is_log
    view.smoothing.setValue(0)
    view.log.click()
    qtbot.waitUntil(lambda: drawn.requests[-1][0][0].is_log, timeout=WAIT)
    qtbot.waitUntil(lambda: drawn.requests[-1][1].smoothing == 0.0, timeout=WAIT)
    assert not any(panel.is_log for panel in drawn.requests[-1][0][2:]), "only losses are"


def test_a_second_run_is_dashed_and_named(view: CurvesView, drawn: DrawnAtOnce, qtbot: QtBot) -> None:
    view.set_runs([ShownRun("one", curves()), ShownRun("other", curves(40))])
    shown(view, qtbot, "Loss · one 0.5", "Loss · other 0.25")
    assert {line.is_dashed for line in drawn.requests[-1][0][0].lines} == {False, True}


def test_a_legend_without_room_counts_the_rest_and_stays_above_its_own_panel(view: CurvesView, qtbot: QtBot) -> None:
    """The count of the losses stood over the legend of the learning rate."""
    view.resize(560, 200)
    view.set_runs([ShownRun("one-of-many", curves()), ShownRun("other", curves(40))])
    shown(view, qtbot, "Loss · one", "Words read exactly · other")
    plot = view.plot
    qtbot.waitUntil(lambda: plot.drawing is not None and len(plot.drawing.areas) == 3, timeout=WAIT)
    assert plot.drawing is not None
    picture = plot.grab().toImage()
    ground = plot.palette().color(QPalette.ColorRole.Base)
    ends = [(area.left, area.left + area.width) for area in plot.drawing.areas]
    top = round(plot.drawing.areas[0].top)
    for (_, end), (begin, _) in pairwise(ends):
        for y in range(top - 18, top - 6):  # below stand the numbers of the next axis
            between = {picture.pixelColor(x, y).name() for x in range(round(end) + 2, round(begin) - 32)}
            assert between == {ground.name()}


def test_curves_that_grow_are_drawn_again(view: CurvesView, qtbot: QtBot) -> None:
    growing = curves()
    view.set_runs([ShownRun("", growing)])
    shown(view, qtbot, "Loss 0.5")
    growing.add_event(Step(21, 40, {"loss": 0.125}, 1e-3, 1.0, 50.0, None))
    view.set_runs([ShownRun("", growing)])
    shown(view, qtbot, "Loss 0.125")


def test_nothing_is_drawn_while_nobody_looks(drawn: DrawnAtOnce, qtbot: QtBot) -> None:
    view = CurvesView(drawn)
    qtbot.addWidget(view)
    view.set_runs([ShownRun("", curves())])
    qtbot.wait(150)
    assert drawn.requests == []
    view.show()
    qtbot.waitUntil(lambda: len(drawn.requests) == 1, timeout=WAIT)


def test_curves_without_a_number_are_no_curves(view: CurvesView, drawn: DrawnAtOnce, qtbot: QtBot) -> None:
    broken = {"loss": (np.arange(3), np.full(3, np.nan)), "order": (np.arange(3), np.ones(3))}
    view.set_runs([ShownRun("", broken)])
    shown(view, qtbot, "Order")
    assert "Loss" not in texts(view)
    assert len(drawn.requests[-1][0]) == 1


def test_the_keyboard_reaches_the_controls(view: CurvesView) -> None:
    for part in (view.choose, view.smoothing, view.log):
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert part.accessibleName() or part.text()
