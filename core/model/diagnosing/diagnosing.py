"""Diagnoses a training: measures its words, tries its network, and names the causes that keep it from learning."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.base.errors import Sentence, StudioError
from core.base.progress import Progress, ignore_news
from core.data.batches.batches import collate
from core.data.preflight import SHARED
from core.data.samples.samples import Prepared
from core.model.diagnosing import data as of_data
from core.model.diagnosing import learning
from core.model.diagnosing.curves import (
    FEWEST,
    length_findings,
    part_norms,
    rate_of_run_findings,
    split_findings,
)
from core.model.diagnosing.findings import DiagnoseJob, Examined, Finding, most_informative_first
from core.model.diagnosing.labels import JudgedLabel, label_findings, mean_agreement
from core.model.diagnosing.measuring import (
    UNREAD,
    OwnWords,
    copies,
    grounds,
    kept_characters,
    own_words,
    padded_shares,
    picture_of,
    spread_samples,
    taught,
)
from core.model.diagnosing.trying import ShortTraining, activity_of
from core.model.network.saving import load_model
from core.model.steps import backends
from core.model.steps.hardware import policy
from core.model.training.trainingdata import TrainingData, open_data
from core.model.using.opening import open_recogniser
from core.model.using.prediction import Predictor
from core.runs.bundled import BUNDLED, BundledModel
from core.runs.config import TrainConfig
from core.runs.curves import Curves, read_curves
from core.runs.files import RunFiles
from core.runs.fine_tuning import LEAST_KNOWN, best_known, known
from core.runs.model_ref import model_ref
from core.runs.spec import NetworkSpec

_JUDGED, _AUGMENTED = 200, 48  # words that are read
_COMPARED = 1000  # words among which copies are looked for
_WORDS = 8
_FEW_STEPS = 24
_BY_HEART = 300
_SECONDS = 540.0
_LATE = Sentence(
    "The time was over before all was tried, so that a cause may be missing. Look again while this machine has less to "
    "do."
)


@dataclass(eq=False)
class _Work:
    """The progress of a diagnosis: of 100, each piece of work with its share, and the end of its time."""

    progress: Progress
    until: float
    done: float = 0.0
    notes: list[str] = field(default_factory=list)
    measured: tuple[str, ...] = ()

    def share(self, hundredths: float) -> Progress:
        """Return the progress of the next piece of work."""
        begun, self.done = self.done, self.done + hundredths

        def report(done: int, total: int) -> None:
            self.progress(round(begun + hundredths * done / total) if total else round(begun), 100)

        report(0, 1)
        return report

    @property
    def has_time(self) -> bool:
        """True if a further piece of work may begin. If none may, a note says that something was not tried."""
        has_time = time.monotonic() <= self.until
        if not has_time and _LATE not in self.notes:
            self.notes.append(_LATE)
        return has_time


def diagnose(
    job: DiagnoseJob,
    progress: Progress = ignore_news,
    *,
    judges: Sequence[BundledModel] = BUNDLED,
    seconds: float = _SECONDS,
) -> Examined:
    """Diagnose why a training does not learn, without writing a file.

    Call it in a process of its own, before TensorFlow has computed anything.

    Parameters
    ----------
    progress : Progress
        Called with hundredths; raise Cancelled in it to stop.
    judges : sequence of BundledModel
        The one that knows most of the symbols of the words reads them, to judge their labels.
    seconds : float
        No further trial is begun after this time, and a note says so.

    Raises
    ------
    StudioError
        If the training could not even begin.
    """
    began = time.monotonic()
    work = _Work(progress, began + seconds)
    config = _alone(job.config)
    hardware = backends.prepare(config)
    opened = open_data(_without_drawing(config), None, work.share(20))
    words = own_words(opened.parts, _JUDGED, _AUGMENTED)
    findings = _of_data(config, opened, words, judges, work)
    samples = [sample for sample in words.plain or spread_samples(opened.training, _WORDS) if sample.has_maps]
    # of narrow characters no pixel of the map may be left: such a word cannot be read, however well it is learnt
    samples = [sample for sample in samples if UNREAD not in taught(sample, opened.spec).text] or samples
    samples = _misread_first(config, opened, samples)[:_WORDS]
    if samples:
        curves = Curves() if job.run is None else read_curves(RunFiles(job.run).metrics)
        with policy(hardware.precision):
            trial = ShortTraining(config, opened.spec, samples, hardware)
            findings += _of_trial(config, trial, curves, work, is_clean=not findings)
        if job.run is not None:
            _look_at_model(job.run, opened.spec, samples, work)
    return Examined(_once_each(findings), time.monotonic() - began, tuple(work.notes), work.measured)


def _misread_first(config: TrainConfig, opened: TrainingData, samples: Sequence[Prepared]) -> list[Prepared]:
    """Put the words first that the start does not read: of those that it reads nothing is left to learn."""
    if config.start is None:
        return [*samples]
    readings = Predictor(open_recogniser(config.start)).read([picture_of(sample) for sample in samples])
    known = [reading.word.text for reading in readings]
    texts = [taught(sample, opened.spec).text for sample in samples]
    return [samples[place] for place in sorted(range(len(samples)), key=lambda place: known[place] == texts[place])]


def _alone(config: TrainConfig) -> TrainConfig:
    """Return the choices of a training in only this process and its backend, which keeps no synthetic words."""
    alone = {"cache_drawn": 0, "workers": (), "index": 0, "resume": False, "backend": "auto"}
    return config.resolved().model_copy(update=alone)


def _without_drawing(config: TrainConfig) -> TrainConfig:
    """Leave out the synthetic words if there are words of the folder, because synthetic ones have exact labels."""
    return config if config.synthetic == 1 else config.model_copy(update={"synthetic": 0.0})


def _of_data(
    config: TrainConfig, opened: TrainingData, words: OwnWords, judges: Sequence[BundledModel], work: _Work
) -> list[Finding]:
    assert config.synthetic is not None
    findings = of_data.mutual_findings(
        opened.training_count,
        opened.character_level,
        config.synthetic,
        from_model=config.start is not None,
        mutual_start=config.mutual_start,
    )
    if opened.spec.maps.keep_aspect:
        findings += of_data.padding_findings(
            grounds(words.plain), padded_shares(words.plain, opened.spec), opened.spec.padding
        )
    unreadable = [name for report in opened.report.get("training", ()) for name in report.get("unreadable", ())]
    findings += of_data.upper_bound_findings(opened.training_count, unreadable)
    if opened.validation is not None and words.plain:
        shared = [left.name for left in opened.left_out if getattr(left.reason, "template", "") == SHARED.template]
        held = spread_samples(opened.validation, _COMPARED)
        shared += copies(own_words(opened.parts, _COMPARED, 0).plain, held)
        findings += of_data.validation_findings(len(held), tuple(dict.fromkeys(shared)))
    judged, again = _judged(opened, words, judges, work)
    findings += label_findings(judged, opened.spec.charset)
    kept, cut = kept_characters(words.augmented)
    names = {word.name for word in again}
    before = mean_agreement([word for word in judged if word.name in names]) if again else None
    findings += of_data.augmentation_findings(kept, words.lost, before, mean_agreement(again) if again else None, cut)
    return findings


def _judged(
    opened: TrainingData, words: OwnWords, judges: Sequence[BundledModel], work: _Work
) -> tuple[list[JudgedLabel], list[JudgedLabel]]:
    """Return the words beside what the judge reads in them: as they are, and augmented."""
    spec, report = opened.spec, work.share(30)
    alone = [taught(sample, spec) for sample in words.plain]
    used: dict[str, int] = {}
    for symbol in "".join(word.text for word in alone):
        used[symbol] = used.get(symbol, 0) + 1
    judge = best_known(used, judges)
    if not alone or judge is None or known(used, judge.symbols).share < LEAST_KNOWN:
        work.notes.append(Sentence("No model knows these symbols, so the labels could not be compared with readings."))
        return alone, []
    predictor = Predictor(load_model(judge.path))
    done, every = 0, len(words.plain) + len(words.augmented)

    def read(samples: Sequence[Prepared]) -> list[JudgedLabel]:
        nonlocal done
        taught_words = []
        for start in range(0, len(samples), predictor.batch_size):
            some = samples[start : start + predictor.batch_size]
            predictions = predictor.read([picture_of(sample) for sample in some])
            taught_words += [taught(sample, spec, read) for sample, read in zip(some, predictions, strict=True)]
            done += len(some)
            report(done, every)
        return taught_words

    return read(words.plain), read(words.augmented)


def _of_trial(
    config: TrainConfig, trial: ShortTraining, curves: Curves, work: _Work, *, is_clean: bool
) -> list[Finding]:
    """Try the network, or judge a run that is long enough by its own curves as far as they show a cause."""
    assert config.steps
    rate = config.peak_rate
    usual = config.model_copy(update={"learning_rate": None, "start_rate": None}).resolved().peak_rate
    trial.take_one_step()
    tried, has_run = [], len(curves.get("loss", ((),))[0]) >= FEWEST
    if learning.is_suspect(rate, usual) and not has_run:
        rates = learning.tried_rates(rate, usual)
        tried = [trial.at_rate(one, _FEW_STEPS, work.share(20 / len(rates))) for one in rates if work.has_time]
    findings = learning.rate_findings(tried, usual)
    if has_run:
        findings = rate_of_run_findings(curves, rate, usual)
        # rates that throw the weights about leave statistics behind that fit nothing
        findings = findings or split_findings(curves, is_own=not config.synthetic and not config.sources)
    findings += learning.branch_findings(
        part_norms(curves) or trial.norms,
        trial.parts,
        config.loss.model_dump(),
        is_pretrained=config.start is not None or config.weights is not None,
        thaws=config.unfreeze_at is not None,
    )
    is_random = config.start is None and config.weights is None
    is_frozen = config.normalisation == "frozen"
    report = work.share(25)
    settled = learning.normalisation_findings(
        frozen_at_random=is_frozen and is_random, momentum=0.0 if is_frozen else config.momentum, steps=config.steps
    )
    heart = None
    if is_clean and not findings and not settled and work.has_time:
        heart = trial.by_heart(rate, _BY_HEART, report, lambda: not work.has_time)
        if heart.steps == _BY_HEART:
            findings += learning.heart_findings(heart, trial.constants)
    if not findings and not settled:
        whole = config.model_copy(update={"steps": None, "minutes": None}).resolved()
        findings += length_findings(curves, whole.steps or 0)
    work.measured = learning.measured_sentences(trial.norms, trial.activity(), trial.constants, heart)
    return findings + settled


def _look_at_model(run: Path, spec: NetworkSpec, samples: Sequence[Prepared], work: _Work) -> None:
    if not model_ref(run).exists:
        work.notes.append(Sentence("The run has no model yet, so its weights were not looked at."))
        return
    work.share(5)
    try:
        recogniser = open_recogniser(run)
    except StudioError as error:
        work.notes.append(str(error))
        return
    if recogniser.spec != spec:
        return
    activity = activity_of(recogniser.network, collate(samples, spec.maps))
    work.measured += (
        Sentence(
            "In the model of the run {dead:.0%} of the units are dead, and {saturated:.0%} of the centre map is "
            "saturated.",
            dead=activity.dead,
            saturated=activity.saturated,
        ),
    )


def _once_each(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Sort findings, and keep the first of each cause."""
    first: dict[str, Finding] = {}
    for finding in most_informative_first(findings):
        first.setdefault(finding.id, finding)
    return tuple(first.values())
