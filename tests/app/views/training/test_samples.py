"""What training sees: the dialog with the samples, prepared by a process of their own."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.session import Session
from app.views.training.dialog import TrainingDialog
from app.views.training.samples import SamplesDialog
from core.data.batches.seen import COUNT
from core.model.training.trainingdata import open_to_look
from core.runs.config import make_config

pytestmark = [pytest.mark.long, pytest.mark.parametrize("check_entry", ["support.processes.replayed_check"])]


@pytest.fixture
def drawing(session: Session) -> Session:
    """The next training is to train on synthetic words."""
    session.instruments.plan.set("synthetic", 1.0)
    session.instruments.plan.set("charset", "alnum")
    return session


@pytest.fixture
def dialog(drawing: Session, qtbot: QtBot) -> SamplesDialog:
    return added(qtbot, SamplesDialog(drawing))


def wait_for_samples(qtbot: QtBot, session: Session) -> None:
    qtbot.waitUntil(lambda: session.instruments.samples.seen is not None and not session.instruments.samples.is_busy)


def test_samples_are_those_of_the_training_that_was_chosen(
    dialog: SamplesDialog, drawing: Session, qtbot: QtBot, tmp_path: Path
):
    dialog.show()
    assert drawing.instruments.samples.is_busy
    assert dialog.cancel.isVisible()
    wait_for_samples(qtbot, drawing)
    config = make_config({"run": tmp_path / "run", **drawing.instruments.plan.choices()})
    expected = open_to_look(config).seen(count=2)
    assert len(dialog.tiles.entries) == COUNT
    for shown, sample in zip(dialog.tiles.entries, expected, strict=False):
        assert shown.text == sample.text
        assert np.array_equal(shown.after, sample.after)
    assert "samples 1 to 60" in dialog.says.text()
    assert not dialog.cancel.isVisible()


def test_others_are_the_next_ones_and_the_chosen_sample_is_shown_large(
    dialog: SamplesDialog, drawing: Session, qtbot: QtBot
):
    dialog.show()
    wait_for_samples(qtbot, drawing)
    assert dialog.detail.place == 0
    qtbot.keyClick(dialog.view, Qt.Key.Key_End)
    assert dialog.detail.place == COUNT - 1
    assert dialog.tiles.entries[-1].text in dialog.detail.accessibleDescription()
    first = dialog.tiles.entries[0].name
    qtbot.mouseClick(dialog.others, Qt.MouseButton.LeftButton)
    assert not dialog.others.isEnabled()
    wait_for_samples(qtbot, drawing)
    assert "samples 61 to 120" in dialog.says.text()
    assert dialog.tiles.entries[0].name != first
    assert dialog.detail.place == 0


def test_a_sample_is_painted_without_and_with_polygons(dialog: SamplesDialog, drawing: Session, qtbot: QtBot):
    dialog.show()
    wait_for_samples(qtbot, drawing)
    before, after, *maps = dialog.tiles.pictures(0)
    assert before != after
    assert len(maps) == 3
    assert dialog.grab().toImage().pixelColor(20, 60).isValid()


def test_preparation_can_be_cancelled_and_closing_ends_it(dialog: SamplesDialog, drawing: Session, qtbot: QtBot):
    dialog.show()
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert not drawing.instruments.samples.is_busy
    assert dialog.says.text() == "No samples were prepared."
    drawing.instruments.samples.show(drawing.instruments.plan.choices())
    dialog.reject()
    assert not drawing.instruments.samples.is_busy
    assert drawing.instruments.samples.seen is None


@pytest.mark.parametrize(("kind", "said"), [("fonts", "not a folder"), ("surfaces", "not a folder")])
def test_what_is_wrong_with_the_choices_is_one_sentence(
    drawing: Session, qtbot: QtBot, tmp_path: Path, kind: str, said: str
):
    (tmp_path / "file").write_text("no folder")
    drawing.instruments.plan.set("effects", "scene")
    drawing.instruments.plan.set(kind, tmp_path / "file")
    dialog = exposed(qtbot, SamplesDialog(drawing))
    qtbot.waitUntil(lambda: bool(drawing.instruments.samples.refusal))
    assert said in dialog.says.text()
    assert "\n" not in dialog.says.text()


def test_warnings_of_the_data_are_shown(drawing: Session, qtbot: QtBot):
    drawing.instruments.plan.set("flip", True)
    dialog = exposed(qtbot, SamplesDialog(drawing))
    wait_for_samples(qtbot, drawing)
    assert "mirrored letters are other letters" in dialog.warns.text()


def test_one_button_of_the_training_dialog_shows_them(session: Session, qtbot: QtBot):
    training = added(qtbot, TrainingDialog(session))
    qtbot.mouseClick(training.samples, Qt.MouseButton.LeftButton)
    (dialog,) = training.findChildren(SamplesDialog)
    assert dialog.isVisible()
    assert session.instruments.samples.is_busy
    dialog.reject()
    assert not session.instruments.samples.is_busy


def test_without_a_project_the_dialog_says_so(make_session: Callable[[Path | None], Session], qtbot: QtBot):
    dialog = exposed(qtbot, SamplesDialog(make_session(None)))
    assert dialog.says.text() == "Open a folder first."
