"""Predictions made by hand: from target maps, as a network would see them that has learnt its label by heart."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.reading.predicted import Predicted
from app.session import Session
from core.analysis.predicted_maps import PredictedMaps
from core.charset import Charset
from core.labels.label import WordLabel
from core.labels.maps.decoding import ReadWord
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec
from core.runs.spec import NetworkSpec
from support.processes.fake_client import FakeClient
from support.words.synthetic_maps import Dense, compact

SURE = 0.9
"""Probability of what the network sees."""


NOTHING = ReadWord("", 0.0, (), ())


def learnt_by_heart(
    label: WordLabel, size: tuple[int, int], charset: Charset, spec: MapSpec, sure: float = SURE
) -> PredictedMaps:
    """What a network sees that has learnt a label; the rest of the probability is background's or, of it, id 1's."""
    maps = render(label, size, charset, spec)
    classes, positions = np.eye(len(charset) + 1), np.eye(spec.max_length + 1)
    wanted = np.maximum(maps.character, 0)
    character = sure * classes[wanted] + (1 - sure) * classes[np.where(wanted > 0, 0, 1)]
    order = sure * positions[maps.order] + (1 - sure) * positions[0]
    found = compact(Dense(character, order, maps.localization.astype(np.float64)), charset, size, spec)
    return replace(found, word=believed(found.word))


def believed(word: ReadWord) -> ReadWord:
    """The word, as probable as its scores say: what a network would be is not known of maps made of a label."""
    return replace(word, probability=word.confidence)


def outputs_of(maps: PredictedMaps, spec: MapSpec, size: tuple[int, int]) -> dict[str, NDArray[Any]]:
    """The outputs of a predicting model that would have given these maps."""
    n = spec.max_length
    ids, scores, centres = np.zeros(n, np.int32), np.zeros(n, np.float32), np.zeros((n, 2), np.float32)
    matrix = spec.to_input(size)
    for character in maps.word.characters:
        place = character.order - 1
        ids[place], scores[place] = maps.candidate_ids[place, 0], character.score
        centres[place] = matrix[:, :2] @ character.center + matrix[:, 2]
    gaps = np.zeros(n, bool)
    gaps[[k - 1 for k in maps.word.gaps]] = True
    return {
        "ids": ids, "scores": scores, "centres": centres, "gaps": gaps, "presence": np.where(ids > 0, 1.0, 0.0),
        "confidence": np.float32(maps.word.confidence), "order_map": maps.order,
        "localization_map": maps.localization, "symbol_ids": maps.symbol_ids.astype(np.int32),
        "symbol_scores": maps.symbol_scores, "candidate_ids": maps.candidate_ids.astype(np.int32),
        "candidate_scores": maps.candidate_scores,
    }  # fmt: skip


def spec_for(session: Session, charset: Charset | None = None) -> NetworkSpec:
    return NetworkSpec.of("small", charset or session.catalog.project_charset, session.project.settings.maps)


def predicted_for(
    session: Session, label: WordLabel | None = None, charset: Charset | None = None, **named: Any
) -> Predicted:
    """A prediction of the open image that says what its label, or another one, says."""

    editor, spec = session.editor, spec_for(session, charset)
    known = Charset(spec.charset)
    maps = learnt_by_heart(label or editor.label, editor.image_size, known, spec.maps, named.pop("sure", SURE))
    return Predicted(editor.image, maps, spec.maps, known, **named)


def client_of(session: Session) -> FakeClient:
    return session.models.client


def show_prediction(session: Session, predicted: Predicted, model: str = "model.keras") -> None:
    """Choose a model, and answer for its process: it is loaded, and has predicted."""
    from app.workers.prediction_messages import Answer, Ready

    path, client = Path("/models") / model, client_of(session)
    spec = NetworkSpec("small", predicted.charset.symbols, predicted.spec)
    session.in_use.choose(path)
    client.answer(Ready(path, "0123", spec.to_dict()))
    client.answer(Answer(predicted.image, path, predicted.maps))
