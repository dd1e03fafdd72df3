"""The child process that predicts with one model, the newest request first, and folders when nothing else waits."""

from __future__ import annotations

from collections import OrderedDict, deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.workers.child import Channel
from app.workers.prediction_messages import (
    Answer,
    Answered,
    Asked,
    AskLoss,
    AskPlugin,
    AskSureness,
    Compare,
    Diagnosed,
    Evaluated,
    FindFlips,
    FolderRead,
    Indexed,
    Load,
    Look,
    Looked,
    NotLoaded,
    Occlude,
    Ready,
    Reread,
    Seen,
    StopFolder,
    StopSearch,
    TryOut,
    Want,
    WantFolder,
)
from app.workers.tensorflow import load_named_backend

load_named_backend()  # set up before Keras is imported

from app.workers.children.questions import Questions
from app.workers.children.what_if import WhatIfWork
from core.analysis.attribution.error_attribution import MapOutcome, attribute_error
from core.analysis.predicted_maps import Aid, PredictedMaps
from core.base.errors import LabelError, StudioError
from core.base.images import read_image
from core.data.samples.samples import LeftOut
from core.index.rows import IndexedPrediction
from core.index.scanning import label_hash_of
from core.labels.files.storage import label_path, read_label
from core.labels.label import WordLabel
from core.labels.maps.decoding import ReadWord, word_of
from core.model.metrics.breakdown import judge_word
from core.model.metrics.map_metrics import MapScores
from core.model.metrics.measurable import unusable
from core.model.network.saving import Recogniser
from core.model.using.comparing import compared
from core.model.using.expected import expected_spelling, words_file
from core.model.using.opening import model_hash, open_judges
from core.model.using.predicting import TimedReads, WordPrediction
from core.model.using.prediction import Predictor
from core.model.using.reading_options import PLAIN, ReadingOptions
from core.model.using.word_features import WordFeatures
from core.project.project import Project, ProjectSettings
from core.runs.bundled import file_hash
from core.runs.cross_check import fold_of

_BATCH = 4  # images of a folder at once: more would let the image on screen wait longer
_COMPARED = 2  # models that are kept loaded beside the one that predicts


@dataclass
class _FolderReading:
    number: int
    project: Project
    waiting: deque[str]
    asked: Asked
    model: tuple[Path, ReadingOptions] | None  # one that is not in use; None: the model in use
    done: int = 0
    is_arranged: bool = False

    def next_images(self, model: _Model) -> tuple[_Judge, list[str]]:
        """Some images that the same network is to read, and that network."""
        if not self.is_arranged:
            self.waiting = deque(sorted(self.waiting, key=model.number_for))  # stable: one network keeps their order
            self.is_arranged = True
        number, images = model.number_for(self.waiting[0]), [self.waiting.popleft()]
        while self.waiting and len(images) < _BATCH and model.number_for(self.waiting[0]) == number:
            images.append(self.waiting.popleft())
        return model.judges[number], images


@dataclass
class _Judge:
    """One network."""

    recogniser: Recogniser
    options: ReadingOptions
    one: Predictor = field(init=False)
    several: Predictor = field(init=False)

    def __post_init__(self) -> None:
        self.one, self.several = (
            Predictor(self.recogniser, count, with_maps=True, options=self.options) for count in (1, _BATCH)
        )

    @cached_property
    def features(self) -> WordFeatures:
        """Features of words in the network."""
        return WordFeatures(self.recogniser, _BATCH)


@dataclass
class _Model:
    """The model that is loaded: one network, or those of a cross-check, by the fold that each has not learned."""

    path: Path
    hash: str
    judges: tuple[_Judge, ...]
    weights: str  # hash of its files alone

    def number_for(self, image: str) -> int:
        """The network that may judge an image, by relative path."""
        return fold_of(image, len(self.judges)) if len(self.judges) > 1 else 0

    def judge_of(self, image: str) -> _Judge:
        """That network."""
        return self.judges[self.number_for(image)]


def main(channel: Channel, argument: object) -> None:
    """Predict for the connected windows, until none is left."""
    server = Server(channel)
    messages = iter(channel)
    while not channel.is_over:
        if not server.has_work:
            message = next(messages, None)
            if message is None:
                return
            server.take(message)
        for message in channel.take_waiting():
            server.take(message)
        server.work()


class Server:
    """Does one small piece of work at a time, so that a newer request waits for no more than one piece."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._model: _Model | None = None
        self._load: Load | None = None
        self._wanted: deque[tuple[str, Path]] = deque()
        self._settings = ProjectSettings()  # of the project whose images are wanted
        self._answered: deque[tuple[_Judge, WordPrediction, Path]] = deque()  # of the model, to be compared
        self._folders: deque[_FolderReading] = deque()
        self._compare: dict[Path, Compare] = {}
        self._look: Look | None = None
        self._compared: OrderedDict[tuple[Path, ReadingOptions], _Model] = OrderedDict()
        self._sureness: AskSureness | None = None
        self._sure_of: dict[str, float] = {}  # the probability of each image that it has asked for so far
        self._questions = Questions(lambda path, image: self._kept(path).judge_of(image).recogniser)
        self._what_if = WhatIfWork(self._judge_for)

    @property
    def has_work(self) -> bool:
        """True if work is left that needs no further message."""
        is_asked = (self._model is not None and bool(self._wanted or self._answered)) or self._can_read_on
        is_tried = self._what_if.has_tries or self._what_if.has_search
        is_compared = bool(self._compare) or self._look is not None or self._sureness is not None
        return self._load is not None or is_asked or is_tried or is_compared or self._questions.has_work

    def take(self, message: object) -> None:
        """Accept a request."""
        match message:
            case Load():
                self._load = message
                self._wanted.clear()
                self._answered.clear()
                self._folders.clear()  # what this model reads must not be mixed with what the last one has read
            case Want(images, settings):
                self._wanted, self._settings = deque(images), settings
            case WantFolder():
                self._take_folder(message)
            case Compare(model=model):
                self._compare[model] = message
            case Look():
                self._look = message
            case AskSureness():
                self._sureness, self._sure_of = message, {}
            case AskPlugin() | AskLoss() | Reread():
                self._questions.take(message)
            case TryOut() | FindFlips() | Occlude() | StopSearch():
                self._what_if.take(message)
            case StopFolder(number):
                self._folders = deque(folder for folder in self._folders if folder.number != number)

    def work(self) -> None:
        """Do the most urgent piece of work."""
        if self._load is not None:
            self._open(self._load)
        elif self._model is not None and self._wanted:
            self._answer(self._model, *self._wanted.popleft())
        elif self._sureness is not None:  # before anything else but what is on screen: a person waits for the offer
            self._go_on_with(self._sureness)
        elif self._model is not None and self._answered:
            self._compare_answer(self._model)
        elif self._what_if.has_tries:
            self._channel.send(self._what_if.answer())
        elif self._look is not None:
            self._channel.send(self._looked(self._look))
        elif self._compare:
            self._channel.send(self._seen(self._compare.pop(next(iter(self._compare)))))
        elif self._questions.has_work:
            self._channel.send(self._questions.answer())
        elif self._what_if.has_search:
            self._channel.send(self._what_if.search_on())
        elif self._can_read_on:
            self._read_folder(self._folders[0])

    @property
    def _can_read_on(self) -> bool:
        return bool(self._folders) and (self._model is not None or self._folders[0].model is not None)

    def _read_folder(self, folder: _FolderReading) -> None:
        try:
            model = self._model if folder.model is None else self._kept(*folder.model)
        except StudioError as error:
            self._folders.popleft()
            self._channel.send(Answered(folder.number, str(error)))
            return
        if model is not None:
            self._read_on(model, folder)

    def _open(self, wanted: Load) -> None:
        self._load, self._model = None, None
        path = wanted.model
        try:
            self._model = _opened(path, ReadingOptions(**wanted.options))
        except StudioError as error:
            self._channel.send(NotLoaded(path, str(error)))
            return
        self._channel.send(Ready(path, self._model.hash, self._model.judges[0].recogniser.spec.to_dict()))

    def _answer(self, model: _Model, image: str, path: Path) -> None:
        try:
            pixels = read_image(path)
        except StudioError as error:
            self._channel.send(Answer(image, model.path, str(error)))
            return
        judge = model.judge_of(image)
        [prediction] = judge.one.read([pixels], [image])
        self._channel.send(Answer(image, model.path, _compact(judge, prediction)))
        self._answered.append((judge, prediction, path))

    def _compare_answer(self, model: _Model) -> None:
        judge, prediction, path = self._answered.popleft()
        reading = compared(prediction, judge.recogniser, model.hash, path, self._settings)
        self._channel.send(Indexed(prediction.image, path, reading))

    def _seen(self, wanted: Compare) -> Answered:
        try:
            pixels = read_image(wanted.path)
            judge = self._kept(wanted.model).judge_of(wanted.image)
        except StudioError as error:
            return Answered(wanted.number, str(error))
        [prediction] = judge.one.read([pixels], [wanted.image])
        return Answered(wanted.number, Seen(judge.recogniser.spec.to_dict(), _compact(judge, prediction)))

    def _looked(self, wanted: Look) -> Answered:
        self._look = None
        try:
            pixels = read_image(wanted.path)
            model = self._kept(wanted.model, ReadingOptions(**wanted.options))
        except StudioError as error:
            return Answered(wanted.number, str(error))
        judge = model.judge_of(wanted.image)
        [prediction] = judge.one.read([pixels], [wanted.image])
        seen = Seen(judge.recogniser.spec.to_dict(), _compact(judge, prediction))
        return Answered(wanted.number, Looked(model.hash, seen))

    def _go_on_with(self, wanted: AskSureness) -> None:
        """Read the next image for the question how sure a model is, and answer the question after the last one."""
        if not wanted.images:
            self._sureness = None
            self._channel.send(Answered(wanted.number, self._sure_of))
            return
        (image, path), *later = wanted.images
        self._sureness = replace(wanted, images=tuple(later))
        with suppress(StudioError):  # an image that cannot be read says nothing of the model
            judge, pixels = self._judge_for(wanted.model, image), read_image(path)
            [read] = judge.one.read([pixels], [image])
            self._sure_of[image] = (read.alone or read.word).probability

    def _judge_for(self, path: Path, image: str) -> _Judge:
        """The network that reads a changed image: with the window's reading options if the model is the chosen one."""
        model = self._model
        return (model if model is not None and model.path == path else self._kept(path)).judge_of(image)

    def _kept(self, path: Path, options: ReadingOptions = PLAIN) -> _Model:
        """A model beside the one in use, loaded unless it was not long ago and has not changed since."""
        present, key = model_hash(path), (path, options)
        chosen = self._model if options == PLAIN and self._model is not None and self._model.hash == present else None
        for model in (self._compared.get(key), chosen):
            if model is not None and model.path == path and model.weights == present:
                break
        else:
            self._compared.pop(key, None)
            while len(self._compared) >= _COMPARED:  # before another one takes its memory
                self._compared.popitem(last=False)
            model = self._compared[key] = _opened(path, options)
        if key in self._compared:
            self._compared.move_to_end(key)
        return model

    def _take_folder(self, wanted: WantFolder) -> None:
        try:
            project = Project.open(wanted.root)
        except StudioError as error:
            self._channel.send(Answered(wanted.number, str(error)))
        else:
            model = None if wanted.model is None else (wanted.model, ReadingOptions(**wanted.options))
            self._folders.append(_FolderReading(wanted.number, project, deque(wanted.images), wanted.asked, model))

    def _look_on(self, model: _Model, folder: _FolderReading) -> None:
        """Compute the features of some images of a folder in the model, or in the first network of a cross-check."""
        images = [folder.waiting.popleft() for _ in range(min(_BATCH, len(folder.waiting)))]
        pictures: dict[str, NDArray[np.uint8]] = {}
        left_out: list[str] = []
        for image in images:
            try:
                pictures[image] = read_image(folder.project.path_of(image))
            except StudioError as error:
                left_out.append(str(error))
        vectors = model.judges[0].features.of([*pictures.values()])
        folder.done += len(images)
        is_over = not folder.waiting
        if is_over:
            self._folders.popleft()
        seen = dict(zip(pictures, vectors, strict=True))
        read = FolderRead(folder.done, {}, tuple(left_out), features=seen)
        self._channel.send(Answered(folder.number, read, is_over))

    def _read_on(self, model: _Model, folder: _FolderReading) -> None:
        if folder.asked == "features":
            self._look_on(model, folder)
            return
        judge, images = folder.next_images(model)
        predictions: dict[str, IndexedPrediction] = {}
        maps: dict[str, PredictedMaps] = {}
        diagnosed: dict[str, Diagnosed] = {}
        words: dict[str, ReadWord] = {}
        judged: dict[str, Evaluated] = {}
        left_out: list[str] = []
        loads = [(image, partial(read_image, folder.project.path_of(image))) for image in images]
        reads = TimedReads(judge.several.predict(loads))
        for read in reads:
            if isinstance(read, LeftOut):
                left_out.append(read.reason)
            elif folder.asked == "words":
                words[read.image] = read.word
            elif folder.asked == "maps":
                maps[read.image] = _compact(judge, read)
                predictions[read.image] = IndexedPrediction(read.word.text, read.word.probability, model=model.hash)
            elif folder.asked == "outcomes":
                try:
                    diagnosed[read.image] = _diagnosed(judge, folder.project, read)
                except LabelError as error:
                    left_out.append(str(error))
            else:
                predictions[read.image] = compared(
                    read, judge.recogniser, model.hash, folder.project.path_of(read.image), folder.project.settings
                )
                if folder.asked.startswith("judged"):
                    try:
                        judged[read.image] = _judged(judge, folder.project, read, with_marks=folder.asked == "judged")
                    except LabelError as error:
                        left_out.append(str(error))
        seconds = reads.seconds / max(1, len(images))
        judged = {image: replace(word, seconds=seconds) for image, word in judged.items()}
        folder.done += len(images)
        if not folder.waiting:
            self._folders.popleft()
        news = FolderRead(
            done=folder.done,
            found=predictions,
            left_out=tuple(left_out),
            maps=maps,
            diagnosed=diagnosed,
            words=words,
            judged=judged,
        )
        self._channel.send(Answered(folder.number, news, not folder.waiting))


def _opened(path: Path, options: ReadingOptions = PLAIN) -> _Model:
    """Return a model, loaded and compiled, or raise ModelError.

    What it reads with other reading options, or other words in their file, counts as another model's: readings in the
    index must not be mixed.
    """
    key = weights = model_hash(path)
    expected_spelling.cache_clear()  # its file may hold other words by now
    judges = tuple(_Judge(recogniser, options) for recogniser in open_judges(path))
    for judge in judges:
        judge.one.warm_up()
    key += "".join(f" {name} {value}" for name, value in judges[0].one.options.to_dict().items())
    if words := words_file(options.expected):
        key += f" {file_hash(words)}"
    return _Model(path, key, judges, weights)


def _compact(judge: _Judge, prediction: WordPrediction) -> PredictedMaps:
    assert prediction.maps is not None
    size = len(judge.recogniser.spec.charset)
    return PredictedMaps.of(prediction.maps, prediction.word, size, prediction.alone, _aid(judge, prediction))


def _aid(judge: _Judge, read: WordPrediction) -> Aid | None:
    """Return the aid that made another word of the network's own reading, or None if there was none.

    The maps hold the reading of the first look.
    """
    options, spec = judge.one.options, judge.recogniser.spec
    if read.alone is None or read.maps is None or read.alone.text == read.word.text:
        return None
    if word_of(read.maps, spec.charset, spec.maps, read.size).text != read.word.text:
        return "looks"
    helps: tuple[tuple[Aid, object], ...] = (
        ("expected", options.expected),
        ("language", options.language_model),
        ("looks", options.crops > 1),
    )
    return next((aid for aid, is_on in helps if is_on), "case")


def _judged(judge: _Judge, project: Project, prediction: WordPrediction, *, with_marks: bool) -> Evaluated:
    """Return the counts of an evaluation for a word, or raise LabelError if no label says its text."""
    file = read_label(label_path(project.path_of(prediction.image)))
    normalise = project.settings.normalise
    label = _judged_label(file.label).normalised(normalise)
    reason = unusable(label)
    if reason:
        raise LabelError("{name}: {reason}", name=prediction.image, reason=reason)
    polygons = [character.polygon for character in label.in_order]
    word = judge_word(label.word, prediction.word, polygons, normalise, with_marks=with_marks)
    known = label_hash_of(file.data)
    if not label.characters:
        return Evaluated(word, known)
    spec = judge.recogniser.spec
    assert prediction.maps is not None
    try:
        maps = MapScores.none(spec).with_image(prediction.image, label, prediction.size, prediction.maps, spec)
    except LabelError:  # a label with problems: what is read can be compared all the same
        return Evaluated(word, known)
    outcome = None if word.score.exact else _outcome(judge, label, prediction)
    return Evaluated(word, known, outcome, maps.character.rows(), maps.order.rows())


def _judged_label(label: WordLabel) -> WordLabel:
    """Return the known part of a label, or its draft: answers on drafts are asked for only by choice."""
    return label.known or label


def _outcome(judge: _Judge, label: WordLabel, prediction: WordPrediction) -> MapOutcome:
    recogniser, spec = judge.recogniser, judge.recogniser.spec
    maps = _compact(judge, prediction)
    return attribute_error(
        label,
        maps,
        prediction.size,
        charset=recogniser.charset,
        spec=spec.maps,
        score_threshold=spec.score_threshold,
        name=prediction.image,
    ).outcome


def _diagnosed(judge: _Judge, project: Project, prediction: WordPrediction) -> Diagnosed:
    """Find the oracle combinations that give the label's text, or raise LabelError if the label has no characters."""
    file = read_label(label_path(project.path_of(prediction.image)))
    label = _judged_label(file.label).normalised(project.settings.normalise)
    return Diagnosed(
        (prediction.alone or prediction.word).text, _outcome(judge, label, prediction), label_hash_of(file.data)
    )
