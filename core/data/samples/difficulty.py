"""Raises the difficulty of synthetic and augmented samples as the validations read better.

Measured with a network of half a million weights: heavy effects from the first step on read fewer real words after more
work than mild ones (docs/recognition.md). Words that a network cannot read yet teach only noise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.data.drawing.scene_effects import LEVELS

_MEASURE = "one_minus_ned"
_FIRST, _LAST = 0.25, 0.75  # values of the measure at which the difficulty begins to rise, and is full


@dataclass(slots=True, eq=False)
class Difficulty:
    """The difficulty level of new samples, which threads read while the training raises it."""

    level: int = LEVELS
    """The level, 0 to `LEVELS`, which never falls."""

    def learn(self, metrics: Mapping[str, float | None]) -> bool:
        """Raise the level as far as the measures of a validation allow, and return True if it changed."""
        losses = metrics.get(_MEASURE)
        if losses is None:
            return False
        share = (losses - _FIRST) / (_LAST - _FIRST)
        level = max(self.level, min(LEVELS, int(share * LEVELS)))
        changed, self.level = level != self.level, level
        return changed
