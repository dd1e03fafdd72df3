"""Characters in boxes."""

from typing import Any

from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

_Y = CharacterLabel("Y", rectangle(4, 4, 25, 40), 1, "rectangle")
YO = WordLabel((_Y, CharacterLabel("o", rectangle(24, 14, 48, 40), 2, "rectangle")), "Yo")
"""A word of IIIT 5K, whose boxes overlap."""


def boxed(
    symbols: str, x: float = 0, y: float = 0, width: float = 8, height: float = 20, gap: float = 2, **keys: Any
) -> tuple[CharacterLabel, ...]:
    """A character for each symbol, from (x, y) on."""
    starts = ((x + i * (width + gap), symbol) for i, symbol in enumerate(symbols))
    return tuple(CharacterLabel(symbol, rectangle(x, y, x + width, y + height), **keys) for x, symbol in starts)
