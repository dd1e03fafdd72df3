"""The field with the notes of a run, which are saved during typing."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.session import Session
from core.runs.info import RunInfo

_AFTER = 1000  # ms of quiet until it is written


class NotesField(QPlainTextEdit):
    """Edits the notes of one run, and saves them a moment after the last key and whenever the field loses the focus."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs = session.runs
        self._info: RunInfo | None = None
        self._written = ""
        self._soon = QTimer(self, singleShot=True, interval=_AFTER)
        self._soon.timeout.connect(self.write)
        self.textChanged.connect(self._soon.start)
        self.setAccessibleName(self.tr("Notes"))
        self.setPlaceholderText(self.tr("Notes on this run: what you tried, and the result"))

    def set_run(self, info: RunInfo | None) -> None:
        """Save the notes of the previous run, then show those of another."""
        is_same = info is not None and self._info is not None and info.path == self._info.path
        if not is_same:
            self.write()
        typed = self.toPlainText() != self._written
        self._info = info
        self.setEnabled(info is not None)
        if is_same and typed:
            return  # somebody is typing
        self._written = "" if info is None else info.notes
        if self.toPlainText() != self._written:
            blocked = self.blockSignals(True)
            self.setPlainText(self._written)
            self.blockSignals(blocked)

    def write(self) -> None:
        """Save the notes as they are typed now."""
        self._soon.stop()
        text = self.toPlainText()
        if self._info is not None and text != self._written:
            self._written = text
            self._runs.set_notes(self._info.path, text)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.write()
        super().focusOutEvent(event)
