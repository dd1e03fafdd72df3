"""Chinese texts: words by frequency, every symbol often enough, numbers and dates, within length and charset."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from core.charset import ALNUM, CHINESE, CHINESE_LARGE, Charset
from core.data.drawing.texts.chinese_words import ChineseWords, chinese
from core.traditional import SIMPLIFIED, TRADITIONAL

ALL = tuple(CHINESE)


def drawn(words: ChineseWords, count: int = 3000) -> list[str]:
    rng = np.random.default_rng(0)
    return [words.draw(rng).text for _ in range(count)]


def test_charset_zh_holds_level_1_of_gb_2312_letters_digits_and_marks():
    charset = Charset.named("zh")
    assert len([symbol for symbol in charset if "一" <= symbol <= "鿿"]) == 3755
    assert charset.missing("0Zz￥·：（）、%…") == ()
    assert charset.missing("(") == ("(",)  # it looks like （


def test_charset_zh_large_appends_level_2_and_traditional_forms_to_zh():
    large = Charset.named("zh-large")
    assert large.symbols[: len(CHINESE)] == tuple(CHINESE)
    both = {symbol for symbol in large if "一" <= symbol <= "鿿"}
    assert len(both) == 6763 + 1800
    assert sum(symbol.encode("gb2312", "ignore") != b"" for symbol in both) == 6763
    assert large.missing("圳榛荞阈铵砺檐岱無時見羅") == ()


def test_traditional_forms_are_none_of_gb_2312_and_their_simplified_ones_are():
    assert len(TRADITIONAL) == len(SIMPLIFIED) == len(set(TRADITIONAL)) == 1800
    assert all(symbol.encode("gb2312", "ignore") == b"" and symbol.encode("big5") for symbol in TRADITIONAL)
    assert all(symbol.encode("gb2312") for symbol in SIMPLIFIED)
    assert dict(zip(TRADITIONAL, SIMPLIFIED, strict=True))["時"] == "时"


@pytest.mark.long
def test_every_symbol_of_zh_large_is_drawn_often_and_a_quarter_of_the_texts_is_traditional():
    texts = drawn(ChineseWords(tuple(CHINESE_LARGE), (1, 12)), 40_000)
    count = Counter("".join(texts))
    often = [count[symbol] for symbol in CHINESE_LARGE]
    assert np.percentile(often, 1) >= 2  # 150 and more in a million and a half, see ADR 84
    traditional = [text for text in texts if not set(TRADITIONAL).isdisjoint(text)]
    assert 0.2 < len(traditional) / len(texts) < 0.6
    assert any(len(text) >= 4 and set(text) <= set(TRADITIONAL) for text in traditional)


def test_texts_of_zh_hold_no_traditional_form():
    assert set(TRADITIONAL).isdisjoint("".join(drawn(ChineseWords(ALL, (1, 12)))))


@pytest.mark.long
def test_every_mark_of_the_charset_is_drawn():
    assert set("".join(drawn(ChineseWords(ALL, (1, 12)), 20_000))) >= {s for s in CHINESE if not "一" <= s <= "鿿"}


def test_listed_words_hold_every_chinese_symbol_but_coarse_ones():
    missing = set(CHINESE[:3755]).difference(*chinese()[0])
    assert len(missing) < 20


def test_texts_keep_to_length_and_charset():
    for least, most in ((1, 12), (3, 4), (12, 12)):
        for text in drawn(ChineseWords(ALL, (least, most)), 400):
            assert least <= len(text) <= most
            assert set(text) <= set(CHINESE)


@pytest.mark.long
def test_frequent_words_come_most_and_rare_symbols_often_enough():
    texts = drawn(ChineseWords(ALL, (1, 12)), 20_000)
    count = Counter("".join(texts))
    often = [count[symbol] for symbol in CHINESE[:3755]]
    assert count["的"] > 5 * np.median(often)
    assert np.percentile(often, 1) >= 2  # 400 in four million words, and more where words are by frequency


def test_prices_dates_and_measures_are_among_the_texts():
    texts = drawn(ChineseWords(ALL, (1, 12)))
    for sign in "￥元年%号":
        assert any(sign in text and any(digit in text for digit in "0123456789") for text in texts), sign


def test_words_of_a_corpus_take_the_place_of_the_list():
    texts = drawn(ChineseWords(ALL, (1, 4), ("东南西北",)), 500)
    assert sum(text in "东南西北" * 2 for text in texts) > 150


def test_only_lines_of_chinese_symbols_stand_upright_one_below_another():
    assert 0 < ChineseWords.standing_share("东南西北") < 1
    assert not any(map(ChineseWords.standing_share, ("12元8角", "东南", "（东南）")))


@pytest.mark.parametrize(("symbols", "can"), [(CHINESE, True), (ALNUM, False), (ALNUM + "京沪粤", False)])
def test_a_charset_of_many_chinese_symbols_is_one_of_chinese_words(symbols: Any, can: bool):
    assert ChineseWords.can_draw(symbols) is can
