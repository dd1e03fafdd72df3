"""Which model a training starts from, what the start decides, and when what has learned takes its place."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.words.bundled_reader import bundled_reader

from core.runs.adoption import Adoption, Paired
from core.runs.bundled import BundledModel
from core.runs.config import make_config
from core.runs.fine_tuning import FINE_TUNING, NOTHING, RANDOM, kept_and_changed, known, start_of

SYMBOLS = "abc123"
BASE = {"folder": "words", "run": "run"}


@pytest.fixture
def reader(tmp_path: Path) -> BundledModel:
    """A bundled model that reads six symbols."""
    return bundled_reader(tmp_path, SYMBOLS)


def test_frequent_symbols_count_more_than_rare_ones():
    found = known(Counter("aaab" + "é"), SYMBOLS)
    assert found.share == pytest.approx(0.8)
    assert found.unknown == ("é",)
    assert known({}, SYMBOLS).share == 0


def test_unknown_symbols_come_by_use():
    assert known(Counter("zyyyxx"), SYMBOLS).unknown == ("y", "x", "z")


def test_a_project_that_the_model_can_mostly_read_starts_from_it(reader: BundledModel):
    start = start_of({}, Counter("abcé"), [reader])
    assert start.choices == {"start": reader.path, "preset": "reader"}
    assert "75 %" in start.said and "é" in start.said
    assert make_config(BASE | dict(start.choices)).start == reader.path


def test_half_of_the_characters_is_enough_and_less_is_not(reader: BundledModel):
    assert start_of({}, Counter("aé"), [reader]).choices
    found = start_of({}, Counter("aéé"), [reader])
    assert found.choices == {}
    assert found.said == (
        "“reader” knows only 33 % of the characters in this project's labels (not: é), so the training starts from "
        "random weights."
    )


@pytest.mark.parametrize(
    "given", [{"start": None}, {"start": "other.keras"}, {"weights": "imagenet"}, {"resume": True}, {"preset": "small"}]
)
def test_a_choice_that_was_made_leaves_nothing_to_decide(given: dict[Any, Any], reader: BundledModel):
    start = start_of(given, Counter("abc"), [reader])
    assert (start.choices, start.said) == ({}, "")


def test_without_a_model_or_a_label_nothing_is_said(reader: BundledModel, tmp_path: Path):
    assert start_of({}, Counter("abc"), [BundledModel(tmp_path / "nowhere")]) == NOTHING
    assert start_of({}, {}, [reader]) == NOTHING


def test_the_start_fills_in_what_was_left_open_and_nothing_else():
    fresh = make_config(BASE).resolved()
    tuned = make_config(BASE | {"start": "reader.keras", "preset": "reader"}).resolved()
    for name, value in RANDOM.items():
        assert getattr(fresh, name) == value, name
    for name, value in FINE_TUNING.items():
        assert getattr(tuned, name) == value, name
    assert (fresh.learning_rate, tuned.learning_rate) == (2e-3, 2e-3)
    assert (tuned.steps, tuned.validate_every) == (3000, 150)
    own = {"start": "reader.keras", "preset": "reader", "synthetic": 0.1, "effects": "mild", "warmup": 0, "steps": 9}
    chosen = make_config(BASE | own | {"style": "general", "normalisation": "frozen", "learning_rate": 0.1}).resolved()
    assert (chosen.synthetic, chosen.effects, chosen.warmup, chosen.steps) == (0.1, "mild", 0, 9)
    assert (chosen.style, chosen.normalisation, chosen.learning_rate) == ("general", "frozen", 0.1)
    assert chosen.start_rate == 1, "this rate was asked for"
    assert make_config(BASE | own | {"learning_rate": 0.1, "start_rate": 0.2}).resolved().start_rate == 0.2
    assert chosen.minutes is None, "so many steps were asked for"


def test_resolving_twice_changes_nothing():
    tuned = make_config(BASE | {"start": "reader.keras", "preset": "reader"}).resolved()
    assert tuned.resolved() == tuned


def test_minutes_of_ones_own_are_not_cut_short_by_the_steps():
    tuned = make_config(BASE | {"start": "reader.keras", "preset": "reader", "minutes": 60}).resolved()
    assert (tuned.minutes, tuned.steps) == (60, 30_000)


def test_a_network_with_thousands_of_symbols_takes_smaller_batches_from_a_start():
    wide = BASE | {"preset": "wide"}
    assert make_config(wide).resolved().batch == 32
    assert make_config(wide | {"start": "reader-zh.keras"}).resolved().batch == 16
    assert make_config(wide | {"start": "reader-zh.keras", "batch": 40}).resolved().batch == 40
    assert make_config(BASE | {"preset": "reader", "start": "reader.keras"}).resolved().batch == 32


def test_what_is_kept_and_what_changes_is_said():
    choices = make_config(BASE | {"start": "reader.keras", "preset": "reader"}).resolved().model_dump()
    kept, changed = kept_and_changed(choices, "12é", SYMBOLS)
    assert kept == (
        "Kept: what it knows of 2 symbols; so that it forgets less, each saved weight is 50 % the old one and the rest "
        "the learned one (only the learned one if it reads too few of your words at first); 4 symbols that the project "
        "does not use are dropped, and pictures with them read worse; learned from scratch: é."
    )
    assert changed == (
        "Changed: its weights, at a learning rate of 0.001 (0.002 if it reads too few of your words at first), for 10 "
        "minutes; 50 % of the words are synthetic, in the style of this folder."
    )
    others = {"normalisation": "frozen", "synthetic": 0.0, "start_share": 0.0}
    kept, changed = kept_and_changed(choices | others, SYMBOLS, SYMBOLS)
    assert kept == "Kept: what it knows of 6 symbols, and its normalisations as they are."
    assert changed == "Changed: its weights, at a learning rate of 0.001, for 10 minutes."


def test_bundled_model_that_knows_most_characters_is_the_start(tmp_path: Path):
    english, chinese = bundled_reader(tmp_path / "en", "abc"), bundled_reader(tmp_path / "zh", "abc中文")
    chinese.card.write_text("---\nversion: 1\npreset: wide\nsymbols: abc中文\n---\n", encoding="utf-8")
    assert dict(start_of({}, Counter("中文a"), [english, chinese]).choices) == {"start": chinese.path, "preset": "wide"}
    assert start_of({}, Counter("abc"), [english, chinese]).choices["start"] == english.path  # the first of equals


SAME = Paired(200, 160, 160, 0, 0)


def test_words_are_counted_in_pairs():
    assert Paired.of([True, True, False, False], [True, False, True, False]) == Paired(4, 2, 2, 1, 1)


def test_interval_is_that_of_bonett_and_price():
    # p̃ = 13/102 and 3/102: 10/102 ± 1.96 · √((16/102 - (10/102)²)/102)
    assert Paired(100, 60, 70, 12, 2).interval == pytest.approx((0.02357, 0.17251), abs=1e-5)


@pytest.mark.parametrize(
    ("own", "synthetic", "verdict"),
    [
        (Paired(60, 40, 52, 12, 0), SAME, "adopted"),
        (Paired(600, 500, 501, 1, 0), SAME, "asked"),
        (Paired(50, 30, 30, 0, 0), SAME, "kept"),
        (Paired(60, 50, 40, 0, 10), SAME, "kept"),
        (Paired(0, 0, 0, 0, 0), SAME, "kept"),
        (Paired(60, 40, 52, 12, 0), Paired(200, 160, 156, 2, 6), "asked"),
        (Paired(60, 40, 52, 12, 0), Paired(200, 160, 140, 0, 20), "kept"),
        (Paired(60, 40, 52, 12, 0), Paired(0, 0, 0, 0, 0), "adopted"),
    ],
)
def test_only_a_model_that_reads_surely_more_and_forgets_nothing_is_adopted(own: Any, synthetic: Any, verdict: str):
    assert Adoption(own, synthetic).verdict == verdict
