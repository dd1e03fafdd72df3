"""A hand on the mouse and the keyboard of a canvas: real events, at image pixels."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.views.canvas.view import CanvasView

NOTHING = Qt.KeyboardModifier.NoModifier
_LEFT, _NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


class Hand:
    """Does to a canvas what a person does; positions are (x, y) in image pixels."""

    def __init__(self, canvas: CanvasView) -> None:
        self.canvas = canvas

    def press(self, at: tuple[float, float], held: Qt.KeyboardModifier = NOTHING) -> None:
        self._send(QEvent.Type.MouseButtonPress, at, _LEFT, _LEFT, held)

    def move(self, at: tuple[float, float], held: Qt.KeyboardModifier = NOTHING) -> None:
        self._send(QEvent.Type.MouseMove, at, _NONE, _LEFT, held)

    def release(self, at: tuple[float, float], held: Qt.KeyboardModifier = NOTHING) -> None:
        self._send(QEvent.Type.MouseButtonRelease, at, _LEFT, _NONE, held)

    def hover(self, at: tuple[float, float], held: Qt.KeyboardModifier = NOTHING) -> None:
        """Move with no button down."""
        self._send(QEvent.Type.MouseMove, at, _NONE, _NONE, held)

    def click(self, *places: tuple[float, float], held: Qt.KeyboardModifier = NOTHING) -> None:
        for at in places:
            self.hover(at, held)
            self.press(at, held)
            self.release(at, held)

    def double_click(self, at: tuple[float, float]) -> None:
        """Click twice in the same place, as Qt tells of it."""
        self.click(at)
        self._send(QEvent.Type.MouseButtonDblClick, at, _LEFT, _LEFT, NOTHING)
        self.release(at)

    def drag(self, *way: tuple[float, float], held: Qt.KeyboardModifier = NOTHING) -> None:
        """Drag from the first place over the others to the last one."""
        self.hold(*way, held=held)
        self.release(way[-1], held)

    def hold(self, *way: tuple[float, float], held: Qt.KeyboardModifier = NOTHING) -> None:
        """Drag, and keep the button down."""
        self.hover(way[0], held)
        self.press(way[0], held)
        for at in way[1:]:
            self.move(at, held)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NOTHING) -> None:
        """Press and let go a key."""
        QTest.keyClick(self.canvas, key, held)

    def _send(
        self,
        kind: QEvent.Type,
        at: tuple[float, float],
        button: Qt.MouseButton,
        buttons: Qt.MouseButton,
        held: Qt.KeyboardModifier,
    ) -> None:
        pane = self.canvas.to_pane(QPointF(*at))
        event = QMouseEvent(kind, pane, self.canvas.mapToGlobal(pane), button, buttons, held)
        QApplication.sendEvent(self.canvas, event)
