"""Loads what the window's first page does without, while the page takes input already."""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Callable, Generator, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from app.desktop.starting import quick_loading
from app.workers.post import post

_OF_THE_PAGE = {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}
_INPUT = {QEvent.Type.ShortcutOverride, QEvent.Type.MouseButtonPress, QEvent.Type.DragEnter}


class Loading(QObject):
    """Imports modules in a thread, then takes the steps of `build`, each in a turn of the event loop.

    A press of a key or of the mouse takes all steps that are left before it acts: it finds the whole window.
    """

    def __init__(
        self, modules: Sequence[str], build: Callable[[], Generator[None]], application: QCoreApplication
    ) -> None:
        super().__init__(application)
        self._application = application
        self.error: Exception | None = None  # the error that ended it
        self._steps = build()
        self._is_stopped = False
        self._post = post()
        self._thread = threading.Thread(target=self._import, args=(modules,), name="loading")

    def start(self) -> None:
        """Begin, in the GUI thread."""
        self._application.installEventFilter(self)
        self._thread.start()

    def stop(self) -> None:
        """Give up what is left. Returns once no thread of it runs."""
        self._is_stopped = True
        self._steps.close()
        if self._thread.ident is not None:
            self._thread.join()

    def deliver(self, what: str, news: object) -> None:
        """Go on in the GUI thread: all modules are there."""
        if self._step():
            QTimer.singleShot(0, self, lambda: self.deliver(what, news))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let input wait for the whole window, except a key that moves the focus on the page."""
        if event.type() in _INPUT and not (isinstance(event, QKeyEvent) and event.key() in _OF_THE_PAGE):
            self._thread.join()
            while self._step():
                pass
        return False

    def _step(self) -> bool:
        """Take a step. Returns True if another may follow."""
        try:
            next(self._steps)
        except StopIteration:
            self._application.removeEventFilter(self)
            return False
        except Exception as error:  # the command line says it: a window without contents is of no use
            self.error = error
            self._application.exit(1)
            return False
        return True

    def _import(self, modules: Sequence[str]) -> None:
        with quick_loading(), contextlib.suppress(Exception):  # the first step meets the same error and reports it
            for module in modules:
                if not self._is_stopped:
                    importlib.import_module(module)
        self._post.send(self, "", None)
