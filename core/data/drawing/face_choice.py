"""The choice of the face that draws a word: first the category, then the family, then one of its weights.

Drawn evenly, one family of twelve weights would come as often as twelve families of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from core.data.drawing.fonts import FontFace

SHARES: Mapping[str, float] = MappingProxyType({"sans": 45, "display": 30, "serif": 17, "handwriting": 8})
"""The frequency of each category, if all are there: about as they come on signs."""

_TRIES = 8


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """Draws a face."""

    faces: Sequence[FontFace]
    _families: tuple[tuple[tuple[FontFace, ...], ...], ...] = field(init=False, repr=False, compare=False)
    _sums: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_category: dict[str, dict[str, list[FontFace]]] = {}
        for face in self.faces:
            by_category.setdefault(face.category, {}).setdefault(face.family or face.name, []).append(face)
        categories = sorted(by_category)
        families = tuple(tuple(tuple(by_category[c][name]) for name in sorted(by_category[c])) for c in categories)
        sums = np.cumsum([SHARES.get(category, 1.0) for category in categories])
        object.__setattr__(self, "_families", families)
        object.__setattr__(self, "_sums", tuple(sums.tolist()))

    def draw(self, rng: np.random.Generator, needed: frozenset[str]) -> FontFace | None:
        """A face that draws all the symbols. None if none was found soon."""
        for numbers in rng.random((_TRIES, 3)):
            category = int(np.searchsorted(self._sums, numbers[0] * self._sums[-1], "right"))
            families = self._families[min(category, len(self._families) - 1)]
            family = families[int(numbers[1] * len(families))]
            face = family[int(numbers[2] * len(family))]
            if needed <= face.symbols:
                return face
        return None
