"""Decides whether words are read with a language or by the network alone, because codes are no words of a language."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

LEAST_TEXTS = 30
"""Fewest texts, or readings, that decide: with fewer, words are read with the language, as most are."""

LOOKS_AT_CODES = 5
"""Crops of an image that are read if it may be a code: of 150 plates one look reads 11, five read 38."""

MOST_CODES = 0.5
"""Greatest share of codes among texts that are read with the language."""


def is_code(text: str) -> bool:
    """Return True if a text is spelled unlike any language: with digits beside letters, or capitals after small ones.

    Digits beside nothing but Chinese symbols are no code: a year, a price, a floor.
    """
    has_digit = any(symbol.isdecimal() for symbol in text)
    has_cased = any(symbol.islower() or symbol.isupper() for symbol in text)
    has_other = any(symbol.isalpha() and not symbol.islower() and not symbol.isupper() for symbol in text)
    turns = any(before.islower() and after.isupper() for before, after in pairwise(text))
    return turns or (has_digit and (has_cased or not has_other))


def are_codes(texts: Iterable[str]) -> bool:
    """Return True if there are enough texts to decide, and the share of codes among them exceeds `MOST_CODES`."""
    codes = [is_code(text) for text in texts if text]
    return len(codes) >= LEAST_TEXTS and sum(codes) > MOST_CODES * len(codes)
