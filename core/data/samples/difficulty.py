"""How difficult drawn and augmented samples are: more, the more is read already.

Measured with a network of half a million weights: heavy effects from the first step on read fewer real words after more
work than mild ones (docs/recognition.md). What cannot be read yet teaches nothing but noise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.data.drawing.scene_effects import LEVELS

_MEASURE = "one_minus_ned"
_FIRST, _LAST = 0.25, 0.75  # of the measure: where the difficulty begins to rise, and where it is full


@dataclass(slots=True, eq=False)
class Difficulty:
    """The level that samples are made at from now on; threads read it while the training raises it.

    Attributes
    ----------
    level : int
        0 to `LEVELS`; never falls.
    """

    level: int = LEVELS

    def learn(self, metrics: Mapping[str, float | None]) -> bool:
        """Rise as far as a validation's measures say; True where the level changed."""
        found = metrics.get(_MEASURE)
        if found is None:
            return False
        share = (found - _FIRST) / (_LAST - _FIRST)
        level = max(self.level, min(LEVELS, int(share * LEVELS)))
        changed, self.level = level != self.level, level
        return changed
