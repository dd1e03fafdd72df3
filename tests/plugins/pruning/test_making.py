"""Pruning as the window sees it; a process without a network answers."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.words.predictions import client_of, predicted_for, show_prediction

from app.plugins.pruning.making import Pruning
from app.session import Session
from app.workers.prediction_messages import Load


@pytest.fixture
def pruning(session: Session, owner: QObject) -> Pruning:
    show_prediction(session, predicted_for(session))
    return Pruning(
        session.workspace, session.in_use, session.predictions, owner, entry="support.processes.pruning_entry"
    )


def test_pruned_model_predicts_and_is_undone(session: Session, pruning: Pruning, qtbot: QtBot, tmp_path: Path):
    out = tmp_path / "pruned.keras"
    pruning.start(out, 0.01)
    assert pruning.is_busy
    qtbot.waitUntil(lambda: not pruning.is_busy)
    assert pruning.pruned is not None and pruning.refusal == ""
    assert (pruning.pruned.out, pruning.pruned.channels, pruning.progress) == (out, 2, (8, 8))
    pruning.choose()
    assert session.predictions.model == out
    pruning.undo()
    assert session.predictions.model == Path("/models/model.keras")
    assert client_of(session).sent(Load)[-1].model == Path("/models/model.keras")
    assert not out.exists() and pruning.pruned is None


def test_refusal_is_said_and_a_process_that_is_gone_too(pruning: Pruning, qtbot: QtBot, tmp_path: Path):
    there = tmp_path / "there.keras"
    there.touch()
    pruning.start(there, 0.01)
    qtbot.waitUntil(lambda: not pruning.is_busy)
    assert (pruning.pruned, pruning.refusal) == (None, "there.keras: there is a file of this name already.")
    pruning.start(tmp_path / "slow.keras", 0.01)
    assert pruning.refusal == ""
    pruning.cancel()
    assert not pruning.is_busy and pruning.pruned is None
