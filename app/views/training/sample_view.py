"""One sample enlarged: its text, before and after augmentation, and the three target maps below each other."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.desktop.theme import colour
from app.views.training.sample_tiles import SampleTiles
from app.widgets.contrast import Recoloured
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable

_SCALE = 3  # picture pixels an input pixel: outlines stay thin
_GAP = 6
_LEAST = QSize(300, 320)


class SampleView(Recoloured, QWidget):
    """Shows one of the samples of `SampleTiles`."""

    def __init__(self, tiles: SampleTiles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tiles = tiles
        self.place: int | None = None  # its place among the tiles
        self._pictures: tuple[QImage, ...] = ()
        self.setMinimumSize(_LEAST)
        self._heads = (
            self.tr("Before augmentation"),
            self.tr("As the network gets it"),
            self.tr("Character map"),
            self.tr("Order map"),
            self.tr("Centre map"),
        )
        self._no_maps = self.tr("No polygons: only the text is taught.")
        self.setAccessibleName(self.tr("The selected sample, enlarged"))
        self._say()
        self.update()

    def show_place(self, place: int | None) -> None:
        """Show another sample, or none."""
        self.place = place
        self._pictures = () if place is None else self._tiles.large(place, _SCALE)
        self._say()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw text, name and pictures as large as they fit."""
        if self.place is None:
            return
        sample = self._tiles.entries[self.place]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        plain = painter.font()
        painter.setFont(symbol_font(plain, 1.5))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(printable(sample.text, 200), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRect(0, 0, self.width(), metrics.height()), Qt.TextFlag.TextSingleLine, text)
        top = metrics.height()
        painter.setFont(plain)
        metrics = painter.fontMetrics()
        line = metrics.height()
        painter.setPen(colour("muted"))
        name = metrics.elidedText(printable(sample.name, 255), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(QRect(0, top, self.width(), line), Qt.TextFlag.TextSingleLine, name)
        top += line + _GAP
        shown = self._pictures if sample.has_maps else self._pictures[:2]
        count = len(self._pictures)
        first = self._pictures[0]
        room = (self.height() - top - count * (line + _GAP)) // count
        height = min(room, self.width() * first.height() // first.width())
        width = height * first.width() // first.height()
        for head, picture in zip(self._heads, shown, strict=False):
            painter.drawText(QRect(0, top, self.width(), line), Qt.TextFlag.TextSingleLine, head)
            top += line
            painter.drawImage(QRect(0, top, width, height), picture)
            top += height + _GAP
        if not sample.has_maps:
            painter.drawText(QRect(0, top, self.width(), 2 * line), Qt.TextFlag.TextWordWrap, self._no_maps)

    def recolour(self) -> None:
        self.update()

    def _say(self) -> None:
        sample = None if self.place is None else self._tiles.entries[self.place]
        self.setAccessibleDescription("" if sample is None else f"{sample.text}, {sample.name}")
