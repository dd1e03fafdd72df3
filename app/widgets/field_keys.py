"""Lets plain keys go to the widget with the keyboard focus, and be shortcuts only in the picture.

Qt's own fields keep letters to themselves, but let Enter, Page Up and others go to a shortcut of the window; lists,
tables and buttons let all of them go.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

_SHORTCUTS = "takesShortcuts"


def let_shortcuts(widget: QWidget) -> None:
    """Let plain keys act as shortcuts of the window while a widget has the focus."""
    widget.setProperty(_SHORTCUTS, True)


class FieldKeys(QObject):
    """Watches the keys of the focused widget: of every text field in the program, and of every widget in one window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._watch)
        self._watch(None, window.focusWidget())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim a plain key for the focused widget, so that it triggers no shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_plain(event):
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _watch(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if now is not None and (_takes_text(now) or (now.window() is self._window and not now.property(_SHORTCUTS))):
            now.installEventFilter(self)


def _takes_text(widget: QWidget) -> bool:
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox):
        return not widget.isReadOnly()
    return isinstance(widget, QComboBox) and widget.isEditable()


def _is_plain(event: QKeyEvent) -> bool:
    """Return True if a key is meant for the focused widget: all but those with Ctrl, Alt or Meta, and F1 … F35."""
    held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return held == Qt.KeyboardModifier.NoModifier and not Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
