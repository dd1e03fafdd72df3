"""Finds the direction of writing: texts that are read from right to left, and the order of symbols in the picture."""

from __future__ import annotations

import unicodedata

_DIGITS = frozenset({"EN", "AN"})
_FORWARD = frozenset({"L", *_DIGITS})
"""Bidirectional classes of Unicode that are always written left to right: letters of such scripts, and all digits."""

_BACKWARD = frozenset({"R", "AL"})


def is_right_to_left(text: str) -> bool:
    """Return True if most letters of a text belong to a script that is read from right to left."""
    kinds = [unicodedata.bidirectional(symbol) for symbol in text]
    return sum(kind in _BACKWARD for kind in kinds) > sum(kind == "L" for kind in kinds)


def visual_order(text: str) -> list[int]:
    """Return the places of a text's symbols in the order of the picture, from left to right.

    In the picture a text that is read from right to left is reversed, with its numbers and its words of other scripts
    left to right. In another text only the words of scripts that are read from right to left are reversed. This is the
    Unicode Bidirectional Algorithm (UAX 9) for single words: without embeddings and mirrored brackets. The same call
    turns symbols in the order of the picture back into the order of reading.
    """
    if is_right_to_left(text):
        return [place for run in reversed(_runs(text, _FORWARD)) for place in run]
    return [place for run in _runs(text, _BACKWARD) for place in reversed(run)]


def _runs(text: str, kinds: frozenset[str]) -> list[range]:
    """Divide the places of a text into runs of symbols of these kinds, and single places for all others."""
    classes = [unicodedata.bidirectional(symbol) for symbol in text]
    runs = []
    place = 0
    while place < len(text):
        end = place
        if classes[place] in kinds:
            for later in range(place + 1, len(text)):
                if classes[later] in kinds and _is_joined(classes[end : later + 1]):
                    end = later
        runs.append(range(place, end + 1))
        place = end + 1
    return runs


def _is_joined(classes: list[str]) -> bool:
    """Return True if the last of some symbols belongs to the same run as the first, by their classes."""
    first, *between, last = classes
    if not between:
        return True
    if first in _DIGITS and last in _DIGITS:
        return len(between) == 1 and between[0] in {"ES", "CS"}  # the sign in 12:30 and 1.5
    is_one_script = first == last == "L" or {first, last} <= _BACKWARD
    return is_one_script and not _FORWARD.union(_BACKWARD).intersection(between)
