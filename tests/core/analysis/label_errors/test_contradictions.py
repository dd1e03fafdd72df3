"""Each kind of planted error shows in the contradiction that is there for it, and in no word that is right."""

from dataclasses import replace

import numpy as np
import pytest
from support.words.synthetic_maps import CHARSETS, SPEC, seen, synthetic_word

from core.analysis.label_errors.contradictions import Contradictions, contradictions, half_square
from core.analysis.peaks import find_peaks
from core.data.drawing.planted_errors import plant
from core.labels.edits.edits import nudge_all
from core.labels.label import WordLabel

ALNUM = CHARSETS["alnum"]


def found(label: WordLabel, right: WordLabel, size: tuple[int, int], *words: str) -> Contradictions:
    return contradictions(label, seen(right, size, ALNUM), size, charset=ALNUM, spec=SPEC, words=words)


@pytest.mark.parametrize(
    ("kind", "name", "least"),
    [
        ("near", "symbol", 1.0),
        ("missing", "stray", 0.5),
        ("missing", "surplus", 1.0),
        ("missing", "order", 0.9),
        ("doubled", "order", 0.9),
        ("order", "order", 1.9),
        ("shift", "place", 1.0),
    ],
)
def test_planted_error_shows_where_it_belongs(kind: str, name: str, least: float):
    right, size = synthetic_word(3, length=(5, 8))
    wrong, _ = plant(kind, right, ALNUM, "a.png", size, seed=[2])
    assert getattr(found(right, right, size), name) < least / 2
    assert getattr(found(wrong, right, size), name) >= least


def test_case_of_letters_says_nothing():
    right, size = synthetic_word(3, length=(5, 8))
    turned = tuple(replace(each, symbol=each.symbol.swapcase()) for each in right.characters)
    other = replace(right, characters=turned, text=right.word.swapcase())
    assert found(other, right, size).symbol == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "count"), [("Bank", 0), ("BANK", 0), ("BAnK", 2), ("8UTTE", 1), ("2nd", 0), ("1O25", 2), ("a-b-c", 0)]
)
def test_digits_among_letters_and_the_reverse_are_counted(text: str, count: int):
    right, size = synthetic_word(3, length=(5, 8))
    assert found(WordLabel(text=text), right, size).combination == count


def test_known_word_that_is_read_speaks_against_a_label_that_is_none():
    right, size = synthetic_word(3, length=(5, 8))
    word = right.word.lower()
    assert found(WordLabel(text=right.word[1:]), right, size, word).spelling == 1
    assert found(WordLabel(text=right.word[1:]), right, size).spelling == 0
    assert found(right, right, size, word).spelling == 0


def test_distance_is_half_its_square_in_quarters_of_the_character():
    label, size = synthetic_word(0, charset="digits")
    one = WordLabel(label.in_order[:1])
    [peak] = find_peaks(seen(one, size, CHARSETS["digits"]), size, SPEC)
    width = np.ptp(one.characters[0].corners[:, 0])
    moved = nudge_all(one, width / 2, 0).characters[0]
    assert half_square(moved, peak, size, SPEC) == pytest.approx(2, rel=0.2)
