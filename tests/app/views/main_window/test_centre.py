"""How the middle of the window shares its room."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from app.views.main_window.centre import Centre
from app.views.main_window.stage_splitter import StageSplitter
from app.views.maps.scrolled import Scrolled


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
    qtbot.waitUntil(lambda: centre.canvas.height() > before.height(), timeout=WAIT)
    turn(centre, Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: centre.canvas.size() == before, timeout=WAIT)


def low_centre(session: Session, qtbot: QtBot, height: int) -> Centre:
    centre = Centre(session)
    qtbot.addWidget(centre)
    centre.resize(900, height)
    with qtbot.waitExposed(centre):
        centre.show()
    session.project_changed.emit()  # it had its project before the widget was there
    centre.share_room()
    return centre


def stack(session: Session) -> None:
    """Show target and predicted maps, six rows."""
    show_prediction(session, predicted_for(session))
    session.display.set(compare="stacked")


def is_scrolled(centre: Centre) -> bool:
    return centre.maps.findChildren(Scrolled)[0].bar.isVisible()


def test_predicted_maps_do_not_make_the_window_higher(session: Session, qtbot: QtBot) -> None:
    centre = low_centre(session, qtbot, 420)
    before = centre.minimumSizeHint().height()
    stack(session)
    qtbot.waitUntil(lambda: is_scrolled(centre), timeout=WAIT)
    assert centre.minimumSizeHint().height() == before
    assert centre.height() == 420
    assert centre.canvas.height() >= 100
    last = list(centre.maps.predicted_rows.values())[-1]
    scrolled = centre.maps.findChildren(Scrolled)[0]
    assert last.mapTo(scrolled, last.rect().bottomLeft()).y() > scrolled.height()
    scrolled.bar.setValue(scrolled.bar.maximum())
    assert last.mapTo(scrolled, last.rect().bottomLeft()).y() < scrolled.height()
    assert last.pane.width() == centre.canvas.width()  # in line with the picture also where they are scrolled


def test_picture_gives_room_to_more_maps_and_gets_it_back(session: Session, qtbot: QtBot) -> None:
    centre = low_centre(session, qtbot, 560)
    before = centre.maps.height()
    stack(session)
    qtbot.waitUntil(lambda: centre.maps.height() > before, timeout=WAIT)
    assert not is_scrolled(centre)
    session.display.set(compare="target")
    qtbot.waitUntil(lambda: centre.maps.height() == before, timeout=WAIT)


def test_handle_that_was_moved_stays_where_it_is(session: Session, qtbot: QtBot) -> None:
    centre = low_centre(session, qtbot, 560)
    stack(session)
    qtbot.waitUntil(
        lambda: len([row for row in centre.maps.predicted_rows.values() if row.isVisible()]) == 3, timeout=WAIT
    )
    splitter = centre.findChildren(StageSplitter)[0]
    handle = splitter.handle(1)
    middle = handle.rect().center()
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(handle, middle + QPoint(0, 60))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle + QPoint(0, 60))
    qtbot.waitUntil(lambda: is_scrolled(centre), timeout=WAIT)
    cut = centre.maps.height()
    session.editor.label_changed.emit()
    QCoreApplication.processEvents()
    assert centre.maps.height() == cut


def test_maps_that_came_while_the_stage_was_hidden_have_their_room(session: Session, qtbot: QtBot) -> None:
    centre = low_centre(session, qtbot, 560)
    centre.stage.hide()
    stack(session)
    QCoreApplication.processEvents()
    centre.stage.show()
    qtbot.waitUntil(lambda: centre.maps.height() >= centre.maps.needed_height > 0, timeout=WAIT)
    assert not is_scrolled(centre)


def test_room_that_is_lent_is_not_remembered_as_that_of_the_maps(session: Session, qtbot: QtBot) -> None:
    centre = low_centre(session, qtbot, 560)
    before = centre.maps.height()
    stack(session)
    qtbot.waitUntil(lambda: centre.maps.height() > before, timeout=WAIT)
    splitter = centre.findChildren(StageSplitter)[0]
    lent = splitter.sizes()
    state = splitter.saveState()
    assert splitter.sizes() == lent
    later = low_centre(session, qtbot, 560)
    again = later.findChildren(StageSplitter)[0]
    assert again.restoreState(state)
    qtbot.waitUntil(lambda: not is_scrolled(later) and later.maps.height() > before, timeout=WAIT)
    session.display.set(compare="target")
    qtbot.waitUntil(lambda: later.maps.height() == before, timeout=WAIT)


def test_handle_that_was_moved_for_some_maps_leaves_others_their_room(session: Session, qtbot: QtBot) -> None:
    centre = low_centre(session, qtbot, 560)
    splitter = centre.findChildren(StageSplitter)[0]
    splitter.moveSplitter(splitter.height() - centre.maps.needed_height + 30, 1)
    cut = centre.maps.height()
    assert cut < centre.maps.needed_height
    stack(session)
    qtbot.waitUntil(lambda: centre.maps.height() > cut and not is_scrolled(centre), timeout=WAIT)
    session.display.set(compare="target")
    qtbot.waitUntil(lambda: centre.maps.height() == cut, timeout=WAIT)


def test_message_stands_away_from_the_picture(session: Session, qtbot: QtBot) -> None:
    centre = Centre(session)
    qtbot.addWidget(centre)
    centre.resize(900, 700)
    with qtbot.waitExposed(centre):
        centre.show()
    session.tell("That box is too small.", "warning")
    assert not centre.toasts.geometry().intersects(centre.canvas.geometry())
