"""`textscanner learning-history` on runs whose learning histories are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.networks.noise import config_of
from support.words.learning_histories import write_learning_history

from app.cli import run
from core.runs.folder import create


@pytest.fixture
def runs(tmp_path: Path) -> tuple[str, str]:
    one = create(config_of(tmp_path, tmp_path / "one")).path
    other = create(config_of(tmp_path, tmp_path / "other", batch=4)).path
    write_learning_history(one, [(100, {"a.png": ("ab", "ab", ".."), "b.png": ("aq", "ag", ".c")})])
    write_learning_history(other, [(50, {"a.png": ("ab", "ax", ".c"), "b.png": ("aq", "aq", "..")})])
    return str(one), str(other)


def test_a_learning_history_is_listed(runs: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learning-history", runs[0]]) == 0
    first, _, worst, *_ = capsys.readouterr().out.splitlines()
    assert first == "2 words at 1 validations: 1 read at the last, 0 forgotten, 1 never read"
    assert worst.split() == ["q", "1", "0", "1", "0", "-"]
    assert run(["learning-history", runs[0], "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["steps"] == [100] and [word["first_learned"] for word in document["words"]] == [100, None]
    assert set(document["groups"]) == {"symbol", "length", "position", "source"}


def test_a_symbol_is_explained(runs: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learning-history", runs[0], "--symbol", "q", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["read_as"] == [["g", 1]] and document["failed"]["class"] == 1 and document["trained"] == {}
    assert any("never read" in sentence for sentence in document["sentences"])


def test_two_runs_are_compared_with_their_choices_on_top(
    runs: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learning-history", *runs]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("batch: ") for line in lines)
    assert "2 words of both; the second run has 1 lost, 1 gained, 0 later, 0 sooner" in lines
    assert run(["learning-history", *runs, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["lost"] == 1


def test_a_run_without_a_learning_history_and_wrong_usage_are_told(
    tmp_path: Path, runs: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["learning-history", str(tmp_path)]) == 1
    assert "this run has no learning history" in capsys.readouterr().err
    assert run(["learning-history", runs[0], "--by", "colour"]) == 2
    assert run(["learning-history", *runs, "--symbol", "q"]) == 2
