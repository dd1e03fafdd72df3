import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import FormatError, SynthesisError
from core.charset import ALNUM, CAPITALS, DIGITS, Charset
from core.data.drawing.effects import MILD, PLATES
from core.data.drawing.texts.words import ON_PLATES, PROVINCES, WordSource, balance, fill_up, parse_length, read_corpus

ENGLISH = ("the", "of", "and", "exit", "street", "jazz", "quay", "hotel", "open", "six", "vow", "keeper", "blue")


def texts(source: WordSource, count: int) -> list[str]:
    rng = np.random.default_rng(7)
    return [source.draw(rng).text for _ in range(count)]


def frequencies(words: list[str]) -> dict[str, float]:
    counts = Counter("".join(words))
    return {symbol: count / counts.total() for symbol, count in counts.items()}


@pytest.mark.parametrize("plates", [0.0, 0.15])
def test_every_symbol_comes_about_equally_often(plates: float):
    found = frequencies(texts(WordSource(tuple(ALNUM), (3, 8), plate_share=plates, plates=MILD.plates), 20_000))
    assert set(found) == set(ALNUM)
    assert max(found.values()) < 1.15 / 62
    assert min(found.values()) > 0.85 / 62


def test_random_words_make_up_for_the_symbols_that_a_corpus_lacks():
    source = WordSource(tuple("abcdefghijklmnopqrstuvwxyz0123456789"), (2, 6), ENGLISH)
    found = frequencies(texts(source, 20_000))
    corpus = frequencies(list(ENGLISH))
    assert min(found.values()) > 0.4 / 36
    assert max(found.values()) < 0.75 * max(corpus.values())


def test_words_of_a_corpus_are_drawn_as_they_are():
    source = WordSource(tuple("abcdefghijklmnopqrstuvwxyz"), (2, 6), ENGLISH)
    drawn = texts(source, 2000)
    share = sum(word in ENGLISH for word in drawn) / len(drawn)
    assert share == pytest.approx(0.8, abs=0.04)
    assert set(ENGLISH) <= set(drawn)


def test_lengths_are_all_in_the_range_and_all_drawn():
    drawn = texts(WordSource(tuple(DIGITS), (2, 5)), 500)
    assert {len(word) for word in drawn} == {2, 3, 4, 5}


def test_words_keep_to_one_case_half_of_the_time():
    drawn = texts(WordSource(tuple(ALNUM), (8, 8)), 4000)
    one_case = sum(word.upper() == word or word.lower() == word for word in drawn) / len(drawn)
    assert one_case == pytest.approx(0.5, abs=0.05)  # 8 symbols of both cases almost never agree by chance


def test_plates_are_capitals_and_digits_of_the_right_length():
    source = WordSource(tuple(ALNUM + "粤京"), (5, 7), plate_share=1.0, plates=MILD.plates)
    rng = np.random.default_rng(1)
    plates = [source.draw(rng) for _ in range(300)]
    assert all(plate.is_plate and 5 <= len(plate.text) <= 7 for plate in plates)
    assert all(set(plate.text) <= set(DIGITS + CAPITALS + "粤京") for plate in plates)
    assert all(plate.text[0] in "粤京" for plate in plates if set(plate.text) & set("粤京"))
    assert any(plate.text[0] in "粤京" for plate in plates)


def test_chinese_plates_are_a_province_a_letter_and_five_letters_or_digits():
    found = texts(WordSource(tuple(ON_PLATES), (3, 8), plate_share=1.0, plates=PLATES.plates), 5000)
    assert all(re.fullmatch(f"[{PROVINCES}][A-HJ-NP-Z][A-HJ-NP-Z0-9]{{5}}", plate) for plate in found)
    assert set("".join(found)) == set(ON_PLATES)


def test_charset_without_digits_gets_no_plates():
    source = WordSource(tuple("abc"), (3, 5), plate_share=0.5, plates=MILD.plates)
    assert not any(source.draw(np.random.default_rng(seed)).is_plate for seed in range(9))
    with pytest.raises(SynthesisError, match="none of 3 to 5 symbols can be written"):
        WordSource(tuple("abc"), (3, 5), plate_share=1.0, plates=MILD.plates)


def test_spaces_stand_only_between_symbols():
    drawn = texts(WordSource(tuple("ab "), (1, 6)), 2000)
    assert any(" " in word for word in drawn)
    assert all(word == word.strip() and "  " not in word and word for word in drawn)


@given(st.lists(st.floats(0, 50), min_size=1, max_size=30), st.floats(0.01, 100))
def test_filling_up_levels_what_it_reaches_and_adds_nothing_above(given_counts: list[Any], free: float):
    given_array = np.array(given_counts)
    q = fill_up(given_array, free)
    assert q.sum() == pytest.approx(1)
    assert (q >= 0).all()
    total = given_array + free * q
    poured = q > 1e-9
    level = total[poured].max()
    assert total[poured] == pytest.approx(np.full(poured.sum(), level), rel=1e-6, abs=1e-6)
    assert (given_array[~poured] >= level - 1e-6).all()


def test_balancing_raises_words_with_rare_symbols():
    weights, counts = balance(("aa", "aa", "ab", "aa"), ("a", "b"))
    assert weights.sum() == pytest.approx(1)
    assert weights[2] > 0.9  # b comes only there; "ab" alone is the most even
    assert counts[1] == pytest.approx(weights[2])


@pytest.mark.parametrize(("text", "bounds"), [("3-8", (3, 8)), ("5", (5, 5)), (" 1 - 30 ", (1, 30))])
def test_length_is_a_range_or_a_number(text: str, bounds: tuple[Any, ...]):
    assert parse_length(text) == bounds


@pytest.mark.parametrize("text", ["", "8-3", "0-4", "a-b", "1-2-3", "-3", "3-", "1-1000", "٣", "9" * 5000])
def test_other_lengths_are_refused(text: str):
    with pytest.raises(SynthesisError, match="3-8"):
        parse_length(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_corpus_is_read_in_its_encoding(tmp_path: Path, encoding: str):
    path = tmp_path / "words.txt"
    path.write_bytes("中文 扫描 中文".encode(encoding))
    assert read_corpus(path, Charset(tuple("中文扫描")), (1, 4)).words == ("中文", "扫描")


def test_words_outside_charset_or_length_are_passed_over_and_counted(tmp_path: Path):
    path = tmp_path / "words.txt"
    path.write_text('"Hotel", café a extraordinary exit. exit naïve', encoding="utf-8")
    corpus = read_corpus(path, Charset(tuple("abcdefghijklmnopqrstuvwxyzH")), (3, 6))
    assert corpus.words == ("Hotel", "exit")
    assert (corpus.outside_charset, corpus.wrong_length) == (2, 2)
    assert str(corpus).startswith("words.txt: 2 words (utf-8). Left out: 2 with symbols outside")


def test_chinese_is_cut_at_punctuation_and_into_pieces(tmp_path: Path):
    path = tmp_path / "words.txt"
    path.write_text("小心地滑，请勿奔跑嬉戏打闹。", encoding="utf-8")
    corpus = read_corpus(path, Charset(tuple("小心地滑请勿奔跑嬉戏打闹")), (2, 4))
    assert corpus.words == ("小心地滑", "请勿奔跑", "嬉戏打闹")


def test_corpus_of_which_nothing_is_left_is_refused_with_the_reason(tmp_path: Path):
    path = tmp_path / "words.txt"
    path.write_text("one two three 12", encoding="utf-8")
    with pytest.raises(SynthesisError, match=r"words\.txt: no word of 3 to 8 .* \(3 with other symbols, 1 shorter"):
        read_corpus(path, Charset(tuple(DIGITS)), (3, 8))


def test_missing_or_binary_corpus_is_one_sentence(tmp_path: Path):
    with pytest.raises(SynthesisError, match=r"absent\.txt: cannot be read"):
        read_corpus(tmp_path / "absent.txt", Charset(("a",)), (1, 3))
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    with pytest.raises(FormatError, match=r"binary\.txt"):
        read_corpus(tmp_path / "binary.txt", Charset(("a",)), (1, 3))
