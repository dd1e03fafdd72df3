"""The work of the process that predicts: one model, the newest request first, folders in between."""

from __future__ import annotations

import hashlib
import math
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from app.workers.child import Channel
from app.workers.prediction_messages import (
    Answer,
    FolderRead,
    Load,
    NoAnswer,
    NotLoaded,
    Ready,
    StopFolder,
    Want,
    WantFolder,
)
from core.data.samples import LeftOut
from core.errors import LabelError, StudioError
from core.images import read_image
from core.labels.maps import render
from core.labels.storage import label_path, read_label
from core.map_loss import map_loss
from core.model.opening import model_hash, open_recogniser
from core.model.prediction import Predictor, WordPrediction
from core.predicted_maps import PredictedMaps
from core.project import Project
from core.review_queue import disagreement
from core.rows import Prediction

_BATCH = 4  # images of a folder at once: more would let the image on screen wait longer


@dataclass
class _Folder:
    """A folder that is being read."""

    number: int
    project: Project
    waiting: deque[str]
    with_maps: bool = False
    done: int = 0


@dataclass
class _Model:
    """The model that is loaded."""

    path: Path
    hash: str
    one: Predictor
    several: Predictor = field(init=False)

    def __post_init__(self) -> None:
        self.several = Predictor(self.one.recogniser, _BATCH, with_maps=True)


def serve(channel: Channel) -> None:
    """Serve the windows that are connected, until none of them is left."""
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
    """Does one piece of work at a time, so that a newer request never waits for more than that."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._model: _Model | None = None
        self._load: Path | None = None
        self._wanted: deque[tuple[str, Path]] = deque()
        self._folders: deque[_Folder] = deque()

    @property
    def has_work(self) -> bool:
        """Whether there is something to do without another message."""
        return self._load is not None or (self._model is not None and bool(self._wanted or self._folders))

    def take(self, message: object) -> None:
        """Note what is asked for."""
        match message:
            case Load(model):
                self._load = model
                self._wanted.clear()
                self._give_folders_up()
            case Want(images):
                self._wanted = deque(images)
            case WantFolder():
                self._take_folder(message)
            case StopFolder(number):
                self._folders = deque(folder for folder in self._folders if folder.number != number)

    def work(self) -> None:
        """Do the most urgent piece of it."""
        if self._load is not None:
            self._open(self._load)
        elif self._model is not None and self._wanted:
            self._answer(self._model, *self._wanted.popleft())
        elif self._model is not None and self._folders:
            self._read_on(self._model, self._folders[0])

    def _open(self, path: Path) -> None:
        self._load, self._model = None, None
        try:
            found = model_hash(path)
            recogniser = open_recogniser(path)
            predictor = Predictor(recogniser, 1, with_maps=True)
            predictor.warm_up()
        except StudioError as error:
            self._channel.send(NotLoaded(path, str(error)))
            return
        self._model = _Model(path, found, predictor)
        self._channel.send(Ready(path, found, recogniser.spec.to_dict()))

    def _answer(self, model: _Model, image: str, path: Path) -> None:
        try:
            pixels = read_image(path)
        except StudioError as error:
            self._channel.send(NoAnswer(image, str(error)))
            return
        [found] = model.one.read([pixels], [image])
        self._channel.send(Answer(image, model.path, _compact(model, found)))

    def _take_folder(self, wanted: WantFolder) -> None:
        try:
            project = Project.open(wanted.root)
        except StudioError as error:
            self._channel.send(FolderRead(wanted.number, 0, {}, (str(error),), is_over=True))
        else:
            self._folders.append(_Folder(wanted.number, project, deque(wanted.images), wanted.with_maps))

    def _give_folders_up(self) -> None:
        """Another model comes: what it reads must not be mixed with what this one has read."""
        for folder in self._folders:
            self._channel.send(FolderRead(folder.number, folder.done, {}, is_over=True))
        self._folders.clear()

    def _read_on(self, model: _Model, folder: _Folder) -> None:
        images = [folder.waiting.popleft() for _ in range(min(_BATCH, len(folder.waiting)))]
        found: dict[str, Prediction] = {}
        maps: dict[str, PredictedMaps] = {}
        left_out: list[str] = []
        loads = [(image, partial(read_image, folder.project.path_of(image))) for image in images]
        for read in model.several.predict(loads):
            if isinstance(read, LeftOut):
                left_out.append(read.reason)
            elif folder.with_maps:
                maps[read.image] = _compact(model, read)
            else:
                found[read.image] = _judged(model, folder.project, read)
        folder.done += len(images)
        if not folder.waiting:
            self._folders.popleft()
        is_over = not folder.waiting
        self._channel.send(FolderRead(folder.number, folder.done, found, tuple(left_out), is_over, maps))


def _compact(model: _Model, found: WordPrediction) -> PredictedMaps:
    assert found.maps is not None
    return PredictedMaps.of(found.maps, found.word, len(model.one.recogniser.spec.charset))


def _judged(model: _Model, project: Project, found: WordPrediction) -> Prediction:
    """What was read, and how far that is from the label, as the label is on the disk now."""
    text, confidence = found.word.text, found.word.confidence
    plain = Prediction(text, confidence, model=model.hash)
    beside = label_path(project.path_of(found.image))
    try:
        file = read_label(beside)
    except LabelError:  # none, or not readable: nothing to compare with
        return plain
    recogniser = model.one.recogniser
    label = file.label.normalised(project.settings.normalise)
    maps, spec = _compact(model, found), recogniser.spec.maps
    known = hashlib.blake2b(file.data, digest_size=8).hexdigest()
    try:
        score = math.exp(-disagreement(label, maps, found.size, recogniser.charset, spec, found.image).score)
        loss = None
        if label.characters:
            loss = map_loss(maps, render(label, found.size, recogniser.charset, spec, "ignore", found.image))
    except LabelError:  # a label with problems, or one that says nothing
        return plain
    return Prediction(text, confidence, score, loss, model.hash, known)
