"""Predicted maps that say nothing, for tests of those who pass them on."""

import numpy as np

from core.analysis.predicted_maps import PredictedMaps
from core.labels.maps.decoding import ReadWord


def unread_maps() -> PredictedMaps:
    """Maps of two by two pixels with two symbols, in which no word is read."""
    pixels, positions = np.zeros((2, 2, 2)), np.zeros((1, 2))
    word = ReadWord("", 0.0, (), ())
    return PredictedMaps(pixels, pixels[..., 0], pixels, pixels, positions, positions, word, 2)
