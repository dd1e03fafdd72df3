"""Words of scenes: read from labels of other programs, drawn anew, and cropped."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.base.images import read_image
from core.labels.files.storage import read_label
from core.labels.formats.scenes import SceneWord, crop_scenes, numbered, read_scenes

BOX = ((10, 5), (50, 5), (50, 25), (10, 25))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two scenes of 100 × 60 pixels, left half black, right half white."""
    folder = tmp_path / "photos"
    (folder / "sub").mkdir(parents=True)
    picture = np.zeros((60, 100, 3), np.uint8)
    picture[:, 50:] = 255
    for name in ("a.png", "sub/b.png"):
        (folder / name).write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    return folder


def labelme(path: Path, *words: str) -> None:
    shapes = [{"label": word, "points": BOX, "shape_type": "polygon"} for word in words]
    path.write_text(json.dumps({"shapes": shapes, "imagePath": path.with_suffix(".png").name}), encoding="utf-8")


def test_words_are_read_with_the_numbers_that_name_their_crops(folder: Path) -> None:
    labelme(folder / "a.json", "EXIT", "###", "OPEN")
    labelme(folder / "sub/b.json", "SHOP")
    assert read_scenes(folder) == {
        "a.png": (SceneWord(BOX, "EXIT", 1), SceneWord(BOX, "OPEN", 3)),
        "sub/b.png": (SceneWord(BOX, "SHOP", 1),),
    }


def test_words_are_read_from_a_list_beside_the_folder(folder: Path) -> None:
    line = f"photos/a.png\t{json.dumps([{'transcription': 'EXIT', 'points': BOX}])}\n"
    (folder.parent / "Label.txt").write_text(line, encoding="utf-8")
    found = read_scenes(folder, folder.parent / "Label.txt", "paddleocr")
    assert found == {"a.png": (SceneWord(BOX, "EXIT", 1),)}


def test_folder_without_labels_has_no_words_yet(folder: Path) -> None:
    assert read_scenes(folder) == {}


def test_cropped_words_are_images_with_labels_and_those_without_text_images_alone(folder: Path, tmp_path: Path) -> None:
    tilted = ((60, 10), (90, 20), (87, 29), (57, 19))
    scenes = {"a.png": (SceneWord(BOX, "EXIT", 1), SceneWord(tilted, "", 2)), "sub/b.png": (SceneWord(BOX, "Z", 4),)}
    done = crop_scenes(folder, scenes, tmp_path / "words")
    assert (done.written, done.copied, done.refusals) == (3, 3, ())
    files = sorted(path.relative_to(tmp_path / "words").as_posix() for path in (tmp_path / "words").rglob("*.*"))
    assert files == ["a_01.json", "a_01.png", "a_02.png", "sub/b_04.json", "sub/b_04.png"]
    assert read_label(tmp_path / "words" / "a_01.json").label.text == "EXIT"
    assert read_image(tmp_path / "words" / "a_01.png").shape == (20, 40, 3)
    assert read_image(tmp_path / "words" / "a_02.png").mean() == 255


def test_nothing_that_is_there_is_replaced(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "words"
    crop_scenes(folder, {"a.png": (SceneWord(BOX, "EXIT", 1),)}, target)
    before = {path.name: path.read_bytes() for path in target.iterdir()}
    moved = ((45, 5), (85, 5), (85, 25), (45, 25))
    done = crop_scenes(folder, {"a.png": (SceneWord(moved, "OPEN", 1), SceneWord(BOX, "NEW", 2))}, target)
    assert [str(refusal.where) for refusal in done.refusals] == ["a.png, word 1"]
    assert done.written == 1
    assert {name: (target / name).read_bytes() for name in before} == before


def test_word_that_cannot_be_cropped_is_refused_and_the_next_one_written(folder: Path, tmp_path: Path) -> None:
    outside = ((200, 5), (240, 5), (240, 25), (200, 25))
    done = crop_scenes(folder, {"a.png": (SceneWord(outside, "A", 1), SceneWord(BOX, "B", 2))}, tmp_path / "words")
    assert (done.written, len(done.refusals)) == (1, 1)
    assert "outside the picture" in done.refusals[0].reason


def test_new_word_gets_a_number_that_no_other_has() -> None:
    words = (SceneWord(BOX, "A", 7), SceneWord(BOX, "B", 2))
    assert numbered(words, SceneWord(BOX)).number == 8
    assert numbered((), SceneWord(BOX)).number == 1
