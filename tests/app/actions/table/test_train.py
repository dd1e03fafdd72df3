from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from support.window.asking_window import AskingWindow
from support.window.told_training import begin, end, new_run, started, step, tell

from app.actions.action_set import ActionSet
from app.session import Session
from app.training.tensorboard import TensorBoard
from core.runs.events import Paused
from core.runs.info import RunInfo


@pytest.fixture
def run(session: Session) -> Path:
    """Of a training that makes steps."""
    run = new_run(session).path
    begin(session, run)
    tell(session, started(run), step(1))
    return run


def possible(actions: ActionSet) -> set[str]:
    actions.update_actions()
    names = ("start", "pause", "stop", "cancel", "profile", "tensorboard")
    return {name for name in names if actions.action(f"train.{name}").isEnabled()}


def test_only_what_makes_sense_can_be_done(actions: ActionSet, session: Session):
    assert possible(actions) == {"start"}
    run = new_run(session).path
    begin(session, run)
    assert possible(actions) == {"stop", "cancel", "tensorboard"}  # a stop works from the first moment
    tell(session, started(run), step(1))
    assert possible(actions) == {"pause", "stop", "cancel", "profile", "tensorboard"}
    end(session)
    assert possible(actions) == {"start", "tensorboard"}


def test_training_is_started_from_its_dialog(actions: ActionSet, window: AskingWindow):
    actions.trigger("train.start")
    assert window.asked == ["train"]


def test_one_action_pauses_and_resumes(actions: ActionSet, session: Session, run: Path):
    with mock.patch.object(session.training, "pause") as pause, mock.patch.object(session.training, "resume") as resume:
        assert actions.text("train.pause") == "Pause training"
        actions.trigger("train.pause")
        assert (pause.call_count, resume.call_count) == (1, 0)
        tell(session, Paused(1))
        actions.update_actions()
        assert actions.text("train.pause") == "Resume training"
        actions.trigger("train.pause")
        assert (pause.call_count, resume.call_count) == (1, 1)
    end(session)


def test_cancelling_asks_and_then_asks_what_becomes_of_the_run(
    actions: ActionSet, window: AskingWindow, session: Session, run: Path
):
    session.runs.entries = (RunInfo(run, size=12_300_000),)
    with mock.patch.object(session.training, "cancel") as cancel:
        actions.trigger("train.cancel")
    cancel.assert_called_once_with(delete=True)
    assert len(window.asked) == 2
    assert "since its last checkpoint" in window.asked[0]
    assert f"{run.name} (12.3 MB)" in window.asked[1]
    end(session)


@pytest.mark.parametrize(
    ("answers", "calls"), [([False], []), ([True, False], [mock.call(delete=False)])], ids=["go on", "keep the run"]
)
def test_training_and_run_stay_where_the_person_says_so(
    actions: ActionSet, window: AskingWindow, session: Session, run: Path, answers: list[Any], calls: list[Any]
):
    with (
        mock.patch.object(session.training, "cancel") as cancel,
        mock.patch.object(window, "confirm", side_effect=answers),
    ):
        actions.trigger("train.cancel")
    assert cancel.mock_calls == calls
    end(session)


def test_tensorboard_shows_the_training_or_else_the_latest_run(actions: ActionSet, session: Session, tmp_path: Path):
    session.runs.entries = (RunInfo(tmp_path / "002"), RunInfo(tmp_path / "001"))
    with mock.patch.object(TensorBoard, "open") as opened:
        actions.trigger("train.tensorboard")
        begin(session, tmp_path / "003")
        actions.trigger("train.tensorboard")
    assert opened.mock_calls == [mock.call(tmp_path / "002"), mock.call(tmp_path / "003")]
