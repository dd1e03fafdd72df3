"""One picture among those of two runs: the word, a map of a run, or the difference of two."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRectF
from PySide6.QtGui import QMouseEvent, QPainter, QTransform, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.display import Viewport
from app.pictures.map_colours import MapImage
from app.pictures.map_marks import Mark, draw_marks
from app.pictures.map_painting import draw_image
from app.pictures.map_pane import MapPane


class ComparedPane(MapPane):
    """A picture that it is given."""

    def __init__(self, viewport: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(viewport, parent)
        self._found: MapImage | None = None
        self._marks: tuple[Mark, ...] = ()
        self._sentence = ""

    @property
    def found(self) -> MapImage | None:
        """The map that is drawn."""
        return self._found

    def show_map(self, found: MapImage | None, sentence: str = "", marks: tuple[Mark, ...] = ()) -> None:
        """Draw a map with what is written on its blobs, or a sentence that says why there is none."""
        self._found, self._sentence, self._marks = found, sentence, marks
        self.redraw()

    @property
    def sentence(self) -> str:
        return self._sentence

    def draw(self, painter: QPainter, to_pane: QTransform) -> Collection[int] | None:
        if self._found is None:
            return None
        draw_image(painter, self._found, to_pane, QRectF(self.rect()))
        return draw_marks(painter, self._marks, self._found, to_pane)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole word again."""
        self.viewport.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom all panes with Ctrl. Without Ctrl, scroll the panel."""
        if event.modifiers():
            super().wheelEvent(event)
        else:
            event.ignore()
