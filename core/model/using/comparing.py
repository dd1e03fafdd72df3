"""Compares a model's readings with a project's labels, which gives the order in which labels are reviewed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from core.analysis.label_errors.disagreement import disagreement
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import LabelError
from core.base.images import read_image
from core.base.progress import Progress, ignore_news
from core.data.drawing.texts.word_lists import known_words
from core.data.samples.samples import LeftOut
from core.index.rows import IndexedPrediction
from core.index.scanning import label_hash_of
from core.labels.files.storage import label_path, read_label
from core.labels.maps.render import render
from core.model.network.saving import Recogniser
from core.model.using.map_loss import map_loss
from core.model.using.opening import model_hash, open_judges
from core.model.using.predicting import WordPrediction
from core.model.using.prediction import Predictor
from core.project.project import Project, ProjectSettings
from core.runs.cross_check import fold_of


def compared(
    prediction: WordPrediction, recogniser: Recogniser, model: str, path: Path, settings: ProjectSettings
) -> IndexedPrediction:
    """Return the reading, and the probability that the label, as it is now on the disk, is right.

    Parameters
    ----------
    prediction : WordPrediction
        With maps; named by the image's path in the project.
    recogniser : Recogniser
        The one that read it.
    model : str
        Its hash, or that of all models of a cross-check.
    path : Path
        The image.
    settings : ProjectSettings
        Of the project.
    """
    text, probability = prediction.word.text, prediction.word.probability
    plain = IndexedPrediction(text, probability, model=model)
    try:
        file = read_label(label_path(path))
    except LabelError:  # none, or not readable: nothing to compare with
        return plain
    truth = file.label.known
    label = (truth or file.label).normalised(settings.normalise)
    assert prediction.maps is not None
    spec, charset = recogniser.spec.maps, recogniser.charset
    maps = PredictedMaps.of(prediction.maps, prediction.word, len(charset))
    known = label_hash_of(file.data)
    try:
        wrong = disagreement(
            label=label,
            predicted=maps,
            image_size=prediction.size,
            charset=charset,
            spec=spec,
            name=prediction.image,
            words=known_words(),
        )
        loss = None
        if truth is not None and label.characters:
            loss = map_loss(maps, render(label, prediction.size, charset, spec, "ignore", prediction.image))
    except LabelError:  # a label with problems, or one that says nothing
        return replace(plain, label_hash=known)
    right = math.exp(-wrong.score)
    if truth is None:  # a draft that the model reads again is as sure as the reading, and not as a person's word
        right = min(right, probability)
    return IndexedPrediction(text, probability, right, loss, model, known)


def compare_images(
    path: Path, project: Project, images: Sequence[str], progress: Progress = ignore_news
) -> tuple[dict[str, IndexedPrediction], list[LeftOut]]:
    """Read images and compare the readings with the labels, by a cross-check's model that has not learned the image.

    Parameters
    ----------
    path : Path
        Of a model, or of a project's cross-check.

    Returns
    -------
    dict
        The readings, by image.
    list of LeftOut
        Images that cannot be read.

    Raises
    ------
    ModelError
        See `core.model.using.opening.open_judges`.
    """
    judges, known = open_judges(path), model_hash(path)
    predictions: dict[str, IndexedPrediction] = {}
    left_out: list[LeftOut] = []
    done = 0
    for number, judge in enumerate(judges):
        own = [image for image in images if len(judges) == 1 or fold_of(image, len(judges)) == number]
        loads = [(image, partial(read_image, project.path_of(image))) for image in own]
        for read in Predictor(judge, with_maps=True).predict(loads):
            if isinstance(read, LeftOut):
                left_out.append(read)
            else:
                predictions[read.image] = compared(read, judge, known, project.path_of(read.image), project.settings)
            done += 1
            progress(done, len(images))
    return predictions, left_out
