"""Widgets on screen."""

from typing import TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

W = TypeVar("W", bound=QWidget)


def exposed(qtbot: QtBot, widget: W, *size: int) -> W:
    """Show a widget, of this width and height, until the test ends; return it once it is painted."""
    qtbot.addWidget(widget)
    if size:
        widget.resize(*size)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget
