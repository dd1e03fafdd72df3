"""Repaired maps that are shown instead of the model's own for the open image.

Apart from the predictions, which only ask it what to show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.reading.predicted import Predicted

if TYPE_CHECKING:  # SciPy, which the start of the program must not wait for
    from core.analysis.predicted_maps import PredictedMaps


class RepairedPrediction:
    """One prediction with repaired maps, which is valid as long as the model's own stays the same."""

    def __init__(self) -> None:
        self._pair: tuple[Predicted, Predicted] | None = None  # the model's own, and what is shown in its place

    def set(self, own: Predicted | None, maps: PredictedMaps | None) -> bool:
        """Set repaired maps for a prediction, or none if None, and return True if that is a change."""
        before = self._pair
        self._pair = None if own is None or maps is None else (own, replace(own, maps=maps))
        return before is not None or self._pair is not None

    def shown_for(self, own: Predicted | None) -> Predicted | None:
        """Return the repaired prediction if it belongs to the model's own, or else the model's own or None."""
        return self._pair[1] if self._pair is not None and self._pair[0] is own else own
