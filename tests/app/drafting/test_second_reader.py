"""Drafts of words that another reader has read as well: whose text is taken, and what becomes of it."""

from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.words.predictions import learnt_by_heart, predicted_for, show_prediction

from app.drafting.drafts import NOBODY, Second, draft_of, is_unreadable
from app.session import Session
from core.charset import Charset
from core.labels.edits import edits
from core.labels.edits.review import agree
from core.labels.files.storage import label_path, read_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import ProjectSettings
from core.readings.agreement import OfferedText
from core.readings.reading import PictureReading, Reading
from core.readings.store import picture_hash

SIZE = (40, 120)
SPEC = MapSpec(stride=4)
CHARSET = Charset(tuple("abcdxyz"))


def word(text: str) -> WordLabel:
    boxes = [rectangle(20 + 30 * k, 8, 44 + 30 * k, 34) for k in range(len(text))]
    return WordLabel(tuple(CharacterLabel(s, box) for s, box in zip(text, boxes, strict=True)), text)


def offered(text: str, calibrated: float | None) -> Second:
    return Second((OfferedText("PP-OCR", text, calibrated),))


def drafted(read: str, second: Second, current: WordLabel | None = None, sure: float = 0.9):
    maps = learnt_by_heart(word(read), SIZE, CHARSET, SPEC, sure)
    return draft_of(maps, SIZE, SPEC, CHARSET, ProjectSettings(), current, second=second), maps


@pytest.mark.parametrize(
    ("second", "text"),
    [
        pytest.param(NOBODY, "abc", id="nobody else has read it"),
        pytest.param(offered("abc", 0.99), "abc", id="the other reads the same"),
        pytest.param(offered("abd", 1.0), "abd", id="the other is surer"),
        pytest.param(offered("abd", 0.01), "abc", id="the other is less sure"),
        pytest.param(offered("abd", None), "abc", id="nobody has measured the other"),
    ],
)
def test_the_text_of_a_draft_is_the_more_probable_one(second: Any, text: str):
    draft, _ = drafted("abc", second)
    assert draft.label.text == text
    assert draft.label.text_source == "model" and draft.label.known is None
    assert [c.symbol for c in draft.label.in_order] == list(text)
    assert all(c.is_draft for c in draft.label.characters)


def test_a_text_that_the_maps_cannot_place_is_doubted():
    draft, _ = drafted("abc", offered("xyz", 1.0), sure=0.99)
    assert draft.label.text == "xyz"
    assert (draft.doubt.text, draft.doubt.read) == ("xyz", "abc")


def test_a_known_or_agreed_text_is_no_other_readers_to_change():
    for current in (WordLabel(text="abc"), agree(WordLabel(), "abc")):
        draft, _ = drafted("abc", offered("abd", 1.0), current)
        assert draft.label.text == "abc"
        assert draft.label.is_agreed is current.is_agreed


def test_a_picture_that_the_model_cannot_read_is_readable_to_a_surer_reader():
    _, maps = drafted("abc", NOBODY)
    doubtful = replace(maps, word=replace(maps.word, probability=0.1))
    assert is_unreadable(doubtful, None)
    assert is_unreadable(doubtful, None, offered("abd", None))
    assert not is_unreadable(doubtful, None, offered("abd", 0.9))


def test_the_text_of_another_reader_is_taken_with_the_characters_placed_by_the_maps(session: Session, qtbot: QtBot):
    editor, predicted = session.editor, predicted_for(session, sure=0.97)
    image, text = session.image, editor.label.word
    show_prediction(session, predicted)
    editor.commit("As drafted", replace(editor.label, text=None, characters=()), ())
    with qtbot.waitSignal(session.models.other_readings.changed):
        digest = picture_hash(session.project.path_of(image))
        session.models.other_readings.keep([PictureReading(image, digest, Reading("PP-OCR", text, 0.9))])
    session.models.drafting.take_text(text, "PP-OCR")
    qtbot.waitUntil(lambda: editor.committed_label.text == text)
    taken = editor.committed_label
    assert taken.known.text == text and len(taken.characters) == len(text)
    session.saver.flush()
    qtbot.waitUntil(lambda: read_label(label_path(session.project.path_of(image))).label.text == text)
    editor.undo()
    assert editor.committed_label.characters == () and editor.committed_label.text is None


def test_characters_of_a_person_stay_if_another_readers_text_is_taken(session: Session, qtbot: QtBot):
    editor = session.editor
    before = editor.committed_label
    other = next(symbol for symbol in session.catalog.project_charset if symbol != before.word[-1])
    text = before.word[:-1] + other
    session.models.drafting.take_text(text, "PP-OCR")
    qtbot.waitUntil(lambda: editor.committed_label.text == text)
    kept = editor.committed_label
    assert [c.polygon for c in kept.characters] == [c.polygon for c in before.characters]
    assert edits.set_text(before, text) == kept
