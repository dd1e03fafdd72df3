"""The graph of a model's layers, which can be zoomed, moved and clicked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from app.desktop.theme import is_dark
from app.widgets.boxes import set_tip
from core.plugins.inside.graph import Family, GraphBox, GraphLine, LayerGraph

_FILLS: Mapping[Family, tuple[str, str]] = {  # on light, on dark
    "kernel": ("#cfe0fb", "#1f3a63"),
    "normalisation": ("#e4e6ea", "#3a3c41"),
    "activation": ("#fbe3c4", "#5a4220"),
    "join": ("#cfeed6", "#234a2f"),
    "other": ("#ffffff", "#26272a"),
}
_STEP = 1.2
_LEAST = 0.05
_MOST = 4.0
_NOTCH = 120  # Qt's units of a wheel's notch
_READABLE = 0.4  # of the full size: below, texts would be specks
_TEXT = 11  # px
_MARGIN = 24.0
_CLICK = 4  # px that the mouse may move between press and release


class _Box(QGraphicsItem):
    """One layer."""

    def __init__(self, box: GraphBox) -> None:
        super().__init__()
        self.box = box
        self.is_chosen = False
        set_tip(
            self,
            f"{box.layer.name}\n{box.layer.kind}  {box.layer.shape_text} {box.layer.layout}\n"
            f"{box.layer.parameters:,} · {box.layer.multiply_adds:,}",
        )

    def boundingRect(self) -> QRectF:  # noqa: N802  Qt's name
        box = self.box
        return QRectF(box.x - 2, box.y - 2, box.width + 4, box.height + 4)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        assert widget is not None
        palette, box = widget.palette(), self.box
        role = QPalette.ColorRole.Accent if self.is_chosen else QPalette.ColorRole.PlaceholderText
        painter.setPen(QPen(palette.color(role), 3 if self.is_chosen else 1))
        painter.setBrush(QColor(_FILLS[box.family][is_dark()]))
        painter.drawRoundedRect(QRectF(box.x, box.y, box.width, box.height), 4, 4)
        if option.levelOfDetailFromTransform(painter.worldTransform()) < _READABLE:
            return
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        font = QFont(painter.font())
        font.setPixelSize(_TEXT)
        for number, text in enumerate(box.lines):
            font.setBold(number == 0)
            painter.setFont(font)
            half = box.height / 2
            room = QRectF(box.x + 2, box.y + number * (half - 2) + 1, box.width - 4, half)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


class GraphView(QGraphicsView):
    """Draws the graph, and reports the layer of a clicked box.

    Ctrl and the wheel zoom, and the wheel without Ctrl scrolls.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._scene = QGraphicsScene()
        super().__init__(self._scene, parent)
        self._boxes: dict[str, _Box] = {}
        self._lines: list[QGraphicsPathItem] = []
        self._pressed = QPointF()
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)

    def show_graph(self, graph: LayerGraph | None) -> None:
        """Draw another graph with its first layers at full size, or nothing if it is None."""
        self._scene.clear()
        self._boxes, self._lines = {}, []
        if graph is None:
            return
        for line in graph.lines:
            item = QGraphicsPathItem(_path(line))
            self._scene.addItem(item)
            self._lines.append(item)
        for box in graph.boxes:
            self._boxes[box.layer.name] = layer_box = _Box(box)
            self._scene.addItem(layer_box)
        self._scene.setSceneRect(QRectF(0, 0, graph.width, graph.height).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN))
        self.recolour()
        self.resetTransform()
        if graph.boxes:
            first = graph.boxes[0]
            self.centerOn(first.x + first.width / 2, 0)

    def show_chosen(self, name: str) -> None:
        """Mark a layer, and bring its box into view."""
        for layer_name, box in self._boxes.items():
            if box.is_chosen != (layer_name == name):
                box.is_chosen = layer_name == name
                box.update()
        if name in self._boxes:
            self.ensureVisible(self._boxes[name], 40, 40)

    def zoom(self, factor: float) -> None:
        """Zoom the graph by a factor."""
        scale = self.transform().m11()
        wanted = min(max(scale * factor, _LEAST), _MOST)
        self.scale(wanted / scale, wanted / scale)

    def fit(self) -> None:
        """Fit the whole graph into the view."""
        self.fitInView(self.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)

    def recolour(self) -> None:
        """Set the lines to the theme's colour, which the boxes look up themselves."""
        pen = QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1)
        for line in self._lines:
            line.setPen(pen)
        self.setBackgroundBrush(self.palette().color(QPalette.ColorRole.Base))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        is_click = (event.position() - self._pressed).manhattanLength() <= _CLICK
        if event.button() == Qt.MouseButton.LeftButton and is_click:
            item = self.itemAt(event.position().toPoint())
            if isinstance(item, _Box):
                self.chosen.emit(item.box.layer.name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(_STEP ** (event.angleDelta().y() / _NOTCH))
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.text():
            case "+" | "=":
                self.zoom(_STEP)
            case "-":
                self.zoom(1 / _STEP)
            case "0":
                self.fit()
            case _:
                super().keyPressEvent(event)


def _path(line: GraphLine) -> QPainterPath:
    path = QPainterPath(QPointF(*line.points[0]))
    for (x, y), (to_x, to_y) in zip(line.points, line.points[1:], strict=False):
        middle = (y + to_y) / 2
        path.cubicTo(x, middle, to_x, middle, to_x, to_y)
    return path
