"""What kinds of problems and fixes are called in lists, in the person's language."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from app.language.languages import marked
from core.labels.checks.problems import KINDS, Choice, Severity

_CONTEXT = "Problems"

_KINDS = (
    marked("Problems", "Symbol outside the charset"),
    marked("Problems", "Symbol that is not one symbol"),
    marked("Problems", "Text and characters differ"),
    marked("Problems", "Label that says nothing"),
    marked("Problems", "Too many characters"),
    marked("Problems", "Order with a gap"),
    marked("Problems", "Order given twice"),
    marked("Problems", "Reading order jumps backwards"),
    marked("Problems", "Polygon outside the image"),
    marked("Problems", "Polygon partly outside the image"),
    marked("Problems", "Polygon that crosses itself"),
    marked("Problems", "Polygon without area"),
    marked("Problems", "Tiny polygon"),
    marked("Problems", "Two characters on nearly the same place"),
    marked("Problems", "Hand-set Gaussian off its character"),
    marked("Problems", "Painted area off its character"),
    marked("Problems", "Target maps that do not read as the label"),
    marked("Problems", "Label that cannot be rendered"),
    marked("Problems", "Image without label"),
    marked("Problems", "Image that cannot be read"),
    marked("Problems", "Image that is cut off"),
    marked("Problems", "Image that is left out"),
    marked("Problems", "Label made for a picture of another size"),
    marked("Problems", "Label without image"),
    marked("Problems", "Label that cannot be read"),
    marked("Problems", "Label file that is not UTF-8"),
    marked("Problems", "Part of a label file that is no character"),
    marked("Problems", "Two images that share a label"),
    marked("Problems", "Same picture, different texts"),
    marked("Problems", "Picture in both training and validation"),
    marked("Problems", "Folder that cannot be read"),
)
"""The titles of `core.labels.checks.problems.KINDS`, which knows no Qt, for the catalogue of translations."""

_FIXES: Mapping[Choice, str] = {
    "renumber": marked("Problems", "Renumber the characters"),
    "sort": marked("Problems", "Sort the characters along the line"),
    "sort-keep-text": marked("Problems", "Sort the polygons along the line and keep the text"),
    "text-from-characters": marked("Problems", "Take the text from the characters"),
    "characters-from-text": marked("Problems", "Take the symbols from the text"),
    "retype": marked("Problems", "Retype the symbol"),
    "delete": marked("Problems", "Delete the double"),
    "set-polygon": marked("Problems", "Mend the polygon"),
    "clear-gaussian": marked("Problems", "Let the Gaussian follow the polygon"),
    "clear-area": marked("Problems", "Clear the painted area"),
    "add-to-charset": marked("Problems", "Add the symbol to the charset"),
}

_SEVERITIES: Mapping[Severity, tuple[str, str]] = {
    "error": (marked("Problems", "One error"), marked("Problems", "{count} errors")),
    "warning": (marked("Problems", "One warning"), marked("Problems", "{count} warnings")),
    "note": (marked("Problems", "One note"), marked("Problems", "{count} notes")),
}


def title_of_kind(kind: str) -> str:
    """The title of a kind of problem; the id itself for one that is not known."""
    known = KINDS.get(kind)
    return kind if known is None else QCoreApplication.translate(_CONTEXT, known.title)


def title_of_fix(fix: Choice) -> str:
    """What a kind of fix does, without saying to what."""
    return QCoreApplication.translate(_CONTEXT, _FIXES[fix])


def number_of(severity: Severity, count: int) -> str:
    """So many problems of a severity: "3 errors"."""
    one, several = _SEVERITIES[severity]
    return QCoreApplication.translate(_CONTEXT, one if count == 1 else several).format(count=count)
