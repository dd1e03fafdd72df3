from dataclasses import replace

import pytest
from support.words.boxes import boxed

from core.base.errors import LabelError
from core.labels.edits.composition import LIMIT, compose, entries, in_step, numbers, selection, symbol_of
from core.labels.label import WordLabel


def word(symbols: str, orders: list[int | None] | None = None, text: str | None = None) -> WordLabel:
    orders = orders or [None] * len(symbols)
    return WordLabel(tuple(replace(c, order=order) for c, order in zip(boxed(symbols), orders, strict=True)), text)


def orders_of(label: WordLabel) -> list[int | None]:
    return [character.order for character in label.characters]


def test_composing_the_present_reading_order_changes_nothing():
    label = word("CAB", [3, 1, 2], text="ABC")
    assert compose(label, entries(label)) == label


def test_no_order_is_written_where_the_file_order_says_the_rank():
    label = word("ABC")
    assert orders_of(compose(label, entries(label)[:2])) == [None, None]


def test_order_is_written_only_to_the_characters_whose_rank_changes():
    label = word("ABCDE")
    reading = entries(label)
    reading[1], reading[2] = reading[2], reading[1]
    assert orders_of(compose(label, reading)) == [None, 3, 2, None, None]


def test_an_explicit_order_that_is_right_is_kept():
    label = word("ABC", [1, 2, 3])
    assert compose(label, entries(label)) is not label
    assert orders_of(compose(label, entries(label))) == [1, 2, 3]


def test_gaps_and_doubles_in_the_order_are_closed():
    label = word("ABCD", [2, 2, 7, 9])
    assert orders_of(compose(label, entries(label))) == [1, 2, 3, 4]


def test_a_character_without_order_counts_with_its_place_in_the_file():
    label = word("BA", [2, 1])
    mixed = replace(label, characters=(label.characters[0], replace(label.characters[1], order=None)))
    assert compose(mixed, entries(mixed)).reading == mixed.reading


@pytest.mark.parametrize(
    ("text", "symbols", "steps"),
    [("AB", "AB", True), ("AC", "AB", False), (None, "AB", False), ("AB", "", False), ("", "", True)],
)
def test_text_is_in_step_when_it_says_what_the_characters_say(text, symbols, steps):
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
def test_what_is_not_one_code_point_after_nfc_or_cannot_be_seen_is_no_symbol(symbol):
    with pytest.raises(LabelError, match="is not one symbol"):
        symbol_of(symbol)


@pytest.mark.parametrize(("typed", "symbol"), [("A", "A"), ("e\u0301", "\u00e9"), ("###", "###"), (" ", " ")])
def test_a_symbol_is_normalised(typed, symbol):
    assert symbol_of(typed) == symbol


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2.0 * LIMIT])
def test_a_number_that_no_image_knows_is_refused(value):
    with pytest.raises(LabelError, match="moving"):
        numbers(value, what="moving")
