from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.edits.placing import missing_symbol, rank_for, with_drawn
from core.labels.geometry import rectangle
from core.labels.label import ILLEGIBLE, CharacterLabel, Polygon, WordLabel


def box(column: int, row: int = 0) -> Polygon:
    return rectangle(20 * column, 30 * row, 20 * column + 15, 30 * row + 25)


def word(symbols: str, text: str | None = None, columns: list[int] | None = None) -> WordLabel:
    places = columns or list(range(len(symbols)))
    return WordLabel(tuple(CharacterLabel(s, box(c)) for s, c in zip(symbols, places, strict=True)), text)


@given(st.integers(0, 6), st.permutations(list(range(7))))
def test_character_that_was_taken_out_comes_back_at_its_rank(rank: int, places: Any):
    whole = edits.sort_left_to_right(word("abcdefg", columns=places))
    gone = whole.ranking[rank]
    rest = edits.delete(whole, [gone])
    assert rank_for(rest, whole.characters[gone].polygon) == rank + 1


def test_word_that_is_read_backwards_is_continued_backwards():
    assert rank_for(word("abc", columns=[5, 3, 1]), box(4)) == 2
    assert rank_for(word("abc", columns=[5, 3, 1]), box(0)) == 4


def test_word_in_no_order_along_its_line_is_continued_at_its_end():
    assert rank_for(word("abc", columns=[1, 5, 3]), box(2)) == 4


def test_first_character_is_number_one():
    assert rank_for(WordLabel(), box(3)) == 1


def test_second_character_of_a_steep_word_is_number_two_drawn_upwards_or_downwards():
    first = WordLabel((CharacterLabel("a", rectangle(0, 100, 20, 120)),))
    assert rank_for(first, rectangle(8, 70, 28, 90)) == 2
    assert rank_for(first, rectangle(8, 130, 28, 150)) == 2


def test_word_on_a_curve_is_numbered_as_it_is_drawn():
    label = WordLabel(text="rainbow")
    for number in range(7):
        angle = np.pi * number / 6
        x, y = 200 - 150 * np.cos(angle), 200 - 150 * np.sin(angle)
        label, _ = with_drawn(label, rectangle(x - 15, y - 15, x + 15, y + 15), "rectangle")
    assert label.reading == "rainbow"
    assert label.ranking == tuple(range(7))


@given(st.text("abcd", min_size=1, max_size=7), st.data())
def test_missing_symbol_makes_characters_and_text_agree_again(text: str, data: Any):
    rank = data.draw(st.integers(1, len(text)))
    drawn = word(text[: rank - 1] + text[rank:], text)
    symbol = missing_symbol(drawn, rank)
    reading = drawn.reading
    assert reading[: rank - 1] + symbol + reading[rank - 1 :] == text


@pytest.mark.parametrize("text", ["hello", "ronaldo"], ids=["", "the o at the rank before the earlier one"])
def test_characters_drawn_one_after_the_other_get_the_symbols_of_the_text(text: str):
    label = WordLabel(text=text)
    for column in range(len(text)):
        label, place = with_drawn(label, box(column), "rectangle")
        assert (place, label.reading) == (column, text[: column + 1])


@pytest.mark.parametrize("label", [word("abc"), word("abc", "abc"), word("abc", "ab"), word("ab", "xyzab")])
def test_no_symbol_is_missing_where_the_text_has_none_for_the_rank(label: Any):
    assert missing_symbol(label, len(label.characters) + 1) is None


def test_character_of_unknown_symbol_is_illegible_until_it_is_typed():
    label, place = with_drawn(word("ab", "ab"), box(2), "rectangle")
    assert label.characters[place].symbol == ILLEGIBLE
    typed = edits.retype(label, [place], "c")
    assert (typed.reading, typed.text) == ("abc", "abc")


def test_drawn_character_is_an_ordinary_edit():
    label = replace(word("ab", "abc"), status="draft")
    drawn, place = with_drawn(label, box(2), "rectangle")
    assert drawn == edits.add(label, "c", box(2), 3, "rectangle")
    assert drawn.characters[place].polygon == box(2)


def test_two_corners_are_refused():
    with pytest.raises(LabelError, match="three corners"):
        with_drawn(WordLabel(), [(0, 0), (1, 1)], "polygon")
