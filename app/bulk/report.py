"""Reports of actions on many labels, and the sentences about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.language.figures import counted
from app.language.languages import translate
from app.language.sentences import in_a_list, translated
from app.project.workspace import Severity
from core.labels.files.storage import LabelFile
from core.labels.formats.record import Refusal


@dataclass(frozen=True, slots=True)
class BulkReport:
    """The report of an action on many labels."""

    title: str
    """The action in the person's language, as history, undo list and report name it."""
    action: str
    """Id of the action in the history."""
    changed: tuple[str, ...] = ()
    """Images whose label file was made, changed or deleted."""
    made: int = 0
    """Number of these images that had no label file."""
    deleted: int = 0
    """Number of these images that have no label file any more."""
    unchanged: int = 0
    """Number of images whose label needed no change."""
    refusals: tuple[Refusal, ...] = ()
    """Images that were left unchanged, each with the reason."""
    files: Mapping[str, LabelFile | None] = field(default_factory=dict)
    """The label files that were written, for the images of `recorded`. None for a deleted file. A file that was saved
    over before the action's end is not among them."""
    stopped: bool = False
    """True if the action ended before the last image."""
    trouble: str = ""
    """Reason why the action ended early. "" if it did not, or a person stopped it."""


def severity_of(report: BulkReport) -> Severity:
    """Return the severity of an action's report."""
    return "warning" if report.refusals or report.trouble else "note"


def refused(refusals: Sequence[Refusal]) -> str:
    """Return a sentence that counts refusals and gives the reason of the first, or "" if nothing was refused."""
    one = translate("Bulk", "One was refused: {first}")
    several = translate("Bulk", "{refused} were refused, the first: {first}")
    sentence = one if len(refusals) == 1 else several
    return sentence.format(refused=len(refusals), first=translated(refusals[0].reason)) if refusals else ""


def summary(report: BulkReport) -> str:
    """Return the sentences that report the result of an action on many labels."""
    done = translate("Bulk", "{title}: {counts}.").format(title=report.title, counts=_counts(report))
    parts = [done, refused(report.refusals)]
    if report.trouble:
        parts.append(translate("Bulk", "The action was stopped: {trouble}").format(trouble=translated(report.trouble)))
    elif report.stopped:
        parts.append(translate("Bulk", "The action was stopped before its end."))
    return " ".join(filter(None, parts))


def _counts(report: BulkReport) -> str:
    """Return how many labels were made, changed and deleted, or that none was changed if nothing was done."""
    changed = len(report.changed) - report.made - report.deleted
    counts = [
        (translate("Bulk", "one label made"), translate("Bulk", "{count} labels made"), report.made),
        (translate("Bulk", "one label changed"), translate("Bulk", "{count} labels changed"), changed),
        (translate("Bulk", "one label deleted"), translate("Bulk", "{count} labels deleted"), report.deleted),
    ]
    if not report.changed:
        return counted(*counts[1])
    return in_a_list(counted(one, several, count) for one, several, count in counts if count)
