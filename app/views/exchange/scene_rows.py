"""The list of a scene's words as they will be cropped, with the text of the selected one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QKeySequence, QPixmap
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.widgets.boxes import column, named, plain_label
from app.workers.background import Background, Job
from app.workers.latest import LatestJob
from core.base.errors import LabelError
from core.labels.formats.crop import crop_word
from core.labels.formats.scenes import SceneWord
from core.labels.label import Polygon

_CROP = QSize(120, 36)  # px of a crop in the list


class _WordField(QLineEdit):
    """A text whose keys of undo are the window's: its own would take back single letters."""

    def event(self, event: QEvent) -> bool:
        keys = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and any(event.matches(key) for key in keys):
            event.ignore()
            return False
        return super().event(event)


class SceneRows(QWidget):
    """A text field for the selected word, above the list of all words."""

    chosen = Signal(int)  # the place of the word that a person has chosen
    typed = Signal(str)  # the text of the chosen word, with each key
    entered = Signal()  # the text is finished

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cropping = LatestJob(background, "pictures", self)
        self._label = plain_label()
        self.text = _WordField(placeholderText=self.tr("Type, then Enter"))
        self._label.setBuddy(self.text)
        self.text.textEdited.connect(self.typed)
        self.text.returnPressed.connect(self.entered)
        self.list = named(QListWidget(), self.tr("Words"))
        self.list.setIconSize(_CROP)
        self.list.setUniformItemSizes(True)
        self.list.currentRowChanged.connect(self.chosen)
        column(self._label, self.text, self.list, parent=self, spacing=6).setStretchFactor(self.list, 1)

    def show_words(self, words: Sequence[SceneWord], pixels: NDArray[np.uint8] | None) -> None:
        """Show words with their crops from a photograph, (height, width, 3) RGB."""
        self.list.blockSignals(True)
        while self.list.count() > len(words):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(words):
            self.list.addItem(QListWidgetItem())
        for at, word in enumerate(words):
            self.list.item(at).setText(word.text or self.tr("no text yet"))
        self.list.blockSignals(False)
        polygons = tuple(word.polygon for word in words)
        if pixels is not None and polygons:
            self._cropping.ask(lambda job: _crops(pixels, polygons, job), self._show_crops)

    def choose(self, words: Sequence[SceneWord], place: int, reading: str = "") -> None:
        """Show the selected word (-1: none) with its text, or a reading that a person may accept as its text."""
        self.list.blockSignals(True)
        if place >= 0:
            self.list.setCurrentRow(place, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            self.list.setCurrentRow(-1)
            self.list.clearSelection()
        self.list.blockSignals(False)
        known = words[place].text if place >= 0 else ""
        self.text.setEnabled(place >= 0)
        is_read = bool(reading) and not known
        if self.text.text() != (known or reading):
            self.text.setText(known or reading)
            if is_read:
                self.text.selectAll()
        font = self.text.font()
        font.setItalic(is_read)
        self.text.setFont(font)
        self._label.setText(
            self.tr("Reading of the model; Enter accepts it") if is_read else self.tr("Text of the word")
        )

    def _show_crops(self, crops: list[QImage]) -> None:
        for at, crop in enumerate(crops[: self.list.count()]):
            picture = QPixmap.fromImage(crop)
            shown = QIcon(picture)
            shown.addPixmap(picture, QIcon.Mode.Selected)  # else the chosen crop would be tinted, and hard to read
            self.list.item(at).setIcon(shown)


def _crops(pixels: NDArray[np.uint8], polygons: tuple[Polygon, ...], job: Job) -> list[QImage]:
    """Return small pictures of the words as they will be cropped, empty for a word that cannot be."""
    crops = []
    for done, polygon in enumerate(polygons):
        job.progress(done, len(polygons))
        try:
            crop = crop_word(pixels, polygon)
        except LabelError:
            crops.append(QImage())
            continue
        height, width = crop.shape[:2]
        image = QImage(crop.data, width, height, 3 * width, QImage.Format.Format_RGB888)
        small = image.scaled(_CROP, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        # As large as all others, transparent round the crop, so that the texts are below each other.
        place = QPoint(0, (small.height() - _CROP.height()) // 2)
        crops.append(small.convertToFormat(QImage.Format.Format_ARGB32).copy(QRect(place, _CROP)))
    return crops
