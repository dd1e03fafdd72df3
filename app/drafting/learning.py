"""Lets the model that drafts learn from corrections of its drafts, round by round, when a person asks for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.drafting.adopting import Adopting, Outcome, said_progress
from app.drafting.counting import Corrected, count_corrected
from app.drafting.due_runs import DueRuns, ReadyRun
from app.editing.saver import Saver
from app.project.memory import ProjectMemory
from app.project.opening import Opening
from app.project.workspace import Workspace
from app.reading.model_in_use import ModelInUse
from app.training.runs import Runs
from app.training.training import Training
from app.workers.background import Job
from core.analysis.drafts.effort import Round
from core.runs.adoption import AdoptionJob
from core.runs.bundled import model_path, model_text
from core.runs.comparison import KeptComparison, write_comparison
from core.runs.cross_check import is_cross_check
from core.runs.events import Step
from core.runs.info import RunInfo
from core.runs.model_ref import model_ref, path_after_renaming

_KEPT = "learning"  # name under which the rounds are kept for a project
_GATHER = 300  # ms over which news of many images is gathered


@dataclass(slots=True)
class _State:
    """The kept state of learning in a project."""

    # the models that learned since, by name, each with what a person corrected in its drafts
    rounds: list[tuple[str, Round]] = field(default_factory=list)
    # what was reviewed since the last learning, by image, drafts and typed words
    corrected: dict[str, Corrected] = field(default_factory=dict)
    since: datetime | None = None  # when the model learned last
    # this state before the last learning, as JSON, with the model; None if there is nothing to go back to
    before: dict[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "rounds": [[name, counts.words, counts.corrections] for name, counts in self.rounds],
            "corrected": {
                image: [counts.corrections, counts.is_of_this_round] for image, counts in self.corrected.items()
            },
            "since": None if self.since is None else self.since.isoformat(),
            "before": self.before,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> _State:
        """Raise LookupError, TypeError or ValueError if the values are of another version."""
        since = values["since"]
        return cls(
            [(str(name), Round(int(words), int(corrections))) for name, words, corrections in values["rounds"]],
            {image: Corrected(int(count), bool(is_new)) for image, (count, is_new) in values["corrected"].items()},
            None if since is None else datetime.fromisoformat(since),
            values["before"],
        )


class Learning(QObject):
    """Offers to learn from corrected drafts, runs the learning, and undoes it."""

    changed = Signal()
    progressed = Signal()  # the learning has gone on by a step
    kept = Signal(object)  # the comparison of a run is in its folder
    compared = Signal()  # another comparison has begun or ended, or its outcome is settled

    def __init__(
        self,
        *,
        workspace: Workspace,
        saver: Saver,
        runs: Runs,
        training: Training,
        in_use: ModelInUse,
        memory: ProjectMemory,
        opening: Opening,
        parent: QObject | None = None,
        adopting_entry: str = "app.workers.children.job",
    ) -> None:
        super().__init__(parent)
        # the end of the last comparison of a model that has learned with the one before, until somebody has decided
        self.outcome: Outcome | None = None
        self.uses_new = False  # True if the new model of the outcome is in use: adopted, or a person's choice
        self.compares_with_nothing = False  # True if a training from random weights that begins now is a first one
        self._is_first = False  # True if the training at hand began so
        self._asked: Outcome | None = None
        self._compares_since = 0.0
        self.job: Job | None = None  # the learning, or the comparison after it, among the background work
        self.seconds_left: float | None = None  # until the learning ends; None while that is not known
        self._adopting = Adopting(adopting_entry, self)
        self._adopting.changed.connect(self._comparison_changed)
        workspace.ending.connect(self._give_up)
        self._workspace = workspace
        self._runs = runs
        self._training = training
        self._in_use, self._memory = in_use, memory
        self._opening = opening
        self._due = DueRuns(
            runs=runs,
            training=training,
            in_use=in_use,
            memory=memory,
            background=workspace.background,
            parent=self,
        )
        self._state = _State()
        self._run: Path | None = None  # that learns
        self._pending: set[str] = set()
        self._soon = QTimer(self, singleShot=True, interval=_GATHER)
        self._soon.timeout.connect(self._count)
        saver.saved.connect(lambda image: self._count_soon((image,)))
        workspace.labels_written.connect(self._count_soon)
        workspace.folder_changed.connect(self._folder_changed)
        training.state_changed.connect(self._training_changed)
        training.news.connect(self._training_went_on)
        training.left.connect(self._due.leave)
        opening.shared_changed.connect(self._take_over)
        self._due.changed.connect(self._compare_next)
        runs.renamed.connect(self._run_renamed)
        in_use.model_changed.connect(self._model_changed)

    # What is known

    @property
    def corrected(self) -> int:
        """The words reviewed since the model learned last, which it will all learn from, not only those with drafts."""
        return len(self._state.corrected)

    @property
    def rounds(self) -> tuple[tuple[str, Round], ...]:
        """The name of each model that has learned with the corrections of its drafts, the current model last."""
        now = [counts.corrections for counts in self._state.corrected.values() if counts.is_of_this_round]
        present = [(self._name(self._in_use.model), Round(len(now), sum(now)))] if now else []
        return (*self._state.rounds, *present)

    @property
    def is_learning(self) -> bool:
        """True while the model is learning, or while the new model is compared with the old one."""
        return self._run is not None or self._asked is not None

    @property
    def comparing(self) -> tuple[int, int] | None:
        """The progress of comparing two models, (done, total), or None without a comparison."""
        return None if self._asked is None else self._adopting.progress

    def said_comparison(self, model: str) -> str:
        """Return how far the comparison is, given the name of the old model, or "" without a comparison."""
        adopting = self._adopting
        return "" if self._asked is None else said_progress(model, adopting.stage, adopting.seconds_left)

    @property
    def compared_with(self) -> Path | None:
        """The model that a run is being compared with, or None without a comparison."""
        return None if self._asked is None else self._asked.old

    @property
    def compared_run(self) -> Path | None:
        """The run that is being compared, or None without a comparison."""
        return None if self._asked is None else self._asked.run

    @property
    def can_learn(self) -> bool:
        """True if there are corrected drafts or new words, a model to start from, and no obstacle to training."""
        model = self._in_use.model
        has_corrections = self.corrected > 0 and any(counts.words for _, counts in self.rounds)
        is_one = model is not None and not is_cross_check(model)
        is_free = not self._training.is_busy and not self.is_learning and not self._workspace.is_read_only
        return is_one and is_free and self._in_use.spec is not None and has_corrections

    @property
    def previous(self) -> str:
        """The name of the model before the last learning, or "" if there is none to return to."""
        before = self._state.before
        return "" if before is None else self._name(model_path(before["model"]))

    # What is asked for

    def learn(self) -> None:
        """Fine-tune the model on all reviewed labels of the project, in the background."""
        project, spec = self._workspace.project, self._in_use.spec
        if project is None or spec is None or not self.can_learn:
            return
        model = self._in_use.model
        values = {"folder": project.root, "start": model, "preset": spec.preset, "reviewed_only": True}
        if self._training.start(values, is_watched=False):
            self._run = self._training.state.run
            if self._run is not None:
                self._due.expect(self._run, learns=True)
            self._show_job(self.tr("Learn from your corrections"), self._training.cancel)
            self.changed.emit()

    def go_back(self) -> None:
        """Return to drafting with the model before the last learning, and count its corrections as not learned."""
        before = self._state.before
        if before is None:
            return
        later = self._state.corrected
        self._state = _State.from_dict(before["state"])
        self._state.corrected |= later
        self._keep()
        self._in_use.choose(model_path(before["model"]))
        self.forget_outcome()
        self.changed.emit()

    def compare(self, info: RunInfo) -> None:
        """Compare a run's model with the model in use, at the person's request."""
        if info.config is not None and info.model is not None:
            self._due.begin(info.path)
            self._compare_next()

    def stop_comparing(self) -> None:
        """Stop the comparison, after which the model stays in use, and the person may still adopt the new one."""
        asked, self._asked = self._asked, None
        if asked is not None:
            self._adopting.cancel()
            self._settle(replace(asked, trouble=self.tr("The comparison was stopped.")))

    def settle_model(self) -> None:
        """Note that it is known which model is in use in the open project, also if it is none."""
        self._due.settle()

    def adopt(self) -> None:
        """Adopt the new model of the last comparison."""
        outcome = self.outcome
        if outcome is not None:
            self._adopt(outcome)
            self.forget_outcome()

    def forget_outcome(self) -> None:
        """Remove the result of the comparison, but keep the decision that it led to."""
        self.outcome = None
        self.compared.emit()

    # How it comes about

    def _count_soon(self, images: Iterable[str]) -> None:
        self._pending |= {*images}
        self._soon.start()

    def _count(self) -> None:
        images, self._pending = self._pending, set()
        root = self._workspace.root
        if root is None or not images:
            return
        since = self._state.since

        def work(job: Job) -> Mapping[str, Corrected | None]:
            return count_corrected(root, images, since)

        self._workspace.background.start("", work, lane="checks", finished=partial(self._counted, root, since))

    def _counted(self, root: Path, since: datetime | None, corrections: Mapping[str, Corrected | None]) -> None:
        if self._workspace.root != root or self._state.since != since:
            return
        corrected = dict(self._state.corrected)
        for image, one in corrections.items():
            corrected.pop(image, None)
            if one is not None:
                corrected[image] = one
        if corrected != self._state.corrected:
            self._state.corrected = corrected
            self._keep()
            self.changed.emit()

    def _show_job(self, title: str = "", stop: Callable[[], object] | None = None) -> None:
        """Show the learning, or the comparison, among the background work, or with neither show that it is over."""
        before, self.job = self.job, None if stop is None else self._workspace.background.show(title, stop)
        if before is not None:
            before.run(lambda job: None)

    def _progress(self, done: int, total: int) -> None:
        if self.job is not None and not self.job.is_cancelled:
            self.job.progress(done, total)

    def _training_went_on(self, event: object) -> None:
        if self._run is not None and isinstance(event, Step):
            self.seconds_left = event.seconds_left
            self._progress(event.step, self._training.last_step)
            self.progressed.emit()

    def _training_changed(self) -> None:
        state, run = self._training.state, self._run
        if state.is_busy:
            if state.phase == "starting":
                self._is_first = self.compares_with_nothing
                self._expect_verdict()
            self.changed.emit()
            return
        if run is not None:
            self.seconds_left = None
            self._show_job()
        if state.run is not None and state.phase != "finished" and self._due.is_due(state.run):
            self._due.drop(state.run)
        self._run = None
        self._compare_next()
        self.changed.emit()

    def _expect_verdict(self) -> None:
        """Note the training that begins if its model can be compared, so that no end of it goes without a verdict."""
        training, config = self._training, self._training.config
        is_own = config is not None and config.folder == self._workspace.root and not training.is_found
        is_first = self._is_first and config is not None and config.start is None
        if config is not None and is_own and config.fold is None and not is_first:
            self._due.begin(config.run)

    def _take_over(self) -> None:
        if not self._opening.is_shared:
            self._due.take_over()

    def _give_up(self) -> None:
        """End the comparison at hand without a verdict, which it gets when the project is opened again."""
        self._asked = None
        self._adopting.cancel()

    def _compare_next(self) -> None:
        """Compare the next run that is ready with the model that is in use at this moment, one after the other."""
        while self._asked is None and self._workspace.project is not None and (ready := self._due.next()) is not None:
            self._compare(ready)

    def _compare(self, ready: ReadyRun) -> None:
        """Have both models read the same words in the background or, without any model to compare with, do nothing."""
        project, used = self._workspace.project, self._in_use.model
        run, start = ready.due.run, ready.config.start
        old = start if used in (None, run) or is_cross_check(used) else used
        if project is None or old is None:
            self._due.drop(run)
            return
        learns = ready.due.learns and start is not None
        self._asked = Outcome(run, old, start, has_corrections=learns, step=ready.step)
        self.outcome = None
        corrected = tuple(self._state.corrected) if learns else None
        self._compares_since = time.monotonic()
        with_language = self._in_use.reads_with_language
        self._adopting.compare(AdoptionJob(project.root, old, run, start, corrected, with_language))
        self._show_job(self.tr("Compare the new model with the old one"), self.stop_comparing)
        self.compared.emit()

    def _comparison_changed(self) -> None:
        asked, adopting = self._asked, self._adopting
        if asked is not None and not adopting.is_busy:
            if adopting.adoption is not None:
                self._training.times.note("compare", time.monotonic() - self._compares_since)
            self._settle(replace(asked, adoption=adopting.adoption, trouble=adopting.refusal))
        elif asked is not None:
            self._progress(*adopting.progress)
        self.changed.emit()

    def _settle(self, outcome: Outcome) -> None:
        """Adopt the new model if it is better and nobody has chosen meanwhile, and let a person decide otherwise."""
        is_decided = self._due.is_decided(outcome.run)
        self._due.drop(outcome.run)
        self.outcome = outcome
        self._show_job()
        if outcome.verdict == "adopted" and not is_decided and self._in_use.model == outcome.old:
            self.uses_new = True  # before the model changes: its outcome stays
            self._adopt(outcome)
        self._asked = None  # only now: the next comparison waits for the end of this one
        self.uses_new = self._in_use.model == outcome.run
        self._keep_comparison(outcome)
        self.compared.emit()
        self.changed.emit()
        self._compare_next()

    def _keep_comparison(self, outcome: Outcome) -> None:
        """Write the comparison into the run's folder, for its card."""
        adoption = outcome.adoption
        if adoption is None:
            return
        comparison = KeptComparison(model_text(outcome.old), outcome.step, adoption)

        def work(job: Job) -> None:
            if outcome.run.is_dir():  # it may have been deleted meanwhile
                write_comparison(outcome.run, comparison)

        self._workspace.background.start("", work, lane="runs", finished=lambda _: self.kept.emit(outcome.run))

    def _model_changed(self) -> None:
        """Drop an outcome that a person has decided otherwise by the choice of a model."""
        outcome = self.outcome
        if outcome is not None and self.uses_new != (self._in_use.model == outcome.run):
            self.forget_outcome()
        self.changed.emit()

    def _run_renamed(self, old: Path, new: Path) -> None:
        """Let the way back to the model before the last learning lead to the run by its new name."""
        before = self._state.before
        if before is not None and (model := model_path(before["model"])).is_relative_to(old):
            before["model"] = model_text(path_after_renaming(model, old, new) or model)
            self._keep()

    def _adopt(self, outcome: Outcome) -> None:
        if outcome.has_corrections:
            self._draft_with(outcome.run, outcome.old)
        else:
            self._in_use.choose(outcome.run, is_looked_at=False)

    def _draft_with(self, run: Path, old: Path) -> None:
        """Draft with the new model from now on."""
        rounds = list(self.rounds) or [(self._name(old), Round(0, 0))]
        before = {"model": model_text(old), "state": self._state.to_dict() | {"before": None}}
        now = datetime.now(UTC).replace(microsecond=0)  # as labels say when they were reviewed
        self._state = _State(rounds, {}, now, before)
        self._keep()
        self._in_use.choose(run, is_looked_at=False)

    def _keep(self) -> None:
        self._memory.keep(_KEPT, self._state.to_dict())

    def _folder_changed(self) -> None:
        self._run = None
        self._give_up()
        self._due.clear()
        self._show_job()
        self.forget_outcome()
        self._pending.clear()
        try:
            self._state = _State.from_dict(self._memory.recall()[_KEPT])
        except (LookupError, TypeError, ValueError, AttributeError):  # nothing was kept, or by another version
            self._state = _State()
        self._take_over()
        self.changed.emit()

    @staticmethod
    def _name(model: Path | None) -> str:
        return str(model_ref(model).name)
