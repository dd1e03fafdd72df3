from dataclasses import replace
from typing import Any

import pytest
from support.words.boxes import boxed

from core.base.errors import LabelError
from core.labels.edits.composition import LIMIT, compose, entries, in_step, numbers, selection, symbol_of
from core.labels.label import WordLabel


def word(symbols: str, text: str | None = None) -> WordLabel:
    return WordLabel(boxed(symbols), text)


@pytest.mark.parametrize(
    ("text", "symbols", "steps"),
    [("AB", "AB", True), ("AC", "AB", False), (None, "AB", False), ("AB", "", False), ("", "", True)],
)
def test_text_is_in_step_when_it_says_what_the_characters_say(text: str | None, symbols: str, steps: bool):
    assert in_step(word(symbols, text=text)) is steps


def test_a_decomposed_text_is_in_step_and_keeps_its_spelling():
    label = word("\u00e9A", text="e\u0301A")
    assert in_step(label)
    assert compose(label, entries(label)).text == "e\u0301A"


def test_an_ignored_character_keeps_the_letter_that_the_text_has_for_it():
    label = word("AXC", text="ABC")
    label = replace(
        label, characters=(label.characters[0], replace(label.characters[1], ignore=True), label.characters[2])
    )
    assert compose(label, entries(label)[::-1]).text == "CBA"


def test_a_place_outside_the_label_is_refused_with_how_many_there_are():
    with pytest.raises(LabelError, match="has 2 characters and none at place 3"):
        selection(word("AB"), [0, 2])


def test_places_named_twice_count_once():
    assert selection(word("ABC"), [2, 0, 2]) == (0, 2)


@pytest.mark.parametrize("symbol", ["", "AB", "q\u0301", "\n", "\t", "\u2028", "\ufffd"])
def test_what_is_not_one_code_point_after_nfc_or_cannot_be_seen_is_no_symbol(symbol: str):
    with pytest.raises(LabelError, match="is not one symbol"):
        symbol_of(symbol)


@pytest.mark.parametrize(("typed", "symbol"), [("A", "A"), ("e\u0301", "\u00e9"), ("###", "###"), (" ", " ")])
def test_a_symbol_is_normalised(typed: str, symbol: str):
    assert symbol_of(typed) == symbol


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2.0 * LIMIT])
def test_a_number_that_no_image_knows_is_refused(value: Any):
    with pytest.raises(LabelError, match="moving"):
        numbers(value, what="moving")
