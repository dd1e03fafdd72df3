from pathlib import Path

import pytest
from support.words.hand_made_project import grey_scenes

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.scenes.paddleocr import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source, SourceChoices
from core.labels.label import WordLabel

POINTS = '"points": [[0, 0], [40, 0], [40, 10], [0, 10]]'


def read(folder: Path, line: str) -> list[Record | Refusal]:
    path = folder / "Label.txt"
    path.write_text(line, encoding="utf-8")
    return list(FORMAT.read(Source(path)))


def test_each_word_of_a_scene_is_a_record_to_cut_out(tmp_path: Path):
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
def test_what_is_wrong_with_a_word_is_said(tmp_path: Path, word: str, expected: str):
    refusal, good = read(tmp_path, f'a.jpg\t[{word}, {{"transcription": "B", {POINTS}}}]')
    assert expected in refusal.reason
    assert isinstance(good, Record)


@pytest.mark.parametrize(
    ("line", "expected"),
    [("a.jpg", "no tab"), ("a.jpg\t{}", "not a JSON list"), ("a.jpg\t[", "not JSON"), ("/\t[]", "absolute")],
)
def test_what_is_wrong_with_a_line_is_said(tmp_path: Path, line: str, expected: str):
    (refusal,) = read(tmp_path, line)
    assert expected in refusal.reason


def test_code_in_a_label_is_not_run(tmp_path: Path):
    (refusal,) = read(tmp_path, "a.jpg\t[__import__('os').system('exit 3')]")
    assert refusal.reason.startswith("not JSON")


@pytest.mark.parametrize("placeholder", ["待识别", "TEMPORARY", "无法识别"])
@pytest.mark.parametrize(
    ("name", "line"),
    [("Label.txt", f's.png\t[{{"transcription": "PLACEHOLDER", {POINTS}}}]'), ("rec_gt.txt", "s.png\tPLACEHOLDER")],
)
def test_placeholder_of_ppocrlabel_is_no_known_text_unless_it_is_kept(
    tmp_path: Path, placeholder: str, name: str, line: str
):
    grey_scenes(tmp_path / "in", 40, 60, "s.png")
    (tmp_path / "in" / name).write_text(line.replace("PLACEHOLDER", placeholder), encoding="utf-8")
    done = convert(tmp_path / "in", tmp_path / "out")
    assert [path.suffix for path in (tmp_path / "out").iterdir()] == [".png"]
    (note,) = (note for note in done.notes if note.kind == "left out")
    assert str(note.what) == f'placeholders "{placeholder}": images without a label'
    kept = convert(tmp_path / "in", tmp_path / "kept", choices=SourceChoices(keep_placeholders=True))
    (label,) = (tmp_path / "kept").glob("*.json")
    assert read_label(label).label.text == placeholder
    assert [note for note in kept.notes if note.kind == "left out"] == []


def test_placeholder_in_a_list_of_another_program_is_a_word(tmp_path: Path):
    grey_scenes(tmp_path / "in", 40, 60, "s.png")
    (tmp_path / "in" / "words.txt").write_text("s.png\t待识别\n", encoding="utf-8")
    convert(tmp_path / "in", tmp_path / "out")
    assert read_label(tmp_path / "out" / "s.json").label.text == "待识别"


def test_marks_of_illegible_words_are_kept_as_words_if_a_person_says_so(tmp_path: Path):
    (tmp_path / "Label.txt").write_text(f'a.jpg\t[{{"transcription": "###", {POINTS}}}]')
    (record,) = FORMAT.read(Source(tmp_path, choices=SourceChoices(keep_placeholders=True)))
    assert record.label.text == "###"
