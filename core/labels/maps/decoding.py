"""Decodes the three maps into a word in NumPy, by word formation (Wan et al. 2020, "Word Formation").

The network forms words itself, and `word_of` reads its outputs. `form_word` serves all other code that reads maps: the
upper bound of a label, the exchange of one predicted map for its target, and the tests that compare both
implementations.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.charset import Charset
from core.labels.label import WordLabel
from core.labels.maps.certainty import SURE, probability_right
from core.labels.maps.render import IGNORE, TargetMaps, Unknown, place, render
from core.labels.maps.spec import MapSpec

L_SCORE = 0.3
"""Least presence at which a character is read.

The number is L_score of Wan et al. 2020. That it is compared with max H_k is ours (docs/paper.md).
"""

_VALLEY = 0.8
"""Least of Q along the way between two places on one hump, as a share of Q at the lower of them.

Of the pairs of peaks of neighbouring positions, 1 in 100 on two characters has as much, and 3 in 4 on one character.
"""

_DISC = 0.7072  # map pixels: a disc of this radius around a place in a map holds the centre of a pixel
_WIDEST = 2048  # input pixels: the largest width that an advice proposes

Float = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ReadCharacter:
    """One character of a decoded word, with its symbol, score and centre."""

    symbol: str
    """The symbol with the largest p_k."""
    order: int
    """The channel k of the order segmentation that gave the character."""
    score: float
    """Largest p_k of all symbols, divided by the sum of H_k, 0 to 1."""
    center: tuple[float, float]
    """(x, y): centre of H_k's largest pixel, in image pixels."""


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A word decoded from maps, with its characters and gaps."""

    text: str
    """The symbols in reading order, gaps left out."""
    confidence: float
    """Product of the scores, 0 for an empty word."""
    characters: tuple[ReadCharacter, ...]
    """The characters that are read, in reading order."""
    gaps: tuple[int, ...]
    """Each k before the last present character whose presence is below the threshold."""
    doubles: tuple[int, ...] = ()
    """Each k that was left out although nothing is missing there.

    The position shows the character beside it once more, or a mark that `without_marks` leaves out."""
    probability: float = 0.0
    """Probability that the word is read rightly, case ignored (`core.labels.maps.certainty`). 0 for a word that no
    model has read."""

    @property
    def is_sure(self) -> bool:
        """True unless the word is less probable than `SURE`, which means no text, another script, or a hard word."""
        return self.probability >= SURE

    def place_of(self, character: ReadCharacter) -> int:
        """Return the place of a character in the word, from 1: its k less the number of doubles before it.

        A gap counts as a place.
        """
        return character.order - sum(k < character.order for k in self.doubles)

    def without_marks(self) -> ReadWord:
        """Return the word with only its letters and digits, and with no gaps in the places of marks."""
        kept = tuple(character for character in self.characters if character.symbol.isalnum())
        marks = {character.order for character in self.characters}.difference(character.order for character in kept)
        text = "".join(character.symbol for character in kept)
        return replace(self, text=text, characters=kept, doubles=tuple(sorted({*self.doubles, *marks})))


class Evidence(NamedTuple):
    """The evidence of the maps for each position, before any decision."""

    votes: Float
    """(n, C) float: p_k(c) = Σ_(x,y) G_c(x, y)·H_k(x, y) (Wan et al. 2020, "Word Formation").

    Column c - 1 is symbol id c."""
    presence: Float
    """(n,) float: max H_k."""
    mass: Float
    """(n,) float: Σ H_k."""
    peak: NDArray[np.int64]
    """(n,) int: flat index of H_k's largest pixel."""


def weighed(strength: Float, votes: Float) -> Evidence:
    """Compute the evidence for positions from the strengths of their pixels and the counted votes.

    Parameters
    ----------
    strength : (h·w, n) float
        H_k of every map pixel.
    votes : (n, C) float
        p_k(c).
    """
    return Evidence(votes, strength.max(axis=0), strength.sum(axis=0), strength.argmax(axis=0))


def target_evidence(maps: TargetMaps, charset_size: int) -> Evidence:
    """Compute the evidence of target maps: H_k is Ŷ_k if order = k, G is certain, and `IGNORE` votes for no symbol.

    Parameters
    ----------
    maps : TargetMaps
        Maps as rendered.
    charset_size : int
        C.
    """
    order = maps.order.ravel()
    where = np.flatnonzero(order)
    k, weight = order[where].astype(np.int64) - 1, maps.localization.ravel()[where].astype(np.float64)
    n = int(k.max()) + 1 if len(k) else 0
    symbol = maps.character.ravel()[where].astype(np.int64)
    known = symbol > 0
    votes = np.bincount(k[known] * charset_size + symbol[known] - 1, weight[known], minlength=n * charset_size)
    presence = np.zeros(n)
    np.maximum.at(presence, k, weight)
    best = np.flatnonzero(weight == presence[k])[::-1]
    peak = np.zeros(n, np.int64)
    peak[k[best]] = where[best]  # among equals the last write wins, which is the first pixel of the map
    mass = np.bincount(k, weight, minlength=n).astype(np.float64)
    return Evidence(votes.astype(np.float64).reshape(n, charset_size), presence, mass, peak)


def predicted_evidence(character: Float, order: Float, localization: Float) -> Evidence:
    """Compute the full evidence of predicted maps, with the probabilities of all symbols.

    Parameters
    ----------
    character : (h, w, C + 1) float
        G, probabilities; channel 0 is background.
    order : (h, w, n + 1) float
        S, probabilities; channel 0 is "no character".
    localization : (h, w) float
        Q, 0 to 1.
    """
    positions = order.shape[-1] - 1
    strength = (order[..., 1:] * localization[..., None]).reshape(-1, positions)  # H_k = Q·S_k
    symbols = character[..., 1:].reshape(len(strength), -1)
    return weighed(strength, strength.T @ symbols)


def form_word(
    evidence: Evidence, charset: Charset, spec: MapSpec, image_size: tuple[int, int], score_threshold: float = L_SCORE
) -> ReadWord:
    """Decide which characters are present, and choose the symbol of each.

    The word is the characters 1, 2, … up to the last whose presence reaches the threshold. A position in between with
    less presence is left out and reported as a gap, so that a weak position never loses the rest of a line. The network
    decides the same in float32: if a presence is nearer to the threshold than float32's rounding, the two may
    differ.

    Parameters
    ----------
    evidence : Evidence
        The evidence for each position.
    charset : Charset
        The symbols of the votes' columns.
    spec : MapSpec
        The parameters of the maps.
    image_size : (height, width)
        Of the image, to give the centres in its pixels.
    score_threshold : float
        L_score.
    """
    present = np.flatnonzero(evidence.presence >= score_threshold) if len(charset) else ()
    read = {int(k): int(evidence.votes[k].argmax()) for k in present}
    gaps = tuple(k + 1 for k in range(max(read, default=0)) if k not in read)
    matrix = spec.to_image(image_size)
    characters = []
    for k, best in read.items():
        i, j = divmod(int(evidence.peak[k]), spec.map_size[1])
        at = matrix[:, :2] @ ((j + 0.5) * spec.stride, (i + 0.5) * spec.stride) + matrix[:, 2]
        score = float(evidence.votes[k, best] / evidence.mass[k])
        x, y = _in_image(at, spec, image_size).tolist()
        characters.append(ReadCharacter(charset.symbol_of(best + 1), k + 1, score, (x, y)))
    confidence = float(np.prod([c.score for c in characters])) if characters else 0.0
    return ReadWord("".join(c.symbol for c in characters), confidence, tuple(characters), gaps)


@dataclass(frozen=True, slots=True)
class UpperBound:
    """The best reading of a label that any network could reach, decoded from its own target maps."""

    holds: bool
    """True if the target maps give the characters in reading order.

    A character that is ignored or outside the charset matches any one symbol."""
    word: ReadWord
    """The decoded word."""


def upper_bound(
    label: WordLabel,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec | None = None,
    unknown: Unknown = "ignore",
    name: str = "label",
) -> UpperBound:
    """Decode the target maps of a label into its upper bound.

    Raises
    ------
    LabelError
        As `core.labels.maps.render.render`.
    """
    spec = spec or MapSpec()
    maps = render(label, image_size, charset, spec, unknown, name)
    word = form_word(target_evidence(maps, len(charset)), charset, spec, image_size)
    characters = label.in_order
    known = [None if c.is_ignored else charset.id_of(c.symbol) for c in characters]
    holds = not word.gaps and len(word.characters) == len(characters)
    if not len(charset):  # without characters nothing can be read wrongly
        holds = True
    for wanted, read in zip(known, word.characters, strict=False):
        if wanted is not None and (charset.id_of(read.symbol) != wanted or read.score == 0):
            holds = False
    return UpperBound(holds, word)


def surely_holds(label: WordLabel, image_size: tuple[int, int], charset: Charset, spec: MapSpec) -> bool:
    """Return True if the geometry alone proves that a label's upper bound equals its text.

    False proves nothing. Where a Gaussian exceeds the threshold there is no other character's P′. So all votes of an
    order's pixels are for its own character; and there are some, for a disc inside P′ and inside that area holds the
    centre of a pixel.

    Raises
    ------
    LabelError
        As `core.labels.maps.render.render`.
    """
    placed = place(label, image_size, charset, spec)
    if placed is None or spec.threshold < L_SCORE or not placed.outlines.is_star or (placed.ids == IGNORE).any():
        return False
    if any(c.area is not None or c.gaussian is not None for c in placed.characters):
        return False
    outlines = placed.outlines
    centers = placed.centers
    extents = placed.extents(spec.threshold)
    left, top, right, bottom = spec.image_box(image_size)
    if ((centers < (left, top)) | (centers > (right, bottom))).any():
        return False
    xx, xy, yy = placed.precisions
    shorter = np.sqrt(-2 * math.log(spec.threshold) / ((xx + yy) / 2 + np.hypot((xx - yy) / 2, xy)))
    if np.minimum(shorter, outlines.radii(spec.shrink)).min() < _DISC * spec.stride:
        return False
    lowest, highest = outlines.shrunk_bounds(spec.shrink)
    meet = ((centers - extents)[:, None] <= highest) & ((centers + extents)[:, None] >= lowest)
    return bool(np.count_nonzero(meet.all(axis=2)) == len(centers))  # each meets itself


def cures(label: WordLabel, image_size: tuple[int, int], charset: Charset, spec: MapSpec) -> tuple[MapSpec, ...]:
    """Find specs that raise a failing label's upper bound: the coarsest finer stride, and the least wider width.

    Returns
    -------
    tuple of MapSpec
        None, one or both of: `spec` with a smaller stride; `spec` with a larger width.

    Raises
    ------
    LabelError
        As `core.labels.maps.render.render`.
    """
    finer = [spec.with_(stride=stride) for stride in (2, 1) if stride < spec.stride]
    width = spec.width + 64
    wider = []
    while width <= _WIDEST:
        wider.append(spec.with_(width=width // 32 * 32))
        width = width * 5 // 4
    specs = []
    for candidates in (finer, wider):
        cure = next((c for c in candidates if upper_bound(label, image_size, charset, c).holds), None)
        if cure is not None:
            specs.append(cure)
    return tuple(specs)


def doubles(read: NDArray[np.bool_], peaks: NDArray[np.int64], localization: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Find the positions that were left out because they repeat a character that was read already.

    The order segmentation at times counts one character twice. Its two positions then have their peaks on one hump of
    Q, while between two characters there is a valley.

    Parameters
    ----------
    read : (n,) bool
        Which positions were read.
    peaks : (n, 2) int
        Row and column of H_k's largest pixel.
    localization : (h, w) float
        Q.

    Returns
    -------
    (n,) bool
        Positions before the last that was read, not read themselves, on one hump with the next read one on either side.
    """
    is_double = np.zeros(len(read), bool)
    places = np.flatnonzero(read)
    for before, after in itertools.pairwise((-1, *places)):
        for k in range(before + 1, after):
            is_double[k] = any(
                _one_hump(localization, peaks[k], peaks[beside]) for beside in (before, after) if beside >= 0
            )
    return is_double


def _one_hump(localization: NDArray[np.floating], first: NDArray[np.int64], second: NDArray[np.int64]) -> bool:
    steps = np.linspace(first, second, int(np.abs(first - second).max()) + 1)
    way = localization[tuple(np.rint(steps).astype(np.int64).T)]
    return bool(way.min() >= _VALLEY * min(way[0], way[-1]))


def _in_image(points: Float, spec: MapSpec, image_size: tuple[int, int]) -> Float:
    """Points (…, 2) of image pixels, those in the padding moved to the image's rim."""
    if spec.padding is None:
        return points
    height, width = image_size
    return np.clip(points, 0.0, (width, height))


def word_of(
    outputs: Mapping[str, NDArray[Any]], charset: Sequence[str], spec: MapSpec, image_size: tuple[int, int]
) -> ReadWord:
    """Return the word that a network formed from one image.

    Parameters
    ----------
    outputs : mapping of arrays
        Of `core.model.network.formation.WordFormation` for only this image: `ids`, `scores`, `centres` (resized input
        pixels), `gaps`, `confidence`, `presence`; `doubles` if words were read with a language model.
    charset : sequence of str
        The network's symbols; `charset[i]` has id i + 1.
    spec : MapSpec
        The parameters of the network's maps.
    image_size : (height, width)
        Size of the image, upright and not resized.

    Returns
    -------
    ReadWord
        Centres in image pixels, the turn of vertical text undone.
    """
    matrix = spec.to_image(image_size)
    centres = outputs["centres"].astype(np.float64) @ matrix[:, :2].T + matrix[:, 2]
    centres = _in_image(centres, spec, image_size)
    characters = tuple(
        ReadCharacter(
            charset[int(outputs["ids"][place]) - 1],
            int(place) + 1,
            float(outputs["scores"][place]),
            (float(centres[place, 0]), float(centres[place, 1])),
        )
        for place in np.flatnonzero(outputs["ids"])
    )
    gaps, doubles = (
        tuple(int(place) + 1 for place in np.flatnonzero(outputs.get(name, ()))) for name in ("gaps", "doubles")
    )
    text = "".join(character.symbol for character in characters)
    return ReadWord(
        text, float(outputs["confidence"]), characters, gaps, doubles, probability_right(outputs, len(charset))
    )
