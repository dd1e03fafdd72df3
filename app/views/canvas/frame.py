"""The handles around the selection: their number, their positions on the pane, and their drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTransform

from app.editing.editor import Editor
from app.views.canvas.gestures import frame_corners
from app.views.canvas.hits import box_around, middles
from app.views.canvas.tools.drawing import draw_circle, draw_handle, draw_line
from core.labels.geometry import is_rectangle
from core.labels.label import WordLabel

Kind = Literal["corner", "edge", "scale", "rotate"]

_NEEDED = 3.0  # a polygon smaller than so many handles shows none: they would hide it
_STEM = 14.0  # device-independent pixels from the frame to the rotate handle
_REACH = 1.0  # of a handle, around the half of its side


@dataclass(frozen=True, slots=True)
class Handle:
    """A handle that the mouse can drag."""

    kind: Kind
    """"corner" and "edge": of the polygon. "scale" and "rotate": of the frame around the selected characters."""
    index: int
    """Index of the polygon's corner. Of an edge: of the corner from which the edge leaves. Of a handle to scale: of the
    frame's corner, clockwise from the top left. Of that to rotate: 0."""
    at: QPointF
    """Middle of the handle, in device-independent pixels of the pane."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame around the selected characters, with its handles."""

    box: QRectF
    """The frame's rectangle, in device-independent pixels of the pane."""
    is_drawn: bool
    """True if the frame is drawn. It is not around a single box, whose own corners do the same."""
    handles: tuple[Handle, ...]
    """The handles, of which the later ones lie on top."""

    def handle_at(self, pane: QPointF, size: float) -> Handle | None:
        """Return the topmost handle at a point of the pane, given the side length of a handle, or None."""
        reach = size / 2 + _REACH
        for handle in reversed(self.handles):
            way = handle.at - pane
            if max(abs(way.x()), abs(way.y())) <= reach:
                return handle
        return None


def reads_downwards(editor: Editor) -> bool:
    """Return True if the open image shows a vertical word, whose badges belong left of its characters, not above."""
    size = editor.image_size
    return size is not None and editor.spec.is_turned(size)


def room_of(size: float) -> float:
    """Return the gap between the frame and the selected characters, given the side length of a handle."""
    return size + 2.0


def frame_of(
    label: WordLabel, selection: Iterable[int], to_pane: QTransform, size: float, beside: bool, pane: QRectF
) -> Frame | None:
    """Return the frame of the selected characters, or None if no character is selected.

    `beside`: True if the rotate handle is rather to the right (of a vertical word) than below: away from the badges.
    `pane`: what can be seen: if there is no room on one side, the rotate handle is on another.
    """
    places = tuple(place for place in selection if place < len(label.characters))
    if not places:
        return None
    around = to_pane.mapRect(box_around(label, places))
    room = room_of(size)
    box = around.adjusted(-room, -room, room, room)
    polygon = label.characters[places[0]].polygon
    is_box = len(places) == 1 and is_rectangle(polygon)
    handles = [Handle("rotate", 0, _rotate_place(box, beside, pane.adjusted(size, size, -size, -size)))]
    if not is_box:
        handles += [Handle("scale", index, corner) for index, corner in enumerate(frame_corners(box))]
    if len(places) == 1 and max(around.width(), around.height()) >= _NEEDED * size:
        corners = [to_pane.map(QPointF(x, y)) for x, y in polygon]
        for index, (x, y) in enumerate(middles(polygon)):
            way = corners[(index + 1) % len(corners)] - corners[index]
            if max(abs(way.x()), abs(way.y())) >= _NEEDED * size:
                handles.append(Handle("edge", index, to_pane.map(QPointF(x, y))))
        handles += [Handle("corner", index, corner) for index, corner in enumerate(corners)]
    return Frame(box, not is_box, tuple(handles))


def draw_frame(painter: QPainter, frame: Frame, size: float, hovered: Handle | None) -> None:
    """Draw the frame and its handles: squares move corners, small discs split edges, large ones scale and rotate."""
    if frame.is_drawn:
        draw_line(painter, frame_corners(frame.box), closed=True, dashed=True)
    for handle in frame.handles:
        side = size * 0.7 if handle.kind == "edge" else size
        draw_handle(painter, handle.at, side, is_round=handle.kind != "corner", hot=handle == hovered)
        if handle.kind == "rotate":
            draw_circle(painter, handle.at, size)


def _rotate_place(box: QRectF, beside: bool, room: QRectF) -> QPointF:
    """Return the rotate handle's place on the first side of the frame with room for it, or else on the usual side."""
    below = QPointF(box.center().x(), box.bottom() + _STEM)
    right = QPointF(box.right() + _STEM, box.center().y())
    left = QPointF(box.left() - _STEM, box.center().y())
    above = QPointF(box.center().x(), box.top() - _STEM)
    sides = (right, below, above, left) if beside else (below, right, left, above)
    return next((side for side in sides if room.contains(side)), sides[0])
