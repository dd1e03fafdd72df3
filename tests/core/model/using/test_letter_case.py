from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.charset import ALNUM, Charset
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec
from core.model.using.letter_case import heights_of, in_likeliest_case

CHARSET = tuple(ALNUM)


def cased(word: str, capitals: list[float], heights: list[float] | None = None) -> str:
    """The word as it is read if the network gives so much to each letter's capital, and the rest to the small one."""
    chosen = np.array([CHARSET.index(symbol) for symbol in word], np.int64)
    shares = np.zeros((len(word), len(CHARSET)))
    for place, (symbol, share) in enumerate(zip(word, capitals, strict=True)):
        shares[place, CHARSET.index(symbol.lower())] = 1 - share
        shares[place, CHARSET.index(symbol.upper())] = share if symbol.isalpha() else 1
    seen = None if heights is None else np.array(heights, np.float64)
    return "".join(CHARSET[place] for place in in_likeliest_case(chosen, shares, CHARSET, seen))


@pytest.mark.parametrize(
    ("word", "capitals", "expected"),
    [
        ("TOAsT", [0.9, 0.6, 0.9, 0.4, 0.9], "TOAST"),
        ("toaSt", [0.1, 0.4, 0.1, 0.6, 0.1], "toast"),
        ("tOast", [0.9, 0.7, 0.1, 0.4, 0.1], "Toast"),
        ("On", [0.7, 0.1], "on"),  # in a tight crop a small o is as high as a capital
        ("On", [0.9, 0.1], "On"),
        ("An", [0.7, 0.1], "An"),  # no small letter looks like it
        ("OF", [0.7, 0.95], "OF"),
        ("o", [0.7], "O"),
        ("iPad", [0.01, 0.99, 0.01, 0.01], "iPad"),  # a mixture that the network is sure of
    ],
)
def test_a_word_is_in_the_likeliest_case_as_a_whole(word: str, capitals: list[Any], expected: str):
    assert cased(word, capitals) == expected


@pytest.mark.parametrize(
    ("word", "capitals", "heights", "expected"),
    [
        ("On", [0.9, 0.1], [0.76, 0.76], "on"),  # as high as the n
        ("On", [0.6, 0.1], [1.0, 0.76], "On"),
        ("Wilt", [0.9, 0.1, 0.1, 0.1], [0.76, 1.0, 1.0, 0.91], "wilt"),
        ("of", [0.4, 0.4], [1.0, 1.0], "OF"),
        ("of", [0.4, 0.4], [0.76, 1.0], "of"),
        ("tomOrrOW", [0.1, 0.2, 0.1, 0.6, 0.1, 0.1, 0.6, 0.6], [0.91, *[0.76] * 7], "tomorrow"),
        ("no5", [0.6, 0.6, 0.0], [0.76, 0.76, 1.0], "no5"),  # digits are as high as capitals
        ("NO5", [0.4, 0.4, 0.0], [1.0, 1.0, 1.0], "NO5"),
        ("On", [0.9, 0.1], [1.0, 0.2], "On"),  # a height that suits neither case says little
    ],
)
def test_a_letter_that_is_as_high_as_another_small_letter_is_small(
    word: str, capitals: list[float], heights: list[float], expected: str
):
    assert cased(word, capitals, heights) == expected
    assert cased(word, capitals, [7 * height for height in heights]) == expected  # in any unit


@given(st.sampled_from(ALNUM), st.floats(0, 1), st.floats(0.1, 9))
def test_the_height_of_a_lone_character_says_nothing(symbol: str, capital: float, height: float):
    assert cased(symbol, [capital], [height]) == cased(symbol, [capital])


@pytest.mark.parametrize("heights", [[1.0, 0.7], [np.nan, np.nan]])
def test_letters_of_no_usual_height_and_heights_that_are_no_numbers_say_nothing(heights: list[float]):
    charset = ("É", "é", "Ö", "ö") if np.isfinite(heights).all() else ("E", "e", "O", "o")
    shares = np.array([[0.2, 0.8, 0.0, 0.0], [0.0, 0.0, 0.3, 0.7]])
    read = in_likeliest_case(np.array([1, 3], np.int64), shares, charset, np.array(heights))
    assert read.tolist() == in_likeliest_case(np.array([1, 3], np.int64), shares, charset).tolist()


def test_heights_are_those_of_the_humps_whatever_their_width_and_place():
    boxes = [(4, 6, 16, 26), (22, 11, 34, 26), (40, 2, 46, 22), (54, 12, 74, 27)]
    label = WordLabel(tuple(CharacterLabel(s, rectangle(*box)) for s, box in zip("Onlm", boxes, strict=True)))
    maps = render(label, (32, 96), Charset(CHARSET), MapSpec(height=32, width=96, stride=4))
    middles = np.array([((top + bottom) / 8, (left + right) / 8) for left, top, right, bottom in boxes]).astype(
        np.int64
    )
    heights = heights_of(middles, maps.localization)
    assert heights / heights[0] == pytest.approx([1, 0.75, 1, 0.75], abs=0.06)


@given(st.text(ALNUM, max_size=12), st.randoms())
def test_symbols_stay_the_same_but_for_their_case(word: str, chance: Any):
    read = cased(word, [chance.random() for _ in word])
    assert read.casefold() == word.casefold()


def test_a_symbol_without_its_other_case_stays():
    chosen = np.array([0, 1], np.int64)
    shares = np.array([[0.5, 0.5, 0.0], [0.1, 0.9, 0.0]])
    assert in_likeliest_case(chosen, shares, ("A", "b", "ß")).tolist() == [0, 1]
