"""Paints a laid-out word as a picture, with colours, background, light, blur, noise and JPEG."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.effects import Effects, drawn
from core.data.drawing.layout import PlacedSymbol, WordLayout

Field = NDArray[np.float32]
Picture = NDArray[np.uint8]

_SHADE = 20.0  # how far a given colour is off at most
_TRIES = 24  # pairs of colours drawn at once: the first with enough contrast is taken


def coverage(symbols: Sequence[PlacedSymbol], size: tuple[int, int]) -> Picture:
    """Return the share of each pixel that is covered by the symbols' ink.

    Parameters
    ----------
    symbols : sequence of PlacedSymbol
        The symbols; with only one of them, the ink is that symbol's.
    size : (height, width)
        Of the picture, pixels.

    Returns
    -------
    (height, width) uint8
        0 no ink, 255 all ink.
    """
    height, width = size
    ink = np.zeros(size, np.uint8)
    for placed in symbols:
        corners = edge_of(placed)
        x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, (width, height))
        if x1 <= x0 or y1 <= y0:
            continue
        part = ink[y0:y1, x0:x1]
        np.maximum(part, warped(placed, (int(x0), int(y0)), (int(y1 - y0), int(x1 - x0))), out=part)
    return ink


def edge_of(placed: PlacedSymbol) -> NDArray[np.float64]:
    """Return the corners of a symbol's mask in its place, (4, 2) pixels."""
    rows, columns = placed.mask.shape
    corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]]) @ placed.matrix.T
    return np.asarray(corners[:, :2] / corners[:, 2:])


def warped(placed: PlacedSymbol, start: tuple[int, int], size: tuple[int, int]) -> Picture:
    """Return the coverage of a part of the picture by a symbol's ink.

    Parameters
    ----------
    placed : PlacedSymbol
        The symbol in its place.
    start : (x, y)
        Top-left pixel of the part.
    size : (height, width)
        Size of the part, pixels.

    Returns
    -------
    (h, w) uint8
        0 to 255.
    """
    # OpenCV counts from the centre of a pixel, the matrix from its corner
    matrix = _shifted(-0.5 - start[0], -0.5 - start[1]) @ placed.matrix @ _shifted(0.5, 0.5)
    return np.asarray(cv2.warpPerspective(placed.mask, matrix, size[::-1], flags=cv2.INTER_LINEAR), np.uint8)


def _shifted(x: float, y: float) -> NDArray[np.float64]:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def luminance(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the relative luminance, 0 to 1, of (…, 3) sRGB colours from 0 to 255 (WCAG 2.1)."""
    channels = np.clip(colours, 0, 255) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ (0.2126, 0.7152, 0.0722))


def contrast(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the contrast ratio, 1 to 21, of (…, 3) sRGB colours (WCAG 2.1)."""
    a, b = luminance(first), luminance(second)
    return np.asarray((np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05))


def lightness(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return CIE L*, 0 to 100, of (…, 3) sRGB colours, whose equal steps look equally large.

    Equal ratios of dark pairs do not.
    """
    y = luminance(colours)
    return np.asarray(np.where(y > 216 / 24389, 116 * np.cbrt(y) - 16, y * 24389 / 27))


def _is_readable(
    text: NDArray[np.float64], ground: NDArray[np.float64], effects: Effects, texture: float
) -> NDArray[np.bool_]:
    """Return for each colour, (…, 3), if text stands out all over a textured ground, on the same side: (…,) bool."""
    darkest, lightest = ground * (1 - texture), ground * (1 + texture)
    ratio = np.minimum(contrast(text, darkest), contrast(text, lightest))
    above, below = lightness(text) - lightness(lightest), lightness(darkest) - lightness(text)
    return np.asarray((ratio >= effects.contrast) & (np.maximum(above, below) >= effects.lightness))


def draw_colours(
    rng: np.random.Generator, effects: Effects, texture: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Draw colours of text and background, (3,) each, with the wanted contrast all over a texture of a given strength.

    If the effects have colours, a pair of these, a little off. If none of a few random pairs has it, black or white
    text, whichever is farther from the last background, which is moved the other way until it has, or is at its end.
    """
    if effects.colours:
        pair = effects.colours[int(rng.integers(len(effects.colours)))] + rng.uniform(-_SHADE, _SHADE, (2, 3))
        return np.clip(pair[0], 0, 255), np.clip(pair[1], 0, 255)
    pairs = rng.random((_TRIES, 2, 3)) * 255
    # Signs and print are as often black on white as coloured
    grey = rng.random((_TRIES, 2, 1)) < 0.35
    pairs = np.where(grey, pairs[:, :, :1], pairs)
    text, ground = pairs[:, 0], pairs[:, 1]
    good = np.flatnonzero(_is_readable(text, ground, effects, texture))
    if len(good):
        return text[good[0]], ground[good[0]]
    away = np.full(3, 255.0 if luminance(ground[-1]) > 0.18 else 0.0)  # black and white are equally far from 0.179
    ink, colour = 255 - away, ground[-1]
    for _ in range(40):
        if _is_readable(ink, colour, effects, texture):
            return ink, colour
        colour = colour + (away - colour) * 0.1
    return ink, away


def _smooth_noise(rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]) -> Field:
    """Return noise of about -1 to 1, of `cells` cells (down, across) blown up to the size."""
    coarse = rng.random((cells[0] + 1, cells[1] + 1), dtype=np.float32) * 2 - 1
    return np.asarray(cv2.resize(coarse, size[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _ramp(rng: np.random.Generator, size: tuple[int, int]) -> Field:
    """From -1 to 1 in a random direction."""
    angle = drawn(rng, (0, 2 * math.pi))
    x = np.linspace(-1, 1, size[1], dtype=np.float32) * math.cos(angle)
    y = np.linspace(-1, 1, size[0], dtype=np.float32)[:, None] * math.sin(angle)
    return np.asarray((x + y) / (abs(math.cos(angle)) + abs(math.sin(angle))), np.float32)


def _clouds(rng: np.random.Generator, size: tuple[int, int]) -> Field:
    across = max(2, round(3 * size[1] / size[0]))
    return 0.65 * _smooth_noise(rng, size, (3, across)) + 0.35 * _smooth_noise(rng, size, (9, 3 * across))


def _grain(rng: np.random.Generator, size: tuple[int, int]) -> Field:
    """Wood, brushed metal: long along one axis, short along the other."""
    if rng.random() < 0.7:
        return _smooth_noise(rng, size, (max(2, size[0] // 2), max(1, size[1] // 40)))
    return _smooth_noise(rng, size, (max(1, size[0] // 40), max(2, size[1] // 2)))


def _stripes(rng: np.random.Generator, size: tuple[int, int]) -> Field:
    angle, period = drawn(rng, (0, math.pi)), drawn(rng, (4, 24))
    x = np.arange(size[1], dtype=np.float32) * math.cos(angle)
    y = np.arange(size[0], dtype=np.float32)[:, None] * math.sin(angle)
    return np.asarray(np.sin((x + y) * (2 * math.pi / period)), np.float32)


def _tiles(rng: np.random.Generator, size: tuple[int, int]) -> Field:
    """Bricks of their own shades, with dark joints."""
    rows, columns = int(rng.integers(8, 20)), int(rng.integers(12, 40))
    y, x = np.arange(size[0])[:, None], np.arange(size[1])[None, :]
    row = y // rows
    shifted = x + (row % 2) * (columns // 2)
    column = shifted // columns
    shades = rng.random((int(row.max()) + 1, int(column.max()) + 1), dtype=np.float32) * 1.2 - 0.2
    joints = (y % rows == 0) | (shifted % columns == 0)
    return np.where(joints, np.float32(-1), shades[row, column])


def _speckle(rng: np.random.Generator, size: tuple[int, int]) -> Field:
    """Plaster, asphalt."""
    return 0.7 * _smooth_noise(rng, size, (max(2, size[0] // 3), max(2, size[1] // 3))) + 0.3 * _clouds(rng, size)


def _patches(rng: np.random.Generator, size: tuple[int, int]) -> Field:
    """Areas of two shades with hard edges: what lies behind a sign, posters over posters."""
    return np.where(
        _smooth_noise(rng, size, (2, max(2, round(2 * size[1] / size[0])))) > 0, np.float32(1), np.float32(-1)
    )


TEXTURES: Mapping[str, Callable[[np.random.Generator, tuple[int, int]], Field]] = {
    "plain": lambda rng, size: np.zeros(size, np.float32),
    "gradient": _ramp,
    "clouds": _clouds,
    "grain": _grain,
    "stripes": _stripes,
    "tiles": _tiles,
    "speckle": _speckle,
    "patches": _patches,
}
"""Kinds of background: each draws a (height, width) float32 field of about -1 to 1."""


def paint(rng: np.random.Generator, layout: WordLayout, effects: Effects) -> Picture:
    """Paint the picture of a laid-out word.

    Returns
    -------
    (height, width, 3) uint8
        RGB, of `layout.size`.
    """
    size = layout.size
    strength = drawn(rng, effects.texture)
    texture = TEXTURES[effects.textures[int(rng.integers(len(effects.textures)))]]
    text, ground = draw_colours(rng, effects, strength)
    field = np.clip(texture(rng, size), -1, 1) * np.float32(strength) + np.float32(1)
    picture = field[:, :, None] * ground.astype(np.float32)
    if layout.frame is not None:
        _draw_rim(picture, layout.frame, layout.detail, text)
    ink = coverage(layout.symbols, size)
    lighter = bool(luminance(text) > luminance(ground))
    if rng.random() < effects.shadow_share and lighter:
        picture *= _shadow(rng, ink, layout.detail)[:, :, None]
    alpha = ink.astype(np.float32)[:, :, None] / np.float32(255)
    picture += (text.astype(np.float32) - picture) * alpha
    fall = drawn(rng, effects.light)
    if fall > 0:
        picture *= (np.float32(1 - fall / 2) + _ramp(rng, size) * np.float32(fall / 2))[:, :, None]
    sigma = drawn(rng, effects.blur) * layout.detail
    if sigma > 0.2:  # less changes no pixel
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    difference = abs(float((text - ground) @ (0.299, 0.587, 0.114)))
    noise = drawn(rng, effects.noise) * difference * (1 - fall / 2)
    if noise > 0:
        channels = 1 if rng.random() < 0.5 else 3
        picture += rng.standard_normal((*size, channels), dtype=np.float32) * np.float32(noise)
    # + 0.5, then cut off: rounding to the nearest, at a third of np.rint's time
    final = np.clip(picture + np.float32(0.5), 0, 255).astype(np.uint8)
    quality = drawn(rng, effects.jpeg)
    return through_jpeg(final, round(quality)) if rng.random() < effects.jpeg_share else final


def _draw_rim(picture: Field, frame: NDArray[np.float64], em: float, text: NDArray[np.float64]) -> None:
    corners = frame - 0.5  # OpenCV counts from the centre of a pixel
    fixed = np.round(corners * 16).astype(np.int32).reshape(-1, 1, 2)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.polylines(mask, [fixed], True, 255, max(1, round(em * 0.05)), cv2.LINE_AA, shift=4)
    alpha = mask.astype(np.float32)[:, :, None] / np.float32(255)
    picture += (text.astype(np.float32) - picture) * alpha


def _shadow(rng: np.random.Generator, ink: Picture, em: float) -> Field:
    """Brightness left by a shadow of the ink, (height, width) float32 in 0.35 to 1."""
    x, y = (drawn(rng, (0.02, 0.07)) * em * (1 if rng.random() < 0.5 else -1) for _ in range(2))
    moved = cv2.warpAffine(ink, np.array([[1, 0, x], [0, 1, y]], np.float64), ink.shape[::-1])
    soft = cv2.GaussianBlur(moved, (0, 0), max(0.3, 0.02 * em))
    return np.asarray(1 - soft.astype(np.float32) * np.float32(0.65 / 255), np.float32)


def through_jpeg(picture: Picture, quality: int) -> Picture:
    """Return a picture, (height, width, 3) uint8 RGB, as decoded from a JPEG file of quality 1 to 100."""
    encoded = cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.ascontiguousarray(np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR))[:, :, ::-1], np.uint8)
