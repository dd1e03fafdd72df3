"""Compares a trained model with the model in use, by the same words that both read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from core.base.errors import Sentence
from core.base.folders import cache_folder
from core.base.images import encode_png
from core.base.progress import Progress, TimeLeft, ignore_news, report_stage, report_time_left
from core.charset import Charset
from core.data.augmentation import augmentation
from core.data.batches.batches import make_batch
from core.data.batches.feeds import Mix, Part
from core.data.drawing import scene_effects
from core.data.drawing.demo import prepare
from core.data.samples.samples import LeftOut, Preparation, Reader, Selection, Words, illegible
from core.data.samples.sources import FileReader, SyntheticReader, read_splits
from core.model.network.branches import CLASS_HEAD
from core.model.network.losses import compute_loss
from core.model.network.saving import Recogniser
from core.model.steps.backends import default_hardware, make_step
from core.model.steps.groups import read
from core.model.steps.step import TrainingStep, padded
from core.model.steps.updating import OptimizerSettings
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor
from core.model.using.reading_options import ReadingOptions
from core.project.project import Project
from core.runs.adoption import FOLD_STEPS, FOLDS, MOST_IN_FOLDS, Adoption, AdoptionJob, ComparedWord, Paired, WordKind
from core.runs.comparison import words_set_apart
from core.runs.fine_tuning import FINE_TUNING
from core.runs.info import is_run
from core.runs.spec import LossWeights

HEADS = (CLASS_HEAD, "localization_logits", "order_logits")
"""Layers that are trained in folds: with the features at hand they learn from few words in seconds."""

SYNTHETIC = 200
MOST_HELD = 300

_Kind = Literal["old", "new", "step"]  # of work: reading with either model, and learning in folds

_BATCH = 32
_RATE = 0.02  # the heads alone: at the rate of a whole network they would hardly move
_SEED = (1 << 31) + 11  # seeds of a training are below: it has made other words


def compare_models(job: AdoptionJob, progress: Progress = ignore_news) -> Adoption:
    """Read the project's words, and synthetic ones, with both models.

    The words are those that validate, or that have validated the new model if the project is divided otherwise today:
    a word that it was trained on says nothing. Corrected words, on which the new model has been trained, are read by
    models that learned from the others of them: the start with new heads, in five folds. From 100 on there are none:
    the words that validate say enough. If the training did not start from the old model, there are none either, and
    from random weights no synthetic words. A word that was accepted because two readers agreed is no truth: if the old
    model is one of the two, it reads that word as the label says, whether it is right or not.

    Raises
    ------
    StudioError
        If a model or the project cannot be read.
    """
    project = Project.open(job.folder)
    train, held, every = read_splits(project, ("train", "val", None))
    unlearned = words_set_apart(job.new, job.folder) if is_run(job.new) else None
    if unlearned is not None:
        held = every
    validating = [k for k, image in enumerate(held.images) if unlearned is None or image in unlearned]
    wanted = {*train.images} if job.corrected is None else {*job.corrected}
    wanted &= {*every.images} - (unlearned or set())  # without words that teach, and that nobody has confirmed
    chosen = [k for k, image in enumerate(train.images) if image in wanted and not illegible(train.label_of(k))]
    chosen = chosen if FOLDS <= len(chosen) < MOST_IN_FOLDS and job.start == job.old else []
    count = min(len(validating), MOST_HELD)
    apart = [validating[k * len(validating) // count] for k in range(count)]
    apart = [k for k in apart if not illegible(held.label_of(k))]
    models = open_recogniser(job.old), open_recogniser(job.new)
    known, longest = models[0].spec.charset, min(model.spec.maps.max_length for model in models)
    shared = tuple(symbol for symbol in known if symbol in models[1].spec.charset)
    numbers = range(SYNTHETIC if job.start is not None and shared else 0)
    work = _Work(job, project, progress, len(apart) + len(numbers), len(chosen))
    old, new = work.reading(models[0], "old"), work.reading(models[1], "new")
    own = compared(held, apart, work.readings(old, held, apart), work.readings(new, held, apart), "apart")
    unknown = {*models[1].spec.charset} - {*known}
    fresh = [word for word in own if unknown & {*word.target}]
    stream = _synthetic_words(shared or known, longest)
    synthetic = compared(
        stream, numbers, work.readings(old, stream, numbers), work.readings(new, stream, numbers), "synthetic"
    )
    if chosen:
        before = work.readings(old, train, chosen)
        after = work.by_folds(train, chosen, _synthetic_words(known, longest))
        own += compared(train, chosen, before, after, "folds")
    listed = [*own, *won_or_lost(synthetic, stream)]
    return Adoption(
        paired(own),
        paired(synthetic),
        len(known) - len(shared),
        tuple(listed),
        len(fresh),
        sum(word.is_right for word in fresh),
        agreed=every.agreed,
    )


def compared(
    reader: Reader,
    places: Sequence[int],
    before: Sequence[tuple[str, bool]],
    after: Sequence[tuple[str, bool]],
    kind: WordKind,
) -> list[ComparedWord]:
    """Return the words at some places of a reader, given two readings of each and whether the reading is right."""
    return [
        ComparedWord(
            reader.name_of(place),
            reader.label_of(place).word,
            was[0],
            now[0],
            was_right=was[1],
            is_right=now[1],
            kind=kind,
        )
        for place, was, now in zip(places, before, after, strict=True)
    ]


def paired(words: Sequence[ComparedWord]) -> Paired:
    """Count the words that each of two models reads."""
    return Paired.of([word.was_right for word in words], [word.is_right for word in words])


def won_or_lost(words: Sequence[ComparedWord], stream: SyntheticReader) -> list[ComparedWord]:
    """Return the words that only one of two models reads, each with its picture, given the first words of a stream."""
    return [
        replace(word, picture=encode_png(stream.read(place).image))
        for place, word in enumerate(words)
        if word.was_right != word.is_right
    ]


class _Reading(NamedTuple):
    """A model that reads, and the kind of work that this is."""

    predictor: Predictor
    kind: _Kind


class _Work:
    """`both`: number of words that both models read. `corrected`: of those that the old one and the folds read."""

    def __init__(self, job: AdoptionJob, project: Project, progress: Progress, both: int, corrected: int) -> None:
        self._job = job
        self._project = project
        self._progress = progress
        self._words = 2 * both + corrected  # read before the folds
        steps = FOLDS * FOLD_STEPS if corrected else 0
        self._amounts: dict[_Kind, int] = {"old": both + 2 * corrected, "new": both, "step": steps}
        self._done: Counter[_Kind] = Counter()
        self._time = TimeLeft({str(kind): amount for kind, amount in self._amounts.items()})
        self._folds_until: float | None = None  # when the folds end at the latest; None before the first

    def reading(self, recogniser: Recogniser, kind: _Kind) -> _Reading:
        options = ReadingOptions(language_model=self._job.language_model)
        return _Reading(Predictor(recogniser, _BATCH, options=options), kind)

    def _did(self, kind: _Kind, count: int = 1) -> None:
        self._time.did(kind, count)
        self._done[kind] += count
        self._report()

    def _report(self) -> None:
        done, until = self._done, self._folds_until
        most = dict[str, float]()
        if until is None:
            words = done["old"] + done["new"]
            stage = Sentence("{done} of {total} {total:|word|words}", done=words, total=self._words)
        else:
            most["step"] = max(0.0, until - time.monotonic())
            stage = Sentence(
                "learning from your words part by part, step {done} of {total}",
                done=done["step"],
                total=self._amounts["step"],
            )
        report_stage(self._progress, stage)
        report_time_left(self._progress, self._time.seconds(most))
        self._progress(done.total(), sum(self._amounts.values()))

    def readings(self, model: _Reading, reader: Reader, places: Sequence[int]) -> list[tuple[str, bool]]:
        """Read some words, and return each text, "" for an image that cannot be opened, and if it is right."""
        normalise = self._project.settings.normalise
        images = ((str(place), partial(lambda k: reader.read(k).image, place)) for place in places)
        readings: list[tuple[str, bool]] = []
        for place, word in zip(places, model.predictor.predict(images), strict=True):
            text = "" if isinstance(word, LeftOut) else word.word.text
            is_right = not isinstance(word, LeftOut) and normalise(text) == normalise(reader.label_of(place).word)
            readings.append((text, is_right))
            if len(readings) == len(places) or not len(readings) % _BATCH:  # words of a batch are read all at once
                self._did(model.kind, (len(readings) - 1) % _BATCH + 1)
        return readings

    def by_folds(self, reader: FileReader, places: Sequence[int], fresh: SyntheticReader) -> list[tuple[str, bool]]:
        """Read each word by the start whose heads have learned from the other folds."""
        recogniser = open_recogniser(self._job.old)
        spec, network = recogniser.spec, recogniser.network
        for layer in network.layers:
            layer.trainable = layer.name in HEADS
        settings = OptimizerSettings(start_share=FINE_TUNING["start_share"])
        loss = partial(compute_loss, weights=LossWeights())
        step = make_step(network, loss, default_hardware(), settings)
        step.start = {v.path: read(v) for v in network.weights}
        state, counters = step.state(), step.counters()
        preparation = Preparation.of(self._project.settings, Charset(spec.charset), spec.maps, spec.padding)
        mild = augmentation.MILD
        words, synthetic = Words(reader, preparation, mild), Words(fresh, preparation, mild)
        model = self.reading(recogniser, "old")
        # In one piece each: neighbours are often of one picture, and a word of it on both sides would flatter
        fold_of = [k * FOLDS // len(places) for k in range(len(places))]
        readings = [("", False)] * len(places)
        until = self._folds_until = time.monotonic() + 60 * self._job.minutes
        self._report()
        for fold in range(FOLDS):
            step.restore(state)
            step.restore_counters(counters)
            learned = Selection(words, tuple(place for place, of in zip(places, fold_of, strict=True) if of != fold))
            mix = Mix((Part(learned), Part(synthetic)))
            left = (until - time.monotonic()) / (FOLDS - fold)
            self._train(step, mix, time.monotonic() + left)
            mine = [k for k, of in enumerate(fold_of) if of == fold]
            with step.averaged():
                for k, reading in zip(mine, self.readings(model, reader, [places[k] for k in mine]), strict=True):
                    readings[k] = reading
        return readings

    def _train(self, step: TrainingStep, feed: Mix, until: float) -> None:
        for number in range(FOLD_STEPS):
            if time.monotonic() > until:
                self._time.drop("step", FOLD_STEPS - number)
                self._done["step"] += FOLD_STEPS - number
                return
            batch = padded(make_batch(feed, number * _BATCH, _BATCH).batch, _BATCH)
            rate = _RATE * min(1.0, (number + 1) / 10, 1 - number / FOLD_STEPS)
            step(step.distributed(batch), rate, 1.0, number)
            self._did("step")


def _synthetic_words(symbols: tuple[str, ...], longest: int) -> SyntheticReader:
    """Words as the bundled models were trained with, which no training of the project has seen."""
    longest = min(8, longest)
    recipe = prepare(
        Charset(symbols),
        scene_effects.SCENE,
        (min(3, longest), longest),
        kept=cache_folder() / "fonts",
        strict=False,
    )
    return SyntheticReader(recipe.config, _SEED)
