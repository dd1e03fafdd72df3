"""Compares all crops of one symbol, the most unusual first, to find a 已 among 己, or an O among 0."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from core.labels.geometry import minimum_area_rectangle
from core.labels.label import Polygon

SIDE = 32  # pixels of a crop, both ways

_MARGIN = 0.1  # of the longer side, all around
_CELL = 8  # pixels
_BINS = 9  # of 20° each
_FAINT = 100.0  # a block whose gradients add up to less is empty: noise must not be blown up to a shape
_BATCH = 512  # crops at once: some 50 MB

Crop = NDArray[np.uint8]


def crop_glyph(image: Crop, polygon: Polygon, side: int = SIDE) -> Crop:
    """Crop a character from its word image, straightened, with its aspect ratio kept.

    Parameters
    ----------
    image : (height, width, 3) uint8
        RGB.
    polygon : Polygon
        Image pixels.
    side : int
        Pixels of the crop.

    Returns
    -------
    (side, side, 3) uint8
        The minimum-area rectangle, its upper side turned to the horizontal by less than 45°, in the middle; around it
        what the image has there. Beyond the image its border is repeated.
    """
    (x, y), (a, b), angle = minimum_area_rectangle(polygon)
    turn = (angle + 45) % 90 - 45  # the sides may be exchanged, not the glyph
    scale = side / max(a * (1 + 2 * _MARGIN), b * (1 + 2 * _MARGIN), 1.0)
    # Our origin is the corner of the first pixel, OpenCV's its centre.
    matrix = cv2.getRotationMatrix2D((x - 0.5, y - 0.5), turn, scale)
    matrix[:, 2] += np.array([side / 2 - x, side / 2 - y])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    crop = cv2.warpAffine(image, matrix, (side, side), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, dtype=np.uint8)


def describe(crops: Sequence[Crop]) -> NDArray[np.float32]:
    """Return descriptors of glyph shapes, (n, d) float32: histograms of oriented gradients (Dalal and Triggs 2005).

    Gradients without a sign make dark on light equal to light on dark, and normalised blocks a faint picture equal to
    a strong one.

    Parameters
    ----------
    crops : sequence of (side, side, 3) uint8
        All of one size, a multiple of 8 and at least 16.
    """
    parts = [_histograms(np.stack(crops[start : start + _BATCH])) for start in range(0, len(crops), _BATCH)]
    return np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)


def _histograms(crops: Crop) -> NDArray[np.float32]:
    """(n, d) features of (n, side, side, 3) crops."""
    n, side = crops.shape[:2]
    grey = crops @ np.array([0.299, 0.587, 0.114], np.float32)
    dy, dx = np.gradient(grey, axis=(1, 2))
    bins = (np.arctan2(dy, dx) % np.pi) * np.float32(_BINS / np.pi)
    lower = np.floor(bins)
    upper_share = bins - lower
    cells = side // _CELL
    pixel = np.arange(side) // _CELL
    cell = (np.arange(n)[:, None, None] * cells + pixel[:, None]) * cells + pixel
    strength = np.hypot(dx, dy)
    histogram = np.zeros(n * cells * cells * _BINS)
    for number, share in ((lower, 1 - upper_share), (lower + 1, upper_share)):  # each pixel counts in two bins
        at = cell * _BINS + number.astype(np.int64) % _BINS
        histogram += np.bincount(at.ravel(), (strength * share).ravel(), minlength=len(histogram))
    histogram = histogram.reshape(n, cells, cells, _BINS)
    corners = [histogram[:, i : cells - 1 + i, j : cells - 1 + j] for i in (0, 1) for j in (0, 1)]
    blocks = np.concatenate(corners, axis=-1)  # 2 × 2 cells each, overlapping
    blocks /= np.sqrt((blocks**2).sum(axis=-1, keepdims=True) + _FAINT**2)
    return blocks.reshape(n, -1).astype(np.float32)


def unusualness(features: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the distance of each glyph from the typical one, (n,) float64.

    The Mahalanobis distance to the median: what fonts and colours change in every picture counts little, what they do
    not change counts much. As much again as the mean variance is added to each (a ridge, without which a few pictures
    would know no direction but their own).

    Parameters
    ----------
    features : (n, d) float32
        Of `describe`, all of one symbol.
    """
    if not len(features):
        return np.zeros(0)
    away = features.astype(np.float64) - np.median(features, axis=0)
    covariance = away.T @ away / len(away)
    ridge = np.trace(covariance) / min(away.shape) + 1e-12  # all alike: every distance is 0
    factor = linalg.cholesky(covariance + ridge * np.eye(len(covariance)), lower=True)
    return np.asarray(np.linalg.norm(linalg.solve_triangular(factor, away.T, lower=True), axis=0))
