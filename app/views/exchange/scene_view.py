"""A view of a photograph with the outlines of its words, which the mouse draws, moves and reshapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsPixmapItem, QGraphicsScene, QGraphicsView, QWidget

from app.desktop.theme import colour
from core.labels.formats.scenes import SceneWord
from core.labels.geometry import rectangle
from core.labels.label import Polygon

_REACH = 8  # px from a corner within which the mouse takes it
_SMALLEST = 4  # px that a box has at least on screen: less is a click
_CORNERS = 4
_READABLE = 32  # px on screen: the height of a word that can be read
_ZOOM_A_NOTCH = 1.2
_NOTCH = 120  # Qt's units of a wheel's notch
_DOT, _SMALL_DOT = 5.0, 3.0  # px, radius of a corner's mark; the small one if a large one would hide the word
_ROOM = 28  # px that an outline has at least, for large marks


@dataclass(slots=True)
class _Drag:
    """A gesture of the left button."""

    at: QPointF  # its beginning, image pixels
    place: int = -1  # the word that it moves; -1: it draws a box
    corner: int = -1  # the corner of the word that it moves; -1: all of them
    polygon: Polygon = ()  # the word's outline, as it would be now
    has_moved: bool = False  # True if it is more than a click by now


class SceneView(QGraphicsView):
    """Shows a scene, and reports by signals what the mouse does to its words.

    A change is shown only once `set_words` gives it.
    """

    drawn = Signal(object)  # the outline of a new word
    moved = Signal(int, object)  # the place of a word, and its new outline
    chosen = Signal(int)  # the place of the word that was clicked; -1 for none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # True if clicks set the four corners of a word, as with Ctrl; else a drag draws a box
        self.takes_corners = False
        self._words: tuple[SceneWord, ...] = ()
        self._chosen = -1
        self._drag: _Drag | None = None
        self._clicked: list[QPointF] = []
        self._mouse = QPointF()
        self._pan: QPoint | None = None
        self._is_fitted = True
        self._picture = QGraphicsPixmapItem()
        self._picture.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        scene = QGraphicsScene(self)
        scene.addItem(self._picture)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # room round the picture has none
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.setBackgroundRole(QPalette.ColorRole.Mid)  # as the ground of the large picture in the window
        self.viewport().setBackgroundRole(QPalette.ColorRole.Mid)

    @property
    def has_picture(self) -> bool:
        """True if a photograph is shown."""
        return not self._picture.pixmap().isNull()

    def set_picture(self, pixels: NDArray[np.uint8] | None) -> None:
        """Show another photograph in full, (height, width, 3) uint8 RGB, or nothing if it is None."""
        self._drag, self._clicked = None, []
        if pixels is None:
            self._picture.setPixmap(QPixmap())
        else:
            height, width = pixels.shape[:2]
            image = QImage(pixels.data, width, height, 3 * width, QImage.Format.Format_RGB888)
            self._picture.setPixmap(QPixmap.fromImage(image.copy()))
        picture = self._picture.boundingRect()
        self.setSceneRect(picture.adjusted(-picture.width(), -picture.height(), picture.width(), picture.height()))
        self.fit()

    def set_words(self, words: Sequence[SceneWord], chosen: int) -> None:
        """Show these words, with the index of the selected one, or -1 for none."""
        self._words, self._chosen = tuple(words), chosen
        self.viewport().update()

    def fit(self) -> None:
        """Fit the whole photograph into the view."""
        self._is_fitted = True
        if self.has_picture:
            self.fitInView(self._picture, Qt.AspectRatioMode.KeepAspectRatio)

    def show_word(self, place: int) -> None:
        """Bring a word into view, large enough to be read."""
        if not 0 <= place < len(self._words):
            return
        bounds = _polygon(self._words[place].polygon).boundingRect()
        if min(bounds.width(), bounds.height()) * self.transform().m11() < _READABLE:
            self._is_fitted = False
            scale = _READABLE / min(bounds.width(), bounds.height()) / self.transform().m11()
            self.scale(scale, scale)
            self.centerOn(bounds.center())
        self.ensureVisible(bounds, 20, 20)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.mapToScene(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton or not self.has_picture:
            return
        if self.takes_corners or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._click_corner(at)
            return
        corner = self._corner_at(event.position())
        if corner >= 0:
            self._drag = _Drag(at, self._chosen, corner, self._words[self._chosen].polygon)
            return
        place = self._word_at(at)
        self._drag = _Drag(at, place, -1, self._words[place].polygon if place >= 0 else ())
        if place != self._chosen:
            self.chosen.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        position = event.position()
        self._mouse = at = self.mapToScene(position.toPoint())
        drag = self._drag
        if self._pan is not None:
            moved = position.toPoint() - self._pan
            self._pan = position.toPoint()
            for bar, by in ((self.horizontalScrollBar(), moved.x()), (self.verticalScrollBar(), moved.y())):
                bar.setValue(bar.value() - by)
        elif drag is not None:
            far = (self._on_screen(drag.at) - position).manhattanLength() >= _SMALLEST
            drag.has_moved = drag.has_moved or far
            if drag.has_moved:
                drag.polygon = self._dragged(drag, at)
        else:
            over = self._corner_at(position) >= 0
            word = self._word_at(at) >= 0 and not self._clicked
            shape = Qt.CursorShape.SizeAllCursor if word else Qt.CursorShape.CrossCursor
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else shape)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan = None
        drag = self._drag
        if event.button() != Qt.MouseButton.LeftButton or drag is None:
            return
        self._drag = None
        self.viewport().update()
        if not drag.has_moved:
            return
        if drag.place >= 0:
            self.moved.emit(drag.place, drag.polygon)
        elif min(self._side(drag.polygon, 1), self._side(drag.polygon, 2)) >= _SMALLEST:
            self.drawn.emit(drag.polygon)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the mouse, so that the point under it stays in its place."""
        factor = _ZOOM_A_NOTCH ** (event.angleDelta().y() / _NOTCH)
        self._is_fitted = False
        at = event.position().toPoint()
        held = self.mapToScene(at)
        self.scale(factor, factor)
        moved = self.mapFromScene(held) - at
        for bar, way in ((self.horizontalScrollBar(), moved.x()), (self.verticalScrollBar(), moved.y())):
            bar.setValue(bar.value() + way)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel the gesture at Escape, and pass all other keys to the window."""
        if event.key() == Qt.Key.Key_Escape and (self._drag is not None or self._clicked):
            self._drag, self._clicked = None, []
            self.viewport().update()
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_fitted:
            self.fit()

    def _click_corner(self, at: QPointF) -> None:
        self._clicked.append(self._inside(at))
        if len(self._clicked) == _CORNERS:
            corners, self._clicked = tuple((point.x(), point.y()) for point in self._clicked), []
            self.drawn.emit(corners)
        self.viewport().update()

    def _dragged(self, drag: _Drag, at: QPointF) -> Polygon:
        """The outline that a gesture gives with the mouse at a place."""
        if drag.place < 0:
            start, end = self._inside(drag.at), self._inside(at)
            box = QRectF(start, end).normalized()
            return rectangle(box.left(), box.top(), box.right(), box.bottom())
        polygon = self._words[drag.place].polygon
        if drag.corner >= 0:
            point = self._inside(at)
            return (*polygon[: drag.corner], (point.x(), point.y()), *polygon[drag.corner + 1 :])
        by = at - drag.at
        return tuple((x + by.x(), y + by.y()) for x, y in polygon)

    def _inside(self, at: QPointF) -> QPointF:
        area = self._picture.boundingRect()
        return QPointF(min(max(at.x(), area.left()), area.right()), min(max(at.y(), area.top()), area.bottom()))

    def _on_screen(self, at: QPointF) -> QPointF:
        return self.viewportTransform().map(at)

    def _side(self, polygon: Polygon, corner: int) -> float:
        (x, y), (u, v) = polygon[corner - 1], polygon[corner]
        return (self._on_screen(QPointF(x, y)) - self._on_screen(QPointF(u, v))).manhattanLength()

    def _corner_at(self, position: QPointF) -> int:
        """Return the corner of the chosen word that is under the mouse, or -1 for none."""
        if not 0 <= self._chosen < len(self._words):
            return -1
        corners = [self._on_screen(QPointF(x, y)) for x, y in self._words[self._chosen].polygon]
        distances = [(corner - position).manhattanLength() for corner in corners]
        nearest = min(range(len(corners)), key=distances.__getitem__)
        return nearest if distances[nearest] <= _REACH else -1

    def _word_at(self, at: QPointF) -> int:
        """Return the word under the mouse, the smallest of several, or -1 for none."""
        hit = [
            (outline.boundingRect().width() * outline.boundingRect().height(), place)
            for place, outline in enumerate(_polygon(word.polygon) for word in self._words)
            if outline.containsPoint(at, Qt.FillRule.OddEvenFill)
        ]
        return min(hit)[1] if hit else -1

    # The picture

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the outlines over the photograph, with the same line width at every zoom."""
        super().paintEvent(event)
        drag = self._drag
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            order = sorted(range(len(self._words)), key=lambda place: place == self._chosen)  # the chosen one on top
            for place in order:
                word = self._words[place]
                polygon = drag.polygon if drag is not None and drag.place == place else word.polygon
                self._draw(painter, polygon, word.text, place == self._chosen)
            if drag is not None and drag.place < 0 and drag.has_moved:
                self._draw(painter, drag.polygon, "", True)
            if self._clicked:
                corners = [*self._clicked, self._mouse]
                self._draw(painter, tuple((point.x(), point.y()) for point in corners), "", True)

    def _draw(self, painter: QPainter, polygon: Polygon, text: str, is_chosen: bool) -> None:
        points = [self._on_screen(QPointF(x, y)) for x, y in polygon]
        outline = QPolygonF(points)
        line = colour("accent") if is_chosen else QColor("#ffd54f") if not text else QColor("#80cbc4")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(0, 0, 0, 170), 4 if is_chosen else 3))  # a photograph may have any colour
        painter.drawPolygon(outline)
        painter.setPen(QPen(line, 2 if is_chosen else 1.5))
        painter.drawPolygon(outline)
        painter.setPen(QPen(line, 4 if is_chosen else 3))
        painter.drawLine(points[0], points[1])  # the upper side
        bounds = outline.boundingRect()
        if is_chosen:
            painter.setPen(QPen(QColor(0, 0, 0, 170), 1))
            painter.setBrush(line)
            dot = _DOT if min(bounds.width(), bounds.height()) >= _ROOM else _SMALL_DOT
            for number, point in enumerate(points):
                painter.drawEllipse(point, *((dot + 1, dot + 1) if number == 0 else (dot, dot)))
        if text and (is_chosen or self.fontMetrics().horizontalAdvance(text) <= bounds.width()):
            self._tag(painter, bounds, text)

    def _tag(self, painter: QPainter, bounds: QRectF, text: str) -> None:
        """Write a word's text above it."""
        metrics = self.fontMetrics()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(120, round(bounds.width())))
        height = metrics.height() + 2
        tag = QRectF(bounds.left(), bounds.top() - height - 3, metrics.horizontalAdvance(shown) + 8, height)
        if tag.top() < 0:
            tag.moveTop(bounds.bottom() + 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 190))
        painter.drawRoundedRect(tag, 3, 3)
        painter.setPen(QColor("white"))
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, shown)


def _polygon(polygon: Polygon) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in polygon])
