from pathlib import Path

import pytest

from core.labels.formats.readers.plaintext import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import CharacterLabel, WordLabel


def read(folder: Path, text: str) -> Record | Refusal:
    (folder / "a.txt").write_bytes(text.encode())
    (only,) = FORMAT.read(Source(folder))
    return only


def encode(label: WordLabel) -> str:
    return FORMAT.writer.encode(label, "a.png", (32, 100)).decode()


def test_the_first_line_is_the_text_and_each_other_one_a_character(tmp_path: Path):
    record = read(tmp_path, "你好\n11,12,21,22,31,32,41,42,你\n 1, 2, 3, 4, 5, 6, 7, 8,好\n")
    assert record == Record(
        WordLabel(
            (
                CharacterLabel("你", ((11, 12), (21, 22), (31, 32), (41, 42)), 1),
                CharacterLabel("好", ((1, 2), (3, 4), (5, 6), (7, 8)), 2),
            ),
            "你好",
        ),
        "a.txt",
        stem="a",
    )


@pytest.mark.parametrize("symbol", [",", " ", ",,", '"', "\\", "👍"])
def test_all_behind_the_eighth_comma_is_the_symbol(tmp_path: Path, symbol: str):
    record = read(tmp_path, f"A{symbol}\r\n1,2,3,4,5,6,7,8,A\r\n1,2,3,4,5,6,7,8,{symbol}\r\n")
    assert [each.symbol for each in record.label.characters] == ["A", symbol]
    assert record.label.text == f"A{symbol}"


def test_a_text_alone_is_word_level(tmp_path: Path):
    record = read(tmp_path, "hello, world\n\n")
    assert record.label == WordLabel(text="hello, world")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "the text is empty"),
        ("\n1,2,3,4,5,6,7,8,A\n", "the text is empty"),
        ("A\n1,2,3,4,5,6,7,A\n", "line 2 is not x1,y1,…,x4,y4,symbol"),
        ("AB\n1,2,3,4,5,6,7,8,A\n1,2,x,4,5,6,7,8,B\n", 'line 3: "x" is not a number'),
        ("A\n1,2,3,4,5,6,7,8,\n", "line 2: character 1 has no symbol"),
        ("A\n1,2,3,4,5,6,7,nan,A\n", "outside any picture"),
        ("Hello\x00 world\n", "neither UTF-8"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, expected: str):
    refusal = read(tmp_path, text)
    assert refusal.where == "a.txt"
    assert expected in refusal.reason


def test_the_reference_implementation_can_parse_what_is_written():
    label = WordLabel(
        (
            CharacterLabel("B", ((5.4, 0.6), (9, 0), (9, 9), (5, 9)), 2),
            CharacterLabel("A", ((0, 0), (4, 0), (4, 9), (0, 9)), 1),
        ),
        "AB",
    )
    lines = encode(label).splitlines()
    assert lines[0] == "AB"
    parsed = [(line.split(",")[8], [int(piece) for piece in line.split(",")[:8]]) for line in lines[1:]]
    assert parsed == [("A", [0, 0, 4, 0, 4, 9, 0, 9]), ("B", [5, 1, 9, 0, 9, 9, 5, 9])]


def test_a_polygon_of_many_corners_becomes_its_smallest_rectangle():
    hexagon = ((10, 0), (30, 0), (40, 10), (30, 20), (10, 20), (0, 10))
    assert encode(WordLabel((CharacterLabel("A", hexagon),), "A")) == "A\n0,0,40,0,40,20,0,20,A\n"
