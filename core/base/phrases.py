"""Parts of sentences: a number with its noun, and a list of names."""

from __future__ import annotations

from collections.abc import Iterable

from core.base.errors import Sentence


def number_of(count: int, one: str, many: str) -> str:
    """Return a number and the noun that agrees with it, "1 word" or "3,843 words", in a text that stays English.

    A text that is translated has the two nouns in its template: see `core.base.errors.filled`.
    """
    return f"{count:,} {one if count == 1 else many}"


def listed(parts: Iterable[object]) -> str:
    """Return texts with commas between them, as one place of a sentence: "a, b, c", in Chinese "a、b、c".

    A part that is a sentence is translated in its turn; anything else is taken as its text. Without parts the list is
    the empty text.
    """
    whole: Sentence | None = None
    for part in parts:
        text = part if isinstance(part, Sentence) else Sentence("{part}", part=part)
        whole = text if whole is None else Sentence("{before}, {last}", before=whole, last=text)
    return "" if whole is None else whole
