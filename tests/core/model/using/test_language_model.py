"""Reading by how words are spelled: the probabilities, and the search against all words that are possible."""

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import DataError
from core.labels.maps.spec import MapSpec
from core.model.using.language_model import (
    BONUS,
    SHARPNESS,
    SURELY_THERE,
    UNLIKELY,
    WEIGHT,
    WITHIN,
    LanguageModel,
    Spelling,
    language_model,
    of_corpus,
    readings,
)
from core.model.using.reading_options import ReadingOptions
from core.runs.spec import NetworkSpec

SMALL = LanguageModel(["ab", "abba", "b"], np.array([0.5, 0.3, 0.2]))
THRESHOLD = 0.3


def english() -> LanguageModel:
    return language_model("en")


def read_spelled(
    shares: np.ndarray, presence: np.ndarray, symbols: Sequence[str], language: Spelling
) -> list[tuple[int, int]]:
    """The likeliest word."""
    found = readings(shares, presence, symbols, THRESHOLD, language)
    return found[0][1] if found else []


def spelled(words: list[dict[str, float]], language: LanguageModel | None = None, presence: float = 0.9) -> str:
    """What is read where each position sees these symbols with these shares."""
    symbols = sorted({*"abcdefghijklmnopqrstuvwxyz0123456789"}.union(*words))
    shares = np.array([[word.get(symbol, 0.0) for symbol in symbols] for word in words])
    read = read_spelled(shares, np.full(len(words), presence), symbols, language or english())
    return "".join(symbols[symbol] for _, symbol in read)


def seen(word: str, **doubts: dict[str, float]) -> list[dict[str, float]]:
    """The network is sure of a word, but for the doubts about its letters: `p2={"e": 0.6, "g": 0.4}`."""
    return [doubts.get(f"p{place}", {symbol: 1.0}) for place, symbol in enumerate(word, 1)]


def test_a_symbol_that_the_network_all_but_rules_out_is_not_read_for_the_spellings_sake():
    doubt = {"k": 0.95, "n": 0.95 * UNLIKELY / 2}
    assert spelled(seen("plakate", p4=doubt)) == "plakate"
    assert spelled(seen("plakets", p4={"k": 0.5, "n": 0.45})) == "planets"


def test_a_position_where_a_character_surely_is_is_never_left_out():
    symbols = sorted("abcdefghijklmnopqrstuvwxyz")
    shares = np.array([[float(symbol == letter) for symbol in symbols] for letter in "thhe"])
    for presence, letters in ((SURELY_THERE + 0.01, 4), (0.35, 3)):
        read = read_spelled(shares, np.array([0.9, 0.9, presence, 0.9]), symbols, AlwaysShorter())
        assert len(read) == letters, presence


class AlwaysShorter:
    """A language in which each symbol costs so much that any position is left out that may be."""

    bonus, unspelled = 0.0, -1e6

    def chances(self, context: str, symbols: Sequence[str], equal: float) -> list[float]:
        return [-20.0] * len(symbols)

    def following(self, context: str, symbol: str) -> str:
        return context + symbol

    def ends(self, context: str) -> float:
        return 0.0

    def allowed(self, context: str) -> None:
        return None


@pytest.mark.parametrize("context", ["^", "^a", "^th", "ship", "zzzq", "7", "."])
def test_the_probabilities_after_a_context_sum_to_one(context: str):
    assert np.exp(english().after(context)).sum() == pytest.approx(1)


def test_letters_that_no_word_has_together_change_nothing():
    """The whole beginning of a word, and the context that is kept of it, are followed alike."""
    for written in ("^ququa", "^wxwxthi", "^marketab"):
        context = "^"
        for letter in written[1:]:
            context = english().following(context, letter)
        assert len(context) < len(written)
        assert english().after(written[1 - english().order :]) == pytest.approx(english().after(context))


def test_an_n_gram_of_many_different_symbols_is_shorter_so_that_its_number_stays_one():
    symbols = [chr(0x4E00 + number) for number in range(3000)]
    language = LanguageModel(["".join(symbols[place : place + 6]) for place in range(2995)], np.ones(2995))
    assert language.order == 5
    after = language.after("".join(symbols[7:11]))
    assert after.argmax() == language.known[symbols[11]]
    assert np.exp(after).sum() == pytest.approx(1)


def test_what_follows_often_is_likelier_and_words_end_where_they_do():
    after = dict(zip("abcdefghijklmnopqrstuvwxyz0123456789$", english().after("^th"), strict=True))
    assert max(after, key=after.__getitem__) == "e"
    assert SMALL.after("^ab")[-1] > SMALL.after("^a")[-1]


@pytest.mark.parametrize(
    ("written", "context"),
    [
        ("", "^"),
        ("ab", "^ab"),
        ("abba", "^abba"),
        ("aba", "ba"),
        ("babb", "abb"),
        ("th", "h"),
        ("a7", "7"),
        ("7a", "^a"),
        ("a-", "."),
        ("a-b", "^b"),
        ("7.", "7"),
    ],
)
def test_a_context_is_the_last_letters_that_words_have_together_the_last_digit_or_a_mark(written: str, context: str):
    found = "^"
    for symbol in written:
        found = SMALL.following(found, symbol)
    assert found == context


def score_of(word: Sequence[int | None], shares: np.ndarray, presence: np.ndarray, symbols: str) -> float:
    """What is to be greatest, for a word that takes one symbol of each position, or None."""
    last = max(place for place, found in enumerate(presence) if found >= THRESHOLD)
    counted = [max(found, WITHIN) if place < last else found for place, found in enumerate(presence)]
    certain = 1 / (1 + np.exp(-SHARPNESS * (np.array(counted) - THRESHOLD)))
    context, evidence, spelling, unspelled = "^", 0.0, 0.0, math.log(0.01)
    for place, symbol in enumerate(word):
        if symbol is None:
            evidence += math.log1p(-certain[place])
            continue
        if counted[place] < 0.1:
            return -math.inf
        evidence += math.log(certain[place]) + math.log((shares[place, symbol] + 1e-5) / (shares[place].max() + 1e-5))
        evidence += BONUS
        known = "abcdefghijklmnopqrstuvwxyz0123456789".find(symbols[symbol])
        spelling += SMALL.after(context)[known] if known >= 0 else -math.log(len(symbols))
        unspelled -= math.log(len(symbols))
        context = SMALL.following(context, symbols[symbol])
    return evidence + WEIGHT * max(spelling + float(SMALL.after(context)[-1]), unspelled)


@given(
    symbols=st.sampled_from(["ab", "a7", "b-"]),
    seed=st.integers(0, 10_000),
    presence=st.lists(st.floats(0.0, 0.9), min_size=1, max_size=2).filter(lambda found: max(found) >= THRESHOLD),
)
def test_the_word_that_is_read_is_the_best_of_all(symbols: Any, seed: int, presence: Any):
    shares = np.random.default_rng(seed).dirichlet(np.ones(len(symbols)), len(presence))
    there = np.array(presence)
    read = dict(read_spelled(shares, there, symbols, SMALL))
    every = itertools.product((None, 0, 1), repeat=len(there))
    best = max(score_of(word, shares, there, symbols) for word in every)
    assert score_of([read.get(place) for place in range(len(there))], shares, there, symbols) == pytest.approx(best)


def test_a_likely_spelling_decides_where_the_network_is_in_doubt_and_only_there():
    assert spelled(seen("living", p6={"e": 0.55, "g": 0.45})) == "living"
    assert spelled(seen("livine")) == "livine"


def test_an_o_between_digits_is_a_nought_and_a_nought_between_letters_an_o():
    doubt = {"0": 0.45, "o": 0.55}
    assert spelled(seen("2003", p2=doubt, p3=doubt)) == "2003"
    doubt = {"0": 0.55, "o": 0.45}
    assert spelled(seen("food", p2=doubt, p3=doubt)) == "food"


def test_a_word_may_end_or_begin_at_a_mark():
    assert spelled(seen("ask!", p4={"!": 0.7, "i": 0.3})) == "ask!"
    assert spelled(seen("&", p1={"&": 0.7, "a": 0.3})) == "&"


def test_symbols_that_the_language_does_not_know_are_read_as_they_are_seen():
    assert spelled(seen("签签-é")) == "签签-é"


def test_where_nothing_is_present_nothing_is_read():
    assert not spelled(seen("the"), presence=THRESHOLD - 0.01)


def test_a_weak_letter_is_read_where_the_word_needs_it_and_left_out_where_it_is_surplus():
    for word, expected in (("market", "market"), ("themm", "them")):
        letters = sorted(set(word))
        shares = np.array([[float(letter == each) for each in letters] for letter in word])
        presence = np.full(len(word), 0.9)
        presence[-1] = 0.28
        read = read_spelled(shares, presence, letters, english())
        assert "".join(letters[symbol] for _, symbol in read) == expected


def test_a_weak_letter_is_read_where_the_order_has_counted_it_and_not_behind_the_last():
    """The word is spelled like none without it and like none with it, so that the places alone decide."""
    for weak, expected in ((2, "xqzkv"), (4, "xqzk")):
        shares = np.eye(5)
        presence = np.full(5, 0.9)
        presence[weak] = 0.12
        read = read_spelled(shares, presence, "xqzkv", english())
        assert "".join("xqzkv"[symbol] for _, symbol in read) == expected


def test_a_letter_that_is_there_twice_is_read_once_though_both_are_within_the_word():
    letters = sorted(set("market"))
    shares = np.array([[float(letter == each) for each in letters] for letter in "markket"])
    presence = np.array([0.9, 0.9, 0.9, 0.5, 0.4, 0.9, 0.9])
    read = read_spelled(shares, presence, letters, english())
    assert "".join(letters[symbol] for _, symbol in read) == "market"


def test_a_model_that_names_no_known_language_is_read_without():
    spec = NetworkSpec("small", ("a",), MapSpec(height=32, width=64, stride=4))
    options = ReadingOptions(language_model=True)
    assert options.of(spec) == ReadingOptions()
    assert options.of(spec.with_(language="xx")) == ReadingOptions()
    assert options.of(spec.with_(language="en")) == options
    assert language_model("xx") is None


def test_chinese_words_follow_one_another_without_a_space_and_decide_between_symbols_that_look_alike():
    language = language_model("zh")
    assert np.exp(language.after("今天")).sum() == pytest.approx(1)
    assert len(language.after("今天")) == len(language.known) + 1 == len(language.letters) + 11
    assert spelled(seen("今天下干", p4={"干": 0.55, "午": 0.45}), language) == "今天下午"
    assert spelled(seen("￥25.00"), language) == "￥25.00"
    assert spelled(seen("wifi密码"), language) == "wifi密码"


def test_language_of_a_file_spells_as_its_words_do(tmp_path: Path):
    path = tmp_path / "shop.txt"
    path.write_text("Zyqat zyqat 42 qorvi", encoding="utf-8")
    assert spelled(seen("zygat", p3={"g": 0.55, "q": 0.45}), of_corpus(path)) == "zyqat"
    path = tmp_path / "none.txt"
    path.write_text("42", encoding="utf-8")
    with pytest.raises(DataError, match="no word is in it"):
        of_corpus(path)
