"""Gestures that several tools share, such as drawing boxes and corners and dragging handles."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from app.language.languages import translate
from app.session import Session
from app.views.canvas.tool import CanvasTool, Pointer, Surface
from app.views.canvas.tools.drawing import draw_handle, draw_line
from core.base.errors import LabelError
from core.labels.edits.placing import with_drawn
from core.labels.label import Point, ShapeType

SMALLEST = 0.5  # image pixels: what is drawn with a shorter side is taken for a slip of the hand

_DRAG = 4.0  # device-independent pixels that make a press and a release a drag rather than a click


def xy(at: QPointF) -> Point:
    """Return a Qt point as the point type that the functions of labels take."""
    return at.x(), at.y()


def may_edit(session: Session) -> bool:
    """Return True if the label on screen may be edited, and otherwise tell the user why not."""
    editor = session.editor
    if editor.read_only:
        session.notify(editor.read_only, "warning")
    return editor.document is not None and not editor.read_only


def in_image(session: Session, at: QPointF) -> QPointF:
    """Return the image point nearest to a point, so that drawn shapes end at the edges of the image."""
    height, width = session.editor.image_size or (0, 0)
    return QPointF(min(max(at.x(), 0.0), width), min(max(at.y(), 0.0), height))


def distance(first: QPointF, second: QPointF) -> float:
    """Return the distance between two points, in their unit."""
    return math.hypot(first.x() - second.x(), first.y() - second.y())


def distance_to_line(at: QPointF, start: QPointF, end: QPointF) -> float:
    """Return the distance of a point from the line segment between two points, in their unit."""
    way = end - start
    length = QPointF.dotProduct(way, way)
    share = min(max(QPointF.dotProduct(at - start, way) / length, 0.0), 1.0) if length else 0.0
    return distance(at, start + way * share)


def is_drag(pressed: Pointer, now: Pointer) -> bool:
    """Return True if the mouse has moved so far since the press that it is a drag and no click."""
    return distance(pressed.pane, now.pane) >= _DRAG


def reach(surface: Surface) -> float:
    """Return the distance from a handle's middle within which it can be grabbed, in device-independent pixels."""
    return surface.handle_size() / 2 + 3


def add_drawn(surface: Surface, corners: list[Point], shape_type: ShapeType) -> None:
    """Add a character with given corners in image pixels, and select it.

    The user types its symbol; if it was the one that the text had and no character was drawn for, it is known, and
    the tool is put away.
    """
    session = surface.session
    try:
        label, place = with_drawn(session.editor.committed_label, corners, shape_type)
    except LabelError as error:
        session.editor.drop_preview()
        session.notify(str(error), "warning")
        return
    title = translate("Edits", "Draw a character")
    if not session.editor.commit(title, label, [place]):
        return
    is_known = bool(label.text) and not label.disagrees and not label.characters[place].is_ignored
    if is_known:
        session.set_tool("select")
    else:
        surface.edit_symbol(place)


class PlaceTool(CanvasTool):
    """The base of tools whose gesture knows characters by place, so that any other edit meanwhile ends the gesture."""

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self.session.editor.committed.connect(self._overtaken)

    def _overtaken(self, image: str) -> None:
        if self.is_busy:
            self.cancel()


class BoxGesture:
    """A box that is drawn by a drag, or by clicks on two opposite corners."""

    def __init__(self, session: Session) -> None:
        self.session = session
        # start, end: opposite corners in image pixels, inside the image; None while nothing is drawn
        self.start: QPointF | None = None
        self.end: QPointF | None = None
        self._pressed: Pointer | None = None

    @property
    def sides(self) -> tuple[float, float]:
        """The width and height of the box in image pixels."""
        if self.start is None or self.end is None:
            return 0.0, 0.0
        return abs(self.end.x() - self.start.x()), abs(self.end.y() - self.start.y())

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The coordinates (x0, y0, x1, y1) of two opposite corners, in image pixels."""
        assert self.start is not None
        assert self.end is not None
        return self.start.x(), self.start.y(), self.end.x(), self.end.y()

    def press(self, pointer: Pointer) -> None:
        """Set the first corner, or after a click the second one."""
        if self.start is None:
            self.start = self.end = in_image(self.session, pointer.at)
            self._pressed = pointer
        else:
            self.follow(pointer)

    def follow(self, pointer: Pointer) -> None:
        """Move the second corner to the mouse, and keep the box a square while Shift is held."""
        if self.start is None:
            return
        end = in_image(self.session, pointer.at)
        if pointer.modifiers & Qt.KeyboardModifier.ShiftModifier:
            way = end - self.start
            side = min(abs(way.x()), abs(way.y()))  # the shorter one, so that it stays inside the image
            end = self.start + QPointF(math.copysign(side, way.x()), math.copysign(side, way.y()))
        self.end = end

    def release(self, pointer: Pointer) -> bool:
        """Return True if the box is complete, after a drag or a second click, away from the first press."""
        if self._pressed is None:
            return False
        self.follow(pointer)
        return is_drag(self._pressed, pointer)

    def clear(self) -> None:
        """Discard the box."""
        self.start = self.end = self._pressed = None

    def paint(self, painter: QPainter, surface: Surface) -> None:
        """Draw the box on the canvas."""
        if self.start is None:
            return
        x0, y0, x1, y1 = self.bounds
        corners = [surface.to_pane(QPointF(x, y)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        draw_line(painter, corners, closed=True, dashed=True)


class Corners:
    """Corners that are clicked one after the other."""

    def __init__(self) -> None:
        self.points: list[QPointF] = []  # image pixels
        self.at: QPointF | None = None  # place of the mouse, for the rubber line

    def clear(self) -> None:
        """Forget the corners."""
        self.points = []
        self.at = None

    def paint(self, painter: QPainter, surface: Surface, *, closing: bool = False) -> None:
        """Draw the corners with a line to the mouse, or to the first corner if the next click closes the polygon."""
        points = [surface.to_pane(point) for point in self.points]
        if not points:
            return
        draw_line(painter, points)
        if self.at is not None:
            draw_line(painter, [points[-1], points[0] if closing else surface.to_pane(self.at)], dashed=True)
        for number, point in enumerate(points):
            draw_handle(painter, point, surface.handle_size(), is_round=number == 0, hot=number == 0 and closing)
