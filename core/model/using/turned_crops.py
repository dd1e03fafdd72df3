"""Searches with a model for crops that read better upside down."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.base.errors import StudioError
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.labels.files.storage import label_path, read_label
from core.labels.formats.turned_crops import TurnedJob, reads_better_turned
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor


def find_turned_crops(job: TurnedJob, progress: Progress = ignore_news) -> tuple[str, ...]:
    """Return the images of a sample that read better turned, without images that no longer exist.

    Raises
    ------
    ModelError
        If the model cannot be read.
    """
    images = job.sample
    predictor = Predictor(open_recogniser(job.model))
    turned = []
    for done, image in enumerate(images):
        progress(done, len(images))
        path = job.folder / image
        try:
            pixels = read_image(path)
        except StudioError:
            continue
        readings = predictor.read([pixels, np.ascontiguousarray(pixels[::-1, ::-1])])
        pairs = [(reading.word.text, reading.word.probability) for reading in readings]
        if reads_better_turned(_known_text(path), pairs):
            turned.append(image)
    progress(len(images), len(images))
    return tuple(turned)


def _known_text(path: Path) -> str:
    try:
        known = read_label(label_path(path)).label.known
    except StudioError:
        return ""  # a crop without a label
    return "" if known is None else known.word
