"""The stages of the training: started from the button, watched, stopped, and played again."""

import time

import numpy as np
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox

from app.reading.predicted import Predicted
from app.views.runs.panel import RunsPanel
from app.views.training.dialog import TrainingDialog
from app.widgets.history_bar import HistoryBar
from core.base.systems import system
from core.labels.maps.render import TargetMaps
from core.runs.events import Finished
from tests.tour.guide import Guide, Stage

_MINUTES = 30  # typed into the form: what the training may take if nobody stops it
_GOOD = 0.85  # share of the validation words that are read exactly: no need to wait for more
_CORES = 1.5  # that the training has on a machine with two and nothing else to do, at least
_SOON = 270.0  # seconds with these cores after which less is enough, so that the tour takes ten minutes
_FAIR = 0.6  # that share
_LATE = 540.0  # seconds with these cores after which it is stopped in any case
_READS = 0.5  # share below which it has not learnt to read
_MOST = 0.9  # share of all steps
_SIMILAR = 0.85  # correlation of predicted and target map that looks the same
_LOOKS = ((0.5, 0.0), (_SIMILAR, 0.0), (_SIMILAR, 0.5))  # correlation, and share of characters read right, of a picture
_FALLEN = 0.5  # what is left of the loss, at most
_GLANCE = 500  # ms between two looks at the training
_SAVING = 300.0  # seconds for the validation and the checkpoint at its end


def start(guide: Guide) -> None:
    """Press the button, read what the check says, start.

    From random weights: the tour shows how reading begins, and a model that reads already would have nothing to show.
    """
    hands, session = guide.hands, guide.session
    training = session.training
    guide.show(guide.project.watched)
    guide.hands.do("view.layout.train")
    guide.press_tool("train.start")
    dialog = hands.dialog()
    assert isinstance(dialog, TrainingDialog)
    session.instruments.plan.set_start(None)
    _type_number(guide, dialog, "minutes", _MINUTES)
    check = dialog.check
    hands.press(dialog.start)  # which checks first
    guide.wait_long(
        lambda: training.is_busy or check.refusal or (check.checked and not training.is_checking), "the check"
    )
    guide.require(not check.refusal, f"The check refuses to train: {check.refusal}")
    checked = check.checked
    assert checked is not None
    guide.picture("check-before-training", "What the check says before anything is trained.", over=dialog)
    guide.say(f"It will train on {checked.training:,} words and validate with {checked.validation:,}.")
    if not training.is_busy:  # it waits until what it has left out is read
        differs = {image for image, error in guide.project.planted.items() if error.kind == "text"}
        wanted = differs | {*guide.project.unlabelled}
        named = {image for image, _ in checked.left_out}
        guide.require(named == wanted, f"Left out are {sorted(named)}, where {sorted(wanted)} should be.")
        reasons = [reason for image, reason in checked.left_out if image in differs]
        guide.say(f"Left out: {len(guide.project.unlabelled)} images without a label, and {' '.join(reasons)}")
        hands.press(dialog.start)
    hands.wait(lambda: QApplication.activeModalWidget() is None, "the end of the dialog")
    guide.wait_long(lambda: training.state.last_step is not None or not training.is_busy, "the first step")
    guide.require(training.state.last_step, f"The training ended before its first step: {training.state.result}")
    started = training.state.started
    assert started is not None
    guide.say(
        f"A network of {started.parameters:,} parameters trains on {started.device}, {started.batch} words a step."
    )
    hands.wait(lambda: guide.window.panels.is_in_sight("runs"), "the panel of the training")
    guide.picture("training-begins", "The training has made its first steps.")


def watch(guide: Guide) -> None:
    """Curves move, and the maps of the word on screen grow out of noise, until it reads well."""
    session = guide.session
    training = session.training
    panel = guide.show_panel("runs", RunsPanel)
    began, worked = time.monotonic(), _work(guide)
    guide.wait_long(lambda: _live(guide) is not None, "the first prediction of the word on screen")
    first, similarity = _live(guide), _likeness(guide)
    assert first is not None
    begin, curves = similarity, _curves(panel)
    _picture_of_maps(guide, similarity)
    looks, step, best = [*_LOOKS], first.step, similarity
    while training.is_busy:
        seconds = min(time.monotonic() - began, (_work(guide) - worked) / _CORES)  # a busy machine is waited for
        if _is_enough(guide, best, seconds):
            break
        guide.hands.pause(_GLANCE)
        now = _live(guide)
        if now is None or now.step == step:
            continue
        step, similarity = now.step, _likeness(guide)
        best = max(best, similarity)
        passed = [look for look in looks if similarity >= look[0] and _share_read(guide, now) >= look[1]]
        if passed:
            looks = looks[len(passed) :]
            _picture_of_maps(guide, similarity)
    _picture_of_maps(guide, similarity)
    guide.picture("curves", "The curves after the last steps.")
    guide.require(_curves(panel) != curves, "The curves have not moved.")
    steps, losses = training.curves["loss"]
    late = float(np.nanmean(losses[-20:]))
    guide.require(late < _FALLEN * losses[0], f"The loss has not halved: {losses[0]:.3g} at first, then {late:.3g}.")
    guide.say(f"The loss fell from {losses[0]:.3g} to {late:.3g} in {steps[-1]:,} steps.")
    guide.require(best >= _SIMILAR, f"The centre map of the word is like its target only by {best:.2f}.")
    guide.say(
        f"The predicted centre map of {session.image} was like its target by {begin:.2f} (correlation) at step "
        f"{first.step:,}, and by {similarity:.2f} at step {step:,}."
    )


def stop(guide: Guide) -> None:
    training = guide.session.training
    guide.show_panel("runs", RunsPanel)
    guide.require(training.is_busy, f"The training had ended by itself: {training.state.result}")
    guide.press_tool("train.stop")
    guide.wait_long(lambda: not training.is_busy, "the end of the training", _SAVING)
    result = training.state.result
    guide.require(isinstance(result, Finished), f"The training ended otherwise: {result}")
    assert isinstance(result, Finished)
    guide.require(result.model.is_file(), f"{result.model} is not there.")
    accuracy = result.metrics["word_accuracy"]
    guide.picture("stopped-and-kept", "Stopped; the best model is kept.")
    guide.require(accuracy >= _READS, f"The model reads only {accuracy:.0%} of the validation words.")
    guide.say(
        f"Stopped at step {result.step:,} after {result.seconds / 60:.1f} minutes. The model of step "
        f"{result.best_step:,} reads {accuracy:.0%} of the validation words exactly, wrong labels among them."
    )


def play(guide: Guide) -> None:
    """Go to the beginning with the slider, and play how the maps came about."""
    hands, history = guide.hands, guide.session.predictions.history
    bar = guide.part(HistoryBar, guide.show_panel("runs", RunsPanel))
    guide.session.in_use.choose(guide.session.training.state.run)  # the model before is in use again
    hands.wait(bar.isVisible, "the slider through the training")
    kept = history.steps
    guide.require(len(kept) > len(_LOOKS), f"Only {len(kept)} steps are kept of {guide.session.image}.")
    hands.keys("Home", bar.slider)
    hands.wait(lambda: history.step == kept[0] and _shown(guide) == kept[0], "the first kept step")
    guide.picture("back-at-the-beginning", f"The slider at step {kept[0]:,}.")
    early = _likeness(guide)
    shown: list[int] = []

    def note() -> None:
        step = _shown(guide)
        if step is not None and (not shown or shown[-1] != step):
            shown.append(step)

    history.changed.connect(note)
    hands.do("predict.play")
    hands.wait(lambda: history.is_playing, "the playing")
    hands.wait(lambda: not shown or shown[-1] >= kept[len(kept) // 2], "the middle of what is played")
    guide.picture("played-again", "In the middle of what is played.", wait=0)
    hands.wait(lambda: not history.is_playing and _shown(guide) == kept[-1], "the end of what is played")
    history.changed.disconnect(note)
    late = _likeness(guide)
    guide.require(shown == sorted(shown) and len(shown) > len(kept) // 2, f"Of {len(kept)} steps it played {shown}.")
    guide.require(late > early, f"The last map that was played is no more like the target ({late:.2f}) than the first.")
    guide.say(
        f"{len(shown)} kept steps were played, from step {shown[0]:,} to {shown[-1]:,}: the correlation with the "
        f"target went from {early:.2f} to {late:.2f}."
    )
    hands.do("predict.present")
    hands.wait(lambda: history.step is None, "the present")


def _type_number(guide: Guide, dialog: TrainingDialog, name: str, number: int) -> None:
    box = dialog.form.rows[name].editor.main
    assert isinstance(box, QDoubleSpinBox)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, str(number))
    guide.hands.keys("Tab", box)
    guide.require(box.value() == number, f"The field “{box.accessibleName()}” holds {box.value()}, not {number}.")


def _live(guide: Guide) -> Predicted | None:
    """What the training sees in the image on screen."""
    found = guide.session.predictions.current
    return found if found is not None and found.image == guide.session.image and found.step is not None else None


def _shown(guide: Guide) -> int | None:
    """The kept step whose maps are on screen."""
    history = guide.session.predictions.history
    return None if history.step is None or history.shown is None else history.shown.step


def _likeness(guide: Guide) -> float:
    """Correlation of predicted and target centre map; 0 where one of them is the same all over."""
    predictions = guide.session.predictions
    predicted, target = predictions.current, predictions.target
    guide.require(isinstance(target, TargetMaps), f"{guide.session.image} has no target maps: {target}")
    assert predicted is not None
    assert isinstance(target, TargetMaps)
    seen, wanted = predicted.maps.localization.ravel(), target.localization.ravel()
    if not seen.std() or not wanted.std():
        return 0.0
    return float(np.corrcoef(seen, wanted)[0, 1])


def _share_read(guide: Guide, predicted: Predicted) -> float:
    """Share of the characters of the word on screen that are read right, each at its own place."""
    word = guide.session.editor.label.word
    return sum(one == other for one, other in zip(word, predicted.maps.word.text, strict=False)) / len(word)


def _work(guide: Guide) -> float:
    """Seconds of processor time that the training has taken, 0 if it has ended."""
    pid = guide.session.training.pid
    try:
        return 0.0 if pid is None else system.work_of(pid)[0]
    except OSError:
        return 0.0


def _is_enough(guide: Guide, similarity: float, seconds: float) -> bool:
    training = guide.session.training
    validation, last = training.state.validation, training.state.last_step
    accuracy = 0.0 if validation is None else float(validation.metrics["word_accuracy"])
    is_good = similarity >= _SIMILAR and accuracy >= (_GOOD if seconds < _SOON else _FAIR)
    is_ending = last is not None and last.step > _MOST * last.steps  # it is to be stopped before it ends by itself
    return is_good or is_ending or seconds >= _LATE


def _curves(panel: RunsPanel) -> QImage:
    return panel.details.curves.grab().toImage()


def _picture_of_maps(guide: Guide, similarity: float) -> None:
    found = _live(guide)
    if found is None:  # the training has ended by itself meanwhile
        return
    panes = guide.window.centre.maps.panes.items()
    read = f"“{found.maps.word.text}”" if found.maps.word.text else "nothing"
    caption = f"Step {found.step:,} reads {read}; correlation {similarity:.2f}."
    guide.picture(
        f"predicted-maps-{found.step}", caption, of=[pane for (_, source), pane in panes if source == "prediction"]
    )


TRAINING = (
    Stage(
        "start",
        "Train",
        "The button Train is pressed, what the check says is read, and the training started; all choices are the usual "
        f"ones but that it is to take {_MINUTES} minutes at most.",
        start,
        ("open",),
    ),
    Stage(
        "watch",
        "Curves move, maps grow out of noise",
        "The training is looked on, with a word on screen that it does not learn from.",
        watch,
        ("start",),
    ),
    Stage("stop", "Stop and keep", "The button Stop and keep is pressed.", stop, ("start",)),
    Stage(
        "play", "Play it again", "The slider goes to the first step, and all steps are played.", play, ("watch", "stop")
    ),
)
"""The training and what is seen of it."""
