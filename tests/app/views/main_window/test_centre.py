from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from app.views.main_window.centre import Centre, ImageSplitter
from app.views.main_window.window import MainWindow
from core.labels.label import WordLabel

# What the layout Inspect leaves to the middle of a window at 1280 × 720 and at 1440 × 900 pixels
INSPECT = {720: (980, 610), 900: (1140, 790)}


def middle(session: Session, qtbot: QtBot, width: int = 980, height: int = 610) -> Centre:
    centre = exposed(qtbot, Centre(session, QWidget()), width, height)
    session.project_changed.emit()  # it had its project before the widget was there
    qtbot.waitUntil(lambda: centre.maps.isVisible() and centre.maps.width() > 0)
    return centre


def splitter_of(centre: Centre) -> ImageSplitter:
    return centre.findChildren(ImageSplitter)[0]


@pytest.mark.parametrize(("screen", "least"), [(720, 56), (900, 80)])
def test_six_maps_and_the_word_have_the_sizes_that_are_fixed(session: Session, qtbot: QtBot, screen: int, least: int):
    centre = middle(session, qtbot, *INSPECT[screen])
    show_prediction(session, predicted_for(session))
    session.viewport.show_image(400, 100)  # the shape that the sizes are fixed for
    size = session.viewport.image_size
    panes = [pane for pane in centre.maps.panes.values() if pane.isVisible()]
    assert len(panes) == 6
    for pane in panes:
        drawn = pane.to_pane().mapRect(QRectF(0, 0, size.width(), size.height()))
        assert drawn.width() / drawn.height() == pytest.approx(4)
        assert QRectF(pane.rect()).adjusted(-1, -1, 1, 1).contains(drawn)
        assert drawn.height() >= least
    assert size.width() * session.viewport.scale >= 400


def test_picture_takes_the_room_of_maps_that_are_hidden_and_gives_it_back(session: Session, qtbot: QtBot):
    centre = middle(session, qtbot)
    before = centre.canvas.size()
    session.display.set(rows=())
    qtbot.waitUntil(lambda: centre.canvas.height() >= splitter_of(centre).height() - 1)
    session.display.set(rows=("character", "order", "localization"))
    qtbot.waitUntil(lambda: centre.canvas.size() == before)


def test_awaited_maps_have_one_line_until_the_first_ones_of_the_folder_are_there(
    make_session: Callable[[Path | None], Session], project_folder: Path, qtbot: QtBot
):
    min(project_folder.glob("*.png")).with_suffix(".json").unlink()
    session = make_session(project_folder)
    centre = middle(session, qtbot)
    qtbot.waitUntil(lambda: centre.maps.sentence.isVisible() and centre.maps.height() < 100)
    session.step(1)
    qtbot.waitUntil(lambda: centre.maps.height() > 150)
    canvas = centre.canvas.size()
    session.step(-1)
    qtbot.waitUntil(centre.maps.sentence.isVisible)
    assert centre.canvas.size() == canvas, "from word to word nothing jumps about"


def test_handle_that_was_moved_stays_until_the_layout_is_reset(session: Session, qtbot: QtBot):
    centre = middle(session, qtbot)
    splitter, best = splitter_of(centre), centre.canvas.height()
    handle = splitter.handle(1)
    start = handle.rect().center()
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(handle, start + QPoint(0, 60))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + QPoint(0, 60))
    moved = centre.canvas.height()
    assert moved > best + 40
    show_prediction(session, predicted_for(session))
    session.display.set(rows=())
    session.display.set(rows=("character", "order", "localization"))
    assert centre.canvas.height() == pytest.approx(moved, abs=1)
    later = middle(session, qtbot)
    assert splitter_of(later).restoreState(splitter.saveState())
    assert later.canvas.height() == pytest.approx(moved, abs=1)
    centre.share_room()
    assert centre.canvas.height() < moved - 20


def test_state_of_another_program_is_not_restored(session: Session, qtbot: QtBot):
    splitter = splitter_of(middle(session, qtbot))
    assert not splitter.restoreState(b"\x00\x01")
    assert not splitter.restoreState(b"[1]")


def test_many_maps_do_not_make_the_window_higher(session: Session, qtbot: QtBot):
    centre = middle(session, qtbot, 900, 420)
    before = centre.minimumSizeHint()
    show_prediction(session, predicted_for(session))
    session.display.toggle_column("difference")
    assert centre.minimumSizeHint().height() <= before.height()
    assert centre.height() == 420
    assert centre.canvas.height() >= 96


def test_strip_of_positions_can_be_hidden(session: Session, qtbot: QtBot):
    centre = middle(session, qtbot)
    session.display.set(strip=False)
    assert not centre.positions.isVisible()
    session.display.set(strip=True)
    assert centre.positions.isVisible()


def test_large_map_is_painted_on_the_canvas(session: Session, qtbot: QtBot):
    centre = middle(session, qtbot)
    session.display.set(polygons=False, symbols=False)
    picture = centre.canvas.grab().toImage()
    session.display.swap(("localization", "target"))
    as_map = centre.canvas.grab().toImage()
    assert as_map != picture
    corner = centre.canvas.to_pane(session.viewport.center * 0).toPoint() + QPoint(3, 3)
    dark = centre.maps.panes["character", "target"].palette().color(centre.palette().ColorRole.Mid)
    assert as_map.pixelColor(corner) != dark


def test_message_stands_away_from_the_picture(session: Session, qtbot: QtBot):
    centre = exposed(qtbot, Centre(session, QWidget()), 900, 700)
    session.notify("That box is too small.", "warning")
    assert not centre.toasts.geometry().intersects(centre.canvas.geometry())


def test_maps_stay_beside_or_below_from_word_to_word_until_a_person_moves_them(session: Session, qtbot: QtBot):
    centre = middle(session, qtbot)
    splitter, before = splitter_of(centre), session.display.is_beside
    for image in session.catalog.table.images[:4]:
        session.show(image)
        qtbot.waitUntil(lambda image=image: session.editor.image == image)
        assert (splitter.orientation() == Qt.Orientation.Horizontal) == before
    session.display.set(beside=not before)
    assert (splitter.orientation() == Qt.Orientation.Horizontal) != before
    session.display.reset_layout()
    assert (splitter.orientation() == Qt.Orientation.Horizontal) == before


@pytest.mark.parametrize(("text", "said"), [("known", "The text is known"), (None, "No characters yet")])
def test_what_to_do_without_characters_is_said_once(front: MainWindow, session: Session, text: str | None, said: str):
    session.editor.commit("Text alone", WordLabel(text=text))
    assert front.centre.maps.sentence.isVisible()
    assert front.centre.maps.sentence.text().startswith(said)
    assert front.label.table.hint == ""
    session.display.set(rows=())
    assert front.centre.maps.isHidden()
    assert front.label.table.hint.startswith(said)
