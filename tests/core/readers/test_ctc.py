"""Words out of a CTC network's columns, held against all paths that there are."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.readers.ctc import as_probabilities, decode, text_probability

SYMBOLS = ("a", "b")


def collapsed(path: Sequence[int], blank: int):
    """The classes that a path stands for."""
    merged = [label for label, _ in itertools.groupby(path)]
    return tuple(label for label in merged if label != blank)


def all_paths(probabilities: NDArray[Any]):
    columns, classes = probabilities.shape
    for path in itertools.product(range(classes), repeat=columns):
        yield path, float(np.prod(probabilities[range(columns), path]))


@st.composite
def tables(draw: st.DrawFn):
    """Probabilities of up to 5 columns and the blank's class, first or last of three."""
    columns = draw(st.integers(1, 5))
    numbers = draw(st.lists(st.floats(0.01, 1), min_size=3 * columns, max_size=3 * columns))
    values = np.array(numbers).reshape(columns, 3)
    return values / values.sum(axis=1, keepdims=True), draw(st.sampled_from([0, 2]))


@given(tables())
def test_the_text_is_that_of_the_likeliest_path_and_its_probability_the_sum_over_all_of_its_paths(table: Any):
    probabilities, blank = table
    word = decode(probabilities, SYMBOLS, blank)
    paths = list(all_paths(probabilities))
    greatest = max(weight for _, weight in paths)
    best = [path for path, weight in paths if weight >= greatest * (1 - 1e-12)]
    texts = {"".join(SYMBOLS[label - (label > blank)] for label in collapsed(path, blank)) for path in best}
    assert word.text in texts
    classes = tuple(SYMBOLS.index(symbol) + (SYMBOLS.index(symbol) >= blank) for symbol in word.text)
    wanted = sum(weight for path, weight in paths if collapsed(path, blank) == classes)
    assert word.probability == pytest.approx(wanted, rel=1e-9)
    assert len(word.scores) == len(word.text) and all(0 < score <= 1 for score in word.scores)


@given(tables())
def test_the_probabilities_of_all_texts_are_one_together(table: Any):
    probabilities, blank = table
    texts = {collapsed(path, blank) for path, _ in all_paths(probabilities)}
    total = sum(text_probability(probabilities, text, blank) for text in texts)
    assert total == pytest.approx(1, rel=1e-9)


def columns(*labels: int, classes: int = 3, sure: float = 0.98):
    rest = (1 - sure) / (classes - 1)
    return np.array([[sure if label == number else rest for number in range(classes)] for label in labels])


def test_a_blank_stands_between_two_of_the_same_symbol():
    assert decode(columns(1, 1, 2), SYMBOLS, 0).text == "ab"
    assert decode(columns(1, 0, 1), SYMBOLS, 0).text == "aa"
    assert decode(columns(0, 2, 0), SYMBOLS, 2).text == "aa"  # the blank is the last class
    assert decode(columns(0, 0), SYMBOLS, 0).text == ""


def test_the_score_of_a_symbol_is_the_greatest_of_its_columns():
    probabilities = np.array([[0.1, 0.6, 0.3], [0.05, 0.9, 0.05], [0.8, 0.1, 0.1], [0.2, 0.1, 0.7]])
    assert decode(probabilities, SYMBOLS, 0).scores == pytest.approx((0.9, 0.7))


def test_spaces_at_the_ends_are_no_part_of_the_text_and_those_within_are():
    word = decode(columns(1, 2, 1, 3, 1, classes=4), (" ", "x", "y"), 0)
    assert word.text == "x y" and len(word.scores) == 3


@pytest.mark.parametrize("kind", ["probabilities", "logarithms", "before softmax", "shifted"])
def test_probabilities_come_of_what_networks_give(kind: str):
    numbers = np.random.default_rng(0).normal(0, 3, (4, 5))
    wanted = np.exp(numbers) / np.exp(numbers).sum(axis=1, keepdims=True)
    given_ = {
        "probabilities": wanted,
        "logarithms": np.log(wanted),
        "before softmax": numbers,
        "shifted": numbers + 100,
    }[kind]
    np.testing.assert_allclose(as_probabilities(given_.astype(np.float32)), wanted, rtol=1e-4)


def test_numbers_that_are_none_are_no_reason_to_fail():
    values = np.array([[np.nan, np.nan, np.nan], [np.inf, 0, 0], [-np.inf, -np.inf, 1]], np.float32)
    probabilities = as_probabilities(values)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert decode(probabilities, SYMBOLS, 0).text == "b"


def test_no_column_is_no_text():
    assert decode(np.zeros((0, 3)), SYMBOLS, 0).text == ""
