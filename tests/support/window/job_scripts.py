"""The whole job, and work that goes on while processes are killed: with real trainings and real predictions."""

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.views.main_window.closing import Answer, TrainingQuestion
from app.views.messages.banners import Toasts
from core.model.training.checkpoints import Checkpoints
from core.runs.events import Finished
from support.window.scripts import choose, edit_once, no_network, on_disk, recover, say, show
from tests.tour.hands import Hands

PATIENCE = 300.0  # seconds: TensorFlow takes ten to load and ten to compile, many more on a busy machine

SMALL = {"height": "32", "width": "64", "max_length": "4", "batch": "4", "validate_every": "20", "live_every": "0"}
"""What is typed into the form, so that a step takes no time; all else is as it is when nobody chooses."""

ENDLESS: dict[str, Any] = {
    "height": 32, "width": 64, "max_length": 12, "batch": 2, "steps": 100_000, "validate_every": 100_000,
    "checkpoint_minutes": 0, "eager": True, "threads": 1, "tensorboard": False, "validation": 0.5,
}  # fmt: skip
"""Choices of a training that compiles nothing and saves each step. No edit makes a word longer than `max_length`, and
some move a character outside: with all validation words left out, a training would rightly be refused."""


def wait_long(hands: Hands, until: Callable[[], object], what: str) -> None:
    """Wait for a process that loads TensorFlow."""
    hands.wait(until, what, PATIENCE)


# The whole job


def whole_job(hands: Hands) -> None:
    """Correct a label, train, watch a word, stop, see what the model reads and why, and close."""
    _job_on(hands, "TensorFlow")


def whole_job_on_jax(hands: Hands) -> None:
    """The same, with the training on JAX."""
    _job_on(hands, "JAX")


def whole_job_on_torch(hands: Hands) -> None:
    """The same, with the training on PyTorch."""
    _job_on(hands, "PyTorch")


def _job_on(hands: Hands, backend: str) -> None:
    hands.wait_until_open()
    _correct(hands)
    _start(hands, backend)
    _watch(hands)
    _stop(hands)
    _look_why(hands)
    no_network()


def _correct(hands: Hands) -> None:
    label = on_disk(hands)
    was = label.in_order[0].symbol
    symbol = str((int(was) + 1) % 10)
    hands.window.centre.canvas.setFocus()
    for _ in range(2):  # the first click selects, the second begins to type over
        hands.click(*hands.centre_of(label.ranking[0]))
    hands.type(symbol)
    while hands.session.editor.selection:
        hands.keys("Escape")
    assert on_disk(hands).text == symbol + label.word[1:]


def _start(hands: Hands, backend: str) -> None:
    hands.do("train.start")
    dialog = hands.dialog()
    hands.session.instruments.plan.set_start(None)
    hands.press(dialog.form.advanced)
    for name, text in SMALL.items():
        box = dialog.form.rows[name].editor.main
        box.setFocus()
        box.selectAll()
        QTest.keyClicks(box, text)
        hands.keys("Tab", box)
    box = dialog.form.rows["backend"].editor.main
    if backend != "TensorFlow":
        box.setFocus()
        QTest.keyClicks(box, backend)
        assert box.currentText() == backend
    training = hands.session.training
    hands.press(dialog.start)  # which checks first
    wait_long(hands, lambda: training.is_busy or dialog.check.doubts or dialog.check.refusal, "the check")
    assert training.is_busy, (dialog.check.refusal, dialog.check.lines)
    assert dialog.check.checked.training + dialog.check.checked.validation == len(hands.session.catalog.table)
    hands.wait(lambda: QApplication.activeModalWidget() is None, "the end of the dialog")
    wait_long(hands, lambda: training.state.last_step is not None, "the first step")
    assert training.config.preset == "small"
    assert training.state.started.device.endswith(f"through {backend}") or backend == "TensorFlow"


def _watch(hands: Hands) -> None:
    """The word on screen is predicted again and again, and so is the next one that is shown."""
    session = hands.session
    predictions = session.predictions

    def step() -> int:
        current = predictions.current
        return 0 if current is None or current.image != session.image else current.step or 0

    for row in (0, 1):
        show(hands, row)
        wait_long(hands, lambda: step() > 0, "the watched word")
        before = step()
        wait_long(hands, lambda before=before: step() > before, "its next prediction")  # type: ignore[misc]
    assert predictions.is_live
    assert predictions.current.maps.map_size == (8, 16)
    wait_long(hands, lambda: session.training.state.validation is not None, "a validation")
    hands.wait(lambda: "loss" in session.training.curves, "the curves")
    wait_long(hands, lambda: len(predictions.history.steps) > 1, "the history")


def _stop(hands: Hands) -> None:
    session = hands.session
    training, predictions = session.training, session.predictions
    choose(hands, "Stop and keep")
    wait_long(hands, lambda: not training.is_busy, "the end of the training")
    assert training.state.phase == "finished", training.state.result
    assert training.state.result.reason == "stopped"
    assert training.state.result.model.is_file()
    assert predictions.model == training.state.run, "it is still looked at"
    assert predictions.state == "ready", "the process that trained answers"
    wait_long(
        hands, lambda: predictions.current is not None and predictions.current.step is None, "the model's reading"
    )
    current = predictions.current
    assert (current.image, current.step) == (session.image, None)
    predicted = [pane for (_, source), pane in hands.window.centre.maps.panes.items() if source == "prediction"]
    assert len(predicted) == 3
    assert all(pane.isVisible() for pane in predicted)


def _look_why(hands: Hands) -> None:
    from app.views.predictions.panel import ReadingPanel

    panel = ReadingPanel(hands.session)
    panel.show()
    hands.wait(lambda: panel.diagnosing.is_current, "the diagnosis")
    diagnosis = panel.diagnosing.diagnosis
    assert len(diagnosis.words) == 8
    assert panel.verdict.text()
    panel.hide()
    panel.deleteLater()


# Kills


def begin(hands: Hands, model: str) -> None:
    """Start a training, and keep a model that was there before: it predicts, and not the training that is shown."""
    session = hands.session
    hands.wait_until_open()
    session.in_use.choose(Path(model))
    assert session.training.start(ENDLESS)
    hands.wait(lambda: session.predictions.model == session.training.state.run, "what the training sees")
    session.in_use.choose(Path(model))
    hands.window.centre.canvas.setFocus()


def train_until_killed(hands: Hands, news: str, seed: str, model: str) -> None:
    """Edit, train and predict until killed; say when steps are saved and images predicted."""
    begin(hands, model)
    session, rng, is_told = hands.session, random.Random(int(seed)), False
    with Path(news).open("a", encoding="utf-8") as file:
        while True:
            edit_once(hands, rng, file)
            if (
                not is_told
                and session.training.state.checkpoint is not None
                and session.predictions.current is not None
            ):
                is_told = True
                say(file, "trains", str(session.training.state.run), session.editor.committed_label)


def go_on(hands: Hands, run: str) -> None:
    """Restore the edits of a window that was killed, and go on with its training."""
    recover(hands)
    session, path = hands.session, Path(run)
    training = session.training
    hands.wait(lambda: session.runs.entry(path) is not None, "the run")
    _go_on(hands, path)
    _let_work(hands, "training")
    close(hands, "cancel")
    assert not training.is_busy


def kill_children(hands: Hands, news: str, seed: str, model: str, times: str) -> None:
    """Edit while both processes are killed again and again, so many times each, and close with stop and keep.

    A third of them are killed while they start. All that was killed goes on, and at the end each does its work again.
    """
    begin(hands, model)
    session, rng = hands.session, random.Random(int(seed))
    training = session.training
    wait_long(hands, lambda: training.state.checkpoint is not None, "a checkpoint")
    victims = ["training", "prediction"] * int(times)
    rng.shuffle(victims)
    died_starting = {"training": False, "prediction": False}  # a model is given up that ends one process after another
    with Path(news).open("a", encoding="utf-8") as file:
        for victim in victims:
            died_starting[victim] = not died_starting[victim] and rng.random() < 1 / 2
            if died_starting[victim]:
                hands.pause(rng.randrange(4000))
            else:
                _let_work(hands, victim)
            for _ in range(rng.randrange(1, 9)):
                edit_once(hands, rng, file)
            if victim == "training":
                _kill_training(hands, lambda: edit_once(hands, rng, file))
            else:
                _kill_prediction(hands, lambda: edit_once(hands, rng, file))
    for victim in died_starting:
        _let_work(hands, victim)
    close(hands, "stop")
    assert isinstance(training.state.result, Finished)
    no_network()


def _let_work(hands: Hands, victim: str) -> None:
    """Until a process does its work, which it can only after it has begun."""
    training, predictions = hands.session.training, hands.session.predictions
    if victim == "training":
        wait_long(hands, lambda: training.state.checkpoint is not None or not training.is_busy, "the next checkpoint")
        assert training.state.started is not None, training.state.result
        assert (training.state.started.step > 0) == training.config.resume
        return
    _want_prediction(hands)
    wait_long(hands, lambda: predictions.current is not None or predictions.state == "failed", "a prediction")
    assert predictions.state == "ready", predictions.error
    hands.window.centre.canvas.setFocus()


def _kill(hands: Hands, pid: int, edit: Callable[[], None], is_over: Callable[[], bool]) -> None:
    """Kill a process; the window says so, while edits go on."""
    (toasts,) = hands.window.findChildren(Toasts)
    for card in toasts.cards:
        card.send_away()
    os.kill(pid, signal.SIGKILL)
    edit()
    wait_long(hands, is_over, "news of the death")
    assert any("killed by signal 9" in card.sentence for card in toasts.cards), [card.sentence for card in toasts.cards]
    edit()


def _kill_training(hands: Hands, edit: Callable[[], None]) -> None:
    """Kill the training, and have its run go on."""
    training = hands.session.training
    run = training.state.run
    hands.wait(lambda: training.pid is not None, "the process")
    _kill(hands, training.pid, edit, lambda: not training.is_busy)
    assert training.state.phase == "lost"
    found, damaged = Checkpoints(run / "checkpoints").latest()
    assert found is not None
    assert damaged == ()
    _go_on(hands, run)


def _go_on(hands: Hands, run: Path) -> None:
    session = hands.session

    def is_stopped() -> bool:
        info = session.runs.entry(run)
        return info is not None and info.state == "stopped"

    hands.wait(is_stopped, "the run, stopped")
    info = session.runs.entry(run)
    assert session.training.go_on(info)


def _kill_prediction(hands: Hands, edit: Callable[[], None]) -> None:
    """Kill the process that predicts, where there is one: the first image that is shown has it started."""
    client = hands.session.models.client
    if client.pid is None:
        _want_prediction(hands)
        hands.wait(lambda: client.pid is not None, "the process")
    pid = client.pid
    _kill(hands, pid, edit, lambda: client.pid != pid)


def _want_prediction(hands: Hands) -> None:
    session = hands.session
    predictions = session.predictions
    rows = range(len(session.catalog.visible))
    unknown = [row for row in rows if predictions.prediction_of(session.catalog.image_at(row) or "") is None]
    if not unknown:  # all are known: as if the files had changed
        session.catalog.pictures_changed.emit(tuple(session.catalog.table.images))
        unknown = [*rows]
    show(hands, unknown[0])


def close(hands: Hands, answer: Answer) -> None:
    """Close the window while it trains, and answer what becomes of the training."""
    window = hands.window
    window.close()
    hands.wait(lambda: any(each.isVisible() for each in window.findChildren(TrainingQuestion)), "the question")
    (question,) = window.findChildren(TrainingQuestion)
    hands.press(question.choices[answer])
    wait_long(hands, lambda: not window.isVisible(), "the end")
