"""Accepts a network's reading as the label, with as few changes as possible."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from core.analysis.label_errors.contradictions import half_square
from core.analysis.peaks import Peak, find_peaks
from core.analysis.predicted_maps import PredictedMaps
from core.base.errors import LabelError
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec

_SAME_PLACE = 2.0  # of `half_square`: half the character's size off, at which a character counts as shifted


def accept_reading(
    label: WordLabel,
    predicted: PredictedMaps,
    image_size: tuple[int, int],
    spec: MapSpec,
    normalise: Callable[[str], str],
    name: str = "label",
) -> WordLabel:
    """Return the label with the text and the characters that a network read.

    A character of the label within half its size of one that is read keeps its polygon and all else, and gets that
    one's symbol and order; one that is read elsewhere comes with its own polygon; one that is not read goes. A label
    without characters gets only the text.

    Parameters
    ----------
    label : WordLabel
        The label as it is.
    predicted : PredictedMaps
        The prediction whose reading is accepted.
    image_size : (height, width)
        After EXIF orientation.
    spec : MapSpec
        The parameters of the network's maps.
    normalise : callable
        As the project compares texts: a symbol that differs only by it stays as it is written.
    name : str
        The label's name in errors.

    Raises
    ------
    LabelError
        If nothing is read, or an illegible character of the label is not among those that are read: it would be lost.
    """
    read = predicted.word
    if not read.text:
        raise LabelError("{name}: the model reads nothing here, so there is nothing to accept.", name=name)
    if not label.characters:
        is_same = label.text is not None and normalise(label.text) == read.text
        return label if is_same else replace(label, text=read.text)
    peaks = {peak.position: peak for peak in find_peaks(predicted, image_size, spec, every_position=True)}
    own = _owners([peaks[character.order] for character in read.characters], label.in_order, image_size, spec)
    lost = [k for k, one in enumerate(label.in_order) if one.is_ignored and k not in own]
    if lost:
        raise LabelError(
            "{name}: character {place} is illegible, and the model does not see it, so it would be lost. Correct "
            "the label by hand.",
            name=name,
            place=lost[0] + 1,
        )
    characters = [
        CharacterLabel(one.symbol, peaks[one.order].polygon)
        if place is None
        else _kept(label.in_order[place], one.symbol, normalise)
        for one, place in zip(read.characters, own, strict=True)
    ]
    if any(character.order is not None for character in label.characters):
        characters = [replace(character, order=rank) for rank, character in enumerate(characters, 1)]
    changed = replace(label, characters=tuple(characters), text_source=None)
    return changed if label.text is None else replace(changed, text=changed.reading)


def _owners(
    peaks: Sequence[Peak], characters: Sequence[CharacterLabel], image_size: tuple[int, int], spec: MapSpec
) -> list[int | None]:
    """Return for each peak the index of the label's character at the same place."""
    apart = np.array([[half_square(one, peak, image_size, spec) for one in characters] for peak in peaks])
    # What is too far counts the same however far it is: else one shifted character would push its neighbours about
    rows, columns = linear_sum_assignment(np.minimum(apart, _SAME_PLACE))
    owners: list[int | None] = [None] * len(peaks)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if apart[row, column] < _SAME_PLACE:
            owners[row] = column
    return owners


def _kept(character: CharacterLabel, symbol: str, normalise: Callable[[str], str]) -> CharacterLabel:
    if not character.is_ignored and normalise(unicodedata.normalize("NFC", character.symbol)) != symbol:
        character = replace(character, symbol=symbol)
    return replace(character, order=None, source=None, score=None)
