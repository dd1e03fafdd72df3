"""Turns a crop into the array that a recogniser takes as input."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.labels.maps.spec import MapSpec
from core.readers.recogniser import Pictures

_WIDEST = 3200  # pixels: the longest line that PP-OCR reads as one
_OUR_OWN = MapSpec()  # tall crops are turned as our own reader turns them


def prepared(image: NDArray[np.uint8], pictures: Pictures) -> NDArray[np.float32]:
    """Turn, resize, pad and scale a crop for a recogniser.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB, upright.
    pictures : Pictures
        The pictures that the recogniser takes.

    Returns
    -------
    (channels, height, width) float32
    """
    if _OUR_OWN.is_turned(image.shape[:2]):
        image = np.rot90(image)
    height, width = input_size(image.shape[:2], pictures)
    rows, columns = _content(image.shape[:2], (height, width), pictures)
    pixels: NDArray[Any] = np.ascontiguousarray(image)
    if pictures.channels == "grey":
        pixels = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)[..., None]
    elif pictures.channels == "bgr":
        pixels = np.ascontiguousarray(pixels[..., ::-1])
    resized = _resized(pixels, columns, rows).astype(np.float32) / 255
    mean, scale = (np.asarray(values, np.float32) for values in (pictures.mean, pictures.scale))
    scaled = (resized - mean) / scale
    rest = (0 - mean) / scale if pictures.fill == "black" else np.zeros(1, np.float32)
    whole = np.empty((height, width, pictures.count), np.float32)
    whole[...] = rest
    whole[:rows, :columns] = scaled
    return np.ascontiguousarray(np.moveaxis(whole, -1, 0))


def input_size(size: tuple[int, int], pictures: Pictures) -> tuple[int, int]:
    """Return (height, width) of the input for a crop of (height, width) that has been turned already."""
    if not pictures.widens:
        return pictures.height, pictures.width
    own = math.ceil(pictures.height * size[1] / size[0])
    return pictures.height, min(max(pictures.width, own), max(pictures.width, _WIDEST))


def _content(size: tuple[int, int], whole: tuple[int, int], pictures: Pictures) -> tuple[int, int]:
    """Return (height, width) of the resized crop in its input."""
    height, width = whole
    if pictures.fit == "stretch":
        return height, width
    if pictures.fit == "pad":
        return height, max(1, min(width, math.ceil(height * size[1] / size[0])))
    scale = min(height / size[0], width / size[1])
    return max(1, min(height, round(size[0] * scale))), max(1, min(width, round(size[1] * scale)))


def _resized(pixels: NDArray[Any], width: int, height: int) -> NDArray[Any]:
    """Resize a crop as these programs do, after thinning sides of over 32,000 pixels, which OpenCV refuses."""
    steps = [max(1, side // 16_384) for side in pixels.shape[:2]]
    thinned = np.ascontiguousarray(pixels[:: steps[0], :: steps[1]])
    resized = cv2.resize(thinned, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(resized).reshape(height, width, pixels.shape[2])
