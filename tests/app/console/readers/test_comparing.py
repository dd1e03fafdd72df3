"""What the command prints of other readers whose readings a project holds."""

from pathlib import Path

import pytest

from app.console.readers.comparing import compared_readers, print_compared
from core.labels.maps.decoding import ReadWord
from core.model.metrics.breakdown import judge_word
from core.readings.reading import PictureReading, Reading
from core.readings.store import FILE, keep


def judged(target: str, read: str):
    return judge_word(target, ReadWord(read, 0.9, (), ()), (), str)


def test_each_reader_has_a_row_beside_the_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = {"a.png": judged("PIZZA", "PIZZA"), "b.png": judged("OPEN", "0PEN"), "c.png": judged("BAR", "BAR")}
    readings = {"a.png": "P2220", "b.png": "0PEN"}
    keep(
        tmp_path,
        [PictureReading(image, "00", Reading("PP-OCR", text, seconds=0.25)) for image, text in readings.items()],
    )
    found = compared_readers("reader", words, tmp_path, 7.5)
    assert list(found) == ["PP-OCR"]
    assert (found["PP-OCR"]["word_accuracy_ci"], found["PP-OCR"]["model_on_these_words"]["words"]) == (0.0, 2)
    print_compared(found)
    printed = capsys.readouterr().out
    assert [line.rpartition(", ")[2] for line in printed.splitlines()[:2]] == ["4.0 words/s", "7.5 words/s"]
    assert "read rightly by PP-OCR only: 0; by the model only: 1" in printed
    assert "misread alike by both, where the label is often wrong: b.png" in printed


def test_damaged_lines_are_told_and_the_others_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    keep(tmp_path, [PictureReading("a.png", "00", Reading("PP-OCR", "PIZZA"))])
    with (tmp_path / FILE).open("a") as file:
        file.write("no reading\n")
    assert list(compared_readers("reader", {"a.png": judged("PIZZA", "PIZZA")}, tmp_path)) == ["PP-OCR"]
    assert "line 2 holds no reading" in capsys.readouterr().err


def test_a_project_without_other_readers_has_no_row(tmp_path: Path):
    assert compared_readers("reader", {}, tmp_path) == {}
