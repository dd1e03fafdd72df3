"""One map among others of the same word, all at one zoom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QTransform, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.display import Viewport
from app.pictures.map_colours import MapImage
from app.widgets.navigation import Navigation

_LEAST = 34  # px across of a map: two lines of text beside it
_CURSOR = (QColor(0, 0, 0, 160), QColor(255, 255, 255))


class ComparedPane(QWidget):
    """One map along the line of the word; across, it is squeezed into the room there is."""

    def __init__(self, viewport: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._viewport = viewport
        self._found: MapImage | None = None
        self._sentence = ""
        self._is_tall = False
        self._navigation = Navigation(viewport, self._to_image, self._squeeze)
        self._navigation.is_space_held = True  # nothing is drawn here, so the left button always moves the map
        self.setMouseTracking(True)
        self.set_tall(False)
        viewport.changed.connect(self.update)
        viewport.cursor_changed.connect(self.update)

    @property
    def found(self) -> MapImage | None:
        """The map that is drawn."""
        return self._found

    @property
    def sentence(self) -> str:
        """The sentence in place of the map."""
        return self._sentence

    def show_map(self, found: MapImage | None, sentence: str = "") -> None:
        """Draw a map, or a sentence that says why there is none."""
        self._found, self._sentence = found, sentence
        self.update()

    def set_tall(self, is_tall: bool) -> None:
        """Draw a word that is written downwards."""
        self._is_tall = is_tall
        expanding = QSizePolicy.Policy.Expanding
        self.setSizePolicy(expanding, expanding)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, 2 * _LEAST) if self._is_tall else QSize(2 * _LEAST, _LEAST)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def to_pane(self) -> QTransform:
        """From image pixels to device-independent pixels of this pane."""
        viewport = self._viewport
        across, down = self._squeeze()
        center = QPointF(viewport.center)
        if self._is_tall:
            center.setX(viewport.image_size.width() / 2)
        else:
            center.setY(viewport.image_size.height() / 2)
        transform = QTransform.fromTranslate(self.width() / 2, self.height() / 2)
        transform.scale(viewport.scale * across, viewport.scale * down)
        return transform.translate(-center.x(), -center.y())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
            if self._found is None:
                painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
                room = self.rect().adjusted(4, 0, -4, 0)
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._sentence)
                return
            to_pane = self.to_pane()
            painter.setTransform(self._found.to_image * to_pane)
            painter.drawImage(0, 0, self._found.image)
            painter.resetTransform()
            cursor = self._viewport.cursor
            if cursor is not None:
                at = to_pane.map(cursor)
                line = (
                    QLineF(0, at.y(), self.width(), at.y())
                    if self._is_tall
                    else QLineF(at.x(), 0, at.x(), self.height())
                )
                for tone, width in zip(_CURSOR, (3.0, 1.0), strict=True):  # seen on any ground
                    painter.setPen(QPen(tone, width))
                    painter.drawLine(line)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._navigation.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._navigation.move(event)
        self._viewport.set_cursor(self._to_image(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._navigation.release()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._viewport.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom all panes with Ctrl; without Ctrl, scroll the rows."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._navigation.wheel(event)
        else:
            event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        self._viewport.set_cursor(None)
        super().leaveEvent(event)

    def _squeeze(self) -> tuple[float, float]:
        """Factors by which the map shrinks, horizontally and vertically."""
        size, scale = self._viewport.image_size, self._viewport.scale
        image, room = (size.width(), self.width()) if self._is_tall else (size.height(), self.height())
        across = min(1.0, max(room, 1) / max(image * scale, 1.0))
        return (across, 1.0) if self._is_tall else (1.0, across)

    def _to_image(self, at: QPointF) -> QPointF:
        return self.to_pane().inverted()[0].map(at)
