"""Predicted maps that say nothing, for tests of those who pass them on."""

import numpy as np

from core.analysis.predicted_maps import PredictedMaps
from core.labels.maps.decoding import ReadWord


def unread_maps() -> PredictedMaps:
    """Maps of 8 by 16 pixels with two symbols and four positions, in which no word is read."""
    plane, candidates = np.zeros((8, 16)), np.tile([1, 2], (4, 1))
    pixels, word = np.zeros((8, 16, 2)), ReadWord("", 0.0, (), ())
    return PredictedMaps(np.zeros((8, 16, 5)), plane, pixels, pixels, candidates, 0.0 * candidates, word, 2)
