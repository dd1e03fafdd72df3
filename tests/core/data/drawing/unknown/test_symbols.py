"""A share of the words has one symbol that the charset lacks, and that looks like none of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.charset import ALNUM, Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import SCENE
from core.data.drawing.synthesis import Synthesis, sample, text_of
from core.data.drawing.unknown.accents import parts_of
from core.data.drawing.unknown.symbols import UnknownSymbols, unknown_symbols, with_faces

LATIN = Charset(tuple(ALNUM))


@pytest.fixture(scope="module")
def config() -> Synthesis:
    return prepare(LATIN, SCENE, (2, 8), unknown=0.5).config


def test_unknown_symbols_are_outside_the_charset_and_no_look_alikes():
    symbols = unknown_symbols(LATIN)
    assert set(symbols).isdisjoint(ALNUM)
    assert {"é", "Я", "Σ", "ß"} <= set(symbols)
    assert set(symbols).isdisjoint("ΑОсеıІ")  # Greek, Cyrillic and Turkish letters that look Latin
    assert "é" not in unknown_symbols(Charset((*ALNUM, "é")))


def test_chinese_readers_meet_rarer_chinese_symbols_kana_and_letters_with_accents():
    symbols = unknown_symbols(Charset.named("zh"))
    assert {"圳", "國", "の", "ア", "é"} <= set(symbols)
    assert set(symbols).isdisjoint("深中"), "in the charset"
    assert set(symbols).isdisjoint("ニロカ"), "kana that look like 二, 口 and 力"
    assert {"の", "圳"}.isdisjoint(unknown_symbols(LATIN))


@given(st.text(st.sampled_from(ALNUM + ".-"), min_size=1, max_size=9), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_at_most_one_letter_is_replaced(text: str, seed: int, share: float):
    unknown = with_faces(share, LATIN, [frozenset("Яß")])
    changed, needed = unknown.put_into(text, np.random.default_rng(seed))
    places = [place for place, (old, new) in enumerate(zip(text, changed, strict=True)) if old != new]
    assert len(places) <= 1
    for place in places:
        symbol = changed[place]
        assert symbol not in ALNUM
        assert text[place].isalnum()
        # the face of the word has the symbol, or the letter below its accent
        assert (needed == changed and symbol in "Яß") or (needed == text and parts_of(symbol)[0] == text[place])
    assert places or needed == text


def test_share_of_the_words(config: Synthesis):
    texts = [text_of(config, 3, index).text for index in range(50)]
    assert all(set(text) <= set(ALNUM) for text in texts)  # the texts themselves are the charset's
    samples = [sample(config, 3, index) for index in range(60)]
    unknown = [word for word in samples if not set(word.label.word) <= set(ALNUM)]
    assert 15 < len(unknown) < 45
    for word in unknown:
        assert word.label.reading == word.label.word
        assert len(word.label.characters) == len(word.label.word)


def test_without_a_share_the_same_words_are_drawn_as_before(config: Synthesis):
    plain, none = prepare(LATIN, SCENE, (2, 8)).config, UnknownSymbols(0.0, (), frozenset())
    assert plain.unknown is None
    first = sample(plain, 5, 1)
    assert first.label.word == sample(plain, 5, 1).label.word
    assert none.put_into("abc", np.random.default_rng(0)) == ("abc", "abc")
