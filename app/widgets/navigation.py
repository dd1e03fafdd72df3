"""Zooming and moving of the picture by the wheel, the middle button, dragging with space, and two fingers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QInputDevice, QMouseEvent, QNativeGestureEvent, QWheelEvent

from app.display import Viewport

_ZOOM_A_NOTCH = 1.2
_NOTCH = 120  # Qt's units of a wheel's notch


class Navigation:
    """Moves the viewport, whichever tool is chosen."""

    def __init__(
        self, viewport: Viewport, to_image: Callable[[QPointF], QPointF], smaller: Callable[[], float] = lambda: 1.0
    ) -> None:
        self.viewport = viewport
        self._to_image = to_image
        self._smaller = smaller
        self._last: QPointF | None = None
        self.is_space_held = False

    @property
    def is_panning(self) -> bool:
        """True if the picture is being dragged."""
        return self._last is not None

    @property
    def cursor(self) -> Qt.CursorShape | None:
        """The mouse cursor while the picture is or can be dragged, or None to use the tool's own."""
        if self.is_panning:
            return Qt.CursorShape.ClosedHandCursor
        return Qt.CursorShape.OpenHandCursor if self.is_space_held else None

    def press(self, event: QMouseEvent) -> bool:
        """React to a press of a mouse button, and return True if it begins to drag the picture."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (is_left and self.is_space_held):
            self._last = event.position()
            return True
        return False

    def move(self, event: QMouseEvent) -> bool:
        """React to a movement of the mouse, and return True if the picture moves with it."""
        if self._last is None:
            return False
        way = event.position() - self._last
        self._last = event.position()
        self._pan(way)
        return True

    def release(self) -> bool:
        """React to the release of a mouse button, and return True if the picture was being dragged."""
        was_panning = self.is_panning
        self._last = None
        return was_panning

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom at the mouse or move the picture, by a wheel or by two fingers on a touchpad.

        A wheel zooms, and with Shift moves the picture sideways. Two fingers move it, and with Ctrl zoom.
        """
        turn, pixels = event.angleDelta(), event.pixelDelta()
        is_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        is_shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if not is_ctrl and (_is_touchpad(event) or is_shift or turn.y() == 0):
            way = QPointF(turn) / 2 if pixels.isNull() else QPointF(pixels)
            if is_shift and not _is_touchpad(event):
                way = QPointF(way.x() + way.y(), 0)
            self._pan(way)
        else:
            self._zoom(_ZOOM_A_NOTCH ** (turn.y() / _NOTCH), event.position())
        event.accept()

    def pinch(self, event: QNativeGestureEvent) -> bool:
        """React to a gesture of two fingers on a touchpad, and return True if it zoomed."""
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._zoom(1 + event.value(), event.position())
        return True

    def _pan(self, way: QPointF) -> None:
        way /= self._smaller()
        self.viewport.pan(way.x(), way.y())

    def _zoom(self, factor: float, pane: QPointF) -> None:
        if factor > 0:
            self.viewport.zoom(factor, self._to_image(pane))


def _is_touchpad(event: QWheelEvent) -> bool:
    """Return True if two fingers scroll, which some systems say by the phases of the movement only."""
    if event.phase() != Qt.ScrollPhase.NoScrollPhase:
        return True
    return event.device().type() == QInputDevice.DeviceType.TouchPad
