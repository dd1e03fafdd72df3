"""A project comes back as it was left: image, maps and the way they are compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.main_window.window import MainWindow


def test_image_swipe_overlay_and_folded_maps_come_back(
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    project_folder: Path,
    qtbot: QtBot,
) -> None:
    first = make_session(project_folder)
    window = make_window(first)
    window.activateWindow()
    window.centre.canvas.setFocus()
    qtbot.waitUntil(window.centre.canvas.hasFocus)
    for _ in range(3):
        qtbot.keyClick(window.centre.canvas, Qt.Key.Key_D)
    image = first.image
    assert image == first.catalog.image_at(3)
    qtbot.mouseClick(window.centre.maps.rows["order"].arrow, Qt.MouseButton.LeftButton)
    window.action_set.trigger("view.overlay.character")
    first.display.set(compare="swipe")  # its action waits for a model
    first.shutdown()
    second = make_session(project_folder)
    choices = second.display.choices
    assert second.image == image
    assert (choices.compare, choices.overlay, choices.rows) == ("swipe", "character", ("character", "localization"))
