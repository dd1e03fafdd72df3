"""Curves from events and from a run's file, and a file that grows while it is read."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from core.runs.events import Step, ValidationDone
from core.runs.metrics import Curves, MetricsFile, read_curves


def line(step: int, **values: object) -> str:
    return json.dumps({"kind": "step", "step": step, **values}) + "\n"


def test_events_and_lines_give_the_same_curves() -> None:
    told, written = Curves(), Curves()
    told.add_event(Step(1, 9, {"loss": 2.0, "order": 0.5}, 0.01, 3.0, 40.0, None))
    told.add_event(ValidationDone(1, {"loss": 2.5}, {"word_accuracy": 0.25}, 4, 0.1, best=True))
    step = {"loss": 2.0, "order": 0.5, "learning_rate": 0.01, "gradient_norm": 3.0, "images_per_second": 40.0}
    written.add_line({"kind": "step", "step": 1, **step, "gradient_norms": {"fcn": 1.0}, "seconds": 5.0})
    validation = {"losses": {"loss": 2.5}, "metrics": {"word_accuracy": 0.25}, "images": 4, "best": True}
    written.add_line({"kind": "validation", "step": 1, **validation, "seconds": 5.0})
    assert set(told) == set(written) == {*step, "validation_loss", "word_accuracy"}
    for name, (steps, values) in told.items():
        np.testing.assert_array_equal(written[name][0], steps)
        np.testing.assert_array_equal(written[name][1], values)


def test_curves_that_were_given_do_not_change_when_more_is_added() -> None:
    curves = Curves()
    for step in range(1, 1001):
        curves.add_line({"kind": "step", "step": step, "loss": float(step)})
        if step == 200:
            before = curves["loss"]
    assert len(before[0]) == 200
    np.testing.assert_array_equal(curves["loss"][1], np.arange(1.0, 1001.0))


def test_a_value_that_is_not_finite_is_a_gap() -> None:
    curves = Curves()
    curves.add_line({"kind": "step", "step": 1, "loss": None})
    assert np.isnan(curves["loss"][1]).all()


def test_a_step_that_is_known_already_counts_once() -> None:
    curves = Curves()
    curves.add_line({"kind": "step", "step": 2, "loss": 1.0})
    curves.add_event(Step(2, 9, {"loss": 1.0}, 0.1, 0.1, 1.0, None))
    assert curves["loss"][0].tolist() == [2]


def test_lines_that_are_no_metrics_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    path.write_text('no json\n[1]\n{"kind": "step"}\n{"kind": "validation", "step": 1}\n' + line(1, loss=1.0))
    assert list(read_curves(path)) == ["loss"]


def test_a_file_is_read_a_piece_at_a_time_and_only_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "metrics.jsonl"
    file = MetricsFile(path)
    assert file.new_lines() == (False, [])
    path.write_text(line(1) + line(2)[:7])
    assert [found["step"] for found in file.new_lines()[1]] == [1]
    with path.open("a") as more:
        more.write(line(2)[7:] + line(3))
    assert [found["step"] for found in file.new_lines()[1]] == [2, 3]
    assert file.new_lines() == (False, [])


def test_a_file_put_in_its_place_is_read_anew(tmp_path: Path) -> None:
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
