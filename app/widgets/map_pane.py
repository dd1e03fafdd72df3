"""A pane with a map, its title and its legend, at the same zoom as the other panes of the word."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QRegion,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.display import Viewport
from app.widgets.captions import Legend, Style, Title, draw_legend, draw_title, in_line, place_legend
from app.widgets.navigation import Navigation

_ARM = 5.0  # px of the cross at the cursor
_CURSOR = ((QColor(0, 0, 0, 160), 3.0), (QColor(255, 255, 255), 1.0))  # seen on any ground
_LEAST = 20  # px
_CAPTION = 0.9  # of the size of the program's texts


class MapPane(QWidget):
    """Shows the same part of the image as its viewport, scaled down to the pane with the aspect ratio unchanged.

    A subclass draws the map.
    """

    def __init__(self, viewport: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.viewport = viewport
        self.title: Title = ("", "")  # (str, str)
        self.style_of_title: Style = "line"  # how the title is written: one for all panes beside each other
        self.explained: Legend | None = None  # the meaning of its colours
        self._painted: QPixmap | None = None  # all but the cursor, once it is painted again because the cursor moved
        self._is_new = True  # True if nothing was painted since what it shows has changed
        self._has_map = False
        self.navigation = Navigation(viewport, self.to_image, self._smaller)
        self.navigation.is_space_held = True  # nothing is drawn here, so the left button always moves the map
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _CAPTION)
        self.setFont(font)
        self.show_hand()
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        viewport.changed.connect(self.redraw)
        viewport.cursor_changed.connect(self.update)

    def draw(self, painter: QPainter, to_pane: QTransform) -> Collection[int] | None:
        """Draw the map, and return the values that are explained on it, or None if there is no map."""
        raise NotImplementedError

    @property
    def sentence(self) -> str:
        """The sentence that says why there is no map."""
        return ""

    def redraw(self) -> None:
        """Paint the map again, which `update` does not because it only moves the cursor."""
        self._painted, self._is_new = None, True
        self.update()

    def set_title(self, title: Title, style: Style | None = None) -> None:
        """Set the title, also as the accessible name, and its style, which stays as it is unless another is given."""
        style = style or self.style_of_title
        if (title, style) != (self.title, self.style_of_title):
            self.title, self.style_of_title = title, style
            self.setAccessibleName(in_line(title))
            self.redraw()

    def to_pane(self) -> QTransform:
        """Return the transform from image pixels to device-independent pixels of this pane, with equal scales."""
        scale, center = self.viewport.scale * self._smaller(), self.viewport.center
        transform = QTransform.fromTranslate(self.width() / 2, self.height() / 2)
        transform.scale(scale, scale)
        return transform.translate(-center.x(), -center.y())

    def to_image(self, at: QPointF) -> QPointF:
        """Return the image point at a position in this pane."""
        return self.to_pane().inverted()[0].map(at)

    def show_hand(self) -> None:
        """Show by the cursor that the picture can be moved."""
        self.setCursor(self.navigation.cursor or Qt.CursorShape.ArrowCursor)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, _LEAST)

    def paintEvent(self, event: QPaintEvent) -> None:
        to_pane = self.to_pane()
        with QPainter(self) as painter:
            if self._is_new and event.region() == QRegion(self.rect()):  # of a part, pixels would fall otherwise
                self._is_new = False  # one word often follows another before the cursor moves
                painter.save()
                self._paint_all(painter, to_pane)
                painter.restore()
            else:
                painter.drawPixmap(0, 0, self._kept(to_pane))
            cursor = self.viewport.cursor
            if cursor is not None and self._has_map:
                _draw_cursor(painter, to_pane.map(cursor))

    def changeEvent(self, event: QEvent) -> None:
        self.redraw()  # palette, font, language
        super().changeEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag the map, which moves all pictures."""
        self.navigation.press(event)
        self.show_hand()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.navigation.move(event)
        self.viewport.set_cursor(self.to_image(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.navigation.release()
        self.show_hand()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.navigation.wheel(event)

    def event(self, event: QEvent) -> bool:
        """Zoom by a gesture of two fingers."""
        if isinstance(event, QNativeGestureEvent) and self.navigation.pinch(event):
            return True
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.viewport.set_cursor(None)
        self.redraw()  # the title comes back
        super().leaveEvent(event)

    def _kept(self, to_pane: QTransform) -> QPixmap:
        """All but the cursor, painted once for all of its movements."""
        painted, ratio = self._painted, self.devicePixelRatio()
        if painted is None or painted.size() != self.size() * ratio or painted.devicePixelRatio() != ratio:
            self._painted = painted = QPixmap(self.size() * ratio)
            painted.setDevicePixelRatio(ratio)
            with QPainter(painted) as painter:
                self._paint_all(painter, to_pane)
        return painted

    def _paint_all(self, painter: QPainter, to_pane: QTransform) -> None:
        painter.setFont(self.font())
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
        written = self.draw(painter, to_pane)
        self._has_map = written is not None
        painter.setFont(self.font())
        if written is None:
            self._draw_sentence(painter)
        self._draw_caption(painter, to_pane, written)

    def _smaller(self) -> float:
        """The scale of this pane against that of the large one."""
        size, fitting = self.viewport.image_size, self.viewport.fitting_scale
        if size.isEmpty() or fitting <= 0:
            return 1.0
        return max(min(self.width() / size.width(), self.height() / size.height()), 1e-3) / fitting

    def _draw_sentence(self, painter: QPainter) -> None:
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        room = self.rect().adjusted(8, 0, -8, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.sentence)

    def _draw_caption(self, painter: QPainter, to_pane: QTransform, written: Collection[int] | None) -> None:
        """Write title and legend, which make way for the mouse if they lie on the map."""
        room = QRectF(self.rect())
        map_area = to_pane.mapRect(QRectF(QPointF(0, 0), self.viewport.image_size)).intersected(room)
        in_way = map_area if self.underMouse() else QRectF()
        metrics = painter.fontMetrics()
        title = draw_title(painter, room, self.title, self.style_of_title, in_way)
        width = 0.0 if written is None or self.explained is None else self.explained.width(metrics, written)
        place = place_legend(room, title, width, metrics.height()) if width else None
        if place is not None and self.explained is not None and not place.intersects(in_way):
            draw_legend(painter, place, self.explained, written or ())


def _draw_cursor(painter: QPainter, at: QPointF) -> None:
    cross = [QLineF(at.x() - _ARM, at.y(), at.x() + _ARM, at.y()), QLineF(at.x(), at.y() - _ARM, at.x(), at.y() + _ARM)]
    for colour, width in _CURSOR:
        painter.setPen(QPen(colour, width))
        painter.drawLines(cross)
