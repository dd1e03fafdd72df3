"""What is written on the blobs of maps: symbols and numbers, where they have room."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from support.words.hand_made_project import hand_made_project
from support.words.predictions import predicted_for, show_prediction

from app.display import MapName, Source
from app.pictures.map_colours import MapImage
from app.pictures.map_marks import Mark, draw_marks, shown_marks
from app.pictures.shown_maps import shown_map
from app.session import Session
from core.charset import Charset
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.project.project import ProjectSettings

WORD = WordLabel((CharacterLabel("c", rectangle(4, 4, 36, 36)), CharacterLabel("4", rectangle(60, 4, 110, 36))), "c4")


@pytest.fixture
def session(make_session: Callable[[Path | None], Session], tmp_path: Path) -> Session:
    settings = ProjectSettings(charset=Charset(("4", "c")))
    return make_session(hand_made_project(tmp_path / "words", (40, 120), WORD, settings))


def marks(session: Session, name: MapName, source: Source) -> tuple[tuple[Mark, ...], MapImage]:
    shown = shown_map(session, name, source)
    return shown_marks(session, (name, source), shown), shown


@pytest.mark.parametrize("source", ["target", "prediction"])
def test_character_map_has_symbols_and_order_map_has_numbers_on_their_blobs(session: Session, source: str):
    show_prediction(session, predicted_for(session))
    for name, texts in (("character", ["c", "4"]), ("order", ["1", "2"])):
        found, shown = marks(session, name, source)
        assert [mark.text for mark in found] == texts
        for mark, character in zip(found, WORD.characters, strict=True):
            middle = shown.to_image.map(mark.blob.center())
            assert (middle.x(), middle.y()) == pytest.approx(tuple(character.corners.mean(axis=0)), abs=4)


@pytest.mark.parametrize("name", ["localization", "order"])
def test_numbers_have_no_marks(session: Session, name: str):
    session.display.set(position=1)
    assert marks(session, name, "target")[0] == ()


def test_mark_is_written_only_where_it_has_room(session: Session):
    found, shown = marks(session, "character", "target")
    image = QImage(480, 160, QImage.Format.Format_RGB32)
    for scale, written in ((4.0, {mark.value for mark in found}), (0.3, set())):
        image.fill(QColor(90, 90, 90))
        before = image.copy()
        with QPainter(image) as painter:
            assert draw_marks(painter, found, shown, QTransform.fromScale(scale, scale)) == written
        assert (image == before) is (not written)


def test_mark_is_written_in_the_middle_of_its_blob(session: Session):
    (_, mark), shown = marks(session, "character", "target")  # a digit, as high as the line's capitals
    image = QImage(960, 320, QImage.Format.Format_RGB32)
    image.fill(QColor(90, 90, 90))
    before = image.copy()
    to_pane = QTransform.fromScale(8.0, 8.0)
    with QPainter(image) as painter:
        draw_marks(painter, [mark], shown, to_pane)
    written = [(x, y) for x in range(960) for y in range(320) if image.pixel(x, y) != before.pixel(x, y)]
    middle = (shown.to_image * to_pane).mapRect(mark.blob).center()
    for axis, wanted in enumerate((middle.x(), middle.y())):
        places = [place[axis] for place in written]
        assert (min(places) + max(places)) / 2 == pytest.approx(wanted, abs=2)
