"""Handles unexpected exceptions by one sentence with details and a log entry for each, and keeps the window open."""

from __future__ import annotations

import faulthandler
import logging
import logging.handlers
import os
import platform
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QSocketNotifier,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
    qVersion,
)

from app.desktop.post import post
from app.language.sentences import translated
from core.base.errors import StudioError
from core.base.explaining.advice import advise, first_line
from core.base.folders import log_folder
from core.base.systems import system

_LOG_NAME = "window.log"
_LARGEST = 1 << 20  # bytes of one log file
_KEPT = 3  # older log files
_AGAIN = 10.0  # seconds: the same exception is reported once in them. One in a paint event comes with every frame
_REMEMBERED = 100

_NO_MATTER = "This plugin does not support"  # what a platform cannot do; nothing comes of it

_log = logging.getLogger(__name__)

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.DEBUG,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


@dataclass(frozen=True, slots=True)
class Report:
    """The report of an unexpected exception, as the window shows it."""

    what: str
    """The exception in one line."""
    meaning: str
    """The known cause of the exception and what to do. "" if the cause is unknown."""
    details: str
    """Versions and traceback, to be copied into a report of the error."""
    log: Path
    """The log file that holds the details."""


class Trouble(QObject):
    """Receives, from `install` to `remove`, the errors that Python, its threads and Qt would otherwise only print."""

    happened = Signal(object)  # a `Report`; emitted in the thread that made this object, whichever thread failed
    interrupted = Signal()  # emitted for Ctrl-C in the terminal, and when the system asks the program to end

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.log = log_folder() / _LOG_NAME
        self._handler: logging.Handler | None = None
        self._notified: dict[str, float] = {}
        self._before: Callable[[], None] | None = None
        self._thread, self._post = threading.current_thread(), post()

    def install(self) -> None:
        """Start receiving errors."""
        self._handler = _opened(self.log)
        if isinstance(self._handler, logging.FileHandler):
            self.log = Path(self._handler.baseFilename)
        logging.getLogger().addHandler(self._handler)
        python = sys.excepthook
        threads = threading.excepthook
        lost = sys.unraisablehook
        sys.excepthook = self._take_error
        threading.excepthook = lambda news: self._take_error(news.exc_type, news.exc_value, news.exc_traceback)
        sys.unraisablehook = lambda news: self._take_error(news.exc_type, news.exc_value, news.exc_traceback)
        qt = qInstallMessageHandler(self._qt_says)
        if sys.stderr is not None and not faulthandler.is_enabled():
            faulthandler.enable()  # of a crash in a library the terminal at least shows where

        def restore() -> None:
            sys.excepthook = python
            threading.excepthook = threads
            sys.unraisablehook = lost
            qInstallMessageHandler(qt)

        self._before = restore

    def remove(self) -> None:
        """Stop receiving errors."""
        if self._before is not None:
            self._before()
            self._before = None
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None

    def _take_error(self, kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self.interrupted.emit()
            return
        error = error or kind()
        text = "".join(traceback.format_exception(kind, error, where))
        now = time.monotonic()
        if now - self._notified.get(text, -_AGAIN) < _AGAIN:
            return
        if len(self._notified) > _REMEMBERED:
            self._notified.clear()
        self._notified[text] = now
        _log.error("Unexpected exception\n%s", text.rstrip())
        report = _report(error, text, self.log)
        if threading.current_thread() is self._thread:
            self.happened.emit(report)
        else:
            self._post.send(self, "happened", report)

    def deliver(self, what: str, news: object) -> None:
        """Tell, in the thread that made this object, of an exception in another one."""
        self.happened.emit(news)

    def _qt_says(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        level = logging.DEBUG if text.startswith(_NO_MATTER) else _LEVELS[kind]
        _log.log(level, "Qt: %s", text)
        if kind == QtMsgType.QtFatalMsg:  # Qt ends the process when this returns
            print(f"The window cannot go on: {' '.join(text.split())} Details are in {self.log}.", file=sys.stderr)


def _report(error: BaseException, text: str, log: Path) -> Report:
    if isinstance(error, StudioError):
        return Report(translated(error), "", text, log)
    known = advise(error)
    versions = f"Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"
    return Report(first_line(error), "" if known is None else translated(str(known)), f"{versions}\n\n{text}", log)


def _opened(path: Path) -> logging.Handler:
    """Open a rotating log, in the temporary folder if the log folder cannot be written, or else return a null log."""
    for file in (path, Path(tempfile.gettempdir()) / f"textscanner-{path.name}"):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handler = logging.handlers.RotatingFileHandler(
                file, maxBytes=_LARGEST, backupCount=_KEPT, encoding="utf-8", errors="backslashreplace", delay=True
            )
        except OSError:
            continue  # the next place
        if os.access(file.parent, os.W_OK):
            handler.setLevel(logging.INFO)
            handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
            return handler
    return logging.NullHandler()


class Interrupts(QObject):
    """Closes the window in an orderly way at Ctrl-C in the terminal and at the system's request to end.

    Python acts on a signal between two of its instructions, and there are none while Qt waits for events: the
    signal writes a byte to a socket, and Qt wakes for that. A second signal ends the program at once; unsaved edits
    are in the journal.
    """

    def __init__(self, close: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._close = close
        self._asked = False
        self._count = 0
        self._reader, self._writer = socket.socketpair()
        for end in (self._reader, self._writer):
            end.setblocking(False)
        self._fd_before = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, self._caught) for number in system.ENDING}
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def remove(self) -> None:
        """Restore the previous handlers of signals."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._fd_before)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._reader.close()
        self._writer.close()

    def _caught(self, number: int, frame: FrameType | None) -> None:
        self._count += 1
        if self._count > 1:
            print(
                "Ended at once. Edits that were not saved are offered at the next start.", file=sys.stderr, flush=True
            )
            os._exit(130)

    def _woken(self) -> None:
        self._reader.recv(64)
        if self._count and not self._asked:  # not in `_caught`: that may be in the middle of an edit
            self._asked = True
            self._close()
