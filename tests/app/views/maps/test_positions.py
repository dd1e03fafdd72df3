from unittest import mock

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from support.window.painting import entered_by
from support.window.showing import exposed
from support.words.predictions import predicted_for, show_prediction

from app.pictures.colormaps import table
from app.pictures.shown_maps import strip_source
from app.session import Session
from app.views.maps.positions import PositionsStrip
from core.labels.edits import edits
from core.labels.label import WordLabel


@pytest.fixture
def strip(session: Session, qtbot: QtBot) -> PositionsStrip:
    made = PositionsStrip(session)
    return exposed(qtbot, made, 900, made.sizeHint().height())


def place_of(strip: PositionsStrip, position: int) -> QRect:
    return strip.visualRect(strip.model().index(position - 1, 0))


def texts(strip: PositionsStrip) -> list[str]:
    model = strip.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def click(qtbot: QtBot, strip: PositionsStrip, position: int) -> None:
    qtbot.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=place_of(strip, position).center())


def test_strip_has_a_thumbnail_for_each_character_in_reading_order(session: Session, strip: PositionsStrip):
    assert texts(strip) == [f"{k}  {symbol}" for k, symbol in enumerate(session.editor.label.reading, 1)]


def test_painting_asks_for_no_map(session: Session, strip: PositionsStrip):
    session.editor.apply("Move", edits.move, [0], 3, 0)
    asked = entered_by(strip.grab)
    assert not asked & {"app.editing.rendering", "app.pictures.map_images"}


def test_a_hidden_strip_makes_its_thumbnails_once_it_is_seen(session: Session, strip: PositionsStrip, qtbot: QtBot):
    strip.hide()
    session.editor.apply("Move", edits.move, [0], 3, 0)
    strip.show()
    qtbot.waitExposed(strip)
    before = strip.grab().toImage()
    strip.show_positions()
    assert strip.grab().toImage() == before


def test_click_isolates_a_position_and_another_click_shows_all(session: Session, strip: PositionsStrip, qtbot: QtBot):
    click(qtbot, strip, 2)
    assert session.display.choices.position == 2
    click(qtbot, strip, 3)
    assert session.display.choices.position == 3
    click(qtbot, strip, 3)
    assert session.display.choices.position is None


def test_keyboard_isolates_goes_on_and_shows_all(session: Session, strip: PositionsStrip, qtbot: QtBot):
    strip.setCurrentIndex(strip.model().index(0, 0))
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert session.display.choices.position is None
    qtbot.keyClick(strip, Qt.Key.Key_Return)
    assert session.display.choices.position == 2
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert session.display.choices.position == 3
    qtbot.keyClick(strip, Qt.Key.Key_Escape)
    assert session.display.choices.position is None
    qtbot.keyClick(strip, Qt.Key.Key_Space)
    assert session.display.choices.position == 3


def test_thumbnail_is_bright_where_its_character_stands_and_dark_at_the_others(session: Session, strip: PositionsStrip):
    size = session.editor.image_size
    picture = strip.viewport().grab().toImage()
    dark = QColor(*table("viridis")[0].tolist())
    centers = [c.corners.mean(axis=0) / size[::-1] for c in session.editor.label.in_order]
    for position in range(1, len(centers) + 1):
        rect = place_of(strip, position).adjusted(4, 4, -4, 0)
        rect.setHeight(40)
        seen = [picture.pixelColor(int(rect.x() + x * rect.width()), int(rect.y() + y * 40)) for x, y in centers]
        brightness = np.array([colour.lightness() for colour in seen])
        assert brightness.argmax() == position - 1
        assert all(colour == dark for other, colour in enumerate(seen, 1) if other != position)


def test_a_word_without_a_label_has_no_position_though_it_is_read(session: Session, strip: PositionsStrip):
    predicted = predicted_for(session)
    session.editor.commit("Empty", WordLabel())
    session.display.set(columns=("target",))
    show_prediction(session, predicted)
    assert (strip_source(session), texts(strip)) == ("target", [])


def test_strip_follows_the_label(session: Session, strip: PositionsStrip):
    count = len(session.editor.label.characters)
    session.editor.apply("Retype", edits.retype, [0], "#")
    assert texts(strip)[0] == "1  #"
    session.editor.apply("Delete", edits.delete, [0])
    assert len(texts(strip)) == count - 1
    session.editor.undo()
    assert len(texts(strip)) == count


def test_keyboard_stays_at_its_place_while_a_character_is_moved(session: Session, strip: PositionsStrip):
    strip.setCurrentIndex(strip.model().index(1, 0))
    session.editor.preview(edits.move, [0], 2.0, 0.0)
    session.editor.drop_preview()
    assert strip.currentIndex().row() == 1


def test_strip_is_empty_where_the_maps_cannot_be_rendered(session: Session, strip: PositionsStrip, qtbot: QtBot):
    session.editor.preview(edits.move, [0], 1e4, 0.0)
    qtbot.waitUntil(lambda: texts(strip) == [])
    session.editor.drop_preview()
    assert texts(strip)


def test_thumbnails_are_narrower_where_that_spares_the_scrolling(strip: PositionsStrip, qtbot: QtBot):
    last = len(texts(strip))
    wide = place_of(strip, 1).width()
    strip.resize(wide * last - 20, strip.height())
    qtbot.waitUntil(lambda: place_of(strip, 1).width() < wide)
    assert strip.viewport().rect().contains(place_of(strip, last))
    strip.resize(130, strip.height())
    qtbot.waitUntil(lambda: not strip.viewport().rect().contains(place_of(strip, last)))


def test_scores_of_a_tall_word_have_room(session: Session, strip: PositionsStrip, qtbot: QtBot):
    show_prediction(session, predicted_for(session))
    assert "0." in texts(strip)[0] or "1." in texts(strip)[0]
    size = session.editor.image_size
    with mock.patch.object(type(session.editor), "image_size", size[::-1]):  # as if the word stood upright
        strip.scheduleDelayedItemsLayout()
        least = max(strip.fontMetrics().horizontalAdvance(text) for text in texts(strip))
        qtbot.waitUntil(lambda: place_of(strip, 1).width() < 112)
        assert place_of(strip, 1).width() >= least


def test_isolated_position_is_scrolled_into_sight(session: Session, strip: PositionsStrip, qtbot: QtBot):
    last = len(texts(strip))
    strip.resize(130, strip.height())
    qtbot.waitUntil(lambda: not strip.viewport().rect().contains(place_of(strip, last)))
    session.display.set(position=last)
    assert strip.viewport().rect().contains(place_of(strip, last).center())
