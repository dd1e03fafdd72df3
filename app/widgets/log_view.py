"""A view of the end of a log file, which follows the file while it grows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase, QHideEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.workers.background import Background, Job
from app.workers.death import tail

_LINES = 400
_EVERY = 1000  # ms


class LogView(QPlainTextEdit):
    """Shows the last lines of a file, which a background job reads while the view is visible."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._path: Path | None = None
        self._lines: tuple[str, ...] = ()
        self._job: Job | None = None
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self._read_tail)
        self.setAccessibleName(self.tr("Log"))
        self.setPlaceholderText(self.tr("Nothing has been written yet."))

    def follow(self, path: Path | None) -> None:
        """Show a file, or nothing if it is None."""
        if path != self._path:
            self._path = path
            if path is None:
                self._show_lines(())
            elif self.isVisible():
                self._read_tail()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        self._read_tail()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _read_tail(self) -> None:
        path = self._path
        if path is None or self._job is not None:
            return
        self._job = self._background.start("", lambda job: tail(path, _LINES), lane="runs", finished=self._show_lines)
        self._job.ended.connect(self._ended)

    def _ended(self) -> None:
        self._job = None

    def _show_lines(self, lines: tuple[str, ...]) -> None:
        if lines == self._lines:
            return
        self._lines = lines
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 2
        before, across = bar.value(), self.horizontalScrollBar().value()
        self.setPlainText("\n".join(lines))
        if at_end:  # who has scrolled up reads there
            self.moveCursor(QTextCursor.MoveOperation.End)
        else:
            bar.setValue(before)
        self.horizontalScrollBar().setValue(across)  # the cursor at a long last line's end has moved it
