"""Reads word images with a model of Keras."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import keras
import numpy as np
from numpy.typing import NDArray

from core.base.progress import Progress, ignore_news
from core.data.samples.samples import LeftOut
from core.model.network.formation import WordFormation, for_words_alone
from core.model.network.saving import Recogniser
from core.model.network.surgery import with_fewer_symbols
from core.model.steps.backends import batches_at_once
from core.model.using.predicting import BATCH_SIZE, Arrays, WordPrediction, WordPredictor, needed_outputs
from core.model.using.reading_options import PLAIN, ReadingOptions


class Predictor(WordPredictor[Recogniser]):
    """Reads many images with a model of Keras.

    Images go through in batches of one size, the last one filled up: the first batch compiles the model, and another
    size would do so again. Without maps the model does not work out which symbols are the best of each map pixel; of
    thousands of symbols it works out the class map at few pixels.

    Parameters
    ----------
    network, batch_size, with_maps, options, at_once
        As `WordPredictor` has them. The network is of `core.model.network.saving.load_model`.
    """

    @cached_property
    def _models(self) -> dict[int, Any]:
        """The models that give all needed outputs, by the identity of their network."""
        return {id(self.network): self._made_ready(self.network)}

    def _with_fewer(self, symbols: Sequence[str]) -> Recogniser:
        network = with_fewer_symbols(self.network, symbols)
        self._models[id(network)] = self._made_ready(network)
        return network

    def _made_ready(self, network: Recogniser) -> Any:
        """Return the model that gives all outputs that are needed: `predict_on_batch` is called."""
        image = network.model.inputs[0]
        if not self.with_maps:
            maps, words = for_words_alone(network.network, network.spec)
            formed = words(maps(image))
            # The backend does not compile unused outputs.
            return keras.Model(image, {name: formed[name] for name in needed_outputs(self.options, network.spec)})
        formed = dict(WordFormation(network.spec, with_shares=True)(network.network(image)))
        if self.options.is_plain:
            del formed["shares"]
        return keras.Model(image, formed)

    def _computed(self, pixels: NDArray[np.uint8], network: Recogniser) -> Arrays:
        batch = np.zeros((self.batch_size, *pixels.shape[1:]), np.uint8)
        batch[: len(pixels)] = pixels
        outputs: Arrays = self._models[id(network)].predict_on_batch(batch)
        return outputs


def predict(
    recogniser: Recogniser,
    paths: Sequence[Path],
    *,
    batch_size: int = BATCH_SIZE,
    with_maps: bool = False,
    options: ReadingOptions = PLAIN,
    progress: Progress = ignore_news,
) -> Iterator[WordPrediction | LeftOut]:
    """Read image files as `Predictor.predict_files` does, with batches side by side."""
    size = min(batch_size, max(1, len(paths)))
    predictor = Predictor(recogniser, size, with_maps=with_maps, options=options, at_once=batches_at_once())
    return predictor.predict_files(paths, progress)
