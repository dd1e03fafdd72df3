"""Curves prepared for drawing."""

from __future__ import annotations

import numpy as np
import pytest

from app.widgets.curve_plot import NAMES
from core.runs.curves import GROUPS, smoothed, thinned, value_at
from core.runs.events import Step, ValidationDone
from core.runs.metrics import Curve, Curves


def curve(*values: float, start: int = 1) -> Curve:
    return np.arange(start, start + len(values)), np.array(values, np.float64)


def test_smoothing_leaves_what_does_not_change_as_it_is() -> None:
    np.testing.assert_allclose(smoothed(np.full(50, 3.0), 0.9), 3.0)


def test_first_value_of_an_average_is_the_first_value() -> None:
    assert smoothed(np.array([8.0, 0.0, 0.0]), 0.9)[0] == pytest.approx(8.0)


def test_average_weighs_each_value_by_how_far_back_it_lies() -> None:
    values, w = np.array([1.0, 5.0, 2.0]), 0.6
    expected = (1.0 * w**2 + 5.0 * w + 2.0) / (w**2 + w + 1)
    assert smoothed(values, w)[2] == pytest.approx(expected)


def test_values_that_are_no_numbers_stay_gaps_and_change_no_average() -> None:
    with_gap, without = smoothed(np.array([1.0, np.nan, 3.0]), 0.5), smoothed(np.array([1.0, np.nan, 3.0]), 0.0)
    assert np.isnan(with_gap[1])
    assert with_gap[2] == pytest.approx((1.0 * 0.25 + 3.0) / 1.25)
    np.testing.assert_array_equal(without, [1.0, np.nan, 3.0])


def test_thinning_keeps_every_peak() -> None:
    values = np.zeros(10_000)
    values[[17, 5003, 9998]] = [9.0, -7.0, 4.0]
    steps, kept = thinned((np.arange(10_000), values), 100)
    assert len(steps) <= 200
    assert {9.0, -7.0, 4.0} <= {*kept}
    assert (np.diff(steps) > 0).all()
    np.testing.assert_array_equal(values[steps], kept)


def test_short_curve_is_not_thinned() -> None:
    short = curve(1.0, np.nan, 3.0)
    assert thinned(short, 100) is short


def test_curve_that_is_all_gaps_can_be_thinned() -> None:
    steps, values = thinned((np.arange(1000), np.full(1000, np.nan)), 10)
    assert len(steps) <= 20
    assert np.isnan(values).all()


def test_value_is_that_of_the_nearest_step() -> None:
    found = (np.array([10, 20, 40]), np.array([1.0, 2.0, 4.0]))
    assert value_at(found, 14.0) == (10, 1.0)
    assert value_at(found, 16.0) == (20, 2.0)
    assert value_at(found, np.inf) == (40, 4.0)
    assert value_at(found, -5.0) == (10, 1.0)
    assert value_at(curve(), 3.0) is None


def test_each_curve_of_a_training_has_its_group_and_its_title() -> None:
    curves = Curves()
    losses = dict.fromkeys(("loss", "localization", "order", "character", "mutual"), 1.0)
    metrics = dict.fromkeys(("word_accuracy", "word_accuracy_ci", "one_minus_ned", "character_f1"), 0.5)
    curves.add_event(Step(1, 2, losses, 0.1, 1.0, 10.0, None))
    curves.add_event(ValidationDone(1, losses, metrics, 3, 0.1, True))
    grouped = [name for names in GROUPS.values() for name in names]
    assert {*curves} == {*grouped} == {*NAMES}
    assert len(grouped) == len({*grouped})
