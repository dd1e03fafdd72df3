"""Adds the effects of a camera and a file to a painted scene: size, blur, noise, sharpening, JPEG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.effects import Range, drawn
from core.data.drawing.paint import through_jpeg
from core.data.drawing.scene_effects import Scene

if TYPE_CHECKING:
    from core.data.drawing.scene_layout import SceneLayout

_SHARPENED = 0.15  # share of pictures that a camera has sharpened


def photographed(
    rng: np.random.Generator, picture: NDArray[np.float32], layout: SceneLayout, scene: Scene, difference: float
) -> NDArray[np.uint8]:
    """Return the painted scene as a camera and a JPEG file would show it.

    Parameters
    ----------
    rng : Generator
        All chance comes from it.
    picture : (height, width, 3) float32
        Of `layout.canvas`, 0 to 255.
    layout : SceneLayout
        The word that the picture shows.
    scene : Scene
        The ranges of blur, noise and compression.
    difference : float
        Of the brightness of text and ground, 0 to 255; noise is measured by it.

    Returns
    -------
    (height, width, 3) uint8
        Of `layout.size`.
    """
    height, width = layout.size
    if layout.size != layout.canvas:
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    em = layout.em * height / layout.canvas[0]
    chances = rng.random(4)
    if chances[0] < scene.coarse_share:
        share = drawn(rng, (0.45, 0.8)) if em > 14 else 0.85
        small = cv2.resize(
            picture, (max(4, round(width * share)), max(4, round(height * share))), interpolation=cv2.INTER_AREA
        )
        picture = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    sigma = _mostly_little(rng, scene.blur) * em
    if sigma > 0.25:
        if chances[1] < scene.motion_share:
            picture = _moved_while_open(rng, picture, sigma)
        else:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    if chances[2] < _SHARPENED:
        soft = cv2.GaussianBlur(picture, (0, 0), 0.06 * em + 0.5)
        picture = np.asarray(picture + (picture - soft) * np.float32(drawn(rng, (0.3, 1.5))), np.float32)
    if scene.subpixel_share and rng.random() < scene.subpixel_share:
        picture = _on_stripes(picture)
    noise = _mostly_little(rng, scene.noise) * difference
    if noise > 0.5:
        channels = 1 if rng.random() < 0.5 else 3
        picture = picture + rng.standard_normal((height, width, channels), dtype=np.float32) * np.float32(noise)
    # + 0.5, then cut off: rounding to the nearest, at a third of np.rint's time
    final = np.clip(picture + np.float32(0.5), 0, 255).astype(np.uint8)
    quality = round(drawn(rng, scene.jpeg))
    return through_jpeg(final, quality) if chances[3] < scene.jpeg_share else final


def _on_stripes(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The picture as the stripes of a screen show it: red a third of a pixel to the left, blue to the right."""
    size = (picture.shape[1], picture.shape[0])
    red, green, blue = cv2.split(picture)
    moved = [
        cv2.warpAffine(channel, np.array([[1, 0, by], [0, 1, 0.0]]), size, borderMode=cv2.BORDER_REPLICATE)
        for channel, by in ((red, 1 / 3), (blue, -1 / 3))
    ]
    return np.asarray(cv2.merge([moved[0], green, moved[1]]), np.float32)


def _mostly_little(rng: np.random.Generator, bounds: Range) -> float:
    """A number of a range whose lower end is the likelier one: its mean lies at a third."""
    return bounds[0] + (bounds[1] - bounds[0]) * float(rng.random()) ** 2


def _moved_while_open(rng: np.random.Generator, picture: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    angle, length = drawn(rng, (0, math.pi)), sigma * math.sqrt(12)  # of a stroke with that standard deviation
    side = 2 * math.ceil(length / 2) + 1
    kernel = np.zeros((side, side), np.uint8)
    x, y = length / 2 * math.cos(angle), length / 2 * math.sin(angle)
    middle = side // 2
    start, end = ((round((middle + sign * x) * 256), round((middle + sign * y) * 256)) for sign in (-1, 1))
    cv2.line(kernel, start, end, 255, 1, cv2.LINE_AA, shift=8)
    weights = kernel.astype(np.float32) / max(1, int(kernel.sum(dtype=np.int64)))
    return np.asarray(cv2.filter2D(picture, -1, weights, borderType=cv2.BORDER_REPLICATE), np.float32)
