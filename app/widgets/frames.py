"""Frames around widgets, which mark the target of a drop and the control with the keyboard focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import isValid

from app.desktop.theme import colour

_WIDTH = 2.0  # px
_SHOW_IT = (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit)  # fields that show by themselves who types


class _Frame(QWidget):
    """A line along the edge of a widget, inside it, through which the mouse goes."""

    def __init__(self, over: QWidget, says: str = "") -> None:
        super().__init__(over)
        self._over, self._says = over, says
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        over.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._over.rect())
        return super().eventFilter(watched, event)

    def appear(self) -> None:
        """Show the frame above all that is in the widget."""
        self.setGeometry(self._over.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(QPen(colour("accent"), 2 * _WIDTH))
            painter.drawRect(self.rect())
            if self._says:
                room = painter.fontMetrics().boundingRect(self._says).adjusted(-12, -6, 12, 6)
                room.moveCenter(self.rect().center())
                painter.fillRect(room, colour("accent"))
                painter.setPen(self.palette().color(QPalette.ColorRole.Base))
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._says)


class DropFrame(_Frame):
    """Accepts files dropped on a widget, and frames the widget while they are over it.

    The answer is always that they were copied: a file manager takes moved files away. `take`: gets the paths.
    `says`: the effect of a drop, shown with the frame; "" for the frame alone.
    """

    def __init__(self, over: QWidget, take: Callable[[Sequence[Path]], object], says: str = "") -> None:
        super().__init__(over, says)
        self._take = take
        over.setAcceptDrops(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DragLeave:
            self.hide()
        if not isinstance(event, QDropEvent):  # entering and moving are kinds of it
            return super().eventFilter(watched, event)
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if isinstance(event, QDragMoveEvent):
            self.appear()
        else:
            self.hide()
            self._take(paths)
        return True


class FocusFrames(QObject):
    """Frames the control that gets the focus by Tab, in all windows, because many styles hardly show it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._frame: _Frame | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)

    def _focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if self._frame is not None and isValid(self._frame):
            self._frame.hide()
            self._frame.deleteLater()
        self._frame = None
        if now is None or isinstance(now, _SHOW_IT) or QGuiApplication.mouseButtons():
            return
        if now.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            self._frame = _Frame(now)
            self._frame.appear()
