"""The question of pruning to the process that predicts: the strengths of a network's channels."""

import json
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from support.networks.tiny_network import tiny_spec

from app.workers.children.questions import Questions
from app.workers.prediction_messages import AskPlugin
from core.base.plugins.asked import NetworkQuestion
from core.model.network.saving import build_recogniser
from core.plugins.inside.questions import LayersQuestion
from core.plugins.pruning.strengths import StrengthsQuestion


@pytest.fixture
def inside() -> Questions:
    recogniser = build_recogniser(tiny_spec())
    return Questions(lambda path, image: recogniser)


def test_every_layer_with_a_kernel_has_its_strengths_and_other_questions_are_answered_beside(inside: Questions):
    inside.take(AskPlugin(1, Path("model.keras"), LayersQuestion()))
    inside.take(AskPlugin(2, Path("model.keras"), StrengthsQuestion()))
    inside.take(pickle.loads(pickle.dumps(AskPlugin(3, Path("model.keras"), StrengthsQuestion()))))
    described, answer = inside.answer(), inside.answer()
    assert not inside.has_work and (described.number, answer.number) == (1, 3), "the newest question of each function"
    kernels = {layer.name for layer in described.result.layers if layer.kernel_layout}
    assert {strengths.layer for strengths in answer.result} == kernels


def test_a_random_start_has_no_weak_channels(inside: Questions, tmp_path: Path):
    (tmp_path / "run.json").write_text(json.dumps({"spec": tiny_spec("abc").to_dict()}), encoding="utf-8")
    inside.take(AskPlugin(1, tmp_path, StrengthsQuestion()))
    assert inside.answer().result is None


@dataclass(frozen=True, slots=True)
class OfNoPlugin(NetworkQuestion):
    plugin: ClassVar[str] = "nobody"
    work: ClassVar[str] = "os:getcwd"


def test_a_plugin_that_is_not_on_answers_nothing(inside: Questions):
    inside.take(AskPlugin(1, Path("model.keras"), OfNoPlugin()))
    assert inside.answer().result == 'The plug-in "nobody" is off. Switch it on in Settings › Plug-ins.'
