"""The loop of a training: its steps, and between them events, files and the listener's requests."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from core.analysis.learning.history import LearningEntry
from core.base.errors import FileWriteError, RunError, Sentence
from core.cluster.cluster import Cluster
from core.data.batches.loading import BatchLoader
from core.data.drawing.scene_effects import LEVELS
from core.model.network.layer_outputs import as_table, described
from core.model.network.saving import Recogniser, save_model
from core.model.steps.schedule import Schedule
from core.model.steps.step import StepOutcome, TrainingStep
from core.model.training import guards
from core.model.training.building import batches_of, loader_of, unfreeze
from core.model.training.checkpoints import Checkpoints, Progress
from core.model.training.control import Control
from core.model.training.observing import Measured, Observer, Watching
from core.model.training.pace import Pace
from core.model.training.reporting import WriteFaults, announced, parted
from core.model.training.run_logs import RunLogs
from core.model.training.tensorboard import Logs
from core.model.training.trainingdata import TrainingData
from core.runs.config import TrainConfig
from core.runs.events import (
    CheckpointSaved,
    Event,
    Failed,
    Finished,
    FinishReason,
    LayersTraced,
    Paused,
    Resumed,
    Step,
    ValidationDone,
    Warned,
    Work,
)
from core.runs.files import read_object
from core.runs.fine_tuning import LEAST_READ
from core.runs.folder import RunFolder
from core.runs.learning_history import LearningHistoryFile

T = TypeVar("T")

_TIMED = 6  # validations of a training with a time limit: they are due by its time, too, however few steps it makes
_MOST_REPORTED = 20  # samples left out that are named one by one


class Loop:
    """Trains one run from its current step to the end.

    `config`: resolved. `progress`: the run's progress; `step` holds the weights of that moment. `cluster`: the workers
    that this one leads: they do what the loop orders, and each has its part of every batch.
    """

    def __init__(
        self,
        *,
        config: TrainConfig,
        control: Control,
        folder: RunFolder,
        data: TrainingData,
        recogniser: Recogniser,
        step: TrainingStep,
        logs: Logs | None,
        progress: Progress,
        cluster: Cluster | None = None,
    ) -> None:
        assert config.steps and config.batch and config.learning_rate and config.validate_every
        assert config.warmup is not None
        self.config = config
        self.control = control
        self.folder = folder
        self.data = data
        self.cluster = cluster
        self.recogniser = recogniser
        self.step = step
        self.progress = progress
        self._rises = data.difficulty.level < LEVELS
        self.data.difficulty.learn(progress.best_metrics)
        self.steps = config.steps
        self.batch = config.batch
        self.validate_every = config.validate_every
        limit = self.limit = None if config.minutes is None else 60 * config.minutes
        is_known = bool(step.start) or not config.start_share  # else the start has turned out to read too little
        self.schedule = Schedule(
            config.peak_rate if is_known else config.learning_rate,
            self.steps,
            config.warmup,
            config.final_rate,
            None if config.deterministic else limit,  # time must not change what a deterministic run computes
            config.decay,
        )
        self.checkpoints = Checkpoints(folder.checkpoints)
        self.learning_history = LearningHistoryFile(folder.learning_history)
        self.observer = Observer(recogniser, step, self.batch)
        self.logs = RunLogs(logs, config, step, self.observer, data.validation or data.training)
        self.profiler = step.profiler(folder, config.profile)
        self.done = progress.step
        self.loader: BatchLoader | None = None
        self.pace = Pace(config.batch)
        self._compiled: set[str] = set()
        self._started = time.monotonic()
        self._is_timed = False  # True from the first step on: its compilation does not count
        self._timed = 0 if limit is None else int(_TIMED * progress.seconds / limit)  # validations due by the time
        self._risen = progress.risen
        self._saved_at = self._started
        self._saved_step = self._validated_step = progress.step
        self._reported = 0
        self._traces = 0
        self._faults = WriteFaults()
        self.watching = Watching(config, control, folder, self.observer, self._faults, self._announced)

    @property
    def seconds(self) -> float:
        """The training time in seconds over all resumptions, each from its first step on, without pauses."""
        return self.progress.seconds + (time.monotonic() - self._started if self._is_timed else 0.0)

    def events(self) -> Iterator[Event]:
        """Train to the end, and yield the events."""
        self.loader = loader_of(self.data, self.config, self.done, self.cluster)
        try:
            if not self.done:
                self.folder.forget_after(-1)  # a process that died before its first checkpoint has seen step 0, too
            yield from self.watching.look(self.done, forced=True)
            if self.data.validation is not None and not self.done:
                yield from self._validate_before()
            reason, failed = yield from self._run(self.loader)
            if failed is not None:
                yield failed
                return
            if self.cluster is not None:
                yield from self._part(self.cluster, reason)
            yield from self._finish(reason)
        finally:
            self.loader.close()
            self.profiler.close()
            self.logs.close()

    def _run(self, loader: BatchLoader) -> Generator[Event, None, tuple[FinishReason, Failed | None]]:
        with batches_of(loader, self.step, self.config, self.cluster) as batches:
            return (yield from self._steps(loader, batches))

    def _steps(
        self, loader: BatchLoader, batches: Iterator[Any]
    ) -> Generator[Event, None, tuple[FinishReason, Failed | None]]:
        first = self.done
        while self.done < self.steps:
            yield from self._obey()
            if self.control.stopped:
                yield from self._validate_once_more()
                return "stopped", None
            if self.done == self.config.unfreeze_at:
                self._order("unfreeze")
                self._together(partial(unfreeze, self.step, self.config))
                self._compiled.discard("training step")
            if self._risen is None and self.done >= max(1, self.schedule.rising):  # the first step compiles
                self._risen = self.seconds
            rate = self.schedule.rate(self.done, self.seconds, self.seconds if self._risen is None else self._risen)
            if "training step" in self._compiled:
                yield from self.profiler.before(self.done, self.control.take_profile())
            began = time.monotonic()
            with self.pace.on("feed"):
                batch = next(batches)
            with self.profiler.step(self.done + 1, time.monotonic() - began), self.pace.on("step"):
                outcome = yield from self._trained(batch, rate)
            if not outcome.finite and not outcome.overflow:
                names = loader.names_of(self.done - first)
                return "stopped", guards.not_finite_failure(
                    self.step, outcome, batch, names, self.done, self.checkpoints.steps()
                )
            self.done += 1
            self.pace.stepped(time.monotonic() - began)
            yield from self.profiler.after(self.done, is_last=self.done == self.steps)
            yield from self._report_step(outcome, rate)
            yield from self._left_out(loader)
            late = self.limit is not None and self.seconds >= self.limit
            is_due = self._is_due_by_time() or self.done % self.validate_every == 0 or self.done == self.steps or late
            if self.data.validation is not None and is_due:
                with self.pace.on("validation"):
                    yield from self._validate()
            elif time.monotonic() - self._saved_at >= 60 * self.config.checkpoint_minutes:
                yield from self._save(best=False)
            if self.config.patience is not None and self.progress.waiting >= self.config.patience:
                return "patience", None
            if late:
                return "minutes", None
            with self.pace.on("maps"):
                yield from self.watching.look(self.done)
        return "steps", None

    def answers(self) -> Iterator[Event]:
        """Predict watched images after the end until nobody watches any more, without saving the predictions."""
        until = time.monotonic() + self.control.answering
        while (left := until - time.monotonic()) > 0 and self.control.wait_for_watched(left):
            yield from self.watching.follow(self.done, keeps=False)

    def _is_due_by_time(self) -> bool:
        """Return True if another part of the time limit is over: a short run has a curve, too.

        Never in a deterministic run, on which time must have no influence.
        """
        if self.limit is None or self.config.deterministic:
            return False
        passed = int(_TIMED * self.seconds / self.limit)
        is_due, self._timed = passed > self._timed, passed
        return is_due

    # --- One step ------------------------------------------------------------------------------------------------

    def _trained(self, batch: Any, rate: float) -> Generator[Event, None, StepOutcome]:
        mutual = float(self.done >= self.config.mutual_start)
        self._order("step", rate=rate, mutual=mutual)
        work = partial(self._together, lambda: self.step(batch, rate, mutual, self.done))
        if "training step" in self._compiled:
            return work()
        with described(self.step.model) if self.config.eager else nullcontext(()) as outputs:
            outcome = yield from self._announced("training step", work)
        if not self._is_timed:
            self._is_timed, self._started = True, time.monotonic()
        if outputs:
            yield LayersTraced(self.done + 1, as_table(outputs))
        self.pace.restart()
        self._traces = self.step.traces
        self.logs.graph()
        return outcome

    def _report_step(self, outcome: StepOutcome, rate: float) -> Iterator[Event]:
        rest = self.steps - self.done, None if self.limit is None else self.limit - self.seconds
        pace, speed = self.pace, self.pace.images_per_second
        yield from self._record(
            {
                "kind": "step",
                "step": self.done,
                **outcome.losses,
                "learning_rate": rate,
                "gradient_norm": outcome.gradient_norm,
                "gradient_norms": outcome.part_norms,
                "layer_norms": outcome.layer_norms,
                "images_per_second": round(speed, 2),
                "time_shares": {kind: round(share, 3) for kind, share in pace.shares.items()},
                "seconds": round(self.seconds, 3),
            }
        )
        norms = outcome.gradient_norm, speed, pace.seconds_left(*rest), outcome.part_norms, outcome.layer_norms
        yield Step(self.done, self.steps, outcome.losses, rate, *norms, pace.shares, is_timed=pace.is_timed(*rest))
        if (waits := pace.bottleneck(self.config)) is not None:
            yield Warned(waits, "speed")
        if self.step.traces > self._traces and not self.config.eager:
            self._traces = self.step.traces
            yield Warned(Sentence("The training step was compiled again, because a batch had another shape."), "data")
        self.logs.step(self.done, outcome, rate)
        yield from self._logs_given_up()

    def _left_out(self, loader: BatchLoader) -> Iterator[Event]:
        for sample in loader.take_left_out():
            self._reported += 1
            if self._reported <= _MOST_REPORTED:
                yield Warned(Sentence("Left out of the training: {reason}", reason=sample.reason), "data")
            elif self._reported == _MOST_REPORTED + 1:
                yield Warned(Sentence("More samples cannot be used; run.json counts them at the end."), "data")

    # --- What is wished ------------------------------------------------------------------------------------------

    def _obey(self) -> Iterator[Event]:
        with self.pace.on("maps"):
            yield from self.watching.follow(self.done)
        if not self.control.paused:
            return
        began = time.monotonic()
        yield Paused(self.done)
        while self.control.paused:
            self.control.wait(self.control.tick)
            yield from self.watching.follow(self.done)
        self._started += time.monotonic() - began
        self.pace.pass_over()
        yield Resumed(self.done)

    # --- What is kept --------------------------------------------------------------------------------------------

    def _validate_once_more(self) -> Iterator[Event]:
        """Validate before a stop, because the weights since the last validation may be the best model.

        A deterministic run does not do so, because it ends in the same way, stopped and resumed or not.
        """
        is_due = self.data.validation is not None and self._validated_step != self.done
        if is_due and not self.config.deterministic:
            yield from self._validate(counts=False)

    def _validate(self, counts: bool = True) -> Iterator[Event]:
        """Measure the validation words, counting for `patience` if `counts`, and keep the model if it is the best."""
        self._validated_step = self.done
        began = time.monotonic()
        measured = yield from self._measured()
        if not measured.losses:
            yield from self._save(best=False)
            return
        score = measured.score(self.config.monitor)
        best = self.progress.best_score is None or score > self.progress.best_score
        self.progress = replace(
            self.progress, score=score, metrics=measured.metrics, waiting=0 if best else self.progress.waiting + counts
        )
        if best:
            self.progress = replace(self.progress, best_step=self.done, best_score=score, best_metrics=measured.metrics)
        difficulty = self.data.difficulty.level if self._rises else None
        yield from self._keep_measured(measured, best, difficulty)
        if best:  # runs are compared word by word by these
            write = partial(self.folder.write_readings, measured.readings)
            yield from self._faults.attempt(self.folder.readings.name, write, self.done)
        self.data.difficulty.learn(measured.metrics)
        took = time.monotonic() - began
        yield ValidationDone(
            self.done, measured.losses, measured.metrics, measured.images, took, best, difficulty=difficulty
        )
        yield from self._save(best=best)
        self.progress = replace(self.progress, score=None, metrics={})  # this value belongs to that checkpoint alone

    def _validate_before(self) -> Iterator[Event]:
        """Measure the weights that the training begins with, for comparison and never as the run's model."""
        began = time.monotonic()
        measured = yield from self._measured()
        if not measured.losses:
            return
        yield from self._weigh_start(measured)
        yield from self._keep_measured(measured, False, self.data.difficulty.level if self._rises else None)
        took = time.monotonic() - began
        yield ValidationDone(self.done, measured.losses, measured.metrics, measured.images, took, False)

    def _measured(self) -> Generator[Event, None, Measured]:
        """Measure the validation words with the averaged weights."""
        feed, threads = self.data.validation, self.config.threads
        assert feed is not None
        mutual = float(self.done >= self.config.mutual_start)
        self._order("validate", mutual=mutual)
        with BatchLoader(feed, self.batch, workers=threads) as loader, self.step.averaged():
            work = partial(self._together, partial(self.observer.validate, loader.named(), mutual))
            measured: Measured = yield from self._announced("validation", work)
            left_out = loader.take_left_out()
        for sample in left_out:
            yield Warned(Sentence("Left out of the validation: {reason}", reason=sample.reason), "data")
        if not measured.losses:
            sentence = "None of the validation images can be read any longer, so nothing was validated. Put them back."
            yield Warned(Sentence(sentence), "data")
        return measured

    def _weigh_start(self, measured: Measured) -> Iterator[Event]:
        """Learn at the whole rate, and save the model without a share of its start, if the start reads too little."""
        read = measured.read_in_any_case
        if self.step.start and self.cluster is None and read < LEAST_READ:
            self.step.start = {}
            assert self.config.learning_rate
            self.schedule = replace(self.schedule, peak=self.config.learning_rate)
            warning = Sentence(
                "The starting model reads only {share:.0%} of the validation's characters, so the saved model holds "
                "no share of its weights, and the learning rate is that of a training without a start.",
                share=read,
            )
            yield Warned(warning, "start")

    def _keep_measured(self, measured: Measured, best: bool, difficulty: int | None) -> Iterator[Event]:
        yield from self._record(
            {
                "kind": "validation",
                "step": self.done,
                "losses": measured.losses,
                "metrics": measured.metrics,
                "images": measured.images,
                "best": best,
                "waiting": self.progress.waiting,
                "difficulty": difficulty,
                "seconds": round(self.seconds, 3),
            }
        )
        self.logs.validation(self.done, measured)
        yield from self._logs_given_up()
        append = partial(self.learning_history.append, LearningEntry.of(self.done, measured.marks))
        yield from self._faults.attempt(self.folder.learning_history.name, append, self.done)

    def _save(self, best: bool) -> Iterator[Event]:
        """Write a checkpoint and, if it is the best, the model, or warn and go on if the disk is full."""
        progress = replace(
            self.progress,
            step=self.done,
            position=self.done * self.batch,
            seed=self.config.seed,
            seconds=self.seconds,
            risen=self._risen,
            counters=self.step.counters(),
        )
        try:
            path = self.checkpoints.save(progress, self.step.state())
        except FileWriteError as error:
            yield from self._faults.failed(self.folder.checkpoints.name, str(error), self.done)
        else:
            self._saved_step = self.done
            yield from self._faults.worked(self.folder.checkpoints.name, self.done)
            yield CheckpointSaved(self.done, path, best)
        self._saved_at = time.monotonic()
        if best:
            yield from self._export(self.done)

    def _export(self, step: int) -> Iterator[Event]:
        try:
            with self.step.averaged():
                save_model(self.folder.model, self.recogniser)
            self.folder.write_json(self.folder.model_facts, {"step": step, "metrics": dict(self.progress.best_metrics)})
        except (FileWriteError, OSError) as error:
            if self._is_kept(step):
                sentence = Sentence(
                    "model.keras was not written: {error} The checkpoint holds the same weights.", error=error
                )
            else:
                sentence = Sentence("model.keras was not written: {error}", error=error)
            yield from self._faults.failed(self.folder.model.name, sentence, self.done)
        else:
            yield from self._faults.worked(self.folder.model.name, self.done)

    def _is_kept(self, step: int) -> bool:
        """Return True if a checkpoint of the step can be read back whole."""
        try:
            self.checkpoints.load(step)
        except (OSError, ValueError):
            return False
        return True

    def _finish(self, reason: FinishReason) -> Iterator[Event]:
        if self._saved_step != self.done or not self.checkpoints.steps():
            yield from self._save(best=False)
        self.logs.close()
        yield from self._logs_given_up()
        best = self.progress.best_step
        if self.progress.best_score is None or not self.folder.model.exists():
            best = self.done
            yield from self._export(best)
        if self.loader is not None and self.loader.skipped:
            try:
                info = read_object(self.folder.facts)
                info["left_out_while_training"] = [sample.reason for sample in self.loader.left_out]
                self.folder.write_json(self.folder.facts, info)
            except (FileWriteError, RunError) as error:
                yield Warned(str(error), "disk")
        if not self.folder.model.exists():
            yield Failed(
                self.done,
                Sentence(
                    "{model}: the model could not be written. Free some space, then resume the run.",
                    model=self.folder.model,
                ),
                "other",
            )
            return
        yield Finished(self.done, reason, self.folder.model, best, dict(self.progress.best_metrics), self.seconds)

    def _part(self, cluster: Cluster, reason: FinishReason) -> Iterator[Event]:
        """Let the other workers go, and yield whether they have learned the same."""
        self._order("end", reason=reason)
        yield parted(cluster, self.step.fingerprint())

    def _record(self, line: dict[str, Any]) -> Iterator[Event]:
        try:
            self.folder.append(line)
        except OSError as error:
            sentence = Sentence(
                "metrics.jsonl: steps from {step:,} on are not recorded ({why}). Free some space on the disk that "
                "holds {folder}.",
                step=self.done,
                why=error.strerror or error,
                folder=self.folder.path,
            )
            yield from self._faults.failed(self.folder.metrics.name, sentence, self.done)
        else:
            yield from self._faults.worked(self.folder.metrics.name, self.done)

    def _logs_given_up(self) -> Iterator[Event]:
        if failure := self.logs.take_failure():
            yield Warned(failure, "tensorboard")

    def _order(self, what: str, **how: Any) -> None:
        """Have the other workers do the same."""
        if self.cluster is not None:
            self.cluster.send("order", do=what, **how)

    def _together(self, work: Callable[[], T]) -> T:
        """Do work that the other workers do at the same time."""
        return work() if self.cluster is None else self.cluster.guarded(work)

    def _announced(self, what: Work, work: Callable[[], T]) -> Generator[Event, None, T]:
        """Do work that compiles the first time, with signs of life meanwhile."""
        if what in self._compiled:
            return work()
        self._compiled.add(what)
        return (yield from announced(what, work, self.control.tick))
