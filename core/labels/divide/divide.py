"""Divides the box around a word into characters at the gaps in the ink, or evenly if there are no gaps."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.base.errors import LabelError
from core.labels.direction import visual_order
from core.labels.divide.evidence import TextEvidence, places_of
from core.labels.divide.ink import ink_map
from core.labels.divide.search import Found, cheapest_cuts, expected_widths
from core.labels.geometry import polygon_of, transform
from core.labels.label import CharacterLabel, Point

Array = NDArray[np.float64]

HEIGHT = 64  # rows of the straightened word
_COLUMNS = (6, 24)  # fewest and most columns a symbol of the straightened word
_MARGIN = 0.12  # of the ink's height: ground left around the ink of a character, as in boxes that people draw
# degrees
_STEP_OF_SLANT = 2
_LEAST_SLANT = 8
_MOST_SLANT = 32
_CLEAR = 1.04  # times as uneven as upright columns of ink: a slant that is looked at
_SURE = 0.85  # of the cost of upright cuts: slanted ones that are taken
_AGREES = 15.0  # times n: what ground for ink may cost more for each unit of agreement that it gains
_LEAST_PART = 0.1  # of an equal share: the least that a cut moved by hand leaves on each side

_DOWNWARDS = math.tan(math.radians(60))  # a line steeper than this is read downwards, in every script


def corners_of_box(x0: float, y0: float, x1: float, y1: float, vertical: bool = False) -> Array:
    """Return the corners of an upright box in reading direction, as `division` takes them.

    Parameters
    ----------
    x0, y0, x1, y1 : float
        Two opposite corners in image pixels, in any order.
    vertical : bool
        The word is read from top to bottom.

    Returns
    -------
    (4, 2) float64
        Left to right: from the top left, clockwise on screen. Top to bottom: from the top right, clockwise.
    """
    left = min(x0, x1)
    right = max(x0, x1)
    top = min(y0, y1)
    bottom = max(y0, y1)
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float64)
    return np.roll(corners, -1, axis=0) if vertical else corners


def division(
    image: NDArray[np.uint8], quadrilateral: ArrayLike, text: str, evidence: TextEvidence | None = None
) -> Division:
    """Find the cuts of a word into its characters.

    The quadrilateral is straightened by a perspective transform, ink is separated from ground
    (`core.labels.divide.ink`), and the n - 1 cuts are those that together cross the least ink and leave pieces that
    look like the symbols and are about as wide (`core.labels.divide.search`). Each piece is then drawn in to its own
    ink with a margin of an eighth of the writing's height, never beyond its cuts; a space keeps the gap.

    Cuts are straight. They lie across the reading direction, or along the slant of the writing if it is clearly
    slanted, as italics are (`slant_of`), and then they cost clearly less.

    If a network has seen the image, pieces should hold the characters that it saw, and the ground is taken for the
    ink if its pieces agree better with the network: as of letters that are known by their outline or shadow.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB.
    quadrilateral : (4, 2) array_like
        Corners in image pixels: top left, top right, bottom right and bottom left of the word as
        it is read. For a word read downwards the first side points down (`corners_of_box`).
    text : str
        The word's text; normalised to NFC, one character for each code point, spaces too. Its symbols are laid along
        the box as a picture shows them (`core.labels.direction`): Hebrew and Arabic from right to left.
    evidence : TextEvidence, optional
        What a network sees in the image.

    Returns
    -------
    Division
        Equal shares of the quadrilateral if no ink is found: an even picture, a quadrilateral outside the
        image, narrower than n pixels, or not convex.

    Raises
    ------
    LabelError
        If the text is empty, or the quadrilateral is not four points with finite coordinates.
    """
    symbols = unicodedata.normalize("NFC", text)
    if not symbols:
        raise LabelError("dividing a word: the text is empty. Type the word's text first.")
    try:
        corners = np.asarray(quadrilateral, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise _not_four_corners() from error
    if corners.shape != (4, 2) or not np.isfinite(corners).all() or np.abs(corners).max() > 1e6:
        raise _not_four_corners()
    order = range(len(symbols)) if _leads_downwards(corners) else visual_order(symbols)
    written = "".join(symbols[place] for place in order)
    divided = _by_ink(image, corners, written, evidence) or _evenly(corners, written)
    places = np.argsort(order)
    likeness = tuple(divided.likeness[place] for place in places) if divided.likeness else ()
    return replace(divided, symbols=symbols, places=tuple(places.tolist()), likeness=likeness)


def _leads_downwards(corners: Array) -> bool:
    x, y = corners[1] - corners[0]
    return bool(abs(y) > _DOWNWARDS * abs(x))


def _not_four_corners() -> LabelError:
    return LabelError("dividing a word: the box around it needs four corners with finite coordinates. Draw it again.")


@dataclass(frozen=True, slots=True, eq=False)
class _Straight:
    """A word turned upright."""

    ink: NDArray[np.float32]  # (HEIGHT, columns) float32: 0 … 1
    size: tuple[int, int]  # (width, height): of the image
    to_image: Array  # (3, 3) float64: from its columns and rows to image pixels
    margins: tuple[float, float]  # (rows, columns): ground left around the ink of a character


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """A box around a word, with the cuts between its characters."""

    corners: Array
    """(4, 2) float64: corners of the box in image pixels, in reading direction as `division` takes them."""
    symbols: str
    """The symbols in reading order, after NFC."""
    cuts: tuple[float, ...]
    """Positions along the word, ascending, as shares of its straightened length, 0 … 1."""
    _word: _Straight | None = None
    likeness: tuple[float, ...] = ()
    """Likeness of each piece to its symbol, 0 … 1. Empty if no ink was found."""
    places: tuple[int, ...] = ()
    """For each symbol the number of its piece, counted along the box.

    The number differs from the symbol's own if the text is read from right to left. Empty if each symbol has the piece
    of its own number."""

    @property
    def characters(self) -> tuple[CharacterLabel, ...]:
        """The characters in reading order, each with a quadrilateral that begins at its top left as read.

        No character has an explicit order.
        """
        pieces = [*pairwise((0.0, *self.cuts, 1.0))]
        return tuple(
            CharacterLabel(symbol, polygon_of(self._piece(*pieces[place]), decimals=2))
            for symbol, place in zip(self.symbols, self.places or range(len(pieces)), strict=True)
        )

    def line(self, share: float) -> tuple[Point, Point]:
        """Return a line across the word, from the upper to the lower side of the box as it is read, in image pixels."""
        top, bottom = self._across(share)
        return (float(top[0]), float(top[1])), (float(bottom[0]), float(bottom[1]))

    def share_at(self, point: Point) -> float:
        """Return the position of an image point along the word, 0 … 1, as the share whose `line` passes through it."""

        def side(share: float) -> float:
            top, bottom = self._across(share)
            (x, y), (dx, dy) = np.subtract(point, top), np.subtract(bottom, top)
            return float(dx * y - dy * x)

        low, high = 0.0, 1.0
        at_start, at_end = side(low), side(high)
        if at_start * at_end >= 0:  # the point lies before the word, or behind it
            return low if abs(at_start) <= abs(at_end) else high
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if side(middle) * at_start > 0 else (low, middle)
        return (low + high) / 2

    def with_cut(self, index: int, share: float) -> Division:
        """Return the division with one cut moved, but kept away from the neighbouring cuts.

        The distance is at least a tenth of a usual character's width.
        """
        least = _LEAST_PART / len(self.symbols)
        borders = (0.0, *self.cuts, 1.0)
        before, behind = borders[index], borders[index + 2]
        least = min(least, (behind - before) / 2)
        bounded = min(max(share, before + least), behind - least)
        return replace(self, cuts=(*self.cuts[:index], bounded, *self.cuts[index + 1 :]))

    def _across(self, share: float) -> Array:
        """Return the upper and lower end of a line across the word, (2, 2)."""
        if self._word is None:
            top_left, top_right, bottom_right, bottom_left = self.corners
            return np.array(
                [top_left + share * (top_right - top_left), bottom_left + share * (bottom_right - bottom_left)]
            )
        column = share * self._word.ink.shape[1]
        return transform(((column, 0.0), (column, float(HEIGHT))), self._word.to_image)

    def _piece(self, start: float, end: float) -> Array:
        """Return the corners, (4, 2), of the character between two shares."""
        if self._word is None:
            first, last = self._across(start), self._across(end)
            return np.array([first[0], last[0], last[1], first[1]])
        columns = self._word.ink.shape[1]
        x0, y0, x1, y1 = _drawn_in(self._word.ink, start * columns, end * columns, self._word.margins)
        outline = transform(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), self._word.to_image)
        within = np.clip(
            outline, 0, self._word.size
        )  # what leans ends beyond the corners of a picture of the word alone
        return within if (np.ptp(within, axis=0) > 0).all() else outline


def _evenly(corners: Array, symbols: str) -> Division:
    """Divide into equal shares along the two long sides."""
    count = len(symbols)
    return Division(corners, symbols, tuple(i / count for i in range(1, count)))


class _Frame(NamedTuple):
    """A word with a slant taken out of it, as its ink and what a network saw in it."""

    ink: NDArray[np.float32]
    inside: NDArray[np.bool_]
    """Pixels of the word that lie in the image."""
    to_image: Array
    box: int
    """Columns of the word itself; a slanted frame is wider."""
    places: Array | None
    """The places where a network saw the symbols (`places_of`)."""


class _Tried(NamedTuple):
    """A division and the cuts that it was made of."""

    division: Division
    found: Found


def _by_ink(image: NDArray[np.uint8], corners: Array, symbols: str, evidence: TextEvidence | None) -> Division | None:
    """Cut at gaps in the ink, upright or along the writing's slant, or return None if no ink is found."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    along, across = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    if along < len(symbols) or across < 2 or image.size == 0 or not _is_convex(corners):
        return None
    frame_at = partial(_frame_at, image, corners, symbols, along / across, evidence=evidence)
    divided = partial(_divided, (image.shape[1], image.shape[0]), corners, symbols, along / across)
    frame = frame_at(0.0)
    upright = divided(frame) if frame is not None else None
    if frame is None or upright is None:
        return None
    best = upright
    slant = slant_of(frame.ink, frame.ink.shape[1] / HEIGHT * across / along)
    sheared = frame_at(slant) if slant else None
    leaning = divided(sheared) if sheared is not None else None
    if leaning is not None and leaning.found.cost < _SURE * upright.found.cost:
        best = leaning
    if evidence is not None:
        inverse = divided(frame._replace(ink=np.where(frame.inside, 1 - frame.ink, np.float32(0))))
        if inverse is not None and _agrees_better(inverse.found, upright.found, best.found, len(symbols)):
            best = inverse
    return best.division


def _agrees_better(inverse: Found, upright: Found, best: Found, count: int) -> bool:
    """Return True if ground taken for ink agrees better with a network, with its help and without, at little cost."""
    gain = inverse.agreement - best.agreement
    return (
        gain > 0
        and inverse.agreement_by_ink > upright.agreement_by_ink
        and inverse.cost - best.cost < _AGREES * count * gain
    )


def _frame_at(
    image: NDArray[np.uint8], corners: Array, symbols: str, ratio: float, slant: float, evidence: TextEvidence | None
) -> _Frame | None:
    """Take a slant out of a word, or return None if no ink is found."""
    count = len(symbols)
    columns = int(np.clip(round(ratio * HEIGHT), _COLUMNS[0] * count, _COLUMNS[1] * count))
    straight = np.array([[0, 0], [columns, 0], [columns, HEIGHT], [0, HEIGHT]], dtype=np.float32)
    origin = corners.min(axis=0)  # OpenCV takes float32 corners
    to_image: Array = np.asarray(
        cv2.getPerspectiveTransform(straight, (corners - origin).astype(np.float32)), dtype=np.float64
    )
    # what leans is upright in a frame that is sheared about the middle row, and wider, so that it holds the whole box
    lean = math.tan(slant) * columns / (ratio * HEIGHT)
    wider = math.ceil(abs(lean) * HEIGHT / 2)
    shear = np.array([[1, -lean, lean * HEIGHT / 2 - wider], [0, 1, 0], [0, 0, 1]])
    to_image = np.array([[1, 0, origin[0]], [0, 1, origin[1]], [0, 0, 1]]) @ to_image @ shear
    box, columns = columns, columns + 2 * wider
    patch, inside = _straighten(image, to_image, columns)
    rows, places = np.mgrid[0.5:HEIGHT, 0.5:columns]
    places = places - lean * rows + shear[0, 2]
    inside &= (places >= 0) & (places < box)
    ink = ink_map(patch, inside)
    if ink is None:
        return None
    seen = None if evidence is None else places_of(evidence, symbols, to_image, columns, HEIGHT)
    return _Frame(ink, inside, to_image, box, seen)


def _divided(size: tuple[int, int], corners: Array, symbols: str, ratio: float, frame: _Frame) -> _Tried | None:
    """Cut a word across its frame, or return None if no cuts are found.

    `size` is the width and height of the image.
    """
    ink, columns = frame.ink, frame.ink.shape[1]
    first, last = _written(ink)
    top, bottom = _written_rows(ink)
    body = ink[top:bottom, first:last]
    guesses = [expected_widths(symbols)]
    if abs(corners[1, 1] - corners[0, 1]) > abs(corners[1, 0] - corners[0, 0]):
        guesses.append(np.ones(len(symbols)))  # read up or down: the glyphs may be turned with the line, or be upright
    seen = None if frame.places is None else frame.places[:, first:last]
    cuts = min((cheapest_cuts(body, symbols, widths, seen) for widths in guesses), key=lambda cut: cut.cost)
    if not np.isfinite(cuts.cost):
        return None
    shares = tuple(float(cut) for cut in (cuts.borders[1:-1] + first) / columns)
    margin = _MARGIN * (bottom - top)
    margins = margin, margin / HEIGHT * frame.box / ratio
    word = _Straight(ink, size, frame.to_image, margins)
    return _Tried(Division(corners, symbols, shares, word, cuts.likeness), cuts)


def slant_of(ink: NDArray[np.float32], stretch: float = 1.0) -> float:
    """Estimate the slant of a line of writing as the shear that makes its columns of ink most uneven.

    The strokes of slanted letters lie in few columns if they are upright (Vinciarelli and Luettin 2001, "A new
    normalization technique for cursive handwritten words", with the variance of the columns' sums).

    Parameters
    ----------
    ink : (h, w) float32
        0 to 1.
    stretch : float
        Width of the picture over its width with square pixels.

    Returns
    -------
    float
        Radians clockwise from the upright, less than 32 degrees; 0 if no slant is clearly better.
    """
    height, width = ink.shape
    wider = math.ceil(math.tan(math.radians(_MOST_SLANT)) * stretch * height / 2)
    uneven = {}
    for degrees in range(-_MOST_SLANT, _MOST_SLANT + 1, _STEP_OF_SLANT):
        lean = math.tan(math.radians(degrees)) * stretch
        shear = np.array([[1, lean, wider - lean * height / 2], [0, 1, 0]])
        columns = cv2.warpAffine(ink, shear, (width + 2 * wider, height)).sum(axis=0)
        uneven[degrees] = float((columns**2).sum())
    best = max(uneven, key=uneven.__getitem__)
    is_clear = abs(best) >= _LEAST_SLANT and abs(best) < _MOST_SLANT and uneven[best] > _CLEAR * uneven[0]
    return math.radians(best) if is_clear else 0.0


def _is_convex(corners: Array) -> bool:
    """Return True if four corners turn the same way throughout: a perspective needs that, and no three on one line."""
    x, y = (np.roll(corners, -1, axis=0) - corners).T
    turns = x * np.roll(y, -1) - y * np.roll(x, -1)
    return bool((turns > 0.1).all() or (turns < -0.1).all())  # square pixels


def _straighten(image: NDArray[np.uint8], to_image: Array, columns: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the word as an upright (HEIGHT, columns, 3) picture, and the mask of its pixels that lie in the image."""
    # cv2 counts pixel centres from 0, the project from 0.5
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    matrix = np.linalg.inv(half) @ to_image @ half
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(
        np.ascontiguousarray(image), matrix, (columns, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    centres = np.stack(np.meshgrid(np.arange(columns) + 0.5, np.arange(HEIGHT) + 0.5), axis=-1).reshape(-1, 2)
    places = np.column_stack([centres, np.ones(len(centres))]) @ to_image.T
    places = places[:, :2] / places[:, 2:]
    height, width = image.shape[:2]
    inside = ((places >= 0) & (places < (width, height))).all(axis=1).reshape(HEIGHT, columns)
    return np.asarray(patch, dtype=np.uint8), inside


def _written(ink: NDArray[np.float32]) -> tuple[int, int]:
    """The first column with ink, and one past the last: a box drawn with room to spare has no ink at its ends."""
    columns = ink.shape[1]
    filled = np.flatnonzero((ink > 0.5).mean(axis=0) > 0.03)
    if not filled.size:
        return 0, columns
    first, last = int(filled[0]), int(filled[-1]) + 1
    return (first, last) if last - first >= columns // 3 else (0, columns)


def _written_rows(ink: NDArray[np.float32]) -> tuple[int, int]:
    """The first row with ink, and one past the last."""
    filled = np.flatnonzero((ink > 0.5).mean(axis=1) > 0.03)
    return (int(filled[0]), int(filled[-1]) + 1) if filled.size else (0, ink.shape[0])


def _drawn_in(
    ink: NDArray[np.float32], left: float, right: float, margin: tuple[float, float]
) -> tuple[float, float, float, float]:
    """Return the piece between two cuts, (x0, y0, x1, y1) in columns and rows, drawn in to its ink and the margin.

    `left` and `right`: the cuts, in columns; the centre of a column decides its side. `margin`: (rows, columns): ground
    left around the ink.
    """
    height = ink.shape[0]
    start = math.ceil(left - 0.5)
    written = ink[:, start : math.ceil(right - 0.5)] > 0.5
    rows, columns = np.flatnonzero(written.any(axis=1)), np.flatnonzero(written.any(axis=0))
    if not rows.size:
        return left, 0.0, right, float(height)
    return (
        max(left, start + columns[0] - margin[1]),
        max(0.0, rows[0] - margin[0]),
        min(right, start + columns[-1] + 1 + margin[1]),
        min(float(height), rows[-1] + 1 + margin[0]),
    )
