"""Augments samples: moves image and label together, and changes the look of the image.

No preset mirrors an image: a mirrored letter is another letter (b and d) or none at all.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from core.base.errors import DataError, Sentence
from core.data.augmentation.looks import restyle
from core.data.augmentation.warps import Bend, Warp
from core.data.drawing.effects import Range, drawn
from core.data.drawing.scene_effects import LEVELS
from core.labels.label import WordLabel
from core.labels.maps.spec import VERTICAL_RATIO

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

MAX_SIDE = 1024  # largest longer side, pixels: a larger image is shrunk first; no network's input is nearly as large

_STEPS = 9  # points an edge of the image, from which the extent of the bent image is found
_LEAST_SIDE = 4  # pixels of the new image


@dataclass(frozen=True, slots=True)
class Augmentation:
    """The largest changes of a training image, as ranges from which values are drawn evenly.

    A share is a probability.

    Raises
    ------
    DataError
        If a value is out of its bounds or a range runs backwards.
    """

    rotation: Range = (0, 0)
    """Turn of the whole image in degrees, positive clockwise, -45 to 45."""
    shear: Range = (0, 0)
    """Slant across the reading direction in degrees, -45 to 45."""
    perspective: float = 0
    """Largest cut of one side of the image against the opposite one, as a fraction, 0 to 0.6."""
    zoom: Range = (1, 1)
    """Size of the content against its frame, 0.25 to 4.

    Over 1 the zoom cuts margins off, as far as no character is cut."""
    shift: float = 0
    """Shift of the frame over the image, either way, as a fraction of its sides, 0 to 0.5, as far as no character is
    cut."""
    curve_share: float = 0
    """Share of the images whose lines along the reading direction are bent to a parabola."""
    curve: Range = (0, 0)
    """Height of that parabola as a fraction of the image's height (of a vertical word's width), either way, 0 to 1."""
    tint: float = 0
    """Largest change of the gain of each colour channel, up to 1 ± tint, 0 to 0.9."""
    mixing: float = 0
    """Largest share of a random mixture of all channels in each colour channel, 0 to 1."""
    grey_share: float = 0
    """Share of the images that lose their colours."""
    contrast: Range = (1, 1)
    """Factor of the picture's range of values, 0.1 to 10, without cutting off any value."""
    brightness: float = 0
    """Largest shift of the picture's range of values, as a fraction of 0 to 255, 0 to 1."""
    gamma: float = 0
    """Bound of the exponent over the picture's range of values, exp(-gamma) to exp(gamma), 0 to 2."""
    invert_share: float = 0
    """Share of the images whose dark on light becomes light on dark."""
    blur_share: float = 0
    """Share of the images that are blurred."""
    blur: Range = (0, 0)
    """Standard deviation of the blur as a fraction of the characters' height, 0 to 0.5.

    Without polygons, the height is taken to be half the image's shorter side."""
    motion_share: float = 0
    """Share of the blurs that go in one direction."""
    noise_share: float = 0
    """Share of the images with noise."""
    noise: Range = (0, 0)
    """Standard deviation of the noise as a fraction of that of the picture's own values, 0 to 2."""
    jpeg_share: float = 0
    """Share of the images with JPEG artefacts."""
    jpeg: Range = (70, 95)
    """Quality of the JPEG picture, 1 to 100."""
    flip_share: float = 0
    """Share of the images with left and right exchanged (`mirrored`)."""

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            low, high = _BOUNDS.get(item.name, (0, 1))
            pair = isinstance(item.default, tuple)
            numbers = tuple(value) if pair and isinstance(value, (tuple, list)) else (value,)
            wrong = len(numbers) != (2 if pair else 1) or any(
                isinstance(n, bool) or not isinstance(n, (int, float)) or not low <= n <= high for n in numbers
            )
            if wrong or list(numbers) != sorted(numbers):
                kind = Sentence("a range (least, most)") if pair else Sentence("a number")
                raise DataError(
                    "augmentation: {item} is {value}; it has to be {kind} from {low:g} to {high:g}.",
                    item=item.name,
                    value=repr(value),
                    kind=kind,
                    low=low,
                    high=high,
                )

    @property
    def moves(self) -> bool:
        """True if the augmentation moves anything."""
        still = ((0, 0), (0, 0), 0, (1, 1), 0)
        return (self.rotation, self.shear, self.perspective, self.zoom, self.shift) != still or self.curve_share > 0


_BOUNDS: Mapping[str, tuple[float, float]] = {
    "rotation": (-45, 45),
    "shear": (-45, 45),
    "perspective": (0, 0.6),
    "zoom": (0.25, 4),
    "shift": (0, 0.5),
    "tint": (0, 0.9),
    "contrast": (0.1, 10),
    "gamma": (0, 2),
    "blur": (0, 0.5),
    "noise": (0, 2),
    "jpeg": (1, 100),
}

NONE = Augmentation()  # nothing is changed

MILD = Augmentation(
    rotation=(-3, 3),
    shear=(-5, 5),
    perspective=0.06,
    zoom=(0.92, 1.1),
    shift=0.04,
    curve_share=0.1,
    curve=(0.0, 0.12),
    tint=0.1,
    mixing=0.15,
    grey_share=0.05,
    contrast=(0.75, 1.25),
    brightness=0.1,
    gamma=0.2,
    invert_share=0.05,
    blur_share=0.15,
    blur=(0.0, 0.04),
    noise_share=0.2,
    noise=(0, 0.15),
    jpeg_share=0.15,
    jpeg=(60, 95),
)
"""Changes for synthetic words, which have variety already, and for a network of half a million weights."""

FULL = Augmentation(
    rotation=(-10, 10),
    shear=(-15, 15),
    perspective=0.25,
    zoom=(0.8, 1.25),
    shift=0.1,
    curve_share=0.25,
    curve=(0.0, 0.4),
    tint=0.3,
    mixing=0.5,
    grey_share=0.1,
    contrast=(0.45, 1.6),
    brightness=0.25,
    gamma=0.5,
    invert_share=0.15,
    blur_share=0.3,
    blur=(0.0, 0.09),
    motion_share=0.3,
    noise_share=0.35,
    noise=(0, 0.5),
    jpeg_share=0.3,
    jpeg=(25, 95),
)
"""For few real words: as far as a person still reads them."""

PRESETS: Mapping[str, Augmentation] = {"none": NONE, "mild": MILD, "full": FULL}  # augmentations known by name


@lru_cache(maxsize=64)
def eased(config: Augmentation, level: int) -> Augmentation:
    """Return an augmentation for a level of difficulty, 0 to `core.data.drawing.scene_effects.LEVELS`.

    A value beyond `MILD` begins at `MILD` and rises evenly; all other values are the same at all levels.
    """
    if level >= LEVELS or config == NONE:
        return config
    part = level / LEVELS
    values: dict[str, float | Range] = {}
    for item in fields(Augmentation):
        easy, hard = getattr(MILD, item.name), getattr(config, item.name)
        if isinstance(hard, tuple):
            low, high = (a + (b - a) * part for a, b in zip(easy, hard, strict=True))
            values[item.name] = (max(low, hard[0]), min(high, hard[1]))
        else:
            values[item.name] = min(easy + (hard - easy) * part, hard)
    return replace(config, **values)  # type: ignore[arg-type]


def augment(
    image: Picture, label: WordLabel, rng: np.random.Generator, config: Augmentation
) -> tuple[Picture, WordLabel]:
    """Change an image at random, and move its label with it.

    Polygons, hand-set Gaussians and painted areas move with the pixels. The part of a character's polygon inside the
    image stays inside; for a word-level label, whose characters may be anywhere, the whole image stays. A vertical
    image (higher than 1.5 × its width) stays vertical, and a horizontal one horizontal, since the shape decides the
    reading direction.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB; is not changed.
    label : WordLabel
        Polygons in image pixels.
    rng : Generator
        All chance comes from it.
    config : Augmentation
        The largest changes.

    Returns
    -------
    (new height, new width, 3) uint8
        The sides differ from the old ones.
    WordLabel
        In the new image's pixels.
    """
    if config.flip_share and rng.random() < config.flip_share:  # no number is drawn without the choice
        image, label = mirrored(image, label)
    if config.moves:
        image, label = bounded(image, label)
        warp = draw_warp(rng, label, image.shape[:2], config)
        border, fill = cv2.BORDER_REPLICATE, (0.0,) * 4
        if rng.random() < 0.5:
            border, fill = cv2.BORDER_CONSTANT, (*_rim_colour(image), 0.0)
        label = warp.label(label, image.shape[:2])
        image = warp.image(image, border, fill, linear=True)
    return restyle(image, rng, config, text_height(image, label)), label


def mirrored(image: Picture, label: WordLabel) -> tuple[Picture, WordLabel]:
    """Mirror an image and its label, left to right.

    A horizontal word is still read from left to right: the last character becomes the first, and the text runs
    backwards. So a word of symbols that look the same in a mirror ("WAIT") becomes the word that the image then shows
    ("TIAW"); a vertical word keeps its order.

    Parameters
    ----------
    image : (height, width, 3) uint8
        Is not changed.
    label : WordLabel
        Polygons in image pixels.
    """
    height, width = image.shape[:2]
    matrix = np.array([[-1, 0, width], [0, 1, 0], [0, 0, 1.0]])
    label = Warp(matrix, None, (height, width)).label(label, (height, width))
    if not _is_vertical((height, width)):
        count = len(label.characters)
        rank = {place: k for k, place in enumerate(label.ranking, 1)}
        characters = (replace(c, order=count + 1 - rank[place]) for place, c in enumerate(label.characters))
        text = None if label.text is None else unicodedata.normalize("NFC", label.text)[::-1]
        label = replace(label, characters=tuple(characters), text=text)
    return np.ascontiguousarray(image[:, ::-1]), label


def text_height(image: Picture, label: WordLabel) -> float:
    """Return the approximate height of a label's characters in pixels."""
    half = float(min(image.shape[:2])) / 2
    if not label.characters:
        return half
    return min(2 * half, float(np.median([np.ptp(c.corners[:, 1]) for c in label.characters])))


def draw_warp(rng: np.random.Generator, label: WordLabel, size: tuple[int, int], config: Augmentation) -> Warp:
    """Draw a random warp of an image of (height, width) that keeps its characters in the picture.

    Parameters
    ----------
    rng : Generator
        All chance comes from it.
    label : WordLabel
        In the old image's pixels.
    size : (height, width)
        Of the old image.
    config : Augmentation
        The largest changes.
    """
    vertical = _is_vertical(size)
    matrix = _drawn_matrix(rng, size, config, vertical)
    bend = _drawn_bend(rng, matrix, size, config, vertical)
    warp = Warp(matrix, bend, size)
    height, width = size
    frame = _extent(warp.points(_outline(width, height)))
    corners = [np.clip(c.corners, 0, (width, height)) for c in label.characters]
    kept = _extent(np.concatenate([warp.polygon(c) for c in corners])) if corners else frame
    window = _drawn_window(rng, frame, kept, config)
    left, top, new_width, new_height = _on_its_side(window, vertical)
    move = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
    if bend is not None:
        bend = replace(bend, start=bend.start - (top if vertical else left))
    return Warp(move @ matrix, bend, (new_height, new_width))


def _is_vertical(size: tuple[int, int]) -> bool:
    return size[0] > VERTICAL_RATIO * size[1]


def _drawn_matrix(rng: np.random.Generator, size: tuple[int, int], config: Augmentation, vertical: bool) -> Array:
    """Draw perspective, slant and turn about the middle of the image."""
    height, width = size
    turn, slant = (math.radians(drawn(rng, bounds)) for bounds in (config.rotation, config.shear))
    cuts = rng.uniform(-config.perspective, config.perspective, 2)
    box = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    # A side is shortened towards its middle; along the word by no more than across it, in pixels
    least = min(width, height)
    top, bottom = max(cuts[0], 0.0) * least / 2, max(-cuts[0], 0.0) * least / 2
    left, right = (
        max(cuts[1], 0.0) * (least if vertical else height) / 2,
        max(-cuts[1], 0.0) * (least if vertical else height) / 2,
    )
    inward = np.array([[top, left], [-top, right], [-bottom, -right], [bottom, -left]])
    perspective = cv2.getPerspectiveTransform(box.astype(np.float32), (box + inward).astype(np.float32))
    shear = np.eye(3)
    shear[(1, 0) if vertical else (0, 1)] = -math.tan(slant)
    cos, sin = math.cos(turn), math.sin(turn)
    rotation = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    center = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    return np.asarray(rotation @ shear @ perspective @ center)


def _drawn_bend(
    rng: np.random.Generator, matrix: Array, size: tuple[int, int], config: Augmentation, vertical: bool
) -> Bend | None:
    """Draw a bend over the length of the moved image."""
    if rng.random() >= config.curve_share:
        return None
    height, width = size
    share = drawn(rng, config.curve) * (1 if rng.random() < 0.5 else -1)
    left, top, right, bottom = _extent(Warp(matrix, None, size).points(_outline(width, height)))
    if vertical:
        return Bend(share * width, top, bottom - top, along_y=True)
    return Bend(share * height, left, right - left)


def _outline(width: int, height: int) -> Array:
    """Return points along the edge of an image."""
    t = np.linspace(0, 1, _STEPS)
    zero, one = np.zeros(_STEPS), np.ones(_STEPS)
    sides = [np.column_stack(side) for side in ((t, zero), (t, one), (zero, t), (one, t))]
    return np.concatenate(sides) * (width, height)


def _extent(points: Array) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _drawn_window(
    rng: np.random.Generator, frame: tuple[float, ...], kept: tuple[float, ...], config: Augmentation
) -> tuple[float, float, float, float]:
    """Draw the part of the plane that becomes the new image: the frame zoomed and shifted, with all content to keep."""
    zoom = drawn(rng, config.zoom)
    shifts = rng.uniform(-config.shift, config.shift, 2)
    edges = []
    for axis in (0, 1):
        length = (frame[axis + 2] - frame[axis]) / zoom
        middle = (frame[axis] + frame[axis + 2]) / 2 + shifts[axis] * length
        edges.append((min(middle - length / 2, kept[axis]), max(middle + length / 2, kept[axis + 2])))
    (x0, x1), (y0, y1) = edges
    return x0, y0, x1, y1


def _on_its_side(window: tuple[float, float, float, float], vertical: bool) -> tuple[float, float, int, int]:
    """Return (left, top, width, height) of the window in whole pixels, enlarged if it must keep its orientation."""
    x0, y0, x1, y1 = window
    width, height = max(_LEAST_SIDE, math.ceil(x1 - x0)), max(_LEAST_SIDE, math.ceil(y1 - y0))
    if vertical and not _is_vertical((height, width)):
        height = math.floor(VERTICAL_RATIO * width) + 1
    elif not vertical and _is_vertical((height, width)):
        width = math.ceil(height / VERTICAL_RATIO)
    return (x0 + x1 - width) / 2, (y0 + y1 - height) / 2, width, height


def bounded(image: Picture, label: WordLabel) -> tuple[Picture, WordLabel]:
    """Shrink an image and its label until no side exceeds `MAX_SIDE`."""
    height, width = image.shape[:2]
    if max(height, width) <= MAX_SIDE:
        return image, label
    scale = MAX_SIDE / max(height, width)
    new_height, new_width = max(1, round(height * scale)), max(1, round(width * scale))
    if _is_vertical((new_height, new_width)) != _is_vertical((height, width)):  # rounding at the very limit
        return image, label
    small = cv2.resize(image, (new_width, new_height), interpolation=cv2.INTER_AREA)
    matrix = np.diag([new_width / width, new_height / height, 1.0])
    return np.asarray(small, np.uint8), Warp(matrix, None, (new_height, new_width)).label(label, (height, width))


def _rim_colour(image: Picture) -> tuple[float, float, float]:
    rim = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    red, green, blue = np.median(rim, axis=0)
    return float(red), float(green), float(blue)
