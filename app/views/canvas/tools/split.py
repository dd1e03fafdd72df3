"""The split tool, which divides one character in two along a line."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from app.language.languages import translate
from app.views.canvas.tool import CanvasTool, Pointer, Surface
from app.views.canvas.tools.drawing import draw_line
from app.views.canvas.tools.sketching import is_drag, may_edit, xy
from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.edits.cuts import Line, character_cut_by, line_across
from core.labels.label import WordLabel


class SplitTool(CanvasTool):
    """Splits along a dragged line, with Shift along an axis, or at a click straight across the reading direction."""

    cursor = Qt.CursorShape.CrossCursor
    stays = False

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._pressed: Pointer | None = None
        self._line: Line | None = None

    @property
    def is_busy(self) -> bool:
        return self._pressed is not None

    @property
    def hint(self) -> str:
        return translate(
            "CanvasTools", "Click a character to cut it there, or draw the cut from one side to the other."
        )

    def cancel(self) -> None:
        self._pressed = self._line = None
        self.session.editor.drop_preview()
        self.surface.refresh()

    def press(self, pointer: Pointer) -> None:
        if may_edit(self.session):
            self._pressed = pointer

    def move(self, pointer: Pointer) -> None:
        if self._pressed is None or not is_drag(self._pressed, pointer):
            return
        self._line = self._drawn(pointer)
        place = self._place()
        if place is None:
            self.session.editor.drop_preview()
        else:
            self.session.editor.preview(edits.split, place, *self._line)
        self.surface.refresh()

    def hover(self, pointer: Pointer) -> None:
        line = self._straight_at(pointer.at)
        if line != self._line:
            self._line = line
            self.surface.refresh()

    def leave(self) -> None:
        self._line = None
        self.surface.refresh()

    def release(self, pointer: Pointer) -> None:
        if self._pressed is None:
            return
        dragged = is_drag(self._pressed, pointer)
        self._line = self._drawn(pointer) if dragged else self._straight_at(pointer.at)
        self._pressed = None
        place = self._place() if dragged else self.surface.character_at(pointer.at)
        if place is None or self._line is None:
            self.session.editor.drop_preview()
            self.session.notify(
                translate(
                    "CanvasTools", "The cut meets no character. Draw it through one, from one side to the other."
                ),
                "warning",
            )
        else:
            self._split(place, self._line)
        self._line = None
        self.surface.refresh()

    def paint(self, painter: QPainter) -> None:
        if self._line is not None:
            ends = [self.surface.to_pane(QPointF(*end)) for end in self._line]
            draw_line(painter, ends, dashed=self._pressed is None)

    def _drawn(self, pointer: Pointer) -> Line:
        assert self._pressed is not None
        start, end = self._pressed.at, pointer.at
        if pointer.modifiers & Qt.KeyboardModifier.ShiftModifier:
            upright = abs(end.y() - start.y()) >= abs(end.x() - start.x())
            end = QPointF(start.x(), end.y()) if upright else QPointF(end.x(), start.y())
        return xy(start), xy(end)

    def _straight_at(self, at: QPointF) -> Line | None:
        place = self.surface.character_at(at)
        return None if place is None else line_across(self.session.editor.committed_label, place, xy(at))

    def _place(self) -> int | None:
        if self._line is None:
            return None
        editor = self.session.editor
        return character_cut_by(editor.committed_label, *self._line, preferred=editor.selection)

    def _split(self, place: int, line: Line) -> None:
        editor = self.session.editor
        before = editor.committed_label
        rank = before.ranking.index(place)
        try:
            after = edits.split(before, place, *line)
        except LabelError as error:
            editor.drop_preview()
            self.session.notify(str(error), "warning")
            return
        first, second = after.ranking[rank : rank + 2]
        title = translate("Edits", "Split character {rank}").format(rank=rank + 1)
        if not editor.commit(title, after, [first, second]) or _are_known(before, after, place, (first, second)):
            return
        editor.select([first])
        self.surface.edit_symbol(first, partial(self._ask, second))

    def _ask(self, place: int) -> None:
        self.session.editor.select([place])
        self.surface.edit_symbol(place)


def _are_known(before: WordLabel, after: WordLabel, place: int, halves: tuple[int, int]) -> bool:
    """Return True if the symbols of both halves of a character are known from the text or from its symbol."""
    old = before.characters[place].symbol
    if any(after.characters[half].symbol != old for half in halves):
        return True
    return before.text is not None and before.disagrees and not after.disagrees
