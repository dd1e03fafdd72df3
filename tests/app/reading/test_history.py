import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.words.predictions import learnt_by_heart, outputs_of, spec_for

from app.reading.history import WatchedHistory
from app.session import Session
from core.charset import Charset
from core.labels.label import WordLabel
from core.runs.config import make_config
from core.runs.folder import RunFolder

STEPS = (2, 5, 9)


def made_run(session: Session, folder: Path, steps: tuple[int, ...] = STEPS) -> Path:
    """A run that has watched the open image; at step k it saw the first characters of its word, one more each time."""
    folder.mkdir()
    editor, spec = session.editor, spec_for(session)
    run = RunFolder(folder, make_config({"folder": session.project.root, "run": folder}))
    run.write_json(run.facts, {"spec": spec.to_dict()})
    for number, step in enumerate(steps, 1):
        label = WordLabel(editor.label.in_order[:number])
        maps = learnt_by_heart(label, editor.image_size, Charset(spec.charset), spec.maps)
        outputs = outputs_of(maps, spec.maps, editor.image_size)
        run.save_prediction(session.project.path_of(editor.image), step, maps.word.text, outputs)
        run.append({"kind": "step", "step": step, "loss": 1 / step})
    return folder


@pytest.fixture
def history(session: Session, tmp_path: Path, qtbot: QtBot) -> WatchedHistory:
    session.in_use.choose(made_run(session, tmp_path / "run"))
    history = session.predictions.history
    qtbot.waitUntil(lambda: history.steps == STEPS)
    return history


def until_shown(qtbot: QtBot, session: Session, step: int) -> None:
    def is_there() -> bool:
        current = session.predictions.current
        return current is not None and current.step == step

    qtbot.waitUntil(is_there)


def test_kept_step_is_shown_with_its_loss_instead_of_the_present(
    session: Session, history: WatchedHistory, qtbot: QtBot
):
    history.show(5)
    until_shown(qtbot, session, 5)
    current = session.predictions.current
    assert current.loss == pytest.approx(0.2)
    assert current.maps.word.text == session.editor.label.word[:2]
    history.show(None)
    assert session.predictions.current is None  # the model has not predicted it yet


def test_step_that_was_not_kept_shows_the_one_before_it(history: WatchedHistory):
    history.show(8)
    assert history.step == 5
    history.show(1)
    assert history.step == 2


def test_going_on_past_the_last_step_is_the_present(history: WatchedHistory):
    history.go(-1)
    assert history.step == 9
    history.go(-5)
    assert history.step == 2
    history.go(2)
    assert history.step == 9
    history.go(1)
    assert history.step is None


def test_playing_goes_through_all_steps_and_stops_at_the_last(history: WatchedHistory, qtbot: QtBot):
    seen: list[int] = []
    history.changed.connect(lambda: seen.append(history.shown.step) if history.shown else None)
    history.play()
    assert history.is_playing
    qtbot.waitUntil(lambda: not history.is_playing)
    assert list(dict.fromkeys(seen)) == list(STEPS)
    assert history.step == 9


def test_other_image_has_a_history_of_its_own(session: Session, history: WatchedHistory, qtbot: QtBot):
    history.show(5)
    session.step(1)
    assert (history.steps, history.step) == ((), None)
    session.step(-1)
    qtbot.waitUntil(lambda: history.steps == STEPS)


def test_step_that_was_just_kept_is_added(history: WatchedHistory, tmp_path: Path):
    history.add(12, tmp_path / "step_00000012.npz", 0.1)
    assert history.steps == (*STEPS, 12)


def test_damaged_step_is_told_of_and_the_present_is_shown(
    session: Session, history: WatchedHistory, tmp_path: Path, qtbot: QtBot
):
    [broken] = (tmp_path / "run" / "watched").glob("*/step_00000005.npz")
    broken.write_bytes(b"nothing")
    with qtbot.waitSignal(session.workspace.notified) as signal:
        history.show(5)
    assert "step_00000005.npz" in signal.args[1]
    assert history.step is None


def test_run_without_a_description_has_no_history(session: Session, tmp_path: Path):
    run = made_run(session, tmp_path / "run")
    (run / "run.json").write_text(json.dumps({}))
    session.in_use.choose(run)
    session.step(1)
    session.step(-1)
    assert session.predictions.history.steps == ()
