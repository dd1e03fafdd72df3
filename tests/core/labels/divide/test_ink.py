from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.base.errors import LabelError
from core.labels.divide.curved import curved_division
from core.labels.divide.glyphs import shapes_of, width_of
from core.labels.divide.ink import ink_map
from core.labels.geometry import centroid

INSIDE = np.ones((40, 60), dtype=bool)
STROKES = np.zeros((40, 60), dtype=bool)
STROKES[8:32, 10:16] = STROKES[8:32, 30:36] = True


def picture(ink: tuple[int, int, int], ground: tuple[int, int, int]) -> np.ndarray:
    return np.where(STROKES[..., None], ink, ground).astype(np.uint8)


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        pytest.param((0, 0, 0), (255, 255, 255), id="dark on light"),
        pytest.param((255, 255, 255), (0, 0, 0), id="light on dark"),
        pytest.param((200, 30, 30), (30, 120, 30), id="red on green"),
        pytest.param((120, 120, 120), (140, 140, 140), id="faint"),
    ],
)
def test_ink_is_told_from_ground_whatever_the_colours(ink: tuple[Any, ...], ground: tuple[Any, ...]):
    found = ink_map(picture(ink, ground), INSIDE)
    np.testing.assert_array_equal(found > 0.5, STROKES)


def test_uneven_light_over_a_long_word_is_levelled():
    light = np.linspace(0.35, 1, 60)[None, :, None]
    found = ink_map((picture((90, 90, 90), (250, 250, 250)) * light).astype(np.uint8), INSIDE)
    np.testing.assert_array_equal(found > 0.5, STROKES)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_box_that_holds_hardly_a_pixel_of_the_image_has_no_ink_and_no_warning(count: int):
    inside = np.zeros((40, 60), dtype=bool)
    inside[0, :count] = True
    assert ink_map(picture((0, 0, 0), (255, 255, 255)), inside) is None


def test_an_even_picture_has_no_ink():
    assert ink_map(np.full((40, 60, 3), 128, dtype=np.uint8), INSIDE) is None


def test_outside_the_image_is_no_ink():
    inside = INSIDE.copy()
    inside[:, 28:] = False
    found = ink_map(picture((0, 0, 0), (255, 255, 255)), inside)
    np.testing.assert_array_equal(found > 0.5, STROKES & inside)


WORD = "CURVED"
Array = NDArray[np.float64]


def arc(radius: float, degrees: Array) -> Array:
    """Points of a circle round (200, 220), by the angle from straight up."""
    turn = np.deg2rad(degrees)
    return np.column_stack([200 + radius * np.sin(turn), 220 - radius * np.cos(turn)])


@pytest.fixture
def bent() -> tuple[NDArray[np.uint8], Array]:
    """A word bent round a circle between the radii 140 and 190, 60 degrees to both sides, and its letters' middles."""
    font = ImageFont.load_default(50)
    flat = Image.new("L", (400, 60), 255)
    middles = []
    for i, letter in enumerate(WORD):
        ImageDraw.Draw(flat).text((35 + 66 * i, 30), letter, font=font, fill=0, anchor="mm")
        middles.append((35 + 66 * i) / 400 * 120 - 60)
    x, y = np.meshgrid(np.arange(400.0) + 0.5, np.arange(240.0) + 0.5)
    degrees, radius = np.rad2deg(np.arctan2(x - 200, 220 - y)), np.hypot(x - 200, 220 - y)
    across, along = (190 - radius) / 50 * 60, (degrees + 60) / 120 * 400
    picture = cv2.remap(
        np.asarray(flat), along.astype(np.float32), across.astype(np.float32), cv2.INTER_LINEAR, borderValue=255
    )
    return np.repeat(np.asarray(picture, np.uint8)[..., None], 3, axis=2), arc(165, np.array(middles))


@pytest.mark.parametrize("points", [4, 9])
@pytest.mark.parametrize("backwards", [False, True])
def test_letters_along_a_curve_are_found(bent: tuple[NDArray[np.uint8], Array], points: int, backwards: bool):
    picture, middles = bent
    at = np.linspace(-60, 60, points)
    found = curved_division(picture, arc(192, at), arc(138, at[::-1] if backwards else at), WORD)
    assert "".join(character.symbol for character in found) == WORD
    for character, middle in zip(found, middles, strict=True):
        assert np.hypot(*np.subtract(centroid(character.polygon), middle)) < 8, character


@pytest.mark.parametrize(
    ("top", "bottom", "text", "said"),
    [
        ([(0, 0), (90, 40)], [(0, 40), (90, 0)], "ab", "cross"),
        ([(0, 0), (0, 0)], [(0, 40), (90, 40)], "ab", "too short"),
        ([(0, 0), (90, 0)], [(0, 40), (90, 40)], "", "empty"),
        ([(0, 0), (9, 0)], [(0, 40), (9, 40)], "long" * 9, "longer"),
    ],
)
def test_lines_that_give_no_word_are_refused(top: list[Any], bottom: list[Any], text: str, said: str):
    with pytest.raises(LabelError, match=said):
        curved_division(np.full((50, 100, 3), 255, np.uint8), top, bottom, text)


def test_every_visible_symbol_of_ascii_has_a_drawing_of_length_one():
    symbols = "".join(map(chr, range(33, 127)))
    for symbol in symbols:
        assert np.isclose(np.linalg.norm(shapes_of(symbol), axis=2).max(), 1, atol=1e-4), symbol


def test_an_accent_changes_nothing_and_an_unknown_symbol_looks_like_nothing():
    word, plain = shapes_of("né中"), shapes_of("ne")
    assert np.array_equal(word[:2], plain)
    assert not word[2].any()


def test_ink_is_as_wide_as_in_print_or_unknown():
    i, n, m = (width_of(symbol) or 0.0 for symbol in "inm")
    assert 0 < i < n < m
    assert width_of("ñ") == n
    assert width_of("中") is None
