"""Makes draft labels from predictions, with polygons around the symbols of a reading or of a known text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise

import numpy as np

from core.analysis.peaks import find_peaks
from core.analysis.predicted_maps import PredictedMaps
from core.analysis.text_placing import Placing, place_text
from core.base.errors import LabelError
from core.charset import Charset
from core.labels.checks.shapes import geometry_of, same_place
from core.labels.edits.cutting import joined
from core.labels.edits.interpolation import divided, guess_polygons
from core.labels.geometry import polygon_of, rectangle
from core.labels.label import ILLEGIBLE, CharacterLabel, Polygon, WordLabel
from core.labels.maps.spec import MapSpec

SUSPICIOUS = float(np.log(100))
"""Odds, as a logarithm, from which a known text is suspected: the maps find another reading a hundred times as likely.

Some labels in a hundred are wrong in much-used data sets (Northcutt et al. 2021, "Pervasive Label Errors in Test Sets":
3.3 % on average), so that at such odds a wrong text is, by Bayes' rule, the likelier explanation of the two.
"""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A known text that the maps contradict, with the degree of contradiction."""

    label: WordLabel
    """The draft: the known text, with polygons on the best fit of the text."""
    odds: float
    """The logarithm of how many times as likely the maps find their own reading, at least `SUSPICIOUS`."""
    read: str
    """The text that the network reads."""
    missing: tuple[int, ...]
    """Ranks, from 1, of the symbols that the maps show no character for."""
    passed_over: int
    """The number of characters in the maps that the text has no symbol for."""


def prelabel(
    predicted: PredictedMaps,
    image_size: tuple[int, int],
    spec: MapSpec,
    charset: Charset,
    text: str | None = None,
    current: WordLabel | None = None,
    *,
    overwrite: bool = False,
    name: str = "label",
) -> WordLabel | Suspect:
    """Make a draft label from a prediction.

    Parameters
    ----------
    image_size : (height, width)
        After EXIF orientation.
    text : str, optional
        The word's text, if it is known; never changed. Default: the known text of `current`. A model's
        earlier reading is no such text: the word is read again.
    current : WordLabel, optional
        The label that is there. What else it holds is kept.
    overwrite : bool
        Whether polygons that a person drew may be replaced, in a label that nobody has reviewed.

    Returns
    -------
    WordLabel or Suspect
        Status draft. Every character is marked as the model's, with its score; one that the maps do not show has a
        polygon guessed from its neighbours' and no score.

    Raises
    ------
    LabelError
        If the label is reviewed, or holds characters of a person and is not to be overwritten.
    """
    before = current or WordLabel()
    if before.is_reviewed:
        raise LabelError(
            "{name}: the label is reviewed, and a model never replaces it. Mark it as a draft first.", name=name
        )
    if not overwrite and not all(character.is_draft for character in before.characters):
        raise LabelError(
            "{name}: the label has characters that a person drew. Delete them first, or overwrite them.", name=name
        )
    if text is None and before.teaching is not None:
        text = before.teaching.text
    source = before.text_source if before.is_agreed else None
    draft = replace(before, status="draft", reviewed_at=None, reviewed_by=None, text_source=source)
    if text is None:
        read = _read(predicted, image_size, spec)
        return replace(draft, characters=_parted(read), text=predicted.word.text, text_source="model")
    symbols = list(unicodedata.normalize("NFC", text))
    placing = place_along(symbols, predicted, image_size, spec, charset)
    characters = _placed(symbols, placing, image_size)
    label = replace(draft, characters=_parted(characters), text=text)
    if placing.odds < SUSPICIOUS:
        return label
    missing = tuple(rank for rank, peak in enumerate(placing.peaks, 1) if peak is None)
    return Suspect(label, placing.odds, predicted.word.text, missing, len(placing.passed_over))


def place_along(
    symbols: Sequence[str | None],
    predicted: PredictedMaps,
    image_size: tuple[int, int],
    spec: MapSpec,
    charset: Charset,
) -> Placing:
    """Place a text on the peaks in the order of S, or along the line, whichever makes the text likelier.

    A network that confuses positions may still see every character in its place.
    """
    peaks = find_peaks(predicted, image_size, spec)
    matrix = spec.to_input(image_size)
    along = sorted(peaks, key=lambda peak: float(matrix[0] @ (*peak.center, 1)))
    placings = [place_text(symbols, order, predicted, charset) for order in (peaks, along)]
    return max(placings, key=lambda placing: placing.log_likelihood)


def _read(predicted: PredictedMaps, image_size: tuple[int, int], spec: MapSpec) -> tuple[CharacterLabel, ...]:
    polygons = {peak.position: peak.polygon for peak in find_peaks(predicted, image_size, spec, every_position=True)}
    return tuple(
        CharacterLabel(read.symbol, polygons[read.order], source="model", score=_rounded(read.score))
        for read in predicted.word.characters
    )


def _placed(symbols: Sequence[str], placing: Placing, image_size: tuple[int, int]) -> tuple[CharacterLabel, ...]:
    """Return a character for each symbol, with places guessed from the others for those without a peak."""
    if not symbols:
        return ()
    drawn: list[Polygon] = []
    counts = [0]
    for peak in placing.peaks:
        if peak is None:
            counts[-1] += 1
        else:
            drawn.append(peak.polygon)
            counts.append(0)
    if drawn:
        guesses = guess_polygons(drawn, counts, image_size)
        drawn = [guesses.narrowed.get(i, polygon) for i, polygon in enumerate(drawn)]
        guessed = iter([polygon for run in guesses.inserted for polygon in run])
    else:
        guessed = iter(_evenly(len(symbols), image_size))
    remaining = iter(drawn)
    return tuple(
        CharacterLabel(
            ILLEGIBLE if symbol == "\N{REPLACEMENT CHARACTER}" else symbol,
            next(guessed) if peak is None else next(remaining),
            source="model",
            score=None if peak is None else _rounded(score),
        )
        for symbol, peak, score in zip(symbols, placing.peaks, placing.scores, strict=True)
    )


def _parted(characters: Sequence[CharacterLabel]) -> tuple[CharacterLabel, ...]:
    """Divide evenly what neighbours cover that take much of the same place: two thin ones in one hump of Q."""
    geometry = geometry_of(characters)
    shared = {first for first, second in same_place(geometry) if second == first + 1}
    polygons = [character.polygon for character in characters]
    for rank in sorted(shared):
        if rank - 1 in shared:
            continue
        end = next(end for end in count(rank + 1) if end not in shared)
        along = geometry.centres[-1] - geometry.centres[0]
        polygons[rank - 1 : end] = divided(joined(polygons[rank - 1 : end]), end - rank + 1, along)
    return tuple(replace(c, polygon=polygon) for c, polygon in zip(characters, polygons, strict=True))


def _evenly(count: int, image_size: tuple[int, int]) -> list[Polygon]:
    """Return boxes side by side over the whole image, along its longer side, for a text without a single peak."""
    height, width = image_size
    cuts = pairwise(np.linspace(0, max(height, width), count + 1))
    lying = width >= height
    boxes = [rectangle(a, 0, b, height) if lying else rectangle(0, a, width, b) for a, b in cuts]
    return [polygon_of(box, decimals=2) for box in boxes]


def _rounded(score: float) -> float:
    """Round a polygon as a label file keeps it."""
    return round(float(score), 4)
