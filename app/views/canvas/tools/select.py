"""The select tool, which chooses, moves and reshapes characters and replaces their symbols by typing."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette, QPen
from PySide6.QtWidgets import QApplication

from app.language.figures import counted
from app.language.languages import translate
from app.views.canvas.frame import Frame, Handle, Kind, draw_frame, frame_of, reads_downwards
from app.views.canvas.gestures import (
    CornerGesture,
    DuplicateGesture,
    EdgeGesture,
    Gesture,
    MoveGesture,
    RotateGesture,
    ScaleGesture,
)
from app.views.canvas.hits import characters_in
from app.views.canvas.tool import CanvasTool, Pointer, Surface
from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.label import WordLabel

_DRAG_FROM = 3.0  # device-independent pixels: a hand that clicks is not quite still
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_DELETES = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
_ADDS = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
_CURSORS: dict[Kind, Qt.CursorShape] = {
    "corner": Qt.CursorShape.CrossCursor,
    "edge": Qt.CursorShape.CrossCursor,
    "rotate": Qt.CursorShape.OpenHandCursor,
}


@dataclass(slots=True)
class _Press:
    start: Pointer
    place: int | None = None  # the character under it
    gesture: Gesture | None = None  # what the drag does; None for a click, a marquee, or a drag that was refused
    is_drag: bool = False  # True if the mouse has moved far enough
    marquee: QRectF | None = None  # image pixels
    selected: tuple[int, ...] = field(default=())  # what was selected before


class SelectTool(CanvasTool):
    """Selects, moves and reshapes characters, and replaces their symbols by typed ones.

    Typing goes to a selected character once it was clicked again, or chosen by Tab: each symbol typed replaces its own
    and goes on to the next one. After a first click, a drag, or a selection made elsewhere, keys are the window's
    shortcuts, because they are pressed to go on: T, for the text, is no symbol then.
    """

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._press: _Press | None = None
        self._hovered: Handle | None = None
        self._typing: int | None = None

    @property
    def is_busy(self) -> bool:
        """True if the left mouse button is down."""
        return self._press is not None

    @property
    def hint(self) -> str:
        """The sentence that says what the user can do with the selection."""
        editor = self.session.editor
        if not (editor.can_edit and editor.label.characters):  # the maps say what to do without characters
            return ""
        if self.takes_text:
            return translate(
                "SelectTool", "Keep typing: each symbol replaces the next one. Tab skips one, Esc ends typing."
            )
        if len(editor.selection) == 1:
            return translate(
                "SelectTool", "Drag to move, Ctrl and drag to copy, click again to type over, double click for a field."
            )
        if editor.selection:
            return translate("SelectTool", "Drag the characters to move them; drag the frame to resize and turn them.")
        return translate("SelectTool", "Click a character, or drag a frame around several characters.")

    def cancel(self) -> None:
        """Undo the gesture in progress, or end the typing if there is no gesture."""
        press, self._press = self._press, None
        if press is None:
            self._typing = None
        elif press.is_drag:
            self.session.editor.drop_preview()
            if press.marquee is not None:
                self.session.editor.select(press.selected)
        self.surface.refresh()

    def end(self) -> None:
        """Clean up when another tool is chosen or another image is shown."""
        self.cancel()
        self._typing = self._hovered = None

    # The mouse

    def press(self, pointer: Pointer) -> None:
        """Begin a click or a drag, between which the next movement or release decides."""
        self._typing = None
        editor = self.session.editor
        self._press = press = _Press(pointer, selected=editor.selection)
        handle = self._handle_at(pointer)
        if handle is not None:
            press.gesture = _gesture_of(handle, editor.committed_label, editor.selection, pointer)
            return
        press.place = self.surface.character_at(pointer.at)
        if press.place is not None and press.place not in editor.selection and not pointer.modifiers & _ADDS:
            editor.select((press.place,))

    def move(self, pointer: Pointer) -> None:
        """Preview the edit that the drag would make."""
        press = self._press
        if press is None:
            return
        if not press.is_drag:
            way = pointer.pane - press.start.pane
            if max(abs(way.x()), abs(way.y())) < _DRAG_FROM:
                return
            press.is_drag = True
            self._begin_drag(press)
        if press.marquee is not None:
            press.marquee = QRectF(press.start.at, pointer.at).normalized()
            touched = characters_in(self.session.editor.label, press.marquee)
            kept = press.selected if press.start.modifiers & _ADDS else ()
            self.session.editor.select((*kept, *touched))
            self.surface.refresh()
        elif press.gesture is not None:
            self._preview(press, press.gesture, pointer)

    def release(self, pointer: Pointer) -> None:
        """Make the edit of the drag, or the selection of the click."""
        press, self._press = self._press, None
        if press is None:
            return
        if press.gesture is not None:
            if press.is_drag:
                self._apply(press.gesture, pointer)
            elif isinstance(press.gesture, CornerGesture) and press.start.modifiers & Qt.KeyboardModifier.AltModifier:
                self._remove_corner(press.gesture.places[0], press.gesture.corner)
        elif not press.is_drag:
            self._click(press)
        self.hover(pointer)
        self.surface.refresh()

    def double_click(self, pointer: Pointer) -> None:
        """Edit the symbol of the character under the mouse in a field, or the word's text if there is no character."""
        place = self.surface.character_at(pointer.at)
        if pointer.modifiers & _ADDS:
            return
        self._typing = None
        if place is not None:
            self.surface.edit_symbol(place)
        elif self.session.editor.can_edit and self.session.typing.is_known:
            self._press = None
            self.session.text_wanted.emit("")

    def hover(self, pointer: Pointer) -> None:
        """Show by the cursor and the handle's colour what a press here would do."""
        handle = self._handle_at(pointer)
        if handle is None:
            place = self.surface.character_at(pointer.at)
            is_selected = place is not None and place in self.session.editor.selection
            self.surface.set_cursor(Qt.CursorShape.SizeAllCursor if is_selected else self.cursor)
        elif handle.kind == "scale":
            diagonal = Qt.CursorShape.SizeBDiagCursor if handle.index % 2 else Qt.CursorShape.SizeFDiagCursor
            self.surface.set_cursor(diagonal)
        else:
            self.surface.set_cursor(_CURSORS[handle.kind])
        if handle != self._hovered:
            self._hovered = handle
            self.surface.refresh()

    # The keyboard

    def key(self, event: QKeyEvent) -> bool:
        """React to Tab, to the arrow keys, and to Delete over a corner."""
        if event.key() in _TABS:
            return self._select_beside(_TABS[Qt.Key(event.key())])
        if self._nudges(event):
            self._nudge(event)
            return True
        if self._deletes_corner(event) and self._hovered is not None:
            self._remove_corner(self.session.editor.selection[0], self._hovered.index)
            return True
        return False

    def claims(self, event: QKeyEvent) -> bool:
        """Return True for arrow keys if something is selected, Delete over a corner, and every key during a drag."""
        return super().claims(event) or self._nudges(event) or self._deletes_corner(event)

    @property
    def takes_text(self) -> bool:
        """True if a character that may be edited was chosen by a click or by Tab."""
        editor = self.session.editor
        return self._typing is not None and editor.selection == (self._typing,) and self.session.editor.can_edit

    def text(self, text: str) -> None:
        """Replace the symbols of the selected and the following characters, one character for each typed symbol.

        The character behind the last one is selected then.
        """
        if self._typing is None:
            return
        editor, place = self.session.editor, self._typing
        symbols = unicodedata.normalize("NFC", text)
        ranking = editor.committed_label.ranking
        start = ranking.index(place)
        title = counted(
            translate("Edits", "Retype character {rank} as {symbol}").format(rank=start + 1, symbol=symbols),
            translate("Edits", "Retype {count} characters"),
            len(symbols),
        )
        following = ranking[min(start + len(symbols), len(ranking) - 1)]
        editor.apply(title, typed_over, place, symbols, select=(following,))
        self._typing = editor.selection[0]  # still `place` if the edit was refused

    # What is drawn

    def paint(self, painter: QPainter) -> None:
        """Draw the handles of the selection, and the selection rectangle."""
        press = self._press
        frame = self._frame() if press is None or not press.is_drag else None
        if frame is not None:
            draw_frame(painter, frame, self.surface.handle_size(), self._hovered)
        if press is not None and press.marquee is not None:
            accent = QApplication.palette().color(QPalette.ColorRole.Highlight)
            painter.setPen(QPen(accent, 1.0, Qt.PenStyle.DashLine))
            painter.setBrush(QColor(accent.red(), accent.green(), accent.blue(), 40))
            corners = (press.marquee.topLeft(), press.marquee.bottomRight())
            painter.drawRect(QRectF(*map(self.surface.to_pane, corners)))

    # How it is done

    def _frame(self) -> Frame | None:
        editor = self.session.editor
        if not self.session.editor.can_edit:
            return None
        surface, pane = self.surface, QRectF(QPointF(), self.session.viewport.pane_size)
        size, beside = surface.handle_size(), reads_downwards(editor)
        return frame_of(editor.label, editor.selection, surface.pane_transform(), size, beside, pane)

    def _handle_at(self, pointer: Pointer) -> Handle | None:
        frame = self._frame()
        return None if frame is None else frame.handle_at(pointer.pane, self.surface.handle_size())

    def _begin_drag(self, press: _Press) -> None:
        editor = self.session.editor
        if press.gesture is None and press.place is None:
            press.marquee = QRectF(press.start.at, press.start.at)
            return
        if press.gesture is None and press.place is not None:
            if press.place not in editor.selection:
                editor.select((press.place,))
            copies = press.start.modifiers & Qt.KeyboardModifier.ControlModifier
            kind = DuplicateGesture if copies else MoveGesture
            press.gesture = kind(editor.committed_label, editor.selection, press.start)
        if press.gesture is not None:
            self.surface.set_cursor(press.gesture.cursor)

    def _preview(self, press: _Press, gesture: Gesture, pointer: Pointer) -> None:
        editor = self.session.editor
        if self._is_outdated(gesture):
            self.cancel()
            return
        step = gesture.step(pointer)
        if not editor.preview(step.edit, *step.arguments, **step.named) and not editor.is_previewing:
            press.gesture = None  # it may not be edited, which was said; saying it at each move helps nobody

    def _apply(self, gesture: Gesture, pointer: Pointer) -> None:
        editor = self.session.editor
        if self._is_outdated(gesture):
            editor.drop_preview()
        elif editor.is_previewing:
            step = gesture.step(pointer)
            editor.apply(gesture.title, step.edit, *step.arguments, select=gesture.selection, **step.named)

    def _is_outdated(self, gesture: Gesture) -> bool:
        """Return True if the label was undone since the press, or read again from the disk."""
        return self.session.editor.committed_label is not gesture.label

    def _click(self, press: _Press) -> None:
        editor, place = self.session.editor, press.place
        adds = press.start.modifiers & _ADDS
        if place is None:
            if not adds:
                editor.select(())
        elif not adds:
            self._typing = place if press.selected == (place,) else None
            editor.select((place,))
        elif place in editor.selection:
            editor.select(selected for selected in editor.selection if selected != place)
        else:
            editor.select((*editor.selection, place))

    def _remove_corner(self, place: int, corner: int) -> None:
        self._hovered = None
        title = translate("Edits", "Remove a corner")
        self.session.editor.apply(title, edits.remove_vertex, place, corner)

    def _select_beside(self, step: int) -> bool:
        """Select the next character in reading order.

        Return False past the last one, so that the keyboard can leave.
        """
        editor = self.session.editor
        ranking = editor.label.ranking
        if not ranking:
            return False
        before = ranking.index(editor.selection[-1]) if editor.selection else (-1 if step > 0 else len(ranking))
        if not 0 <= before + step < len(ranking):
            return False
        self._typing = ranking[before + step]
        self.session.editor.select_beside(step)
        self.surface.refresh()
        return True

    def _nudges(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        plain = held in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier}
        return plain and event.key() in _ARROWS and bool(self.session.editor.selection)

    def _nudge(self, event: QKeyEvent) -> None:
        editor = self.session.editor
        large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        by = float(self.session.settings.value("canvas.nudge_large" if large else "canvas.nudge"))
        dx, dy = _ARROWS[Qt.Key(event.key())]
        places = editor.selection
        title = MoveGesture(editor.committed_label, places, Pointer(QPointF(), QPointF())).title
        editor.apply(title, edits.move, places, dx * by, dy * by, merges=f"nudge {sorted(places)}")

    def _deletes_corner(self, event: QKeyEvent) -> bool:
        hovered = self._hovered
        return event.key() in _DELETES and hovered is not None and hovered.kind == "corner"


def _gesture_of(handle: Handle, label: WordLabel, places: tuple[int, ...], pointer: Pointer) -> Gesture:
    if handle.kind == "corner":
        return CornerGesture(label, places[0], handle.index, pointer)
    if handle.kind == "edge":
        return EdgeGesture(label, places[0], handle.index, pointer)
    if handle.kind == "scale":
        return ScaleGesture(label, places, handle.index, pointer)
    return RotateGesture(label, places, pointer)


def typed_over(label: WordLabel, place: int, symbols: str) -> WordLabel:
    """Return the label with the symbols of a character and of its successors in reading order replaced one by one.

    `place`: of the character that gets the first symbol. LabelError is raised if there are more symbols than characters
    from there on, or one of them is none.
    """
    places = label.ranking[label.ranking.index(place) :]
    if len(symbols) > len(places):
        one = translate("CanvasTools", "Only one character is left; {count} were typed.")
        several = translate("CanvasTools", "Only {left} characters are left; {count} were typed.")
        text = one if len(places) == 1 else several
        raise LabelError(text.format(count=len(symbols), left=len(places)))
    for symbol, at in zip(symbols, places, strict=False):
        label = edits.retype(label, [at], symbol)
    return label
