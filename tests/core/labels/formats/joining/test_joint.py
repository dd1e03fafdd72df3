from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.base.errors import FormatDetectionError, FormatError
from core.labels.files.storage import read_label
from core.labels.formats.conversion import Conversion, convert
from core.labels.formats.joining.joint import FormatsDifferError, look
from core.labels.formats.registry import format_named
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel


def word(text: str, shift: float = 0, with_characters: bool = True) -> WordLabel:
    characters = tuple(
        CharacterLabel(symbol, rectangle(10 * place + shift, 2, 10 * place + 8 + shift, 30), place, "rectangle")
        for place, symbol in enumerate(text, 1)
    )
    return WordLabel(characters if with_characters else (), text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Images a.png to d.png without labels."""
    folder = tmp_path / "words"
    folder.mkdir()
    for name in "abcd":
        picture = np.full((32, 100, 3), ord(name), np.uint8)
        (folder / f"{name}.png").write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    return folder


def put(folder: Path, name: str, form: str, label: WordLabel) -> None:
    writer = format_named(form).writer
    (folder / f"{name}{writer.suffix}").write_bytes(writer.encode(label, f"{name}.png", (32, 100)))


def notes(done: Conversion) -> list[str]:
    return [str(note) for note in done.notes]


def test_both_formats_are_read_if_they_agree_and_the_report_counts_which_label_is_whose(folder: Path, tmp_path: Path):
    put(folder, "a", "labelme", word("AB"))
    put(folder, "a", "plaintext", word("AB", shift=0.4))  # whole pixels
    put(folder, "b", "labelme", word("CD"))
    put(folder, "c", "plaintext", word("EF"))
    done = convert(folder, tmp_path / "out")
    assert done.read_as == "labelme + plaintext"
    assert (done.written, done.refusals) == (3, ())
    assert "one label is from labelme, and another format says the same: a.png" in notes(done)
    assert "one label is only in labelme: b.png" in notes(done)
    assert "one label is only in plaintext: c.png" in notes(done)
    assert {path.stem: read_label(path).label.word for path in (tmp_path / "out").glob("*.json")} == {
        "a": "AB", "b": "CD", "c": "EF",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("label", "difference"),
    [
        (word("AX"), '"AB" in labelme, "AX" in plaintext'),
        (word("ab"), '"AB" in labelme, "ab" in plaintext'),
        (word("AB", shift=20), "the characters are in other places"),
        (word("AX", with_characters=False), '"AB" in labelme, "AX" in plaintext'),
    ],
)
def test_labels_that_differ_are_asked_about_and_nothing_is_written(
    folder: Path, tmp_path: Path, label: Any, difference: str
):
    put(folder, "a", "labelme", word("AB"))
    put(folder, "a", "plaintext", label)
    put(folder, "b", "labelme", word("CD"))
    put(folder, "b", "plaintext", word("CD"))
    with pytest.raises(FormatsDifferError) as raised:
        convert(folder, tmp_path / "out")
    assert str(raised.value) == (
        "words: the labels of labelme and plaintext differ for 1 of 2 images that have several, first a.png: "
        f"{difference}. Say which to read with --from."
    )
    assert raised.value.candidates == ("labelme", "plaintext")
    assert not (tmp_path / "out").exists()
    assert convert(folder, tmp_path / "out", read_as="plaintext").written == 2


def test_fullest_of_labels_that_agree_is_taken(folder: Path, tmp_path: Path):
    put(folder, "a", "labelme", word("AB", with_characters=False))
    put(folder, "a", "plaintext", word("AB"))
    put(folder, "b", "labelme", WordLabel())
    put(folder, "b", "plaintext", word("C", with_characters=False))
    done = convert(folder, tmp_path / "out")
    assert done.written == 2
    labels = {path.stem: read_label(path).label for path in (tmp_path / "out").glob("*.json")}
    assert len(labels["a"].characters) == 2 and labels["b"].word == "C"
    assert "one label is only in plaintext: b.png" in notes(done)  # an empty label says nothing


@pytest.mark.parametrize(
    ("name", "line"),
    [("rec_gt.txt", "a.png\tAB\n"), ("train.jsonl", '{"file": "a.png", "text": "AB"}\n')],
)
def test_list_beside_label_files_is_read_as_a_list_alone(folder: Path, tmp_path: Path, name: str, line: str):
    put(folder, "a", "plaintext", word("AB"))
    (folder / name).write_text(line + line.replace("a.png", "d.png"), encoding="utf-8")
    done = convert(folder, tmp_path / "out")
    assert done.refusals == ()
    assert {path.stem for path in (tmp_path / "out").glob("*.json")} == {"a", "d"}
    assert any(note.startswith("2 files were read as utf-8") for note in notes(done))
    (folder / name).write_text(line.replace("AB", "XY"), encoding="utf-8")
    with pytest.raises(FormatsDifferError, match=r"differ for 1 of 1 image .*first a\.png"):
        look(folder)


def test_damaged_label_is_refused_in_either_format(folder: Path, tmp_path: Path):
    put(folder, "a", "labelme", word("AB"))
    put(folder, "a", "plaintext", word("AB"))
    (folder / "b.txt").write_text("CD\n1,2,3\n", encoding="utf-8")
    (folder / "c.json").write_text('{"shapes": [', encoding="utf-8")
    done = convert(folder, tmp_path / "out")
    assert done.written == 1
    assert {refusal.where for refusal in done.refusals} == {"b.txt", "c.json"}


def test_format_without_a_label_of_an_image_is_asked_about(folder: Path, tmp_path: Path):
    put(folder, "a", "labelme", word("AB"))
    put(folder, "elsewhere", "plaintext", word("AB"))
    with pytest.raises(FormatDetectionError, match=r"may be labelme or plaintext\. Name the format with --from"):
        convert(folder, tmp_path / "out")


def test_images_of_another_folder_are_compared_too(folder: Path, tmp_path: Path):
    labels = tmp_path / "labels of them"
    labels.mkdir()
    put(labels, "a", "labelme", word("AB"))
    put(labels, "a", "plaintext", word("XY"))
    with pytest.raises(FormatsDifferError):
        convert(labels, tmp_path / "out", images=folder)
    with pytest.raises(FormatError, match="no such folder of images"):
        convert(labels, tmp_path / "out", images=tmp_path / "none")
