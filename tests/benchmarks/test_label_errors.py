"""The measurement of label errors, with a told queue in place of trainings."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.label_errors import calibration, fit_weights, label_errors, write_planted
from core.charset import DIGITS, Charset
from core.data.drawing.demo import prepare, write_demo
from core.labels.files.storage import label_path, read_label


@pytest.fixture
def words(tmp_path: Path) -> Path:
    folder = tmp_path / "real"
    write_demo(folder, prepare(Charset(tuple(DIGITS)), length=(4, 6)).config, count=12, seed=0, errors=0)
    return folder


def test_errors_are_planted_and_counted_at_the_front(words: Path, tmp_path: Path):
    asked: list[tuple[int, int]] = []

    def judge(project: Path, folds: int, steps: int) -> list[dict[str, Any]]:
        asked.append((folds, steps))
        planted = json.loads((project / "planted.json").read_bytes())
        for each in planted:
            label = read_label(label_path(project / each["image"])).label
            assert label != read_label(label_path(words / Path(each["image"]).name)).label
        return [{"image": each["image"], "probability": 0.9} for each in planted[1:]]

    (tmp_path / "out").mkdir()
    found = label_errors(tmp_path / "out", [words], 2, 7, 5, 1, fit=False, judge=judge)
    assert asked == [(2, 7)]
    assert (found["words"], found["planted"], found["found"], found["holds"]) == (12, 5, 4, False)
    assert {kind: count for kind, (_, count) in found["kinds"].items()} == dict.fromkeys(
        ("order", "near", "shift", "missing", "doubled"), 1
    )
    project = tmp_path / "out" / "words"
    before = (project / "planted.json").read_bytes()
    assert write_planted(project, [], 1, 9) == project and (project / "planted.json").read_bytes() == before


def test_weights_are_those_that_made_the_errors_and_speak_for_no_label():
    rng = np.random.default_rng(0)
    features = rng.uniform(0, 2, (20_000, 3))
    odds = -4 + features @ np.array([3.0, -2.0, 0.0])
    wrong = (rng.random(len(odds)) < 1 / (1 + np.exp(-odds))).astype(float)
    intercept, *weights = fit_weights(features, wrong, float(wrong.mean()), free=1)
    assert (intercept, *weights) == pytest.approx((-4, 3, -2, 0), abs=0.25)
    assert fit_weights(features, wrong, float(wrong.mean()), free=0)[2] == 0
    rarer, *same = fit_weights(features, wrong, float(wrong.mean()) / 10, free=1)
    assert rarer == pytest.approx(intercept - np.log(10), abs=0.4)
    assert same == pytest.approx(weights, abs=0.3)


def test_calibration_compares_what_is_said_with_what_was():
    found = calibration(np.array([0.1] * 10 + [0.9] * 10), np.array([1.0] + [0.0] * 9 + [1.0] * 9 + [0.0]))
    assert [(each["said"], each["was"]) for each in found["bins"]] == [(0.1, 0.1), (0.9, 0.9)]
    assert found["error"] == 0
    worse = calibration(np.array([0.1] * 10 + [0.9] * 10), np.array([0.0] * 10 + [1.0] * 5 + [0.0] * 5))
    assert worse["error"] == pytest.approx(0.25)
    assert worse["area"] == pytest.approx(12.5 / 15, abs=1e-4)
