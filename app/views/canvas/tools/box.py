"""The box tool, which draws a character as a box between two opposite corners."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from app.language.languages import translate
from app.views.canvas.tool import CanvasTool, Pointer, Surface
from app.views.canvas.tools.sketching import SMALLEST, BoxGesture, add_drawn, may_edit
from core.labels.edits.placing import with_drawn
from core.labels.geometry import rectangle


class BoxTool(CanvasTool):
    """Draws an upright box by a drag or two clicks, and a square while Shift is held."""

    cursor = Qt.CursorShape.CrossCursor
    stays = False

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._box = BoxGesture(self.session)

    @property
    def is_busy(self) -> bool:
        return self._box.start is not None

    @property
    def hint(self) -> str:
        if self.is_busy:
            return translate("CanvasTools", "Move to the opposite corner. Shift: draw a square. Esc: cancel.")
        return translate("CanvasTools", "Drag from one corner of a character to the opposite one, or click both.")

    def cancel(self) -> None:
        self._box.clear()
        self.session.editor.drop_preview()
        self.surface.refresh()

    def press(self, pointer: Pointer) -> None:
        if self.is_busy or may_edit(self.session):
            self._box.press(pointer)
            self.surface.refresh()

    def double_click(self, pointer: Pointer) -> None:
        self.press(pointer)

    def move(self, pointer: Pointer) -> None:
        if not self.is_busy:
            return
        self._box.follow(pointer)
        if min(self._box.sides) >= SMALLEST:
            corners = rectangle(*self._box.bounds)
            self.session.editor.preview(lambda label: with_drawn(label, corners, "rectangle")[0])
        else:
            self.session.editor.drop_preview()
        self.surface.refresh()

    def hover(self, pointer: Pointer) -> None:
        self.move(pointer)

    def release(self, pointer: Pointer) -> None:
        if not self.is_busy or not self._box.release(pointer):
            return
        drawn = list(rectangle(*self._box.bounds)) if min(self._box.sides) >= SMALLEST else None
        self._box.clear()
        if drawn is None:
            self.session.editor.drop_preview()
            self.session.notify(
                translate("CanvasTools", "That box is too small. Drag from one corner to the opposite one."), "warning"
            )
        else:
            add_drawn(self.surface, drawn, "rectangle")
        self.surface.refresh()

    def paint(self, painter: QPainter) -> None:
        self._box.paint(painter, self.surface)
