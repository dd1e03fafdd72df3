"""Changes the look of a word image and leaves its pixels in place: colour, contrast, inversion, blur, noise, JPEG."""

from __future__ import annotations

import math
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.drawing.effects import Range, drawn
from core.data.drawing.paint import through_jpeg

Picture = NDArray[np.uint8]

_LUMA = (0.299, 0.587, 0.114)  # ITU-R BT.601


class Looks(Protocol):
    """The part of `augmentation.Augmentation` that changes the look, with the ranges documented there."""

    @property
    def tint(self) -> float: ...
    @property
    def mixing(self) -> float: ...
    @property
    def grey_share(self) -> float: ...
    @property
    def contrast(self) -> Range: ...
    @property
    def brightness(self) -> float: ...
    @property
    def gamma(self) -> float: ...
    @property
    def invert_share(self) -> float: ...
    @property
    def blur_share(self) -> float: ...
    @property
    def blur(self) -> Range: ...
    @property
    def motion_share(self) -> float: ...
    @property
    def noise_share(self) -> float: ...
    @property
    def noise(self) -> Range: ...
    @property
    def jpeg_share(self) -> float: ...
    @property
    def jpeg(self) -> Range: ...


def restyle(image: Picture, rng: np.random.Generator, looks: Looks, text_height: float) -> Picture:
    """Return a picture of the same size with other colours and the effects of lens, sensor and file.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB; is not changed.
    rng : Generator
        All chance comes from it.
    looks : Looks
        The ranges of the changes.
    text_height : float
        Approximate height of the characters in pixels. The blur is limited to a part of this height, to keep words
        readable.

    Returns
    -------
    (height, width, 3) uint8
        RGB.
    """
    image = _recoloured(image, rng, looks)
    if rng.random() < looks.blur_share:
        image = _blurred(image, rng, drawn(rng, looks.blur) * text_height, looks.motion_share)
    if rng.random() < looks.noise_share:
        image = noisy(image, rng, drawn(rng, looks.noise) * value_deviation(image))
    if rng.random() < looks.jpeg_share:
        image = through_jpeg(image, round(drawn(rng, looks.jpeg)))
    return image


def _recoloured(image: Picture, rng: np.random.Generator, looks: Looks) -> Picture:
    if rng.random() < looks.grey_share:
        mixed = np.tile(_LUMA, (3, 1))
    else:
        share = drawn(rng, (0, looks.mixing))
        mixed = (1 - share) * np.eye(3) + share * rng.dirichlet((1, 1, 1), 3)
    if (mixed != np.eye(3)).any():
        mixed_image = np.asarray(cv2.transform(image, mixed), np.uint8)
        # Red text on green of the same brightness would be gone
        if value_deviation(mixed_image) >= 0.5 * value_deviation(image):
            image = mixed_image
    table = _tone_curve(image, rng, looks)
    if table is None:
        return image
    return np.asarray(cv2.LUT(image, np.ascontiguousarray(table[None])), np.uint8)


def value_deviation(image: Picture) -> float:
    """Return the standard deviation of the channel that varies most."""
    return float(cv2.meanStdDev(image)[1].max())


def _tone_curve(image: Picture, rng: np.random.Generator, looks: Looks) -> Picture | None:
    """Return new values of the 256 old ones, (256, 3) uint8, or None if nothing changes.

    The picture's own range of values is moved, stretched and tinted inside 0 to 255, so that nothing is cut off: plain
    gain and offset would wash out pale text on a white ground.
    """
    invert = rng.random() < looks.invert_share
    gamma = math.exp(drawn(rng, (-looks.gamma, looks.gamma)))
    stretch, move = drawn(rng, looks.contrast), drawn(rng, (-looks.brightness, looks.brightness))
    gains = 1 + looks.tint * rng.uniform(-1, 1, 3)
    if not invert and gamma == 1 and stretch == 1 and not move and (gains == 1).all():
        return None
    low, high = float(image.min()) / 255, float(image.max()) / 255
    values = np.arange(256) / 255
    if high > low:
        span = min(1.0, (high - low) * stretch)
        middle = min(max((low + high) / 2 + move, span / 2), 1 - span / 2)
        within = np.clip((values - low) / (high - low), 0, 1) ** gamma
        values = middle + (within - 0.5) * span
    if invert:
        values = 1 - values
    tinted = values[:, None] * gains
    return np.rint(tinted * (255 / max(1.0, float(tinted.max())))).astype(np.uint8)


def _blurred(image: Picture, rng: np.random.Generator, sigma: float, motion_share: float) -> Picture:
    motion, angle = rng.random() < motion_share, drawn(rng, (0, math.pi))
    if sigma < 0.2:  # changes no pixel
        return image
    if not motion:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    length = sigma * math.sqrt(12)  # of a stroke with that standard deviation
    side = 2 * math.ceil(length / 2) + 1
    ends = np.array([[-0.5, 0.5]]).T * length * (math.cos(angle), math.sin(angle)) + side // 2
    kernel = np.zeros((side, side), np.uint8)
    start, end = ((round(float(x) * 256), round(float(y) * 256)) for x, y in ends)
    cv2.line(kernel, start, end, 255, 1, cv2.LINE_AA, shift=8)
    weights = kernel.astype(np.float32) / max(1, int(kernel.sum(dtype=np.int64)))
    return np.asarray(cv2.filter2D(image, -1, weights, borderType=cv2.BORDER_REPLICATE), np.uint8)


def noisy(image: Picture, rng: np.random.Generator, deviation: float) -> Picture:
    """Return a picture with noise of a standard deviation, grey or coloured."""
    channels = 1 if rng.random() < 0.5 else 3
    noise = rng.standard_normal((*image.shape[:2], channels), dtype=np.float32) * np.float32(deviation)
    # + 0.5, then cut off: rounding to the nearest, at a third of np.rint's time
    return np.clip(image + noise + np.float32(0.5), 0, 255).astype(np.uint8)
