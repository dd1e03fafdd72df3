"""The maps of all channels of a layer, side by side at the same zoom."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.pictures.colormaps import table
from core.plugins.inside.maps import FeatureMaps, shades

_WIDE = 132  # px of a map at first, about
_GAP, _MARGIN = 8, 6
# px a map pixel
_STEP = 1.2
_LEAST = 1.0
_MOST = 48.0
_NOTCH = 120  # Qt's units of a wheel's notch


class ChannelWall(QScrollArea):
    """Shows the channels of a layer, the most active first, and zooms them all with Ctrl and the wheel."""

    pointed = Signal(object)  # the (channel, row, column) under the mouse, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.one_scale = False  # True if all channels share one scale of colours; otherwise each has its own
        self.scale = 4.0  # device-independent pixels a map pixel
        self._tiles = _Tiles(self)
        self._shape = (0, 0, 0)
        self.setWidget(self._tiles)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)

    @property
    def maps(self) -> FeatureMaps | None:
        """The maps that are shown, or None if there are none."""
        return self._tiles.maps

    def show_maps(self, maps: FeatureMaps | None, colormap: str) -> None:
        """Show other maps, at the same zoom if they have the same size."""
        shape = (0, 0, 0) if maps is None else maps.values.shape
        if shape != self._shape and maps is not None:
            self.scale = min(max(_WIDE / max(shape[1], 1), _LEAST), _MOST)
            self.verticalScrollBar().setValue(0)
        self._shape = shape
        self._tiles.show_maps(maps, colormap)

    def set_one_scale(self, one_scale: bool) -> None:
        """Use one scale of colours for all channels, or one for each."""
        self.one_scale = one_scale
        self._tiles.draw_anew()

    def zoom(self, factor: float) -> None:
        """Zoom all maps by a factor."""
        self.scale = min(max(self.scale * factor, _LEAST), _MOST)
        self._tiles.place()

    def tile_of(self, channel: int) -> QRect:
        """Return the rectangle of a channel's map in the contents of the area."""
        return self._tiles.tile_of(channel)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tiles.place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_STEP ** (event.angleDelta().y() / _NOTCH))
            event.accept()
        else:
            super().wheelEvent(event)


class _Tiles(QWidget):
    """The scrolled contents."""

    def __init__(self, wall: ChannelWall) -> None:
        super().__init__()
        self.maps: FeatureMaps | None = None
        self._wall = wall
        self._colormap = "viridis"
        self._images: dict[int, QImage] = {}
        self._cursor: tuple[int, int] | None = None
        self._across = 1
        self.setMouseTracking(True)

    def show_maps(self, maps: FeatureMaps | None, colormap: str) -> None:
        self.maps, self._colormap = maps, colormap
        self._cursor = None
        self._wall.pointed.emit(None)
        self.draw_anew()
        self.place()

    def draw_anew(self) -> None:
        self._images.clear()
        self.update()

    def place(self) -> None:
        """Put as many maps in a row as there is room for."""
        step, channels = self._step(), 0 if self.maps is None else self.maps.values.shape[2]
        room = self._wall.viewport().width() - 2 * _MARGIN + _GAP
        self._across = max(1, min(room // step.width(), max(channels, 1)))
        rows = math.ceil(channels / self._across)
        wide = step.width() + 2 * _MARGIN - _GAP if self._across == 1 else 0
        self.setMinimumSize(wide, rows * step.height() + 2 * _MARGIN)
        self.update()

    def tile_of(self, channel: int) -> QRect:
        assert self.maps is not None
        return self._tile(self.maps.by_activity.index(channel))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maps is None:
            return
        painter = QPainter(self)
        line = self.fontMetrics().height()
        for place, channel in enumerate(self.maps.by_activity):
            room = self._tile(place)
            if not room.adjusted(0, -line, 0, 0).intersects(event.rect()):
                continue
            text = f"{channel}  {self.maps.activity[channel]:.3g}"
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            title = QRect(room.left(), room.top() - line, room.width(), line)
            text = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, title.width())
            painter.drawText(title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
            painter.drawImage(room, self._image(channel))
            if self._cursor is not None:
                self._mark(painter, room, self._cursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        self._point(QPoint(-1, -1))
        super().leaveEvent(event)

    def _mark(self, painter: QPainter, room: QRect, cursor: tuple[int, int]) -> None:
        assert self.maps is not None
        height, width, _ = self.maps.values.shape
        row, column = cursor
        across, down = room.width() / width, room.height() / height
        frame = QRectF(room.left() + column * across, room.top() + row * down, across, down)
        for tone, wide in ((QPalette.ColorRole.Shadow, 3), (QPalette.ColorRole.BrightText, 1)):
            painter.setPen(QPen(self.palette().color(tone), wide))
            painter.drawRect(frame)

    def _point(self, at: QPoint) -> None:
        place = self._under(at)
        cursor = None if place is None else place[1:]
        if cursor != self._cursor:
            self._cursor = cursor
            self.update()
        self._wall.pointed.emit(place)

    def _under(self, at: QPoint) -> tuple[int, int, int] | None:
        if self.maps is None:
            return None
        height, width, channels = self.maps.values.shape
        step = self._step()
        place = (at.y() - _MARGIN) // step.height() * self._across + min(
            max((at.x() - _MARGIN) // step.width(), 0), self._across - 1
        )
        if not 0 <= place < channels or not self._tile(place).contains(at):
            return None
        room = self._tile(place)
        row = (at.y() - room.top()) * height // room.height()
        return self.maps.by_activity[place], row, (at.x() - room.left()) * width // room.width()

    def _tile(self, place: int) -> QRect:
        row, column = divmod(place, self._across)
        step, line = self._step(), self.fontMetrics().height()
        left, top = _MARGIN + column * step.width(), _MARGIN + row * step.height() + line
        return QRect(left, top, step.width() - _GAP, step.height() - _GAP - line)

    def _step(self) -> QSize:
        """From one tile to the next."""
        height, width, _ = (1, 1, 1) if self.maps is None else self.maps.values.shape
        scale = self._wall.scale
        line = self.fontMetrics().height()
        return QSize(round(width * scale) + _GAP, max(1, round(height * scale)) + line + _GAP)

    def _image(self, channel: int) -> QImage:
        assert self.maps is not None
        if channel not in self._images:
            grey = shades(self.maps, channel, self.maps.span if self._wall.one_scale else None)
            pixels = np.ascontiguousarray(table(self._colormap)[grey])
            height, width, _ = pixels.shape
            self._images[channel] = QImage(
                pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888
            ).convertToFormat(QImage.Format.Format_RGB32)
        return self._images[channel]
