"""What other readers read in the open image, each with a button that takes it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from app.views.predictions.others_read import OthersRead
from core.readings.reading import PictureReading, Reading
from core.readings.store import picture_hash


@pytest.fixture
def shown(session: Session, qtbot: QtBot) -> OthersRead:
    session.show(session.catalog.image_at(0) or "")
    qtbot.waitUntil(lambda: session.editor.can_edit)
    shown = OthersRead(session)
    qtbot.addWidget(shown)
    return shown


@pytest.fixture
def read_by(session: Session, qtbot: QtBot, shown: OthersRead) -> Callable[..., None]:
    """Keeps what readers read in the open image: reader, text and probability of each."""

    def keep(*readings: tuple[str, str, float | None]) -> None:
        image = session.image
        assert image is not None
        picture = picture_hash(session.project.path_of(image))
        with qtbot.waitSignal(session.models.other_readings.changed):
            session.models.other_readings.keep(
                [PictureReading(image, picture, Reading(*reading)) for reading in readings]
            )

    return keep


def captions(shown: OthersRead) -> list[str]:
    return [button.text() for button in shown.buttons]


def test_nothing_is_shown_while_no_other_reader_has_read(shown: OthersRead):
    shown.show_readings()
    assert shown.isHidden() and shown.buttons == []


def test_each_reader_has_a_button_with_its_text_and_probability(shown: OthersRead, read_by: Callable[..., None]):
    read_by(("PP-OCR", "P&ZZA", 0.97), ("Tesseract", "PIZZA", None), ("SVTR", "", 0.5))
    assert not shown.isHidden()
    assert captions(shown) == ["P&&ZZA   PP-OCR, 0.97", "PIZZA   Tesseract", "–   SVTR, 0.50"]
    assert [button.isEnabled() for button in shown.buttons] == [True, True, False], "no text is nothing to take"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{own}", "All readers read the same:"),
        ("{other_case}", "Only case or marks differ. Others read:"),
        ("another", "Readers differ. Others read:"),
    ],
)
def test_it_says_how_far_readers_agree(
    session: Session, shown: OthersRead, read_by: Callable[..., None], text: str, says: str
):
    show_prediction(session, predicted_for(session), "one.keras")
    own = session.predictions.current.maps.word.text
    read_by(("PP-OCR", text.format(own=own, other_case=own.swapcase()), 0.9))
    assert shown.says.text() == says


def test_markup_and_marks_of_direction_are_shown_as_symbols(shown: OthersRead, read_by: Callable[..., None]):
    read_by(("<b>R</b>", "<i>A</i>\u202eB", 0.5))
    assert captions(shown) == ["<i>A</i>\\u202eB   <b>R</b>, 0.50"]


def test_a_button_gives_the_label_its_text_as_one_edit(
    session: Session, shown: OthersRead, read_by: Callable[..., None], qtbot: QtBot
):
    before = session.editor.committed_label
    read_by(("PP-OCR", "PIZZA", 0.97))
    exposed(qtbot, shown)
    qtbot.mouseClick(shown.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: session.editor.committed_label.text == "PIZZA")
    assert session.editor.committed_label.known is not None
    session.editor.undo()
    assert session.editor.committed_label == before


def test_another_image_has_readings_of_its_own(
    session: Session, shown: OthersRead, read_by: Callable[..., None], qtbot: QtBot
):
    read_by(("PP-OCR", "PIZZA", 0.97))
    session.show(session.catalog.image_at(1) or "")
    qtbot.waitUntil(shown.isHidden)
    session.show(session.catalog.image_at(0) or "")
    qtbot.waitUntil(lambda: captions(shown) == ["PIZZA   PP-OCR, 0.97"])
    qtbot.waitUntil(shown.buttons[0].isEnabled)
