"""Typing words as a state: when letters belong to the word on screen, and when typing pauses."""

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.editing.typing import is_known, unknown_words
from app.session import Session
from core.labels.files.storage import label_path
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

_BOX = rectangle(0, 0, 8, 10)
_DRAWN, _DRAFTED = CharacterLabel("a", _BOX), CharacterLabel("a", _BOX, source="model", score=0.9)


@pytest.mark.parametrize(
    ("label", "known"),
    [
        (WordLabel(), False),
        (WordLabel(tags=("blurred",)), False),
        (WordLabel(text="a"), True),
        (WordLabel((_DRAWN,)), True),
        (WordLabel((_DRAFTED,)), False),
        (WordLabel((_DRAFTED,), "a", text_source="model"), False),
        (WordLabel((_DRAFTED,), "a"), True),  # the boxes alone are a guess
        (WordLabel((_DRAFTED,), "a", "reviewed", text_source="model"), True),
        (WordLabel(status="reviewed"), True),
    ],
)
def test_a_word_is_known_if_a_person_or_an_import_has_given_it(label: Any, known: bool):
    assert is_known(label) is known


def test_letters_are_the_word_of_an_image_without_a_label(session: Session):
    session.editor.commit("Empty", None)
    assert not session.typing.takes_letters
    session.typing.turn(True)
    assert (session.typing.way, session.typing.pause) == ("word", None)


def test_typing_pauses_on_a_known_word_and_while_the_keyboard_is_elsewhere(session: Session):
    session.typing.turn(True)
    assert (session.typing.way, session.typing.pause) == (None, "known")
    session.editor.commit("Empty", None)
    session.typing.have_keyboard("elsewhere")
    assert (session.typing.way, session.typing.pause) == (None, "elsewhere")


def test_letters_belong_to_a_word_that_has_become_known_while_it_is_typed(session: Session):
    session.editor.commit("Empty", None)
    session.typing.turn(True)
    session.typing.typed = "ab"
    session.editor.commit("Text", WordLabel(text="ab"))
    assert session.typing.way == "word"
    session.typing.typed = ""
    assert session.typing.way is None


def test_a_known_word_is_changed_where_a_person_has_begun_it(session: Session):
    session.typing.have_keyboard("text")
    assert session.typing.way == "text"
    session.typing.have_keyboard("picture")
    session.typing.type_over(True)
    assert session.typing.way == "symbols"


def test_each_change_is_told_once(session: Session):
    told: list[object] = []
    session.typing.changed.connect(lambda: told.append(session.typing.pause))
    session.typing.turn(True)
    session.typing.turn(True)
    assert told == ["known"]


def test_whether_a_word_is_known_is_known_before_it_is_read(session: Session, qtbot: QtBot):
    session.editor.show(None)
    assert session.typing.is_known


def test_an_open_label_counts_as_it_is_and_not_as_the_list_has_it(session: Session):
    assert not unknown_words(session.catalog, session.documents).any()
    session.editor.commit("Empty", None)
    assert list(unknown_words(session.catalog, session.documents).nonzero()[0]) == [0]


def test_another_image_is_not_taken_for_known_because_the_one_before_was(session: Session, qtbot: QtBot):
    """The label of the one before is still there when the other image is asked for, and until it is read."""
    known, other = session.catalog.table.images[0], session.catalog.table.images[-1]
    assert session.image == known
    label_path(session.project.path_of(other)).unlink()
    session.catalog.saved((other,))
    qtbot.waitUntil(lambda: not unknown_words(session.catalog, session.documents)[0])
    qtbot.waitUntil(lambda: bool(unknown_words(session.catalog, session.documents)[-1]))
    session.typing.turn(True)
    told: list[tuple[str | None, str | None]] = []
    session.typing.changed.connect(lambda: told.append((session.image, session.typing.pause)))
    session.show(other)
    qtbot.waitUntil(lambda: session.editor.document is not None and session.editor.image == other)
    assert set(told) == {(other, None)}
