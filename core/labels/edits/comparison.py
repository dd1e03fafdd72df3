"""Compares two labels of one image, character by character."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal

from core.labels.label import CharacterLabel, WordLabel

Aspect = Literal["symbol", "shape", "other"]


@dataclass(frozen=True, slots=True)
class CharacterDifference:
    """A character that differs between two labels, and in what respect."""

    first: int | None
    """Rank of the character in the first label. None if that label lacks the character."""
    second: int | None
    """Rank of the character in the second label. None if that label lacks the character."""
    aspects: tuple[Aspect, ...] = ()
    """The differing parts of a character that both labels have: its symbol, its polygon, or all else (area, Gaussian,
    illegible, drafted)."""


def differences(first: WordLabel, second: WordLabel) -> tuple[CharacterDifference, ...]:
    """Return the characters that differ between two labels, in reading order.

    Characters are paired by the labels' readings, as texts are compared (Ratcliff and Obershelp, `difflib`): an
    inserted character shifts the later ranks and is still the only difference.
    """
    mine, theirs = first.in_order, second.in_order
    rows: list[CharacterDifference] = []
    symbols = SequenceMatcher(None, [c.symbol for c in mine], [c.symbol for c in theirs], autojunk=False)
    for _, start, end, other_start, other_end in symbols.get_opcodes():
        for i, j in _pairs(mine, theirs, range(start, end), range(other_start, other_end)):
            aspects = _aspects(mine[i], theirs[j]) if i is not None and j is not None else ()
            if aspects or i is None or j is None:
                rows.append(CharacterDifference(None if i is None else i + 1, None if j is None else j + 1, aspects))
    return tuple(rows)


def _pairs(
    mine: tuple[CharacterLabel, ...], theirs: tuple[CharacterLabel, ...], places: range, other_places: range
) -> Iterator[tuple[int | None, int | None]]:
    """Pair the characters of a stretch.

    If the two sides differ in length, characters with the same polygon are paired first.
    """
    if len(places) == len(other_places):
        yield from zip(places, other_places, strict=True)
        return
    known = {theirs[j].polygon: j for j in reversed(other_places)}
    pairs: list[tuple[int | None, int | None]] = []
    taken: set[int] = set()
    for i in places:
        j = known.get(mine[i].polygon)
        if j is not None and j not in taken and all(j > earlier for earlier in taken):
            taken.add(j)
            pairs.append((i, j))
    paired = {i for i, _ in pairs}
    rest = zip_longest((i for i in places if i not in paired), (j for j in other_places if j not in taken))
    yield from sorted([*pairs, *rest], key=lambda pair: tuple(-1 if place is None else place for place in pair))


def _aspects(mine: CharacterLabel, theirs: CharacterLabel) -> tuple[Aspect, ...]:
    def stripped(character: CharacterLabel) -> CharacterLabel:
        return replace(character, symbol="", polygon=(), shape_type="polygon", order=None)

    aspects: list[Aspect] = []
    if mine.symbol != theirs.symbol:
        aspects.append("symbol")
    if mine.polygon != theirs.polygon:
        aspects.append("shape")
    if stripped(mine) != stripped(theirs):
        aspects.append("other")
    return tuple(aspects)
