"""How far several readers agree, and the text that a draft takes."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.readings.agreement import (
    Calibration,
    OfferedText,
    agreement_of,
    case_pattern,
    case_patterns,
    choose,
    comparable,
    fit_calibration,
)


def test_texts_are_compared_by_letters_and_digits_of_any_script_without_case():
    assert comparable("Straße-12 ") == "strasse12"
    assert comparable("标签，É·²") == "标签é²"


@pytest.mark.parametrize(
    ("texts", "agreement"),
    [
        ([], None),
        (["PIZZA"], None),
        (["PIZZA", "PIZZA"], "same"),
        (["É", "E\N{COMBINING ACUTE ACCENT}"], "same"),
        (["PIZZA", "Pizza"], "case"),
        (["Dont", "Don't"], "case"),
        (["PIZZA", "P2220"], "differ"),
        (["PIZZA", "PIZZA", "Pizza"], "case"),
        (["PIZZA", "PIZZA", "P2220"], "differ"),
        (["", "PIZZA"], "differ"),
        ([".", "-"], "differ"),
    ],
)
def test_agreement(texts: list[Any], agreement: str | None):
    assert agreement_of(texts) == agreement


@given(st.lists(st.text("aAbB.é", max_size=3), min_size=2, max_size=4))
def test_agreement_does_not_depend_on_the_order_of_the_readers(texts: list[Any]):
    assert agreement_of(texts) == agreement_of(texts[::-1])


def test_the_same_reading_is_taken():
    choice = choose([OfferedText("", "PIZZA", 0.4), OfferedText("PP-OCR", "PIZZA", None)])
    assert (choice.offer.text, choice.agreement) == ("PIZZA", "same")


def test_of_readings_that_differ_in_case_the_one_that_the_charset_has_is_taken():
    offers = [OfferedText("", "Pizza", 0.9), OfferedText("PP-OCR", "PIZZA", 0.1)]
    assert choose(offers, frozenset("APIZ")).offer.text == "PIZZA"
    assert choose(offers, frozenset("APIZaipz")).offer.text == "Pizza"


def test_of_readings_that_differ_in_case_the_pattern_of_the_project_is_taken():
    offers = [OfferedText("", "pIZZA", 0.9), OfferedText("PP-OCR", "PIZZA", 0.1)]
    patterns = case_patterns(["BAR", "CAFE", "open", "12"])
    assert patterns == Counter({"upper": 2, "lower": 1, "other": 1})
    assert choose(offers, patterns=patterns).offer.text == "PIZZA"


def test_of_different_readings_the_more_probable_is_taken_and_marked():
    choice = choose([OfferedText("", "P2220", 0.41), OfferedText("PP-OCR", "PIZZA", 0.97)])
    assert (choice.offer.reader, choice.agreement) == ("PP-OCR", "differ")


def test_a_reader_that_nobody_has_measured_decides_nothing():
    choice = choose([OfferedText("", "P2220", 0.01), OfferedText("PP-OCR", "PIZZA", None)])
    assert (choice.offer.text, choice.agreement) == ("P2220", "differ")


def test_one_reader_or_none_that_reads_anything_makes_no_choice():
    assert choose([OfferedText("", "PIZZA", 0.9)]) is None
    assert choose([OfferedText("", "", 0.9), OfferedText("PP-OCR", "", 0.9)]) is None
    assert choose([OfferedText("", "", 0.9), OfferedText("PP-OCR", "PIZZA", None)]).offer.text == "PIZZA"


def test_case_patterns():
    assert list(map(case_pattern, ["word", "WORD-1", "Word", "wOrd", "12", "标签"])) == [
        "lower",
        "upper",
        "title",
        "other",
        "other",
        "other",
    ]


def test_a_calibration_finds_back_what_a_boastful_readers_probabilities_are_worth():
    true = Calibration(0.5, -1.0, 0, "")
    chance = random.Random(3)
    stated = [chance.random() for _ in range(4000)]
    fitted = fit_calibration(stated, [chance.random() < true(p) for p in stated], "drawn")
    assert (fitted.words, fitted.data) == (4000, "drawn")
    assert all(abs(fitted(p) - true(p)) < 0.04 for p in (0.05, 0.3, 0.6, 0.9, 0.99))


@pytest.mark.parametrize("are_right", [[True] * 5, [False] * 5])
def test_a_calibration_of_words_that_are_all_right_or_all_wrong_stays_clear_of_certainty(are_right: Any):
    fitted = fit_calibration([0.9] * 5, are_right, "few")
    assert 0 < fitted(0.9) < 1
    assert (fitted(0.9) > 0.5) is are_right[0]


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_calibration_keeps_the_order(one: float, other: float):
    calibration = Calibration(0.7, 0.2, 10, "")
    assert (calibration(one) <= calibration(other)) or one > other
    assert 0 < calibration(one) < 1
