"""One map, drawn where its pixels lie in the picture above: a target, a prediction, or either side of a bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.display import MapName, Source, Viewport
from app.language.sentences import translated
from app.pictures.map_colours import MapImage
from app.pictures.outlines import outline
from app.pictures.shown_maps import shown_map
from app.session import Session
from app.widgets.navigation import Navigation

SMALLEST = 48  # px across

_MARGIN = 4.0  # px of ground that stays in sight at each side, across
_OUTLINE = QColor(255, 255, 255, 110)
_CHOSEN = QColor(255, 255, 255, 230)
_ARM = 5.0  # px of the cross at the cursor
_REACH = 6.0  # px that a press may miss the bar by
_GRIP = 4.0  # px, half the size of the bar's handle


class MapPane(QWidget):
    """A map at the viewport's scale and centre.

    Along the direction in which the panes of an image share their edges, a pixel is at the same place in all of them.
    Across it the picture above may have more room than this pane: then the map is squeezed, so that the same part of it
    is in sight.
    """

    def __init__(self, session: Session, name: MapName, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.name = name
        self.source: Source = "target"
        self.is_swiped = False
        """Whether its target is seen up to the bar, and behind it the prediction."""
        self.is_beside = False
        """Whether it stands beside the picture instead of below it."""
        self._holds_bar = False
        self._navigation = Navigation(session.viewport, self._to_image, self._squeeze)
        self._navigation.is_space_held = True  # nothing is drawn here, so the left button always moves the map
        self._show_hand()
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        session.viewport.changed.connect(self.update)
        session.viewport.cursor_changed.connect(self.update)
        session.editor.selection_changed.connect(self.update)

    def show_source(self, source: Source, is_swiped: bool) -> None:
        """Show this map, or target and prediction either side of a bar."""
        self.source, self.is_swiped = source, is_swiped
        self.update()

    def set_beside(self, is_beside: bool) -> None:
        """Stand beside the picture, or below it."""
        self.is_beside = is_beside
        self.update()

    def to_pane(self) -> QTransform:
        """From image pixels to device-independent pixels of this pane."""
        viewport = self._session.viewport
        across, down = self._squeeze()
        transform = QTransform.fromTranslate(self.width() / 2, self.height() / 2)
        transform.scale(viewport.scale * across, viewport.scale * down)
        return transform.translate(-viewport.center.x(), -viewport.center.y())

    def minimumSizeHint(self) -> QSize:
        return QSize(SMALLEST // 2, SMALLEST // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Mid))
            found = shown_map(self._session, self.name, self.source)
            other = shown_map(self._session, self.name, "prediction") if self.is_swiped else None
            to_pane = self.to_pane()
            if other is None:
                self._paint_map(painter, found, to_pane, QRectF(self.rect()))
            else:
                before, behind = self._sides()
                self._paint_map(painter, found, to_pane, before)
                self._paint_map(painter, other, to_pane, behind)
            if found is None and other is None:
                self._paint_sentence(painter)
                return
            painter.setTransform(to_pane)
            if self._session.display.choices.polygons:
                self._paint_outlines(painter)
            painter.resetTransform()
            if other is not None:
                self._paint_bar(painter)
            cursor = self._session.viewport.cursor
            if cursor is not None:
                self._paint_cursor(painter, to_pane.map(cursor))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the bar, or of the map, to move it and the picture."""
        if self.is_swiped and event.button() == Qt.MouseButton.LeftButton and self._is_on_bar(event.position()):
            self._holds_bar = True
            return
        self._navigation.press(event)
        self._show_hand()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._holds_bar:
            self._move_bar(event.position())
        else:
            self._navigation.move(event)
            self._show_hand(self.is_swiped and self._is_on_bar(event.position()))
        self._session.viewport.set_cursor(self._to_image(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._holds_bar = False
        self._navigation.release()
        self._show_hand()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._session.viewport.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._navigation.wheel(event)

    def event(self, event: QEvent) -> bool:
        """Zoom by two fingers."""
        if isinstance(event, QNativeGestureEvent) and self._navigation.pinch(event):
            return True
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._session.viewport.set_cursor(None)
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def _squeeze(self) -> tuple[float, float]:
        """Factors by which the map shrinks, horizontally and vertically."""
        room = self.width() if self.is_beside else self.height()
        across = squeeze(self._session.viewport, room, self.is_beside)
        return (across, 1.0) if self.is_beside else (1.0, across)

    def _show_hand(self, on_bar: bool = False) -> None:
        if on_bar:
            self.setCursor(Qt.CursorShape.SplitVCursor if self.is_beside else Qt.CursorShape.SplitHCursor)
        else:
            self.setCursor(self._navigation.cursor or Qt.CursorShape.ArrowCursor)

    def _bar(self) -> float:
        """Where the bar stands along the edge that the panes share, px."""
        size, share = self._session.viewport.image_size, self._session.display.choices.swipe
        at = self.to_pane().map(QPointF(share * size.width(), share * size.height()))
        return at.y() if self.is_beside else at.x()

    def _sides(self) -> tuple[QRectF, QRectF]:
        """The areas before and behind the bar."""
        whole, bar = QRectF(self.rect()), self._bar()
        before, behind = QRectF(whole), QRectF(whole)
        if self.is_beside:
            before.setBottom(bar)
            behind.setTop(bar)
        else:
            before.setRight(bar)
            behind.setLeft(bar)
        return before, behind

    def _is_on_bar(self, at: QPointF) -> bool:
        return abs((at.y() if self.is_beside else at.x()) - self._bar()) <= _REACH

    def _move_bar(self, to: QPointF) -> None:
        size, at = self._session.viewport.image_size, self._to_image(to)
        share = at.y() / max(size.height(), 1) if self.is_beside else at.x() / max(size.width(), 1)
        self._session.display.set(swipe=min(max(share, 0.0), 1.0))

    def _to_image(self, at: QPointF) -> QPointF:
        return self.to_pane().inverted()[0].map(at)

    def _paint_map(self, painter: QPainter, found: MapImage | None, to_pane: QTransform, part: QRectF) -> None:
        if found is None:
            return
        painter.save()
        painter.setClipRect(part)
        painter.setTransform(found.to_image * to_pane)
        painter.drawImage(0, 0, found.image)
        painter.restore()

    def _paint_sentence(self, painter: QPainter) -> None:
        """Say what is waited for."""
        said = "" if self.source == "target" else translated(self._session.predictions.sentence)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        room = self.rect().adjusted(8, 0, -8, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, said)

    def _paint_bar(self, painter: QPainter) -> None:
        bar, middle = self._bar(), (self.width() if self.is_beside else self.height()) / 2
        end = self.width() if self.is_beside else self.height()
        line = QLineF(0, bar, end, bar) if self.is_beside else QLineF(bar, 0, bar, end)
        grip = QRectF(-_GRIP, -_GRIP, 2 * _GRIP, 2 * _GRIP)
        grip.moveCenter(QPointF(middle, bar) if self.is_beside else QPointF(bar, middle))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((QColor(0, 0, 0, 160), 4.0), (QColor(255, 255, 255), 2.0)):  # seen on any ground
            painter.setPen(QPen(colour, width))
            painter.drawLine(line)
            painter.setBrush(QColor(255, 255, 255))
            painter.drawEllipse(grip)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_outlines(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        editor = self._session.editor
        thin, thick = QPen(_OUTLINE, 1), QPen(_CHOSEN, 1.5)
        for pen in (thin, thick):
            pen.setCosmetic(True)
        for place, character in enumerate(editor.label.characters):
            painter.setPen(thick if place in editor.selection else thin)
            painter.drawPolygon(outline(character.polygon))

    def _paint_cursor(self, painter: QPainter, at: QPointF) -> None:
        cross = [
            QLineF(at.x() - _ARM, at.y(), at.x() + _ARM, at.y()),
            QLineF(at.x(), at.y() - _ARM, at.x(), at.y() + _ARM),
        ]
        for colour, width in ((QColor(0, 0, 0, 160), 3.0), (QColor(255, 255, 255), 1.0)):  # seen on any ground
            painter.setPen(QPen(colour, width))
            painter.drawLines(cross)


def squeeze(viewport: Viewport, room: float, is_beside: bool) -> float:
    """Factor in (0, 1] that shrinks a map across, so that the map shows the same part as the picture.

    Parameters
    ----------
    room : float
        Device-independent pixels that the map's pane has across.
    is_beside : bool
        Whether across means horizontally.
    """
    size, pane = viewport.image_size, viewport.pane_size
    image, whole = (size.width(), pane.width()) if is_beside else (size.height(), pane.height())
    wanted = image * viewport.scale + 2 * _MARGIN
    if whole > 0:
        wanted = min(wanted, whole)
    return min(1.0, max(room, 1.0) / wanted) if wanted > 0 else 1.0
