"""Word formation from maps in full, written out densely: what the sparse maps of the program are held against."""

import numpy as np
from numpy.typing import NDArray

from core.analysis.predicted_maps import PredictedMaps
from core.labels.maps.decoding import Evidence, weighed

Float = NDArray[np.floating]


def evidence(character: Float, order: Float, localization: Float) -> Evidence:
    """The evidence of G (h, w, C + 1), S (h, w, n + 1) and Q (h, w); channel 0 is background, and no character."""
    positions = order[..., 1:] * localization[..., None]  # H_k = Q·S_k
    h = positions.reshape(-1, positions.shape[-1])
    return weighed(h, h.T @ character[..., 1:].reshape(h.shape[0], -1))


def evidence_of(maps: PredictedMaps) -> Evidence:
    """The evidence of maps as they travel; the word formed from it is the network's own, apart from rounding."""
    strength = maps.strength
    return weighed(strength, maps.symbols.votes(strength))


def dense(maps: PredictedMaps) -> tuple[Float, Float, Float]:
    """G (h, w, C + 1), S (h, w, n + 1) and Q (h, w) in full, for small charsets."""
    symbols = np.asarray(maps.symbols.best.toarray() + maps.symbols.rest[:, None])
    return symbols.reshape(*maps.map_size, -1), maps.order.astype(np.float64), maps.localization.astype(np.float64)
