from collections import Counter
from typing import Any

import numpy as np
import pytest

from core.charset import ALNUM, SIGNS
from core.data.drawing.texts.scene_words import LENGTHS, SceneWords
from core.data.drawing.texts.word_lists import english, known_words, names, rare

SMALL = "abcdefghijklmnopqrstuvwxyz"


def texts(source: SceneWords, count: int = 4000) -> list[str]:
    rng = np.random.default_rng(1)
    return [source.draw(rng).text for _ in range(count)]


def test_frequent_words_come_first_and_sum_to_one():
    words, frequencies = english()
    assert words[:3] == ("the", "to", "and")
    assert frequencies.sum() == pytest.approx(1)
    assert len(set(words)) == len(words) == 20_000


def test_words_beyond_the_frequent_ones_are_none_of_them():
    for words, _ in (rare(), names()):
        assert len(set(words)) == len(words) > 5000
        assert known_words().isdisjoint(words)
        assert all(word.isascii() and word.isalpha() and word.islower() for word in words)


def test_long_words_come_twice_as_often_as_on_signs_and_short_ones_in_the_order_of_signs():
    lengths = Counter(map(len, texts(SceneWords(tuple(ALNUM), (1, 26)))))
    share = {count: number / 4000 for count, number in lengths.items()}
    long_on_signs = sum(LENGTHS[7:]) / sum(LENGTHS)
    assert sum(share[count] for count in share if count >= 8) >= 2 * long_on_signs
    assert share[4] > share[6] > share[8]
    assert sum(share[count] for count in share if count >= 12) > 0.05
    assert 20 < max(lengths) <= 26


@pytest.mark.parametrize("charset", [ALNUM, SIGNS])
def test_most_texts_are_no_frequent_english(charset: Any):
    drawn = texts(SceneWords(tuple(charset), (1, 26)))
    letters = ("".join(filter(str.isalpha, text)).casefold() for text in drawn)
    frequent = np.mean([len(word) > 1 and word in known_words() for word in letters])
    assert 0.2 < frequent <= 0.35


@pytest.mark.parametrize("charset", [ALNUM, SIGNS])
def test_one_and_two_symbols_and_numbers_have_their_shares(charset: Any):
    drawn = texts(SceneWords(tuple(charset), (1, 26)))
    assert np.mean([len(text) == 1 for text in drawn]) == pytest.approx(0.06, abs=0.015)
    assert np.mean([len(text) == 2 for text in drawn]) == pytest.approx(0.06, abs=0.015)
    numbers = [
        text for text in drawn if len(text) > 2 and any(map(str.isdigit, text)) and not any(map(str.isalpha, text))
    ]
    assert len(numbers) / len(drawn) == pytest.approx(0.12, abs=0.02)


def test_single_symbols_are_all_of_the_charset():
    assert set(texts(SceneWords(tuple(SIGNS), (1, 1)))) == set(SIGNS)


def test_addresses_and_brands_are_among_the_texts():
    drawn = texts(SceneWords(tuple(SIGNS), (1, 26)))
    assert any(text.startswith("www.") and text.count(".") >= 2 for text in drawn)
    assert any("@" in text[1:] and "." in text for text in drawn)
    assert any(text.isalpha() and text[1:-1] != text[1:-1].lower() and not text.isupper() for text in drawn)


def test_addresses_lose_the_marks_that_the_charset_lacks():
    drawn = texts(SceneWords(tuple(ALNUM), (1, 26)))
    assert any(text.startswith("www") and len(text) > 8 for text in drawn)


def test_letter_case_is_that_of_signs():
    words = [text for text in texts(SceneWords(tuple(ALNUM), (3, 20))) if text.isalpha()]
    assert np.mean([word.isupper() for word in words]) == pytest.approx(0.45, abs=0.06)
    assert np.mean([word.islower() for word in words]) == pytest.approx(0.20, abs=0.06)
    assert np.mean([word.istitle() for word in words]) == pytest.approx(0.25, abs=0.06)


def test_only_symbols_of_the_charset_are_drawn_and_all_of_them():
    assert set("".join(texts(SceneWords(tuple(ALNUM), (1, 20))))) == set(ALNUM)
    assert set("".join(texts(SceneWords(tuple(SMALL), (1, 20))))) == set(SMALL)


def test_marks_of_the_charset_are_drawn_around_words_and_inside_them():
    found = texts(SceneWords(tuple(SIGNS), (1, 26)))
    marks = set(SIGNS) - set(ALNUM)
    assert set("".join(found)) == set(SIGNS)
    marked = [text for text in found if not marks.isdisjoint(text)]
    assert 0.15 < len(marked) / len(found) < 0.4
    assert any(text[0] in marks and text[1:].isalpha() for text in marked)
    assert any(text[-1] in marks and text[:-1].isalpha() for text in marked)
    assert any("-" in text[1:-1] and text.replace("-", "").isalpha() for text in marked)


def test_an_accented_letter_takes_the_place_of_its_plain_one():
    words = (*english()[0], *rare()[0], *names()[0])
    accented = [text for text in texts(SceneWords((*ALNUM, "é"), (4, 20))) if text.count("é") == 1]
    assert np.mean([text.replace("é", "e").lower() in words for text in accented]) > 0.5


def test_a_mark_that_nobody_knows_is_drawn_all_the_same():
    assert any("※" in text[1:-1] for text in texts(SceneWords((*ALNUM, "※"), (4, 20))))


def test_lengths_stay_within_bounds():
    assert {len(text) for text in texts(SceneWords(tuple(SIGNS), (4, 6)))} == {4, 5, 6}


def test_words_of_a_corpus_keep_their_case():
    found = Counter(texts(SceneWords(tuple(ALNUM), (4, 8), ("eBay", "McCafe"))))
    assert found["eBay"] > 400
    assert found["McCafe"] > 200
    assert not found["EBAY"]


@pytest.mark.parametrize(("symbols", "can"), [(ALNUM, True), (SMALL, True), ("0123456789", False), ("中文ab", False)])
def test_english_needs_an_alphabet(symbols: Any, can: bool):
    assert SceneWords.can_draw(tuple(symbols)) is can
