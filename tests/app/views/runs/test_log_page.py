"""The page of a run's log, which follows the file while it grows."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.session import Session
from app.views.runs.log_page import LogPage


@pytest.fixture
def page(session: Session, qtbot: QtBot) -> LogPage:
    return exposed(qtbot, LogPage(session.workspace.background))


def test_log_is_followed_while_it_grows_below_the_messages(page: LogPage, tmp_path: Path, qtbot: QtBot):
    log = tmp_path / "log.txt"
    log.write_text("first line\n")
    page.follow(log, ["Something to know."])
    qtbot.waitUntil(lambda: page.log.toPlainText() == "first line")
    assert page.messages.model().index(0, 0).data() == "Something to know."
    with log.open("a") as file:
        file.write("名\n")
    qtbot.waitUntil(lambda: page.log.toPlainText() == "first line\n名")
    page.follow(None, ())
    assert page.log.toPlainText() == "" and page.messages.isHidden()


def test_log_with_a_long_last_line_shows_where_its_lines_begin(page: LogPage, tmp_path: Path, qtbot: QtBot):
    log = tmp_path / "log.txt"
    log.write_text("first line\n" * 100 + "warning: " + "word " * 400)
    page.follow(log, ())
    qtbot.waitUntil(lambda: "warning" in page.log.toPlainText())
    assert page.log.horizontalScrollBar().maximum() > 0
    assert page.log.horizontalScrollBar().value() == 0
    assert page.log.verticalScrollBar().value() > page.log.verticalScrollBar().maximum() - 3  # its last lines
