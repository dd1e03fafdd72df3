"""A word written across and one written downwards, each with the (height, width) of its image."""

from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

WIDE = WordLabel(
    tuple(CharacterLabel(s, rectangle(4 + 40 * i, 4, 36 + 40 * i, 36)) for i, s in enumerate("abc")), "abc"
)
TALL = WordLabel(
    tuple(CharacterLabel(s, rectangle(2, 4 + 40 * i, 28, 36 + 40 * i)) for i, s in enumerate("abc")), "abc"
)
WORDS = {"wide": (WIDE, (40, 120)), "tall": (TALL, (120, 30))}
