"""The picture as it is painted: with brightness, contrast and gamma, and smaller copies for when it is seen small."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from app.display import Choices

Rgb = NDArray[np.uint8]
Tones = tuple[float, float, float]  # brightness, contrast, gamma, as in `Choices`


def tones_of(choices: Choices) -> Tones:
    """The choices that change the pixels of the picture."""
    return choices.brightness, choices.contrast, choices.gamma


def tone_table(tones: Tones) -> NDArray[np.uint8]:
    """The new value of each of the values 0 … 255, (256,) uint8.

    With v from 0 to 1: ((v - ½) · contrast + ½ + brightness), cut to 0 … 1, to the power of 1 / gamma.
    """
    brightness, contrast, gamma = tones
    values = (np.arange(256) / 255 - 0.5) * contrast + 0.5 + brightness
    table: NDArray[np.uint8] = np.round(np.clip(values, 0, 1) ** (1 / gamma) * 255).astype(np.uint8)
    return table


class Picture:
    """One picture, ready to be painted. Pixels or tones that have not changed cost nothing."""

    def __init__(self) -> None:
        self._pixels: Rgb | None = None
        self._tones: Tones = (0.0, 1.0, 1.0)
        self._levels: list[QImage] = []

    def show(self, pixels: Rgb, tones: Tones) -> None:
        """Set the pixels, (height, width, 3) RGB, and the tones."""
        if pixels is not self._pixels or tones != self._tones:
            self._pixels, self._tones = pixels, tones
            self._levels = []

    def clear(self) -> None:
        """Forget the picture and free its memory."""
        self._pixels, self._levels = None, []

    def at_scale(self, scale: float) -> QImage:
        """The smallest copy with at least one pixel for each pixel of the screen.

        `scale`: pixels of the screen (not device-independent ones) an image pixel. Returns QImage: to be painted over
        the whole image; halved as often as `scale` allows. Painting a picture at less than half its size straight from
        its pixels leaves most of them out, so that thin strokes flicker or vanish.
        """
        if self._pixels is None:
            return QImage()
        if not self._levels:
            plain = self._tones == (0.0, 1.0, 1.0)
            self._levels = [
                _image(self._pixels if plain else np.asarray(cv2.LUT(self._pixels, tone_table(self._tones))))
            ]
        level, part = 0, scale
        while part <= 0.5 and min(self._levels[level].width(), self._levels[level].height()) > 1:
            level, part = level + 1, part * 2
            if level == len(self._levels):
                self._levels.append(_halved(self._levels[level - 1]))
        return self._levels[level]


def _image(pixels: Rgb) -> QImage:
    height, width, _ = pixels.shape
    pixels = np.ascontiguousarray(pixels)
    image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return image.convertToFormat(QImage.Format.Format_RGB32)  # its own memory, and what painting is fastest with


def _halved(image: QImage) -> QImage:
    """An image of half the width and height. Each pixel is the mean of up to four."""
    width, height = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine() // 4, 4)[:, :width]
    size = (max(1, round(width / 2)), max(1, round(height / 2)))
    smaller = np.ascontiguousarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))
    return QImage(smaller.data, *size, 4 * size[0], QImage.Format.Format_RGB32).copy()
