"""The texts in the tables of an evaluation, with a line for each number that has words behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

from app.evaluation.evaluating import FolderEvaluation
from app.language.figures import FEW, agreeing, percent, share_of
from app.language.languages import translate
from app.views.evaluation.groups import Group, at_fault, compared, misread, misread_of
from app.views.evaluation.share_rows import ShareLine
from core.index.filters import AT_FAULT
from core.labels.checks.problems import printable
from core.model.metrics.breakdown import Kind, Tally

MapKind = Literal["character", "order"]

Table = tuple[tuple[str, ...], tuple[ShareLine, ...]]  # titles of the columns, and the rows


def summary(evaluation: FolderEvaluation) -> str:
    """Return the most important measures of an evaluation in one line."""
    metrics = evaluation.metrics
    text = translate(
        "Evaluation",
        "{model}: {accuracy} of {count} {count:|word|words} read exactly, {without_case} without regard to case.",
    )
    return agreeing(
        text,
        model=evaluation.name,
        accuracy=_of_words(metrics.word_accuracy, metrics.images),
        count=f"{metrics.images:,}",
        without_case=_of_words(metrics.word_accuracy_ci, metrics.images),
    )


def measures(evaluation: FolderEvaluation) -> str:
    """Return the measures that few people ask for in one line."""
    text = translate("Evaluation", "Similarity of readings and labels (1 − NED): {similarity}. Character F1: {f1}.")
    metrics = evaluation.metrics
    return text.format(similarity=_number(metrics.one_minus_ned), f1=_number(metrics.character_f1))


def kind_name(kind: Kind) -> str:
    """Return the title of a kind of group."""
    names: Mapping[Kind, str] = {
        "length": translate("Evaluation", "By length"),
        "symbol": translate("Evaluation", "By symbol"),
        "position": translate("Evaluation", "By position"),
        "source": translate("Evaluation", "By folder"),
    }
    return names[kind]


def accuracy(evaluation: FolderEvaluation, second: FolderEvaluation | None, kind: Kind) -> Table:
    """Return the table of accuracy for words by length or folder, or for characters by symbol or position."""
    firsts: Mapping[Kind, str] = {
        "length": translate("Evaluation", "Length"),
        "symbol": translate("Evaluation", "Symbol"),
        "position": translate("Evaluation", "Position"),
        "source": translate("Evaluation", "Folder"),
    }
    counted = (
        translate("Evaluation", "Words") if kind in ("length", "source") else translate("Evaluation", "Characters")
    )
    titles = [firsts[kind], counted, translate("Evaluation", "Right")]
    if second is not None:
        titles.append(second.name)
    titles.append(translate("Evaluation", "Accuracy") if second is None else evaluation.name)
    lines = []
    for key, share in evaluation.shares[kind].items():
        values = [f"{share.count:,}", f"{share.right:,}"]
        if second is not None:
            values.append(_share(second.shares[kind].get(key)))
        values.append(_share(share))
        title = printable(key, 12) if isinstance(key, str) and key else str(key) or "./"
        group = partial(misread_of, evaluation, kind, key)
        lines.append(
            ShareLine(
                title, tuple(values), group, share.accuracy, translate("Evaluation", "Press to list the misread words")
            )
        )
    return tuple(titles), tuple(lines)


def maps(evaluation: FolderEvaluation, kind: MapKind) -> Table:
    """Return F1 and intersection over union of a predicted map, for all classes together and then for each class."""
    titles = (
        translate("Evaluation", "Symbol") if kind == "character" else translate("Evaluation", "Position"),
        translate("Evaluation", "Pixels"),
        translate("Evaluation", "Precision"),
        translate("Evaluation", "Recall"),
        "IoU",
        "F1",
    )
    if evaluation.maps is None:
        return titles, ()
    scores: Mapping[str, Any] = evaluation.maps[kind]
    lines = [
        _map_line(translate("Evaluation", "All pixels"), "", scores["micro"], lambda: misread(evaluation)),
        _map_line(translate("Evaluation", "Mean of all"), "", scores["macro"], lambda: misread(evaluation)),
    ]
    for row in scores["classes"]:
        name = row["class"]
        if name is not None:
            by: Kind = "symbol" if kind == "character" else "position"
            lines.append(
                _map_line(printable(str(name), 6), f"{row['pixels']:,}", row, partial(misread_of, evaluation, by, name))
            )
    return titles, tuple(lines)


def _map_line(title: str, pixels: str, scores: Mapping[str, Any], group: Callable[[], Group]) -> ShareLine:
    values = (pixels, *(_number(scores[name]) for name in ("precision", "recall", "iou", "f1")))
    return ShareLine(title, values, group, scores["f1"])


def places(evaluation: FolderEvaluation) -> str:
    """Return a sentence about the errors of the predicted centres."""
    centres = evaluation.centres
    if not centres.count:
        return translate("Evaluation", "No label has polygons to compare the decoded centres with.")
    text = translate(
        "Evaluation",
        "Centres of {count} {count:|character|characters}: median {pixels} px from the polygon's, {relative} of "
        "the character's size (mean {mean}); {missing} {missing:|has|have} none.",
    )
    return agreeing(
        text,
        count=f"{centres.count:,}",
        pixels=_number(centres.median),
        relative=_percent(centres.median_relative),
        mean=_percent(centres.mean_relative),
        missing=f"{centres.missing:,}",
    )


def groups(evaluation: FolderEvaluation, second: FolderEvaluation | None) -> Table:
    """Return the misread words by cause, and with a second model also the words that only one model reads rightly."""
    titles = (translate("Evaluation", "Words that are"), translate("Evaluation", "Count"))
    count = max(len(evaluation.words), 1)
    held: list[tuple[str, Group]] = [(translate("Evaluation", "misread, the worst first"), misread(evaluation))]
    causes = {
        "class": translate("Evaluation", "misread because of the character map"),
        "order": translate("Evaluation", "misread because of the order map"),
        "localization": translate("Evaluation", "misread because of the centre map"),
        "aid": translate("Evaluation", "read right by the network, then spoilt by a reading aid"),
        "upper-bound": translate("Evaluation", "misread even with perfect maps"),
        "charset": translate("Evaluation", "with symbols that the model does not know"),
        "label": translate("Evaluation", "of labels without target maps"),
    }
    by_cause = at_fault(evaluation)
    held += [(causes[cause], by_cause[cause]) for cause in AT_FAULT if cause in by_cause]
    if second is not None:
        one, two = compared(evaluation, second)
        alone = translate("Evaluation", "read only by {model}")
        held += [(alone.format(model=evaluation.name), one), (alone.format(model=second.name), two)]
    return titles, tuple(
        ShareLine(title, (f"{len(group.images):,}",), partial(_same, group), len(group.images) / count)
        for title, group in held
    )


def _same(group: Group) -> Group:
    return group


def calibration(error: float | None) -> str:
    """Return a sentence about the expected calibration error."""
    if error is None:
        return translate("Evaluation", "Nothing was read.")
    text = translate(
        "Evaluation",
        "Expected calibration error: {error}. On the line, the probability equals the share of right readings.",
    )
    return text.format(error=f"{error:.3f}")


def _share(share: Tally | None) -> str:
    return "–" if share is None or not share.count else share_of(share.accuracy, share.count)


def _of_words(value: float | None, count: int) -> str:
    """A share of words with their number beside it: of a few words, a count."""
    return f"{round(value * count)}" if value is not None and count < FEW else _percent(value)


def _percent(value: float | None) -> str:
    return "–" if value is None else percent(value, 1)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}" if value < 10 else f"{value:.1f}"
