"""Builds parts of sentences: a number with its noun, and a list of names."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from core.base.errors import Sentence


def number_of(count: int, one: str, many: str) -> str:
    """Return a number with the noun that agrees with it, "1 word" or "3,843 words", in a text that stays English.

    A text that is translated has the two nouns in its template: see `core.base.errors.filled`.
    """
    return f"{count:,} {one if count == 1 else many}"


_MOST = 40  # parts of a list that a person can still read


def listed(parts: Iterable[object], most: int = _MOST) -> str:
    """Return texts separated by commas as one place of a sentence: "a, b, c", in Chinese "a、b、c".

    A part that is a sentence is translated in its turn; anything else is taken as its text. Of more than `most` parts
    the first are listed, with "…" in place of the others. Without parts the list is the empty text.
    """
    first = list(islice(parts, most + 1))
    texts = [part if isinstance(part, Sentence) else Sentence("{part}", part=part) for part in first[:most]]
    if len(first) > most:
        texts.append(Sentence("{part}", part="…"))
    while len(texts) > 1:  # pairs of pairs: a sentence within a sentence forty times would be deep
        pairs = [texts[place : place + 2] for place in range(0, len(texts), 2)]
        texts = [
            pair[0] if len(pair) == 1 else Sentence("{before}, {last}", before=pair[0], last=pair[1]) for pair in pairs
        ]
    return texts[0] if texts else ""
