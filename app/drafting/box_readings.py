"""Readings of boxes that a person draws in photographs, each a proposal until the person accepts it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.reading.client import PredictionClient
from app.workers.background import Background, Job
from app.workers.latest import LatestJob
from app.workers.prediction_messages import Answered, TryOut
from core.labels.formats.crop import crop_word
from core.labels.label import Polygon

Box = tuple[str, Polygon]  # a photograph, by its relative path, and the outline of a word in it


class BoxReadings(QObject):
    """Asks the prediction process about one box after the other, and accepts only the answer to the newest question."""

    changed = Signal()

    def __init__(self, background: Background, client: PredictionClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._cropping = LatestJob(background, "pictures", self)
        self._found: dict[Box, str] = {}
        self._asked: tuple[int, Box] | None = None

    def of(self, box: Box) -> str:
        """Return the reading of a box, or "" if it is not known or was refused."""
        return self._found.get(box, "")

    def refuse(self, box: Box) -> None:
        """Stop offering a reading of the box, because a person has cleared its text."""
        self._found[box] = ""

    def ask(self, model: Path, box: Box, pixels: NDArray[np.uint8]) -> None:
        """Let a model read a box of a photograph, (height, width, 3) RGB, unless it has done so already."""
        if box in self._found or (self._asked is not None and self._asked[1] == box):
            return
        self._asked = 0, box

        def crop(job: Job) -> NDArray[np.uint8]:
            return crop_word(pixels, box[1])

        def cropped(crop: NDArray[np.uint8]) -> None:
            self._asked = self._client.inquire(lambda number: TryOut(number, model, box[0], crop), self._receive), box

        self._cropping.ask(crop, cropped, lambda error: self.refuse(box))

    def _receive(self, answer: Answered) -> None:
        if self._asked is not None and answer.number == self._asked[0]:
            box, self._asked = self._asked[1], None
            if not answer.is_lost:
                self._found.setdefault(box, "" if isinstance(answer.result, str) else answer.result.maps.word.text)
                self.changed.emit()
