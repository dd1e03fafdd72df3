"""Tells the session which part has the keyboard: the picture, the text's field, a symbol's field, or another."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.editing.typing import Keyboard
from app.session import Session


class TypingFocus(QObject):
    """Follows the keyboard focus in one window.

    An inactive window and a menu change nothing: typing goes on there. If no part of the active window has the
    keyboard, as after its part was hidden, the picture gets it: else keys would act on a word without any sign of it.
    """

    def __init__(self, session: Session, window: QWidget, picture: QWidget, text: QWidget, characters: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._picture = picture
        self._text = text
        self._characters = characters
        self._lost = QTimer(self, singleShot=True, interval=0)  # a part that follows in the same turn goes first
        self._lost.timeout.connect(self._turn_to_picture)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)
        self._focus_changed(None, window.focusWidget())

    def _focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if now is None:
            self._lost.start()
        elif now.window() is self._window:
            self._session.typing.have_keyboard(self._keyboard_of(now))

    def _turn_to_picture(self) -> None:
        if QApplication.focusWidget() is None and QApplication.activeWindow() is self._window:
            self._picture.setFocus()

    def _keyboard_of(self, widget: QWidget) -> Keyboard:
        if widget is self._picture:
            return "picture"
        if widget is self._text:
            return "text"
        is_inside = self._picture.isAncestorOf(widget) or self._characters.isAncestorOf(widget)
        return "symbol" if is_inside and isinstance(widget, QLineEdit) else "elsewhere"
