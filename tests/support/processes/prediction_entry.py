"""A process that predicts without a network: every label as if it had been learnt by heart.

A model whose name begins with "bad" cannot be loaded; one named "slow" takes its time for each image of a folder.
"""

import os
import signal
import time
from dataclasses import replace
from pathlib import Path

from app.workers.child import Channel
from app.workers.prediction_messages import (
    Answer,
    Answered,
    AskSureness,
    Compare,
    Diagnosed,
    FolderRead,
    Load,
    Look,
    Looked,
    NotLoaded,
    Ready,
    Seen,
    StopFolder,
    Want,
    WantFolder,
)
from core.analysis.attribution.error_attribution import attribute_error
from core.base.errors import StudioError
from core.base.images import read_image
from core.charset import Charset
from core.index.rows import IndexedPrediction
from core.index.scanning import label_hash_of
from core.labels.files.storage import label_path, parse_label, read_label
from core.labels.label import WordLabel
from core.labels.maps.spec import MapSpec
from core.runs.spec import NetworkSpec
from support.words.predictions import learnt_by_heart

SPEC = NetworkSpec("small", Charset.named("alnum").symbols, MapSpec(stride=4))


def hash_of(model: Path | None) -> str:
    """All models are one to whoever asks for their hash, but for the one named "second"."""
    return "f00d" if model is not None and model.stem == "second" else "beef"


def told(image: Path) -> WordLabel | None:
    """What a test says that the network has learnt of an image: `NAME.truth` beside it; else its label."""
    truth = image.with_suffix(".truth")
    try:
        if truth.exists():
            return parse_label(truth.read_bytes(), truth.name).label
        return read_label(label_path(image)).label
    except StudioError:
        return None


def diagnosed(image: Path) -> Diagnosed:
    """What is read of an image by a network that has learnt what `told` says, beside its label."""
    said, file, size = told(image), read_label(label_path(image)), read_image(image).shape[:2]
    charset = Charset(SPEC.charset)
    maps = learnt_by_heart(said, size, charset, SPEC.maps)
    found = attribute_error(file.label, maps, size, charset=charset, spec=SPEC.maps, name=image.name)
    return Diagnosed(maps.word.text, found.outcome, label_hash_of(file.data))


def compared(wanted: Compare) -> Answered:
    """As if a model had learnt the label of an image by heart; one in a folder named "other" what `told` says."""
    model = wanted.model
    if "bad" in model.parent.name:
        return Answered(wanted.number, f"{model.name}: no model file. Choose another one.")
    label = told(wanted.path) if "other" in model.parent.name else read_label(label_path(wanted.path)).label
    size = read_image(wanted.path).shape[:2]
    maps = learnt_by_heart(label, size, Charset(SPEC.charset), SPEC.maps)
    return Answered(wanted.number, Seen(SPEC.to_dict(), maps))


def main(channel: Channel, argument: object) -> None:
    model = None
    stopped: set[int] = set()
    for message in channel:
        match message:
            case Load(path) if path.name.startswith("bad"):
                channel.send(NotLoaded(path, "bad.keras: no model file. Choose another one."))
            case Load(path):
                model = path
                channel.send(Ready(path, hash_of(path), SPEC.to_dict()))
            case Want(images) if model is not None:
                for image, path in images:
                    try:
                        size = read_image(path).shape[:2]
                        label = read_label(label_path(path)).label
                    except StudioError as error:
                        channel.send(Answer(image, model, str(error)))
                        continue
                    if model.name == "killer.keras":
                        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
                    maps = learnt_by_heart(label, size, Charset(SPEC.charset), SPEC.maps)
                    channel.send(Answer(image, model, maps))
            case StopFolder(number):
                stopped.add(number)
            case WantFolder(number, root, images, "maps"):
                maps, refused = {}, []
                for image in images:
                    label = told(root / image)
                    if label is None:
                        refused.append(f"{image}: nothing is known of it.")
                    else:
                        size = read_image(root / image).shape[:2]
                        maps[image] = learnt_by_heart(label, size, Charset(SPEC.charset), SPEC.maps)
                        if model is not None and model.name == "unsure.keras":
                            unsure = replace(maps[image].word, probability=0.1)
                            maps[image] = replace(maps[image], word=unsure)
                done = len(images)
                if model is not None and model.name == "leaving.keras":
                    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
                channel.send(Answered(number, FolderRead(done, {}, tuple(refused), maps=maps)))
            case AskSureness(number, _, images):
                channel.send(Answered(number, {image: 0.5 for image, _ in images}))
            case Compare():
                channel.send(compared(message))
            case Look(number, model_of_run, image, path):
                answer = compared(Compare(number, model_of_run, image, path))
                looked = answer.result if isinstance(answer.result, str) else Looked("run", answer.result)
                channel.send(Answered(number, looked))
            case WantFolder(number, root, images, "outcomes"):
                for done, image in enumerate(images, 1):
                    if model is not None and model.name == "slow.keras":
                        time.sleep(0.2)
                    if model is not None and model.name == "leaving.keras":
                        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
                    is_over, found, refused = done == len(images), {}, ()
                    try:
                        found = {image: diagnosed(root / image)}
                    except StudioError as error:
                        refused = (str(error),)
                    channel.send(Answered(number, FolderRead(done, {}, refused, diagnosed=found), is_over))
            case WantFolder(number, root, images, "words"):
                known = {image: label for image in images if (label := told(root / image)) is not None}
                words = {
                    image: learnt_by_heart(
                        label, read_image(root / image).shape[:2], Charset(SPEC.charset), SPEC.maps
                    ).word
                    for image, label in known.items()
                }
                refused = tuple(f"{image}: nothing is known of it." for image in images if image not in known)
                channel.send(Answered(number, FolderRead(len(images), {}, refused, words=words)))
            case WantFolder(number, root, images):
                for done, image in enumerate(images, 1):
                    if model is not None and model.name == "slow.keras":
                        time.sleep(0.2)
                    found, refused = {}, ()
                    try:
                        file = read_label(label_path(root / image))
                        text = (told(root / image) or file.label).word
                        right, loss = (0.25, 1.5) if file.label.known else (None, None)  # a draft is no truth
                        found = {
                            image: IndexedPrediction(text, 0.5, right, loss, hash_of(model), label_hash_of(file.data))
                        }
                    except StudioError as error:
                        refused = (str(error),)
                    channel.send(Answered(number, FolderRead(done, found, refused), done == len(images)))
