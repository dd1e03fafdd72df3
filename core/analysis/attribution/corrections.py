"""Suggests corrections to a label that confident and consistent maps contradict."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np

from core.analysis.attribution.oracle_combinations import PREDICTED, OracleCombination
from core.analysis.peaks import find_peaks
from core.analysis.predicted_maps import PredictedMaps
from core.labels.edits.composition import retyped
from core.labels.edits.edits import add, renumber, retype
from core.labels.geometry import centroid
from core.labels.label import CharacterLabel, Point, Polygon, WordLabel
from core.labels.maps.decoding import ReadCharacter, ReadWord
from core.labels.maps.spec import MapSpec

CONFIDENT = 0.8
"""Least score of a character that a label is questioned with.

The score is a share of all that H_k holds, and the rim of H_k lies on background even in a perfect reading; the
probability of all other symbols together is below 0.2.
"""

_AT_THE_LABELS_PLACES: OracleCombination = frozenset(("order", "localization"))


@dataclass(frozen=True, slots=True)
class Correction:
    """A suggested edit of a label, in the form of data."""

    kind: Literal["retype", "retype-word", "reorder", "add"]
    """The edit: another symbol for one character, other symbols for several, another reading order, or a new character.
    The other fields name the edits that they belong to."""
    places: tuple[int, ...] = ()
    """`retype`: the character's place in the file. `retype-word`: the places of those that change. `reorder`: all
    places in the new reading order."""
    symbol: str = ""
    """`retype`, `add`: the symbol. `retype-word`: one for each place."""
    word: str = ""
    """`retype-word`: the word afterwards."""
    polygon: Polygon = ()
    """`add`: the outline of the new character, in image pixels."""
    rank: int = 0
    """`add`: the rank of the new character, from 1."""

    def apply(self, label: WordLabel) -> WordLabel:
        """Return the label for which the correction was suggested, corrected.

        Raises
        ------
        LabelError
            If the label has changed since so that the correction cannot be made.
        """
        if self.kind == "retype":
            return retype(label, self.places, self.symbol)
        if self.kind == "retype-word":
            return retyped(label, dict(zip(self.places, self.symbol, strict=True)))
        if self.kind == "reorder":
            return renumber(label, self.places)
        return add(label, self.symbol, self.polygon, self.rank)


@dataclass(frozen=True, slots=True)
class Corrections:
    """All corrections that the maps of a word suggest."""

    retyped: Mapping[int, Correction] = field(default_factory=dict)
    """The corrected symbols, by the rank of the label's character, from 1."""
    reordered: Mapping[int, Correction] = field(default_factory=dict)
    """The corrected orders, by the rank of the label's character, from 1. One correction may mend the order of several.
    """
    added: Mapping[int, Correction] = field(default_factory=dict)
    """The added characters, by the position at which each was read."""
    word: Correction | None = None
    """The symbols of several characters at once. None if fewer than two would change."""


def corrections(
    label: WordLabel,
    predicted: PredictedMaps,
    words: Mapping[OracleCombination, ReadWord],
    image_size: tuple[int, int],
    spec: MapSpec,
) -> Corrections:
    """Return the corrections of a label that the maps suggest.

    Every correction needs a confident reading (`CONFIDENT`), and that the maps agree with each other about it:

    - retype: the character is decoded inside the label's polygon, and G reads the same symbol at the place that the
      label itself gives (target S and Q).
    - reorder: all characters of the label are read, each with its symbol inside its polygon, in another order.
    - add: a character is decoded outside all polygons.

    A label that was typed in another case is wrong in many places, and few of them may be sure. If one that is
    sure differs in case alone, the whole word follows the case that is read (`Corrections.word`).

    Parameters
    ----------
    words : mapping of OracleCombination to Word
        Of `core.analysis.attribution.oracle_combinations.words_of_combinations`.
    image_size : (height, width)
    """
    characters = label.in_order
    owners = [(read, _owner(read.center, characters)) for read in words[PREDICTED].characters]
    sure = [(read, owner) for read, owner in owners if read.score >= CONFIDENT]
    at_places = {read.order: read.symbol for read in words[_AT_THE_LABELS_PLACES].characters}
    suggested = {}
    for read, owner in sure:
        if owner is None or at_places.get(owner + 1) != read.symbol:
            continue
        if not characters[owner].is_ignored and not _is(characters[owner], read.symbol):
            suggested[owner + 1] = Correction("retype", (label.ranking[owner],), read.symbol)
    added = _added(predicted, owners, image_size, spec)
    return Corrections(suggested, _reordered(label, sure), added, _word(label, owners, suggested))


def _word(
    label: WordLabel, owners: Sequence[tuple[ReadCharacter, int | None]], suggested: Mapping[int, Correction]
) -> Correction | None:
    """Return the correction of several symbols at once, if each character of the label is read in its place."""
    characters = label.in_order
    if not suggested or [owner for _, owner in owners] != list(range(len(characters))):
        return None
    wanted = {rank: correction.symbol for rank, correction in suggested.items()}
    known = [unicodedata.normalize("NFC", character.symbol) for character in characters]
    beside = {
        rank: (symbol, read.symbol) for rank, (symbol, (read, _)) in enumerate(zip(known, owners, strict=True), 1)
    }
    by_case = {rank: read for rank, (symbol, read) in beside.items() if _differ_in_case(symbol, read)}
    if by_case.keys() & wanted.keys():
        wanted = by_case | wanted
        are_small = {read.islower() for read in by_case.values()}
        for rank, (symbol, read) in beside.items() if len(by_case) > 1 and len(are_small) == 1 else ():
            cased = _in_the_case_of(symbol, read)  # the label's letter, though another one is read unsurely
            if rank not in wanted and read.islower() in are_small and cased != symbol:
                wanted[rank] = cased
    wanted = {rank: symbol for rank, symbol in wanted.items() if not characters[rank - 1].is_ignored}
    if len(wanted) < 2:
        return None
    word = "".join(wanted.get(rank, symbol) for rank, symbol in enumerate(known, 1))
    ranks = sorted(wanted)
    places = tuple(label.ranking[rank - 1] for rank in ranks)
    return Correction("retype-word", places, "".join(wanted[rank] for rank in ranks), word=word)


def _differ_in_case(symbol: str, read: str) -> bool:
    return symbol != read and symbol.casefold() == read.casefold()


def _in_the_case_of(symbol: str, read: str) -> str:
    """Return a symbol as a capital or a small letter, as it is read, or unchanged if that would be several symbols."""
    cased = symbol.lower() if read.islower() else symbol.upper() if read.isupper() else symbol
    return cased if len(cased) == 1 else symbol


def _is(character: CharacterLabel, symbol: str) -> bool:
    return unicodedata.normalize("NFC", character.symbol) == symbol


def _owner(point: Point, characters: Sequence[CharacterLabel]) -> int | None:
    """Index of the character whose polygon holds a point, of several that whose centre is nearest."""
    holding = [
        index
        for index, character in enumerate(characters)
        if cv2.pointPolygonTest(character.corners.astype(np.float32), point, measureDist=False) >= 0
    ]
    return min(
        holding, key=lambda index: np.hypot(*np.subtract(centroid(characters[index].polygon), point)), default=None
    )


def _reordered(label: WordLabel, sure: Sequence[tuple[ReadCharacter, int | None]]) -> dict[int, Correction]:
    characters = label.in_order
    sequence = [owner for read, owner in sure if owner is not None and _is(characters[owner], read.symbol)]
    if sorted(sequence) != list(range(len(characters))) or len(sure) != len(characters):
        return {}
    correction = Correction("reorder", tuple(label.ranking[owner] for owner in sequence))
    return {rank: correction for rank, owner in enumerate(sequence, 1) if owner != rank - 1}


def _added(
    predicted: PredictedMaps,
    owners: Sequence[tuple[ReadCharacter, int | None]],
    image_size: tuple[int, int],
    spec: MapSpec,
) -> dict[int, Correction]:
    behind = 0
    alone: list[tuple[ReadCharacter, int]] = []
    for read, owner in owners:
        if owner is not None:
            behind = owner + 1
        elif read.score >= CONFIDENT:
            alone.append((read, behind + 1))
    if not alone:
        return {}
    polygons = {peak.position: peak.polygon for peak in find_peaks(predicted, image_size, spec, every_position=True)}
    return {
        read.order: Correction("add", symbol=read.symbol, polygon=polygons[read.order], rank=rank)
        for read, rank in alone
        if read.order in polygons
    }
