"""Glyphs as the items of a list of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QImage, QPixmap

from app.bulk.glyphs import SHOWN, Glyph
from core.labels.checks.problems import printable

_Index = QModelIndex | QPersistentModelIndex

SIDE = 40
"""Of a tile's picture, device-independent pixels."""


class Tiles(QAbstractListModel):
    """One item a glyph."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.glyphs: tuple[Glyph, ...] = ()

    def put(self, glyphs: Sequence[Glyph]) -> None:
        """Show other glyphs."""
        self.beginResetModel()
        self.glyphs = tuple(glyphs)
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.glyphs)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A picture, and what it is of."""
        if not 0 <= index.row() < len(self.glyphs):
            return None
        glyph = self.glyphs[index.row()]
        match role:
            case Qt.ItemDataRole.DecorationRole:
                image = QImage(glyph.crop.data, SHOWN, SHOWN, 3 * SHOWN, QImage.Format.Format_RGB888)
                pixmap = QPixmap.fromImage(image)  # a copy: made when it is painted, and only of what is in sight
                pixmap.setDevicePixelRatio(SHOWN / SIDE)
                return pixmap
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                said = self.tr("“{symbol}” in “{word}”, {image}; distance from the usual one {distance}")
                return said.format(
                    symbol=printable(glyph.symbol, 6),
                    word=printable(glyph.word, 30),
                    image=glyph.image,
                    distance=f"{glyph.unusual:.1f}",
                )
        return None
