"""Glyphs as the items of a list of pictures."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QImage, QPixmap

from app.bulk.glyphs import SHOWN, LabelGlyph
from app.widgets.column_model import Column, ColumnModel, Index
from core.labels.checks.problems import printable


class Tiles(ColumnModel[LabelGlyph]):
    """One item a glyph: its picture, and its origin in words. `side`: of a picture, device-independent pixels."""

    side = 40

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((Column(lambda: "", lambda glyph: None, self._in_words, spoken=self._in_words),), parent)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and index.isValid():
            crop = self.entries[index.row()].crop
            image = QImage(crop.data, SHOWN, SHOWN, 3 * SHOWN, QImage.Format.Format_RGB888)
            pixmap = QPixmap.fromImage(image)  # a copy: made when it is painted, and only of what is in sight
            pixmap.setDevicePixelRatio(SHOWN / self.side)
            return pixmap
        return super().data(index, role)

    def _in_words(self, glyph: LabelGlyph) -> str:
        text = self.tr("“{symbol}” in “{word}”, {image}; distance from the usual one {distance}")
        return text.format(
            symbol=printable(glyph.symbol, 6),
            word=printable(glyph.word, 30),
            image=glyph.image,
            distance=f"{glyph.unusual:.1f}",
        )
