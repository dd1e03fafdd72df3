"""The frame round the control that the keyboard has come to."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.widgets.frames import FocusFrames


def test_tab_shows_where_it_has_come_to_and_the_mouse_does_not(qtbot: QtBot) -> None:
    window = QWidget()
    layout, buttons = QVBoxLayout(window), [QPushButton(name) for name in ("one", "two")]
    for button in buttons:
        layout.addWidget(button)
    FocusFrames(window)
    exposed(qtbot, window, 200, 100)
    window.activateWindow()
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert not buttons[1].children()
    qtbot.keyClick(buttons[1], Qt.Key.Key_Backtab)
    qtbot.keyClick(buttons[0], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is buttons[1]
    assert any(child.isVisible() for child in buttons[1].findChildren(QWidget)), "other windows frame it, too"
