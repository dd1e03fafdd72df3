"""Curves from events and from a run's file that grows while it is read, and prepared for drawing."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.views.runs.curve_plot import NAMES
from core.runs.curves import GROUPS, PARTS, TIME_KINDS, Curves, MetricsFile, gradients, read_curves, smoothed, value_at
from core.runs.events import Step, ValidationDone


def test_smoothing_leaves_what_does_not_change_as_it_is():
    np.testing.assert_allclose(smoothed(np.full(50, 3.0), 0.9), 3.0)


def test_first_value_of_an_average_is_the_first_value():
    assert smoothed(np.array([8.0, 0.0, 0.0]), 0.9)[0] == pytest.approx(8.0)


def test_average_weighs_each_value_by_how_far_back_it_lies():
    values, w = np.array([1.0, 5.0, 2.0]), 0.6
    expected = (1.0 * w**2 + 5.0 * w + 2.0) / (w**2 + w + 1)
    assert smoothed(values, w)[2] == pytest.approx(expected)


def test_values_that_are_no_numbers_stay_gaps_and_change_no_average():
    with_gap, without = smoothed(np.array([1.0, np.nan, 3.0]), 0.5), smoothed(np.array([1.0, np.nan, 3.0]), 0.0)
    assert np.isnan(with_gap[1])
    assert with_gap[2] == pytest.approx((1.0 * 0.25 + 3.0) / 1.25)
    np.testing.assert_array_equal(without, [1.0, np.nan, 3.0])


def test_value_is_that_of_the_nearest_step():
    found = (np.array([10, 20, 40]), np.array([1.0, 2.0, 4.0]))
    assert value_at(found, 14.0) == (10, 1.0)
    assert value_at(found, 16.0) == (20, 2.0)
    assert value_at(found, np.inf) == (40, 4.0)
    assert value_at(found, -5.0) == (10, 1.0)
    assert value_at((np.arange(0), np.array([])), 3.0) is None


def test_each_curve_of_a_training_has_its_group_and_its_title():
    curves = Curves()
    losses = dict.fromkeys(("loss", "localization", "order", "character", "mutual", "term"), 1.0)
    metrics = dict.fromkeys((*GROUPS["measures"], *GROUPS["maps"]), 0.5)
    shares = dict.fromkeys(TIME_KINDS, 0.25)
    curves.add_event(Step(1, 2, losses, 0.1, 1.0, 10.0, None, dict.fromkeys(PARTS, 0.3), time_shares=shares))
    curves.add_event(ValidationDone(1, losses, metrics, 3, 0.1, True, difficulty=2))
    grouped = [name for names in GROUPS.values() for name in names]
    assert {*curves} == {*grouped} == {*NAMES}
    assert len(grouped) == len({*grouped})


def line(step: int, **values: object) -> str:
    return json.dumps({"kind": "step", "step": step, **values}) + "\n"


def test_events_and_lines_give_the_same_curves():
    told, written = Curves(), Curves()
    by_part, by_layer = {"decoder": 1.0}, {"decoder/fcn": 1.0}
    shares = {"feed": 0.3}
    told.add_event(Step(1, 9, {"loss": 2.0, "order": 0.5}, 0.01, 3.0, 40.0, None, by_part, by_layer, shares))
    told.add_event(ValidationDone(1, {"loss": 2.5}, {"word_accuracy": 0.25}, 4, 0.1, best=True))
    step = {"loss": 2.0, "order": 0.5, "learning_rate": 0.01, "gradient_norm": 3.0, "images_per_second": 40.0}
    mapped = {"gradient_norms": by_part, "layer_norms": by_layer, "time_shares": shares}
    written.add_line({"kind": "step", "step": 1, **step, **mapped})
    validation = {"losses": {"loss": 2.5}, "metrics": {"word_accuracy": 0.25}, "images": 4, "best": True}
    written.add_line({"kind": "validation", "step": 1, **validation, "seconds": 5.0})
    assert set(told) == set(written) == {
        *step, "gradient_norm/decoder", "layer_gradient/decoder/fcn", "time/feed", "validation_loss", "word_accuracy",
    }  # fmt: skip
    for name, (steps, values) in told.items():
        np.testing.assert_array_equal(written[name][0], steps)
        np.testing.assert_array_equal(written[name][1], values)


def test_gradients_by_layer_are_rows_in_the_order_of_the_network_at_no_more_steps_than_asked_for():
    curves = Curves()
    assert gradients(curves) is None
    for step in range(1, 1000, 10):
        thawed = {"backbone/conv1/a": 7.0} if step > 500 else {}
        curves.add_event(Step(step, 999, {}, 0.1, 1.0, 1.0, None, {}, {"order/b": float(step)} | thawed))
    found = gradients(curves, most=50)
    assert found is not None and found.layers == ("backbone/conv1/a", "order/b")
    assert found.norms.shape == (2, 50) and (found.steps[0], found.steps[-1]) == (1, 991)
    np.testing.assert_array_equal(found.norms[1], found.steps)
    np.testing.assert_array_equal(found.norms[0], np.where(found.steps > 500, 7.0, 0.0))  # frozen until then


def test_curves_that_were_given_do_not_change_when_more_is_added():
    curves = Curves()
    for step in range(1, 1001):
        curves.add_line({"kind": "step", "step": step, "loss": float(step)})
        if step == 200:
            before = curves["loss"]
    assert len(before[0]) == 200
    np.testing.assert_array_equal(curves["loss"][1], np.arange(1.0, 1001.0))


def test_a_value_that_is_not_finite_is_a_gap():
    curves = Curves()
    curves.add_line({"kind": "step", "step": 1, "loss": None})
    assert np.isnan(curves["loss"][1]).all()


def test_a_step_that_is_known_already_counts_once():
    curves = Curves()
    curves.add_line({"kind": "step", "step": 2, "loss": 1.0})
    curves.add_event(Step(2, 9, {"loss": 1.0}, 0.1, 0.1, 1.0, None))
    assert curves["loss"][0].tolist() == [2]


def test_lines_that_are_no_metrics_are_passed_over(tmp_path: Path):
    path = tmp_path / "metrics.jsonl"
    path.write_text('no json\n[1]\n{"kind": "step"}\n{"kind": "validation", "step": 1}\n' + line(1, loss=1.0))
    assert list(read_curves(path)) == ["loss"]


def test_a_file_is_read_a_piece_at_a_time_and_only_whole_lines(tmp_path: Path):
    path = tmp_path / "metrics.jsonl"
    file = MetricsFile(path)
    assert file.new_lines() == (False, [])
    path.write_text(line(1) + line(2)[:7])
    assert [found["step"] for found in file.new_lines()[1]] == [1]
    with path.open("a") as more:
        more.write(line(2)[7:] + line(3))
    assert [found["step"] for found in file.new_lines()[1]] == [2, 3]
    assert file.new_lines() == (False, [])


def test_a_file_put_in_its_place_is_read_anew(tmp_path: Path):
    path = tmp_path / "metrics.jsonl"
    path.write_text(line(1) + line(2) + line(3))
    file = MetricsFile(path)
    file.new_lines()
    other = tmp_path / "other"
    other.write_text(line(1))
    other.replace(path)
    is_other, lines = file.new_lines()
    assert is_other
    assert [found["step"] for found in lines] == [1]


def test_difficulty_is_a_curve_where_it_rises_from_events_and_from_the_file():
    live, read, without = Curves(), Curves(), Curves()
    for step, level in ((10, 0), (20, 3)):
        live.add_event(ValidationDone(step, {}, {"word_accuracy": 0.1}, 5, 1.0, False, difficulty=level))
        read.add_line({"kind": "validation", "step": step, "losses": {}, "metrics": {}, "difficulty": level})
        without.add_event(ValidationDone(step, {}, {"word_accuracy": 0.1}, 5, 1.0, False))
    for curves in (live, read):
        np.testing.assert_array_equal(curves["difficulty"][0], [10, 20])
        np.testing.assert_array_equal(curves["difficulty"][1], [0, 3])
    assert "difficulty" not in without
