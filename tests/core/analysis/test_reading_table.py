import csv
from pathlib import Path

import pytest

from core.analysis.reading_table import write_table
from core.base.errors import FileWriteError
from core.labels.maps.decoding import ReadCharacter, ReadWord

WORDS = [
    (
        "a, b/字.png",
        ReadWord(
            'A"',
            0.72,
            tuple(ReadCharacter(s, k, 0.9 - k / 10, (1.0, 2.0)) for k, s in enumerate('A"')),
            (1, 3),
            probability=0.8,
        ),
    ),
    ("empty.png", ReadWord("", 0.0, (), ())),
]


def test_csv_has_a_column_for_each_value_and_is_known_as_utf_8(tmp_path: Path):
    path = tmp_path / "new" / "readings.CSV"
    write_table(path, WORDS)
    assert path.read_bytes().startswith(b"\xef\xbb\xbfimage,")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows == [
        {"image": "a, b/字.png", "text": 'A"', "probability": "0.800", "scores": "0.900 0.800", "gaps": "1 3"},
        {"image": "empty.png", "text": "", "probability": "0.000", "scores": "", "gaps": ""},
    ]


def test_any_other_name_gets_a_line_an_image(tmp_path: Path):
    path = tmp_path / "readings.txt"
    write_table(path, WORDS)
    assert path.read_text(encoding="utf-8").splitlines() == [
        'a, b/字.png\tA"\t0.800, nothing at 1, 3',
        "empty.png\t\t0.000, not sure",
    ]


def test_file_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(FileWriteError, match="not created"):
        write_table(tmp_path / "file" / "readings.csv", WORDS)
