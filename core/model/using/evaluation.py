"""Evaluates a model on labelled word images: the measures of `model.metrics.metrics`, and their details."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import FileWriteError, LabelError, Sentence
from core.base.files import make_folder
from core.base.phrases import listed
from core.base.progress import Progress, ignore_news
from core.charset import has_marks, name_of
from core.charset import normalise as normalise_text
from core.data.samples.samples import LeftOut, Reader
from core.model.metrics.breakdown import (
    WITHOUT_MARKS,
    JudgedWord,
    Tally,
    Words,
    centre_errors,
    character_readings,
    judge_word,
    reliability,
    shares,
    word_readings,
)
from core.model.metrics.figures import write_figures, write_summary
from core.model.metrics.map_metrics import MapScores
from core.model.metrics.measurable import (
    has_marks_in,
    measurable,
    measured_labels,
    note_of_agreed,
    note_of_drafts,
    nothing_left,
)
from core.model.metrics.metrics import LengthScore, Metrics, Step, WordScore, accuracy_by_length, confusions, summarise
from core.model.using.graphs.word_graph import WordGraph, graph_predictor
from core.model.using.predicting import BATCH_SIZE, WordPrediction, WordPredictor
from core.model.using.reading_options import PLAIN, ReadingOptions
from core.project.project import Project
from core.runs.spec import NetworkSpec

if TYPE_CHECKING:
    from core.model.network.saving import Recogniser
    from core.model.using.graphs.exported import Exported

RESULTS = "images.jsonl"  # name of the file of per-image results, one JSON object a line


_NAMED = 8  # symbols that a note names one by one


@dataclass(frozen=True, slots=True)
class ImageResult:
    """The prediction for one image, and its comparison with the label."""

    prediction: WordPrediction
    """The word that the model reads, with the centres of its characters in image pixels."""
    judged: JudgedWord
    """The comparison of this word with the label."""

    @property
    def score(self) -> WordScore:
        """The score of the reading against the label."""
        return self.judged.score

    def to_dict(self) -> dict[str, Any]:
        """Return a line of `RESULTS`: the entry of `textscanner predict --json`, `target`, and the score."""
        predicted = self.prediction.to_dict()
        return {"image": predicted.pop("image"), "target": self.score.target} | predicted | self.score.to_dict()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results and the measures of a model on some images."""

    metrics: Metrics
    """The measures over all images that were evaluated."""
    images_per_second: float
    """Images decoded, resized and read in a second, by the wall clock, without the time that it takes to load the model
    and to compile it, but with that for the maps if they are compared."""
    by_length: Mapping[int, LengthScore]
    """The word accuracy by the length of the target."""
    confusions: Counter[Step]
    """The result of `core.model.metrics.metrics.confusions`."""
    unknown: Counter[str]
    """Symbols in the targets that the model's charset lacks and that cannot be read rightly, with their numbers."""
    left_out: tuple[LeftOut, ...]
    """Images that were not evaluated, each with its reason."""
    notes: tuple[str, ...]
    """Notes on the figures, a sentence each."""
    maps: Mapping[str, Any] | None = None
    """The result of `core.model.metrics.map_metrics.MapScores.to_dict`. None if the maps were not compared, or no label
    has polygons."""
    options: ReadingOptions = PLAIN
    """The options of reading words."""
    words: Words = field(default_factory=dict)
    """The words by the image's name."""
    alone: Metrics | None = None
    """The measures of the network's own readings, if words were not read with the plain options."""

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `textscanner evaluate --json`, with reading options that are not the plain ones."""
        alone = {} if self.alone is None else {"network_alone": self.alone.to_dict()}
        return self.metrics.to_dict() | {"images_per_second": self.images_per_second} | self.options.to_dict() | alone

    def details(self) -> dict[str, Any]:
        """Return the document of `SUMMARY`: `to_dict` and all details, most frequent confusions first, ε as null."""
        by_kind = shares(self.words)
        return self.to_dict() | {
            "by_length": [
                {"length": length, "words": score.words, "word_accuracy": score.accuracy}
                for length, score in self.by_length.items()
            ],
            "confusions": [
                {"target": wanted, "predicted": read, "count": count}
                for (wanted, read), count in sorted(self.confusions.items(), key=_most_frequent_first)
                if wanted != read
            ],
            "symbols": [
                {"symbol": symbol, "targets": total, "read": self.confusions[symbol, symbol]}
                for symbol, total in sorted(self.totals.items())
            ],
            "by_position": _listed("position", by_kind["position"]),
            "by_source": _listed("source", by_kind["source"]),
            "calibration_error": {
                "words": reliability(word_readings(self.words)).error,
                "characters": reliability(character_readings(self.words)).error,
            },
            "centres": centre_errors(self.words).to_dict(),
            "unknown": dict(self.unknown.most_common()),
            "left_out": [{"image": left.name, "reason": left.reason} for left in self.left_out],
            "notes": list(self.notes),
            "maps": self.maps,
        }

    @property
    def totals(self) -> Counter[str]:
        """The number of occurrences of each symbol in the targets."""
        totals: Counter[str] = Counter()
        for (wanted, _), count in self.confusions.items():
            if wanted is not None:
                totals[wanted] += count
        return totals


def _listed(name: str, tallies: Mapping[int | str, Tally]) -> list[dict[str, Any]]:
    return [{name: key, "count": tally.count, "right": tally.right} for key, tally in tallies.items()]


OnResult = Callable[[ImageResult], None]


def _most_frequent_first(item: tuple[Step, int]) -> tuple[int, str, str]:
    (wanted, read), count = item
    return -count, wanted or "", read or ""


def evaluate(
    predictor: WordPredictor[Any],
    reader: Reader,
    *,
    normalise: Callable[[str], str] = normalise_text,
    with_marks: bool = True,
    passed_over: Sequence[LeftOut] = (),
    on_result: OnResult = ignore_news,
    progress: Progress = ignore_news,
) -> Evaluation:
    """Read every labelled word, and compare the reading with the label.

    A target is the label's text or, without a text, the reading of its characters. A word with an illegible character
    (`###`) has no known text, unless the label has one, and is left out. Symbols that the model does not know, and
    words longer than it can read, are evaluated all the same and count as wrong; a note says how many.

    Parameters
    ----------
    predictor : WordPredictor
        If it gives maps, they are compared with those of the labels.
    reader : Reader
        A finite reader.
    normalise : callable
        Applied to targets and readings alike; a project's (`ProjectSettings.normalise`).
    with_marks : bool
        As in `judge_word`.
    passed_over : sequence of LeftOut
        Words that the reader itself did not use.
    on_result : callable
        Called with the result of each image as soon as it is ready, in order.
    progress : Progress
        Called with (images done, images).

    Raises
    ------
    DataError
        If there is no image that can be evaluated.
    """
    chosen, left_out = measurable(reader, normalise, passed_over)
    predictor.warm_up()
    words: dict[str, JudgedWord] = {}
    alone: list[WordScore] = []
    spec = predictor.network.spec
    maps, without_maps = MapScores.none(spec), list[str]()
    labels = (reader.label_of(index).normalised(normalise) for index in chosen)
    images = ((reader.name_of(index), partial(_image, reader, index)) for index in chosen)
    start = time.perf_counter()
    for label, prediction in zip(labels, predictor.predict(images, progress, len(chosen)), strict=True):
        if isinstance(prediction, LeftOut):
            left_out.append(prediction)
            continue
        if prediction.maps is not None:
            try:
                maps = maps.with_image(prediction.image, label, prediction.size, prediction.maps, spec)
            except LabelError as error:  # training leaves such a label out; its text can be compared all the same
                without_maps.append(str(error))
        polygons = [character.polygon for character in label.in_order]
        judge = partial(judge_word, label.word, polygons=polygons, normalise=normalise, with_marks=with_marks)
        judged = words[prediction.image] = judge(prediction.word)
        if prediction.alone is not None:
            alone.append(judge(prediction.alone).score)
        on_result(ImageResult(prediction.without_maps(), judged))
    seconds = time.perf_counter() - start
    if not words:
        raise nothing_left(reader.name, left_out)
    scores = [judged.score for judged in words.values()]
    unknown = _unknown((score.target for score in scores), spec)
    return Evaluation(
        metrics=summarise(scores),
        images_per_second=len(scores) / seconds,
        by_length=accuracy_by_length(scores),
        confusions=confusions(scores),
        unknown=unknown,
        left_out=tuple(left_out),
        notes=(*_notes(scores, unknown, spec), *_notes_of_maps(without_maps)),
        maps=maps.to_dict(spec) if maps.images else None,
        options=predictor.options,
        words=words,
        alone=summarise(alone) if alone else None,
    )


def evaluate_folder(
    network: Recogniser | Exported | WordGraph,
    folder: Path,
    *,
    out: Path | None = None,
    options: ReadingOptions = PLAIN,
    raw: bool = False,
    drafts: bool = False,
    agreed: bool = False,
    progress: Progress = ignore_news,
) -> Evaluation:
    """Evaluate a model on the labelled images of a project.

    Parameters
    ----------
    network : Recogniser, Exported or WordGraph
        The model. A graph gives no maps to compare.
    folder : Path
        The project.
    out : Path, optional
        A folder to write `RESULTS`, figures, tables and `SUMMARY` into. `SUMMARY` is written last and whole, so that
        its presence means that all exist. With it the maps are compared too, if there are labels with polygons.
    options : ReadingOptions
        The options of reading words.
    raw : bool
        As that of `core.base.spreadsheet.csv_text`.
    drafts : bool
        True to count labels that a model drafted and nobody has reviewed, too.
    agreed : bool
        True to count labels on which two readers agreed, too: a model that is one of them judges itself.
    progress : Progress
        Called with the images read.

    Raises
    ------
    ProjectError
        If the folder cannot be read.
    DataError
        If there is no image that can be evaluated, because all labels are drafts, for example, or a file of the options
        cannot be read.
    FileWriteError
        If results cannot be written.
    """
    project = Project.open(folder)
    reader, labels = measured_labels(project, drafts=drafts, agreed=agreed or drafts)
    with_marks = has_marks_in(project, labels)
    with_maps = out is not None and any(label.characters for label in labels)
    predictor = _predictor_of(network, reader.size, with_maps=with_maps, options=options)
    with ExitStack() as stack:
        on_result = ignore_news if out is None else stack.enter_context(_lines(out / RESULTS))
        evaluation = evaluate(
            predictor,
            reader,
            normalise=project.settings.normalise,
            with_marks=with_marks,
            passed_over=reader.passed_over,
            on_result=on_result,
            progress=progress,
        )
    unmarked = WITHOUT_MARKS if has_marks(network.spec.charset) and not with_marks else ""
    notes = filter(
        None, (note_of_drafts(reader, drafts, agreed=agreed), note_of_agreed(reader, agreed or drafts), unmarked)
    )
    evaluation = replace(evaluation, notes=(*notes, *evaluation.notes))
    if out is not None:
        write_figures(out, evaluation.words, evaluation.maps, raw=raw)
        write_summary(out, evaluation.details())
    return evaluation


def _predictor_of(
    network: Recogniser | Exported | WordGraph, images: int, *, with_maps: bool, options: ReadingOptions
) -> WordPredictor[Any]:
    if isinstance(network, WordGraph):
        return graph_predictor(network, images, options)
    from core.model.steps.backends import batches_at_once  # here and below: Keras comes with it
    from core.model.using.graphs.exported import Exported, ExportedPredictor
    from core.model.using.prediction import Predictor

    size = min(BATCH_SIZE, max(1, images))
    if isinstance(network, Exported):  # its process runs one image after the other
        return ExportedPredictor(network, size, with_maps=with_maps, options=options)
    return Predictor(network, size, with_maps=with_maps, options=options, at_once=batches_at_once())


def _image(reader: Reader, index: int) -> NDArray[np.uint8]:
    return reader.read(index).image


def _unknown(targets: Iterable[str], spec: NetworkSpec) -> Counter[str]:
    known = frozenset(spec.charset)
    return Counter(symbol for target in targets for symbol in target if symbol not in known)


def _notes(scores: Sequence[WordScore], unknown: Counter[str], spec: NetworkSpec) -> Iterator[str]:
    if unknown:
        words = sum(any(symbol in unknown for symbol in score.target) for score in scores)
        named = listed(f"{name_of(symbol)} {count} ×" for symbol, count in unknown.most_common(_NAMED))
        yield Sentence(
            "{words} of {count} {count:|word|words} {words:|holds|hold} symbols that the model cannot read, "
            "and {words:|counts|count} as wrong: {named}{more}. Train the model with a charset that has them.",
            words=words,
            count=len(scores),
            named=named,
            more=Sentence(" and {count} more", count=len(unknown) - _NAMED) if len(unknown) > _NAMED else "",
        )
    longest = spec.maps.max_length
    too_long = sum(len(score.target) > longest for score in scores)
    if too_long:
        yield Sentence(
            "{words} of {count} {count:|word|words} {words:|is|are} longer than the {longest} characters "
            "that the model can read, and {words:|counts|count} as wrong. Train the model with a higher "
            "max_length.",
            words=too_long,
            count=len(scores),
            longest=longest,
        )


def _notes_of_maps(refusals: Sequence[str]) -> Iterator[str]:
    if refusals:
        one = Sentence("1 word is left out of the measures of the maps, but counts in all others.")
        several = Sentence(
            "{count} words are left out of the measures of the maps, but count in all others.", count=len(refusals)
        )
        yield Sentence("{said} The first: {reason}", said=one if len(refusals) == 1 else several, reason=refusals[0])


@contextmanager
def _lines(path: Path) -> Iterator[OnResult]:
    """Give a function that writes a result as one line of a file, whole as soon as it is there."""
    make_folder(path.parent)
    try:
        with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:

            def write(result: ImageResult) -> None:
                try:
                    file.write(json.dumps(result.to_dict(), ensure_ascii=False, allow_nan=False) + "\n")
                except OSError as error:
                    raise _not_written(path, error) from error

            yield write
    except OSError as error:
        raise _not_written(path, error) from error


def _not_written(path: Path, error: OSError) -> FileWriteError:
    return FileWriteError(
        "{name}: cannot be written ({why}). Choose another folder for results.",
        name=path.name,
        why=error.strerror or error,
    )
