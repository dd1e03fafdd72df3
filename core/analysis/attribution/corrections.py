"""Suggests corrections to a label that confident and consistent maps contradict."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np

from core.analysis.attribution.oracle_combinations import PREDICTED, OracleCombination
from core.analysis.predicted_maps import PredictedMaps
from core.analysis.spots import find_spots
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

    kind: Literal["retype", "reorder", "add"]
    places: tuple[int, ...] = ()
    """`retype`: the character's place in the file. `reorder`: all places in the new reading order."""
    symbol: str = ""
    """`retype`, `add`: the symbol."""
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
    retyped = {}
    for read, owner in sure:
        if owner is None or at_places.get(owner + 1) != read.symbol:
            continue
        if not characters[owner].is_ignored and not _is(characters[owner], read.symbol):
            retyped[owner + 1] = Correction("retype", (label.ranking[owner],), read.symbol)
    return Corrections(retyped, _reordered(label, sure), _added(predicted, owners, image_size, spec))


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
    polygons = {spot.position: spot.polygon for spot in find_spots(predicted, image_size, spec, every_position=True)}
    return {
        read.order: Correction("add", symbol=read.symbol, polygon=polygons[read.order], rank=rank)
        for read, rank in alone
        if read.order in polygons
    }
