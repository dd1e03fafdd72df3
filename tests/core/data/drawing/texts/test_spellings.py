"""Texts that no list has: they can be read aloud, keep to their length, and come again with the same seed."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.data.drawing.texts.spellings import address, brand, pronounceable
from core.data.drawing.texts.word_lists import english

seeds, counts = st.integers(0, 10_000), st.integers(1, 26)


@given(seeds, counts)
def test_a_pronounceable_word_has_its_length_in_small_letters(seed: Any, count: Any):
    word = pronounceable(np.random.default_rng(seed), count)
    assert len(word) == count and word.isascii() and word.isalpha() and word.islower()
    assert word == pronounceable(np.random.default_rng(seed), count)


def test_letters_of_a_pronounceable_word_follow_one_another_as_in_words():
    pairs = {word[place : place + 2] for word in english()[0] for place in range(len(word) - 1)}
    rng = np.random.default_rng(0)
    words = [pronounceable(rng, 8) for _ in range(300)]
    drawn = [word[place : place + 2] for word in words for place in range(7)]
    assert np.mean([pair in pairs for pair in drawn]) > 0.98
    assert np.mean([any(letter in "aeiouy" for letter in word) for word in words]) > 0.98


@given(seeds, st.integers(3, 26))
def test_a_brand_is_no_longer_than_asked_for(seed: Any, longest: int):
    text = brand(np.random.default_rng(seed), "kodak"[:longest], longest)
    assert 1 <= len(text) <= longest


@given(seeds, st.integers(1, 26))
def test_an_address_is_no_longer_than_asked_for(seed: Any, longest: int):
    def word(count: int) -> str:
        return "abcdefghijklmnop"[:count]

    assert len(address(np.random.default_rng(seed), word, longest)) <= longest


def test_an_address_names_a_host():
    rng = np.random.default_rng(3)
    drawn = [address(rng, lambda count: "x" * count, 26).lower() for _ in range(200)]
    assert sum("." in text for text in drawn) > 150
    assert sum(text.startswith("www.") for text in drawn) > 40
