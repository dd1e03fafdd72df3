"""Computes the whole character map of one image, with the probability of every symbol at every map pixel.

Predictions carry only the best symbols, because the whole map of a large charset takes hundreds of megabytes. It is
worked out here if one of the other symbols may matter, and stays in the process that has the network.
"""

from __future__ import annotations

import keras
import numpy as np
from numpy.typing import NDArray

from core.model.network.saving import Recogniser


def symbol_map(recogniser: Recogniser, image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the character map G as the network predicts it, (h, w, C + 1) float32.

    Parameters
    ----------
    image : (height, width, 3) uint8
        As `core.data.samples.samples.fit_image` makes it.
    """
    logits = recogniser.network.predict_on_batch(image[None])["character"][0]
    shares: NDArray[np.float32] = keras.ops.convert_to_numpy(keras.ops.softmax(keras.ops.cast(logits, "float32")))
    return shares
