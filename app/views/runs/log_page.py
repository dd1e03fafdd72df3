"""The page with the log of a run, which grows with its file, and the warnings of the training above it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.widgets.boxes import column, named
from app.widgets.log_view import LogView
from app.workers.background import Background

_MESSAGES = 90  # px at most


class LogPage(QWidget):
    """Shows messages and the log, or only the log if there are no messages."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = QStringListModel(self)
        self.messages = named(QListView(), self.tr("Warnings of the training"))
        self.messages.setModel(self._lines)
        self.messages.setWordWrap(True)
        self.messages.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.messages.setAlternatingRowColors(True)
        self.messages.setMaximumHeight(_MESSAGES)
        self.log = LogView(background)
        column(self.messages, self.log, parent=self, spacing=2).setStretchFactor(self.log, 1)

    def follow(self, log: Path | None, messages: Iterable[str]) -> None:
        """Show the messages, and follow the file while it grows."""
        lines = [*messages]
        if lines != self._lines.stringList():
            self._lines.setStringList(lines)
        self.messages.setVisible(bool(lines))
        self.log.follow(log)
