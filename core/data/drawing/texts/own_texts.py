"""Draws texts like a folder's: from the pattern that its texts follow, or from the few words that it has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.text_patterns import TextList, TextPattern
from core.data.drawing.texts.words import Text


@dataclass(frozen=True, slots=True)
class OwnTexts:
    """Draws texts like the folder's, mixed with words in general."""

    writing: TextPattern | TextList
    """The pattern or the list of the folder's texts."""
    symbols: frozenset[str]
    """The symbols that can be drawn."""
    length: tuple[int, int]
    """Fewest and most symbols of a text."""
    share: float
    """Share of the texts that are the folder's, 0 to 1."""

    def draw(self, rng: np.random.Generator) -> Text | None:
        """Draw a text like the folder's, or return None for the share of words that are drawn as all others are."""
        if rng.random() >= self.share:
            return None
        text = self.writing.draw(rng)
        least, most = self.length
        return Text(text, False) if least <= len(text) <= most and self.symbols.issuperset(text) else None
