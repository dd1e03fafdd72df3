"""Finds the rank of a newly drawn polygon in the word, and its symbol from the text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np

from core.labels.edits.ordering import sort_along_baseline
from core.labels.edits.shapes import polygon_from
from core.labels.edits.symbols import add
from core.labels.geometry import centroid
from core.labels.label import ILLEGIBLE, Point, Polygon, ShapeType, WordLabel


def rank_for(label: WordLabel, polygon: Polygon) -> int:
    """Return the rank at which a new character fits best into the word.

    Parameters
    ----------
    label : WordLabel
        The label without the new character.
    polygon : (n, 2) floats
        Polygon of the new character, in image pixels.

    Returns
    -------
    int
        1 … n + 1: its place among the others along their line (`sort_along_baseline`), in their reading direction,
        forwards or backwards; the end if the others follow neither. A single other character gives no direction: a
        polygon rather above or below it than beside it becomes the next character, as in a word that rises on a curve.

    Raises
    ------
    LabelError
        If the polygon has fewer than three corners, or a corner is not finite or out of range.
    """
    count = len(label.characters)
    if count == 1:
        x, y = np.subtract(centroid(polygon), centroid(label.characters[0].polygon))
        if abs(y) > abs(x):
            return 2
    ranking = sort_along_baseline(add(label, ILLEGIBLE, polygon)).ranking
    rank = ranking.index(count) + 1
    remaining = tuple(place for place in ranking if place != count)
    if remaining == label.ranking:
        return rank
    return count + 2 - rank if remaining[::-1] == label.ranking else count + 1


def missing_symbol(label: WordLabel, rank: int) -> str | None:
    """Return the symbol that a new character at a rank most likely has, judged by the text.

    Parameters
    ----------
    label : WordLabel
        The label without the new character.
    rank : int
        1 … n + 1.

    Returns
    -------
    str or None
        The symbol that brings the characters' reading nearest to the text by edit distance; among equals the symbol
        that the text has at that rank, then the first in the text. None if there is no text, the text has no more
        symbols than there are characters, or no symbol brings the reading nearer.
    """
    text = unicodedata.normalize("NFC", label.text or "")
    reading = [unicodedata.normalize("NFC", character.symbol) for character in label.in_order]
    if len(text) <= len(reading):
        return None
    from rapidfuzz.distance import Levenshtein  # 40 modules that the start of the window does without

    best: str | None = None
    least = Levenshtein.distance(reading, text)
    for symbol in dict.fromkeys(text[rank - 1 : rank] + text):
        distance = Levenshtein.distance([*reading[: rank - 1], symbol, *reading[rank - 1 :]], text)
        if distance < least:
            best, least = symbol, distance
    return best


def with_drawn(label: WordLabel, corners: Sequence[Point], shape_type: ShapeType) -> tuple[WordLabel, int]:
    """Add a newly drawn character at the rank at which it fits best, with its symbol from the text.

    Parameters
    ----------
    label : WordLabel
        The label without the new character.
    corners : sequence of (x, y)
        Image pixels.
    shape_type : ShapeType
        Type of the shape as which the polygon is written to the file.

    Returns
    -------
    (WordLabel, int)
        The label and the new character's place in it; the symbol is `###` if the text has no symbol for the
        character.

    Raises
    ------
    LabelError
        If the corners are no polygon.
    """
    polygon = polygon_from(corners)
    rank = rank_for(label, polygon)
    added = add(label, missing_symbol(label, rank) or ILLEGIBLE, polygon, rank, shape_type)
    return added, added.ranking[rank - 1]
