"""How the middle of the window shares its room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.main_window.centre import Centre


def turn(centre: Centre, orientation: Qt.Orientation) -> None:
    """As `MapRows` does for a picture of another shape."""
    centre.maps.orientation = orientation
    centre.maps.orientation_changed.emit()


def test_wide_picture_has_the_room_again_that_it_had_before_a_tall_one(session: Session, qtbot: QtBot) -> None:
    centre = Centre(session)
    qtbot.addWidget(centre)
    centre.resize(900, 700)
    with qtbot.waitExposed(centre):
        centre.show()
    centre.share_room()
    before = centre.canvas.size()
    assert before.height() > centre.maps.height()
    turn(centre, Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: centre.canvas.height() > before.height(), timeout=20_000)
    turn(centre, Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: centre.canvas.size() == before, timeout=20_000)


def test_message_stands_away_from_the_picture(session: Session, qtbot: QtBot) -> None:
    centre = Centre(session)
    qtbot.addWidget(centre)
    centre.resize(900, 700)
    with qtbot.waitExposed(centre):
        centre.show()
    session.tell("That box is too small.", "warning")
    assert not centre.toasts.geometry().intersects(centre.canvas.geometry())
