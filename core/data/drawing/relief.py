"""Draws strokes with depth: shadows, solid bodies, rims, bevels, lamps, holes and tiles.

Each function paints on a picture, (height, width, 3) float32 of 0 to 255, with strokes, (height, width) float32 of 0 to
1. Lengths are measured by the em, pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.effects import drawn

Field = NDArray[np.float32]
Colour = NDArray[np.float64]
Relief = Callable[[np.random.Generator, Field, Field, Field, float], None]
"""Takes a random generator, the picture, strokes, their fill, (…, …, 3) float32 that fits the picture, and the em."""

_LUMA = np.array((0.299, 0.587, 0.114), np.float32)
_ROUND = cv2.MORPH_ELLIPSE


def moved(strokes: Field, x: float, y: float) -> Field:
    """Return the strokes moved by (x, y) pixels."""
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float64)
    return np.asarray(cv2.warpAffine(strokes, matrix, strokes.shape[::-1]), np.float32)


def painted(picture: Field, colour: Field | np.float32, cover: Field) -> None:
    """Blend a grey, a colour or a picture into `picture` by the share `cover`, (height, width) of 0 to 1."""
    picture += (colour - picture) * cover[:, :, None]


def cast_shadow(rng: np.random.Generator, picture: Field, strokes: Field, em: float) -> None:
    """Paint a soft shadow of the strokes, which is sometimes light."""
    x, y = (drawn(rng, (-0.1, 0.1)) * em for _ in range(2))
    soft = cv2.GaussianBlur(moved(strokes, x, y), (0, 0), drawn(rng, (0.3, 0.3 + 0.08 * em)))
    shade = np.float32(0 if rng.random() < 0.75 else 255)
    painted(picture, shade, np.asarray(soft * np.float32(drawn(rng, (0.3, 0.9))), np.float32))


def extrude(rng: np.random.Generator, picture: Field, strokes: Field, em: float, text: Colour, ground: Colour) -> None:
    """Paint the sides of a solid body behind the strokes, in a darker tone of their colour or nearer the ground's."""
    angle, depth = drawn(rng, (0, 2 * math.pi)), drawn(rng, (0.03, 0.17)) * em  # 2 to 12 % of a picture's height
    x, y = math.cos(angle), math.sin(angle)
    body = strokes
    count = max(2, math.ceil(depth))
    for step in range(1, count + 1):
        far = depth * step / count
        body = np.maximum(body, moved(strokes, far * x, far * y))
    numbers = rng.random(3)
    side = text * (0.25 + 0.5 * numbers[0])
    if numbers[1] < 0.3:
        side = side + (ground - side) * 0.4 * numbers[2]
    painted(picture, side.astype(np.float32), body)
    if numbers[1] > 0.6:  # the sides that look away from the light are darker
        away = np.clip(body - moved(body, -0.4 * depth * x, -0.4 * depth * y), 0, 1)
        painted(picture, (side * 0.6).astype(np.float32), away)


def rim(rng: np.random.Generator, picture: Field, strokes: Field, em: float, colour: Colour) -> None:
    """Paint a rim around the strokes in another colour, sometimes with a gap before it."""
    gap = max(1, round(drawn(rng, (0.02, 0.06)) * em)) if rng.random() < 0.25 else 0
    wide = grown(strokes, gap + max(1, round(drawn(rng, (0.02, 0.09)) * em)))
    painted(picture, colour.astype(np.float32), wide - grown(strokes, gap) if gap else wide)


def hollow(strokes: Field, em: float) -> Field:
    """Return the outlines of the strokes."""
    side = 2 * max(1, round(0.035 * em)) + 1
    wide = cv2.dilate(strokes, np.ones((3, 3), np.uint8))
    return np.asarray(wide - cv2.erode(strokes, np.ones((side, side), np.uint8)), np.float32)


def grown(strokes: Field, by: int) -> Field:
    """Return the strokes thickened by `by` pixels on each side, or thinned if it is negative."""
    if not by:
        return strokes
    shape = cv2.getStructuringElement(_ROUND, (2 * abs(by) + 1, 2 * abs(by) + 1))
    return np.asarray(cv2.dilate(strokes, shape) if by > 0 else cv2.erode(strokes, shape), np.float32)


def _bevelled(rng: np.random.Generator, picture: Field, strokes: Field, fill: Field, em: float) -> None:
    """Edges that catch the light on one side and lie in shadow on the other, also on the ground beside them."""
    angle, strength = drawn(rng, (0, 2 * math.pi)), drawn(rng, (60, 200))
    height = cv2.GaussianBlur(strokes, (0, 0), drawn(rng, (0.02, 0.06)) * em)
    slope_x, slope_y = cv2.Sobel(height, -1, 1, 0), cv2.Sobel(height, -1, 0, 1)
    steep = (slope_x * math.cos(angle) + slope_y * math.sin(angle)) * np.float32(strength * 0.02 * em / 3)
    painted(picture, fill, strokes)
    outside = np.float32(drawn(rng, (0.0, 0.8)))
    picture += (np.clip(steep, -strength, strength) * (outside + (1 - outside) * strokes))[:, :, None]


def _sunk(rng: np.random.Generator, picture: Field, strokes: Field, fill: Field, em: float) -> None:
    """Holes in the ground: its edge throws a shadow into them, and shines on the other side."""
    angle, depth = drawn(rng, (0, 2 * math.pi)), drawn(rng, (0.03, 0.09)) * em
    x, y = depth * math.cos(angle), depth * math.sin(angle)
    painted(picture, fill, strokes)
    shadow = strokes * (1 - cv2.GaussianBlur(moved(strokes, x, y), (0, 0), 0.25 * depth + 0.3))
    painted(picture, np.float32(0), np.asarray(shadow * np.float32(drawn(rng, (0.3, 0.7))), np.float32))
    if rng.random() < 0.5:
        edge = np.clip(moved(strokes, x / 2, y / 2) - strokes, 0, 1)
        painted(picture, np.float32(255), np.asarray(edge * np.float32(0.5), np.float32))


def _inlined(rng: np.random.Generator, picture: Field, strokes: Field, fill: Field, em: float) -> None:
    """A line in another colour within the strokes, or only their middle in the fill."""
    around = picture.mean(axis=(0, 1)).astype(np.float32)
    colour = np.asarray(around if rng.random() < 0.6 else rng.random(3) * 255, np.float32)
    painted(picture, fill, strokes)
    outer, inner = (max(1, round(drawn(rng, share) * em)) for share in ((0.015, 0.03), (0.015, 0.04)))
    line = grown(strokes, -outer)
    painted(picture, colour, np.asarray((line - grown(line, -inner)) * np.float32(drawn(rng, (0.5, 1))), np.float32))


def _neon(rng: np.random.Generator, picture: Field, strokes: Field, fill: Field, em: float) -> None:
    """Tubes that shine: a glow of their colour on a ground in the dark."""
    picture *= np.float32(drawn(rng, (0.15, 0.6)))
    colour = fill.mean(axis=(0, 1)).astype(np.float32)
    colour = colour * np.float32(255 / max(60.0, float(colour.max())))
    tubes = hollow(strokes, em) if rng.random() < 0.3 else strokes
    for width, strength in ((0.25, 0.5), (0.08, 0.6)):
        glow = cv2.GaussianBlur(tubes, (0, 0), width * em * drawn(rng, (0.6, 1.4)))
        picture += (255 - picture) * (colour / 255) * (glow * np.float32(strength * drawn(rng, (0.6, 1.2))))[:, :, None]
    painted(picture, colour, tubes)
    core = cv2.GaussianBlur(grown(tubes, -1), (0, 0), 0.6)
    painted(picture, np.float32(255), np.asarray(core * np.float32(drawn(rng, (0.2, 0.9))), np.float32))


def _punched(rng: np.random.Generator, picture: Field, strokes: Field, fill: Field, em: float) -> None:
    """Strokes that are rows of round holes or of dots."""
    pitch = drawn(rng, (0.075, 0.12)) * em
    rows, columns = (np.arange(side, dtype=np.float32) * np.float32(2 * math.pi / pitch) for side in strokes.shape)
    waves = np.cos(rows)[:, None] + np.cos(columns)[None, :]
    dots = np.clip((waves + np.float32(drawn(rng, (0.0, 0.8)))) * np.float32(1.2), 0, 1)
    painted(picture, fill, np.asarray(strokes * (dots * np.float32(0.85) + np.float32(0.15)), np.float32))


def _with_lamps(rng: np.random.Generator, picture: Field, strokes: Field, fill: Field, em: float) -> None:
    """Lamps along the middle of the strokes."""
    painted(picture, fill, strokes)
    inside = cv2.distanceTransform((strokes > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    rows, columns = np.nonzero((inside > 0.9) & (inside >= cv2.dilate(inside, np.ones((3, 3), np.uint8))))
    if not len(rows):
        return
    pitch = max(2.0, drawn(rng, (0.09, 0.16)) * em)
    _, first = np.unique((rows // pitch).astype(int) * 10_000 + (columns // pitch).astype(int), return_index=True)
    lamps = np.zeros_like(strokes)
    lamps[rows[first], columns[first]] = 1
    bulbs = cv2.GaussianBlur(grown(lamps, max(1, round(0.018 * em))), (0, 0), 0.5)
    halo = np.clip(cv2.GaussianBlur(lamps, (0, 0), 0.05 * em) * np.float32(0.02 * em * em), 0, 1)
    light = np.array((255, drawn(rng, (215, 255)), drawn(rng, (140, 255))), np.float32)
    dark = float(fill.mean(axis=(0, 1)) @ _LUMA) > 190 and rng.random() < 0.7
    painted(picture, light, np.asarray(halo * np.float32(0.4), np.float32))
    painted(picture, np.float32(60) if dark else light, np.asarray(np.clip(bulbs * 1.4, 0, 1), np.float32))


def _of_tiles(rng: np.random.Generator, picture: Field, strokes: Field, fill: Field, em: float) -> None:
    """A mosaic: tiles of the text's and the ground's colour, each of its own shade, with joints."""
    pitch = max(3, round(drawn(rng, (0.07, 0.12)) * em))
    height, width = strokes.shape
    count = (math.ceil(width / pitch), math.ceil(height / pitch))
    covered = cv2.copyMakeBorder(
        strokes, 0, count[1] * pitch - height, 0, count[0] * pitch - width, cv2.BORDER_CONSTANT, value=0
    )
    share = np.clip((cv2.resize(covered, count, interpolation=cv2.INTER_AREA) - np.float32(0.3)) * 3, 0, 1)
    tiles = cv2.resize(share, (count[0] * pitch, count[1] * pitch), interpolation=cv2.INTER_NEAREST)[:height, :width]
    own = np.float32(drawn(rng, (0.3, 0.8)))  # of the strokes' own edge, so that thin ones are kept
    painted(picture, fill, np.maximum(tiles * (1 - own), strokes * own) if own < 0.6 else strokes)
    shades = rng.standard_normal((count[1], count[0], 1), dtype=np.float32) * np.float32(drawn(rng, (4, 22)))
    picture += cv2.resize(shades, (count[0] * pitch, count[1] * pitch), interpolation=cv2.INTER_NEAREST)[
        :height, :width, None
    ]
    joint = np.float32(0 if rng.random() < 0.6 else 255)
    lines = np.zeros((height, width), np.float32)
    lines[::pitch], lines[:, ::pitch] = 1, 1
    painted(picture, joint, lines * np.float32(drawn(rng, (0.15, 0.5))))


RELIEFS: Mapping[str, Relief] = {
    **{"bevelled": _bevelled, "sunk": _sunk, "inlined": _inlined, "neon": _neon, "punched": _punched},
    **{"lamps": _with_lamps, "tiles": _of_tiles},
}
"""The kinds of relief."""

_SHARES = {"bevelled": 0.27, "sunk": 0.16, "inlined": 0.16, "neon": 0.16, "punched": 0.07, "lamps": 0.09, "tiles": 0.09}


def draw_relief(rng: np.random.Generator) -> Relief:
    """Draw one of `RELIEFS` at random."""
    number = float(rng.random()) * sum(_SHARES.values())
    for name, share in _SHARES.items():
        number -= share
        if number < 0:
            return RELIEFS[name]
    return _bevelled
