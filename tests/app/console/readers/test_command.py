"""Readers of other programs on the command line: they are listed, added, and read and measured with."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from support.graphs.installed import install
from support.graphs.letters import SYMBOLS, save_letters, word_picture

from app.cli import run
from core.base.images import encode_png
from core.readings.store import readings_in

pytestmark = pytest.mark.long

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

WORDS = {"a.png": "PIZZA", "b.png": "Hello", "c.png": "zoo"}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is typed in a folder of its own, and no Tesseract is installed."""
    (tmp_path / "current").mkdir()
    monkeypatch.chdir(tmp_path / "current")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """A project of three labelled words. The label of the last one says another word than the picture shows."""
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "textscanner.json").write_text("{}")
    for name, text in WORDS.items():
        (folder / name).write_bytes(encode_png(word_picture(text)))
        label = {"shapes": [], "text": "zone" if name == "c.png" else text, "imagePath": name}
        (folder / name).with_suffix(".json").write_text(json.dumps(label))
    return folder


@pytest.fixture
def letters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A recogniser that was added as `letters`."""
    path, symbols = save_letters(tmp_path / "a.onnx"), tmp_path / "symbols.txt"
    symbols.write_text("\n".join(SYMBOLS))
    options = ["--preset", "crnn", "--fit", "pad", "--width", "24", "--widens", "--mean", "1", "--scale", "-1"]
    assert run(["readers", "add", str(path), "--symbols", str(symbols), "--name", "letters", *options]) == 0
    assert "letters: 62 symbols, 32 pixels high, kept in" in capsys.readouterr().out
    return "letters"


def test_readers_are_listed_with_version_file_symbols_and_source(
    letters: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    site = tmp_path / "site"
    site.mkdir()
    graph = save_letters(tmp_path / "b.onnx", properties={"character": "\n".join(SYMBOLS)}).read_bytes()
    install(site, "rapidocr", "3.10.0", {"rapidocr/models/PP-OCRv6_rec_small.onnx": graph, "rapidocr/rec_x.onnx": b""})
    monkeypatch.syspath_prepend(site)
    assert run(["readers"]) == 0
    output = capsys.readouterr()
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in output.out.splitlines()}
    assert rows["PP-OCRv6-small"][1:] == [
        "62 symbols",
        str(site / "rapidocr/models/PP-OCRv6_rec_small.onnx"),
        "package rapidocr 3.10.0",
    ]
    assert rows["letters"][1] == "62 symbols" and rows["letters"][3].startswith("added from")
    assert "rec_x.onnx: cannot be opened" in output.err
    assert run(["readers", "--json"]) == 0
    document = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert document["letters"]["added"] and not document["PP-OCRv6-small"]["added"]
    assert document["letters"]["version"].startswith(rows["letters"][0]) and "problem" in document["rec_x"]


def test_no_reader_is_a_note_that_says_where_to_look(capsys: pytest.CaptureFixture[str]):
    assert run(["readers"]) == 0
    output = capsys.readouterr()
    assert output.out == "" and "No reader of another program is installed or was added" in output.err


def test_words_are_read_as_predict_prints_them(letters: str, words: Path, capsys: pytest.CaptureFixture[str]):
    images = [str(words / name) for name in WORDS]
    assert run(["predict", *images, "--reader", letters]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [line[:2] for line in lines] == [[str(words / name), text] for name, text in WORDS.items()]
    assert all(float(line[2]) > 0.9 for line in lines)
    assert run(["predict", "reader", images[0], "--reader", "LETTERS", "--json"]) == 0
    output = capsys.readouterr()
    (document,) = json.loads(output.out)
    assert document["text"] == "PIZZA" and document["reader"] == "letters"
    assert [character["character"] for character in document["characters"]] == list("PIZZA")
    assert "LETTERS reads instead of reader." in output.err


def test_a_table_has_a_column_for_the_reader(letters: str, words: Path, tmp_path: Path):
    table = tmp_path / "table.csv"
    assert run(["predict", str(words / "a.png"), "--reader", letters, "--table", str(table)]) == 0
    head, row = table.read_text("utf-8-sig").splitlines()
    assert head == "image,text,probability,scores,reader,version" and ",PIZZA," in row and ",letters," in row


def test_readings_are_kept_with_the_project_only_if_asked_to(
    letters: str, words: Path, capsys: pytest.CaptureFixture[str]
):
    (words / "deep").mkdir()
    (words / "deep" / "d.png").write_bytes(encode_png(word_picture("Deep")))
    images = [str(words / "a.png"), str(words / "deep" / "d.png")]
    assert run(["predict", *images, "--reader", letters]) == 0
    assert readings_in(words).images == ()
    assert run(["predict", *images, "--reader", letters, "--keep"]) == 0
    kept = readings_in(words)
    assert {image: [read.reading.text for read in kept.of(image)] for image in kept.images} == {
        "a.png": ["PIZZA"],
        "deep/d.png": ["Deep"],
    }
    assert f"Readings kept in {words}: 2." in capsys.readouterr().err
    assert not (words / "a.json").read_text().count("letters")


def test_an_image_that_cannot_be_read_is_told_and_the_others_are_read(
    letters: str, words: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["predict", str(words / "gone.png"), str(words / "a.png"), "--reader", letters]) == 1
    output = capsys.readouterr()
    assert "PIZZA" in output.out and "gone.png: the image cannot be opened" in output.err


def test_the_accuracy_is_counted_as_for_a_model(letters: str, words: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["evaluate", str(words), "--reader", letters, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["images"] == 3 and figures["word_accuracy"] == pytest.approx(2 / 3)
    assert figures["word_accuracy_ci"] == pytest.approx(2 / 3) and figures["center_in_box"] is None
    assert figures["one_minus_ned"] == pytest.approx((1 + 1 + 0.5) / 3)
    assert figures["reader"] == "letters" and figures["images_per_second"] > 0
    assert run(["evaluate", "reader", str(words), "--reader", letters]) == 0
    assert "word_accuracy       0.6667" in capsys.readouterr().out


def test_the_tables_and_figures_of_an_evaluation_are_written_as_for_a_model(
    letters: str, words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    out = tmp_path / "out"
    assert run(["evaluate", str(words), "--reader", letters, "--out", str(out)]) == 0
    document = json.loads((out / "evaluation.json").read_text(encoding="utf-8"))
    assert (document["reader"], document["images"], document["left_out"]) == ("letters", 3, [])
    rows = list(csv.DictReader((out / "words.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert [(row["image"], row["exact"]) for row in rows] == [("a.png", "1"), ("b.png", "1"), ("c.png", "0")]
    assert (out / "accuracy.svg").is_file()


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["predict", "a.png", "--reader", "nobody"], 1, '"nobody": no such reader'),
        (["predict", "a.png", "--reader", "tesseract"], 1, "Tesseract is in no folder of PATH"),
        (["predict", "reader", "--reader", "nobody"], 2, "images: name at least one"),
        (["predict", "reader"], 2, "images: name at least one after MODEL"),
        (["predict", "reader", "a.png", "--keep"], 2, "keep: name a reader"),
        (["predict", "a.png", "--reader", "x", "--maps", "out"], 2, "maps: only for a model"),
        (["evaluate", "reader"], 2, "folder: name a project"),
        (["evaluate", ".", "--reader", "x", "--crops", "5"], 2, "crops: only for a model"),
        (["readers", "add", "gone.onnx"], 1, "there is no such file"),
        (["readers", "add", "gone.onnx", "--preset", "mine"], 2, "is not one of ppocr, openocr, svtr, crnn, doctr"),
        (["readers", "add", "gone.onnx", "--mean", "a,b"], 2, 'mean: "a,b" is no number'),
        (["readers", "remove", "gone"], 1, "no such reader has been added"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[Any], status: int, sentence: str, capsys: pytest.CaptureFixture[str]
):
    assert run(arguments) == status
    error = capsys.readouterr().err
    assert sentence in error and "Traceback" not in error


def test_a_reader_that_was_removed_is_none(letters: str, capsys: pytest.CaptureFixture[str]):
    assert run(["readers", "remove", letters]) == 0
    assert run(["predict", "a.png", "--reader", letters]) == 1
    assert '"letters": no such reader' in capsys.readouterr().err


def test_what_was_read_until_a_reader_fails_is_printed(
    letters: str, words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A Tesseract that reads one word, and then never again."""
    program = tmp_path / "programs" / "tesseract"
    program.parent.mkdir()
    table = r"level\tconf\ttext\n5\t90\tPIZZA\n"
    program.write_text(
        f'#!/bin/sh\nif [ "$1" = --version ]; then echo tesseract 5.0; exit 0; fi\n'
        f"[ -e '{tmp_path}/once' ] && exit 4\n: > '{tmp_path}/once'\nprintf '{table}'\n"
    )
    program.chmod(0o755)
    assert run(["predict", *(str(words / name) for name in WORDS), "--reader", "tesseract"]) == 1
    output = capsys.readouterr()
    assert output.out == f"{words / 'a.png'}\tPIZZA\t0.900\n"
    assert "Tesseract has failed (exit status 4)" in output.err
