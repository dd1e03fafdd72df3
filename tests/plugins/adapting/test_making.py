"""Adapting as the window sees them; a process without a network answers."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from support.words.predictions import predicted_for, show_prediction

from app.plugins.adapting.adapting import PROJECT, Adapting
from app.session import Session
from core.plugins.adapting.job import card_of


@pytest.fixture
def adapting(session: Session, owner: QObject) -> Adapting:
    show_prediction(session, predicted_for(session))
    return Adapting(
        session.workspace,
        session.catalog,
        session.in_use,
        session.predictions,
        owner,
        entry="support.processes.adapting_entry",
    )


def done(adapting: Adapting, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not adapting.is_busy)


def test_what_a_charset_means_is_known_at_once_and_a_file_that_is_none_is_said(
    session: Session, adapting: Adapting, tmp_path: Path
):
    assert adapting.change is None and not adapting.can_adapt
    known = set(session.predictions.spec.charset)
    adapting.choose_charset("digits")
    assert set(adapting.change.kept) == known & set("0123456789")
    assert set(adapting.change.new) == set("0123456789") - known
    assert set(adapting.change.dropped) == known - set("0123456789")
    adapting.choose_charset(PROJECT)
    assert {*adapting.change.kept, *adapting.change.new} == set(session.catalog.project_charset)
    adapting.choose_charset(str(tmp_path / "gone.txt"))
    assert adapting.trouble.startswith("gone.txt: cannot be read") and not adapting.can_adapt
    adapting.choose_charset("")
    assert adapting.trouble == "" and adapting.change is None


def test_preview_writes_nothing_and_is_forgotten_with_another_choice(adapting: Adapting, qtbot: QtBot, tmp_path: Path):
    adapting.choose_weights(tmp_path / "weights.npz")
    adapting.choose_layers("backbone")
    adapting.preview()
    done(adapting, qtbot)
    assert adapting.adapted is not None and adapting.out is None
    assert adapting.adapted.transfer.copied == ("backbone/weights.npz",)
    assert not list(tmp_path.glob("*.*"))
    adapting.choose_layers("all")
    assert adapting.adapted is None


def test_new_model_predicts_and_is_undone_with_its_card(
    session: Session, adapting: Adapting, qtbot: QtBot, tmp_path: Path
):
    out = tmp_path / "new.keras"
    adapting.choose_charset("digits")
    adapting.start(out)
    assert adapting.is_busy
    done(adapting, qtbot)
    assert adapting.adapted is not None and (adapting.out, adapting.refusal) == (out, "")
    adapting.choose()
    assert session.predictions.model == out
    adapting.undo()
    assert session.predictions.model == Path("/models/model.keras")
    assert not out.exists() and not card_of(out).exists() and adapting.out is None


def test_weights_are_saved_and_a_file_that_is_there_is_said(adapting: Adapting, qtbot: QtBot, tmp_path: Path):
    adapting.save(tmp_path / "weights.npz")
    done(adapting, qtbot)
    assert adapting.saved is not None and adapting.saved.weights == 7
    adapting.save(tmp_path / "weights.npz")
    done(adapting, qtbot)
    assert adapting.saved is None
    assert adapting.refusal == "weights.npz: there is a file of this name already."
    assert adapting.proposed("adapted.keras") == Path("/models/model-adapted.keras")
