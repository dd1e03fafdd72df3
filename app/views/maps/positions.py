"""The order channels of the open word as a strip of thumbnails, from which one can be shown alone."""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPalette, QPen, QShowEvent, QTransform
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.pictures.map_colours import MapImage
from app.pictures.shown_maps import is_upright, isolated, position_count, shown_channel, strip_source, symbols_of
from app.session import Session
from app.widgets.column_model import Column, ColumnModel, Index
from app.widgets.symbol_font import symbol_font

_HEIGHT, _UPRIGHT_HEIGHT = 40, 72  # px of a thumbnail at most; of an upright word's, which would be too narrow
_WIDEST = 112  # px
_NARROWED = 68  # px: what a thumbnail gives way to before the strip has to be scrolled
_LONGEST = "88  W  0.88"  # of the lines below thumbnails
_PAD = 4  # px
_DURING_A_GESTURE = 60  # ms between two paintings


class _Position(NamedTuple):
    number: int
    symbol: str
    score: float | None


class _Positions(ColumnModel[_Position]):
    """One row a position: its number, its symbol and, of a prediction, its score."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        column = Column[_Position](lambda: "", _text, self._in_words, spoken=self._in_words)
        super().__init__((column,), parent)
        self._session = session
        self.channels: tuple[MapImage | None, ...] = ()  # the picture of each position; none while nobody sees them
        self.isolated: int | None = None  # the position that is shown alone

    def list_positions(self, *, with_pictures: bool) -> None:
        """Take over the label as it is now, with all that painting its positions needs."""
        session = self._session
        source = strip_source(session)
        label, maps = session.editor.label, session.editor.maps
        there = source == "prediction" or (bool(label.characters) and not isinstance(maps, str))
        count = position_count(session) if there else 0
        symbols = symbols_of(session, source)
        scores = _scores(session) if source == "prediction" else {}
        positions = [_Position(k, symbols.get(k, ""), scores.get(k)) for k in range(1, count + 1)]
        self.channels = tuple(shown_channel(session, k) for k in range(1, count + 1)) if with_pictures else ()
        self.isolated = isolated(session)
        self.set_entries(positions, in_place=count == len(self.entries))  # the keyboard's place in the strip stays

    def _in_words(self, position: _Position) -> str:
        text = (
            self.tr("Position {number}, {symbol}: shown alone. Click to show all.")
            if self._session.display.choices.position == position.number
            else self.tr("Position {number}, {symbol}: click to show its order channel alone.")
        )
        return text.format(number=position.number, symbol=position.symbol or "–")


def _text(position: _Position) -> str:
    number, symbol, score = position
    return f"{number}  {symbol or '–'}" if score is None else f"{number}  {symbol}  {score:.2f}"


def _scores(session: Session) -> dict[int, float]:
    predicted = session.predictions.current
    return {} if predicted is None else {c.order: c.score for c in predicted.maps.word.characters}


class _Thumbnails(QStyledItemDelegate):
    """Draws the order channel Z_k or H_k, and k with its symbol below it."""

    def __init__(self, session: Session, positions: _Positions, strip: PositionsStrip) -> None:
        super().__init__(strip)
        self._session = session
        self._positions = positions
        self._strip = strip

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = option.fontMetrics
        least = metrics.horizontalAdvance(_LONGEST if strip_source(self._session) == "prediction" else "88  W")
        return QSize(max(round(self._size().width()), least) + 2 * _PAD, self._strip.line_height)

    def _size(self) -> QSizeF:
        """Size of a thumbnail, which has the image's shape: as large as can be, or less if the whole word then fits."""
        height, width = self._session.editor.image_size or (1, 1)
        share = self._strip.viewport().width() // max(len(self._positions.entries), 1) - 2 * _PAD
        room = QSizeF(min(_WIDEST, max(share, _NARROWED)), self._strip.thumbnail_height)
        return QSizeF(width, height).scaled(room, Qt.AspectRatioMode.KeepAspectRatio)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a thumbnail."""
        channels = self._positions.channels
        image = channels[index.row()] if index.row() < len(channels) else None
        size = self._session.editor.image_size
        if image is None or size is None:
            return
        place: QRect = option.rect
        left = place.x()
        top = place.y()
        width = place.width()
        palette: QPalette = option.palette
        is_chosen = self._positions.isolated == index.row() + 1
        frame, high = QRectF(QPointF(), self._size()), self._strip.thumbnail_height
        frame.moveCenter(QPointF(left + width / 2, top + _PAD + high / 2))
        below = QRectF(left, top + high + 2 * _PAD, width, painter.fontMetrics().height())
        rect = QRect(left, top, width, math.ceil(below.bottom()) + _PAD - top)
        painter.save()
        if is_chosen:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Highlight))
        painter.setClipRect(frame)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        scale = frame.width() / size[1]
        to_frame = QTransform(scale, 0, 0, scale, frame.x(), frame.y())
        painter.drawImage((image.to_image * to_frame).mapRect(QRectF(image.image.rect())), image.image)
        painter.setClipping(False)
        painter.setPen(palette.color(QPalette.ColorRole.HighlightedText if is_chosen else QPalette.ColorRole.Text))
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, _text(self._positions.entries[index.row()]))
        if option.state & (QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_MouseOver):
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Accent), 1.5))
            painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -1))
        painter.restore()


class PositionsStrip(QListView):
    """Shows thumbnails of the order channels, Z_k or H_k, and isolates one by a click, Enter or Space.

    While one is shown alone the arrow keys go on to the next.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._positions = _Positions(session, self)
        self.setFont(symbol_font())
        self.setModel(self._positions)
        self.setItemDelegate(_Thumbnails(session, self._positions, self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)  # thumbnails are narrower if there is less room
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._toggle)
        self._soon = QTimer(self, singleShot=True, interval=_DURING_A_GESTURE)
        self._soon.timeout.connect(self.show_positions)
        session.workspace.switching.later(self._reshape, session.editor.loaded_changed, parent=self)
        session.workspace.switching.later(
            self._follow_label, session.editor.label_changed, session.display.changed, parent=self
        )
        session.workspace.switching.later(self.show_positions, session.predictions.changed, parent=self)
        self.setAccessibleName(self.tr("Order channels of the single positions"))
        self.show_positions()

    @property
    def thumbnail_height(self) -> int:
        """The largest height of a thumbnail in pixels."""
        return _UPRIGHT_HEIGHT if is_upright(self._session.editor.image_size or (1, 1)) else _HEIGHT

    @property
    def line_height(self) -> int:
        """The height of a thumbnail and the text below it in pixels."""
        return self.thumbnail_height + self.fontMetrics().height() + 3 * _PAD

    def show_positions(self) -> None:
        """Show the current label."""
        self._soon.stop()
        self._positions.list_positions(with_pictures=self.isVisible())
        position = self._positions.isolated
        if position is not None:
            self.scrollTo(self._positions.index(position - 1, 0))

    def showEvent(self, event: QShowEvent) -> None:
        self.show_positions()
        super().showEvent(event)

    def sizeHint(self) -> QSize:
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, self)
        return QSize(8 * _WIDEST, self.line_height + bar)

    def minimumSizeHint(self) -> QSize:
        return QSize(2 * _WIDEST, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Isolate a channel at Enter or Space, or at an arrow key once one is isolated, and show all at Esc."""
        display = self._session.display
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._toggle(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape and display.choices.position is not None:
            display.set(position=None)
        else:
            super().keyPressEvent(event)
            if display.choices.position is not None and self.currentIndex().isValid():
                display.set(position=self.currentIndex().row() + 1)

    def _follow_label(self) -> None:
        """Show the label, but only now and then during a gesture, whose frames belong to picture and maps."""
        if not self._session.editor.is_previewing:
            self.show_positions()
        elif not self._soon.isActive():
            self._soon.start()

    def _reshape(self) -> None:
        """Give the thumbnails the image's shape."""
        self.scheduleDelayedItemsLayout()
        if self.height() != self.sizeHint().height():
            self.updateGeometry()

    def _toggle(self, index: QModelIndex) -> None:
        if index.isValid():
            position, display = index.row() + 1, self._session.display
            display.set(position=None if display.choices.position == position else position)
