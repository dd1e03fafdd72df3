"""A prediction as it is shown: what a model sees in one image, and how its answer is to be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.charset import Charset
from core.labels.maps.spec import MapSpec

if TYPE_CHECKING:  # SciPy's sparse arrays would cost a third of the start of the program
    from core.judging.predicted_maps import PredictedMaps


@dataclass(frozen=True, slots=True, eq=False)
class Predicted:
    """What a model sees in one image.

    Attributes
    ----------
    image : str
        Relative path in the project.
    maps : PredictedMaps
        As the network sees the image, turned and resized; `maps.word` in image pixels.
    spec : MapSpec
        The model's geometry.
    charset : Charset
        The model's symbols, to which the ids of `maps` belong.
    step : int or None
        The training's step; None of a finished model.
    loss : float or None
        The training's loss at that step.
    """

    image: str
    maps: PredictedMaps
    spec: MapSpec
    charset: Charset
    step: int | None = None
    loss: float | None = None

    @property
    def last(self) -> int:
        """Number of the last position that is read or left out as a gap; 0 where nothing is read."""
        characters = self.maps.word.characters
        return characters[-1].order if characters else 0

    @property
    def positions(self) -> int:
        """Positions that the network can tell apart."""
        return int(self.maps.order.shape[-1]) - 1
