"""Evaluations made by hand: what the process that predicts would say of a project's words."""

from collections.abc import Mapping

import numpy as np

from app.session import Session
from app.workers.prediction_messages import Answered, Evaluated, FolderRead, WantFolder
from core.analysis.attribution.error_attribution import MapOutcome
from core.analysis.attribution.oracle_combinations import COMBINATIONS
from core.index.rows import IndexedPrediction
from core.index.scanning import label_hash_of
from core.labels.files.storage import label_path, read_label
from core.labels.maps.decoding import ReadCharacter, ReadWord
from core.model.metrics.breakdown import judge_word
from support.processes.fake_client import FakeClient

BY_CLASS = MapOutcome(frozenset(combination for combination in COMBINATIONS if "class" in combination), "branches")


def evaluated(session: Session, image: str, text: str | None = None, score: float = 0.9) -> Evaluated:
    """What a model says that reads a text in an image; None: what its label says. The class branch is at fault."""
    file = read_label(label_path(session.project.path_of(image)))
    label = file.label
    read = label.word if text is None else text
    polygons = [character.polygon for character in label.in_order]
    centers = [tuple(np.mean(polygon, axis=0).tolist()) for polygon in polygons] + [(0.0, 0.0)] * len(read)
    characters = tuple(
        ReadCharacter(symbol, k, score, (x, y))
        for k, (symbol, (x, y)) in enumerate(zip(read, centers, strict=False), 1)
    )
    said = ReadWord(read, score ** len(read), characters, (), probability=score ** len(read))
    word = judge_word(label.word, said, polygons, str)
    pixels = np.array([[0, 5, 6, 6], [1, 3, 4, 4]], np.int64)
    return Evaluated(word, label_hash_of(file.data), None if word.score.exact else BY_CLASS, pixels, pixels, 0.05)


def answer(session: Session, client: FakeClient, texts: Mapping[str, str], left_out: tuple[str, ...] = ()) -> None:
    """Answer the evaluation that is asked for: these images are read so, all others as their labels say."""
    asked = client.sent(WantFolder)[-1]
    judged = {image: evaluated(session, image, texts.get(image)) for image in asked.images}
    model = session.predictions.model_hash
    found = {
        image: IndexedPrediction(each.word.score.predicted, each.word.probability, model=model)
        for image, each in judged.items()
    }
    client.answer(Answered(asked.number, FolderRead(len(asked.images), found, left_out, judged=judged)))
