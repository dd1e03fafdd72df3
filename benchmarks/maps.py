"""Budget: three target maps of 8 characters at 64 × 256, stride 1, in 0.4 ms CPU, ≥ 25 × the straightforward way."""

from __future__ import annotations

import cv2
import numpy as np
from scipy.ndimage import gaussian_filter

from benchmarks.measuring import Row, in_turn, report, row
from core.charset import ALNUM, Charset
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import MapSpec, render

TEXT = "PRIVATE8"
SIZE = (33, 105)


def label() -> WordLabel:
    """Eight characters of a word image of 33 × 105 pixels."""
    boxes = [(3.3 + 12.3 * i, 4.2, 14.4 + 12.3 * i, 28.7) for i in range(8)]
    return WordLabel(tuple(CharacterLabel(s, rectangle(*box)) for s, box in zip(TEXT, boxes, strict=True)))


def straightforward(word: WordLabel, charset: Charset, spec: MapSpec) -> tuple[np.ndarray, ...]:
    """The obvious way: a peak in an empty picture, filtered whole, once a character and map (σ 5)."""
    h, w = spec.height, spec.width
    scale = np.array([w / SIZE[1], h / SIZE[0]])
    character = np.zeros((h, w), np.int32)
    heat = np.zeros((len(word.characters), h, w))
    for k, c in enumerate(word.characters):
        corners = np.round(c.corners * scale).astype(np.int32)
        cv2.fillPoly(character, [corners], charset.id_of(c.symbol))
        x, y = corners.mean(axis=0).astype(int)
        heat[k, y, x] = 1.0
        heat[k] = gaussian_filter(heat[k], 5)
        heat[k] /= heat[k].max()
    order = np.where(heat.max(axis=0) > spec.threshold, heat.argmax(axis=0) + 1, 0)
    return character, order.astype(np.int32), heat.max(axis=0).astype(np.float32)


def rows() -> list[Row]:
    """The renderer's CPU time, and its ratio to the straightforward way in the same run."""
    word, charset, spec = label(), Charset(tuple(ALNUM)), MapSpec()
    ours, theirs = in_turn(
        lambda: render(word, SIZE, charset, spec), lambda: straightforward(word, charset, spec), (200, 20)
    )
    other = f"one gaussian_filter a character ({theirs * 1e3:.2f} ms)"
    return [
        row("three target maps, 8 characters, 64 × 256, stride 1", ours * 1e3, "ms CPU", 0.4),
        row(
            "three target maps, ratio to the straightforward way",
            theirs / ours,
            "×",
            25,
            at_least=True,
            compared_with=other,
            ratio=theirs / ours,
        ),
    ]


if __name__ == "__main__":
    report(rows())
