"""What tells two runs apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.networks.noise import config_of

from core.runs.comparison import (
    ChoiceDifference,
    WordDifference,
    compare_words,
    differences,
    flat_choices,
    read_readings,
)
from core.runs.config import TrainConfig
from core.runs.folder import create


def config(name: str, **choices: Any) -> TrainConfig:
    return config_of(Path("words"), Path(name), **choices)


def test_choices_that_differ_are_listed_those_within_others_too() -> None:
    one = config("a", batch=8, loss={"order": 5.0})
    other = config("b", batch=16, watch=[Path("x.png")])
    assert differences(one, other) == (ChoiceDifference("batch", (8, 16)), ChoiceDifference("loss.order", (5.0, 10.0)))


def test_what_the_preset_decides_counts_as_chosen() -> None:
    one, other = config("a", learning_rate=0.002), config("b", learning_rate=None)
    assert differences(one, other) == ()


def test_runs_differ_in_their_presets_values() -> None:
    names = {each.name for each in differences(config("a", preset="small"), config("b", preset="paper"))}
    assert names == {"preset", "learning_rate"}


def test_all_choices_of_a_run_have_a_name_each() -> None:
    choices = flat_choices(config("a"))
    assert choices["loss.mutual_share"] == 0.2
    assert choices["learning_rate"] == 0.002
    assert "loss" not in choices


@pytest.fixture
def readings() -> dict[str, tuple[str, str]]:
    return {"1.png": ("ab", "ab"), "2.png": ("cd", "cd"), "3.png": ("ef", "xx"), "4.png": ("gh", "yy")}


def test_words_that_only_one_run_reads_are_found(readings: dict[str, tuple[str, str]]) -> None:
    other = {"1.png": ("ab", "ab"), "2.png": ("cd", "c"), "3.png": ("ef", "ef"), "4.png": ("gh", "")}
    found = compare_words(readings, other)
    assert (found.common, found.both, found.neither) == (4, 1, 1)
    assert found.different == (
        WordDifference("2.png", "cd", ("cd", "c"), 0),
        WordDifference("3.png", "ef", ("xx", "ef"), 1),
    )


def test_words_of_one_run_alone_and_words_with_another_label_are_no_common_ones(
    readings: dict[str, tuple[str, str]],
) -> None:
    found = compare_words(readings, {"1.png": ("aB", "aB"), "9.png": ("z", "z"), "2.png": ("cd", "cd")})
    assert (found.common, found.both, found.different) == (1, 1, ())


def test_what_a_run_has_read_is_found_in_its_folder(tmp_path: Path) -> None:
    run = create(config_of(tmp_path, tmp_path / "run"))
    assert read_readings(run.path) == {}
    run.write_readings([("a.png", "名", "名"), ("b.png", "x", "")])
    assert read_readings(run.path) == {"a.png": ("名", "名"), "b.png": ("x", "")}


def test_lines_that_are_damaged_are_passed_over(tmp_path: Path) -> None:
    run = create(config_of(tmp_path, tmp_path / "run"))
    run.write_readings([("a.png", "x", "x")])
    with (run.path / "readings.jsonl").open("ab") as file:
        file.write(b'{"image": 5, "target": "x", "text": "x"}\nno json\n{"image": "c.png"')
    assert read_readings(run.path) == {"a.png": ("x", "x")}
