"""The titles of problems, fixes and formats in the window's language, for lists."""

from __future__ import annotations

from collections.abc import Mapping

from app.language.languages import TableText, translate
from app.language.sentences import translated
from core.labels.checks.problems import FIXES, Severity, kinds
from core.labels.formats.registry import formats

_CONTEXT = "Problems"

_SEVERITIES: Mapping[Severity, tuple[TableText, TableText]] = {
    "error": ("One error", "{count} errors"),
    "warning": ("One warning", "{count} warnings"),
    "note": ("One note", "{count} notes"),
}


def title_of_kind(kind: str) -> str:
    """Return the title of a kind of problem, or its id if the kind is not known."""
    known = kinds().get(kind)
    return kind if known is None else translated(known.title)


def title_of_format(name: str) -> str:
    """Return the title of a label format, given its name in `core.labels.formats.registry`."""
    return translated(formats()[name].title)


def title_of_fix(fix: str) -> str:
    """Return the title of a kind of fix, without the name of a character."""
    return translated(FIXES[fix].title)


def number_of(severity: Severity, count: int) -> str:
    """Return the number of problems of a severity in words: "3 errors"."""
    one, several = _SEVERITIES[severity]
    return translate(_CONTEXT, one if count == 1 else several).format(count=count)
