"""The controls of what lies over the picture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.pictures.colormaps import NAMES
from app.session import Session
from app.views.maps.overlay_controls import OverlayControls


@pytest.fixture
def controls(session: Session, qtbot: QtBot) -> OverlayControls:
    return exposed(qtbot, OverlayControls(session))


def test_button_lays_its_map_over_the_picture(session: Session, controls: OverlayControls, qtbot: QtBot) -> None:
    for overlay, button in controls.buttons.items():
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert session.display.choices.overlay == overlay
        assert [name for name, each in controls.buttons.items() if each.isChecked()] == [overlay]


def test_controls_follow_choices_made_elsewhere(session: Session, controls: OverlayControls) -> None:
    session.display.set(overlay="order", opacity=0.3, colormap="magma")
    assert controls.buttons["order"].isChecked()
    assert controls.opacity.value() == 30
    assert controls.colormap.currentText() == "magma"


def test_slider_changes_the_opacity_from_the_keyboard(
    session: Session, controls: OverlayControls, qtbot: QtBot
) -> None:
    qtbot.keyClick(controls.opacity, Qt.Key.Key_Home)
    assert session.display.choices.opacity == 0
    qtbot.keyClick(controls.opacity, Qt.Key.Key_Right)
    assert session.display.choices.opacity == pytest.approx(0.05)


def test_opacity_between_two_steps_of_the_slider_is_kept(session: Session, controls: OverlayControls) -> None:
    session.display.set(opacity=0.333)
    assert session.display.choices.opacity == 0.333


def test_chosen_colormap_is_there_again_the_next_time(
    session: Session, controls: OverlayControls, qtbot: QtBot
) -> None:
    assert controls.colormap.currentText() == "viridis"
    qtbot.keyClick(controls.colormap, Qt.Key.Key_Down)
    assert session.display.choices.colormap == NAMES[1]
    assert session.settings.value("maps.colormap") == NAMES[1]
