"""A picture is found where only one fits, however its path was written; what was guessed is counted."""

import base64
import json
import unicodedata
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.base.images import read_image
from core.labels.formats.conversion import Conversion, convert


def picture(path: Path, shade: int = 200) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(cv2.imencode(".png", np.full((32, 100, 3), shade, np.uint8))[1]))
    return path


def label(path: Path, image_path: str | None, **keys: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    shape = {"label": "A", "points": [[2, 2], [30, 2], [30, 30], [2, 30]], "shape_type": "polygon"}
    path.write_text(json.dumps({"shapes": [shape], "imagePath": image_path, **keys}), encoding="utf-8")


def words(folder: Path, *lines: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "words.txt").write_text("".join(f"{line}\tA\n" for line in lines), encoding="utf-8")
    return folder / "words.txt"


def written(done: Conversion) -> tuple[str, ...]:
    return next((note.names for note in done.notes if str(note.what) == "words"), ())


def guesses(done: Conversion) -> list[str]:
    return [str(note.what) for note in done.notes if note.kind == "guessed"]


@pytest.mark.parametrize(
    "image_path", ["..\\images\\a.png", "../images/a.png", "C:\\Users\\x\\set\\images\\a.png", "/mnt/x/images/a.png"]
)
def test_image_path_of_labelme_counts_by_its_end(tmp_path: Path, image_path: str):
    picture(tmp_path / "set" / "images" / "a.png")
    picture(tmp_path / "set" / "other" / "a.png")
    label(tmp_path / "set" / "annotations" / "w.json", image_path)
    done = convert(tmp_path / "set", tmp_path / "out")
    assert written(done) == ("images/a.png",)
    assert guesses(done) == ["images were found by the end of their path, because the path itself leads elsewhere"]


def test_pictures_in_several_folders_are_found_below_the_named_one(tmp_path: Path):
    for part, name in (("part1", "a"), ("part2", "b")):
        picture(tmp_path / part / f"{name}.png")
        label(tmp_path / "json" / f"{name}.json", f"{name}.png")
    done = convert(tmp_path / "json", tmp_path / "out", images=tmp_path)
    assert written(done) == ("part1/a.png", "part2/b.png")
    assert guesses(done) == ["images were found in another folder than the source says, by their name"]


@pytest.mark.parametrize(
    ("listed", "there"),
    [("Train/A.PNG", "train/a.png"), (unicodedata.normalize("NFC", "é.png"), unicodedata.normalize("NFD", "é.png"))],
)
def test_names_may_differ_by_letter_case_or_unicode_form(tmp_path: Path, listed: Any, there: Any):
    picture(tmp_path / "in" / there)
    done = convert(words(tmp_path / "in", listed), tmp_path / "out")
    assert written(done) == (there,)
    assert guesses(done) == [
        "images were found under names that differ from the listed names only in letter case or Unicode form"
    ]


def test_absolute_paths_of_another_machine_are_found_below_the_list(tmp_path: Path):
    picture(tmp_path / "in" / "train" / "0.png")
    picture(tmp_path / "in" / "val" / "0.png")
    lines = ("D:\\data\\set\\train\\0.png", "/mnt/data/set/val/0.png")
    assert written(convert(words(tmp_path / "in", *lines), tmp_path / "out")) == ("train/0.png", "val/0.png")


def test_picture_that_two_folders_have_is_refused(tmp_path: Path):
    for part in ("one", "two"):
        picture(tmp_path / "in" / part / "a.png")
    done = convert(words(tmp_path / "in", "a.png"), tmp_path / "out")
    assert "several images fit the end of its path (one/a.png, two/a.png)" in done.refusals[0].reason


def test_picture_outside_the_source_is_not_taken_and_the_sentence_says_how(tmp_path: Path):
    images = picture(tmp_path / "set" / "images" / "a.png").parent
    label(tmp_path / "set" / "annotations" / "w.json", "../images/a.png")
    done = convert(tmp_path / "set" / "annotations", tmp_path / "out")
    assert done.written == 0
    assert f'its imagePath "images/a.png" is in "{images}"; convert with --images "{images}"' in done.refusals[0].reason
    assert convert(tmp_path / "set" / "annotations", tmp_path / "out", images=images).written == 1


def test_picture_in_the_label_file_is_taken_out_if_there_is_no_other(tmp_path: Path):
    data = picture(tmp_path / "elsewhere.png", 70).read_bytes()
    embedded = base64.b64encode(data).decode()
    label(tmp_path / "in" / "w1.json", "..\\set\\w1.jpg", imageData=embedded)
    picture(tmp_path / "in" / "w2.png", 10)
    label(tmp_path / "in" / "w2.json", "w2.png", imageData=embedded)
    done = convert(tmp_path / "in", tmp_path / "out")
    assert written(done) == ("w1.png", "w2.png")
    assert read_image(tmp_path / "out" / "w1.png").max() == 70
    assert read_image(tmp_path / "out" / "w2.png").max() == 10
    (note,) = (note for note in done.notes if "imageData" in note.what)
    assert (note.kind, note.names) == ("taken", ("w1.png",))


@pytest.mark.parametrize("data", ["no base64!", base64.b64encode(b"no picture").decode()])
def test_damaged_picture_in_a_label_file_is_a_refusal(tmp_path: Path, data: Any):
    label(tmp_path / "in" / "w.json", "w.png", imageData=data)
    done = convert(tmp_path / "in", tmp_path / "out")
    assert "imageData" in done.refusals[0].reason


def test_picture_of_a_label_files_own_name_goes_before_the_one_that_it_names(tmp_path: Path):
    for place in ("a.png", "b.png"):
        picture(tmp_path / "set" / place)
    label(tmp_path / "set" / "a.json", "a.png", text="A")
    label(tmp_path / "set" / "b.json", "a.png", text="A")  # a copy
    done = convert(tmp_path / "set", tmp_path / "out")
    assert written(done) == ("a.png", "b.png")
    assert done.refusals == ()


def test_label_without_its_picture_does_not_take_one_that_has_a_label_of_its_own(tmp_path: Path):
    picture(tmp_path / "set" / "two" / "a.png")
    label(tmp_path / "set" / "one" / "a.json", "a.png", text="A")
    label(tmp_path / "set" / "two" / "a.json", "a.png", text="A")
    done = convert(tmp_path / "set", tmp_path / "out")
    assert written(done) == ("two/a.png",)
    assert [refusal.where for refusal in done.refusals] == ["one/a.json"]
