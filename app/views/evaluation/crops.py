"""Crops the characters that were confused out of their images, in the background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QImage, QPixmap

from app.widgets.column_model import Column, ColumnModel, Index
from app.workers.background import Job
from core.base.errors import StudioError
from core.base.images import read_image
from core.labels.files.storage import label_path, read_label
from core.model.metrics.breakdown import JudgedWord
from core.model.metrics.metrics import Step
from core.project.project import Project

SIDE = 40  # of a crop on screen, device-independent pixels

MOST = 120  # words whose characters are cut out

_CUT = 64  # pixels of a crop, for screens with two device pixels to each


@dataclass(frozen=True, slots=True, eq=False)
class Occurrence:
    """One character that was confused, with its image and its crop."""

    image: str
    """Path of the image relative to the project."""
    place: int
    """Place of the character in the label file."""
    word: str
    """The label's word, normalised as for the evaluation."""
    read: str
    """The word that the model read."""
    crop: NDArray[np.uint8]
    """The crop, (_CUT, _CUT, 3) uint8, RGB."""


def cut_out(
    project: Project, images: Sequence[str], words: Mapping[str, JudgedWord], step: Step, job: Job
) -> tuple[Occurrence, ...]:
    """Return the confused characters from the first words of a confusion, leaving out labels without polygons."""
    from core.analysis.label_errors.glyph_crops import crop_glyph  # SciPy, which the panel must not wait for

    crops: list[Occurrence] = []
    for number, image in enumerate(images[:MOST]):
        job.progress(number, min(len(images), MOST))
        path = project.path_of(image)
        try:
            label, pixels = read_label(label_path(path)).label, read_image(path)
        except StudioError:  # it was deleted or changed meanwhile
            continue
        score = words[image].score
        targets = [pair for pair in score.steps if pair[0] is not None]
        if len(targets) != len(label.ranking):
            continue
        for rank, pair in enumerate(targets):
            if pair == step:
                place = label.ranking[rank]
                crop = crop_glyph(pixels, label.characters[place].polygon, _CUT)
                crops.append(Occurrence(image, place, score.target, score.predicted, np.ascontiguousarray(crop)))
    return tuple(crops)


class Crops(ColumnModel[Occurrence]):
    """Lists the crops of characters, each with its picture and its origin in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((Column(lambda: "", lambda occurrence: None, self._in_words, spoken=self._in_words),), parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and index.isValid():
            crop = self.entries[index.row()].crop
            pixmap = QPixmap.fromImage(QImage(crop.data, _CUT, _CUT, 3 * _CUT, QImage.Format.Format_RGB888))
            pixmap.setDevicePixelRatio(_CUT / SIDE)
            return pixmap
        return super().data(index, role)

    def _in_words(self, occurrence: Occurrence) -> str:
        text = self.tr("“{word}”, read as “{read}”, {image}")
        return text.format(word=occurrence.word, read=occurrence.read, image=occurrence.image)
