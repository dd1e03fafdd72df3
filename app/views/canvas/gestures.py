"""Drags with the select tool, one class for each kind: a drag from press to release makes one edit.

A gesture knows the label that it began with, and gives for each place of the mouse the edit of that label that it means
for. `SelectTool` previews and applies it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt

from app.language.figures import counted
from app.language.languages import translate
from app.views.canvas.hits import box_around
from app.views.canvas.tool import Pointer
from core.labels.edits import edits
from core.labels.label import WordLabel

_SMALLEST_FACTOR = 0.02  # a frame that is dragged through itself stays a little open
_ANGLE_STEP = 15.0  # degrees, while Shift is held


@dataclass(frozen=True, slots=True)
class GestureEdit:
    """An edit with the arguments that `Editor.preview` and `Editor.apply` expect."""

    edit: Callable[..., WordLabel]
    """The function that returns the edited label, given the label first."""
    arguments: tuple[Any, ...]
    """The further positional arguments of `edit`."""
    named: dict[str, Any]
    """The keyword arguments of `edit`."""


class Gesture(ABC):
    """A drag in progress."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, label: WordLabel, places: tuple[int, ...], start: Pointer) -> None:
        self.label = label
        self.places = places
        self.start = start

    @abstractmethod
    def step(self, pointer: Pointer) -> GestureEdit:
        """Return the edit for the current position of the mouse."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the edit in the undo menu."""

    def selection(self, after: WordLabel) -> tuple[int, ...] | None:
        """Return the places to select after the edit, given the new label, or None to keep the selection."""
        return None

    def way(self, pointer: Pointer) -> QPointF:
        """Return the vector from the press to the mouse, in image pixels."""
        return pointer.at - self.start.at


class MoveGesture(Gesture):
    """Moves characters, along one axis only while Shift is held."""

    def step(self, pointer: Pointer) -> GestureEdit:
        """Return the edit that moves the characters as far as the mouse has moved."""
        return GestureEdit(edits.move, (self.places, *along_axis(self.way(pointer), pointer)), {})

    @property
    def title(self) -> str:
        if len(self.places) == 1:
            rank = self.label.ranking.index(self.places[0]) + 1
            return translate("Edits", "Move character {rank}").format(rank=rank)
        return translate("Edits", "Move {count} characters").format(count=len(self.places))


class DuplicateGesture(Gesture):
    """Copies characters, and puts the copies at the end of a drag."""

    cursor = Qt.CursorShape.DragCopyCursor

    def step(self, pointer: Pointer) -> GestureEdit:
        """Return the edit that copies the characters and moves the copies as far as the mouse has moved."""
        way = self.way(pointer)
        return GestureEdit(edits.duplicate, (self.places, way.x(), way.y()), {})

    @property
    def title(self) -> str:
        return counted(
            translate("Edits", "Duplicate a character"),
            translate("Edits", "Duplicate {count} characters"),
            len(self.places),
        )

    def selection(self, after: WordLabel) -> tuple[int, ...]:
        """Return the places of the copies, which follow the last original in the reading order."""
        ranking = self.label.ranking
        behind = max(ranking.index(place) for place in self.places) + 1
        return after.ranking[behind : behind + len(self.places)]


class CornerGesture(Gesture):
    """Moves one corner of a polygon, and keeps a box a box unless Alt is held."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, label: WordLabel, place: int, corner: int, start: Pointer) -> None:
        super().__init__(label, (place,), start)
        self.corner = corner

    def step(self, pointer: Pointer) -> GestureEdit:
        """Return the edit that moves the corner as far as the mouse has moved."""
        x, y = self.label.characters[self.places[0]].polygon[self.corner]
        way = self.way(pointer)
        keeps = not pointer.modifiers & Qt.KeyboardModifier.AltModifier
        arguments = (self.places[0], self.corner, x + way.x(), y + way.y())
        return GestureEdit(edits.move_vertex, arguments, {"keep_rectangle": keeps})

    @property
    def title(self) -> str:
        return translate("Edits", "Move a corner")


class EdgeGesture(Gesture):
    """Splits an edge at a new corner that is dragged out of its middle."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, label: WordLabel, place: int, edge: int, start: Pointer) -> None:
        super().__init__(label, (place,), start)
        self.edge = edge

    def step(self, pointer: Pointer) -> GestureEdit:
        """Return the edit that puts the new corner at the mouse."""
        arguments = (self.places[0], pointer.at.x(), pointer.at.y(), self.edge + 1)
        return GestureEdit(edits.insert_vertex, arguments, {})

    @property
    def title(self) -> str:
        return translate("Edits", "Add a corner")


class ScaleGesture(Gesture):
    """Scales characters by a corner of the frame around them.

    The opposite corner stays, or with Alt the middle; with Shift both axes scale alike.
    """

    def __init__(self, label: WordLabel, places: tuple[int, ...], corner: int, start: Pointer) -> None:
        super().__init__(label, places, start)
        self.box = box_around(label, places)
        self.corner = corner
        self.cursor = _SCALE_CURSORS[corner % 2]

    def step(self, pointer: Pointer) -> GestureEdit:
        """Return the edit that scales the characters so that the corner of the frame moves as far as the mouse."""
        corners = frame_corners(self.box)
        corner, opposite = corners[self.corner], corners[(self.corner + 2) % 4]
        from_middle = bool(pointer.modifiers & Qt.KeyboardModifier.AltModifier)
        about = self.box.center() if from_middle else opposite
        way = self.way(pointer)
        fx = _factor(corner.x() - about.x(), way.x())
        fy = _factor(corner.y() - about.y(), way.y())
        if pointer.modifiers & Qt.KeyboardModifier.ShiftModifier:
            fx = fy = max(fx, fy)
        return GestureEdit(edits.scale, (self.places, fx, fy, (about.x(), about.y())), {})

    @property
    def title(self) -> str:
        return counted(
            translate("Edits", "Resize a character"), translate("Edits", "Resize {count} characters"), len(self.places)
        )


class RotateGesture(Gesture):
    """Rotates characters about the middle of the frame around them, in steps of 15 degrees while Shift is held."""

    def __init__(self, label: WordLabel, places: tuple[int, ...], start: Pointer) -> None:
        super().__init__(label, places, start)
        self.middle = box_around(label, places).center()

    def step(self, pointer: Pointer) -> GestureEdit:
        """Return the edit that rotates by the angle that the mouse has moved around the middle."""
        degrees = _angle(pointer.at - self.middle) - _angle(self.start.at - self.middle)
        if pointer.modifiers & Qt.KeyboardModifier.ShiftModifier:
            degrees = round(degrees / _ANGLE_STEP) * _ANGLE_STEP
        return GestureEdit(edits.rotate, (self.places, degrees, (self.middle.x(), self.middle.y())), {})

    @property
    def title(self) -> str:
        return counted(
            translate("Edits", "Rotate a character"), translate("Edits", "Rotate {count} characters"), len(self.places)
        )


def along_axis(way: QPointF, pointer: Pointer) -> tuple[float, float]:
    """Return a movement as (dx, dy), with the smaller of the two set to 0 while Shift is held."""
    dx, dy = way.x(), way.y()
    if pointer.modifiers & Qt.KeyboardModifier.ShiftModifier:
        return (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
    return dx, dy


def frame_corners(box: QRectF) -> tuple[QPointF, QPointF, QPointF, QPointF]:
    """Return the corners of a box, clockwise on screen from the top left."""
    return box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()


_SCALE_CURSORS = (Qt.CursorShape.SizeFDiagCursor, Qt.CursorShape.SizeBDiagCursor)


def _factor(side: float, way: float) -> float:
    """Return how many times as long a side is once its end has moved, 1 for a side without length."""
    return max((side + way) / side, _SMALLEST_FACTOR) if abs(side) > 1e-9 else 1.0


def _angle(way: QPointF) -> float:
    """Degrees from +x towards +y: clockwise on screen."""
    return math.degrees(math.atan2(way.y(), way.x()))
