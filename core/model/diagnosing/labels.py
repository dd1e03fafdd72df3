"""Instruments that judge labels by the readings of a model that has never seen them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.base.errors import Sentence
from core.model.diagnosing.findings import Finding, finding
from core.model.metrics.metrics import one_minus_ned

LEAST_WORDS = 8  # fewest words that labels are judged by

_SHIFTS = (-3, -2, -1, 1, 2, 3)
_BETTER = 0.3  # of 1 - NED: by so much has another explanation to agree better than the labels as they are
_AGREES = 0.7  # 1 - NED from which labels are taken to be those of their images
_FOUND_AGAIN = 0.8  # 1 - NED from which a reading is taken to be another image's label
_MISSED = 0.34
_SWAPPED = 0.2  # share of words whose reading is another image's label
_UNRELATED = 0.15  # more than by chance
_UNTIDY = 0.3  # share of words whose characters do not follow each other along the line
_SHIFTED = 0.3  # of a character's size; a network's centres lie within a tenth


@dataclass(frozen=True, slots=True)
class Placed:
    """A symbol in an image."""

    symbol: str
    """The symbol, or `core.model.diagnosing.measuring.UNREAD` if the target maps do not give it back."""
    x: float
    """The x of the centre, in image pixels."""
    y: float
    """The y of the centre, in image pixels."""
    width: float = 0.0
    """The usual width of the word's characters, in image pixels. 0 for a character that was read."""
    height: float = 0.0
    """The usual height of the word's characters, in image pixels. 0 for a character that was read."""


@dataclass(frozen=True, slots=True)
class JudgedLabel:
    """One word as its label teaches it and as a model reads it, side by side."""

    name: str
    """The name of the sample."""
    text: str
    """The text that the label teaches."""
    characters: tuple[Placed, ...] = ()
    """The label's characters, in reading order. Empty for a word-level label."""
    read: str | None = None
    """The text that the model reads. None if no model judges."""
    found: tuple[Placed, ...] = ()
    """The characters that the model reads."""
    is_vertical: bool = False
    """True if the word is read from top to bottom."""


def agreement(text: str, read: str) -> float:
    """Return the similarity of two texts, 0 to 1, with upper and lower case alike."""
    return one_minus_ned(text.casefold(), read.casefold())


def mean_agreement(words: Sequence[JudgedLabel]) -> float:
    """Return the mean agreement of labels and readings, or 0 without a reading."""
    agreements = [agreement(word.text, word.read) for word in words if word.read is not None]
    return float(np.mean(agreements)) if agreements else 0.0


def label_findings(words: Sequence[JudgedLabel], charset: Sequence[str]) -> list[Finding]:
    """Judge labels by readings, and return at most one cause, since each cause makes the others look wrong as well.

    Parameters
    ----------
    words : sequence of JudgedLabel
        The words, which are not judged if they are fewer than `LEAST_WORDS`.
    charset : sequence of str
        The symbols in the order of their ids.

    Returns
    -------
    list of Finding
        At most one finding.
    """
    read = [word for word in words if word.read]
    own = mean_agreement(read)
    is_judged = len(read) >= LEAST_WORDS
    if is_judged and own < _AGREES:
        for look in (partial(_charset_shift, charset=charset), _order_of_texts, _mismatched):
            findings = look(read, own)
            if findings is not None:
                return [findings]
    if len(words) >= LEAST_WORDS and (not is_judged or own < _AGREES):
        findings = _order_of_polygons(words)
        if findings is not None:
            return [findings]
    if is_judged and own >= 0.5:
        findings = _polygon_shift(read)
        if findings is not None:
            return [findings]
    return []


def _charset_shift(words: Sequence[JudgedLabel], own: float, *, charset: Sequence[str]) -> Finding | None:
    places = {symbol: place for place, symbol in enumerate(charset)}
    best, by = 0.0, 0
    for shift in _SHIFTS:
        if len(charset) <= abs(shift):
            continue
        moved = {symbol: charset[(place - shift) % len(charset)] for symbol, place in places.items()}
        improvement = float(
            np.mean([agreement("".join(moved.get(s, s) for s in word.text), word.read or "") for word in words])
        )
        if improvement > best:
            best, by = improvement, shift
    if best < own + _BETTER:
        return None
    return finding(
        "charset-shift",
        Sentence(
            "The labels agree with the readings to {own:.0%}, and to {best:.0%} if each symbol is taken for the one "
            "at {by} from it in the charset: symbols and their numbers do not belong together.",
            own=own,
            best=best,
            by=f"{-by:+d}",
        ),
        best,
        _worst(words),
    )


def _order_of_texts(words: Sequence[JudgedLabel], own: float) -> Finding | None:
    """Judge whether readings have the symbols of their labels in another order."""
    bag = float(np.mean([_same_symbols(word.text, word.read or "") for word in words]))
    by_chance = float(np.mean([_same_symbols(a.text, b.read or "") for a, b in _crossed(words)]))
    if bag < own + _BETTER or bag < by_chance + _BETTER or bag < 0.6:
        return None
    return finding(
        "order-labels",
        Sentence(
            "{bag:.0%} of the symbols that are read occur in the labels, but only {own:.0%} in the order of the "
            "labels: the characters are not numbered in the order in which they are written.",
            bag=bag,
            own=own,
        ),
        bag - own,
        _worst(words),
    )


def _mismatched(words: Sequence[JudgedLabel], own: float) -> Finding | None:
    texts = {word.text for word in words}
    swapped = [
        word
        for word in words
        if len(word.read or "") > 2
        and agreement(word.text, word.read or "") < _MISSED
        and max((agreement(text, word.read or "") for text in texts - {word.text}), default=0.0) >= _FOUND_AGAIN
    ]
    share = len(swapped) / len(words)
    by_chance = float(np.mean([agreement(a.text, b.read or "") for a, b in _crossed(words)]))
    is_unrelated = own < by_chance + _UNRELATED and _lengths_unrelated(words)
    if share < _SWAPPED and not is_unrelated:
        return None
    return finding(
        "labels-mismatched",
        Sentence(
            "Labels agree with the readings of their own images to {own:.0%}, and with those of other images to "
            "{chance:.0%}; {share:.0%} of the readings are another image's label. Images and labels belong to "
            "different words.",
            own=own,
            chance=by_chance,
            share=share,
        ),
        own,
        [word.name for word in swapped] or _worst(words),
    )


def _lengths_unrelated(words: Sequence[JudgedLabel]) -> bool:
    """Return True if long labels are read no longer than short ones, and False also if the lengths do not differ."""
    lengths = np.array([(len(word.text), len(word.read or "")) for word in words], float)
    if (lengths.std(axis=0) < 0.5).any():
        return False
    return float(np.corrcoef(lengths.T)[0, 1]) < 0.3


def _order_of_polygons(words: Sequence[JudgedLabel]) -> Finding | None:
    """Judge whether characters follow each other along the line, forwards or backwards."""
    long = [word for word in words if len(word.characters) > 2]
    if len(long) < LEAST_WORDS:
        return None
    untidy = [word for word in long if not _goes_one_way(word)]
    share = len(untidy) / len(long)
    if share < _UNTIDY:
        return None
    return finding(
        "order-labels",
        Sentence(
            "In {share:.0%} of the words with three characters or more, the order of the characters jumps back and "
            "forth along the line: it does not follow their positions.",
            share=share,
        ),
        share,
        [word.name for word in untidy],
    )


def _goes_one_way(word: JudgedLabel) -> bool:
    along = np.diff([character.y if word.is_vertical else character.x for character in word.characters])
    return bool((along > 0).all() or (along < 0).all())


def displacements(words: Sequence[JudgedLabel]) -> np.ndarray:
    """Return the distances of characters in a model's maps from their polygons, in sizes of the word's characters.

    Returns (n, 2) float64: rightwards and downwards; of the characters that are read as their labels say.
    """
    shifts = []
    for word in words:
        if not word.characters or len(word.found) != len(word.characters):
            continue
        width = float(np.median([character.width for character in word.characters])) or 1.0
        height = float(np.median([character.height for character in word.characters])) or 1.0
        shifts += [
            ((seen.x - character.x) / width, (seen.y - character.y) / height)
            for character, seen in zip(word.characters, word.found, strict=True)
            if character.symbol.casefold() == seen.symbol.casefold()
        ]
    return np.array(shifts, np.float64).reshape(-1, 2)


def _polygon_shift(words: Sequence[JudgedLabel]) -> Finding | None:
    away = displacements(words)
    if len(away) < 2 * LEAST_WORDS:
        return None
    usual = np.median(np.abs(away), axis=0)
    if usual.max() < _SHIFTED:
        return None
    axis = int(usual.argmax())
    sentence = (
        Sentence("{share:.0%} of its width", share=usual[axis])
        if axis == 0
        else Sentence("{share:.0%} of its height", share=usual[axis])
    )
    return finding(
        "polygon-shift",
        Sentence(
            "The middle of a polygon is usually {said} away from where its character is seen ({right:+.2f} to the "
            "right and {down:+.2f} down, in units of a character's size): the polygons do not lie on their "
            "characters.",
            said=sentence,
            right=-float(np.median(away[:, 0])),
            down=-float(np.median(away[:, 1])),
        ),
        usual[axis],
        [word.name for word in words if word.characters],
    )


def _same_symbols(text: str, read: str) -> float:
    """Return the share of symbols that two texts have in common, in any order."""
    one, reading = Counter(text.casefold()), Counter(read.casefold())
    return sum((one & reading).values()) / max(one.total(), reading.total(), 1)


def _crossed(words: Sequence[JudgedLabel]) -> list[tuple[JudgedLabel, JudgedLabel]]:
    half = len(words) // 2
    return [(word, words[(place + half) % len(words)]) for place, word in enumerate(words)]


def _worst(words: Sequence[JudgedLabel]) -> tuple[str, ...]:
    return tuple(word.name for word in sorted(words, key=lambda word: agreement(word.text, word.read or "")))
