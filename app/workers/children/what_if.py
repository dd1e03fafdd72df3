"""The prediction process' answers to questions about a changed image."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.workers.prediction_messages import (
    Answered,
    FindFlips,
    Occlude,
    Searched,
    Seen,
    StopSearch,
    TryOut,
    WhatIfQuestion,
)
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import StudioError
from core.data.what_if.change import SLIDERS
from core.data.what_if.searching import occlude, patches_of, seek_flips, support
from core.model.network.saving import Recogniser
from core.model.using.predicting import WordPrediction
from core.model.using.prediction import Predictor

Pixels = NDArray[np.uint8]


class TrialReader(Protocol):
    """A network that reads one image, or `core.data.what_if.searching.AT_ONCE` of them at once."""

    @property
    def recogniser(self) -> Recogniser: ...
    @property
    def one(self) -> Predictor: ...
    @property
    def several(self) -> Predictor: ...


Opened = Callable[[Path, str], TrialReader]
"""Gives the network of a model that judges an image, by relative path; raises ModelError."""


class WhatIfWork:
    """Stores the newest image for each model and one search, and does one small piece of work at a time."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._tries: dict[Path, TryOut] = {}
        self._search: Iterator[Answered] | None = None

    @property
    def has_tries(self) -> bool:
        """True if a changed image is waiting to be read."""
        return bool(self._tries)

    @property
    def has_search(self) -> bool:
        """True if a search is not finished yet."""
        return self._search is not None

    def take(self, question: WhatIfQuestion | StopSearch) -> None:
        """Store a question until it is answered.

        A newer image takes the place of the one that waits for the same model, so that no model waits for ever.
        """
        match question:
            case TryOut(model=model):
                self._tries[model] = question
            case FindFlips():
                self._search = self._flips(question)
            case Occlude():
                self._search = self._heat(question)
            case StopSearch():
                self._search = None

    def answer(self) -> Answered:
        """Read the image that has waited longest."""
        wanted = self._tries.pop(next(iter(self._tries)))
        try:
            reader = self._opened(wanted.model, wanted.image)
        except StudioError as error:
            return Answered(wanted.number, str(error))
        [prediction] = reader.one.read([wanted.pixels], [wanted.image])
        assert prediction.maps is not None
        spec = reader.recogniser.spec
        maps = PredictedMaps.of(prediction.maps, prediction.word, len(spec.charset))
        return Answered(wanted.number, Seen(spec.to_dict(), maps))

    def search_on(self) -> Answered:
        """Read some more images for the search, and return its progress."""
        assert self._search is not None
        news = next(self._search)
        if news.is_over:
            self._search = None
        return news

    def _read_images(self, wanted: FindFlips | Occlude, images: Sequence[Pixels]) -> list[WordPrediction]:
        """Raises ModelError."""
        return self._opened(wanted.model, wanted.image).several.read(images)

    def _flips(self, wanted: FindFlips) -> Iterator[Answered]:
        for done, item in enumerate(SLIDERS):
            search = seek_flips(wanted.pixels, wanted.label, wanted.change, item)
            try:
                images = next(search)
                while True:
                    images = search.send([prediction.word.text for prediction in self._read_images(wanted, images)])
                    yield Answered(wanted.number, Searched(done, len(SLIDERS)), is_over=False)
            except StopIteration as end:
                is_over = done + 1 == len(SLIDERS)
                part = Searched(done + 1, len(SLIDERS), {item: end.value})
                yield Answered(wanted.number, part, is_over)
            except StudioError as error:
                yield Answered(wanted.number, str(error))
                return

    def _heat(self, wanted: Occlude) -> Iterator[Answered]:
        done, total = 0, patches_of((wanted.pixels.shape[0], wanted.pixels.shape[1]))
        ids: NDArray[np.integer] | None = None
        search: Generator[list[Pixels], list[NDArray[np.float64]], NDArray[np.float32]] = occlude(wanted.pixels)
        try:
            images = next(search)
            while True:
                outputs = [prediction.maps for prediction in self._read_images(wanted, images)]
                ids = outputs[0]["ids"] if ids is None and outputs[0] is not None else ids
                assert ids is not None
                images = search.send([support(output, ids) for output in outputs if output is not None])
                yield Answered(wanted.number, Searched(done, total), is_over=False)
                done += len(images)
        except StopIteration as end:
            yield Answered(wanted.number, Searched(total, total, heat=end.value))
        except StudioError as error:
            yield Answered(wanted.number, str(error))
