from pathlib import Path

import pytest

from core.labels.formats.readers.paddleocr import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import WordLabel

POINTS = '"points": [[0, 0], [40, 0], [40, 10], [0, 10]]'


def read(folder: Path, line: str) -> list[Record | Refusal]:
    path = folder / "Label.txt"
    path.write_text(line, encoding="utf-8")
    return list(FORMAT.read(Source(path)))


def test_each_word_of_a_scene_is_a_record_to_cut_out(tmp_path):
    found = read(
        tmp_path,
        f'imgs/s.jpg\t[{{"transcription": "出口 EXIT", {POINTS}, "difficult": false}},'
        f' {{"transcription": "###", {POINTS}}}, {{"transcription": "B", {POINTS}}}]',
    )
    corners = ((0, 0), (40, 0), (40, 10), (0, 10))
    first, second, third = found
    assert first == Record(
        WordLabel(text="出口 EXIT"), "Label.txt, line 1, word 1", image="imgs/s.jpg", crop=corners, number=1
    )
    assert second == Refusal("Label.txt, line 1, word 2", 'illegible ("###").')
    assert third.number == 3


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (f'{{"transcription": "A", {POINTS}, "difficult": true}}', 'illegible ("A", difficult)'),
        (f'{{"transcription": "*", {POINTS}}}', "illegible"),
        (f'{{"transcription": "", {POINTS}}}', "the text is empty"),
        ('{"transcription": "A", "points": [[0, 0], [1, 1]]}', "at least three corners"),
        ('{"transcription": "A", "points": [[0, 0], [1, 1], [2]]}', "needs 2 numbers"),
        ("7", "not a JSON object"),
    ],
)
def test_what_is_wrong_with_a_word_is_said(tmp_path, word, expected):
    refusal, good = read(tmp_path, f'a.jpg\t[{word}, {{"transcription": "B", {POINTS}}}]')
    assert expected in refusal.reason
    assert isinstance(good, Record)


@pytest.mark.parametrize(
    ("line", "expected"),
    [("a.jpg", "no tab"), ("a.jpg\t{}", "not a JSON list"), ("a.jpg\t[", "not JSON"), ("/\t[]", "absolute")],
)
def test_what_is_wrong_with_a_line_is_said(tmp_path, line, expected):
    (refusal,) = read(tmp_path, line)
    assert expected in refusal.reason


def test_code_in_a_label_is_not_run(tmp_path):
    (refusal,) = read(tmp_path, "a.jpg\t[__import__('os').system('exit 3')]")
    assert refusal.reason.startswith("not JSON")
