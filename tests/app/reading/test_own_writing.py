"""What all known texts of a folder have in common is offered once, in words, and only a person chooses it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.text_labels import texts_only

from app.project.workspace import FollowUp
from app.session import Session
from core.project.project import Project

SERIALS = [f"SN-{number}" for number in range(100, 180)]
MONTHS = ["Jan", "Feb", "March", "April"] * 10


def offers_of(session: Session) -> list[tuple[str, FollowUp]]:
    """The sentences with an offer that the session tells from now on."""
    offers: list[tuple[str, FollowUp]] = []
    session.workspace.notified.connect(
        lambda severity, sentence, offered: offers.extend((sentence, offer) for offer in offered)
    )
    return offers


def test_serial_numbers_are_offered_as_a_pattern_and_one_click_reads_only_such(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    session = make_session(texts_only(tmp_path / "serials", SERIALS, reading="network"))
    offers = offers_of(session)
    qtbot.waitUntil(lambda: len(offers) == 1)
    sentence, offer = offers[0]
    assert "“SN-1”, 2 digits" in sentence and offer.text == "Read only such texts"
    assert Project.open(session.project.root).settings.expected == "", "nothing is chosen unasked"
    offer.run()
    qtbot.waitUntil(lambda: session.project.settings.expected == "SN\\-1[0-9]{2}")
    back = offers[-1][1]
    assert back.text == "Read as before"
    back.run()
    qtbot.waitUntil(lambda: Project.open(session.project.root).settings.expected == "")


def test_few_words_are_offered_as_a_list_that_the_project_keeps(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    session = make_session(texts_only(tmp_path / "months", MONTHS, reading="network"))
    offers = offers_of(session)
    qtbot.waitUntil(lambda: len(offers) == 1)
    assert "one of 4 words" in offers[0][0]
    offers[0][1].run()
    qtbot.waitUntil(lambda: session.project.settings.expected == "expected-words.txt")
    text = (session.project.root / "expected-words.txt").read_text(encoding="utf-8")
    assert text.split() == ["April", "Feb", "Jan", "March"]


def until_known(qtbot: QtBot, session: Session, count: int) -> None:
    qtbot.waitUntil(lambda: int(session.catalog.table.known.sum()) == count)


def test_nothing_is_offered_twice(make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot):
    folder = texts_only(tmp_path / "serials", SERIALS, reading="network")
    first = offers_of(session := make_session(folder))
    qtbot.waitUntil(lambda: len(first) == 1)
    session.close()
    again = make_session(folder)
    offers = offers_of(again)
    until_known(qtbot, again, len(SERIALS))
    qtbot.wait(2500)
    assert offers == []
    assert again.models.own_writing.writing() is not None, "project settings still have it"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [(["HOTEL", "BAR", "Street", "to"] * 5 + SERIALS, ""), (SERIALS, "[A-Z]+")],
    ids=["words among them", "a person has chosen"],
)
def test_nothing_is_offered_without_a_pattern_or_once_words_are_expected(
    texts: Any, expected: str, make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    session = make_session(texts_only(tmp_path / "folder", texts, reading="network", expected=expected))
    until_known(qtbot, session, len(texts))
    assert session.models.own_writing.writing() is None


def test_what_the_texts_have_in_common_is_known_until_another_folder_is_open(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    session = make_session(texts_only(tmp_path / "serials", SERIALS, reading="network"))
    writing = session.models.own_writing
    qtbot.waitUntil(lambda: writing.common is not None)
    with qtbot.waitSignal(writing.changed):
        session.open(texts_only(tmp_path / "words", ["HOTEL", "BAR", "Street", "to"]))
    assert writing.common is None
