"""Words along a curve."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.base.errors import LabelError
from core.labels.divide.curved import curved_division
from core.labels.geometry import centroid

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
def test_letters_along_a_curve_are_found(bent: tuple[NDArray[np.uint8], Array], points: int, backwards: bool) -> None:
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
def test_lines_that_give_no_word_are_refused(
    top: list[tuple[float, float]], bottom: list[tuple[float, float]], text: str, said: str
) -> None:
    with pytest.raises(LabelError, match=said):
        curved_division(np.full((50, 100, 3), 255, np.uint8), top, bottom, text)
