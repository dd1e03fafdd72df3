"""Retyping a word symbol by symbol, as an edit.

Apart from the tool that does it, because it needs no canvas.
"""

from __future__ import annotations

from app.language.languages import translate
from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.label import WordLabel


def typed_over(label: WordLabel, place: int, symbols: str) -> WordLabel:
    """The label with the symbols of a character, and of those read behind it, replaced one by one.

    `place`: of the character that gets the first symbol. Raises LabelError if there are more symbols than characters
    from there on, or one of them is none.
    """
    places = label.ranking[label.ranking.index(place) :]
    if len(symbols) > len(places):
        one = translate("CanvasTools", "Only one character is left; {count} were typed.")
        several = translate("CanvasTools", "Only {left} characters are left; {count} were typed.")
        text = one if len(places) == 1 else several
        raise LabelError(text.format(count=len(symbols), left=len(places)))
    for symbol, at in zip(symbols, places, strict=False):
        label = edits.retype(label, [at], symbol)
    return label
