"""The pattern that all texts of a folder follow, the few words that they come from, or neither."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.text_patterns import LEAST_TEXTS, PatternPart, TextList, TextPattern, writing_of
from core.base.patterns import Pattern

RNG = random.Random(0)
SIGNS = "京津沪渝冀豫云辽黑湘"


def drawn(count: int, *places: str) -> list[str]:
    return ["".join(map(RNG.choice, places)) for _ in range(count)]


@pytest.mark.parametrize(
    ("texts", "expression", "sentence"),
    [
        (
            drawn(200, SIGNS, "ABCDE", *["ABC123"] * 5),
            f"[{''.join(sorted(SIGNS))}][A-Z][A-Z0-9]{{5}}",
            "one of 10 signs, 1 capital letter, 5 capital letters or digits",
        ),
        ([f"SN-{number}" for number in range(10, 9999, 7)], "SN\\-[0-9]{2,4}", "“SN-”, 2 to 4 digits"),
        (drawn(60, "粤", "B", *["0123456789"] * 5), "粤B[0-9]{5}", "“粤B”, 5 digits"),
        (
            [f"{day}/{month}/20{day + 10}" for day in range(1, 29) for month in range(1, 13)],
            "[0-9]{1,2}/[0-9]{1,2}/20[0-9]{2}",
            "1 to 2 digits, “/”, 1 to 2 digits, “/20”, 2 digits",
        ),
        ([f"${number}.99" for number in range(1, 120)], "\\$[0-9]{1,3}\\.9{2}", "“$”, 1 to 3 digits, “.99”"),
        ([f"NO {number}" for number in range(10, 99)], "NO [0-9]{2}", "“NO ”, 2 digits"),
    ],
    ids=["plates", "serial numbers", "one city", "dates", "prices", "two words"],
)
def test_pattern_of_texts_is_found_and_put_in_words(texts: Any, expression: str, sentence: str):
    writing = writing_of(texts)
    assert isinstance(writing, TextPattern)
    assert (writing.expression, writing.sentence) == (expression, sentence)
    assert writing.has(texts)


@pytest.mark.parametrize(
    "texts",
    [
        ["Hotel", "BAR", "to", "let", "Street", "1900"] * 6 + ["Pizza"],
        [f"word{chr(0x4E00 + number)}" for number in range(100)],
        ["A1"] * (LEAST_TEXTS - 1) + [""] * 10,
        ["AB12"] * 60,
        [*map(str, range(100_000, 100_060)), "12"],
        [],
    ],
    ids=["words", "a new sign in each", "too few", "one text", "one of another length", "none"],
)
def test_nothing_is_claimed_of_texts_without_a_pattern_or_with_too_few_to_know(texts: Any):
    writing = writing_of(texts)
    assert writing is None or (isinstance(writing, TextList) and len(writing.words) == 7)


def test_sign_that_came_once_says_that_there_are_more():
    texts = drawn(100, "甲乙丙", *["0123456789"] * 3)
    assert writing_of(texts) is not None
    assert writing_of([*texts, "丁123", "戊123"]) is None


def test_few_words_that_come_again_and_again_are_a_list():
    months = ["Jan", "Feb", "March", "April"]
    writing = writing_of(drawn(100, months))
    assert isinstance(writing, TextList)
    assert (writing.words, writing.sentence) == (("April", "Feb", "Jan", "March"), "one of 4 words")
    assert {writing.draw(np.random.default_rng(seed)) for seed in range(60)} == {*months}


SYMBOLS = st.sets(st.characters(exclude_categories=("C", "Z", "M")), min_size=1, max_size=6)
PARTS = st.builds(
    lambda symbols, counts: PatternPart("".join(sorted(symbols)), min(counts), max(counts)),
    SYMBOLS,
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
)


@given(st.lists(PARTS, min_size=1, max_size=5), st.integers(0, 2**32))
def test_drawn_text_follows_the_pattern_by_both_readings_of_its_expression(parts: list[Any], seed: int):
    pattern = TextPattern(tuple(parts))
    text = pattern.draw(np.random.default_rng(seed))
    assert pattern.has([text])
    assert Pattern(pattern.expression).matches(text)
