"""What the process that predicts says of a network."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.networks.tiny_network import tiny_spec
from support.words.synthetic_project import synthetic_project

from app.workers.children.questions import Questions
from app.workers.prediction_messages import AskLoss, AskPlugin, Reread
from core.base.errors import ModelError
from core.base.images import read_image
from core.labels.label import WordLabel
from core.model.network.saving import Recogniser
from core.plugins.inside.questions import LayersQuestion, MapsQuestion

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    from core.model.network.saving import build_recogniser

    return build_recogniser(tiny_spec())


@pytest.fixture
def questions(recogniser: Recogniser) -> Questions:

    def opened(path: Path, image: str) -> Recogniser:
        if path.name == "gone.keras":
            raise ModelError("gone.keras: there is no such model file.")
        return recogniser

    return Questions(opened)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic_project(tmp_path_factory.mktemp("inside") / "words")


def test_layers_are_told_with_their_values_for_an_image_and_only_the_newest_question_is_answered(
    questions: Questions, folder: Path
):
    image = sorted(folder.glob("*.png"))[0]
    questions.take(AskPlugin(1, Path("model.keras"), LayersQuestion()))
    questions.take(AskPlugin(2, Path("model.keras"), LayersQuestion(image), image.name))
    found = questions.answer()
    assert not questions.has_work
    assert found.number == 2
    found = found.result
    assert found.layers[0].shapes == ((1, 32, 64, 3),)
    assert found.layers[-1].kind == "WordFormation"
    assert all(layer.least is not None for layer in found.layers)
    assert found.graph is not None and len(found.graph.boxes) == len(found.layers)


def test_the_loss_of_an_image_is_told_term_by_term(questions: Questions, folder: Path):
    image = sorted(folder.glob("*.png"))[0]
    questions.take(AskLoss(1, Path("model.keras"), image.name, image, WordLabel(text="ab")))
    assert [said.partition(" = ")[0] for said in questions.answer().result] == ["L", "L_m"]
    questions.take(AskLoss(2, Path("model.keras"), image.name, image, WordLabel()))
    assert "has neither text nor characters" in questions.answer().result


def test_model_or_image_that_cannot_be_used_is_said(questions: Questions, folder: Path):
    for number, (model, image) in enumerate((("gone.keras", None), ("model.keras", folder / "gone.png"))):
        questions.take(AskPlugin(number, Path(model), LayersQuestion(image)))
        found = questions.answer()
        assert found.number == number
        assert "gone" in found.result


def test_run_without_a_model_yet_shows_the_network_that_it_trains(questions: Questions, tmp_path: Path):
    run = tmp_path / "run"
    run.mkdir()
    (run / "run.json").write_text(json.dumps({"spec": tiny_spec("abc").to_dict()}), encoding="utf-8")
    questions.take(AskPlugin(1, run, LayersQuestion()))
    found = questions.answer().result
    [logits] = [layer for layer in found.layers if layer.own_name == "character_logits"]
    assert logits.shapes[0][-1] == 4, "three symbols and the background"


def test_maps_of_a_layer_are_told_or_why_there_are_none(questions: Questions, folder: Path):
    image = sorted(folder.glob("*.png"))[0]
    questions.take(AskPlugin(1, Path("model.keras"), MapsQuestion(image, "network/character_relu"), image.name))
    found = questions.answer()
    assert (found.number, found.result.layer, found.result.values.shape) == (1, "network/character_relu", (8, 16, 64))
    for layer, why in (("word_formation", "does not give maps"), ("network/gone", "no such layer")):
        questions.take(AskPlugin(2, Path("model.keras"), MapsQuestion(image, layer), image.name))
        assert why in questions.answer().result


def test_word_of_maps_is_formed_with_all_symbols(questions: Questions, recogniser: Recogniser, folder: Path):
    from core.analysis.predicted_maps import PredictedMaps
    from core.model.using.prediction import Predictor

    image = sorted(folder.glob("*.png"))[0]
    [found] = Predictor(recogniser, 1, with_maps=True).read([read_image(image)])
    maps = PredictedMaps.of(found.maps, found.word, len(recogniser.charset))
    one = replace(maps, symbol_ids=maps.symbol_ids[..., :1], symbol_scores=maps.symbol_scores[..., :1])
    questions.take(Reread(1, Path("model.keras"), image.name, image, one))
    answer = questions.answer()
    assert (answer.number, answer.result.word.text) == (1, found.word.text)
    np.testing.assert_allclose(answer.result.candidate_scores, maps.candidate_scores, atol=2e-3)  # S travels as float16
    questions.take(Reread(2, Path("gone.keras"), image.name, image, one))
    refused = questions.answer()
    assert (refused.number, refused.result) == (2, None)
