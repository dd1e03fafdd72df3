import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.base.images import read_image
from core.labels.files.storage import read_label
from core.labels.formats.crop import crop_word, reading_quadrilateral
from core.labels.formats.scenes import SceneWord, crop_scenes, numbered, read_scenes
from core.labels.geometry import polygon_of
from core.labels.label import Polygon

RAMP = np.zeros((100, 200, 3), np.uint8)
RAMP[:, :, 0] = np.arange(200)
RAMP[:, :, 1] = np.arange(100)[:, None]


def corners(polygon: Polygon) -> list[list[float]]:
    return [[round(x, 6), round(y, 6)] for x, y in reading_quadrilateral(polygon)]


@pytest.mark.parametrize(
    ("polygon", "quarters"),
    [
        pytest.param(((20, 10), (60, 10), (60, 30), (20, 30)), 0, id="upright: copied pixel by pixel"),
        pytest.param(((60, 30), (20, 30), (20, 10), (60, 10)), 2, id="reading starts at the first corner"),
        pytest.param(((60, 10), (60, 30), (20, 30), (20, 10)), 1, id="downwards: turned to run rightwards"),
        pytest.param(((20, 10), (20, 30), (60, 30), (60, 10)), 0, id="counter-clockwise: not mirrored"),
    ],
)
def test_a_box_is_turned_so_that_it_is_read_from_its_first_corner(polygon: tuple[Any, ...], quarters: int):
    np.testing.assert_array_equal(crop_word(RAMP, polygon), np.rot90(RAMP[10:30, 20:60], quarters))


def test_the_size_is_that_of_the_longer_sides():
    assert crop_word(RAMP, ((20, 10), (60, 10), (70, 40), (20, 30))).shape == (32, 51, 3)


def test_perspective_is_undone():
    upright = np.zeros((40, 120, 3), np.uint8)
    upright[10:30, 30:50] = (255, 128, 0)
    quadrilateral = ((30.0, 20.0), (150.0, 40.0), (140.0, 80.0), (25.0, 70.0))
    source = np.array([[0, 0], [120, 0], [120, 40], [0, 40]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (np.array(quadrilateral) - 0.5).astype(np.float32))
    scene = cv2.warpPerspective(upright, matrix, (200, 100), flags=cv2.INTER_CUBIC)
    crop = crop_word(scene.astype(np.uint8), quadrilateral)
    back = cv2.resize(crop, (120, 40), interpolation=cv2.INTER_AREA)
    assert (np.abs(back[12:28, 32:48].astype(int) - (255, 128, 0)) < 12).all()
    assert back[:8].max() < 12
    assert back[:, 54:].max() < 12


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_curved_word_is_cut_along_the_direction_its_corners_run(turn: int):
    above = [(10.0, 30.0), (30.0, 18.0), (60.0, 14.0), (90.0, 18.0), (110.0, 30.0)]
    below = [(x, y + 15) for x, y in reversed(above)]
    t = np.deg2rad(turn)
    turned = np.array(above + below) @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    start, end, *_ = reading_quadrilateral(polygon_of(turned))
    direction = (end - start) / np.linalg.norm(end - start)
    np.testing.assert_allclose(direction, [np.cos(t), np.sin(t)], atol=1e-4)
    assert np.linalg.norm(end - start) == pytest.approx(100, abs=0.01)


def test_a_quadrilateral_with_a_dent_is_cut_by_its_smallest_rectangle():
    found = corners(((0, 0), (40, 0), (20, 5), (0, 20)))
    assert len(found) == 4
    assert min(x for x, _ in found) <= 0
    assert max(x for x, _ in found) >= 39.9


def test_a_triangle_is_cut_upright():
    start, end, _, low = corners(((0, 0), (40, 0), (20, 20)))
    assert (start, end, low) == ([0, 0], [40, 0], [0, 20])


@pytest.mark.parametrize(
    ("polygon", "expected"),
    [
        (((20, 10), (60, 30), (60, 10), (20, 30)), "cross"),
        (((20, 10), (60, 10), (20, 10), (60, 10)), "no area"),
        (((20, 10), (60, 10), (100, 10)), "no area"),
        (((20, 10), (60, 10), (60, 11), (20, 11)), "40 × 1 pixels"),
        (((20, 10), (21, 10), (21, 40), (20, 40)), "1 × 30 pixels"),
        (((300, 10), (360, 10), (360, 40), (300, 40)), "mostly outside"),
        (((-60, 10), (20, 10), (20, 40), (-60, 40)), "mostly outside"),
        (((-1e6, -1e6), (1e6, -1e6), (1e6, 1e6), (-1e6, 1e6)), "over the limit"),
    ],
)
def test_a_polygon_that_shows_no_word_is_refused(polygon: tuple[Any, ...], expected: str):
    with pytest.raises(LabelError, match=expected):
        crop_word(RAMP, polygon)


def test_what_lies_outside_the_picture_repeats_its_border():
    crop = crop_word(RAMP, ((-10, 10), (30, 10), (30, 30), (-10, 30)))
    assert crop.shape == (20, 40, 3)
    np.testing.assert_array_equal(crop[:, :10], np.repeat(RAMP[10:30, :1], 10, axis=1))


@given(st.lists(st.tuples(st.floats(-300, 300), st.floats(-300, 300)), min_size=3, max_size=9))
def test_any_polygon_gives_a_crop_or_a_reason(points: list[Any]):
    try:
        crop = crop_word(RAMP, tuple(points))
    except LabelError:
        return
    assert crop.dtype == np.uint8
    assert min(crop.shape[:2]) >= 2


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


def test_words_are_read_with_the_numbers_that_name_their_crops(folder: Path):
    labelme(folder / "a.json", "EXIT", "###", "OPEN")
    labelme(folder / "sub/b.json", "SHOP")
    assert read_scenes(folder) == {
        "a.png": (SceneWord(BOX, "EXIT", 1), SceneWord(BOX, "OPEN", 3)),
        "sub/b.png": (SceneWord(BOX, "SHOP", 1),),
    }


def test_words_are_read_from_a_list_beside_the_folder(folder: Path):
    line = f"photos/a.png\t{json.dumps([{'transcription': 'EXIT', 'points': BOX}])}\n"
    (folder.parent / "Label.txt").write_text(line, encoding="utf-8")
    found = read_scenes(folder, folder.parent / "Label.txt", "paddleocr")
    assert found == {"a.png": (SceneWord(BOX, "EXIT", 1),)}


def test_folder_without_labels_has_no_words_yet(folder: Path):
    assert read_scenes(folder) == {}


def test_cropped_words_are_images_with_labels_and_those_without_text_images_alone(folder: Path, tmp_path: Path):
    tilted = ((60, 10), (90, 20), (87, 29), (57, 19))
    scenes = {"a.png": (SceneWord(BOX, "EXIT", 1), SceneWord(tilted, "", 2)), "sub/b.png": (SceneWord(BOX, "Z", 4),)}
    done = crop_scenes(folder, scenes, tmp_path / "words")
    assert (done.written, done.copied, done.refusals) == (3, 3, ())
    files = sorted(path.relative_to(tmp_path / "words").as_posix() for path in (tmp_path / "words").rglob("*.*"))
    assert files == ["a_01.json", "a_01.png", "a_02.png", "sub/b_04.json", "sub/b_04.png"]
    assert read_label(tmp_path / "words" / "a_01.json").label.text == "EXIT"
    assert read_image(tmp_path / "words" / "a_01.png").shape == (20, 40, 3)
    assert read_image(tmp_path / "words" / "a_02.png").mean() == 255


def test_nothing_that_is_there_is_replaced(folder: Path, tmp_path: Path):
    target = tmp_path / "words"
    crop_scenes(folder, {"a.png": (SceneWord(BOX, "EXIT", 1),)}, target)
    before = {path.name: path.read_bytes() for path in target.iterdir()}
    moved = ((45, 5), (85, 5), (85, 25), (45, 25))
    done = crop_scenes(folder, {"a.png": (SceneWord(moved, "OPEN", 1), SceneWord(BOX, "NEW", 2))}, target)
    assert [str(refusal.where) for refusal in done.refusals] == ["a.png, word 1"]
    assert done.written == 1
    assert {name: (target / name).read_bytes() for name in before} == before


def test_word_that_cannot_be_cropped_is_refused_and_the_next_one_written(folder: Path, tmp_path: Path):
    outside = ((200, 5), (240, 5), (240, 25), (200, 25))
    done = crop_scenes(folder, {"a.png": (SceneWord(outside, "A", 1), SceneWord(BOX, "B", 2))}, tmp_path / "words")
    assert (done.written, len(done.refusals)) == (1, 1)
    assert "outside the picture" in done.refusals[0].reason


def test_new_word_gets_a_number_that_no_other_has():
    words = (SceneWord(BOX, "A", 7), SceneWord(BOX, "B", 2))
    assert numbered(words, SceneWord(BOX)).number == 8
    assert numbered((), SceneWord(BOX)).number == 1
