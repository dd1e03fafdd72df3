"""Carries out the fix of a problem."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from core.base.errors import LabelError
from core.labels.checks.problems import Fix, Problem
from core.labels.checks.text import text_of
from core.labels.edits.composition import retyped
from core.labels.edits.edits import (
    clear_area,
    clear_gaussian,
    delete,
    renumber,
    retype,
    set_polygon,
    sort_along_baseline,
)
from core.labels.label import WordLabel


def apply_fix(label: WordLabel, problem: Problem, fix: Fix | None = None) -> WordLabel:
    """Return the label without a problem.

    `label`: the label that has the problem. `fix`: one of `problem.fixes`; optional if the problem has only one fix.
    Returns WordLabel: a new label, as from the edits of `core.labels.edits.edits`: the caller keeps the old label for
    undo. Raises LabelError if the problem has no fix, or a person has to choose, or the fix changes the charset
    (`add-to-charset`), or the label has changed since the check.
    """
    chosen = fix or problem.fix
    if chosen is None:
        if not problem.fixes:
            raise LabelError("{problem}: it has no safe fix. Correct the label by hand.", problem=problem.id)
        raise LabelError(
            "{problem}: a person has to choose between several fixes. Correct the label by hand.", problem=problem.id
        )
    places = chosen.characters
    match chosen.id:
        case "renumber":
            return renumber(label, [])
        case "sort":
            return sort_along_baseline(label)
        case "sort-keep-text":
            return _spelling_text(sort_along_baseline(replace(label, text=None)), label.text)
        case "text-from-characters":
            return replace(label, text=text_of(label))
        case "characters-from-text":
            return _spelling_text(label, label.text)
        case "retype":
            return retype(label, places, chosen.symbol or "")
        case "delete":
            return delete(label, places)
        case "set-polygon":
            return set_polygon(label, _one(places), chosen.polygon)
        case "clear-gaussian":
            return clear_gaussian(label, places)
        case "clear-area":
            return clear_area(label, places)
        case _:
            raise LabelError(
                "{problem}: this fix changes the project's charset, not the label. Apply it there.", problem=problem.id
            )


def _one(places: tuple[int, ...]) -> int:
    if len(places) != 1:
        raise LabelError("this fix changes one polygon, and none is named. Check the label again.")
    return places[0]


def _spelling_text(label: WordLabel, text: str | None) -> WordLabel:
    """The label with a text, and each character's symbol taken from the text. Ignored characters keep their symbols."""
    symbols = unicodedata.normalize("NFC", text or "")
    if len(symbols) != len(label.characters):
        raise LabelError("text and characters are of different length by now. Check the label again.")
    wanted = {
        place: symbol
        for place, symbol in zip(label.ranking, symbols, strict=True)
        if not label.characters[place].is_ignored
        and unicodedata.normalize("NFC", label.characters[place].symbol) != symbol
    }
    return replace(retyped(replace(label, text=None), wanted), text=text)
