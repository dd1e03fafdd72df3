"""Tools of the mouse on the canvas, one class each: small state machines from press to release."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QTransform

from app.session import Session

_GESTURE_KEYS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace, Qt.Key.Key_Delete})
"""Esc is not among them: the canvas itself gives a gesture up by `cancel`."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """The place of the mouse, and what is held down."""

    at: QPointF
    """Place in image pixels, unrounded. It may lie outside the image."""
    pane: QPointF
    """Place in device-independent pixels of the canvas."""
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    """Button of a press or release. NoButton while the mouse moves."""


class Surface(Protocol):
    """The methods of the canvas that a tool may use."""

    @property
    def session(self) -> Session:
        """The state of the window, through whose `editor` a tool makes its edits."""
        ...

    def to_image(self, pane: QPointF) -> QPointF:
        """Canvas position → image pixels."""
        ...

    def to_pane(self, image: QPointF) -> QPointF:
        """Image pixels → canvas position."""
        ...

    def pane_transform(self) -> QTransform:
        """Image pixels → canvas position, for whole shapes."""
        ...

    def handle_size(self) -> float:
        """Side of a handle, device-independent pixels."""
        ...

    def character_at(self, at: QPointF) -> int | None:
        """Return the place of the character under an image point, or None if there is none."""
        ...

    def refresh(self) -> None:
        """Paint the canvas again."""
        ...

    def edit_symbol(self, place: int, then: Callable[[], None] | None = None) -> None:
        """Let the user type the symbol of a character, in a small field beside it.

        `then`: called once the symbol is taken over; not if the user gives up.
        """
        ...

    def set_cursor(self, cursor: Qt.CursorShape) -> None:
        """Show another mouse cursor."""
        ...


class CanvasTool:
    """A tool that does nothing: the base of the others.

    The canvas makes one of each kind, calls `begin` and `end` as it is chosen and left, and passes left-button events
    on (the middle button, space + drag and the wheel move and zoom the picture whatever the tool). While the mouse
    moves a tool shows `session.editor.preview(…)`; at the end it makes one `session.editor.apply(…)`.
    """

    cursor = Qt.CursorShape.ArrowCursor
    stays = True
    """True if the tool stays chosen when the next image has characters, instead of the tool for selecting."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.session = surface.session

    @property
    def is_busy(self) -> bool:
        """True if a gesture is in progress, which Esc gives up."""
        return False

    @property
    def hint(self) -> str:
        """A sentence for the status bar: what to do next."""
        return ""

    def begin(self) -> None:
        """The tool was chosen."""

    def end(self) -> None:
        """Another tool was chosen, or another image is shown."""
        self.cancel()

    def cancel(self) -> None:
        """Give up the gesture in progress."""

    def press(self, pointer: Pointer) -> None:
        """The left button went down."""

    def move(self, pointer: Pointer) -> None:
        """The mouse moved with the left button down."""

    def release(self, pointer: Pointer) -> None:
        """The left button went up."""

    def double_click(self, pointer: Pointer) -> None:
        """The left button was pressed twice."""

    def hover(self, pointer: Pointer) -> None:
        """The mouse moved with no button down."""

    def leave(self) -> None:
        """The mouse left the canvas."""

    def key(self, event: QKeyEvent) -> bool:
        """Take a key that was pressed, and return True if the tool has used it."""
        return False

    def claims(self, event: QKeyEvent) -> bool:
        """Return True if a key is to come to `key` even if the window has a shortcut on it.

        By default the keys that end, mend and give up a gesture, while there is one.
        """
        return self.is_busy and event.key() in _GESTURE_KEYS

    @property
    def takes_text(self) -> bool:
        """True if typed text, also from an input method, goes to `text` and triggers no shortcut."""
        return False

    def text(self, text: str) -> None:
        """Text was typed or composed: the tool makes one edit of the text, however many keys it took."""

    def paint(self, painter: QPainter) -> None:
        """Draw what belongs to the gesture over everything else, in device-independent pixels of the canvas."""
