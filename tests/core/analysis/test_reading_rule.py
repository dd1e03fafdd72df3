import pytest

from core.analysis.reading_rule import LEAST_TEXTS, are_codes, is_code


@pytest.mark.parametrize("text", ["7F3K", "aBc", "A1", "2024", "京A12345", "x9"])
def test_digits_beside_letters_and_capitals_within_a_word_make_a_code(text: str):
    assert is_code(text)


@pytest.mark.parametrize("text", ["HOTEL", "Hotel", "coffee", "出口", "2024年", "三楼B", "Café", ""])
def test_words_of_a_language_are_none(text: str):
    assert not is_code(text)


def test_more_than_half_of_thirty_texts_have_to_be_codes():
    words, codes = ["HOTEL"] * 15, ["7F3K"] * 16
    assert are_codes([*words, *codes])
    assert not are_codes([*words, *codes[:15]])
    assert not are_codes(["7F3K"] * (LEAST_TEXTS - 1))
    assert are_codes([*["7F3K"] * LEAST_TEXTS, ""])
