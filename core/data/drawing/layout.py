"""Places each symbol of a word by one projective matrix, so that its polygon is known exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.effects import Effects, drawn
from core.data.drawing.fonts import FontFace
from core.data.drawing.glyphs import DrawnGlyph, cap_height, draw, is_dense, size_for

Array = NDArray[np.float64]

_TALLEST = 1.4  # height by width of a horizontal word; from 1.5 on it would be taken for a vertical one
_FLATTEST = 1.65  # height by width of a vertical word, for the same reason
_LEAST_SIDE = 2.1  # pixels of a polygon's side: thinner ones (l, i, a full stop) could not be trained
_TURN_PER_SYMBOL = math.radians(22)  # of a curved baseline; sharper bends push the symbols into each other
_ABOVE_EACH_OTHER = 1.2  # of a capital's height: between the baselines of upright symbols on a steep slope
_DENSE = 1.5  # how much larger dense symbols are drawn at least
_MARGIN_PIXELS = 1.5  # at least around the ink


@dataclass(frozen=True, slots=True)
class Pose:
    """All random choices about the shape of one word, with lengths in em and angles in radians (see `Effects`)."""

    vertical: bool
    """True for a vertical sign."""
    framed: bool
    """True for a number plate, whose rim is drawn."""
    height: float
    """Height of the picture across the reading direction, in pixels."""
    margins: tuple[float, float, float, float]
    """(left, top, right, bottom): margins as fractions of the text's height."""
    tracking: float
    """Room added between characters, in em."""
    stretch: float
    """Width of the characters against the font's."""
    shear: float
    """Slant of upright strokes in radians, positive clockwise."""
    rotation: float
    """Turn of the whole word in radians, positive clockwise."""
    curve: float
    """Turn of the baseline over the whole word, positive for an arch (the ends below the middle)."""
    wave: tuple[float, float]
    """(height, phase) of a wave one word long."""
    turns: Array
    """(n,) float64: turns of the single symbols."""
    shifts: Array
    """(n,) float64: shifts of the single symbols."""
    sides: tuple[float, float, float, float]
    """(right, bottom, left, top): part cut from the side's length, as a fraction."""
    smallest_em: float
    """Least pixels per em, half as much again for dense symbols (Chinese)."""
    gap: float = 0.0
    """Space behind the second symbol."""
    upright: bool = False
    """True if the symbols do not turn with a curved baseline."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacedSymbol:
    """One symbol in its place in the picture."""

    symbol: str
    """The symbol to draw, one code point."""
    mask: NDArray[np.uint8]
    """(h, w) uint8: the symbol's coverage as drawn, before the warp."""
    matrix: Array
    """(3, 3) float64: from mask to image pixels, both with the origin at the top-left *corner* of the top-left
    pixel."""
    polygon: Array
    """(4, 2) float64: the ink's box under the same matrix, in image pixels, clockwise from the symbol's own top
    left."""


@dataclass(frozen=True, slots=True, eq=False)
class WordLayout:
    """A word whose symbols have their places."""

    symbols: tuple[PlacedSymbol, ...]
    """The symbols in reading order."""
    size: tuple[int, int]
    """(height, width) of the picture in pixels."""
    detail: float
    """Approximate pixels per em in the picture, halved if a symbol is dense, as the unit of the blur."""
    frame: Array | None
    """(4, 2) float64: corners of a plate's rim in image pixels. None: no rim."""

    @property
    def polygons(self) -> list[Array]:
        """The polygons of the symbols, (4, 2) each, in image pixels."""
        return [placed.polygon for placed in self.symbols]


def draw_pose(rng: np.random.Generator, effects: Effects, count: int, *, plate: bool) -> Pose:
    """Draw a pose for a word of `count` symbols, always with the same number of draws."""
    chances = rng.random(4)
    vertical = count >= 3 and not plate and chances[0] < effects.vertical_share
    curved = count >= 3 and not plate and not vertical and chances[1] < effects.curve_share
    waved = count >= 3 and not plate and not vertical and not curved and chances[2] < effects.wave_share
    bend = math.radians(drawn(rng, effects.curve)) * (1 if chances[3] < 0.5 else -1)
    wave = drawn(rng, effects.wave), drawn(rng, (0, 2 * math.pi))
    shortened = [drawn(rng, (0, effects.perspective)) for _ in range(2)]
    ends = rng.random(2) < 0.5
    right, left = (shortened[0], 0.0) if ends[0] else (0.0, shortened[0])
    bottom, top = (shortened[1], 0.0) if ends[1] else (0.0, shortened[1])
    left_margin, top_margin, right_margin, bottom_margin = (drawn(rng, effects.margin) for _ in range(4))
    turned = rng.uniform(-1, 1, (2, count))
    most = _TURN_PER_SYMBOL * (count - 1)
    return Pose(
        vertical=bool(vertical),
        framed=plate,
        height=drawn(rng, effects.height),
        margins=(left_margin, top_margin, right_margin, bottom_margin),
        tracking=drawn(rng, effects.tracking),
        stretch=drawn(rng, effects.stretch),
        shear=math.radians(drawn(rng, effects.shear))
        * (0 if vertical else 1),  # the column would lean, not the strokes
        rotation=math.radians(drawn(rng, effects.rotation)) * (0.5 if vertical else 1),
        curve=max(-most, min(most, bend)) if curved else 0.0,
        wave=wave if waved else (0.0, 0.0),
        turns=turned[0] * math.radians(0 if plate else effects.jitter_turn),
        shifts=turned[1] * (0 if plate else effects.jitter_shift),
        sides=(right, bottom, left, top),
        smallest_em=effects.smallest_em,
        gap=effects.gap if plate else 0.0,
    )


def lay_out(text: str, faces: Sequence[FontFace], pose: Pose) -> WordLayout:
    """Lay out a word in a pose.

    Parameters
    ----------
    text : str
        At least one symbol.
    faces : sequence of FontFace
        The face of each symbol.
    pose : Pose
        A pose made for as many symbols.

    Raises
    ------
    SynthesisError
        If a face cannot draw its symbol.
    """
    size = 48
    for _ in range(3):
        plan = _Plan.of(text, faces, pose, size)
        fitting = size_for(plan.scale * size)
        # A mask shrunk by more than half would lose thin strokes between the samples; a glyph of another size has
        # another width (hinting), so the word is laid out anew with it
        if fitting == size:
            break
        size = fitting
    return plan.finished(text)


def translation(x: float, y: float) -> Array:
    """Return the (3, 3) matrix that moves points by (x, y)."""
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def mapped(points: Array, matrix: Array) -> Array:
    """Map (…, 2) points by a (3, 3) matrix."""
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[..., :2] / homogeneous[..., 2:])


def corners_of(box: Sequence[float]) -> Array:
    """Return the corners of a box (x0, y0, x1, y1), (4, 2), clockwise from the top left."""
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """A word laid out at one size of the masks, and what it takes to fit it into a picture."""

    glyphs: list[DrawnGlyph]
    local: Array  # (n, 3, 3) from each symbol's pen to the image
    scale: float  # image pixels a mask pixel
    em: float
    size: tuple[int, int]
    frame: Array | None

    @classmethod
    def of(cls, text: str, faces: Sequence[FontFace], pose: Pose, size: int) -> _Plan:
        glyphs = [draw(face.path, face.index, symbol, size) for face, symbol in zip(faces, text, strict=True)]
        cap = cap_height(faces[0].path, faces[0].index, size)
        place = _stacked if pose.vertical else on_baseline
        local = place(glyphs, pose, size, cap)
        inked = mapped_each(np.stack([corners_of(g.box) for g in glyphs]), local)
        # The line's height is part of the crop even if no symbol fills it: c and C differ in nothing else
        half = 0.35 * size if pose.vertical else 0.0
        middles = [(glyph.box[0] + glyph.box[2]) / 2 for glyph in glyphs]
        lines = mapped_each(np.stack([corners_of((x - half, -cap, x + half, 0)) for x in middles]), local)
        outline = np.concatenate([inked, lines])
        low, high = outline.min(axis=(0, 1)), outline.max(axis=(0, 1))
        frame = None
        if pose.framed:
            rim = 0.28 * cap
            frame = corners_of((low[0] - rim, low[1] - rim, high[0] + rim, high[1] + rim))
            outline = np.concatenate([outline, frame[None]])
        shape = shape_of(pose, low, high)
        outline = mapped(outline, shape)
        smallest = pose.smallest_em * (_DENSE if any(map(is_dense, text)) else 1)
        fit, scale, picture = fitted(outline, pose, smallest / size)
        whole = fit @ shape
        return cls(glyphs, whole @ local, scale, scale * size, picture, None if frame is None else mapped(frame, whole))

    def finished(self, text: str) -> WordLayout:
        placed = []
        for symbol, glyph, matrix in zip(text, self.glyphs, self.local, strict=True):
            polygon = mapped(corners_of(wide_enough(glyph.box, matrix)), matrix)
            placed.append(PlacedSymbol(symbol, glyph.mask, matrix @ translation(glyph.left, glyph.top), polygon))
        detail = self.em / 2 if any(map(is_dense, text)) else self.em
        return WordLayout(tuple(placed), self.size, detail, self.frame)


def mapped_each(points: Array, matrices: Array) -> Array:
    """Map (n, 4, 2) points, each row by its own affine (3, 3) matrix."""
    return np.asarray(points @ matrices[:, :2, :2].transpose(0, 2, 1) + matrices[:, None, :2, 2])


def on_baseline(glyphs: Sequence[DrawnGlyph], pose: Pose, size: int, cap: float) -> Array:
    """Return the matrices from each pen to the plane of the word, along a line, an arc or a wave centred at (0, 0).

    Parameters
    ----------
    glyphs : sequence of DrawnGlyph
        The n symbols in reading order.
    pose : Pose
        The shape of the word.
    size : int
        Pixels per em of the glyphs.
    cap : float
        Height of a capital in pixels of the glyphs.

    Returns
    -------
    (n, 3, 3) float64
        Affine matrices.
    """
    advances = np.array([g.advance for g in glyphs]) + pose.tracking * size
    if pose.curve < 0:  # a bowl: the symbols' tops come closer together than their feet
        advances *= 1 + abs(pose.curve) * cap / max(advances.sum(), 1.0)
    if pose.upright:
        # Upright symbols on a slope need room beside or above each other, whichever is less
        slope = _middles(advances) * (pose.curve / max(advances.sum(), 1.0))
        room = np.minimum(
            advances / np.maximum(np.cos(slope), 1e-6), _ABOVE_EACH_OTHER * cap / np.maximum(abs(np.sin(slope)), 1e-6)
        )
        advances = np.maximum(advances, room)
    along = _middles(advances)
    along[2:] += pose.gap * size
    bend = pose.curve / max(advances.sum(), 1.0)
    turn = along * bend
    x, y = (np.sin(turn) / bend, (1 - np.cos(turn)) / bend) if abs(bend) > 1e-9 else (along, np.zeros_like(along))
    if pose.upright:
        turn = np.zeros_like(turn)
    if pose.wave[0]:
        rate = 2 * math.pi / max(advances.sum(), 1.0)
        height = pose.wave[0] * size
        y = y + height * np.sin(rate * along + pose.wave[1])
        turn = turn + np.arctan(height * rate * np.cos(rate * along + pose.wave[1]))
    turn = turn + pose.turns
    y = y + pose.shifts * size
    cos, sin = np.cos(turn), np.sin(turn)
    middle = np.array([g.advance for g in glyphs]) / 2
    # T(x, y) R(turn) T(-middle, 0)
    matrices = np.zeros((len(glyphs), 3, 3))
    matrices[:, 0, 0] = cos
    matrices[:, 0, 1] = -sin
    matrices[:, 0, 2] = x - cos * middle
    matrices[:, 1, 0] = sin
    matrices[:, 1, 1] = cos
    matrices[:, 1, 2] = y - sin * middle
    matrices[:, 2, 2] = 1
    return matrices


def _middles(advances: Array) -> Array:
    """The middle of each symbol along a line whose own middle is 0."""
    ends = np.cumsum(advances)
    return np.asarray(ends - advances / 2 - ends[-1] / 2)


def _stacked(glyphs: Sequence[DrawnGlyph], pose: Pose, size: int, cap: float) -> Array:
    """Matrices from each pen to the plane of the word: upright, one under the other, ink centred on one line."""
    below = max(0.0, *(g.box[3] for g in glyphs))
    above = max(cap, *(-g.box[1] for g in glyphs))
    step = above + below + (0.08 + max(0.0, pose.tracking)) * size
    matrices = np.tile(np.eye(3), (len(glyphs), 1, 1))
    matrices[:, 0, 2] = [-(g.box[0] + g.box[2]) / 2 for g in glyphs]
    matrices[:, 1, 2] = np.arange(len(glyphs)) * step + pose.shifts * size
    return matrices


def shape_of(pose: Pose, low: Array, high: Array) -> Array:
    """Return the matrix of stretch, slant and turn about the middle of a box, which precedes perspective.

    Parameters
    ----------
    pose : Pose
        The shape of the word.
    low, high : (2,) float64
        The smallest and the largest (x, y) of the box.

    Returns
    -------
    (3, 3) float64
        A projective matrix, which moves the box's middle to (0, 0).
    """
    x, y = (low + high) / 2
    slant = np.array([[pose.stretch, -math.tan(pose.shear), 0], [0, 1, 0], [0, 0, 1]])
    cos, sin = math.cos(pose.rotation), math.sin(pose.rotation)
    turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]]) @ slant
    right, bottom, left, top = pose.sides
    w, h = np.maximum(high - low, 1.0)
    box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
    # A side is shortened towards its middle. Along the word by no more than across, in pixels: a long word seen from
    # below does not shrink to a wedge
    m = min(w, h)
    cut = np.array([[top * m, left * h], [-top * m, right * h], [-bottom * m, -right * h], [bottom * m, -left * h]]) / 2
    perspective = cv2.getPerspectiveTransform(box.astype(np.float32), (box + cut).astype(np.float32))
    return np.asarray(turned @ perspective @ translation(-x, -y))


def fitted(outline: Array, pose: Pose, least_scale: float) -> tuple[Array, float, tuple[int, int]]:
    """Scale and move an outline to fit into a picture.

    Parameters
    ----------
    outline : (n, k, 2) float64
        Points of the word, mask pixels.
    pose : Pose
        The height of the picture, and its margins.
    least_scale : float
        Least image pixels a mask pixel.

    Returns
    -------
    (3, 3) float64
        The matrix from mask to image pixels.
    float
        Image pixels a mask pixel.
    (height, width)
        Of the picture, pixels.
    """
    low, high = outline.min(axis=(0, 1)), outline.max(axis=(0, 1))
    w, h = np.maximum(high - low, 1e-6)
    left, top, right, bottom = pose.margins
    text_height = min(w, h)  # of a horizontal word its height, of a vertical one its width, of a short one the smaller
    across, least, most = (w, left, right) if pose.vertical else (h, top, bottom)
    scale = max(pose.height / (across + (least + most) * text_height), least_scale)
    sides = np.maximum(np.array([left, top, right, bottom]) * text_height * scale, _MARGIN_PIXELS)
    width, height = w * scale + sides[0] + sides[2], h * scale + sides[1] + sides[3]
    # A picture's proportions say whether its text is vertical, so a lone l gets wider margins
    wider = max(0.0, height / _TALLEST - width) if not pose.vertical else 0.0
    taller = max(0.0, width * _FLATTEST - height) if pose.vertical else 0.0
    x, y = sides[0] + wider / 2 - low[0] * scale, sides[1] + taller / 2 - low[1] * scale
    fit = np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])
    return fit, float(scale), (math.ceil(height + taller), math.ceil(width + wider))


def wide_enough(
    box: tuple[float, float, float, float], matrix: Array, least: float = _LEAST_SIDE
) -> tuple[float, float, float, float]:
    """Return the box, widened about its middle if it would be thinner than `least` image pixels.

    Parameters
    ----------
    box : (x0, y0, x1, y1)
        In the pixels that `matrix` maps.
    matrix : (3, 3) float64
        To image pixels.
    least : float
        Least side in image pixels.

    Returns
    -------
    (x0, y0, x1, y1)
        In the pixels that `matrix` maps.
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = mapped(corners_of(box), matrix).tolist()
    width = min(math.hypot(bx - ax, by - ay), math.hypot(dx - cx, dy - cy))
    height = min(math.hypot(cx - bx, cy - by), math.hypot(ax - dx, ay - dy))
    x0, y0, x1, y1 = box
    if width < least:
        x0, x1 = _widened(x0, x1, least / max(width, 1e-3))
    if height < least:
        y0, y1 = _widened(y0, y1, least / max(height, 1e-3))
    return x0, y0, x1, y1


def _widened(start: float, end: float, factor: float) -> tuple[float, float]:
    middle, half = (start + end) / 2, (end - start) / 2 * factor
    return middle - half, middle + half
