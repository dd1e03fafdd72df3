"""Budget: three target maps of 8 characters at 64 × 256, stride 1, in 0.35 ms CPU, ≥ 25 × the reference's way.

A row for each kind of polygon: upright boxes, slanted quadrilaterals, and outlines of 12 corners with dents.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from scipy.ndimage import gaussian_filter

from benchmarks.measuring import Row, in_turn, report, row
from core.charset import ALNUM, Charset
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import CharacterLabel, Polygon, WordLabel
from core.labels.maps.render import MapSpec, render

TEXT = "PRIVATE8"
SIZE = (33, 105)


def boxes(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    """An upright box."""
    return rectangle(x0, y0, x1, y1)


def slanted(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    """A quadrilateral without a right angle, as a word seen from the side has."""
    return ((x0 + 2.1, y0), (x1 + 1.3, y0 + 1.4), (x1 - 2.1, y1), (x0 - 1.3, y1 - 1.4))


def twelve_corners(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    """An outline of 12 corners, every other one a dent."""
    angles = np.arange(12) * np.pi / 6 + 0.1
    radii = np.where(np.arange(12) % 2, 0.8, 1.0) / 2
    xs = (x0 + x1) / 2 + (x1 - x0) * radii * np.cos(angles)
    ys = (y0 + y1) / 2 + (y1 - y0) * radii * np.sin(angles)
    return polygon_of(np.column_stack([xs, ys]))


SHAPES: dict[str, Callable[[float, float, float, float], Polygon]] = {
    "8 upright boxes": boxes,
    "8 slanted quadrilaterals": slanted,
    "8 outlines of 12 corners": twelve_corners,
}


def label(shape: Callable[[float, float, float, float], Polygon] = boxes) -> WordLabel:
    """Eight characters of a word image of 33 × 105 pixels."""
    places = [(3.3 + 12.3 * i, 4.2, 14.4 + 12.3 * i, 28.7) for i in range(8)]
    return WordLabel(tuple(CharacterLabel(s, shape(*box)) for s, box in zip(TEXT, places, strict=True)))


def reference(word: WordLabel, charset: Charset, spec: MapSpec) -> tuple[np.ndarray, ...]:
    """The way of the public implementation in Keras (piginzoo/textscanner), written anew.

    For each character a peak in an empty picture, filtered whole (σ 5) and divided by its maximum; a map of its own for
    each position that a word may have; a picture and a mask of whole size for each symbol.
    """
    h, w = spec.height, spec.width
    scale = np.array([w / SIZE[1], h / SIZE[0]])
    character = np.zeros((h, w), np.int32)
    orders = np.zeros((h, w, spec.max_length), np.float32)
    localization = np.zeros((h, w), np.float32)
    for c in word.characters:
        corners = c.corners * scale
        center = corners.mean(axis=0)
        mask = np.zeros((h, w), np.uint8)
        cv2.fillPoly(mask, [np.round(center + 0.6 * (corners - center)).astype(np.int32)], 1)
        character += (mask * np.full((h, w), charset.id_of(c.symbol), np.uint32)).astype(np.int32)
    for k, c in enumerate(word.characters):
        x, y = (c.corners * scale).mean(axis=0).astype(int)
        heat = np.zeros((h, w))
        heat[y, x] = 1.0
        heat = gaussian_filter(heat, 5, mode="mirror")
        heat /= heat.max()
        orders[:, :, k] = heat
        orders[:, :, k][heat < spec.threshold] = 0
        localization += heat
    return character, orders, localization


def rows() -> list[Row]:
    """The renderer's CPU time for each kind of polygon, and its ratio to the reference's way in the same run."""
    charset, spec = Charset(tuple(ALNUM)), MapSpec()
    found = []
    for name, shape in SHAPES.items():
        word = label(shape)
        ours, theirs = in_turn(
            partial(render, word, SIZE, charset, spec), partial(reference, word, charset, spec), (100, 10)
        )
        other = f"the reference's way ({theirs * 1e3:.2f} ms)"
        where, ratio = f"three target maps of {name}, 64 × 256, stride 1", theirs / ours
        found += [
            row(where, ours * 1e3, "ms CPU", 0.35, compared_with=other, ratio=1 / ratio),
            row(f"{where}: times faster", ratio, "×", 25, at_least=True, compared_with=other, ratio=1 / ratio),
        ]
    return found


if __name__ == "__main__":
    report(rows())
