"""The panel of the pinned words, without a training."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import predicted_for, show_prediction

from app.plugins.pinned_words.panel import WallPanel
from app.plugins.pinned_words.pinned import pinned_words
from app.plugins.pinned_words.tile import Tile
from app.session import Session


@pytest.fixture
def wall(session: Session, qtbot: QtBot) -> WallPanel:
    return exposed(qtbot, WallPanel(session), 700, 200)


def test_open_image_is_pinned_by_the_button_and_taken_off_by_a_key(session: Session, wall: WallPanel, qtbot: QtBot):
    qtbot.mouseClick(wall.pin_first, Qt.MouseButton.LeftButton)
    assert session.image is not None
    assert pinned_words(session).images == (session.image,)
    assert not wall.pin.isEnabled()
    qtbot.keyClick(wall.tiles[session.image], Qt.Key.Key_Delete)
    assert pinned_words(session).images == ()
    assert wall.tiles == {}
    assert wall.pin.isEnabled()


def test_tile_says_what_is_read_and_opens_its_image(session: Session, wall: WallPanel, qtbot: QtBot):
    first = session.image
    pinned_words(session).pin(first)
    tile: Tile = wall.tiles[first]
    assert tile.in_words() == "…"
    show_prediction(session, predicted_for(session))
    word = session.editor.label.word
    assert tile.in_words().startswith(word)
    session.step(1)
    with qtbot.waitSignal(session.workspace.gone_to):  # which gives the picture the keyboard
        qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert session.image == first


def test_tile_paints_the_picture_with_the_prediction_over_it(session: Session, wall: WallPanel, qtbot: QtBot):
    first = session.image
    pinned_words(session).pin(first)
    tile = wall.tiles[first]
    qtbot.waitUntil(lambda: not tile.picture.isNull())
    plain = tile.grab().toImage()
    show_prediction(session, predicted_for(session))
    session.display.set(opacity=1.0)
    assert tile.grab().toImage() != plain


def test_every_tile_has_a_place_of_its_own(session: Session, wall: WallPanel, qtbot: QtBot):
    for row in range(8):
        image = session.catalog.image_at(row)
        pinned_words(session).pin(image)
    assert len(wall.tiles) == 8
    qtbot.waitUntil(lambda: len({(tile.x(), tile.y()) for tile in wall.tiles.values()}) == 8)
