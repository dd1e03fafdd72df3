"""The changed image, with its characters, the evidence for a symbol, and the tools that erase and move."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF, QResizeEvent, QTransform
from PySide6.QtWidgets import QWidget

from app.display import Viewport
from app.pictures.map_colours import Held, MapImage, numbers_image
from app.pictures.map_painting import draw_image, small_image
from app.pictures.outlines import outline
from app.widgets.map_pane import MapPane
from core.data.what_if.change import Changed

TrialTool = Literal["look", "erase", "move"]

_LINES = ((QColor(0, 0, 0, 150), 3.0), (QColor(255, 255, 255), 1.2))  # seen on any ground
_CHOSEN = QColor("#ffb74d")


class TrialPicture(MapPane):
    """Shows the changed image, on which the left mouse button applies the tool."""

    erased = Signal(QRectF)  # a rectangle, in pixels of the changed image
    shifted = Signal(int, QPointF)
    """The place of a character in its label, and the way it was moved, in pixels of the changed image."""

    def __init__(self, viewport: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(viewport, parent)
        self.tool: TrialTool = "look"  # to move the view, to erase a rectangle, or to move a character with its pixels
        self._shown: Changed | None = None
        self._heat: MapImage | None = None
        self._chosen: int | None = None
        self._sentence = ""
        self._from: QPointF | None = None
        self._to = QPointF()
        self._held: int | None = None

    @property
    def sentence(self) -> str:
        return self._sentence

    def show_changed(self, shown: Changed | None, sentence: str, chosen: int | None) -> None:
        """Show an image, or a sentence that says why there is none.

        `chosen`: place in the label of the highlighted character.
        """
        self._shown = shown
        self._sentence = sentence
        self._chosen = chosen
        self.redraw()

    def show_heat(self, heat: NDArray[np.float32] | None, colormap: str) -> None:
        """Lay a map of numbers from 0 to 1, (rows, columns), over the image, or nothing if it is None."""
        self._heat = None
        if heat is not None and self._shown is not None:
            (rows, columns), (height, width) = heat.shape, self._shown.size
            to_image = QTransform.fromScale(width / columns, height / rows)
            self._heat = MapImage(numbers_image(heat, colormap, False), to_image, 0.0, 1.0, True, colormap)
        self.redraw()

    def set_tool(self, tool: TrialTool) -> None:
        """Set the tool that the left mouse button applies."""
        self.tool = tool
        self._from = self._held = None
        self.navigation.is_space_held = tool == "look"
        self.show_hand()
        if tool == "erase":
            self.setCursor(Qt.CursorShape.CrossCursor)
        self.redraw()

    def draw(self, painter: QPainter, to_pane: QTransform) -> Collection[int] | None:
        shown = self._shown
        if shown is None:
            return None
        room = QRectF(self.rect())
        draw_image(painter, small_image(Held(shown.pixels)), to_pane, room)
        if self._heat is not None:
            draw_image(painter, self._heat, to_pane, room)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place, character in enumerate(shown.label.characters):
            corners = outline(character.polygon)
            if place == self._held:
                corners = corners.translated(self._to - (self._from or self._to))
            for colour, width in _LINES:
                is_chosen = place == self._chosen and width < _LINES[0][1]
                painter.setPen(QPen(_CHOSEN if is_chosen else colour, width + is_chosen))
                painter.drawPolygon(to_pane.map(corners))
        if self.tool == "erase" and self._from is not None:
            for colour, width in _LINES:
                painter.setPen(QPen(colour, width, Qt.PenStyle.DashLine))
                painter.drawRect(to_pane.mapRect(QRectF(self._from, self._to).normalized()))
        return ()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.viewport.set_pane_size(self.width(), self.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to apply the tool, or move the view with the middle button."""
        if self.tool == "look" or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        at = self.to_image(event.position())
        if self.tool == "move":
            self._held = self._character_at(at)
        if self.tool == "erase" or self._held is not None:
            self._from = self._to = at

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            super().mouseMoveEvent(event)
            return
        self._to = self.to_image(event.position())
        self.redraw()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Apply the tool."""
        start, held = self._from, self._held
        self._from = self._held = None
        if start is None:
            super().mouseReleaseEvent(event)
            return
        way = self._to - start
        if held is not None:
            self.shifted.emit(held, way)
        elif way.x() and way.y():
            self.erased.emit(QRectF(start, self._to).normalized())
        self.redraw()

    def _character_at(self, at: QPointF) -> int | None:
        label = self._shown.label if self._shown is not None else None
        for place, character in enumerate(label.characters if label is not None else ()):
            if QPolygonF(outline(character.polygon)).containsPoint(at, Qt.FillRule.OddEvenFill):
                return place
        return None
