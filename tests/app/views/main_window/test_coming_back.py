"""A project comes back as it was left: image, maps and the way they are shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.window.making import MakeSession, MakeWindow

from app.desktop.window_state import WindowState


def test_image_way_columns_hidden_maps_and_the_large_picture_come_back(
    make_session: MakeSession, make_window: MakeWindow, project_folder: Path, qtbot: QtBot
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
    window.action_set.trigger("view.row.order")
    window.action_set.trigger("view.overlay.character")
    window.action_set.trigger("maps.strip")
    qtbot.waitUntil(window.action_set.action("maps.swap").isEnabled, timeout=WAIT)
    qtbot.keyClick(window.centre.canvas, Qt.Key.Key_X)
    first.display.set(columns=("target", "prediction", "difference"), way="swipe")  # their actions wait for a model
    first.shutdown()
    second = make_session(project_folder)
    make_window(second)
    choices = second.display.choices
    assert second.image == image
    assert (choices.way, choices.overlay, choices.rows) == ("swipe", "character", ("character", "localization"))
    assert choices.columns == ("target", "prediction", "difference")
    assert choices.large == ("character", "target")
    assert choices.strip


def test_places_that_a_version_before_has_kept_come_back(
    make_session: MakeSession, make_window: MakeWindow, project_folder: Path
) -> None:
    kept = {"grids": {"label": ["swipe", ["target", "prediction"], True], "inspect": ["swipe"]}}
    WindowState().remember(project_folder.absolute(), {"view": kept})
    session = make_session(project_folder)
    make_window(session)
    choices = session.display.choices
    assert (choices.way, choices.columns, choices.beside) == ("swipe", ("target", "prediction"), None)
