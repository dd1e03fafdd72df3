"""Applies a chosen change to one image, and moves its label along: by sliders, erasing, or moving a character.

Blur and noise are measured as `core.data.augmentation.augmentation.Augmentation` measures them, so that a value from
which a word is misread can be compared with what a training has shown its network.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.data.augmentation.augmentation import MAX_SIDE, Augmentation, bounded, draw_warp, text_height
from core.data.augmentation.looks import noisy, value_deviation
from core.data.augmentation.warps import Warp
from core.data.drawing.paint import through_jpeg
from core.labels.edits.painting import raster
from core.labels.edits.shapes import move
from core.labels.geometry import bounds, polygon_of
from core.labels.label import Point, Polygon, WordLabel

Picture = NDArray[np.uint8]

_LEAST_SIDE = 4  # pixels of a changed image
_SEEN = 0.2  # pixels: a blur of a smaller standard deviation changes nothing
_RIM = 3  # pixels round a filled region that its colours come from
_NOISE = 0  # seed: the same noise each time, so that its strength alone counts


@dataclass(frozen=True, slots=True)
class Slider:
    """The range of values for one item of a `Change`."""

    low: float
    """The smallest value."""
    neutral: float
    """The value that changes nothing."""
    high: float
    """The largest value."""
    step: float
    """Step of the slider, and the precision of the nearest flip."""

    @property
    def down(self) -> int:
        """The number of steps below the neutral value."""
        return round((self.neutral - self.low) / self.step)

    @property
    def up(self) -> int:
        """The number of steps above the neutral value."""
        return round((self.high - self.neutral) / self.step)

    def value(self, steps: int) -> float:
        """Return the value that is `steps` steps away from the neutral one."""
        return round(self.neutral + steps * self.step, 6)

    def steps(self, value: float) -> int:
        """Return the number of steps from the neutral value to a value."""
        return round((value - self.neutral) / self.step)


SLIDERS: Mapping[str, Slider] = MappingProxyType(
    {
        "rotation": Slider(-45, 0, 45, 0.5),
        "shear": Slider(-45, 0, 45, 0.5),
        "crop": Slider(-0.3, 0, 0.4, 0.005),
        "size": Slider(0.05, 1, 2, 0.01),
        "brightness": Slider(-1, 0, 1, 0.01),
        "contrast": Slider(0.05, 1, 3, 0.01),
        "blur": Slider(0, 0, 0.5, 0.005),
        "noise": Slider(0, 0, 2, 0.02),
        "jpeg": Slider(1, 100, 100, 1),
    }
)
"""The items of a `Change`, in the order in which a window shows them."""


@dataclass(frozen=True, slots=True)
class Change:
    """The changes to an image, which by default leave it as it is."""

    rotation: float = 0
    """Turn of the whole image in degrees, positive clockwise."""
    shear: float = 0
    """Slant across the reading direction in degrees."""
    crop: float = 0
    """Part cut off at each side, as a fraction of the image's width or height. Below 0 a margin is added."""
    size: float = 1
    """Factor of the image's sides."""
    brightness: float = 0
    """Value added to each pixel, in units of the whole range, with the result cut off at its ends."""
    contrast: float = 1
    """Factor about the image's mean value, with the result cut off at the ends of the range."""
    blur: float = 0
    """Standard deviation of the blur as a fraction of the characters' height."""
    noise: float = 0
    """Standard deviation of the noise as a fraction of that of the picture's own values."""
    jpeg: float = 100
    """Quality of a JPEG file that the image goes through. 100: through none."""

    def having(self, item: str, value: float) -> Change:
        """Return the change with another value for one item."""
        return replace(self, **{item: value})


class Changed(NamedTuple):
    """A changed image, with its label."""

    pixels: Picture
    """(height, width, 3) uint8: the image, no side longer than `MAX_SIDE`."""
    label: WordLabel
    """The label in these pixels. A character may lie outside if the image is cut."""
    matrix: NDArray[np.float64]
    """(3, 3) float64: from pixels of the image before to pixels of this one."""

    @property
    def size(self) -> tuple[int, int]:
        """The (height, width) of the image in pixels."""
        return _size(self.pixels)


@dataclass(frozen=True, slots=True)
class Erased:
    """A region, given by corners in image pixels, that is filled from its surroundings."""

    region: Polygon
    """Corners of the region in image pixels."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A character that is moved together with the pixels inside its polygon."""

    place: int
    """Index of the character in the label."""
    way: Point
    """(x, y): the move in image pixels, rounded to whole ones."""


Touch = Erased | Moved  # what a tool has done to an image, before the sliders change it


def apply_change(image: Picture, label: WordLabel, change: Change) -> Changed:
    """Change an image, and move its label with it.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB; is not changed.
    label : WordLabel
        Polygons in image pixels.
    change : Change
        The changes.
    """
    before = _size(image)
    image, label = bounded(image, label)
    matrix = _scaling(before, _size(image))
    warp = _warp(image, label, change)
    if warp is not None:
        matrix = warp.matrix @ matrix
        label = warp.label(label, _size(image))
        image = warp.image(image, cv2.BORDER_REPLICATE, (0.0,) * 4, linear=True)
    image = _lit(image, change.brightness, change.contrast)
    sigma = change.blur * text_height(image, label)
    if sigma >= _SEEN:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    before = _size(image)
    image, label = _resized(image, label, change.size)
    matrix = _scaling(before, _size(image)) @ matrix
    if change.noise:
        image = noisy(image, np.random.default_rng(_NOISE), change.noise * value_deviation(image))
    if change.jpeg < SLIDERS["jpeg"].high:
        image = through_jpeg(image, round(change.jpeg))
    return Changed(image, label, matrix)


def apply_touches(image: Picture, label: WordLabel, touches: Iterable[Touch]) -> tuple[Picture, WordLabel]:
    """Return copies of an image and its label with touches of the tools applied one after the other.

    The old place of a moved character is filled from its surroundings. An erased character stays in the label.

    Raises
    ------
    LabelError
        If there is no such character, or the character would get out of range.
    """
    for touch in touches:
        match touch:
            case Erased(region):
                image = _filled(image, _inside(region, _size(image)))
            case Moved(place, (x, y)):
                image, label = _moved(image, label, place, (round(x), round(y)))
    return image, label


def _moved(image: Picture, label: WordLabel, place: int, way: tuple[int, int]) -> tuple[Picture, WordLabel]:
    x, y = way
    moved = move(label, [place], x, y)
    mask = _inside(label.characters[place].polygon, _size(image))
    result = _filled(image, mask)
    rows, columns = np.nonzero(mask)
    inside = (rows + y >= 0) & (rows + y < len(mask)) & (columns + x >= 0) & (columns + x < mask.shape[1])
    rows, columns = rows[inside], columns[inside]
    result[rows + y, columns + x] = image[rows, columns]
    return result, moved


def kept_inside(label: WordLabel, size: tuple[int, int]) -> WordLabel:
    """Return a label whose polygons are cut off at the edges of an image of (height, width).

    Raises
    ------
    LabelError
        If the middle of a character lies outside: the image does not show the character any more.
    """
    height, width = size
    characters = []
    for rank, character in zip(np.argsort(label.ranking) + 1, label.characters, strict=True):
        left, top, right, bottom = bounds(character.polygon)
        if not (0 <= (left + right) / 2 <= width and 0 <= (top + bottom) / 2 <= height):
            raise LabelError(
                'character {rank} ("{symbol}") lies outside the changed image. Cut less off, or move it back.',
                rank=int(rank),
                symbol=character.symbol,
            )
        is_inside = left >= 0 and top >= 0 and right <= width and bottom <= height
        clipped = polygon_of(np.clip(character.corners, 0, (width, height)))
        characters.append(character if is_inside else replace(character, polygon=clipped))
    return replace(label, characters=tuple(characters))


def _warp(image: Picture, label: WordLabel, change: Change) -> Warp | None:
    """Return turn, slant and crop in one warp, or None if nothing is moved."""
    warp = Warp(np.eye(3), None, _size(image))
    if change.rotation or change.shear:
        turn = Augmentation(rotation=(change.rotation,) * 2, shear=(change.shear,) * 2)
        warp = draw_warp(np.random.default_rng(0), label, _size(image), turn)  # nothing is left to chance
    elif not change.crop:
        return None
    height, width = warp.size
    cut = np.eye(3)
    cut[:2, 2] = -width * change.crop, -height * change.crop
    sides = (max(_LEAST_SIDE, round(side * (1 - 2 * change.crop))) for side in (height, width))
    new_height, new_width = sides
    return Warp(cut @ warp.matrix, None, (new_height, new_width))


def _lit(image: Picture, brightness: float, contrast: float) -> Picture:
    if not brightness and contrast == 1:
        return image
    mean = float(image.mean())
    values = (np.arange(256) - mean) * contrast + mean + 255 * brightness
    return np.asarray(cv2.LUT(image, np.clip(np.rint(values), 0, 255).astype(np.uint8)), np.uint8)


def _resized(image: Picture, label: WordLabel, factor: float) -> tuple[Picture, WordLabel]:
    height, width = _size(image)
    factor = min(factor, MAX_SIDE / max(height, width))
    new = max(_LEAST_SIDE, round(height * factor)), max(_LEAST_SIDE, round(width * factor))
    if factor == 1 or new == (height, width):
        return image, label
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(image, new[::-1], interpolation=how), np.uint8)
    return small, Warp(_scaling((height, width), new), None, new).label(label, (height, width))


def _filled(image: Picture, mask: Picture) -> Picture:
    """Return the image with the pixels of a mask filled from their rim, or with grey if they have no rim."""
    if mask.all():
        return np.full_like(image, round(float(image.mean())))
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return image.copy()
    part = tuple(slice(max(int(at[0]) - 2 * _RIM, 0), int(at[-1]) + 2 * _RIM + 1) for at in (rows, columns))
    result = image.copy()  # the region alone is filled: a large image would take longer than a person waits
    result[part] = cv2.inpaint(
        np.ascontiguousarray(image[part]), np.ascontiguousarray(mask[part]), _RIM, cv2.INPAINT_TELEA
    )
    return result


def _inside(polygon: Polygon, size: tuple[int, int]) -> Picture:
    """Return 1 for the pixels whose middles lie inside a polygon, 0 for the others."""
    mask = np.zeros(size, np.uint8)
    inside = raster(polygon, size)
    if inside is not None:
        mask[inside.y : inside.y + inside.height, inside.x : inside.x + inside.width] = inside.pixels
    return mask


def _scaling(before: tuple[int, int], after: tuple[int, int]) -> NDArray[np.float64]:
    return np.diag([after[1] / before[1], after[0] / before[0], 1.0])


def _size(image: Picture) -> tuple[int, int]:
    return image.shape[0], image.shape[1]
