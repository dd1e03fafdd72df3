"""The latest predictions of one model, by image."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence

from app.reading.predicted import Predicted

_MOST = 48  # predictions: going back to an image shows it at once


class KeptPredictions:
    """The newest prediction of each image, or the sentence that says why it cannot be predicted."""

    def __init__(self) -> None:
        self._readings: OrderedDict[str, Predicted | str] = OrderedDict()

    def prediction_of(self, image: str) -> Predicted | None:
        """Return the prediction of an image, or None if there is none."""
        reading = self._readings.get(image)
        return None if isinstance(reading, str) else reading

    def refusal(self, image: str) -> str:
        """Return the reason why an image cannot be predicted, or "" if it can."""
        reading = self._readings.get(image)
        return reading if isinstance(reading, str) else ""

    def missing(self, images: Iterable[str]) -> list[str]:
        """Return those of these images whose readings are unknown."""
        return [image for image in images if image not in self._readings]

    def keep(self, image: str, reading: Predicted | str, shown: Collection[str]) -> None:
        """Store a prediction, or the reason why there is none, and drop the oldest ones that are not shown."""
        self._readings[image] = reading
        self._readings.move_to_end(image)
        surplus = max(len(self._readings) - _MOST, 0)
        for old in [old for old in self._readings if old not in shown][:surplus]:
            del self._readings[old]

    def forget(self, images: Sequence[str]) -> None:
        """Drop the predictions of these images."""
        for image in images:
            self._readings.pop(image, None)

    def clear(self) -> None:
        """Drop all predictions."""
        self._readings.clear()
