"""Chooses the labelled words that a reading can be compared with, whichever program reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.base.errors import DataError, Sentence
from core.charset import has_marks
from core.data.samples.samples import LeftOut, Reader, illegible
from core.data.samples.sources import FileReader, read_splits
from core.labels.label import WordLabel
from core.project.project import Project


def measured_labels(project: Project, *, drafts: bool, agreed: bool) -> tuple[FileReader, list[WordLabel]]:
    """Return a reader of a project's labelled words, and their labels.

    Parameters
    ----------
    project : Project
        The project.
    drafts : bool
        True to count labels that a model drafted and nobody has reviewed, too.
    agreed : bool
        True to count labels on which two readers agreed, too.

    Returns
    -------
    FileReader
        The labelled words.
    list of WordLabel
        The label of each word.

    Raises
    ------
    DataError
        If there are no labels but those that are not counted.
    ProjectError
        If the folder cannot be read.
    """
    (reader,) = read_splits(project, (None,), drafts=drafts, agreed=agreed)
    if not reader.size and reader.agreed:
        raise DataError(
            "{name}: no label that a person has confirmed. Accepted because two readers agreed: {count}. Confirm some, "
            "or count them with --agreed.",
            name=reader.name,
            count=reader.agreed,
        )
    if not reader.size and reader.drafts:
        raise DataError(
            "{name}: its only labels are drafts that nobody has reviewed ({count}). Review some, or count "
            "drafts as well with --drafts.",
            name=reader.name,
            count=reader.drafts,
        )
    return reader, [reader.label_of(index) for index in range(reader.size)]


def has_marks_in(project: Project, labels: Sequence[WordLabel]) -> bool:
    """Return True if a project labels marks such as . or $, so that marks in readings count."""
    return has_marks(project.settings.charset or set[str]().union(*map(project.settings.symbols_of, labels)))


def measurable(
    reader: Reader, normalise: Callable[[str], str], passed_over: Sequence[LeftOut]
) -> tuple[list[int], list[LeftOut]]:
    """Return the numbers of the words that have a target, and the words that are left out, `passed_over` first.

    Parameters
    ----------
    reader : Reader
        The words.
    normalise : callable (str) -> str
        The normalisation of texts.
    passed_over : sequence of LeftOut
        Words that are left out for other reasons.

    Raises
    ------
    DataError
        If no word has a target, or the reader is without end.
    """
    if reader.size is None:
        raise DataError(
            "{name}: the source has no end, so it cannot be read through once. Choose a folder of labelled images.",
            name=reader.name,
        )
    left_out = list(passed_over)
    chosen: list[int] = []
    for index in range(reader.size):
        reason = unusable(reader.label_of(index).normalised(normalise))
        if reason:
            name = reader.name_of(index)
            left_out.append(LeftOut(name, Sentence("{name}: {reason}", name=name, reason=reason)))
        else:
            chosen.append(index)
    if not chosen:
        raise nothing_left(reader.name, left_out)
    return chosen, left_out


def unusable(label: WordLabel) -> str:
    """Return the reason that a label has no target to compare a reading with, or "" if it has one."""
    if label.text is None and not label.characters:
        return Sentence("the label has neither text nor characters. Label the image.")
    return illegible(label)


def nothing_left(name: str, left_out: Sequence[LeftOut]) -> DataError:
    """Return the error for a project without any image that can be measured."""
    if not left_out:
        return DataError("{name}: no image in it. Choose a folder of labelled images.", name=name)
    return DataError(
        "{name}: no image left to evaluate, all {count} left out. The first: {reason}",
        name=name,
        count=len(left_out),
        reason=left_out[0].reason,
    )


def note_of_drafts(reader: FileReader, drafts: bool, *, agreed: bool) -> str:
    """Return a note on how many labels are drafts and whether they count, or "" if none is a draft.

    `agreed`: True if labels on which two readers agreed are among the words; `note_of_agreed` tells of them.
    """
    if drafts and (count := int((reader.confidences < 1).sum())):
        return Sentence(
            "{count} of {total} {total:|label|labels} {count:|is a draft|are drafts} of a model: the figures say how "
            "far models agree, and not how many words are read right.",
            count=count,
            total=reader.size,
        )
    if not drafts and reader.drafts:
        known = reader.size - (reader.agreed if agreed else 0)
        return Sentence(
            "{known} of {total} {total:|label|labels} {known:|is|are} known. The others are drafts that nobody has "
            "reviewed, and do not count. Review them, or count them with --drafts.",
            known=known,
            total=known + reader.drafts,
        )
    return ""


def note_of_agreed(reader: FileReader, agreed: bool) -> str:
    """Return a note on how many labels two readers agreed on and whether they count, or "" if there is none."""
    if not reader.agreed:
        return ""
    if agreed:
        return Sentence(
            "Accepted because two readers agreed: {count} of {total} {total:|label|labels}. Nobody has confirmed "
            "{count:|it|them}. A model that is one of the two is judged by its own readings.",
            count=reader.agreed,
            total=reader.size,
        )
    return Sentence(
        "Accepted because two readers agreed: {count} of {total} {total:|label|labels}. {count:|It does|They do} not "
        "count. Confirm {count:|it|them}, or count {count:|it|them} with --agreed.",
        count=reader.agreed,
        total=reader.size + reader.drafts + reader.agreed,
    )
