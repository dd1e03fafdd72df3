"""A pane of the grid, which shows one map of the open image, or the image itself while the map is the large picture."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QEnterEvent, QMouseEvent, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from app.display import MapKey
from app.language.languages import translate
from app.language.sentences import translated
from app.language.words import explained
from app.pictures.legends import Explanation, legend_in_words
from app.pictures.map_colours import Held
from app.pictures.map_painting import ShownMap, bar_at, draw_image, small_image
from app.pictures.repaired import ShownRepair, smallest_repair
from app.pictures.shown_maps import is_swiped, is_upright, map_title
from app.session import Session
from app.widgets.boxes import offer_menu, set_tip
from app.widgets.map_pane import MapPane

_OUTLINE, _CHOSEN = QColor(150, 150, 150), QColor(255, 255, 255)  # opaque: a translucent line takes 7 times as long
_REACH = 6.0  # px that a press may miss the bar by


Outlines = tuple[tuple[QPolygonF, bool], ...]
"""The outline of each character, in image pixels, and True if the character is selected."""


class GridPane(MapPane):
    """Shows a map that a double click makes the large picture, whose place in the grid the image then takes."""

    def __init__(self, session: Session, key: MapKey, parent: QWidget | None = None) -> None:
        super().__init__(session.viewport, parent)
        self._session = session
        self.key = key
        self.is_swapped = False
        """True if it shows the image, because its map is the large picture."""
        self._shown: ShownMap | None = None  # None: the image is shown
        self._outlines: Outlines = ()
        self._repair: ShownRepair | None = None
        self._holds_bar = self._repairs = False
        offer_menu(self, "maps")

    @property
    def is_repaired(self) -> bool:
        """True if the mouse repairs the map, which has to be a predicted one and not the large picture."""
        return (
            self.key[1] == "prediction"
            and self._session.instruments.prediction_repair.base is not None
            and not self.is_swapped
        )

    def show_label(self, outlines: Outlines, large: MapKey | None) -> None:
        """Show the current label and prediction.

        `outlines`: of the characters, to be drawn over the map. `large`: the map that is the large picture.
        """
        session, (name, source) = self._session, self.key
        self.is_swapped = large == self.key
        self._shown = None if self.is_swapped else ShownMap.of(session, self.key)
        image = None if self._shown is None or self._shown.map is None else self._shown.map.image
        self.explained = None if image is None else Explanation.of(session, self.key, image)
        self._outlines = outlines
        repair = smallest_repair(session) if source == "prediction" else None
        self._repair = repair if repair is not None and repair.name == name else None
        self.set_title((translate("Maps", "Image"), "") if self.is_swapped else map_title(session, name, source))
        self.redraw()

    def describe(self) -> None:
        """Describe the map that is shown for a screen reader."""
        explained = self.explained if isinstance(self.explained, Explanation) else None
        self.setAccessibleDescription(legend_in_words(self._session, *self.key, explained))

    def draw(self, painter: QPainter, to_pane: QTransform) -> Collection[int] | None:
        room = QRectF(self.rect())
        written: Collection[int] | None
        if self._shown is None:
            pixels = self._session.editor.pixels
            if pixels is None:
                return None
            draw_image(painter, small_image(Held(pixels)), to_pane, room, smooth=True)
            written = ()
        else:
            written = self._shown.draw(painter, to_pane, room)
        if written is not None:
            self._draw_outlines(painter, to_pane)
        if self._repair is not None:
            draw_image(painter, self._repair.image, to_pane, room)
        return written

    @property
    def sentence(self) -> str:
        """The sentence that says why no prediction is shown, or "" for a target."""
        return "" if self.key[1] == "target" else translated(self._session.predictions.sentence)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Grab the bar or the map, to move all pictures together."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self._is_on_bar(event.position()):
            self._holds_bar = True
        elif is_left and self.is_repaired:
            self._repairs = True
            at = self.to_image(event.position())
            self._session.instruments.prediction_repair.press(self.key[0], at.x(), at.y())
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._holds_bar:
            self._move_bar(event.position())
            self.viewport.set_cursor(self.to_image(event.position()))
            return
        if self._repairs:
            at = self.to_image(event.position())
            self._session.instruments.prediction_repair.drag(at.x(), at.y())
            self.viewport.set_cursor(at)
            return
        super().mouseMoveEvent(event)
        if self.is_repaired:
            self.setCursor(Qt.CursorShape.CrossCursor)
        elif self._is_on_bar(event.position()):
            self.setCursor(Qt.CursorShape.SplitVCursor if self._is_upright else Qt.CursorShape.SplitHCursor)
        else:
            self.show_hand()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._repairs:
            self._session.instruments.prediction_repair.release()
        self._holds_bar = self._repairs = False
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Exchange the map and the image."""
        if event.button() == Qt.MouseButton.LeftButton and not self.is_repaired:
            self._session.display.swap(self.key)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Become the map that keys and the menu act on, and fade the title."""
        self._session.display.pointed = self.key
        self.redraw()
        super().enterEvent(event)

    def event(self, event: QEvent) -> bool:
        """Describe map and legend when a description is asked for, instead of at each movement of a character."""
        if event.type() == QEvent.Type.ToolTip:
            parts = (self.accessibleName(), self.accessibleDescription())
            text = " ".join(part for part in parts if part)
            set_tip(self, explained(f"{self.key[0]} map", before=text))
        return super().event(event)

    @property
    def _is_upright(self) -> bool:
        return is_upright(self._session.editor.image_size or (0, 1))

    def _is_on_bar(self, at: QPointF) -> bool:
        if not is_swiped(self._session) or self.is_swapped:
            return False
        return abs((at.y() if self._is_upright else at.x()) - bar_at(self._session, self.to_pane())) <= _REACH

    def _move_bar(self, to: QPointF) -> None:
        size, at = self.viewport.image_size, self.to_image(to)
        share = at.y() / max(size.height(), 1) if self._is_upright else at.x() / max(size.width(), 1)
        self._session.display.set(swipe=min(max(share, 0.0), 1.0))

    def show_outlines(self, outlines: Outlines) -> None:
        """Draw other outlines over the map."""
        self._outlines = outlines
        self.redraw()

    def _draw_outlines(self, painter: QPainter, to_pane: QTransform) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(to_pane, combine=True)
        thin, thick = QPen(_OUTLINE, 1), QPen(_CHOSEN, 1.5)
        for pen in (thin, thick):
            pen.setCosmetic(True)
        for polygon, is_selected in self._outlines:
            painter.setPen(thick if is_selected else thin)
            painter.drawPolygon(polygon)
        painter.restore()
