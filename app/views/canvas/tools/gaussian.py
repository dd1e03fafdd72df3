"""The Gaussian tool, which sets centre, radii and angle of a character's localization target."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.language.languages import translate
from app.views.canvas.tool import Pointer, Surface
from app.views.canvas.tools.drawing import draw_handle, draw_line
from app.views.canvas.tools.sketching import PlaceTool, distance, is_drag, may_edit, reach
from core.labels.edits import edits
from core.labels.label import Gaussian
from core.labels.maps.gaussians import automatic_gaussian

Handle = Literal["center", "first", "second", "angle"]

_THINNEST = 0.1  # image pixels: a sigma that is dragged through the centre stops here
_APART = 2.0  # handle sides from the centre to a radius handle at least, and from there to the angle handle
_SEGMENTS = 48  # of the ellipse as it is drawn
_ANGLE_STEP = 15.0  # degrees, while Shift is held
_DELETES = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})


@dataclass(frozen=True, slots=True)
class _Drag:
    """A drag of a handle: the character, the handle, the point of the press and the Gaussian at that moment."""

    place: int
    handle: Handle
    pressed: Pointer
    before: Gaussian


class GaussianTool(PlaceTool):
    """Shows the target's ellipse at one standard deviation, with handles, dashed while it follows the polygon."""

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._drag: _Drag | None = None
        self._hovered: int | None = None
        self._hot: Handle | None = None

    @property
    def is_busy(self) -> bool:
        return self._drag is not None

    @property
    def hint(self) -> str:
        place = self._place
        if place is None:
            return translate("CanvasTools", "Click a character to see the target of its centre.")
        if self.session.editor.label.characters[place].gaussian is None:
            return translate(
                "CanvasTools",
                "This Gaussian follows the polygon. Drag its centre, a radius or its angle to set it by hand.",
            )
        return translate("CanvasTools", "This Gaussian is set by hand. Delete lets it follow the polygon again.")

    def end(self) -> None:
        self.cancel()
        self._hovered = self._hot = None

    def cancel(self) -> None:
        self._drag = None
        self.session.editor.drop_preview()
        self.surface.refresh()

    def press(self, pointer: Pointer) -> None:
        handle, place = self._handle_at(pointer), self._place
        if handle is None or place is None:
            under = self.surface.character_at(pointer.at)
            self.session.editor.select(() if under is None else (under,))
            handle, place = self._handle_at(pointer), self._place
        if handle is not None and place is not None and may_edit(self.session):
            before = self._gaussian(place)
            if before is not None:
                self.session.editor.select((place,))
                self._drag = _Drag(place, handle, pointer, before)
        self.surface.refresh()

    def move(self, pointer: Pointer) -> None:
        drag = self._drag
        if drag is not None and is_drag(drag.pressed, pointer):
            wanted = _dragged(drag, pointer)
            self.session.editor.preview(edits.set_gaussian, drag.place, wanted.center, wanted.sigma, wanted.angle)
            self.surface.refresh()

    def hover(self, pointer: Pointer) -> None:
        hot = self._handle_at(pointer)
        hovered = self._hovered if hot is not None else self.surface.character_at(pointer.at)
        if (hovered, hot) != (self._hovered, self._hot):
            self._hovered, self._hot = hovered, hot
            self.surface.set_cursor(Qt.CursorShape.ArrowCursor if hot is None else Qt.CursorShape.SizeAllCursor)
            self.surface.refresh()

    def leave(self) -> None:
        self._hovered = self._hot = None
        self.surface.refresh()

    def release(self, pointer: Pointer) -> None:
        drag, self._drag = self._drag, None
        if drag is None:
            return
        if is_drag(drag.pressed, pointer):
            wanted = _dragged(drag, pointer)
            rank = self.session.editor.committed_label.ranking.index(drag.place) + 1
            title = translate("Edits", "Set the Gaussian of character {rank}").format(rank=rank)
            self.session.editor.apply(
                title, edits.set_gaussian, drag.place, wanted.center, wanted.sigma, wanted.angle, select=(drag.place,)
            )
        else:
            self.session.editor.drop_preview()
        self.surface.refresh()

    def claims(self, event: QKeyEvent) -> bool:
        return event.key() in _DELETES and self._place is not None

    def key(self, event: QKeyEvent) -> bool:
        place = self._place
        if event.key() not in _DELETES or place is None or self.is_busy:
            return self.is_busy
        editor = self.session.editor
        rank = editor.committed_label.ranking.index(place) + 1
        if editor.committed_label.characters[place].gaussian is None:
            self.session.notify(
                translate("CanvasTools", "Character {rank} has no Gaussian set by hand.").format(rank=rank)
            )
        else:
            title = translate("Edits", "Clear the Gaussian of character {rank}").format(rank=rank)
            editor.apply(title, edits.clear_gaussian, (place,))
        self.surface.refresh()
        return True

    def paint(self, painter: QPainter) -> None:
        place = self._place
        gaussian = None if place is None else self._gaussian(place)
        if place is None or gaussian is None:
            return
        is_automatic = self.session.editor.label.characters[place].gaussian is None
        turns = (2 * math.pi * i / _SEGMENTS for i in range(_SEGMENTS))
        ellipse = [self.surface.to_pane(_on_ellipse(gaussian, turn)) for turn in turns]
        draw_line(painter, ellipse, closed=True, dashed=is_automatic)
        handles = self._handles(gaussian)
        for name in ("first", "second"):
            draw_line(painter, [handles["center"], handles[name]])
        draw_line(painter, [handles["first"], handles["angle"]], dashed=True)
        hot = self._drag.handle if self._drag is not None else self._hot
        for handle, at in handles.items():
            is_round = handle in {"center", "angle"}
            draw_handle(painter, at, self.surface.handle_size(), is_round=is_round, hot=handle == hot)

    @property
    def _place(self) -> int | None:
        """The character whose Gaussian is shown: the selected one, else the one under the mouse."""
        editor = self.session.editor
        if self._drag is not None:
            return self._drag.place
        place = editor.selection[-1] if editor.selection else self._hovered
        return place if place is not None and place < len(editor.label.characters) else None

    def _gaussian(self, place: int) -> Gaussian | None:
        editor = self.session.editor
        character, size = editor.label.characters[place], editor.image_size
        if size is None:
            return None
        return character.gaussian or automatic_gaussian(character.polygon, editor.spec, size)

    def _handles(self, gaussian: Gaussian) -> dict[Handle, QPointF]:
        """The places of the handles on the canvas: never so near to each other that they cannot be told apart."""
        size = self.surface.handle_size()
        center = self.surface.to_pane(QPointF(*gaussian.center))
        first = _pushed(center, self.surface.to_pane(_on_ellipse(gaussian, 0.0)), _APART * size)
        second = _pushed(center, self.surface.to_pane(_on_ellipse(gaussian, math.pi / 2)), _APART * size)
        angle = _pushed(center, first, distance(center, first) + _APART * size)
        return {"angle": angle, "second": second, "first": first, "center": center}

    def _handle_at(self, pointer: Pointer) -> Handle | None:
        place = self._place
        gaussian = None if place is None else self._gaussian(place)
        if gaussian is None:
            return None
        away = {name: distance(at, pointer.pane) for name, at in self._handles(gaussian).items()}
        nearest = min(away, key=away.__getitem__)
        return nearest if away[nearest] <= reach(self.surface) else None


def _on_ellipse(gaussian: Gaussian, turn: float) -> QPointF:
    """The point of the ellipse at one standard deviation at an angle in its own frame (radians), image pixels."""
    along, beside = gaussian.sigma[0] * math.cos(turn), gaussian.sigma[1] * math.sin(turn)
    t = math.radians(gaussian.angle)
    x, y = gaussian.center
    return QPointF(x + along * math.cos(t) - beside * math.sin(t), y + along * math.sin(t) + beside * math.cos(t))


def _pushed(center: QPointF, at: QPointF, least: float) -> QPointF:
    """A point, moved away from a centre to at least a given distance."""
    away = distance(center, at)
    if away >= least:
        return at
    return center + (at - center) * (least / away) if away > 0 else center + QPointF(least, 0)


def _dragged(drag: _Drag, pointer: Pointer) -> Gaussian:
    """Return the Gaussian after a handle has gone the way of the mouse.

    With Shift both radii change at once, and the angle goes in steps of 15°.
    """
    before = drag.before
    way = pointer.at - drag.pressed.at
    with_shift = bool(pointer.modifiers & Qt.KeyboardModifier.ShiftModifier)
    x, y = before.center
    if drag.handle == "center":
        return replace(before, center=(x + way.x(), y + way.y()))
    if drag.handle == "angle":
        center = QPointF(x, y)
        angle = before.angle + _direction(pointer.at - center) - _direction(drag.pressed.at - center)
        angle = round(angle / _ANGLE_STEP) * _ANGLE_STEP if with_shift else angle
        return replace(before, angle=180.0 - (180.0 - angle) % 360.0)  # in (-180, 180]
    number = 0 if drag.handle == "first" else 1
    t = math.radians(before.angle + 90 * number)
    old = before.sigma[number]
    new = max(old + way.x() * math.cos(t) + way.y() * math.sin(t), _THINNEST)
    a, b = (value * new / old if with_shift else value for value in before.sigma)
    sigma = (a, b) if with_shift else ((new, b) if number == 0 else (a, new))
    return replace(before, sigma=sigma)


def _direction(way: QPointF) -> float:
    """Degrees from +x towards +y."""
    return math.degrees(math.atan2(way.y(), way.x()))
