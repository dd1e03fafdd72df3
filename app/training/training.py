"""The window's training, which runs in a child process that this part starts, steers and listens to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, QTimer, Signal

from app.project.workspace import Workspace
from app.training.run_times import RunTimes
from app.training.runs import Runs
from app.workers import running
from app.workers.death import Death
from app.workers.messages import Keep, Kept, LetGo, Pause, ProfileSteps, Refused, Resume, StopTraining, WatchImages
from app.workers.process import TRAINING, Worker
from app.workers.task import ChildTask
from core.base.errors import RunError
from core.base.systems import system
from core.base.systems.work import is_idle
from core.runs.curves import Curves
from core.runs.events import Failed, Finished, Prediction, Started, Step, ValidationDone
from core.runs.info import RunInfo
from core.runs.state import TrainingState

if TYPE_CHECKING:
    from core.runs.config import TrainConfig
    from core.runs.events import Event

ENTRY, CHECK_ENTRY = "app.workers.children.training", "app.workers.children.check"
"""Modules by their names: what they import must never be loaded in this process."""

PROFILED_STEPS = 20  # steps that a window has profiled

_PATIENCE = 600.0  # seconds without any work after which a training that was asked to stop is terminated
_CURVES_EVERY = 250  # ms between two signals that the curves have grown


class Training(QObject):
    """Runs one training at a time, and the check before it.

    `curves` are those of the run, also from before it was resumed.
    """

    state_changed = Signal(object)  # the `TrainingState`, each time that its phase is another one
    news = Signal(object)  # each event (`core.runs.events`); `state` is the one after it
    curves_changed = Signal()  # at most four times a second
    predicted = Signal(object)  # a `Prediction` of a watched image
    heard = Signal()  # a sign of life has arrived or is missing: `memory` or `is_silent` may have changed
    checked = Signal(object)  # of the check before the start: `Checking`, `Checked`, `Estimated`, `Timed`, or `Refused`
    check_ended = Signal(object)  # the check has ended; carries its `Death`
    left = Signal(object)  # the training goes on without this window; carries its run
    notified = Signal(str, object)  # (severity, sentence) for `Session.notify`

    def __init__(
        self,
        workspace: Workspace,
        runs: Runs,
        parent: QObject | None = None,
        *,
        entry: str = ENTRY,
        check_entry: str = CHECK_ENTRY,
    ) -> None:
        super().__init__(parent)
        self.is_watched = True
        self._runs = runs
        self._folder: Path | None = None
        self._worker: Worker | None = None
        self._entry = entry
        self._check = ChildTask(check_entry, self)
        self._check.received.connect(self.checked)
        self._check.ended.connect(self._check_over)
        runs.renamed.connect(self._run_renamed)
        self._when_over: list[Callable[[], None]] = []
        self._when_kept: Callable[[], None] | None = None
        self._is_found = False
        self._clear_away: Callable[[Path], None] | None = None
        self._answers = False
        self._waiting: list[Step | ValidationDone] | None = None
        self.times = RunTimes(workspace, self)
        self._began = time.monotonic()
        self._rough = QTimer(self, singleShot=True, interval=round(1000 * _PATIENCE))
        self._rough.timeout.connect(self._stop_roughly)
        self._work = (0.0, 0)  # of the process, when it was last looked at after a stop
        self._timer = QTimer(self, singleShot=True, interval=_CURVES_EVERY)
        self._timer.timeout.connect(self.curves_changed)
        self.state = TrainingState()  # the state folded from the events of the training's process
        self.config: TrainConfig | None = None  # None if the training was found and not started here
        self.watched: tuple[Path, ...] = ()  # images that are predicted meanwhile
        self.layer = ""  # whose maps of the first watched image are reported; "" for none's
        self._clear()

    # What is known

    @property
    def is_busy(self) -> bool:
        """True if a training process is running."""
        return self.state.is_busy

    @property
    def is_found(self) -> bool:
        """True if another window has started the training, and so decides on the use of its model."""
        return self._is_found

    @property
    def is_answering(self) -> bool:
        """True if the training is over, but its process still predicts watched images until it is let go."""
        return self._answers and self._worker is not None and self._worker.is_alive

    @property
    def is_checking(self) -> bool:
        """True if the check before the start is running."""
        return self._check.is_busy

    @property
    def memory(self) -> int | None:
        """The memory used by the process, in bytes, or None if it is not known."""
        return None if self._worker is None else self._worker.memory

    @property
    def last_step(self) -> int:
        """The expected last step, which a time limit may bring forward, or 0 while it is not known."""
        started, step = self.state.started, self.state.last_step
        if step is None or started is None or step.seconds_left is None or not step.images_per_second:
            return 0 if step is None or step.is_timed else step.steps
        to_come = step.seconds_left * step.images_per_second / started.batch
        return min(step.step + max(round(to_come), 1), step.steps) if step.step < step.steps else step.steps

    @property
    def is_saving(self) -> bool:
        """True if the training was asked to stop, and keeps its best model before it ends."""
        return self.state.phase == "stopping" and self._rough.isActive()

    @property
    def is_silent(self) -> bool:
        """True if the process gives no sign of life."""
        return self._worker is not None and self._worker.is_silent

    @property
    def pid(self) -> int | None:
        """The id of the process that is training or has trained last, or None before the first training."""
        return None if self._worker is None else self._worker.pid

    @property
    def log(self) -> Path | None:
        """The file with the output of the process, or None before the first training."""
        return None if self._worker is None else self._worker.log

    # What can be asked for

    def set_folder(self, folder: Path | None) -> None:
        """Set the open project, whose images a training learns from unless its choices name another folder."""
        self._folder = folder

    def start(self, values: Mapping[str, Any], *, is_watched: bool = True) -> bool:
        """Start a training, and return False, with a sentence shown, if it cannot start.

        `values`: choices of `core.runs.config.TrainConfig`. Without `folder` it is the open project, without `run` a
        new one of it. `is_watched`: True if what it sees is shown in place of the chosen model's predictions, which the
        person goes on with otherwise.
        """
        if self.is_busy:
            self.notified.emit("warning", self.tr("A training is running already. Stop it first."))
            return False
        config = self.configured(values)
        if config is None:
            return False
        self.is_watched = is_watched
        self.drop_check()
        worker = self._new_worker()
        self.begin(config.run, config, config.watch)
        worker.start(self._entry, config, running.new_log(), config.run, niceness=TRAINING)
        return True

    def go_on(self, info: RunInfo, **changes: Any) -> bool:
        """Resume a run from its last checkpoint.

        `changes`: choices that may differ (`core.runs.config.FREE_ON_RESUME`), such as more steps.
        """
        if info.config is None:
            self.notified.emit("warning", info.problem)
            return False
        alone = {"workers": (), "index": 0}  # several processes are started by the command line
        return self.start(info.config.model_dump() | alone | changes | {"run": info.path, "resume": True})

    def attach(self, record: running.RunningTraining) -> bool:
        """Show and steer a training that another window has started."""
        if self.is_busy:
            return False
        worker = self._new_worker()
        info = self._runs.entry(Path(record.run))
        self.begin(Path(record.run), None if info is None else info.config)
        self._is_found = True
        worker.attach(record)
        return True

    def pause(self) -> None:
        """Pause the training after the current step."""
        self._send(Pause())

    def resume(self) -> None:
        """Resume the paused training."""
        self._send(Resume())

    def watch(self, images: Iterable[Path]) -> None:
        """Predict these images at once, and then regularly."""
        self.watched = tuple(images)
        self._send(WatchImages(self.watched, self.layer))

    def profile(self) -> None:
        """Profile the next steps, whose costs a `Profiled` among the news then reports."""
        self._send(ProfileSteps(PROFILED_STEPS))

    def watch_layer(self, layer: str) -> None:
        """Send a layer's maps of the first watched image too, as `LayerSeen` among the news, or no maps for ""."""
        if layer != self.layer:
            self.layer = layer
            if self.watched:
                self._send(WatchImages(self.watched, layer))

    def stop(self, then: Callable[[], None] | None = None) -> None:
        """Stop after the current step and a validation, with the best model kept, or at once before the first step.

        A run that has not made a step yet is deleted if this window has begun it. One that was found may have made
        thousands of which this window has not heard yet, so it stops by itself. `then` is called once the training has
        ended.
        """
        if self.is_busy and self.state.last_step is None and not self._is_found:
            is_new = self.config is not None and not self.config.resume
            self._end_at_once(self._runs.discard_without_steps if is_new else None, then)
            return
        self._call_when_over(then)
        if self._worker is not None and self.is_busy:
            self._send(StopTraining())
            self._watch_stop()
            self._enter(replace(self.state, phase="stopping"))

    def let_go(self) -> None:
        """End the process of a finished training, because its finished model is asked from now on."""
        if self.is_answering:
            self._send(LetGo())
            self._answers = False

    def cancel(self, *, delete: bool = False, then: Callable[[], None] | None = None) -> None:
        """Cancel the training at once, losing the progress since the last checkpoint."""
        self._end_at_once(self._runs.discard if delete else None, then)

    def _end_at_once(self, clear: Callable[[Path], None] | None, then: Callable[[], None] | None) -> None:
        """End the process from outside, and call `clear` with its run after that."""
        self._clear_away = clear if self.is_busy else None
        self._call_when_over(then)
        if self._worker is not None and self.is_busy:
            self._enter(replace(self.state, phase="stopping"))
            self._worker.terminate()

    def keep_on(self, then: Callable[[], None] | None = None) -> None:
        """Let the training continue without this window.

        `then` is called once the process has confirmed it or the training has ended, and at once if none runs.
        """
        if self._worker is None or not self.is_busy:
            if then is not None:
                then()
            return
        self._when_kept = then
        self._call_when_over(then)  # it may end before it has answered
        self._send(Keep())

    def preview(self, values: Mapping[str, Any]) -> bool:
        """Check the needs of a training (see `checked`), in place of a running check.

        Return False, with a sentence shown, if there is no such training.
        """
        self.drop_check()
        config = self.configured(values)
        if config is None:
            return False
        self._check.ask(self.tr("The check"), config)
        return True

    def configured(self, values: Mapping[str, Any]) -> TrainConfig | None:
        """Return the configuration for some choices, or None, with a sentence shown, if there is no such training."""
        given = dict(values)
        if given.get("folder") is None and self._folder is not None:
            given["folder"] = self._folder
        if given.get("run") is None:
            folder = self._runs.new_folder(str(given.get("preset") or "small"))
            if folder is not None:
                given["run"] = folder
        try:
            from core.runs.config import make_config  # pydantic would slow the start

            return make_config(given, self.tr("Training"))
        except RunError as error:
            self.notified.emit("warning", str(error))
            return None

    def drop_check(self) -> None:
        """Cancel the check before the start."""
        self._check.cancel()

    def shutdown(self) -> None:
        """Let a training that nobody else listens to save a checkpoint and end, unless it is to be kept."""
        self.drop_check()
        if self._worker is not None:
            self._worker.leave()

    # How it goes on

    def _new_worker(self) -> Worker:
        before = self._worker
        if before is not None:
            before.leave()  # it may still answer for the training before
            before.deleteLater()
        worker = self._worker = Worker(self.tr("The training"), self)
        worker.received.connect(partial(self._heard_from, worker, self.receive))
        worker.connected.connect(self._connected)
        worker.heard.connect(self.heard)
        worker.silence_changed.connect(self.heard)
        worker.ended.connect(partial(self._heard_from, worker, self.end))
        return worker

    def _heard_from(self, worker: Worker, take: Callable[[Any], None], news: object) -> None:
        """Take the news of a process if it is that of the training at hand: one before it may still say something."""
        if worker is self._worker:
            take(news)

    def _watch_stop(self) -> None:
        self._work = self._work_done()
        self._rough.start()

    def _work_done(self) -> tuple[float, int]:
        return (0.0, 0) if self.pid is None else system.work_of(self.pid)

    def _stop_roughly(self) -> None:
        """Terminate a training that does not stop, but wait on while it works: its checkpoint is worth the wait."""
        if self._worker is None or not self.is_busy:
            return
        if is_idle(self._work, self._work_done(), _PATIENCE):
            self._worker.terminate()
        else:
            self._watch_stop()

    def _clear(self) -> None:
        self._rough.stop()
        self.curves = Curves()
        self.watched = ()
        self.layer = ""
        self._is_found = self._answers = False
        self._clear_away = None
        self._waiting = None
        self._when_kept = None

    def _connected(self) -> None:
        if self._is_found and self.watched:
            self._send(WatchImages(self.watched, self.layer))

    def _send(self, message: object) -> None:
        if self._worker is not None and (self.is_busy or self.is_answering):
            self._worker.send(message)

    def begin(self, run: Path, config: TrainConfig | None = None, watched: tuple[Path, ...] = ()) -> None:
        """Forget the previous training, because the training of a run is starting."""
        self._clear()
        self.config = config
        self.watched = watched
        self._began = time.monotonic()
        self._enter(TrainingState("starting", run))

    def receive(self, event: object) -> None:
        """React to a message from the process."""
        match event:
            case Kept(keep):
                self._kept(keep)
                return
            case Refused(message):
                self._clear_away = None  # a folder of this name may be another training's
                event = Failed(0, message, "other")
        is_first = self.state.last_step is None and isinstance(event, Step)
        if is_first and not self._is_found:
            self.times.note("start", time.monotonic() - self._began)
        self._enter(self.state.after(cast("Event", event)))
        match event:
            case Started():
                self._runs.list_runs()
                if self._is_found or event.step:
                    self._read_curves()
            case Step() | ValidationDone():
                self._grow(event)
            case Prediction():
                self.predicted.emit(event)
        self.news.emit(event)
        if isinstance(event, Finished):  # its process goes on for a while, to predict what is watched
            self._answers = True
            self._conclude(self.state.ended(is_wanted=False, cause=""))

    def end(self, death: Death) -> None:
        """React to the end of the process."""
        self._answers = False
        if not self.is_busy:  # it has told its end before
            return
        cause = death.cause or self.tr("The training ended without giving a reason. See the log for details.")
        self._conclude(self.state.ended(is_wanted=death.wanted, cause=cause, details="\n".join(death.lines)))

    def _conclude(self, state: TrainingState) -> None:
        """Note that the training is over."""
        self._rough.stop()
        self._enter(state)
        if isinstance(state.result, Failed) and state.phase in ("failed", "lost"):
            self.notified.emit("error", state.result.message)
        clear, self._clear_away = self._clear_away, None
        if clear is not None and state.run is not None:
            clear(state.run)
        self._runs.list_runs()
        calls, self._when_over = self._when_over, []
        for call in calls:
            call()

    def _grow(self, event: Step | ValidationDone) -> None:
        if self._waiting is not None:
            self._waiting.append(event)
            return
        self.curves.add_event(event)
        if not self._timer.isActive():
            self._timer.start()

    def _read_curves(self) -> None:
        run = self.state.run
        assert run is not None
        self._waiting = []
        self._runs.read_curves(run, partial(self._take_curves, run))

    def _take_curves(self, run: Path, curves: Curves) -> None:
        if run != self.state.run or self._waiting is None:
            return
        waiting, self._waiting = self._waiting, None
        self.curves = curves
        for event in waiting:
            curves.add_event(event)
        self.curves_changed.emit()

    def _kept(self, keep: bool) -> None:
        if not keep or self._worker is None or not self.is_busy:
            return
        then, self._when_kept = self._when_kept, None
        self._when_over.clear()
        self._worker.leave()
        if self.state.run is not None:
            self.left.emit(self.state.run)
        self._enter(replace(self.state, phase="idle"))
        if then is not None:
            then()

    def _call_when_over(self, call: Callable[[], None] | None) -> None:
        if call is None:
            return
        if self.is_busy:
            self._when_over = [call]
        else:
            call()

    def _run_renamed(self, old: Path, new: Path) -> None:
        if self.state.run == old and not self.is_busy:
            self.state = replace(self.state, run=new)

    def _check_over(self, death: Death) -> None:
        if death.cause:
            self.notified.emit("error", death.cause)
        self.check_ended.emit(death)

    def _enter(self, state: TrainingState) -> None:
        before, self.state = self.state, state
        if state.phase != before.phase:
            self.state_changed.emit(state)
