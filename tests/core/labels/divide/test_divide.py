import json
import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import get_data_path
from numpy.typing import ArrayLike, NDArray
from PIL import Image, ImageDraw, ImageFont

from core.base.errors import LabelError
from core.base.images import read_image
from core.labels.direction import visual_order
from core.labels.divide.divide import Division, corners_of_box, division, expected_widths, slant_of
from core.labels.geometry import bounds, centroid, signed_area
from core.labels.label import CharacterLabel

Box = tuple[float, float, float, float]
FONT = Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"


def divide(image: NDArray[np.uint8], quadrilateral: ArrayLike, text: str) -> tuple[CharacterLabel, ...]:
    return division(image, quadrilateral, text).characters


def ink_box(symbol: str, font: ImageFont.FreeTypeFont) -> tuple[int, int, int, int]:
    """Where a glyph drawn at (50, 12) has ink."""
    canvas = Image.new("L", (200, 100))
    ImageDraw.Draw(canvas).text((50, 12), symbol, font=font, fill=255)
    return canvas.getbbox() or (50, 12, 66, 52)


def rendered(
    text: str, ink: str = "black", ground: str = "white", spacing: int = 4, size: int = 40
) -> tuple[np.ndarray, list[Box]]:
    """A word in DejaVu Sans, `spacing` pixels between the ink of its glyphs, and the boxes of their ink."""
    font = ImageFont.truetype(str(FONT), size)
    image = Image.new("RGB", (40 * len(text) + 60, size + 36), ground)
    draw = ImageDraw.Draw(image)
    boxes: list[Box] = []
    x = 12
    for symbol in text:
        left, top, right, bottom = ink_box(symbol, font)
        draw.text((50 + x - left, 12), symbol, font=font, fill=ink)
        boxes.append((x, top, x + right - left, bottom))
        x += right - left + spacing
    return np.asarray(image.crop((0, 0, x + 8, image.height))), boxes


def quadrilateral_of(boxes: list[Box]) -> np.ndarray:
    corners = np.array(boxes)
    return corners_of_box(*corners[:, :2].min(axis=0), *corners[:, 2:].max(axis=0))


def assert_each_around_its_own_glyph(characters: tuple[CharacterLabel, ...], boxes: list[Box]) -> None:
    for character, (x0, _, x1, _) in zip(characters, boxes, strict=True):
        left, _, right, _ = bounds(character.polygon)
        assert left - 1 <= x0, character
        assert right + 1 >= x1, character
    for first, second in zip(characters, boxes[1:], strict=False):
        assert bounds(first.polygon)[2] <= second[0] + 1, first


@pytest.mark.parametrize("text", ["word", "MILLIMETRE", "illicit", "Wi1dW", "a.b,c", "A", "ijI|l!", "8888", "Äpfel"])
@pytest.mark.parametrize(("ink", "ground"), [("black", "white"), ("#ffee88", "#203050")])
def test_cuts_go_through_the_gaps_between_the_glyphs(text: str, ink: str, ground: str):
    image, boxes = rendered(text, ink, ground)
    characters = divide(image, quadrilateral_of(boxes), text)
    assert "".join(c.symbol for c in characters) == text
    assert_each_around_its_own_glyph(characters, boxes)


@pytest.mark.parametrize("text", ["beagle", "Kanada", "SKATE"])
def test_letters_that_touch_are_parted_by_what_they_look_like(text: str):
    image, boxes = rendered(text, spacing=-1)
    found = division(image, quadrilateral_of(boxes), text)
    for share, (first, second) in zip(found.cuts, pairwise(boxes), strict=True):
        assert abs(found.line(share)[0][0] - (first[2] + second[0]) / 2) < 0.15 * (second[2] - second[0])


@pytest.mark.parametrize("text", ["שבמה", "גבה 12"])
def test_hebrew_begins_at_the_right(text: str):
    picture = "".join(text[place] for place in visual_order(text))
    image, boxes = rendered(picture)
    visible = [box for box, symbol in zip(boxes, picture, strict=True) if symbol != " "]
    found = division(image, quadrilateral_of(visible), text)
    assert "".join(character.symbol for character in found.characters) == text
    by_place = [found.characters[place] for place in visual_order(text)]
    assert_each_around_its_own_glyph([c for c in by_place if c.symbol != " "], visible)


def test_a_box_drawn_with_room_to_spare_gives_the_same_cuts():
    image, boxes = rendered("william")
    height, width = image.shape[:2]
    assert_each_around_its_own_glyph(divide(image, corners_of_box(0, 0, width, height), "william"), boxes)


def test_a_space_takes_the_gap():
    image, boxes = rendered("no way")
    characters = divide(image, quadrilateral_of(boxes), "no way")
    assert_each_around_its_own_glyph(characters[:2] + characters[3:], boxes[:2] + boxes[3:])
    left, _, right, _ = bounds(characters[2].polygon)
    assert boxes[1][2] - 1 <= left < right <= boxes[3][0] + 1


def test_a_character_is_drawn_in_to_its_ink_with_a_margin():
    image, boxes = rendered("HoH", spacing=30)
    _, top, _, bottom = bounds(divide(image, quadrilateral_of(boxes), "HoH")[1].polygon)
    assert boxes[0][1] < top < boxes[1][1]
    assert boxes[1][3] <= bottom
    left, _, right, _ = bounds(divide(image, quadrilateral_of(boxes), "HoH")[1].polygon)
    assert boxes[0][2] + 15 < left < boxes[1][0]
    assert boxes[1][2] < right < boxes[2][0] - 15


def turned(
    image: np.ndarray, boxes: list[Box], matrix: np.ndarray, size: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The picture, the word's quadrilateral and the glyphs' centres under a (3, 3) map of image pixels."""
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    warped = cv2.warpPerspective(image, np.linalg.inv(half) @ matrix @ half, size, borderValue=(255, 255, 255))
    centres = np.array([[(x0 + x1) / 2, (y0 + y1) / 2] for x0, y0, x1, y1 in boxes])
    return (
        warped,
        cv2.perspectiveTransform(quadrilateral_of(boxes)[None], matrix)[0],
        cv2.perspectiveTransform(centres[None], matrix)[0],
    )


@pytest.mark.parametrize("degrees", [-90, -40, 15, 90, 180])
def test_the_quadrilateral_says_how_the_word_is_turned(degrees: int):
    image, boxes = rendered("Wildly")
    turn = np.vstack([cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), -degrees, 1), [0, 0, 1]])
    shift = np.array([[1, 0, 80], [0, 1, 80], [0, 0, 1.0]])
    picture, quadrilateral, centres = turned(image, boxes, shift @ turn, (400, 300))
    for character, centre in zip(divide(picture, quadrilateral, "Wildly"), centres, strict=True):
        assert np.hypot(*np.subtract(centroid(character.polygon), centre)) < 5, character


def lean_of(divided: Division) -> float:
    """The slant of the cut in the middle of a word, in degrees."""
    (x0, y0), (x1, y1) = divided.line(0.5)
    return math.degrees(math.atan2(x0 - x1, y1 - y0))


@pytest.mark.parametrize("degrees", [-24, -14, 12, 18, 26])
def test_cuts_and_characters_of_slanted_writing_are_slanted(degrees: int):
    image, boxes = rendered("Hamilton")
    lean, (height, width) = math.tan(math.radians(degrees)), image.shape[:2]
    room = math.ceil(abs(lean) * height / 2)
    shear = np.array([[1, -lean, lean * height / 2 + room], [0, 1, 0]])
    slanted = cv2.warpAffine(image, shear, (width + 2 * room, height), borderValue=(255, 255, 255))
    corners = np.array(boxes)
    top, bottom = corners[:, 1].min(), corners[:, 3].max()
    ends = [x - lean * (y - height / 2) + room for x in (0, corners[:, 2].max()) for y in (top, bottom)]
    found = division(slanted, corners_of_box(min(ends), top, max(ends), bottom), "Hamilton")
    assert lean_of(found) == pytest.approx(degrees, abs=3)
    upright = np.array([found.line(cut) for cut in found.cuts]).mean(axis=1)[:, 0] - room
    middle = (top + bottom) / 2 - height / 2
    for x, (before, after) in zip(upright + lean * middle, pairwise(boxes), strict=True):
        assert before[2] - 2 < x < after[0] + 2
    for character in found.characters:
        (x0, y0), *_, (x3, y3) = character.polygon
        assert math.degrees(math.atan2(x0 - x3, y3 - y0)) == pytest.approx(degrees, abs=3)


def test_slanted_characters_of_a_picture_of_the_word_alone_end_at_its_rim():
    image, boxes = rendered("Hamilton")
    lean, corners = math.tan(math.radians(20)), np.array(boxes)
    top, bottom, right = corners[:, 1].min(), corners[:, 3].max(), corners[:, 2].max()
    shear = np.array([[1, -lean, lean * bottom], [0, 1, -top]])
    picture = cv2.warpAffine(image, shear, (math.ceil(right + lean * (bottom - top)), bottom - top))
    found = division(picture, corners_of_box(0, 0, picture.shape[1], picture.shape[0]), "Hamilton")
    assert lean_of(found) == pytest.approx(20, abs=3)
    points = np.array([point for character in found.characters for point in character.polygon])
    assert points.min() >= 0
    assert (points <= (picture.shape[1], picture.shape[0])).all()


@pytest.mark.parametrize("text", ["word", "MILLIMETRE", "Wi1dW", "AVAWA", "8888"])
def test_cuts_of_upright_writing_stay_upright(text: str):
    image, boxes = rendered(text)
    assert lean_of(division(image, quadrilateral_of(boxes), text)) == pytest.approx(0, abs=1e-6)


def test_a_slant_is_none_where_it_is_too_great_or_there_is_no_ink():
    strokes = np.zeros((64, 300), np.float32)
    for x in range(90, 240, 24):
        cv2.line(strokes, (x + 55, 0), (x - 55, 63), 1.0, 4)  # 60 degrees
    assert slant_of(strokes) == 0
    assert slant_of(np.zeros((64, 100), np.float32)) == 0


def test_perspective_is_straightened():
    image, boxes = rendered("Minimal")
    height, width = image.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    seen = np.array([[5, 40], [160, 5], [165, 120], [2, 90]], dtype=np.float32)
    picture, quadrilateral, centres = turned(image, boxes, cv2.getPerspectiveTransform(corners, seen), (180, 130))
    for character, centre in zip(divide(picture, quadrilateral, "Minimal"), centres, strict=True):
        assert np.hypot(*np.subtract(centroid(character.polygon), centre)) < 5, character
        assert signed_area(character.polygon) > 0


@pytest.mark.parametrize("text", ["中文字", "MiM", "iMi"])
def test_a_stacked_word_is_read_downwards_whatever_the_widths_of_its_letters(text: str):
    image = np.full((130, 40, 3), 230, dtype=np.uint8)
    tops = [10, 50, 90]
    for top in tops:
        image[top : top + 30, 8:32] = 20
    characters = divide(image, corners_of_box(4, 6, 36, 124, vertical=True), text)
    for character, top in zip(characters, tops, strict=True):
        x0, y0, x1, y1 = bounds(character.polygon)
        assert (x0 <= 8, x1 >= 32) == (True, True)
        assert (top - 8 <= y0 <= top, top + 30 <= y1 <= top + 38) == (True, True)


def even_boxes(box: Box, count: int) -> list[Box]:
    edges = np.linspace(box[0], box[2], count + 1)
    return [(float(a), box[1], float(b), box[3]) for a, b in pairwise(edges)]


@pytest.mark.parametrize(
    ("image", "box"),
    [
        pytest.param(np.full((40, 120, 3), 128, np.uint8), (10, 5, 110, 35), id="even picture"),
        pytest.param(rendered("word")[0], (500, 500, 600, 530), id="outside the image"),
        pytest.param(rendered("word")[0], (20, 12, 23, 60), id="narrower than its characters"),
        pytest.param(rendered("word")[0], (20, 12, 120, 12), id="without height"),
        pytest.param(np.zeros((0, 0, 3), np.uint8), (0, 0, 40, 10), id="no picture"),
    ],
)
def test_where_there_is_nothing_to_go_by_the_division_is_even(image: Any, box: tuple[Any, ...]):
    characters = divide(image, corners_of_box(*box), "wiMi")
    for character, expected in zip(characters, even_boxes(box, 4), strict=True):
        np.testing.assert_allclose(character.polygon, corners_of_box(*expected), atol=0.006)


def test_the_text_is_normalised_to_one_code_point_a_character():
    image, boxes = rendered("\u00e9t\u00e9")
    assert [c.symbol for c in divide(image, quadrilateral_of(boxes), "e\u0301te\u0301")] == ["\u00e9", "t", "\u00e9"]


def test_an_empty_text_is_refused():
    with pytest.raises(LabelError, match="the text is empty"):
        divide(rendered("a")[0], corners_of_box(0, 0, 10, 10), "")


@pytest.mark.parametrize(
    "quadrilateral", [[], [(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, 1), (float("nan"), 0)], [["a", 0]] * 4]
)
def test_what_is_no_quadrilateral_is_refused(quadrilateral: Any):
    with pytest.raises(LabelError, match="four corners"):
        divide(rendered("a")[0], quadrilateral, "a")


def test_narrow_symbols_are_expected_narrower_and_full_width_ones_wider():
    i, n, w, han, accented = expected_widths("inW中í")
    assert i < n < w < han
    assert accented == i


coordinates = st.floats(-200, 400, allow_nan=False) | st.integers(-5, 70)


@given(
    st.lists(st.tuples(coordinates, coordinates), min_size=4, max_size=4),
    st.text(min_size=1, max_size=8),
    st.integers(0, 9),
)
def test_any_quadrilateral_over_any_picture_gives_a_finite_polygon_a_symbol(
    quadrilateral: list[Any], text: str, seed: int
):
    image = np.random.default_rng(seed).integers(0, 256, (30, 60, 3)).astype(np.uint8)
    if seed % 3 == 0:
        image[:, : 10 * seed] = 0
    for character in divide(image, quadrilateral, text):
        assert len(character.polygon) == 4
        assert np.isfinite(character.corners).all()
        assert np.abs(character.corners).max() <= 401  # never outside what it was given


def overlap(a: Box, b: Box) -> float:
    """Intersection over union of two boxes."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(width, 0) * max(height, 0)
    return shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared)


def test_real_words_are_divided_far_better_than_evenly(shared_data: Path):
    folder = shared_data / "iiit5k"
    if not (folder / "val.jsonl").is_file():
        pytest.skip("needs the IIIT5K-word images in ../shared/data/iiit5k")
    records = [json.loads(line) for line in (folder / "val.jsonl").read_text(encoding="utf-8").splitlines()]

    def measure(boxes_of: Callable[[np.ndarray, Box, str], list[Box]]) -> tuple[float, float]:
        hits, overlaps = [], []
        for record in records:
            truth = np.array([c["box"] for c in record["chars"]], dtype=float)
            around = (*truth[:, :2].min(axis=0), *truth[:, 2:].max(axis=0))
            found = boxes_of(read_image(folder / record["file"]), around, "".join(c["c"] for c in record["chars"]))
            for (x0, y0, x1, y1), box in zip(found, truth, strict=True):
                x, y = (x0 + x1) / 2, (y0 + y1) / 2
                hits.append(box[0] <= x <= box[2] and box[1] <= y <= box[3])
                overlaps.append(overlap((x0, y0, x1, y1), tuple(box)))
        return float(np.mean(hits)), float(np.mean(overlaps))

    divided = measure(lambda image, box, text: [bounds(c.polygon) for c in divide(image, corners_of_box(*box), text)])
    even = measure(lambda _, box, text: even_boxes(box, len(text)))
    print(f"divided: {divided}, even: {even}")
    assert divided[0] > even[0] + 0.05
    assert divided[1] > even[1] + 0.12
    assert divided[0] > 0.975
    assert divided[1] > 0.77


SLANTED = np.array([[10.0, 6], [150, 20], [140, 70], [4, 50]])


@pytest.fixture(params=["ink", "bare ground"])
def divided(request: pytest.FixtureRequest) -> Division:
    image = rendered("wall")[0] if request.param == "ink" else np.full((90, 160, 3), 200, np.uint8)
    return division(image, SLANTED, "wall")


def test_line_of_a_cut_lies_between_the_characters_that_it_parts(divided: Division):
    for share, (left, right) in zip(divided.cuts, pairwise(divided.characters), strict=True):
        (x0, y0), (x1, y1) = divided.line(share)
        for character, side in ((left, 1), (right, -1)):
            x, y = character.corners.T
            assert (side * ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) >= -0.02 * np.hypot(x1 - x0, y1 - y0)).all()


@given(share=st.floats(0, 1), height=st.floats(0, 1))
def test_share_at_a_point_of_a_line_is_that_of_the_line(share: float, height: float):
    for image in (rendered("wall")[0], np.full((90, 160, 3), 200, np.uint8)):
        found = division(image, SLANTED, "wall")
        (x0, y0), (x1, y1) = found.line(share)
        assert found.share_at((x0 + height * (x1 - x0), y0 + height * (y1 - y0))) == pytest.approx(share, abs=1e-6)


def test_point_outside_the_word_counts_as_its_end(divided: Division):
    assert divided.share_at((-50, 20)) == 0
    assert divided.share_at((400, 40)) == 1


@given(index=st.integers(0, 2), share=st.floats(-1, 2))
def test_moved_cut_stays_between_its_neighbours_and_changes_only_the_two_beside_it(index: int, share: float):
    before = division(rendered("wall")[0], SLANTED, "wall")
    moved = before.with_cut(index, share)
    assert list(moved.cuts) == sorted(moved.cuts)
    assert moved.cuts[0] > 0
    assert moved.cuts[-1] < 1
    for place, (one, other) in enumerate(zip(before.characters, moved.characters, strict=True)):
        assert one == other or place in {index, index + 1}
        assert abs(signed_area(other.polygon)) > 0


def test_moved_cut_gives_the_ink_beside_it_to_the_other_character():
    image, boxes = rendered("wall")
    found = division(image, quadrilateral_of(boxes), "wall")
    into_the_a = (boxes[1][0] + boxes[1][2]) / 2
    moved = found.with_cut(0, found.share_at((into_the_a, 30)))
    assert bounds(moved.characters[0].polygon)[2] == pytest.approx(into_the_a, abs=0.1)
    assert bounds(moved.characters[1].polygon)[0] == pytest.approx(into_the_a, abs=0.1)
    assert bounds(moved.characters[1].polygon)[2] == bounds(found.characters[1].polygon)[2]
