"""Observes a network during its training: measures it on validation images, and predicts watched images."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.analysis.learning.history import WordMarks, mark_word
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import FileWriteError, ImageError, Sentence
from core.base.images import read_image
from core.charset import Charset
from core.data.batches.batches import Batch
from core.data.samples.samples import ILLEGIBLE_ID, fit_image
from core.labels.maps.decoding import ReadWord, word_of
from core.model.metrics.metrics import one_minus_ned, score_word, summarise
from core.model.metrics.places import facts_of, place_facts
from core.model.network import formation
from core.model.network.layer_outputs import feature_maps
from core.model.network.map_scores import count_pixels, map_score
from core.model.network.saving import Recogniser
from core.model.steps.groups import Tensor
from core.model.steps.step import Total, TrainingStep, padded
from core.model.training.control import Control
from core.model.training.reporting import WriteFaults
from core.runs.config import TrainConfig
from core.runs.events import Event, LayerSeen, Prediction, Warned, Work
from core.runs.folder import RunFolder

_CLASS_MAPS = ("character", "order")
_KEPT = "the predictions of the watched images"
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Measured:
    """The losses and measures of one validation."""

    losses: dict[str, float]
    """The mean losses over the images."""
    metrics: dict[str, float]
    """The measures of `core.model.metrics.metrics.Metrics` that texts by themselves give, and F1 and IoU of the class
    maps."""
    images: int
    """The number of images with a known target, which the measures of texts count."""
    readings: tuple[tuple[str, str, str], ...] = ()
    """Name, target and reading of each image with a known target."""
    marks: tuple[WordMarks, ...] = ()
    """The results for the characters of these images."""

    @property
    def read_in_any_case(self) -> float:
        """The mean of 1 - NED over the images, without regard to case, 0 to 1, or 1 if no image has a known target."""
        near = [one_minus_ned(target.casefold(), read.casefold()) for _, target, read in self.readings]
        return fmean(near) if near else 1.0

    def score(self, monitor: str) -> tuple[float, ...]:
        """Return the score for comparing validations, larger is better: the monitored measure, then tie-breakers.

        NaN counts as the worst, -inf: NaN is neither below nor above any number, and no later score would be better.
        """
        accuracy, similarity = (_comparable(self.metrics.get(name, 0.0)) for name in ("word_accuracy", "one_minus_ned"))
        loss = _comparable(-self.losses["loss"])
        return {
            "word_accuracy": (accuracy, similarity, loss),
            "one_minus_ned": (similarity, accuracy, loss),
            "loss": (loss,),
        }[monitor]


def _comparable(value: float) -> float:
    return -math.inf if math.isnan(value) else value


class Observer:
    """The compiled functions that measure and read with a network in training, with its present weights.

    Parameters
    ----------
    recogniser : Recogniser
        The recogniser around the network that `step` trains.
    step : TrainingStep
        The training step.
    batch : int
        Images a step. Smaller batches are filled up to this size.
    """

    def __init__(self, recogniser: Recogniser, step: TrainingStep, batch: int) -> None:
        self.recogniser = recogniser
        self.step = step
        self.batch = batch
        self.charset = Charset(recogniser.spec.charset)
        self._words = recogniser.model.get_layer(formation.NAME)
        self._measure = step.measuring(self._measured)
        self._read = step.reading(recogniser.model)

    def validate(self, batches: Iterable[tuple[Sequence[str], Batch]], mutual_weight: float) -> Measured:
        """Measure the network on some batches, given with the names of their samples.

        As in `core.model.using.evaluation`, a symbol outside the charset counts as not read, and a word with an
        illegible character has no known text: such a word counts only for the losses.
        """
        sums: dict[str, float] = {}
        pixels = np.zeros((len(_CLASS_MAPS), 3))
        scores = []
        readings = list[tuple[str, str, str]]()
        marks = list[WordMarks]()
        images = 0
        for names, batch in batches:
            count = batch["image"].shape[0]
            full = padded(batch, self.batch)
            (losses, counted), facts = self._measure(self.step.distributed(full), mutual_weight)
            for name, value in losses.items():
                sums[name] = sums.get(name, 0.0) + float(value) * count  # a part batch counts as much as it holds
            images += count
            pixels += ops.convert_to_numpy(counted)
            for name, target, places in zip(names, batch["text"], ops.convert_to_numpy(facts)[:count], strict=True):
                if ILLEGIBLE_ID not in target:
                    own = facts_of(places)
                    readings.append((name, self._target(target), self.text(own.ids)))
                    scores.append(score_word(readings[-1][1], ReadWord(readings[-1][2], 0.0, (), ())))
                    marks.append(mark_word(name, readings[-1][1], scores[-1].steps, own))
        measures = summarise(scores).to_dict()
        del measures["images"]  # those with a known target
        for name, counts in zip(_CLASS_MAPS, pixels, strict=True):
            if counts[1]:
                measures |= {f"{name}_map_{measure}": map_score(counts, measure) for measure in ("f1", "iou")}
        return Measured(
            {name: value / max(1, images) for name, value in sums.items()},
            {name: float(value) for name, value in measures.items() if value is not None},
            len(readings),
            tuple(readings),
            tuple(marks),
        )

    def predict(self, path: Path) -> tuple[PredictedMaps, dict[str, NDArray[Any]]]:
        """Predict one image, and return its predicted maps and all outputs of the predicting model.

        Raises
        ------
        ImageError
            If the image cannot be read.
        """
        spec, pixels = self.recogniser.spec, read_image(path)
        image = fit_image(pixels, spec.maps, spec.padding)
        outputs = {name: ops.convert_to_numpy(value)[0] for name, value in self._read(image[None]).items()}
        word = word_of(outputs, spec.charset, spec.maps, pixels.shape[:2])
        return PredictedMaps.of(outputs, word, len(spec.charset)), outputs

    def layer_maps(self, path: Path, name: str) -> NDArray[np.float32] | None:
        """Return a layer's feature maps of an image, as `core.model.network.layer_outputs.feature_maps` does.

        Raises
        ------
        ImageError
            If the image cannot be read.
        """
        spec = self.recogniser.spec
        return feature_maps(self.recogniser.model, fit_image(read_image(path), spec.maps, spec.padding), name)

    def maps(self, images: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
        """Return the maps of prepared images: `character` and `order` as ids, `positions` of S, and `localization`."""
        outputs = self.step.outputs(images)
        positions = ops.softmax(ops.cast(outputs["order"], "float32"), axis=-1)
        maps = {name: ops.convert_to_numpy(ops.argmax(outputs[name], axis=-1)).astype(np.int32) for name in _CLASS_MAPS}
        maps["positions"] = ops.convert_to_numpy(positions)
        return maps | {"localization": ops.convert_to_numpy(outputs["localization"])}

    def text(self, ids: NDArray[Any]) -> str:
        """Return the word that symbol ids spell, with 0 for a gap or the end."""
        return "".join(self.charset.symbols[int(number) - 1] for number in ids if number > 0)

    def _target(self, ids: NDArray[Any]) -> str:
        # An id within a word that is not above 0 is a symbol that the charset lacks, and must count as not read.
        length = int(np.max(np.flatnonzero(ids), initial=-1)) + 1
        return "".join(self.charset.symbols[int(n) - 1] if n > 0 else _UNKNOWN for n in ids[:length])

    def _measured(
        self, batch: Mapping[str, Tensor], mutual: Tensor, total: Total
    ) -> tuple[tuple[dict[str, Tensor], Tensor], Tensor]:
        outputs = self.recogniser.network(batch["image"], training=False)
        losses = dict(self.step.loss(outputs, batch, mutual_weight=mutual, total=total))
        pixels = [
            count_pixels(batch[name], ops.cast(ops.argmax(outputs[name], axis=-1), "int32"), batch["has_maps"])
            for name in _CLASS_MAPS
        ]
        facts = place_facts(outputs, self._words(outputs), batch, self.recogniser.spec)
        return (losses, ops.stack(pixels)), facts


class Watching:
    """Predicts the watched images of one training when they are due.

    Parameters
    ----------
    config : TrainConfig
        The choices, with the images to watch.
    control : Control
        The wishes of the person who watches.
    folder : RunFolder
        The run's folder.
    observer : Observer
        Predicts the images.
    faults : WriteFaults
        Tells of files that cannot be written.
    announced : callable
        Does work of a kind, with signs of life while it compiles.
    """

    def __init__(
        self,
        config: TrainConfig,
        control: Control,
        folder: RunFolder,
        observer: Observer,
        faults: WriteFaults,
        announced: Callable[[Work, Callable[[], Any]], Generator[Event, None, Any]],
    ) -> None:
        self.images = config.watch
        self._every = config.live_every
        self._control = control
        self._folder = folder
        self._observer = observer
        self._faults = faults
        self._announced = announced
        self._shown_at = time.monotonic()

    def follow(self, step: int, *, keeps: bool = True) -> Iterator[Event]:
        """Switch to other watched images if somebody asks for them, and predict them at once."""
        wanted = self._control.take_watched()
        if wanted is not None:
            self.images = wanted
            yield from self.look(step, forced=True, keeps=keeps)

    def look(self, step: int, *, forced: bool = False, keeps: bool = True) -> Iterator[Event]:
        """Predict the watched images if that is due, or `forced`, and save the predictions in the run if `keeps`."""
        if not self.images or not (forced or time.monotonic() - self._shown_at >= self._every):
            return
        layer = self._control.layer
        values = None
        observer = self._observer
        for number, path in enumerate(self.images):
            try:
                with observer.step.averaged():
                    maps, outputs = yield from self._announced("prediction", partial(observer.predict, path))
                    if layer and number == 0:
                        values = observer.layer_maps(path, layer)
            except ImageError as error:
                self.images = tuple(image for image in self.images if image != path)
                yield Warned(Sentence("No longer watched: {error}", error=error), "watch")
                continue
            kept: Path | None = None
            if keeps:
                try:
                    kept = self._folder.save_prediction(path, step, maps.word.text, outputs)
                except FileWriteError as error:
                    yield from self._faults.failed(_KEPT, str(error), step)
                else:
                    yield from self._faults.worked(_KEPT, step)
            yield Prediction(step, str(path), maps, kept)
            if values is not None and number == 0:
                yield LayerSeen(step, str(path), layer, values)
        self._shown_at = time.monotonic()
