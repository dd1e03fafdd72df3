"""Measures the contradictions between a prediction and a label by kind, which show how probably the label is wrong."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Container, Sequence
from typing import NamedTuple

import numpy as np

from core.analysis.peaks import Peak, find_peaks
from core.analysis.predicted_maps import PredictedMaps
from core.analysis.text_placing import LEAST, chances, place_text, presence
from core.charset import Charset
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.decoding import Float
from core.labels.maps.gaussians import automatic_gaussian
from core.labels.maps.render import TargetMaps, render
from core.labels.maps.spec import MapSpec, Sigma

_RELATIVE = Sigma()  # of a character's own size, whatever the project draws its targets with
_FARTHEST = 8.0  # of `half_square`: twice the character's size off; farther away is as wrong
_LEAST_CONFIDENCE = 1e-6


class Contradictions(NamedTuple):
    """The contradictions between a prediction and a label by kind, each ≥ 0, with 0 for none.

    `doubt` speaks for the label, all others against it.
    """

    symbol: float
    """The excess of another letter's probability over that of the label's, in nats (logarithm of odds), of the
    character with the most, times the network's confidence in the word. The case of letters does not count: capitals
    and small letters of one shape cannot be told apart in a crop."""
    unseen: float
    """The number of characters of the label that the network sees nowhere."""
    surplus: float
    """The characters that the network sees and the label lacks, in nats."""
    place: float
    """½ d² of the character that is farthest from its place in the network's maps. The distance d is in standard
    deviations, a quarter of the character's size each."""
    order: float
    """The largest difference of a step from one character to the next from one position. The network says at which
    position each polygon is."""
    stray: float
    """The largest excess of Q over the label's own Q outside all characters."""
    combination: float
    """The number of symbols of the label that are digits among letters, letters among digits, or of another case than
    those beside them."""
    spelling: float
    """1 if the network reads a known word, and the label is none."""
    doubt: float
    """The network's own doubt, in nats: -log of its confidence. It speaks for the label."""


def contradictions(
    label: WordLabel,
    predicted: PredictedMaps,
    image_size: tuple[int, int],
    *,
    charset: Charset,
    spec: MapSpec,
    name: str = "label",
    words: Container[str] = (),
) -> Contradictions:
    """Count and measure the contradictions between a prediction and a label.

    Parameters
    ----------
    label : WordLabel
        Normalised as the project compares it; with characters, or with only a text, whose places and order then say
        nothing. An ignored character matches any one symbol.
    predicted : PredictedMaps
        The prediction of the label's image.
    image_size : (height, width)
        After EXIF orientation.
    charset : Charset
        The network's symbols.
    spec : MapSpec
        The parameters of the network's maps.
    name : str
        The label's name in errors.
    words : container of str
        Known words, in small letters.

    Raises
    ------
    LabelError
        As `core.labels.maps.render.render`.
    """
    characters = label.in_order
    symbols: list[str | None] = [
        None if character.is_ignored else _composed(character.symbol) for character in characters
    ]
    if not characters:
        symbols = [*_composed(label.text or "")]
    peaks = find_peaks(predicted, image_size, spec)
    apart = np.minimum(_apart(characters, peaks, image_size, spec, typical=0.5), _FARTHEST)
    placing = place_text(symbols, peaks, predicted, charset, apart if characters else None)
    share = chances(peaks, predicted)
    odds, far = [0.0], [0.0]
    for place, (symbol, peak) in enumerate(zip(symbols, placing.peaks, strict=True)):
        if peak is None:
            continue
        number = peaks.index(peak)
        if symbol is not None:
            odds.append(_odds(symbol, share[number], charset))
        if characters:
            far.append(float(apart[place, number]))
    there, missing = presence(placing.passed_over)
    target = render(label, image_size, charset, spec, "ignore", name) if characters else None
    text, word = "".join(symbol or "" for symbol in symbols), predicted.word
    return Contradictions(
        symbol=max(odds) * word.confidence,
        unseen=float(sum(peak is None for peak in placing.peaks)),
        surplus=float(np.maximum(there - missing, 0).sum()),
        place=max(far),
        order=0.0 if target is None else _order(target, len(characters), predicted),
        stray=0.0 if target is None else _stray(target, predicted),
        combination=float(_combination(text)),
        spelling=float(len(word.text) > 2 and word.text.lower() in words and text.lower() not in words),
        doubt=-math.log(max(word.confidence, _LEAST_CONFIDENCE)),
    )


def half_square(character: CharacterLabel, peak: Peak, image_size: tuple[int, int], spec: MapSpec) -> float:
    """Return the distance of a peak from a character as ½ d², with d in standard deviations of its Gaussian.

    Those are a quarter of the character's size each, so that half its width off gives 2.
    """
    return float(_apart([character], [peak], image_size, spec)[0, 0])


def _apart(
    characters: Sequence[CharacterLabel],
    peaks: Sequence[Peak],
    image_size: tuple[int, int],
    spec: MapSpec,
    typical: float = 0.0,
) -> Float:
    """Return `half_square` of each character and peak, (n, m).

    `typical`: the share of the word's mean covariance in that of each character, 0 to 1: with only that of an "I", two
    pixels would be far off.
    """
    relative = spec.with_(sigma=_RELATIVE)
    gaussians = [automatic_gaussian(character.polygon, relative, image_size) for character in characters]
    covariances = np.array([gaussian.covariance for gaussian in gaussians]).reshape(-1, 2, 2)
    centres = np.array([peak.center for peak in peaks]).reshape(-1, 2)
    apart = np.zeros((len(characters), len(peaks)))
    for row, gaussian, own in zip(apart, gaussians, covariances, strict=True):
        away = (centres - gaussian.center).T
        covariance = (1 - typical) * own + typical * covariances.mean(axis=0)
        row[:] = (away * np.linalg.solve(covariance, away)).sum(axis=0) / 2
    return apart


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _odds(symbol: str, share: Float, charset: Charset) -> float:
    """Return the odds of another letter against a symbol, in nats, whatever their case.

    `share`: (C,) float: p(symbol) at one peak.
    """
    letters: dict[str, float] = {}
    for known_symbol, chance in zip(charset, share.tolist(), strict=True):
        letters[known_symbol.casefold()] = letters.get(known_symbol.casefold(), 0.0) + chance
    mine = letters.get(symbol.casefold(), 0.0)
    return math.log(max(*letters.values(), LEAST) / max(mine, LEAST))


def _order(target: TargetMaps, count: int, predicted: PredictedMaps) -> float:
    """The largest deviation from one position among the steps from 0 to the first character and on to the last."""
    place = target.order.ravel()
    inside = np.flatnonzero(place)
    weight = target.localization.ravel()[inside] * predicted.localization.ravel()[inside]
    seen = predicted.positions[inside] * weight[:, None]
    mass = np.zeros((count, seen.shape[1]))
    np.add.at(mass, place[inside] - 1, seen)
    whole = mass.sum(axis=1)
    expected = mass @ np.arange(1, seen.shape[1] + 1) / np.maximum(whole, 1e-9)
    expected = expected[whole > 0]  # a polygon that others hide says nothing
    return float(min(np.abs(np.diff(expected, prepend=0.0) - 1).max(initial=0.0), 3.0))


def _stray(target: TargetMaps, predicted: PredictedMaps) -> float:
    surplus = np.where(target.order == 0, predicted.localization - target.localization, 0)
    return float(max(surplus.max(), 0.0))


def _combination(text: str) -> int:
    """Number of symbols that are digits among letters, letters among digits, or of another case than their neighbours.

    A capital at the beginning is none of these, and a text of three symbols, such as 2nd, may be anything.
    """
    combinations = 0
    for place, symbol in enumerate(text if len(text) > 3 else ""):
        beside = [
            neighbour
            for neighbour in (text[max(place - 1, 0) : place] + text[place + 1 : place + 2])
            if neighbour.isalnum()
        ]
        if symbol.isalnum() and beside:
            alone = all(neighbour.isdigit() != symbol.isdigit() for neighbour in beside)
            cased = place > 0 and all({symbol.isupper(), neighbour.isupper()} == {True, False} for neighbour in beside)
            combinations += alone or (cased and symbol.isalpha() and all(neighbour.isalpha() for neighbour in beside))
    return combinations
