"""`textscanner convert --as readings`, and whose texts an import takes."""

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from app.cli import run
from core.labels.files.storage import label_path, read_label
from core.readings.store import readings_in


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for number, name in enumerate("ab"):
        Image.new("RGB", (20 + number, 10)).save(folder / f"{name}.png")
    return folder


def table(project: Path) -> str:
    path = project.parent / "read.csv"
    path.write_text("image,text,confidence\na.png,PIZZA,0.9\nnone.png,x,0.5\n")
    return str(path)


def test_readings_are_taken_into_the_project_and_no_label_is_written(project: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["convert", table(project), str(project), "--as", "readings", "--reader", "PP-OCR"]) == 0
    out, err = capsys.readouterr()
    assert "2 rows read, 1 written, 1 refused; no label was changed" in out
    assert "none.png" in err
    (entry,) = readings_in(project).of("a.png")
    assert (entry.reading.reader, entry.reading.text) == ("PP-OCR", "PIZZA")
    assert not [*project.glob("*.json")]


def test_the_report_is_one_document_if_asked_for(project: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["convert", table(project), str(project), "--as", "readings", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["to"], report["readers"], report["written"]) == ("readings", ["read"], 1)
    assert report["refusals"] == [{"where": "read.csv, line 3", "reason": 'its image "none.png" is not in the folder.'}]


def test_a_file_of_which_no_row_can_be_used_ends_with_1(project: Path, capsys: pytest.CaptureFixture[str]):
    path = project.parent / "read.csv"
    path.write_text("image,text\nnone.png,x\n")
    assert run(["convert", str(path), str(project), "--as", "readings"]) == 1


@pytest.mark.parametrize(
    "more",
    [["--to", "jsonl"], ["--from", "jsonl"], ["--overwrite"], ["--texts", "known"], ["--keep-placeholders"]],
)
def test_options_of_labels_make_no_sense_for_readings(
    project: Path, more: list[Any], capsys: pytest.CaptureFixture[str]
):
    assert run(["convert", table(project), str(project), "--as", "readings", *more]) == 2
    assert "--reader NAME" in capsys.readouterr().err


def test_a_reader_has_readings_alone(project: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["convert", table(project), str(project), "--reader", "PP-OCR"]) == 2


@pytest.mark.parametrize(
    ("more", "is_known"), [([], False), (["--texts", "known"], True), (["--texts", "drafts"], False)]
)
def test_texts_with_a_probability_are_drafts_unless_they_are_said_to_be_known(
    project: Path, more: list[Any], is_known: bool, capsys: pytest.CaptureFixture[str]
):
    (project / "labels.jsonl").write_text('{"file": "a.png", "text": "A", "confidence": 0.9}\n')
    target = project.parent / "target"
    assert run(["convert", str(project / "labels.jsonl"), str(target), *more]) == 0
    label = read_label(label_path(target / "a.png")).label
    assert (label.known is not None) == is_known
    noted = "guessed: one text with a probability: taken as a draft; --texts known takes it as known: a.png"
    assert (noted in capsys.readouterr().out) == (not more)
