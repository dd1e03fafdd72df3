"""The learning history of one run and of two in the panel of runs."""

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.window.told_training import new_run
from support.words.learning_histories import Told, write_learning_history

from app.session import Session
from app.views.runs.learning_history_page import LearningHistoryPage
from app.views.runs.strips import STRIP, strip_image
from core.analysis.learning.history import OUTCOMES
from core.runs.folder import RunFolder
from core.runs.info import RunInfo

ONE, OTHER = "001-small-2026-01-01", "002-small-2026-01-02"


@pytest.fixture
def images(session: Session) -> list[str]:
    return session.catalog.table.images[:3]


@pytest.fixture
def page(session: Session, qtbot: QtBot) -> LearningHistoryPage:
    return exposed(qtbot, LearningHistoryPage(session), 900, 320)


def told(images: list[str], *readings: str) -> Mapping[str, Told]:
    first, second, third = images
    return {first: ("ab", readings[0], ".."), second: ("cd", readings[1], "oc"), third: ("qd", readings[2], "c.")}


@pytest.fixture
def runs(session: Session, images: list[str]) -> list[RunInfo]:
    made = []
    for name, batch, validations in (
        (ONE, 8, [(100, told(images, "xx", "cd", "gd")), (200, told(images, "ab", "cx", "gd"))]),
        (OTHER, 4, [(100, told(images, "ab", "cd", "gd")), (200, told(images, "ab", "cd", "qd"))]),
    ):
        folder: RunFolder = new_run(session, name, batch=batch)
        write_learning_history(folder.path, validations)
        made.append(RunInfo(folder.path, folder.config))
    return made


def shown(page: LearningHistoryPage, qtbot: QtBot, *runs: RunInfo) -> None:
    page.set_runs(runs)
    qtbot.waitUntil(lambda: bool(page.says.text()))


def words(page: LearningHistoryPage) -> list[str]:
    model = page.words.model()
    return [model.index(number, 0).data() for number in range(model.rowCount())]


def choose(box: object, text: str) -> None:
    number = box.findText(text)
    box.setCurrentIndex(number)
    box.activated.emit(number)


def press(table: QTableView, row: int, column: int = 0) -> None:
    index = table.model().index(row, column)
    table.setCurrentIndex(index)
    table.clicked.emit(index)


def test_each_word_has_a_strip_with_the_branch_that_failed(
    page: LearningHistoryPage, runs: list[RunInfo], images: list[str], session: Session, qtbot: QtBot
):
    shown(page, qtbot, runs[0])
    assert words(page) == ["ab", "cd", "qd"]
    assert page.says.text() == "3 words at 2 validations: 1 read at the last validation, 1 forgotten, 1 never read."
    outcomes = page.words.model().index(2, 1).data(STRIP)
    assert [[OUTCOMES[each] for each in row] for row in outcomes] == [["class", "right"], ["class", "right"]]
    picture = strip_image(outcomes)
    assert (picture.width(), picture.height()) == (2, 2)
    assert picture.pixel(0, 0) != picture.pixel(0, 1)
    press(page.words, 2)
    assert session.image == images[2]
    assert page.strip.isVisible()
    said = page.strip.text_at(QPoint(page.strip.width() - 10, 2))
    assert said == "Step 200, character 1 (q): character failed (G)\nread: g, score 0.80"
    choose(page.kind, "Forgotten")
    assert words(page) == ["cd"]
    page.filter_list()
    assert session.catalog.filter_text == "forgotten:any"


def test_a_symbol_that_was_never_read_is_explained_and_leads_to_its_words(
    page: LearningHistoryPage, runs: list[RunInfo], session: Session, qtbot: QtBot
):
    shown(page, qtbot, runs[0])
    choose(page.by, "Symbol")
    model = page.groups.model()
    assert [model.index(0, column).data() for column in range(5)] == ["q", "1", "1", "0", "–"]
    press(page.groups, 0)
    assert words(page) == ["qd"]
    assert "never read" in page.says.text() and "class branch causes" in page.says.text()
    choose(page.kind, "Never read")
    page.filter_list()
    assert session.catalog.filter_text == 'never-read:"q"'
    assert len(session.catalog.visible) == 1


def test_words_of_a_position_or_a_folder_are_shown_in_the_list_alone(
    page: LearningHistoryPage, runs: list[RunInfo], images: list[str], session: Session, qtbot: QtBot
):
    def listed() -> list[str]:
        page.filter_list()
        return [session.catalog.table.images[place] for place in session.catalog.visible]

    shown(page, qtbot, runs[0])
    choose(page.by, "Position")
    choose(page.kind, "Never read")
    press(page.groups, 0)
    assert words(page) == ["qd"] and listed() == [images[2]]
    press(page.groups, 1)
    assert words(page) == [] and listed() == []
    choose(page.kind, "Forgotten")
    assert words(page) == ["cd"] and listed() == [images[1]]
    choose(page.kind, "All words")
    assert words(page) == ["ab", "cd", "qd"] and listed() == images
    assert session.catalog.filter_text == "len:>=2 first-learned:any"
    choose(page.by, "Source")
    press(page.groups, 0)
    assert listed() == images and session.catalog.filter_text == "folder:. first-learned:any"


def test_two_runs_are_compared_word_by_word_with_their_configurations_on_top(
    page: LearningHistoryPage, runs: list[RunInfo], session: Session, images: list[str], qtbot: QtBot
):
    shown(page, qtbot, *runs)
    said = page.says.text()
    assert (
        f"Of 3 words, {OTHER} reads 1 sooner and 0 later than {ONE}, reads 2 more at its end, and has lost 0." in said
    )
    assert "Words in each step 8 → 4" in said
    model = page.words.model()
    assert [(model.index(row, 0).data(), model.index(row, 3).data()) for row in range(3)] == [
        ("qd", "gained"), ("cd", "gained"), ("ab", "sooner"),
    ]  # fmt: skip
    assert not page.list_them.isEnabled()  # all that differ are no one term
    choose(page.kind, "sooner (1)")
    assert words(page) == ["ab"]
    page.list_them.click()
    assert session.catalog.filter_text == "second:sooner"
    assert [session.catalog.table.images[row] for row in session.catalog.visible] == images[:1]


def test_a_run_without_a_learning_history_and_one_that_was_cut_off_say_so(
    page: LearningHistoryPage, runs: list[RunInfo], session: Session, qtbot: QtBot
):
    learning_history = runs[0].path / "ledger.bin"
    learning_history.write_bytes(learning_history.read_bytes()[:-2])
    shown(page, qtbot, runs[0])
    assert "cut off" in page.warning.text() and words(page) == ["ab", "cd", "qd"]
    bare = new_run(session, "003-small-2026-01-03")
    shown(page, qtbot, RunInfo(bare.path, bare.config))
    assert "has no learning history" in page.says.text() and words(page) == []


def test_a_low_page_has_the_list_and_one_line(page: LearningHistoryPage, runs: list[RunInfo], qtbot: QtBot):
    shown(page, qtbot, runs[0])
    press(page.words, 0)
    assert page.strip.isVisible() and page.legend.isVisible()
    page.resize(900, 160)
    assert not page.strip.isVisible() and not page.legend.isVisible() and page.words.isVisible()
    assert page.says.height() < 2 * page.says.fontMetrics().lineSpacing()


def test_words_of_60_characters_are_drawn(page: LearningHistoryPage, session: Session, images: list[str], qtbot: QtBot):
    folder = new_run(session, "004-small-2026-01-04")
    write_learning_history(folder.path, [(100, {images[0]: ("x" * 60, "x" * 59 + "y", "." * 59 + "c")})])
    shown(page, qtbot, RunInfo(folder.path, folder.config))
    press(page.words, 0)
    assert page.strip.height() <= 180
    assert "character 60" in page.strip.text_at(QPoint(page.strip.width() - 10, page.strip.height() - 1))
