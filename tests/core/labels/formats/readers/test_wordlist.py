from pathlib import Path
from typing import Any

import pytest

from core.labels.formats.base import Format
from core.labels.formats.readers import paddleocr_rec, wordlist
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source
from core.labels.label import CharacterLabel, WordLabel


def read(folder: Path, text: str, of: Format = wordlist.FORMAT) -> list[Record | Refusal]:
    path = folder / "words.txt"
    path.write_bytes(text.encode())
    return list(of.read(Source(path)))


def line(image: str, label: WordLabel) -> str:
    return wordlist.FORMAT.writer.line(image, label, (32, 100))


@pytest.mark.parametrize("of", [wordlist.FORMAT, paddleocr_rec.FORMAT])
def test_all_behind_the_tab_is_the_text(tmp_path: Path, of: Any):
    first, second = read(tmp_path, 'sub\\a b.png\t "x", y \r\n车.png\t粤B\n', of)
    assert first == Record(WordLabel(text=' "x", y '), "words.txt, line 1", image="sub/a b.png")
    assert second == Record(WordLabel(text="粤B"), "words.txt, line 2", image="车.png")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.png hello\n", "no tab between"),
        ("a.png\t\n", "the text is empty"),
        ("\thello\n", "the image's name is empty"),
        ("a.png\tx\ty\n", "control character U+0009"),
        ("../\tx\n", "leads out"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(tmp_path: Path, text: str, expected: str):
    refusal, good = read(tmp_path, text + "b.png\tB\n")
    assert expected in refusal.reason
    assert isinstance(good, Record)


@pytest.mark.parametrize("name", ["../set/a.png", "C:\\someone\\set\\a.png", "/mnt/someone/set/a.png"])
def test_of_a_path_that_leads_elsewhere_the_end_alone_counts(tmp_path: Path, name: str):
    (record,) = read(tmp_path, f"{name}\tx\n")
    assert record.image is None
    assert record.elsewhere.endswith("set/a.png") and not record.elsewhere.startswith(("/", ".", "C"))


def test_a_name_with_a_tab_cannot_be_listed():
    with pytest.raises(Reject, match="tab or another control character"):
        line("a\tb.png", WordLabel(text="x"))


def test_a_word_of_which_a_symbol_is_unknown_cannot_be_listed():
    square = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    with pytest.raises(Reject, match="illegible"):
        line("a.png", WordLabel((CharacterLabel("A", square), CharacterLabel("###", square))))


def test_ppocrlabels_state_of_files_is_no_word_list(tmp_path: Path):
    (tmp_path / "fileState.txt").write_text("/data/x/a.png\t1\n")
    assert not wordlist.FORMAT.detect(Source(tmp_path))
