"""Evaluates the chosen model over a folder, with the judgements of the prediction process on its words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject

from app.editing.saver import Saver
from app.evaluation.labelled import Judge, LabelledFolder, hash_of_label, labelled_words
from app.language.figures import agreeing
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predictions import Predictions
from app.workers.background import Job
from app.workers.latest import LatestJob
from app.workers.messages import WriteFigures
from app.workers.prediction_messages import Asked, Evaluated, FolderRead
from app.workers.task import ChildTask
from core.charset import Charset, has_marks
from core.index.filters import ALONE, INTERVALS, Fact
from core.index.table import Facts
from core.model.metrics.breakdown import (
    CentreErrors,
    JudgedWord,
    Kind,
    Reliability,
    Tally,
    bin_of,
    centre_errors,
    character_readings,
    misread_places,
    misread_symbols,
    only_one_reads,
    reliability,
    shares,
    word_readings,
)
from core.model.metrics.kept import KeptWord, kept_path, read_kept, write_kept
from core.model.metrics.map_metrics import MapCounts, MapScores
from core.model.metrics.metrics import Metrics, Step, confusions, summarise
from core.project.watching import numbers_of, stamps_of
from core.runs.model_ref import model_ref

if TYPE_CHECKING:
    from core.runs.spec import NetworkSpec

_MOST_KEPT = 4  # evaluations to compare with: a few megabytes each, for ten thousand words

FACTS: tuple[Fact, ...] = ("fault", "misread", "misread-at", "confused", "sure", "alone")
"""The facts that an evaluation, or two that are compared, give to the filter of the image list."""


@dataclass(frozen=True, slots=True, eq=False)
class FolderEvaluation:
    """All results of an evaluation."""

    judge: Judge
    """The model, the settings and the question that the results are valid for."""
    name: str
    """The model's name, as a person sees it."""
    words: Mapping[str, JudgedWord]
    """The words that were judged, by relative path of the image."""
    metrics: Metrics
    """The measures over all words."""
    shares: Mapping[Kind, Mapping[int | str, Tally]]
    """Words or characters read rightly, by length, symbol, position and folder."""
    confusions: Counter[Step]
    """Numbers of (symbol of the label, symbol that was read), right readings included. None: no symbol."""
    of_words: Reliability
    """The probabilities of words compared with the share of right ones."""
    of_characters: Reliability
    """The scores of characters compared with the share of right ones."""
    centres: CentreErrors
    """The distances of the decoded centres from those of the labels."""
    maps: Mapping[str, Any] | None
    """Scores of the predicted maps, as `core.model.metrics.map_metrics.MapScores.to_dict` returns them. None if no
    label has target maps."""
    facts: Mapping[Fact, Facts]
    """Facts for the filter of the image list."""
    words_per_second: float | None
    """The words that the model has read a second, images opened. None if that was not measured for each word."""

    @classmethod
    def of(
        cls, judge: Judge, name: str, answers: Mapping[str, Evaluated], spec: NetworkSpec | None
    ) -> FolderEvaluation:
        """Return the evaluation that the judged words add up to."""
        words = {image: judged.word for image, judged in answers.items()}
        return cls(
            judge=judge,
            name=name,
            words=words,
            metrics=summarise(word.score for word in words.values()),
            shares=shares(words),
            confusions=confusions(word.score for word in words.values()),
            of_words=reliability(word_readings(words)),
            of_characters=reliability(character_readings(words)),
            centres=centre_errors(words),
            maps=None if spec is None else _maps_of(answers, spec),
            facts=_facts_of(answers),
            words_per_second=_speed_of(answers),
        )


def _maps_of(answers: Mapping[str, Evaluated], spec: NetworkSpec) -> Mapping[str, Any] | None:
    character = [judged.character for judged in answers.values() if judged.character is not None]
    order = [judged.order for judged in answers.values() if judged.order is not None]
    if not character:
        return None
    scores = MapScores(
        len(character),
        MapCounts.of_rows(character, len(Charset(spec.charset)) + 1),
        MapCounts.of_rows(order, spec.maps.max_length + 1),
    )
    return scores.to_dict(spec)


def _speed_of(answers: Mapping[str, Evaluated]) -> float | None:
    times = [judged.seconds for judged in answers.values()]
    taken = sum(seconds for seconds in times if seconds is not None)
    return len(times) / taken if taken > 0 and None not in times else None


def _facts_of(answers: Mapping[str, Evaluated]) -> Mapping[Fact, Facts]:
    wrong = {image: judged for image, judged in answers.items() if not judged.word.score.exact}
    return {
        "fault": {image: judged.outcome.at_fault for image, judged in wrong.items() if judged.outcome is not None},
        "misread": {image: misread_symbols(judged.word.score) for image, judged in wrong.items()},
        "misread-at": {
            image: frozenset(map(str, misread_places(judged.word.score))) for image, judged in wrong.items()
        },
        "confused": {
            image: frozenset(
                f"{wanted or ''}/{read or ''}" for wanted, read in judged.word.score.steps if wanted != read
            )
            for image, judged in wrong.items()
        },
        "sure": {
            image: frozenset(INTERVALS[bin_of(score)] for score in judged.word.scores if math.isfinite(score))
            for image, judged in answers.items()
        },
    }


class FigureWriting(ChildTask):
    """The figures and tables of one evaluation, which a process of its own writes."""

    def write(self, wanted: WriteFigures) -> None:
        """Start writing, whose end `changed` reports."""
        self.ask(self.tr("Writing the figures"), wanted, self.tr("The process that draws has ended without a result."))


class Evaluating(LabelledFolder[Evaluated]):
    """The evaluation of the chosen model, and earlier ones of other models on the same project for comparison.

    `right`: words read exactly, of the `answers` so far. `terms`: for the filter of the image list: the words that were
    asked for; "" if they were selected one by one.
    """

    evaluation: FolderEvaluation | None = None  # of what was judged when the job ended; None before
    others: tuple[FolderEvaluation, ...] = ()  # of other models on the open project, the latest first
    right = 0
    terms = ""

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        saver: Saver,
        predictions: Predictions,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(workspace, catalog, saver, predictions, client, parent)
        self._adding, self._restoring = (LatestJob(workspace.background, "checks", self) for _ in range(2))
        self._restored: Judge | None = None

    @property
    def asked(self) -> Asked:
        """The question about each word, without marks if the project has none."""
        return "judged" if has_marks(self._catalog.project_charset) else "judged without marks"

    def restore(self) -> None:
        """Restore the judgements from an earlier session, as far as images and labels are unchanged."""
        judge = self._present
        if judge is None or self._judge is not None or self._restored == judge or self._predictions.state != "ready":
            return
        self._restored = judge

        def then(evaluated: Mapping[str, Evaluated]) -> None:
            if not evaluated or self._judge is not None or judge != self._present:
                return
            self._judge, self.images = judge, tuple(evaluated)
            is_validation = {*evaluated} == {*labelled_words(self._catalog, "validation", self.with_drafts)}
            self.terms = "split:val" if is_validation else ""
            self._add(evaluated)
            self._add_up()

        self._restoring.ask(partial(_kept, judge), then)

    def save(self, folder: Path) -> None:
        """Write figures and tables of the evaluation to a folder, as `textscanner evaluate --out` does."""
        evaluation = self.evaluation
        if evaluation is None:
            self._workspace.notify(self.tr("There is no evaluation yet: press “Evaluate” first."), "warning")
            return

        writing = FigureWriting("app.workers.children.job", self)
        writing.changed.connect(partial(self._written, writing, folder))
        writing.write(WriteFigures(folder, evaluation.words, evaluation.maps))

    def _written(self, writing: FigureWriting, folder: Path) -> None:
        if writing.is_busy:
            return
        if writing.refusal:
            self._workspace.notify(writing.refusal, "error")
        else:
            self._workspace.notify(self.tr("Figures and tables are in {folder}.").format(folder=folder))
        writing.deleteLater()

    def compare(self, second: FolderEvaluation | None) -> None:
        """Tell the filter which words only the evaluated model, or only another one, reads rightly.

        None is no other model: then the filter knows of no such words.
        """
        alone = None
        if self.evaluation is not None and second is not None:
            sides = zip(ALONE, only_one_reads(self.evaluation.words, second.words), strict=True)
            alone = {image: frozenset({side}) for side, images in sides for image in images}
        self._catalog.set_facts("alone", alone)

    def _title(self, count: str) -> str:
        return agreeing(self.tr("Evaluating {count} {count:|word|words}"), count=count)

    def _without(self, what: Literal["project", "model"]) -> str:
        if what == "project":
            return self.tr("Open a folder to evaluate a model on its labels.")
        return self.tr("Choose a model to see here how well it reads, and where it does not.")

    def _answers_in(self, news: FolderRead) -> Mapping[str, Evaluated]:
        return news.judged

    def _begin(self, images: tuple[str, ...]) -> None:
        is_filtered = self.scope == "list" and len(self._catalog.chosen) < 2
        super()._begin(images)
        self.terms = self._catalog.filter_text if is_filtered else "split:val" if self.scope == "validation" else ""

    def _clear(self) -> None:
        super()._clear()
        if self.evaluation is not None:
            self._keep(self.evaluation)
        self.evaluation, self.right = None, 0
        project = self._workspace.project
        self.others = tuple(evaluation for evaluation in self.others if evaluation.judge.project == project)
        for field in FACTS:
            self._catalog.set_facts(field, None)

    def _keep(self, evaluation: FolderEvaluation) -> None:
        """Keep an evaluation to compare with, in place of an earlier one of the same model."""
        kept = [earlier for earlier in self.others if earlier.judge != evaluation.judge]
        self.others = (evaluation, *kept)[:_MOST_KEPT]

    def _add(self, answers: Mapping[str, Evaluated]) -> None:
        self.right += sum(judged.word.score.exact for judged in answers.values())
        super()._add(answers)

    def _add_up(self) -> None:
        super()._add_up()
        judge, model = self._judge, self._predictions.model
        if judge is None or self.job is not None or not self.answers:
            return
        name = "" if model is None else model_ref(model).name
        answers, spec = dict(self.answers), self._predictions.spec
        self._adding.ask(partial(_evaluated, judge, name, answers, spec), self._evaluated)

    def _evaluated(self, evaluation: FolderEvaluation) -> None:
        if evaluation.judge != self._judge:
            return
        self.evaluation = evaluation
        self.others = tuple(earlier for earlier in self.others if earlier.judge != evaluation.judge)
        for field, facts in evaluation.facts.items():
            self._catalog.set_facts(field, facts)
        self.changed.emit()


def _evaluated(
    judge: Judge, name: str, answers: Mapping[str, Evaluated], spec: NetworkSpec | None, job: Job
) -> FolderEvaluation:
    evaluation = FolderEvaluation.of(judge, name, answers, spec)
    present = _stamps(judge, {image: judged.label_hash for image, judged in answers.items()})
    kept = {
        image: KeptWord(
            stamp,
            judged.label_hash,
            judged.word,
            judged.outcome,
            judged.character,
            judged.order,
            seconds=judged.seconds,
        )
        for image, judged in answers.items()
        if (stamp := present.get(image)) is not None
    }
    write_kept(_file_of(judge), kept)
    return evaluation


def _file_of(judge: Judge) -> Path:
    settings = judge.project.settings
    choices = f"{settings.normalisation} {settings.fold_full_width} {judge.asked}"
    cache = None if judge.run is None else judge.run / "evaluations"
    return kept_path(judge.project.root, judge.model, choices, cache)


def _stamps(judge: Judge, hashes: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Time and size of each image whose label still is the one with this hash."""
    stamps = stamps_of(judge.project.root, hashes)
    same = (image for image in stamps if hash_of_label(judge.project, image) == hashes[image])
    return {image: numbers_of(stamps[image])[:2] for image in same}


def _kept(judge: Judge, job: Job) -> dict[str, Evaluated]:
    words = read_kept(_file_of(judge))
    present = _stamps(judge, {image: word.label_hash for image, word in words.items()})
    return {
        image: Evaluated(word.word, word.label_hash, word.outcome, word.character, word.order, word.seconds)
        for image, word in words.items()
        if present.get(image) == word.stamp
    }
