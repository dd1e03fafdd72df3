import pytest

from core.labels.clusters import count_characters, is_cluster


@pytest.mark.parametrize("character", ["क्ष", "ก่", "น้ำ", "🇩🇪", "👨\u200d👩\u200d👧", "é\u0304"])
def test_one_character_of_several_code_points_is_a_cluster(character: str):
    assert count_characters(character) == 1
    assert is_cluster(character)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("A", 1), ("e\u0301", 1), ("한", 1), ("CAFE", 4), ("हिन्दी", 2)])
def test_a_symbol_and_a_word_are_none(text: str, count: int):
    assert count_characters(text) == count
    assert not is_cluster(text)
