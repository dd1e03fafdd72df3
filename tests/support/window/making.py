"""The types of the fixtures that make sessions and windows."""

from collections.abc import Callable
from pathlib import Path

from app.session import Session
from app.views.main_window.window import MainWindow

MakeSession = Callable[[Path | None], Session]
MakeWindow = Callable[[Session], MainWindow]
