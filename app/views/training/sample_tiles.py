"""Samples as tiles of a list: before and after augmentation, the three target maps, and the text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.desktop.theme import colour
from app.widgets.column_model import Column, ColumnModel
from app.widgets.symbol_font import symbol_font
from core.data.batches.seen import SeenSample
from core.data.batches.sheet import Rgb, panes
from core.labels.checks.problems import printable

WIDTH = 148  # of the pictures before and after augmentation in a tile, device-independent pixels

_MARGIN, _GAP = 8, 4
_LONGEST = 60  # symbols of a text: no tile is wide enough for more


class SampleTiles(ColumnModel[SeenSample]):
    """One item a sample, and the pictures of those that were painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((Column(lambda: "", lambda sample: None, self._in_words, spoken=self._in_words),), parent)
        self._symbols = 0
        self._pictures: dict[int, tuple[QImage, ...]] = {}

    def set_samples(self, samples: tuple[SeenSample, ...], symbols: int) -> None:
        """Show other samples, of a charset of so many symbols."""
        self._symbols = symbols
        self._pictures.clear()
        self.set_entries(samples)

    def pictures(self, place: int) -> tuple[QImage, ...]:
        """Return the pictures of a sample: before, after, and the three maps."""
        found = self._pictures.get(place)
        if found is None:
            found = tuple(picture_of(pane) for pane in panes(self.entries[place], self._symbols))
            self._pictures[place] = found
        return found

    def large(self, place: int, scale: int) -> tuple[QImage, ...]:
        """Return the pictures of a sample, enlarged."""
        return tuple(picture_of(pane) for pane in panes(self.entries[place], self._symbols, scale))

    def _in_words(self, sample: SeenSample) -> str:
        text = self.tr("“{text}”, {name}").format(text=printable(sample.text, _LONGEST), name=sample.name)
        return text if sample.has_maps else text + "\n" + self.tr("No polygons: only the text is taught.")


class TilePainter(QStyledItemDelegate):
    """Paints one sample of `SampleTiles`."""

    def __init__(self, tiles: SampleTiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tiles = tiles

    def tile_size(self, metrics: QFontMetrics) -> QSize:
        """Return the size of all tiles, device-independent pixels."""
        height, narrow = _heights(self._tiles)
        width = 2 * WIDTH + _GAP + 2 * _MARGIN
        return QSize(width, height + narrow + metrics.height() + 2 * _GAP + 2 * _MARGIN)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return self.tile_size(QFontMetrics(option.font))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a tile in the colours of its palette."""
        rect: QRect = option.rect
        palette: QPalette = option.palette
        state: QStyle.StateFlag = option.state
        sample = self._tiles.entries[index.row()]
        before, after, *maps = self._tiles.pictures(index.row())
        height, narrow = _heights(self._tiles)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        ink = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if selected:
            painter.fillRect(rect, palette.brush(QPalette.ColorRole.Highlight))
        elif state & QStyle.StateFlag.State_MouseOver:
            hovered = palette.color(QPalette.ColorRole.Highlight)
            hovered.setAlpha(24)
            painter.fillRect(rect, hovered)
        left, top = rect.left() + _MARGIN, rect.top() + _MARGIN
        painter.drawImage(QRect(left, top, WIDTH, height), before)
        painter.drawImage(QRect(left + WIDTH + _GAP, top, WIDTH, height), after)
        top += height + _GAP
        whole = 2 * WIDTH + _GAP
        for place, picture in enumerate(maps):
            start, end = place * (whole + _GAP) // 3, (place + 1) * (whole + _GAP) // 3 - _GAP
            painter.drawImage(QRect(left + start, top, end - start, narrow), picture)
        top += narrow + _GAP
        line = QRect(left, top, whole, painter.fontMetrics().height())
        self._write(painter, line, sample, ink, ink if selected else colour("muted"))
        painter.restore()

    def _write(self, painter: QPainter, line: QRect, sample: SeenSample, ink: QColor, muted: QColor) -> None:
        """Write the text to the left and the name to the right of it."""
        plain = painter.font()
        font = symbol_font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(ink)
        elide, align = Qt.TextElideMode.ElideRight, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        text = painter.fontMetrics().elidedText(printable(sample.text, _LONGEST), elide, round(line.width() * 0.6))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | align, text)
        line = line.adjusted(painter.fontMetrics().horizontalAdvance(text) + _MARGIN, 0, 0, 0)
        painter.setFont(plain)
        painter.setPen(muted)
        name = painter.fontMetrics().elidedText(printable(sample.name, 255), Qt.TextElideMode.ElideMiddle, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | align, name)


def picture_of(pixels: Rgb) -> QImage:
    """An RGB array as an image of its own memory."""
    height, width = pixels.shape[:2]
    return QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()


def _heights(tiles: SampleTiles) -> tuple[int, int]:
    """Return the heights of the large and of the small pictures of a tile."""
    if not tiles.entries:
        return WIDTH // 4, WIDTH // 6
    height, width = tiles.entries[0].after.shape[:2]
    return round(WIDTH * height / width), round((2 * WIDTH - _GAP) / 3 * height / width)
