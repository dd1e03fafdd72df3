"""Potential gain of each branch over a folder, as the panel shows it: gains are handed over, no process is asked."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.processes.fake_client import FakeClient
from support.window.showing import exposed
from support.words.predictions import client_of, predicted_for, show_prediction

from app.session import Session
from app.views.evaluation.branches_page import BranchesPage
from app.views.evaluation.panel import EvaluationPanel
from app.widgets.job_progress import JobProgress
from app.workers.prediction_messages import Answered, Diagnosed, FolderRead, WantFolder
from core.analysis.attribution.error_attribution import MapOutcome
from core.analysis.attribution.oracle_combinations import COMBINATIONS, PREDICTED, TARGET, OracleCombination
from tests.tour.counting import overlaps_in

CLASS: OracleCombination = frozenset(("class",))
BOTH: OracleCombination = frozenset(("class", "order"))
RIGHT = MapOutcome(frozenset(COMBINATIONS), "right")
BY_CLASS = MapOutcome(frozenset(combination for combination in COMBINATIONS if "class" in combination), "branches")
BY_BOTH = MapOutcome(frozenset((BOTH, TARGET)), "branches")
BEYOND = MapOutcome(frozenset(), "charset")


@pytest.fixture
def client(session: Session) -> FakeClient:
    return client_of(session)


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> EvaluationPanel:
    show_prediction(session, predicted_for(session))
    panel = exposed(qtbot, EvaluationPanel(session), 400, 700)
    panel.scope.setCurrentIndex(1)
    panel.scope.activated.emit(1)
    return panel


@pytest.fixture
def page(panel: EvaluationPanel) -> BranchesPage:
    panel.split.show()
    panel.pages.setCurrentWidget(panel.branches)
    return panel.branches


def progress_of(page: BranchesPage) -> JobProgress | None:
    return page.findChild(JobProgress)


def answer(
    page: BranchesPage,
    client: FakeClient,
    outcomes: dict[str, MapOutcome],
    is_over: bool = True,
    left_out: tuple[str, ...] = (),
) -> None:
    gains = page.gains
    found = {image: Diagnosed(f"read {image}", outcome, "") for image, outcome in outcomes.items()}
    done = len(gains.images) if is_over else len(found)
    number = client.sent(WantFolder)[-1].number
    client.answer(Answered(number, FolderRead(done, {}, left_out, diagnosed=found), is_over))


def ask(page: BranchesPage, client: FakeClient, qtbot: QtBot) -> tuple[str, ...]:
    qtbot.mouseClick(page.ask, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(client.sent(WantFolder)))
    return client.sent(WantFolder)[-1].images


def found_out(page: BranchesPage, client: FakeClient, qtbot: QtBot) -> list[str]:
    images = [*ask(page, client, qtbot)]
    outcomes = [RIGHT, BY_CLASS, BY_CLASS, BY_BOTH, BEYOND, *[RIGHT] * len(images)]
    answer(page, client, dict(zip(images, outcomes, strict=False)))
    qtbot.waitUntil(lambda: page.gains.job is None)
    return images


def lines(page: BranchesPage) -> dict[str, tuple[str, str]]:
    texts = [[page.table.item(row, column).text() for column in range(3)] for row in range(page.table.rowCount())]
    return {line: (right, gain) for line, right, gain in texts}


def test_page_says_what_it_would_show_before_anything_is_asked_for(page: BranchesPage, session: Session):
    assert "perfect" in page.sentence.text()
    assert not page.table.isVisible()
    assert page.ask.isEnabled()
    assert session.instruments.gains.scope == "list"


def test_words_read_now_with_each_perfect_branch_with_pairs_and_at_the_upper_bound(
    page: BranchesPage, client: FakeClient, qtbot: QtBot
):
    found_out(page, client, qtbot)
    assert page.sentence.text() == "The network by itself reads 4 of 8 words right."
    assert lines(page) == {
        "As predicted": ("4", ""),
        "Perfect character map": ("6", "+2"),
        "Perfect order map": ("4", "0"),
        "Perfect centre map": ("4", "0"),
        "Perfect characters + order": ("7", "+3"),
        "Perfect characters + centres": ("6", "+2"),
        "Perfect order + centres": ("4", "0"),
        "All three: the upper bound": ("7", "+3"),
        "Symbols that the model does not know": ("", "1"),
    }


def test_a_line_lists_the_words_that_it_would_mend_and_a_word_shows_its_image(
    page: BranchesPage, session: Session, client: FakeClient, qtbot: QtBot
):
    images = found_out(page, client, qtbot)
    assert page.line == CLASS, "the dearest branch comes first"
    assert page.rows.entries == (images[1], images[2])
    assert "this branch alone" in page.title.text()
    qtbot.mouseClick(
        page.words.viewport(), Qt.MouseButton.LeftButton, pos=page.words.visualRect(page.rows.index(1, 0)).center()
    )
    assert session.image == images[2]
    qtbot.keyClick(page.words, Qt.Key.Key_Up)
    assert session.image == images[1]
    assert page.rows.index(1, 2).data() == f"read {images[2]}"
    item = page.table.item(4, 0)
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=page.table.visualItemRect(item).center())
    assert page.line == BOTH
    assert page.rows.entries == (images[1], images[2], images[3])
    assert session.image == images[1], "listing words leaves the image alone"
    page.table.setCurrentCell(8, 0)
    assert page.rows.entries == (images[4],)
    page.table.setCurrentCell(2, 0)
    assert page.title.text() == "There is no such word."
    page.table.setCurrentCell(0, 0)
    assert page.line == PREDICTED
    assert not page.words.isVisible()


def test_progress_is_shown_while_words_come_in_and_can_be_stopped(page: BranchesPage, client: FakeClient, qtbot: QtBot):
    images = ask(page, client, qtbot)
    assert not page.ask.isEnabled()
    answer(page, client, {images[0]: BY_CLASS, images[1]: RIGHT}, is_over=False)
    qtbot.waitUntil(lambda: page.sentence.text() == "The network by itself reads 1 of 2 words right.")
    qtbot.waitUntil(lambda: progress_of(page) is not None and progress_of(page).bar.value() == 2)
    qtbot.mouseClick(progress_of(page).stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: progress_of(page) is None)
    assert page.sentence.text() == "The network by itself reads 1 of 2 words right."
    assert "Not finished: 8 words were to be read" in page.warning.text()
    assert page.ask.isEnabled()


def test_words_that_are_left_out_and_labels_edited_since_are_said(
    page: BranchesPage, session: Session, client: FakeClient, qtbot: QtBot
):
    images = ask(page, client, qtbot)
    answer(page, client, dict.fromkeys(images[1:], RIGHT), left_out=(f"{images[0]}: the label has no characters.",))
    qtbot.waitUntil(lambda: page.gains.job is None)
    assert page.warning.text() == f"One word is left out. {images[0]}: the label has no characters."
    session.saver.saved.emit(images[2])
    qtbot.waitUntil(lambda: page.warning.text().startswith("One label has been edited since then."))


def test_another_model_empties_the_page(page: BranchesPage, session: Session, client: FakeClient, qtbot: QtBot):
    found_out(page, client, qtbot)
    session.in_use.choose(Path("/models/another.keras"))
    assert not page.table.isVisible()
    assert page.sentence.text() == "The model is being loaded…"
    assert page.rows.entries == ()


def test_who_asks_elsewhere_sees_the_page(panel: EvaluationPanel, session: Session):
    assert not panel.branches.isVisible()
    session.instruments.gains.begun.emit()
    assert panel.branches.isVisible() and not panel.words.isVisible()


@pytest.mark.parametrize("size", [(1150, 300), (700, 300), (400, 300), (400, 900)])
def test_gains_and_their_words_never_lie_over_each_other(
    panel: EvaluationPanel, page: BranchesPage, client: FakeClient, qtbot: QtBot, size: tuple[Any, ...]
):
    panel.resize(*size)
    found_out(page, client, qtbot)
    qtbot.waitUntil(lambda: page.words.isVisible() and page.table.rowCount() > len(COMBINATIONS) - 1)
    assert overlaps_in(page) == ()
    assert page.words.height() >= 100
