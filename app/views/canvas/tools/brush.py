"""The brush and the eraser, which edit the painted area of a character."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.language.languages import translate
from app.views.canvas.tool import Pointer, Surface
from app.views.canvas.tools.drawing import draw_circle
from app.views.canvas.tools.sketching import PlaceTool, distance, may_edit, xy
from core.labels.edits import edits
from core.labels.label import Point, WordLabel

_SPACING = 0.5  # of the radius: what lies between two points so near is painted by both


class BrushTool(PlaceTool):
    """Paints onto the area of the selected character, or of the one under the press.

    Its radius is a setting, which actions change, also in the middle of a stroke.
    """

    cursor = Qt.CursorShape.CrossCursor
    _edit: Callable[..., WordLabel] = staticmethod(edits.paint)

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._place: int | None = None
        self._stroke: list[Point] = []
        self._at: QPointF | None = None
        self.session.settings.changed.connect(self._follow_setting)

    @property
    def is_busy(self) -> bool:
        return self._place is not None

    @property
    def hint(self) -> str:
        return translate(
            "CanvasTools", "Paint the pixels of the selected character. [ and ] change the brush: {radius} px."
        ).format(radius=f"{self._radius:g}")

    def cancel(self) -> None:
        self._place, self._stroke = None, []
        self.session.editor.drop_preview()
        self.surface.refresh()

    def press(self, pointer: Pointer) -> None:
        if not may_edit(self.session):
            return
        editor = self.session.editor
        place = editor.selection[-1] if editor.selection else self.surface.character_at(pointer.at)
        if place is None:
            self.session.notify(translate("CanvasTools", "Begin on a character, or select one first."), "warning")
            return
        editor.select([place])
        self._place = place
        self._stroke = [xy(pointer.at)]
        self._show_brush(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._place is not None:
            x, y = self._stroke[-1]
            if distance(QPointF(x, y), pointer.at) >= _SPACING * self._radius:
                self._stroke.append(xy(pointer.at))
        self._show_brush(pointer)

    def hover(self, pointer: Pointer) -> None:
        self._show_brush(pointer)

    def leave(self) -> None:
        self._at = None
        self.surface.refresh()

    def release(self, pointer: Pointer) -> None:
        place, size = self._place, self.session.editor.image_size
        if place is None or size is None:
            return
        if xy(pointer.at) != self._stroke[-1]:
            self._stroke.append(xy(pointer.at))
        stroke = tuple(self._stroke)
        self._place = None
        self._stroke = []
        title = self._title.format(rank=self.session.editor.committed_label.ranking.index(place) + 1)
        self.session.editor.apply(title, self._edit, place, stroke, self._radius, size)
        self.surface.refresh()

    def key(self, event: QKeyEvent) -> bool:
        return self.is_busy

    def paint(self, painter: QPainter) -> None:
        if self._at is not None:
            center = self.surface.to_pane(self._at)
            edge = self.surface.to_pane(self._at + QPointF(self._radius, 0))
            draw_circle(painter, center, distance(center, edge))

    @property
    def _radius(self) -> float:
        return float(self.session.settings.value("canvas.brush_radius"))

    @property
    def _title(self) -> str:
        return translate("Edits", "Paint character {rank}")

    def _follow_setting(self, setting: str) -> None:
        if setting == "canvas.brush_radius":
            self._preview()
            self.surface.refresh()

    def _show_brush(self, pointer: Pointer) -> None:
        self._at = pointer.at
        self._preview()
        self.surface.refresh()

    def _preview(self) -> None:
        if self._place is not None:
            size = self.session.editor.image_size
            self.session.editor.preview(self._edit, self._place, tuple(self._stroke), self._radius, size)


class EraserTool(BrushTool):
    """Erases from the area of the selected character, or of the one under the press."""

    _edit = staticmethod(edits.erase)

    @property
    def hint(self) -> str:
        return translate(
            "CanvasTools", "Erase painted pixels of the selected character. [ and ] change the brush: {radius} px."
        ).format(radius=f"{self._radius:g}")

    @property
    def _title(self) -> str:
        return translate("Edits", "Erase from character {rank}")
