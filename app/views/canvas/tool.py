"""The mouse tools of the canvas, each a small state machine from press to release in a class of its own."""

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
    """The position of the mouse, with the buttons and modifier keys that are held down."""

    at: QPointF
    """Place in image pixels, unrounded. It may lie outside the image."""
    pane: QPointF
    """Place in device-independent pixels of the canvas."""
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    """Keys that are held down, such as Shift."""
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    """Button of a press or release. NoButton while the mouse moves."""


class Surface(Protocol):
    """The methods of the canvas that a tool may use."""

    @property
    def session(self) -> Session:
        """The state of the window, through whose `editor` a tool makes its edits."""
        ...

    def to_image(self, pane: QPointF) -> QPointF:
        """Return the image point at a position on the canvas."""
        ...

    def to_pane(self, image: QPointF) -> QPointF:
        """Return the position on the canvas of an image point."""
        ...

    def pane_transform(self) -> QTransform:
        """Return the transform from image points to positions on the canvas, for whole shapes."""
        ...

    def handle_size(self) -> float:
        """Return the side length of a handle in device-independent pixels."""
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
        """Show another mouse cursor over the canvas."""
        ...


class CanvasTool:
    """The base class of the tools, which does nothing itself.

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
        """True if a gesture is in progress, which Esc cancels."""
        return False

    @property
    def hint(self) -> str:
        """The sentence in the status bar that says what to do next."""
        return ""

    def begin(self) -> None:
        """Prepare the tool when it is chosen."""

    def end(self) -> None:
        """Clean up when another tool is chosen or another image is shown."""
        self.cancel()

    def cancel(self) -> None:
        """Cancel the gesture in progress."""

    def press(self, pointer: Pointer) -> None:
        """React to a press of the left mouse button."""

    def move(self, pointer: Pointer) -> None:
        """React to a movement of the mouse while the left button is down."""

    def release(self, pointer: Pointer) -> None:
        """React to the release of the left mouse button."""

    def double_click(self, pointer: Pointer) -> None:
        """React to a double click with the left mouse button."""

    def hover(self, pointer: Pointer) -> None:
        """React to a movement of the mouse while no button is down."""

    def leave(self) -> None:
        """React when the mouse leaves the canvas."""

    def key(self, event: QKeyEvent) -> bool:
        """React to a pressed key, and return True if the tool has used it."""
        return False

    def claims(self, event: QKeyEvent) -> bool:
        """Return True if a key has to be passed to `key` even if the window has a shortcut on it.

        By default the keys that end, mend and give up a gesture, while there is one.
        """
        return self.is_busy and event.key() in _GESTURE_KEYS

    @property
    def takes_text(self) -> bool:
        """True if typed text, also from an input method, is passed to `text` and triggers no shortcut."""
        return False

    def text(self, text: str) -> None:
        """Make one edit of a text that was typed or composed, however many keys it took."""

    def paint(self, painter: QPainter) -> None:
        """Draw what belongs to the gesture on top of the canvas, in device-independent pixels."""
