"""Counts the look and writing of a folder's words in labelled images, so that more words like them can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from core.analysis.text_patterns import TextList, TextPattern, writing_of
from core.data.drawing.effects import Range
from core.data.drawing.scene_effects import Scene
from core.labels.label import WordLabel
from core.labels.maps.spec import VERTICAL_RATIO

_Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in image pixels

PRIOR = 50  # words after which the folder counts as much as what is known of words in general

CASES = ("upper", "lower", "title", "mixed")  # letter cases of a word, in the order of `FolderStyle.cases`

_LEAST_PIXELS = 30
_MOST_PIXELS = 4000
_MEASURED = 20  # words from which on sizes and margins are believed
_SPREAD = (5.0, 95.0)  # percentiles
_HEIGHTS = (10.0, 96.0)  # pixels of a drawn picture
_WIDEST = 0.6  # margin, of the text's height


@dataclass(frozen=True, slots=True, eq=False)
class FolderStyle:
    """The style of a folder's words, as counts."""

    words: int
    """Number of words that were counted."""
    pairs: NDArray[np.float64]
    """(n, 6) float: colours of text and ground of a word each, sRGB, 0 to 255."""
    lengths: tuple[int, ...]
    """Numbers of words of 1, 2, 3 … symbols."""
    cases: tuple[int, int, int, int]
    """Number of words with letters in each of `CASES`."""
    codes: int
    """Number of words with a digit."""
    height: Range | None = None
    """Height of the images in pixels. None if too few were measured."""
    margins: tuple[Range, ...] | None = None
    """(left, top, right, bottom): margins as fractions of the text's height. None if too few were measured."""
    standing: int = 0
    """Number of words with a polygon for each of two or more characters that are read downwards, each character
    upright."""
    writing: TextPattern | TextList | None = None
    """The pattern that all texts follow, or the few words that they come from. None if there is neither."""

    @property
    def weight(self) -> float:
        """The share of synthetic words, 0 to 1, that follow the folder, while the rest follow words in general."""
        return self.words / (self.words + PRIOR)

    @property
    def shortest(self) -> int:
        """The number of symbols in the folder's shortest word."""
        return 1 + next(place for place, count in enumerate(self.lengths) if count)

    @property
    def longest(self) -> int:
        """The number of symbols in the folder's longest word."""
        return len(self.lengths)

    def standing_share(self, general: float) -> float:
        """Mix the folder's share of words that are read downwards with a general one, the former with `weight`."""
        return self.weight * self.standing / self.words + (1 - self.weight) * general

    def shares(self, counts: Iterable[float], general: Iterable[float]) -> tuple[float, ...]:
        """Mix counts of the folder with general ones, the former with a share of `weight`.

        Both kinds of counts are first divided by their sums. Only the general ones count if the folder's are all 0.
        """
        own, general_shares = (np.asarray([*colours], float) for colours in (counts, general))
        if not own.sum():
            return tuple(general_shares / general_shares.sum())
        return tuple(self.weight * own / own.sum() + (1 - self.weight) * general_shares / general_shares.sum())


def folder_style_of(words: Iterable[tuple[NDArray[np.uint8], WordLabel]]) -> FolderStyle | None:
    """Count the style of labelled images, or return None if there are none.

    Parameters
    ----------
    words : iterable of (image, label)
        The image (height, width, 3) uint8, RGB. Without polygons, the label's text is taken to fill the image.
    """
    cv2.setRNGSeed(0)  # the same words give the same style
    pairs: list[NDArray[np.float64]] = []
    texts: list[str] = []
    heights: list[int] = []
    margins: list[tuple[float, ...]] = []
    standing = 0
    for photographed, label in words:
        text = label.word
        if not text:
            continue
        texts.append(text)
        image = photographed
        boxes = [(*c.corners.min(axis=0), *c.corners.max(axis=0)) for c in label.characters]
        if _is_standing(image.shape[:2], boxes):
            standing += 1
            image, boxes = _laid_down(image, boxes)
        heights.append(image.shape[0])
        pair = pair_of(image, boxes or [_inner(image)])
        if pair is not None:
            pairs.append(pair)
        if boxes:
            margins.append(_margins(image, np.array(boxes)))
    if not texts:
        return None
    lengths = np.bincount([len(text) for text in texts])[1:]
    cases = [_case(text) for text in texts]
    has_sizes = len(heights) >= _MEASURED
    has_margins = len(margins) >= _MEASURED
    return FolderStyle(
        words=len(texts),
        pairs=np.array(pairs, np.float64).reshape(-1, 6),
        lengths=tuple(int(count) for count in lengths),
        cases=(cases.count("upper"), cases.count("lower"), cases.count("title"), cases.count("mixed")),
        codes=sum(any(symbol.isdigit() for symbol in text) for text in texts),
        height=_range(np.array(heights, float), _HEIGHTS) if has_sizes else None,
        margins=tuple(_range(side, (0.0, _WIDEST)) for side in np.array(margins).T) if has_margins else None,
        standing=standing,
        writing=writing_of(texts),
    )


def pair_of(image: NDArray[np.uint8], boxes: Iterable[Iterable[float]]) -> NDArray[np.float64] | None:
    """Return the colours of a word's text and ground, the two clusters of the pixels inside the boxes.

    The ground is the cluster that the pixels at the image's rim are more like.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB.
    boxes : iterable of (x0, y0, x1, y1)
        Image pixels.

    Returns
    -------
    (6,) float64 or None
        sRGB, 0 to 255. None if too few pixels are inside.
    """
    height, width = image.shape[:2]
    inside = np.zeros((height, width), bool)
    for x0, y0, x1, y1 in boxes:
        inside[max(0, round(y0)) : max(0, round(y1)), max(0, round(x0)) : max(0, round(x1))] = True
    pixels = image[inside].astype(np.float32)
    rim = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]]).astype(np.float32)
    if len(pixels) < _LEAST_PIXELS:
        return None
    pixels = np.ascontiguousarray(pixels[:: 1 + len(pixels) // _MOST_PIXELS])
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 40, 0.5)
    _, _, centres = cv2.kmeans(pixels, 2, None, criteria, 3, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    near = np.linalg.norm(rim[:, None] - centres[None], axis=2).argmin(axis=1)
    ground = int(near.mean() > 0.5)
    return np.concatenate([centres[1 - ground], centres[ground]]).astype(np.float64)


@lru_cache(maxsize=64)
def in_style(scene: Scene, style: FolderStyle) -> Scene:
    """Return the scene with the sizes and margins of a style, as far as these are known."""
    if style.height is not None:
        scene = replace(scene, height=style.height)
    if style.margins is not None:
        left, top, right, bottom = style.margins
        scene = replace(scene, left=left, top=top, right=right, bottom=bottom)
    return scene


def _is_standing(size: tuple[int, int], boxes: Sequence[_Box]) -> bool:
    """Return True if a word's characters are upright and below one another in a tall image.

    The characters of a line that was turned by a quarter follow one another more closely than their boxes are wide,
    which is then the line's height.
    """
    if len(boxes) < 2 or size[0] <= VERTICAL_RATIO * size[1]:
        return False
    x0, y0, x1, y1 = np.array(boxes).T
    steps = np.diff(np.sort((y0 + y1) / 2))
    return bool(np.median(steps) > np.median(x1 - x0))


def _laid_down(image: NDArray[np.uint8], boxes: Sequence[_Box]) -> tuple[NDArray[np.uint8], list[_Box]]:
    """Turn an image and the boxes in it counter-clockwise by a quarter, as they are laid out and read."""
    width = image.shape[1]
    return np.rot90(image), [(y0, width - x1, y1, width - x0) for x0, y0, x1, y1 in boxes]


def _inner(image: NDArray[np.uint8]) -> _Box:
    height, width = image.shape[:2]
    return 0.05 * width, 0.1 * height, 0.95 * width, 0.9 * height


def _margins(image: NDArray[np.uint8], boxes: NDArray[np.float64]) -> tuple[float, ...]:
    height, width = image.shape[:2]
    x0, y0 = boxes[:, :2].min(axis=0)
    x1, y1 = boxes[:, 2:].max(axis=0)
    text = max(1.0, y1 - y0)
    return x0 / text, y0 / text, (width - x1) / text, (height - y1) / text


def _case(text: str) -> str:
    """The letter case of a word. "" for one without letters."""
    letters = "".join(symbol for symbol in text if symbol.isalpha())
    if not letters:
        return ""
    if letters.isupper():
        return "upper"
    if letters.islower():
        return "lower"
    return "title" if letters[0].isupper() and letters[1:].islower() else "mixed"


def _range(values: NDArray[np.float64], bounds: Range) -> Range:
    low, high = np.clip(np.percentile(values, _SPREAD), *bounds)
    return float(low), float(high)
