from pathlib import Path

import pytest

from core.labels.formats.readers.mmocr import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import CharacterLabel, WordLabel


def read(folder: Path, line: str) -> Record | Refusal:
    path = folder / "instances.txt"
    path.write_text(line, encoding="utf-8")
    (only,) = FORMAT.read(Source(path))
    return only


def test_a_record_has_a_quadrilateral_a_character(tmp_path: Path):
    record = read(
        tmp_path,
        '{"file_name": "r_1.png", "annotations": '
        '[{"char_text": "F", "char_box": [11.0, 0.0, 22.0, 0.0, 12.0, 12.0, 0.0, 12.0]}],'
        ' "text": "F"}',
    )
    polygon = ((11, 0), (22, 0), (12, 12), (0, 12))
    assert record == Record(
        WordLabel((CharacterLabel("F", polygon, 1),), "F"), "instances.txt, line 1", image="r_1.png"
    )


def test_word_level_records_have_a_filename_and_a_text(tmp_path: Path):
    record = read(tmp_path, '{"filename": "a.png", "text": "x"}')
    assert (record.image, record.label) == ("a.png", WordLabel(text="x"))


def test_annotations_without_text_have_none(tmp_path: Path):
    record = read(
        tmp_path, '{"file_name": "a.png", "annotations": [{"char_text": "F", "char_box": [0,0,5,0,5,5,0,5]}]}'
    )
    assert (record.label.text, record.label.word) == (None, "F")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"text": "A"}', "the image's name is missing"),
        ('{"file_name": "a.png", "annotations": 7}', "annotations is not a list"),
        ('{"file_name": "a.png", "annotations": [7]}', "character 1 is not a JSON object"),
        ('{"file_name": "a.png", "annotations": [{"char_text": "A", "char_box": [1, 2, 3]}]}', "needs 8 numbers"),
        (
            '{"file_name": "a.png", "annotations": [{"char_box": [0,0,5,0,5,5,0,5]}]}',
            "the symbol of character 1 is missing",
        ),
    ],
)
def test_what_is_wrong_with_a_record_is_said(tmp_path: Path, line: str, expected: str):
    refusal = read(tmp_path, line)
    assert expected in refusal.reason
