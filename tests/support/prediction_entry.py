"""A process that predicts without a network: every label as if it had been learnt by heart.

A model whose name begins with "bad" cannot be loaded; one named "slow" takes its time for each image of a folder.
"""

from __future__ import annotations

import os
import signal
import time
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
from core.charset import Charset
from core.errors import StudioError
from core.images import read_image
from core.labels.label import WordLabel
from core.labels.mapspec import MapSpec
from core.labels.storage import label_path, parse_label, read_label
from core.model.spec import NetworkSpec
from core.rows import Prediction
from support.predictions import learnt_by_heart

SPEC = NetworkSpec("small", Charset.named("alnum").symbols, MapSpec(stride=4))


def told(image: Path) -> WordLabel | None:
    """What a test says that the network has learnt of an image: `NAME.truth` beside it; else its label."""
    truth = image.with_suffix(".truth")
    try:
        if truth.exists():
            return parse_label(truth.read_bytes(), truth.name).label
        return read_label(label_path(image)).label
    except StudioError:
        return None


def main(channel: Channel, argument: object) -> None:
    model = None
    stopped: set[int] = set()
    for message in channel:
        match message:
            case Load(path) if path.name.startswith("bad"):
                channel.send(NotLoaded(path, "bad.keras: no model file. Choose another one."))
            case Load(path):
                model = path
                channel.send(Ready(path, "beef", SPEC.to_dict()))
            case Want(images) if model is not None:
                for image, path in images:
                    try:
                        size = read_image(path).shape[:2]
                        label = read_label(label_path(path)).label
                    except StudioError as error:
                        channel.send(NoAnswer(image, str(error)))
                        continue
                    if model.name == "killer.keras":
                        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
                    maps = learnt_by_heart(label, size, Charset(SPEC.charset), SPEC.maps)
                    channel.send(Answer(image, model, maps))
            case StopFolder(number):
                stopped.add(number)
            case WantFolder(number, root, images, True):
                maps, refused = {}, []
                for image in images:
                    label = told(root / image)
                    if label is None:
                        refused.append(f"{image}: nothing is known of it.")
                    else:
                        size = read_image(root / image).shape[:2]
                        maps[image] = learnt_by_heart(label, size, Charset(SPEC.charset), SPEC.maps)
                done = len(images)
                if model is not None and model.name == "leaving.keras":
                    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
                channel.send(FolderRead(number, done, {}, tuple(refused), is_over=True, maps=maps))
            case WantFolder(number, root, images):
                for done, image in enumerate(images, 1):
                    if model is not None and model.name == "slow.keras":
                        time.sleep(0.2)
                    text = read_label(label_path(root / image)).label.word
                    found = {image: Prediction(text, 0.5, 0.25, 1.5, "beef", "")}
                    channel.send(FolderRead(number, done, found, is_over=done == len(images)))
