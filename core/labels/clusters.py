"""Counts characters as people see them, some of them made of several code points (क्ष, ก่, 🇩🇪).

Apart from the label, which is read without the package that knows them.
"""

from __future__ import annotations

import unicodedata


def count_characters(text: str) -> int:
    """Return the number of characters as people see them (Unicode's extended grapheme clusters), after NFC."""
    text = unicodedata.normalize("NFC", text)
    if len(text) < 2:
        return len(text)
    import regex  # seldom needed: not at the start

    return len(regex.findall(r"\X", text))


def first_cluster(text: str) -> str:
    """Return the first character of a text that is several code points after NFC, or "" if there is none."""
    text = unicodedata.normalize("NFC", text)
    if text.isascii():
        return ""
    import regex  # seldom needed: not at the start

    return next((cluster for cluster in regex.findall(r"\X", text) if len(cluster) > 1), "")


def is_cluster(text: str) -> bool:
    """Return True if the text is one character of several code points, which no charset can hold as one symbol."""
    return len(unicodedata.normalize("NFC", text)) > 1 and count_characters(text) == 1
