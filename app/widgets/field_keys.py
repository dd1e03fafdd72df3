"""Plain keys belong to the text field that has the focus, and not to shortcuts.

Qt's own fields keep letters to themselves, but let Enter, Page Up and others go to a shortcut of the window.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget


class FieldKeys(QObject):
    """Watches the keys of the field that has the focus, in the whole program."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._watch)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim a plain key for the field, so that it is no shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_plain(event):
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _watch(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if now is not None and _takes_text(now):
            now.installEventFilter(self)


def _takes_text(widget: QWidget) -> bool:
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox):
        return not widget.isReadOnly()
    return isinstance(widget, QComboBox) and widget.isEditable()


def _is_plain(event: QKeyEvent) -> bool:
    """Return True if a key is meant for a text: all but those with Ctrl, Alt or Meta, and F1 … F35."""
    held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return held == Qt.KeyboardModifier.NoModifier and not Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
