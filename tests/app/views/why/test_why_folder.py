"""What each branch costs over a folder, as the panel shows it: costs are handed over, no process is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.words.predictions import predicted_for, show_prediction

from app.session import Session
from app.views.why import WhyPanel
from app.views.why.folder_page import FolderPage
from app.workers.prediction_messages import Diagnosed, FolderRead
from core.judging.blame import Outcome
from core.judging.mixtures import MIXTURES, PREDICTED, TARGET, Mixture

CLASS: Mixture = frozenset(("class",))
BOTH: Mixture = frozenset(("class", "order"))
RIGHT = Outcome(frozenset(MIXTURES), "right")
BY_CLASS = Outcome(frozenset(mixture for mixture in MIXTURES if "class" in mixture), "branches")
BY_BOTH = Outcome(frozenset((BOTH, TARGET)), "branches")
BEYOND = Outcome(frozenset(), "charset")


@pytest.fixture
def asked(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What the process that predicts is asked for."""
    found: list[tuple[str, ...]] = []

    def note(number: int, root: Path, images: tuple[str, ...], kind: str) -> bool:
        found.append(tuple(images))
        return True

    monkeypatch.setattr(session.predictions.worker, "want_folder", note)
    return found


@pytest.fixture
def panel(session: Session, asked: list[tuple[str, ...]], qtbot: QtBot) -> WhyPanel:
    show_prediction(session, predicted_for(session))
    panel = WhyPanel(session)
    qtbot.addWidget(panel)
    panel.resize(300, 640)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def page(panel: WhyPanel) -> FolderPage:
    panel.setCurrentWidget(panel.folder)
    panel.folder.scope.setCurrentIndex(1)
    panel.folder.scope.activated.emit(1)
    return panel.folder


def answer(
    page: FolderPage, outcomes: dict[str, Outcome], is_over: bool = True, left_out: tuple[str, ...] = ()
) -> None:
    costs = page.costs
    found = {image: Diagnosed(f"read {image}", outcome, "") for image, outcome in outcomes.items()}
    done = len(costs.images) if is_over else len(found)
    costs._worker.folder_read.emit(FolderRead(costs._number, done, {}, left_out, is_over, diagnosed=found))


def ask(page: FolderPage, asked: list[tuple[str, ...]], qtbot: QtBot) -> tuple[str, ...]:
    qtbot.mouseClick(page.ask, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(asked), timeout=WAIT)
    return asked[-1]


def found_out(page: FolderPage, asked: list[tuple[str, ...]], qtbot: QtBot) -> list[str]:
    images = [*ask(page, asked, qtbot)]
    outcomes = [RIGHT, BY_CLASS, BY_CLASS, BY_BOTH, BEYOND, *[RIGHT] * len(images)]
    answer(page, dict(zip(images, outcomes, strict=False)))
    qtbot.waitUntil(lambda: page.costs.job is None, timeout=WAIT)
    return images


def lines(page: FolderPage) -> dict[str, tuple[str, str]]:
    texts = [[page.table.item(row, column).text() for column in range(3)] for row in range(page.table.rowCount())]
    return {line: (right, gain) for line, right, gain in texts}


def test_page_says_what_it_would_show_before_anything_is_asked_for(page: FolderPage, session: Session) -> None:
    assert "perfect" in page.sentence.text()
    assert not page.table.isVisible()
    assert page.ask.isEnabled()
    assert page.scope.currentText() == f"Words of the list ({len(session.catalog.table)})"
    session.predictions.choose(None)
    assert page.sentence.text().startswith("Choose a model")
    assert not page.ask.isEnabled()


def test_words_read_now_with_each_perfect_branch_with_pairs_and_at_the_ceiling(
    page: FolderPage, asked: list[tuple[str, ...]], qtbot: QtBot
) -> None:
    found_out(page, asked, qtbot)
    assert page.sentence.text() == "Of 8 words 4 are read right."
    assert lines(page) == {
        "As predicted": ("4", ""),
        "Perfect G": ("6", "+2"),
        "Perfect S": ("4", "0"),
        "Perfect Q": ("4", "0"),
        "Perfect G + S": ("7", "+3"),
        "Perfect G + Q": ("6", "+2"),
        "Perfect S + Q": ("4", "0"),
        "All three: the ceiling": ("7", "+3"),
        "Symbols that the model does not know": ("", "1"),
    }


def test_a_line_lists_the_words_that_it_would_mend_and_a_word_shows_its_image(
    page: FolderPage, session: Session, asked: list[tuple[str, ...]], qtbot: QtBot
) -> None:
    images = found_out(page, asked, qtbot)
    assert page.line == CLASS, "the dearest branch comes first"
    assert page.rows.entries == (images[1], images[2])
    assert "it alone" in page.title.text()
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


def test_progress_is_shown_while_words_come_in_and_can_be_stopped(
    page: FolderPage, asked: list[tuple[str, ...]], qtbot: QtBot
) -> None:
    images = ask(page, asked, qtbot)
    assert page._progress is not None
    assert not page.ask.isEnabled()
    answer(page, {images[0]: BY_CLASS, images[1]: RIGHT}, is_over=False)
    qtbot.waitUntil(lambda: page.sentence.text() == "Of 2 words 1 are read right.", timeout=WAIT)
    qtbot.waitUntil(lambda: page._progress is not None and page._progress.bar.value() == 2, timeout=WAIT)
    qtbot.mouseClick(page._progress.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page._progress is None, timeout=WAIT)
    assert page.sentence.text() == "Of 2 words 1 are read right."
    assert "8 words were asked for" in page.warning.text()
    assert page.ask.isEnabled()


def test_words_that_are_left_out_and_labels_edited_since_are_said(
    page: FolderPage, session: Session, asked: list[tuple[str, ...]], qtbot: QtBot
) -> None:
    images = ask(page, asked, qtbot)
    answer(page, dict.fromkeys(images[1:], RIGHT), left_out=(f"{images[0]}: the label has no characters.",))
    qtbot.waitUntil(lambda: page.costs.job is None, timeout=WAIT)
    assert page.warning.text() == f"One word is left out. {images[0]}: the label has no characters."
    session.saver.saved.emit(images[2])
    qtbot.waitUntil(lambda: page.warning.text().startswith("One label has been edited since."), timeout=WAIT)


def test_another_model_empties_the_page(
    page: FolderPage, session: Session, asked: list[tuple[str, ...]], qtbot: QtBot
) -> None:
    found_out(page, asked, qtbot)
    session.predictions.choose(Path("/models/another.keras"))
    assert not page.table.isVisible()
    assert page.sentence.text() == "The model is being loaded…"
    assert page.rows.entries == ()


def test_who_asks_elsewhere_sees_the_page(panel: WhyPanel, session: Session) -> None:
    assert panel.currentWidget() is panel.word
    panel.folder.costs.begun.emit()
    assert panel.currentWidget() is panel.folder


def test_page_follows_the_language(page: FolderPage, asked: list[tuple[str, ...]], qtbot: QtBot) -> None:
    from app.language.languages import set_language  # noqa: PLC0415

    found_out(page, asked, qtbot)
    set_language("zh_CN")
    try:
        QApplication.processEvents()
        assert page.table.rowCount() == 9
        assert page.ask.text() != "Find out"
    finally:
        set_language("en")
