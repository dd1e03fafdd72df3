"""Verdicts on a new model and their reasons, and the file that keeps them."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from core.runs.adoption import Adoption, ComparedWord, Paired
from core.runs.comparison import KeptComparison, read_comparison, write_comparison

NOTHING = Paired(0, 0, 0, 0, 0)
SAME = Paired(200, 160, 160, 0, 0)


@pytest.mark.parametrize(
    ("own", "synthetic", "fresh", "reason"),
    [
        (Paired(60, 40, 52, 12, 0), SAME, (0, 0), "better"),
        (NOTHING, SAME, (0, 0), "no words"),
        (Paired(60, 50, 40, 0, 10), SAME, (0, 0), "worse"),
        (Paired(60, 40, 52, 12, 0), Paired(200, 176, 171, 4, 9), (0, 0), "forgets"),
        (Paired(30, 24, 25, 1, 0), SAME, (0, 0), "too few"),
        (Paired(30, 24, 25, 1, 0), SAME, (6, 0), "new symbols"),
        (Paired(53, 50, 50, 0, 0), SAME, (0, 0), "no more"),
        (Paired(1, 0, 0, 0, 0), NOTHING, (0, 0), "no more"),
        (Paired(2, 1, 2, 1, 0), NOTHING, (0, 0), "too few"),
    ],
)
def test_reason_of_a_verdict(own: Any, synthetic: Any, fresh: tuple[Any, ...], reason: str):
    adoption = Adoption(own, synthetic, fresh=fresh[0], fresh_read=fresh[1])
    assert adoption.reason == reason
    assert (adoption.verdict == "adopted") is (reason == "better")


@pytest.mark.parametrize(
    ("own", "synthetic", "is_less"),
    [
        (Paired(60, 50, 40, 0, 10), SAME, True),
        (NOTHING, Paired(200, 176, 150, 4, 30), True),
        (NOTHING, NOTHING, False),
        (Paired(30, 25, 24, 0, 1), SAME, False),
        (Paired(60, 40, 52, 12, 0), SAME, False),
    ],
)
def test_a_model_reads_less_only_if_that_is_certain(own: Paired, synthetic: Paired, is_less: bool):
    assert Adoption(own, synthetic).reads_less is is_less


def test_so_many_more_words_would_tell_two_models_apart_and_fewer_would_not():
    pair = Paired(30, 22, 25, 4, 1)
    words = 30 + pair.needed
    assert pair.interval[0] < 0 < pair.needed < 300
    enough, fewer = round(words / 30) + 1, round(words / 30) - 1
    assert Paired(30 * enough, 0, 0, 4 * enough, enough).interval[0] > 0
    assert Paired(30 * fewer, 0, 0, 4 * fewer, fewer).interval[0] < 0


@pytest.mark.parametrize("pair", [Paired(30, 25, 25, 0, 0), Paired(30, 25, 24, 1, 2), NOTHING])
def test_no_number_of_words_makes_a_model_better_that_reads_no_more(pair: Any):
    assert pair.needed is None


def test_lost_words_come_first_and_those_that_both_read_last():
    words = [ComparedWord("a.png", "a", "a", "a", was, now) for was, now in ((1, 1), (0, 0), (0, 1), (1, 0))]
    words = [ComparedWord(w.image, w.target, w.before, w.after, bool(w.was_right), bool(w.is_right)) for w in words]
    ranked = sorted(words, key=lambda word: word.rank)
    assert [(word.was_right, word.is_right) for word in ranked] == [
        (True, False), (False, True), (False, False), (True, True)
    ]  # fmt: skip


def test_comparison_is_kept_in_the_folder_of_its_run(tmp_path: Path):
    words = (ComparedWord("sub/ж.png", "жук", "жук", "жyк", was_right=True, is_right=False),)
    comparison = KeptComparison("reader", 640, Adoption(Paired(1, 1, 0, 0, 1), SAME, 3, words, 1, 0, 4))
    write_comparison(tmp_path, comparison)
    assert read_comparison(tmp_path) == comparison


def test_the_key_of_the_synthetic_words_is_in_the_file_what_it_always_was(tmp_path: Path):
    write_comparison(tmp_path, KeptComparison("reader", 640, Adoption(NOTHING, SAME)))
    kept = json.loads((tmp_path / "comparison.json").read_text(encoding="utf-8"))["adoption"]
    assert kept["drawn"] == asdict(SAME), "what this version writes is read by earlier ones, and the other way round"
    assert "synthetic" not in kept


def test_comparison_of_an_older_version_left_no_agreed_words_out(tmp_path: Path):
    write_comparison(tmp_path, KeptComparison("reader", 640, Adoption(SAME, SAME)))
    path = tmp_path / "comparison.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    del values["adoption"]["agreed"]
    path.write_text(json.dumps(values), encoding="utf-8")
    assert read_comparison(tmp_path) == KeptComparison("reader", 640, Adoption(SAME, SAME))


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"old": "x", "step": 1, "adoption": {"own": 3}}'])
def test_damaged_comparison_is_none(tmp_path: Path, text: str):
    assert read_comparison(tmp_path) is None
    (tmp_path / "comparison.json").write_text(text)
    assert read_comparison(tmp_path) is None
