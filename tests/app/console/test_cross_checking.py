"""`textscanner cross-check` with a model that trains nothing, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.cli import run
from core.charset import DIGITS, Charset
from core.data.drawing.demo import prepare, write_demo
from core.runs.cross_check import CrossCheck


def test_a_model_and_choices_of_trainings_exclude_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cross-check", str(tmp_path), "--model", "reader", "--folds", "2"]) == 2
    assert "nothing is trained" in capsys.readouterr().err


@pytest.mark.slow
def test_labels_are_listed_with_the_probability_that_they_are_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "words"
    write_demo(folder, prepare(Charset(tuple(DIGITS))).config, count=12, seed=0, errors=0.1)
    assert run(["cross-check", str(folder), "--model", "reader", "--json"]) == 0
    queue = json.loads(capsys.readouterr().out)
    assert len(queue) == 12
    chances = [each["probability"] for each in queue]
    assert chances == sorted(chances, reverse=True) and all(0 <= chance <= 1 for chance in chances)
    CrossCheck(folder, 2, {"steps": 5}).write()
    assert run(["cross-check", str(folder), "--folds", "3", "--steps", "5"]) == 2
    assert "other choices" in capsys.readouterr().err
