"""The polygon tool, which draws a character corner by corner."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.language.languages import translate
from app.views.canvas.tool import CanvasTool, Pointer, Surface
from app.views.canvas.tools.sketching import Corners, add_drawn, distance, in_image, may_edit, reach, xy
from core.labels.geometry import polygon_of, self_crosses, signed_area


class PolygonTool(CanvasTool):
    """Draws a polygon with a corner at each click, closed by a double click, Enter or a click on the first corner."""

    cursor = Qt.CursorShape.CrossCursor
    stays = False

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._corners = Corners()
        self._closing = False

    @property
    def is_busy(self) -> bool:
        return bool(self._corners.points)

    @property
    def hint(self) -> str:
        if len(self._corners.points) >= 3:
            return translate(
                "CanvasTools",
                "Enter, a double click or a click on the first corner closes the polygon. Backspace: one corner back.",
            )
        return translate("CanvasTools", "Click the corners of a character one after the other.")

    def cancel(self) -> None:
        self._corners.clear()
        self._closing = False
        self.surface.refresh()

    def press(self, pointer: Pointer) -> None:
        if not self.is_busy and not may_edit(self.session):
            return
        if self._is_on_first(pointer):
            self._close()
            return
        at = in_image(self.session, pointer.at)
        self._corners.points.append(at)
        self._corners.at = at
        self.surface.refresh()

    def move(self, pointer: Pointer) -> None:
        self.hover(pointer)

    def hover(self, pointer: Pointer) -> None:
        if self.is_busy:
            self._corners.at = in_image(self.session, pointer.at)
            self._closing = self._is_on_first(pointer)
            self.surface.refresh()

    def double_click(self, pointer: Pointer) -> None:
        if self.is_busy:  # its first press has added the corner; none if that was the one that closed
            self._close()

    def key(self, event: QKeyEvent) -> bool:
        if not self.is_busy:
            return False
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._close()
        elif event.key() in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            self._corners.points.pop()
            self._closing = False
            self.surface.refresh()
        else:
            return False
        return True

    def paint(self, painter: QPainter) -> None:
        self._corners.paint(painter, self.surface, closing=self._closing)

    def _is_on_first(self, pointer: Pointer) -> bool:
        points = self._corners.points
        return len(points) >= 3 and distance(self.surface.to_pane(points[0]), pointer.pane) <= reach(self.surface)

    def _close(self) -> None:
        corners = [xy(point) for point in self._corners.points]
        self._closing = False
        trouble = ""
        if len(corners) < 3:
            trouble = translate("CanvasTools", "A polygon needs three corners. Click one more.")
        elif self_crosses(polygon_of(corners)) or signed_area(polygon_of(corners)) == 0:
            trouble = translate("CanvasTools", "The outline crosses itself. Take corners back with Backspace.")
        if trouble:
            self.session.notify(trouble, "warning")
        else:
            self._corners.clear()
            add_drawn(self.surface, corners, "polygon")
        self.surface.refresh()
