from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.charset import ALNUM
from core.model.using.letter_case import in_likeliest_case

CHARSET = tuple(ALNUM)


def cased(word: str, capitals: list[float]) -> str:
    """The word as it is read if the network gives so much to each letter's capital, and the rest to the small one."""
    chosen = np.array([CHARSET.index(symbol) for symbol in word], np.int64)
    shares = np.zeros((len(word), len(CHARSET)))
    for place, (symbol, share) in enumerate(zip(word, capitals, strict=True)):
        shares[place, CHARSET.index(symbol.lower())] = 1 - share
        shares[place, CHARSET.index(symbol.upper())] = share if symbol.isalpha() else 1
    return "".join(CHARSET[place] for place in in_likeliest_case(chosen, shares, CHARSET))


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


@given(st.text(ALNUM, max_size=12), st.randoms())
def test_symbols_stay_the_same_but_for_their_case(word: str, chance: Any):
    read = cased(word, [chance.random() for _ in word])
    assert read.casefold() == word.casefold()


def test_a_symbol_without_its_other_case_stays():
    chosen = np.array([0, 1], np.int64)
    shares = np.array([[0.5, 0.5, 0.0], [0.1, 0.9, 0.0]])
    assert in_likeliest_case(chosen, shares, ("A", "b", "ß")).tolist() == [0, 1]
