"""The learning histories of the chosen runs, and the list of images filtered by them."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.told_training import begin, end, new_run, tell, validated
from support.words.learning_histories import write_learning_history

from app.session import Session
from app.training.learning_histories import trained_with


@pytest.fixture
def images(session: Session) -> list[str]:
    return session.catalog.table.images[:3]


@pytest.fixture
def run(session: Session, images: list[str]) -> Path:
    first, second, third = images
    path = new_run(session).path
    write_learning_history(
        path,
        [
            (100, {first: ("ab", "xx"), second: ("cd", "cd"), third: ("qd", "gd")}),
            (2500, {first: ("ab", "ab"), second: ("cd", "cx"), third: ("qd", "gd")}),
        ],
    )
    return path


def listed(session: Session, text: str) -> list[str]:
    session.catalog.set_filter(text)
    return [session.catalog.table.images[place] for place in session.catalog.visible]


def test_the_list_is_filtered_by_the_learning_history_of_the_chosen_run(
    session: Session, run: Path, images: list[str], qtbot: QtBot
):
    first, second, third = images
    assert listed(session, "first-learned:any") == []
    with qtbot.waitSignal(
        session.instruments.learning_histories.changed,
        check_params_cb=lambda: bool(session.instruments.learning_histories.learning_histories),
    ):
        session.instruments.learning_histories.choose([run])
    assert set(listed(session, "first-learned:any")) == {first, second, third}
    assert listed(session, "first-learned:>2000") == [first]
    assert listed(session, "first-learned:never") == [third]
    assert listed(session, "never-read:q") == [third] and listed(session, "never-read:d") == []
    assert listed(session, "never-read-at:1") == [third] and listed(session, "never-read-at:2") == []
    assert listed(session, "forgotten:any") == listed(session, "forgotten:>100") == [second]
    session.catalog.set_filter("never-read-at:1")
    assert session.catalog.unknown_facts == ()
    session.instruments.learning_histories.choose([])
    assert len(session.catalog.visible) == 0


def test_a_validation_that_is_done_is_read_too(session: Session, run: Path, images: list[str], qtbot: QtBot):
    session.instruments.learning_histories.choose([run])
    qtbot.waitUntil(lambda: len(session.instruments.learning_histories.learning_histories) == 1)
    begin(session, run)
    write_learning_history(run, [(3000, {images[0]: ("ab", "ab")})])
    tell(session, validated(3000, 0.5))
    qtbot.waitUntil(lambda: len(session.instruments.learning_histories.learning_histories[0]) == 3)
    end(session)


def test_a_file_that_is_no_learning_history_is_told(session: Session, run: Path, qtbot: QtBot):
    (run / "ledger.bin").write_bytes(b"something else")
    session.instruments.learning_histories.choose([run])
    qtbot.waitUntil(lambda: "not the learning history of a run" in session.instruments.learning_histories.trouble)
    assert session.instruments.learning_histories.learning_histories == ()


def test_training_characters_of_a_symbol_are_counted_by_folder(session: Session):
    table = session.catalog.table
    table.text[0], table.split[0] = "qaq", 0
    table.text[1], table.split[1] = "q", 1
    folder = table.images[0].rpartition("/")[0]
    others = {place: text for place, text in enumerate(table.text) if "q" in text and place > 1}
    assert not others
    assert trained_with(table, "q") == {folder: 2}
