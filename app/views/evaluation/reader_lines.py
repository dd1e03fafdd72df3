"""Makes the rows of the page that compares the model with other readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from app.evaluation.evaluating import FolderEvaluation
from app.language.figures import percent
from app.language.languages import translate
from app.views.evaluation.groups import Group, misread
from app.views.evaluation.share_rows import ShareLine
from core.labels.checks.problems import printable
from core.model.metrics.several_readers import ReaderScore, ReadTexts, SeveralReaders, compare_readers
from core.readings.reading import PictureReading

Table = tuple[tuple[str, ...], tuple[ShareLine, ...]]

_MOST = 40  # symbols of a reader's name


def readers(evaluation: FolderEvaluation, readings: Callable[[str], Sequence[PictureReading]]) -> Table:
    """Return a row for each reader, for words that only one reader reads rightly, and for words both misread alike.

    `readings`: gives the readings of an image by other readers. Beside each of them the model is measured on the words
    that this reader has read, too.
    """
    titles = (
        translate("Evaluation", "Reader"),
        translate("Evaluation", "Words"),
        translate("Evaluation", "Exactly"),
        translate("Evaluation", "1 − NED"),
        translate("Evaluation", "Words/s"),
        translate("Evaluation", "Any case, 95 % interval"),
    )
    lines: list[ShareLine] = []
    for comparison in compared_with(evaluation, readings):
        lines += _lines(evaluation, comparison)
    return titles, tuple(lines)


def compared_with(
    evaluation: FolderEvaluation, readings: Callable[[str], Sequence[PictureReading]]
) -> tuple[SeveralReaders, ...]:
    """Return comparisons of the model with each other reader that has read words of the evaluation."""
    targets = {image: word.score.target for image, word in evaluation.words.items()}
    read = {image: word.score.predicted for image, word in evaluation.words.items()}
    own = ReadTexts(evaluation.name, read, evaluation.words_per_second)
    by_reader: dict[str, list[PictureReading]] = {}
    for image in targets:
        for entry in readings(image):
            by_reader.setdefault(entry.reading.reader, []).append(entry)
    comparisons = (
        compare_readers(targets, own, ReadTexts.of(reader, entries)) for reader, entries in by_reader.items()
    )
    return tuple(comparison for comparison in comparisons if comparison is not None)


def _lines(evaluation: FolderEvaluation, comparison: SeveralReaders) -> list[ShareLine]:
    first, second = comparison.first, comparison.second
    whose = printable(second.reader, _MOST)
    alone = translate("Evaluation", "read only by {model}")
    alike = translate("Evaluation", "misread in the same way by both")
    tip = translate("Evaluation", "A word that two readers misread in the same way often has a wrong label")
    groups = (
        (alone.format(model=first.reader), Group(comparison.only_first), ""),
        (alone.format(model=whose), Group(comparison.only_second, "read:wrong"), ""),
        (alike, Group(comparison.misread_alike, "read:wrong readers:same,case"), tip),
    )
    return [
        _of_reader(first, partial(misread, evaluation)),
        _of_reader(second, partial(Group, ())),
        *(
            ShareLine(f"   {title}", (f"{len(group.images):,}", "", "", "", ""), partial(_same, group), None, tip)
            for title, group, tip in groups
        ),
    ]


def _of_reader(score: ReaderScore, group: Callable[[], Group]) -> ShareLine:
    low, high = score.interval
    share = score.any_case / score.words
    text = f"{percent(share)} ({percent(low)} – {percent(high)})"
    speed = "–" if score.words_per_second is None else f"{score.words_per_second:.1f}"
    values = (f"{score.words:,}", percent(score.exact / score.words), f"{score.one_minus_ned:.3f}", speed, text)
    return ShareLine(printable(score.reader, _MOST), values, group, share)


def _same(group: Group) -> Group:
    return group
