from pathlib import Path

import pytest
from support.words.boxes import YO

from core.base.errors import FormatError
from core.labels.formats.readers.jsonl import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import MAX_FILE, MAX_LINE, Source
from core.labels.label import WordLabel


def read(folder: Path, *lines: str, encoding: str = "utf-8", small: int = MAX_FILE) -> list[Record | Refusal]:
    path = folder / "train.jsonl"
    path.write_bytes("\n".join(lines).encode(encoding))
    return list(FORMAT.read(Source(path, small=small)))


def reason(folder: Path, line: str) -> str:
    (refusal,) = read(folder, line)
    return refusal.reason


def test_a_record_has_its_characters_in_order_with_their_boxes(tmp_path: Path):
    (record,) = read(
        tmp_path,
        '{"file": "a/b.png", "width": 78, "height": 43, "text": "Yo",'
        ' "chars": [{"c": "Y", "box": [4, 4, 25, 40]}, {"c": "o", "box": [24, 14, 48, 40]}]}',
    )
    assert record == Record(
        YO,
        "train.jsonl, line 1",
        image="a/b.png",
        size=(43, 78),
    )


def test_without_chars_a_record_is_word_level(tmp_path: Path):
    for line in ('{"file": "a.png", "text": "x, y"}', '{"file": "a.png", "text": "x, y", "chars": []}'):
        (record,) = read(tmp_path, line)
        assert record.label == WordLabel(text="x, y")


def test_text_that_contradicts_its_characters_is_kept_and_shows(tmp_path: Path):
    (record,) = read(tmp_path, '{"file": "a.png", "text": "HO", "chars": [{"c": "h", "box": [0, 0, 5, 9]}]}')
    assert (record.label.text, record.label.reading, record.label.disagrees) == ("HO", "h", True)


def test_a_bad_line_is_refused_with_its_number_and_the_next_one_read(tmp_path: Path):
    first, second = read(tmp_path, "{oops", "", '{"file": "a.png", "text": "A"}')
    assert first.where == "train.jsonl, line 1"
    assert first.reason.startswith("not JSON")
    assert second.where == "train.jsonl, line 3"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"text": "A"}', "the image's name is missing"),
        ('{"file": "a.png"}', "the text is missing"),
        ('{"file": "a.png", "text": " "}', "the text is empty"),
        ('{"file": "a.png", "text": "", "chars": [{"c": "A", "box": [0, 0, 1, 1]}]}', "the text is empty"),
        ('{"file": "a.png", "text": "A\\u0007"}', "the text holds the control character U+0007"),
        ('{"file": "a.png", "text": "\\ud83d"}', "the text holds the control character U+D83D"),
        ('{"file": "../", "text": "A"}', "leads out of the folder of images"),
        ('{"file": "/", "text": "A"}', "is absolute"),
        ('{"file": "a.png", "text": "A", "chars": {}}', "word"),
        ('{"file": "a.png", "text": "A", "chars": {"c": "A"}}', "chars is not a list"),
        ('{"file": "a.png", "text": "A", "chars": ["A"]}', "character 1 is not a JSON object"),
        ('{"file": "a.png", "text": "A", "chars": [{"c": "A"}]}', "the box of character 1 needs 4 numbers"),
        ('{"file": "a.png", "text": "A", "chars": [{"c": "A", "box": [0, 0, 1, "x"]}]}', '"x" is not a number'),
        ('{"file": "a.png", "text": "A", "chars": [{"c": "A", "box": [0, 0, 1, NaN]}]}', "it holds NaN"),
        ('{"file": "a.png", "text": "A", "chars": [{"c": "", "box": [0, 0, 1, 1]}]}', "character 1 has no symbol"),
        ('{"file": "a.png", "text": "A", "width": "w", "height": 2}', '"w" is not a number'),
        ("[]", "not a JSON object"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(tmp_path: Path, line: str, expected: str):
    if expected == "word":  # an empty object of characters is none at all
        (record,) = read(tmp_path, line)
        assert record.label.is_word_level
    else:
        assert expected in reason(tmp_path, line)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_encodings_are_found_and_counted(tmp_path: Path, encoding: str):
    path = tmp_path / "train.jsonl"
    path.write_bytes('{"file": "车牌.png", "text": "粤B12"}\r\n'.encode(encoding))
    source = Source(path)
    (record,) = FORMAT.read(source)
    assert (record.image, record.label.text) == ("车牌.png", "粤B12")
    (note,) = source.notes
    assert str(note) == f"one file was read as {encoding}: train.jsonl"


def test_a_line_separator_of_unicode_ends_no_line(tmp_path: Path):
    (record,) = read(tmp_path, '{"file": "a.png", "text": "a\u2028b"}')
    assert record.label.text == "a\u2028b"


def test_a_line_of_over_a_million_characters_is_refused_and_the_next_one_read(tmp_path: Path):
    first, second = read(tmp_path, '{"file": "' + "a" * MAX_LINE + '", "text": "A"}', '{"file": "a.png", "text": "A"}')
    assert "longer than" in first.reason
    assert isinstance(second, Record)


def test_a_list_too_large_to_hold_is_read_line_by_line(tmp_path: Path):
    lines = [f'{{"file": "图{n}.png", "text": "粤{n}"}}' for n in range(50)]
    long = '{"file": "' + "a" * (MAX_LINE + 100) + '", "text": "A"}'
    for encoding in ("utf-8", "gb18030", "utf-8-sig"):
        found = read(tmp_path, *lines, long, *lines, encoding=encoding, small=100)
        assert [each.label.text for each in found if isinstance(each, Record)] == [f"粤{n}" for n in range(50)] * 2
        assert [each.where for each in found if isinstance(each, Refusal)] == ["train.jsonl, line 51"]


def test_a_large_list_in_no_encoding_is_one_error(tmp_path: Path):
    (tmp_path / "a.jsonl").write_bytes(b"\x00\xff" * 100)
    with pytest.raises(FormatError, match="Save it as UTF-8"):
        list(FORMAT.read(Source(tmp_path / "a.jsonl", small=1)))


def test_an_unreadable_list_of_a_folder_is_refused_and_the_others_read(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text('{"file": "a.png", "text": "A"}\n')
    (tmp_path / "b.jsonl").write_text('{"file": "b.png", "text": "B"}\n')
    source = Source(tmp_path)
    records = FORMAT.read(source)
    first = next(records)
    (tmp_path / "b.jsonl").unlink()
    second = next(records)
    assert isinstance(first, Record)
    assert (second.where, "cannot be read" in second.reason) == ("b.jsonl", True)
