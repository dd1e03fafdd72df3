"""The prediction process' answers to questions about a network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.workers.prediction_messages import AboutNetwork, Answered, AskLoss, AskPlugin, Reread
from core.analysis.attribution.repairing import read_again
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import RunError, StudioError
from core.base.images import image_size
from core.base.plugins.active import plugins
from core.model.network.saving import Recogniser, build_recogniser
from core.model.using.image_loss import loss_of_image
from core.model.using.opening import prepared
from core.model.using.symbol_map import symbol_map
from core.runs.folder import stored_config
from core.runs.model_ref import RunModel, model_ref
from core.runs.spec import LossWeights
from core.runs.watched import run_spec

_MOST_KEPT = 64 << 20  # bytes of a character map

Opened = Callable[[Path, str], Recogniser]
"""Gives the network of a model that judges an image, by relative path; raises ModelError."""


class Questions:
    """Stores the newest question of each kind, and answers one at a time."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._waiting: dict[tuple[type, object], AboutNetwork] = {}
        self._seen: tuple[Recogniser, NDArray[np.uint8], NDArray[np.float32]] | None = None

    @property
    def has_work(self) -> bool:
        """True if a question is waiting for its answer."""
        return bool(self._waiting)

    def take(self, question: AboutNetwork) -> None:
        """Store a question in place of an earlier one of its kind, until it is answered."""
        kind = type(question.question) if isinstance(question, AskPlugin) else None
        self._waiting[type(question), kind] = question

    def answer(self) -> Answered:
        """Return the answer to the question that has waited longest."""
        question = self._waiting.pop(next(iter(self._waiting)))
        try:
            match question:
                case AskPlugin():
                    return Answered(question.number, self._asked(question))
                case AskLoss():
                    return Answered(question.number, self._loss(question))
                case Reread():
                    return Answered(question.number, self._reread(question))
        except StudioError as error:
            return Answered(question.number, str(error))

    def _asked(self, wanted: AskPlugin) -> object:
        question = wanted.question
        network = self._network(wanted)
        return None if network is None else plugins().call(question.plugin, question.work, network, question)

    def _loss(self, wanted: AskLoss) -> tuple[str, ...]:
        recogniser, ref = self._opened(wanted.model, wanted.image), model_ref(wanted.model)
        chosen = stored_config(ref.run).loss.model_dump() if isinstance(ref, RunModel) else {}
        return loss_of_image(recogniser, wanted.path, wanted.label, LossWeights(**chosen))

    def _reread(self, wanted: Reread) -> PredictedMaps | None:
        try:
            recogniser = self._opened(wanted.model, wanted.image)
            image, (height, width) = prepared(recogniser, wanted.path), image_size(wanted.path)
        except StudioError:
            return None
        spec, character = recogniser.spec, self._symbol_map(recogniser, image)
        if character.shape[:2] != wanted.maps.map_size or len(recogniser.charset) != wanted.maps.charset_size:
            return None  # the model has changed since it predicted
        return read_again(wanted.maps, recogniser.charset, spec.maps, (height, width), spec.score_threshold, character)

    def _symbol_map(self, recogniser: Recogniser, image: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the whole symbol map G, kept for the next stroke on the same image unless it is too large."""
        before = self._seen
        if before is not None and before[0] is recogniser and np.array_equal(before[1], image):
            return before[2]
        probabilities = symbol_map(recogniser, image)
        self._seen = (recogniser, image, probabilities) if probabilities.nbytes <= _MOST_KEPT else None
        return probabilities

    def _network(self, wanted: AskPlugin) -> Recogniser | None:
        """Return the network that is asked about: for a run without a model, its random start, or None."""
        ref = model_ref(wanted.model)
        if isinstance(ref, RunModel) and not ref.exists:
            if not wanted.question.takes_untrained:
                return None
            try:
                return build_recogniser(run_spec(ref.run))
            except RunError:
                pass  # the message about the model itself is clearer
        return self._opened(wanted.model, wanted.image)
