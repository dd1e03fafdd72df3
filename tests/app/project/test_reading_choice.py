"""Codes are read by the network alone once enough texts are known; the project keeps the choice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from support.text_labels import texts_only

from app.project.reading_choice import ReadingChoice
from app.project.workspace import FollowUp
from app.session import Session
from core.project.project import Project

CODES = [f"A{number}B" for number in range(30)]


def test_codes_are_read_by_the_network_alone_and_one_click_reads_them_with_the_language(
    make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    session = make_session(texts_only(tmp_path / "codes", CODES))
    offers: list[FollowUp] = []
    session.workspace.notified.connect(lambda severity, sentence, offered: offers.extend(offered))
    qtbot.waitUntil(lambda: [offer.text for offer in offers] == ["Read with the language"])
    assert Project.open(session.project.root).settings.reading == "network"
    assert not session.in_use.reads_with_language
    offers[0].run()
    qtbot.waitUntil(lambda: session.project.settings.reading == "language")
    assert Project.open(session.project.root).settings.reading == "language"
    assert session.in_use.reads_with_language


def until_known(qtbot: QtBot, session: Session, count: int) -> None:
    """Wait until the texts are known, from which something could be chosen."""
    qtbot.waitUntil(lambda: int(session.catalog.table.known.sum()) == count)


@pytest.mark.parametrize("texts", [CODES[:29], ["HOTEL"] * 40], ids=["too few", "words"])
def test_nothing_is_chosen_or_written_for_words_and_for_few_texts(
    texts: Any, make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot
):
    session = make_session(texts_only(tmp_path / "words", texts))
    until_known(qtbot, session, len(texts))
    ReadingChoice(session.workspace, session.catalog, session).decide()
    assert not (session.project.root / "textscanner.json").exists()


def test_what_a_person_has_chosen_stays(make_session: Callable[[Path | None], Session], tmp_path: Path, qtbot: QtBot):
    folder = texts_only(tmp_path / "codes", CODES, reading="language")
    session = make_session(folder)
    until_known(qtbot, session, len(CODES))
    ReadingChoice(session.workspace, session.catalog, session).decide()
    assert Project.open(folder).settings.reading == "language"
