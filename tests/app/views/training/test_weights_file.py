import hashlib
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import added

from app.session import Session
from app.training.plan import TrainingPlan
from app.views.training.dialog import TrainingDialog
from app.views.training.weights_file import WeightsFile
from core.base.published_weights import RESNET50, PublishedWeights

DATA = b"weights of a network"
WEIGHTS = PublishedWeights("network_notop.h5", hashlib.md5(DATA, usedforsecurity=False).hexdigest())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "keras"))
    return tmp_path / "keras" / "models"


@pytest.fixture
def plan(session: Session) -> TrainingPlan:
    return session.instruments.plan


@pytest.fixture
def weights_file(session: Session, plan: TrainingPlan, home: Path, qtbot: QtBot) -> WeightsFile:
    made = added(qtbot, WeightsFile(session, plan, WEIGHTS))
    plan.changed.connect(made.show_plan)
    return made


def test_file_is_asked_for_only_if_a_plan_wants_it_and_it_is_not_there(
    weights_file: WeightsFile, plan: TrainingPlan, home: Path, qtbot: QtBot
):
    weights_file.show_plan()
    assert weights_file.isHidden()
    plan.set("weights", "imagenet")
    qtbot.waitUntil(lambda: not weights_file.isHidden())
    assert WEIGHTS.file in weights_file.says.text() and str(home) in weights_file.says.text()
    plan.set("weights", None)
    assert weights_file.isHidden()


def test_right_file_is_copied_and_the_button_goes(
    weights_file: WeightsFile, plan: TrainingPlan, home: Path, qtbot: QtBot, tmp_path: Path
):
    plan.set("weights", "imagenet")
    qtbot.waitUntil(lambda: not weights_file.isHidden())
    given = tmp_path / "download.h5"
    given.write_bytes(DATA)
    weights_file.take(given)
    qtbot.waitUntil(lambda: (home / WEIGHTS.file).exists() and weights_file.button.isHidden())
    assert (home / WEIGHTS.file).read_bytes() == DATA
    assert "ImageNet's weights are in" in weights_file.says.text()


def test_wrong_file_is_told_of_and_another_can_be_chosen(
    weights_file: WeightsFile, plan: TrainingPlan, home: Path, qtbot: QtBot, tmp_path: Path
):
    plan.set("weights", "imagenet")
    qtbot.waitUntil(lambda: not weights_file.isHidden())
    given = tmp_path / "download.h5"
    given.write_bytes(b"another network")
    weights_file.take(given)
    qtbot.waitUntil(lambda: WEIGHTS.md5 in weights_file.says.text())
    assert weights_file.button.isEnabled() and not home.exists()


def test_form_of_a_training_asks_beside_the_choice(session: Session, plan: TrainingPlan, home: Path, qtbot: QtBot):
    dialog = added(qtbot, TrainingDialog(session))
    plan.set("weights", "imagenet")
    qtbot.waitUntil(lambda: not dialog.form.weights_file.isHidden())
    assert RESNET50.file in dialog.form.weights_file.says.text()
