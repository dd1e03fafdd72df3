"""What an action on many labels has done, and the sentences that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.language.languages import translate
from app.language.sentences import translated
from app.project.desk import Severity
from core.labels.files.storage import LabelFile
from core.labels.formats.record import Refusal


@dataclass(frozen=True, slots=True)
class BulkReport:
    """What a bulk action has done.

    Attributes
    ----------
    action : str
        Its id in the history.
    changed : tuple of str
        Images whose label file was changed.
    unchanged : int
        Number of images whose label needed no change.
    refusals : tuple of Refusal
        Images that were left unchanged, each with the reason.
    files : mapping
        The label files that were written, for the images of `told_of`; None for a deleted file. One that was saved
        over before the action's end is not among them.
    stopped : bool
        Whether the action ended before the last image.
    trouble : str
        Why the action ended early, where no person stopped it.
    """

    title: str
    action: str
    changed: tuple[str, ...] = ()
    unchanged: int = 0
    refusals: tuple[Refusal, ...] = ()
    files: Mapping[str, LabelFile | None] = field(default_factory=dict)
    stopped: bool = False
    trouble: str = ""


def severity_of(report: BulkReport) -> Severity:
    """How much what an action has done matters."""
    return "warning" if report.refusals or report.trouble else "note"


def summary(report: BulkReport) -> str:
    """The sentences that say what a bulk action has done."""
    count = len(report.changed)
    parts = [
        translate("Bulk", "{title}: one label changed.")
        if count == 1
        else translate("Bulk", "{title}: {count} labels changed.")
    ]
    if report.refusals:
        more = (
            translate("Bulk", "One refused: {first}")
            if len(report.refusals) == 1
            else translate("Bulk", "{refused} refused, the first: {first}")
        )
        parts.append(more)
    if report.trouble:
        parts.append(translate("Bulk", "It was ended: {trouble}"))
    elif report.stopped:
        parts.append(translate("Bulk", "It was stopped before the end."))
    first = translated(report.refusals[0].reason) if report.refusals else ""
    return " ".join(parts).format(
        title=report.title,
        count=count,
        refused=len(report.refusals),
        first=first,
        trouble=translated(report.trouble),
    )
