"""The word tool, which divides the whole picture, or a box drawn in it, into a word while the word is typed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.bulk.dividing import divided, legible, reads_down, with_word
from app.language.languages import translate
from app.views.canvas.tool import Pointer, Surface
from app.views.canvas.tools.drawing import draw_handle, draw_line
from app.views.canvas.tools.sketching import (
    BoxGesture,
    Corners,
    distance,
    distance_to_line,
    in_image,
    is_drag,
    may_edit,
    reach,
    xy,
)
from app.views.canvas.tools.typed_word import TypedWord, new_step
from core.base.errors import LabelError
from core.labels.divide.divide import Division, corners_of_box
from core.labels.edits import edits
from core.labels.edits.cuts import Line, common_cut
from core.labels.label import CharacterLabel, Point

_SMALLEST = 2.0  # image pixels: a word with a shorter side is a slip of the hand
_SLANTED = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier  # many desktops keep Alt for windows

_GENEROUS = 2.5  # times as far as a handle a cut can be taken hold of …
_CLEARLY = 0.5  # … if the next one is at least twice as far away

_LONG = 5.0  # times the reach of a handle: a shorter cut has no ends to be slanted by


@dataclass(frozen=True, slots=True)
class _Divided:
    """The word divided last: a drag of one of its cuts belongs to the same undo step."""

    division: Division
    characters: tuple[CharacterLabel, ...]  # of the label that came of it: with other ones it has been overtaken
    step: str  # `merges` of that step


@dataclass(frozen=True, slots=True)
class _CutDrag:
    """A cut being dragged: its index, the point of the press, and its way from there in shares of the word.

    A cut pressed at one of its ends `slants`, and so do all others, unless Shift is held.
    """

    index: int
    pressed: Pointer
    offset: float = 0.0
    slants: bool = False


class WordTool(TypedWord):
    """Divides a word into characters, and lets its cuts and the borders between its characters be dragged."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._box = BoxGesture(self.session)
        self._corners = Corners()
        self._waiting: NDArray[np.float64] | None = None
        self._divided: _Divided | None = None
        self._drag: _CutDrag | None = None
        self._pressed: Pointer | None = None  # in the middle of a word: it may be a click, or begin a drag
        self._hot: int | None = None
        self._cuts: tuple[object, list[tuple[int, Line]]] = (None, [])
        self.session.editor.label_changed.connect(self._follow_label)

    @property
    def is_busy(self) -> bool:
        return (
            self._box.start is not None
            or bool(self._corners.points)
            or self._waiting is not None
            or self._drag is not None
            or bool(self.typed)
        )

    @property
    def hint(self) -> str:
        if self._waiting is not None and not self.typed:
            return translate("CanvasTools", "Type the word's text: the box is divided while you type.")
        if self._corners.points:
            return translate("CanvasTools", "Click the four corners of the word, first the one where reading begins.")
        word, present = self.word, len(self.session.editor.committed_label.characters)
        if self._box.start is not None and word:
            text = translate("CanvasTools", "The box becomes the {count} characters of “{word}”.")
            text = text.format(count=len(word), word=word)
            if present:
                text += " " + translate("CanvasTools", "The new characters replace the present {count}.").format(
                    count=present
                )
            return text
        if self._divided is not None and not self.typed:
            return translate(
                "CanvasTools",
                "Drag a cut where it is wrong; drag its end to slant all cuts, or with Shift only this one. Enter: "
                "mark reviewed.",
            )
        return super().hint if self.session.editor.can_edit else ""

    def end(self) -> None:
        super().end()
        self._divided = self._hot = None

    def cancel(self) -> None:
        """Cancel the box or the drag in progress, and discard the typed letters."""
        self._box.clear()
        self._corners.clear()
        self._waiting = self._drag = self._pressed = None
        self.drop_typed()
        self.surface.refresh()

    # The mouse

    def press(self, pointer: Pointer) -> None:
        if not may_edit(self.session):
            return
        if self._corners.points or pointer.modifiers & _SLANTED:
            self._add_corner(pointer)
        elif self.typed:
            self._pressed = pointer
        else:
            self._begin(pointer)
        self.surface.refresh()

    def _begin(self, pointer: Pointer) -> None:
        """Take hold of a cut, or begin a box."""
        if self._box.start is None and (index := self._cut_at(pointer)) is not None:
            self.commit_typed()
            self._take_hold(index, pointer)
        else:
            self._divided = self._waiting = self._hot = None
            self._box.press(pointer)

    def double_click(self, pointer: Pointer) -> None:
        """Edit the text of a known word, or treat a double click on a cut or on another word as one more press."""
        if self.session.typing.pause == "known" and self._cut_at(pointer) is None:
            self._box.clear()
            self.session.editor.drop_preview()
            self.session.text_wanted.emit("")
        else:
            self.press(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._pressed is not None and is_drag(self._pressed, pointer):
            pressed, self._pressed = self._pressed, None
            self._begin(pressed)
        if self._drag is not None:
            self._preview_cut(self._drag, pointer)
        elif self._box.start is not None:
            self._box.follow(pointer)
            self._preview_box()
        elif self._corners.points:
            self._corners.at = in_image(self.session, pointer.at)
        self.surface.refresh()

    def hover(self, pointer: Pointer) -> None:
        if self._box.start is not None or self._corners.points:
            self.move(pointer)
            return
        hot = self._cut_at(pointer)
        if hot != self._hot:
            self._hot = hot
            self.surface.set_cursor(self._cursor_over(hot))
            self.surface.refresh()

    def leave(self) -> None:
        self._hot = None
        self.surface.refresh()

    def release(self, pointer: Pointer) -> None:
        if self._pressed is not None:
            self._pressed = None
            text = translate("CanvasTools", "“{word}” is still being typed. Enter takes it, Esc drops it.")
            self.session.notify(text.format(word=self.typed))
        elif self._drag is not None:
            drag, self._drag = self._drag, None
            self._commit_cut(drag, pointer)
        elif self._box.release(pointer):
            corners = self._box_corners()
            self._box.clear()
            self._use_corners(corners)
        self.surface.refresh()

    def text(self, text: str) -> None:
        if self._box.start is None and not self._corners.points:  # no letter is a shortcut in the middle of a box
            super().text(text)

    def key(self, event: QKeyEvent) -> bool:
        if self._corners.points and event.key() in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            self._corners.points.pop()
            self.surface.refresh()
            return True
        return super().key(event)

    def type_word(self, word: str) -> None:
        if self._divided is not None:
            self._waiting, self._divided = self._divided.division.corners, None
        super().type_word(word)

    def paint(self, painter: QPainter) -> None:
        self._box.paint(painter, self.surface)
        self._corners.paint(painter, self.surface, closing=len(self._corners.points) == 4)
        if self._waiting is not None:
            draw_line(painter, self._on_pane(self._waiting), closed=True)
        if self._box.start is None:
            for index, line in self._lines():
                taken = self._drag is not None and self._drag.index == index
                hot = taken or index == self._hot
                start, end = self._on_pane(line)
                draw_line(painter, [start, end], dashed=self._divided is None, hot=hot)
                for tip in (start, end) if hot else ():
                    draw_handle(painter, tip, 0.6 * self.surface.handle_size())
                draw_handle(painter, (start + end) / 2, 0.8 * self.surface.handle_size(), is_round=True, hot=hot)

    # The box

    def _add_corner(self, pointer: Pointer) -> None:
        self._divided = self._waiting = None
        at = in_image(self.session, pointer.at)
        self._corners.points.append(at)
        self._corners.at = at
        if len(self._corners.points) == 4:
            corners = np.array([xy(point) for point in self._corners.points])
            x, y = (np.roll(corners, -1, axis=0) - corners).T
            if (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() < 0:  # clicked the other way round
                corners = corners[[0, 3, 2, 1]]
            self._corners.clear()
            self._use_corners(corners)

    def _box_corners(self) -> NDArray[np.float64] | None:
        width, height = self._box.sides
        if min(width, height) < _SMALLEST:
            return None
        return self._corners_of(*self._box.bounds)

    def _corners_of(self, x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float64]:
        direction = str(self.session.settings.value("label.divide_direction"))
        return corners_of_box(x0, y0, x1, y1, reads_down(direction, abs(x1 - x0), abs(y1 - y0)))

    def _preview_box(self) -> None:
        corners = self._box_corners()
        is_wide = max(self._box.sides) >= len(self.word) > 0  # nothing is reported of a box that has only begun
        self.preview(self._divide(corners) if corners is not None and is_wide else None)

    def _use_corners(self, corners: NDArray[np.float64] | None) -> None:
        """Divide the box that is drawn, or wait for the text."""
        if corners is None:
            self.preview_typed()
            self.session.notify(
                translate(
                    "CanvasTools", "That box is too small. Drag from one corner of the word to the opposite one."
                ),
                "warning",
            )
        elif not self.word:
            self._waiting = corners
        else:
            self._waiting = None
            divided = self._divide(corners)
            if divided is not None:
                self.commit(divided, self.step if self.typed else new_step())

    def divide_typed(self) -> Division | None:
        if self._waiting is not None:
            return self._divide(self._waiting)
        height, width = self.session.editor.image_size or (0, 0)
        return self._divide(self._corners_of(0, 0, width, height))

    def _divide(self, corners: NDArray[np.float64]) -> Division | None:
        pixels = self.session.editor.pixels
        if pixels is None:
            return None
        try:
            return divided(pixels, corners, self.word, self.session.evidence(self.word))
        except LabelError as error:
            self.session.notify(str(error), "warning")
            return None

    def commit(self, division: Division, step: str) -> None:
        editor = self.session.editor
        characters = legible(division.characters)
        label = with_word(editor.committed_label, characters, self.typed)
        self._waiting = self.previewed = None
        self._divided = _Divided(division, label.characters, step)
        title = translate("Edits", "Divide “{word}” into characters")
        if not editor.commit(title.format(word=division.symbols), label, (), merges=step) and (
            editor.committed_label.characters != label.characters
        ):
            self._divided = None  # refused; it was told why

    def _follow_label(self) -> None:
        """Divide a waiting box once its text is typed, or forget a division that another edit has changed."""
        if self.session.tool != "word":
            return
        overtaken = (
            self._divided is not None
            and self._drag is None
            and self._divided.characters != self.session.editor.committed_label.characters
        )
        if self._waiting is not None and not self.typed and self.committed_word:
            self._use_corners(self._waiting)
        elif overtaken:
            self._divided = self._hot = None
        self.surface.refresh()

    # The cuts

    def _lines(self) -> list[tuple[int, Line]]:
        """The cuts that can be dragged, each with its index."""
        shown = self.previewed if self._divided is None else self._divided.division
        if shown is not None and (self._divided is not None or self.typed):
            return [(index, shown.line(share)) for index, share in enumerate(shown.cuts)]
        label = self.session.editor.label
        if self._cuts[0] is not label:
            cuts = ((rank - 1, common_cut(label, rank)) for rank in range(1, len(label.characters)))
            self._cuts = (label, [(index, cut) for index, cut in cuts if cut is not None])
        return self._cuts[1]

    def _cut_at(self, pointer: Pointer) -> int | None:
        """The cut that a press takes hold of: one missed by a little is not to begin a box that replaces the word."""
        away = sorted((distance_to_line(pointer.pane, *self._on_pane(line)), index) for index, line in self._lines())
        if not away:
            return None
        nearest, index = away[0]
        is_clear = len(away) == 1 or nearest <= _CLEARLY * away[1][0]
        return index if nearest <= (_GENEROUS if is_clear else 1) * reach(self.surface) else None

    def _on_pane(self, points: Iterable[Iterable[float]]) -> list[QPointF]:
        return [self.surface.to_pane(QPointF(*point)) for point in points]

    def _cursor_over(self, index: int | None) -> Qt.CursorShape:
        if index is None:
            return self.cursor
        start, end = self._on_pane(dict(self._lines())[index])
        upright = abs(end.y() - start.y()) >= abs(end.x() - start.x())
        return Qt.CursorShape.SplitHCursor if upright else Qt.CursorShape.SplitVCursor

    def _take_hold(self, index: int, pointer: Pointer) -> None:
        offset = 0.0
        line = self._on_pane(dict(self._lines())[index])
        grasp = reach(self.surface)
        if distance(*line) >= _LONG * grasp and min(distance(pointer.pane, end) for end in line) <= grasp:
            self._divided = None  # from now on the characters count
            self._drag = _CutDrag(index, pointer, slants=True)
            return
        if self._divided is not None:
            division = self._divided.division
            offset = division.cuts[index] - division.share_at(xy(pointer.at))
        self._drag = _CutDrag(index, pointer, offset)

    def _preview_cut(self, drag: _CutDrag, pointer: Pointer) -> None:
        editor = self.session.editor
        if not is_drag(drag.pressed, pointer):
            editor.drop_preview()
        elif drag.slants:
            editor.preview(edits.slant_cuts, *self._slanting(drag, pointer))
        elif self._divided is None:
            way = pointer.at - drag.pressed.at
            editor.preview(edits.move_cut, drag.index + 1, way.x(), way.y())
        else:
            division = self._divided.division
            moved = division.with_cut(drag.index, division.share_at(xy(pointer.at)) + drag.offset)
            editor.preview(edits.set_characters, legible(moved.characters))

    def _slanting(self, drag: _CutDrag, pointer: Pointer) -> tuple[tuple[int, ...], Point, float, float]:
        """The ranks of the cuts that a drag slants, if it was pressed, and its way."""
        way, label = pointer.at - drag.pressed.at, self.session.editor.committed_label
        alone = pointer.modifiers & Qt.KeyboardModifier.ShiftModifier
        further = () if alone else (rank for rank in range(1, len(label.characters)) if rank != drag.index + 1)
        return (drag.index + 1, *further), xy(drag.pressed.at), way.x(), way.y()

    def _commit_cut(self, drag: _CutDrag, pointer: Pointer) -> None:
        way = pointer.at - drag.pressed.at
        if not is_drag(drag.pressed, pointer):
            self.session.editor.drop_preview()
        elif drag.slants:
            title = translate("Edits", "Slant the cuts")
            self.session.editor.apply(title, edits.slant_cuts, *self._slanting(drag, pointer))
        elif self._divided is None:
            title = translate("Edits", "Move the cut behind character {rank}")
            self.session.editor.apply(
                title.format(rank=drag.index + 1), edits.move_cut, drag.index + 1, way.x(), way.y()
            )
        else:
            division = self._divided.division
            moved = division.with_cut(drag.index, division.share_at(xy(pointer.at)) + drag.offset)
            self.commit(moved, self._divided.step)
