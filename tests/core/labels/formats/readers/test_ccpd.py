from pathlib import Path

import pytest

from core.labels.formats.readers.ccpd import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import CharacterLabel, WordLabel

QUAD = "1.004,2,11,2,11,22,1,22"
CORNERS = ((1.0, 2.0), (11.0, 2.0), (11.0, 22.0), (1.0, 22.0))


def read(folder: Path, text: str) -> Record | Refusal:
    (folder / "labels").mkdir(exist_ok=True)
    (folder / "labels" / "p.txt").write_text(text, encoding="utf-8")
    (only,) = FORMAT.read(Source(folder))
    return only


def test_a_line_is_the_word_and_then_its_characters(tmp_path: Path):
    record = read(tmp_path, f"{QUAD},皖A,{QUAD},皖,{QUAD},A")
    characters = (CharacterLabel("皖", CORNERS, 1), CharacterLabel("A", CORNERS, 2))
    assert record == Record(WordLabel(characters, "皖A"), "labels/p.txt", stem="p")


@pytest.mark.parametrize("word", ["1,2", ",", "12", "7", "A,,B", ",,", "1,2,3,4,5,6,7,8,9"])
def test_commas_and_digits_are_symbols_as_well(tmp_path: Path, word: str):
    record = read(tmp_path, f"{QUAD},{word}," + ",".join(f"{QUAD},{symbol}" for symbol in word) + "\n")
    assert record.label.text == word
    assert [each.symbol for each in record.label.characters] == list(word)
    assert {each.polygon for each in record.label.characters} == {CORNERS}


def test_a_word_without_characters_is_word_level(tmp_path: Path):
    record = read(tmp_path, f"{QUAD},皖A")
    assert record.label == WordLabel(text="皖A")


def test_a_word_that_contradicts_its_characters_is_kept_and_shows(tmp_path: Path):
    record = read(tmp_path, f"{QUAD},皖A1,{QUAD},皖,{QUAD},A")
    assert (record.label.text, record.label.reading, record.label.disagrees) == ("皖A1", "皖A", True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "0 lines instead of one"),
        (f"{QUAD},A\n{QUAD},B", "2 lines instead of one"),
        ("1,2,3", "not x1,y1,…,x4,y4,WORD"),
        (f"{QUAD},AB,{QUAD},A,{QUAD}", "character 2 is cut off"),
        (f"{QUAD},AB,{QUAD},A,x{QUAD},B", "is not a number"),
        (f"{QUAD},", "the text is empty"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, expected: str):
    refusal = read(tmp_path, text)
    assert expected in refusal.reason
