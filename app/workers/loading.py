"""Loads what the window's first page does not need, while the page already accepts input."""

from __future__ import annotations

import threading
from collections.abc import Generator

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from app.desktop.post import post
from app.desktop.starting import quick_loading

_OF_THE_PAGE = {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}
_UNSEEN = 200  # ms after which it begins without a painting: the window may have been made an icon
_INPUT = {QEvent.Type.ShortcutOverride, QEvent.Type.MouseButtonPress, QEvent.Type.DragEnter}


class Loading(QObject):
    """Takes the first step of some work, which imports modules, in a thread, and each other step in the event loop.

    A press of a key or of the mouse takes all steps that are left before it acts: it finds the whole window.
    """

    def __init__(self, steps: Generator[None], application: QCoreApplication) -> None:
        super().__init__(application)
        self.error: Exception | None = None  # the error that ended it
        self._application = application
        self._steps = steps
        self._post = post()
        self._thread = threading.Thread(target=self._begin, name="loading")

        application.installEventFilter(self)
        QTimer.singleShot(_UNSEEN, self, self.start)

    def start(self) -> None:
        """Start loading, which otherwise starts by itself after the first painting."""
        if self._thread.ident is None:
            self._thread.start()

    def stop(self) -> None:
        """Cancel the remaining steps, and wait until the thread has ended."""
        if self._thread.ident is not None:
            self._thread.join()
        self._steps.close()

    def deliver(self, what: str, news: object) -> None:
        """Take the next step in the GUI thread."""
        if self._step():
            QTimer.singleShot(0, self, lambda: self.deliver(what, news))
            return
        self._application.removeEventFilter(self)
        if self.error is not None:
            self._application.exit(1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold back input until the whole window is loaded, except a key that moves the focus on the page."""
        kind = event.type()
        if kind == QEvent.Type.Paint:
            QTimer.singleShot(0, self, self.start)
        if kind in _INPUT and not (isinstance(event, QKeyEvent) and event.key() in _OF_THE_PAGE):
            self.start()
            self._thread.join()
            while self._step():
                pass
        return False

    def _step(self) -> bool:
        """Take a step, and return True if another may follow."""
        try:
            next(self._steps)
        except StopIteration:
            return False
        except Exception as error:  # the command line says it: a window without contents is of no use
            self.error = error
            return False
        return True

    def _begin(self) -> None:
        with quick_loading():
            self._step()
        self._post.send(self, "", None)
