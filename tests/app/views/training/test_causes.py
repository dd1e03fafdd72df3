"""Why a training does not learn: the dialog, answered by a process without a network."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.session import Session
from app.training.examination import Examination
from app.views.training.causes import CausesDialog
from core.runs.config import make_config


@pytest.fixture
def run(session: Session, qtbot: QtBot) -> Path:
    """A run of another rate, listed."""
    for name in ("001", "slow"):
        folder = session.project.root / ".textscanner" / "runs" / name
        folder.mkdir(parents=True)
        config = make_config({"folder": session.project.root, "run": folder, "learning_rate": 0.2, "batch": 4})
        (folder / "config.json").write_text(json.dumps(config.model_dump(mode="json")), encoding="utf-8")
    session.runs.list_runs()
    qtbot.waitUntil(lambda: len(session.runs.entries) == 2)
    return session.project.root / ".textscanner" / "runs" / "001"


@pytest.fixture
def dialog(session: Session, run: Path, qtbot: QtBot) -> CausesDialog:
    entry, plan = "support.processes.diagnosing_entry", session.instruments.plan
    session.instruments.examination = Examination(
        session.workspace, session.runs, session.training, plan, session, entry=entry
    )
    return exposed(qtbot, CausesDialog(session))


def click(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_findings_of_a_run_are_cards_whose_buttons_set_the_next_training_and_show_images(
    dialog: CausesDialog, session: Session, run: Path, qtbot: QtBot
):
    assert dialog.chooser.itemData(0) is None and dialog.chooser.count() == 3
    session.instruments.examination.choose(run)
    assert dialog.chooser.currentData() == run
    click(qtbot, dialog.look)
    assert dialog.cancel.isVisible() and not dialog.look.isEnabled()
    qtbot.waitUntil(lambda: len(dialog.cards) == 2 and not session.instruments.examination.is_busy)
    qtbot.waitUntil(dialog.cards[0].isVisible)  # Qt shows what comes into a layout behind the next event
    assert dialog.measured.text() == "Much."
    rate, polygons = dialog.cards
    assert (rate.finding.id, rate.cure.isVisible(), rate.shows) == ("rate-high", True, [])
    click(qtbot, rate.cure)
    assert (
        session.instruments.plan.values["batch"] == 4 and "learning_rate" not in session.instruments.plan.values
    )  # as the run, but for that
    assert not polygons.cure.isVisible()
    click(qtbot, polygons.shows[0])
    assert session.image == "word_00002.png"
    session.instruments.examination.choose(None)
    assert dialog.cards == [] and dialog.says.isHidden()


def test_refusal_and_giving_up_leave_no_card(dialog: CausesDialog, session: Session, run: Path, qtbot: QtBot):
    click(qtbot, dialog.look)
    qtbot.waitUntil(lambda: not session.instruments.examination.is_busy)
    assert dialog.says.sentence == "There is nothing to train with."
    session.instruments.examination.choose(run.with_name("slow"))
    click(qtbot, dialog.look)
    assert session.instruments.examination.is_busy
    click(qtbot, dialog.cancel)
    assert not session.instruments.examination.is_busy and dialog.cards == [] and dialog.look.isEnabled()
