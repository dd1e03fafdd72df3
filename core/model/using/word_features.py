"""Turns a network's view of a word into a vector: words with vectors of similar direction look similar."""

from __future__ import annotations

from collections.abc import Sequence

import keras
import numpy as np
from numpy.typing import NDArray

from core.data.samples.samples import fit_image
from core.model.network import backbones
from core.model.network.saving import Recogniser

_PARTS = 4  # of the width: the beginning of a word is compared with the beginning of another


class WordFeatures:
    """The deepest features of the backbone, averaged over sections of a word's width.

    Parameters
    ----------
    recogniser : Recogniser
        The model.
    batch_size : int
        Images at once. The network is compiled for this number.
    """

    def __init__(self, recogniser: Recogniser, batch_size: int) -> None:
        self._spec, self._size = recogniser.spec, batch_size
        network = recogniser.network
        image = keras.Input((None, None, 3), dtype="uint8")
        self._model = keras.Model(image, network.get_layer(backbones.NAME)(network.get_layer("pixels")(image))[-1])

    def of(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float16]:
        """Return the vectors, (n, d), of at most `batch_size` RGB images, (height, width, 3) uint8 of any sizes."""
        maps = self._spec.maps
        batch = np.zeros((self._size, maps.height, maps.width, 3), np.uint8)
        for place, image in enumerate(images):
            batch[place] = fit_image(image, maps, self._spec.padding)
        seen = np.asarray(self._model.predict_on_batch(batch), np.float32)[: len(images)]
        parts = [part.mean(axis=(1, 2)) for part in np.array_split(seen, _PARTS, axis=2)]
        return np.concatenate(parts, axis=1).astype(np.float16)
