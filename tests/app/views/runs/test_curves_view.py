"""The picture of curves with its legend, and the ways to look at it."""

from typing import Any

import numpy as np
import pytest
from pyqtgraph import InfiniteLine
from PySide6.QtCore import QEvent, QPointF, Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.views.runs.curve_plot import ShownRun
from app.views.runs.curves_view import CurvesView
from core.runs.curves import Curves, Group
from core.runs.events import Step, ValidationDone


@pytest.fixture
def view(qtbot: QtBot) -> CurvesView:
    return exposed(qtbot, CurvesView(), 900, 260)


def curves(steps: int = 20) -> Curves:
    found = Curves()
    for step in range(1, steps + 1):
        found.add_event(Step(step, steps, {"loss": 10.0 / step, "order": 1.0 / step}, 1e-3, 1.0, 50.0, None))
    found.add_event(ValidationDone(10, {"loss": 3.0}, {"word_accuracy": 0.25}, 8, 0.1, True))
    found.add_event(ValidationDone(steps, {"loss": 2.0}, {"word_accuracy": 0.75}, 8, 0.1, True))
    return found


def texts(view: CurvesView) -> str:
    return " | ".join(view.plot.entries)


def is_log(view: CurvesView, group: Group) -> bool:
    return bool(view.plot.panels[group].getAxis("left").logMode)


def shown(view: CurvesView, qtbot: QtBot, *wanted: str) -> None:
    qtbot.waitUntil(lambda: all(each in texts(view) for each in wanted))


def test_curves_are_drawn_with_their_last_values_in_the_legend(view: CurvesView, qtbot: QtBot):
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss 0.5", "Order 0.05", "Words read exactly 0.75", "Loss, validation 2")
    assert "Gradient" not in texts(view)
    assert [*view.plot.panels] == ["losses", "validated", "measures", "rate"][:3]


def levels(view: CurvesView, group: Group) -> list[float]:
    """Where the lines across a panel are."""
    lines = [item for item in view.plot.panels[group].items if isinstance(item, InfiniteLine)]
    return [line.value() for line in lines if line.angle == 0]


def test_the_only_step_and_validation_so_far_are_lines_across_and_no_lone_dots(view: CurvesView, qtbot: QtBot):
    begun = Curves()
    begun.add_event(Step(2, 20, {"loss": 90.0}, 1e-3, 1.0, 50.0, None))
    begun.add_event(ValidationDone(0, {"loss": 100.0}, {"word_accuracy": 0.25}, 8, 0.1, True))
    view.set_runs([ShownRun("", begun)])
    shown(view, qtbot, "Words read exactly 0.25")
    assert levels(view, "measures") == [0.25]
    assert len(levels(view, "losses")) == 1
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Words read exactly 0.75")
    qtbot.waitUntil(lambda: levels(view, "measures") == [])


def test_before_the_second_step_there_are_words_and_no_axes(view: CurvesView, qtbot: QtBot):
    view.set_runs([])
    assert view.empty.isVisible() and view.empty.text() == "", "no run is there"
    begun = Curves()
    view.set_runs([ShownRun("", begun)])
    assert view.empty.text() == "Curves from the second step on"
    begun.add_event(ValidationDone(0, {"loss": 100.0}, {"word_accuracy": 0.25}, 8, 0.1, True))
    begun.add_event(Step(1, 20, {"loss": 90.0}, 1e-3, 1.0, 50.0, None))
    view.set_runs([ShownRun("", begun)])
    assert view.empty.isVisible() and not view.plot.isVisible()
    begun.add_event(Step(2, 20, {"loss": 80.0}, 1e-3, 1.0, 50.0, None))
    view.set_runs([ShownRun("", begun)])
    assert view.plot.isVisible() and not view.empty.isVisible()
    shown(view, qtbot, "Loss 80")
    axis = view.plot.panels["losses"].getAxis("bottom")
    assert all(spacing >= 1 for spacing, _ in axis.tickSpacing(0, 2, 600)), "a step has no parts"


def test_every_curve_of_a_wide_panel_is_named(view: CurvesView, qtbot: QtBot):
    view.resize(700, 600)  # two panels above, and the measures over the whole width below
    found = curves()
    found.add_event(ValidationDone(20, {"loss": 2.0}, {"word_accuracy": 0.75, "one_minus_ned": 0.9}, 8, 0.1, True))
    view.set_runs([ShownRun("", found)])
    shown(view, qtbot, "Words read exactly 0.75")
    qtbot.waitUntil(lambda: "0.9" in view.plot.panels["measures"].titleLabel.text)
    assert "+" not in view.plot.panels["measures"].titleLabel.text


def test_values_at_the_cursor_are_read_off(view: CurvesView, qtbot: QtBot):
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss 0.5")
    panel = view.plot.panels["losses"]
    panel.scene().sigMouseMoved.emit(panel.vb.mapViewToScene(QPointF(10, 5)))
    assert "Loss 1" in view.plot.entries and "Words read exactly 0.25" in view.plot.entries
    view.plot.leaveEvent(QEvent(QEvent.Type.Leave))
    assert "Loss 0.5" in view.plot.entries


def test_a_double_click_where_nothing_is_drawn_shows_nothing(view: CurvesView, qtbot: QtBot):
    qtbot.mouseDClick(view.plot, Qt.MouseButton.LeftButton)
    assert not view.plot.panels


def test_steps_that_a_person_looks_at_are_those_of_all_panels_until_all_are_asked_for(view: CurvesView, qtbot: QtBot):
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss 0.5")
    losses, measures = view.plot.panels["losses"], view.plot.panels["measures"]
    losses.setXRange(5, 10, padding=0)
    losses.vb.sigRangeChangedManually.emit([True, True])
    assert measures.viewRange()[0] == [5, 10]
    view.set_runs([ShownRun("", curves(21))])
    shown(view, qtbot, "Loss 0.476")
    assert losses.viewRange()[0] == [5, 10], "what grows moves nothing"
    view.plot.show_all()
    assert measures.viewRange()[0][1] >= 21


def test_the_numbers_of_the_curves_are_a_table(view: CurvesView, qtbot: QtBot):
    view.set_runs([ShownRun("one", curves(2))])
    shown(view, qtbot, "Loss")
    titles, first, *_ = view.plot.rows()
    assert (titles, first) == (("run", "curve", "step", "value"), ("one", "loss", 1, 10.0))


def test_a_curve_can_be_left_out_and_another_added(view: CurvesView, qtbot: QtBot):
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Order")
    view.choose.menu().aboutToShow.emit()
    actions = {action.data(): action for action in view.choose.menu().actions() if action.data()}
    assert {"loss", "order", "gradient_norm", "images_per_second", "word_accuracy"} <= actions.keys()
    actions["order"].trigger()
    actions["images_per_second"].trigger()
    shown(view, qtbot, "Images a second 50")
    qtbot.waitUntil(lambda: "Order" not in texts(view))


def test_gradient_norms_by_part_are_asked_for_together_and_drawn_by_powers_of_ten(view: CurvesView, qtbot: QtBot):
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
    assert [is_log(view, group) for group in view.plot.panels] == [False, False, False, True]
    view.choose.menu().aboutToShow.emit()
    (parts,) = [action for action in view.choose.menu().actions() if action.data() == "parts"]
    assert parts.isChecked()
    parts.trigger()
    qtbot.waitUntil(lambda: "stage 1" not in texts(view))


def test_smoothing_and_scale_are_those_that_are_chosen(view: CurvesView, qtbot: QtBot):
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss")
    assert not is_log(view, "losses")
    assert len(view.plot.panels["losses"].listDataItems()) == 4, "each measured, and averaged"
    view.smoothing.setValue(0)
    view.log.click()
    qtbot.waitUntil(lambda: is_log(view, "losses"))
    assert len(view.plot.panels["losses"].listDataItems()) == 2
    assert not is_log(view, "measures"), "only losses are"


def test_a_second_run_is_dashed_and_named(view: CurvesView, qtbot: QtBot):
    view.set_runs([ShownRun("one", curves()), ShownRun("other", curves(40))])
    shown(view, qtbot, "Loss · one 0.5", "Loss · other 0.25")
    lines = view.plot.panels["measures"].listDataItems()
    assert {line.opts["pen"].style() for line in lines} == {Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine}


def test_a_legend_without_room_counts_the_rest(view: CurvesView, qtbot: QtBot):
    view.resize(560, 200)
    view.set_runs([ShownRun("one-of-many", curves()), ShownRun("other", curves(40))])
    shown(view, qtbot, "Loss · one", "Words read exactly · other")
    assert view.plot.panels["losses"].titleLabel.text.endswith("+1")


@pytest.mark.parametrize(("size", "columns"), [((900, 300), 3), ((700, 600), 2), ((300, 700), 1)])
def test_panels_stand_beside_each_other_where_there_is_room(
    view: CurvesView, qtbot: QtBot, size: tuple[Any, ...], columns: int
):
    view.resize(*size)
    view.set_runs([ShownRun("", curves())])
    shown(view, qtbot, "Loss 0.5")
    qtbot.waitUntil(lambda: len({round(panel.pos().x()) for panel in view.plot.panels.values()}) == columns)


def test_nothing_is_drawn_while_nobody_looks(qtbot: QtBot):
    view = added(qtbot, CurvesView())
    view.set_runs([ShownRun("", curves())])
    qtbot.wait(150)
    assert not view.plot.panels
    view.show()
    qtbot.waitUntil(lambda: bool(view.plot.panels))


def test_curves_without_a_number_are_no_curves(view: CurvesView, qtbot: QtBot):
    broken = {"loss": (np.arange(3), np.full(3, np.nan)), "order": (np.arange(3), np.ones(3))}
    view.set_runs([ShownRun("", broken)])
    shown(view, qtbot, "Order")
    assert "Loss" not in texts(view)
    assert [*view.plot.panels] == ["losses"]


def test_the_keyboard_reaches_the_controls(view: CurvesView):
    for part in (view.choose, view.smoothing, view.log):
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert part.accessibleName() or part.text()
