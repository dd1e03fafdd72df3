"""The panel Evaluation: numbers are handed over, and each leads to its words."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.evaluations import answer
from support.words.predictions import client_of, predicted_for, show_prediction

from app.desktop.theme import colour
from app.session import Session
from app.views.evaluation import groups
from app.views.evaluation.panel import EvaluationPanel
from app.workers.prediction_messages import WantFolder
from core.index.filters import STATUSES, HasFact, parse_filter
from core.index.rows import ImageRow
from core.readings.reading import PictureReading, Reading
from core.readings.store import picture_hash

_WORDS, _ACCURACY, _CONFUSIONS, _CONFIDENCE, _MAPS = range(5)


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> EvaluationPanel:
    """The first word is read with a wrong first symbol, the second not at all."""
    show_prediction(session, predicted_for(session), "one.keras")
    panel = exposed(qtbot, EvaluationPanel(session), 900, 320)
    panel.scope.setCurrentIndex(1)
    panel.scope.activated.emit(1)
    qtbot.mouseClick(panel.start, Qt.MouseButton.LeftButton)
    client, table = client_of(session), session.catalog.table
    qtbot.waitUntil(lambda: bool(client.sent(WantFolder)))
    answer(session, client, {table.images[0]: f"#{table.text[0][1:]}", table.images[1]: ""})
    qtbot.waitUntil(lambda: panel.evaluating.evaluation is not None)
    return panel


def listed(panel: EvaluationPanel) -> tuple[str, ...]:
    return panel.rows.entries


def in_the_list(panel: EvaluationPanel, session: Session) -> list[str]:
    panel.list.click()
    return [session.catalog.table.images[place] for place in session.catalog.visible]


def press(panel: EvaluationPanel, page: int, row: int) -> None:
    table = (panel.pages.words, panel.pages.accuracy, None, None, panel.pages.maps)[page]
    panel.pages.setCurrentIndex(page)
    table.clicked.emit(table.model().index(row, 0))


def test_each_number_leads_to_its_words(panel: EvaluationPanel, session: Session, qtbot: QtBot):
    images, texts = session.catalog.table.images, session.catalog.table.text
    assert panel.sentence.text().startswith(f"one.keras: {3 * len(images) // 4} of {len(images)} words")
    assert listed(panel) == (images[1], images[0]), "misread ones, the worst first"
    panel.words.clicked.emit(panel.rows.index(0, 0))
    qtbot.waitUntil(lambda: session.image == images[1])

    panel.pages.kind.setCurrentIndex(2)
    panel.pages.kind.activated.emit(2)
    press(panel, _ACCURACY, 0)
    assert {*listed(panel)} == {images[0], images[1]}, "misread at the first position"
    assert panel.group.terms == "misread-at:1"
    panel.pages.kind.setCurrentIndex(3)
    panel.pages.kind.activated.emit(3)
    press(panel, _ACCURACY, 0)
    assert panel.group.terms == "folder:. read:wrong"

    matrix = panel.pages.matrix
    cell = matrix.index(matrix.targets.index(texts[0][0]), matrix.readings.index("#"))
    panel.pages.confusions.clicked.emit(cell)
    assert listed(panel) == (images[0],)
    qtbot.waitUntil(lambda: len(panel.crops.entries) == 1)
    asked: list[str] = []
    panel.asked.connect(asked.append)
    assert in_the_list(panel, session) == [images[0]]
    assert session.catalog.filter_text == f"confused:{texts[0][0]}/#"
    assert asked == ["view.filter"]
    session.catalog.set_filter("")
    panel.tiles.clicked.emit(panel.crops.index(0, 0))
    qtbot.waitUntil(lambda: session.editor.image == images[0] and len(session.editor.selection) == 1)

    bar = next(place for place in range(10) if panel.pages.diagram.in_words(place).endswith("right, 0 %"))
    panel.pages.diagram.chosen.emit(bar)
    assert images[0] in listed(panel) or images[1] in listed(panel)
    panel.pages.of.setCurrentIndex(1)
    panel.pages.diagram.chosen.emit(8)
    assert panel.group.terms == "sure:0.8-0.9"
    assert {*listed(panel)} == {*in_the_list(panel, session)} == {*images} - {images[1]}, "no character was read in it"
    press(panel, _MAPS, 0)
    assert {*listed(panel)} == {images[0], images[1]}
    quote = groups.misread_of(panel.evaluating.evaluation, "symbol", '"').terms
    assert parse_filter(quote).terms == (HasFact("misread", ('"',)),)


def test_a_word_that_is_opened_gives_the_picture_the_keyboard_and_arrow_keys_do_not(
    panel: EvaluationPanel, session: Session
):
    images, gone_to = session.catalog.table.images, list[str | None]()
    session.workspace.gone_to.connect(lambda: gone_to.append(session.image))
    panel.words.setCurrentIndex(panel.rows.index(0, 0))
    assert session.image == images[1] and not gone_to
    panel.words.activated.emit(panel.rows.index(0, 0))
    panel.words.clicked.emit(panel.rows.index(1, 0))
    assert gone_to == [images[1], images[0]]


def choose_scope(panel: EvaluationPanel, place: int) -> None:
    panel.scope.setCurrentIndex(place)
    panel.scope.activated.emit(place)


def test_figures_of_a_former_choice_are_grey_and_say_so(panel: EvaluationPanel, session: Session):
    images = session.catalog.table.images

    def is_old() -> tuple[bool, bool]:
        ink = panel.sentence.palette().color(panel.sentence.foregroundRole())
        return "former choice" in panel.warning.text(), ink == colour("muted")

    assert is_old() == (False, False)
    choose_scope(panel, 0)
    assert is_old() == (True, True)
    choose_scope(panel, 1)
    assert is_old() == (False, False)
    session.catalog.set_filter(images[0])
    assert is_old() == (False, False), "a person looks at some of the words"


def test_the_buttons_of_a_page_stay_in_place_when_a_warning_comes(panel: EvaluationPanel, session: Session):
    panel.pages.setCurrentWidget(panel.branches)
    before = panel.branches.ask.mapTo(panel, QPoint(0, 0))
    images = session.catalog.table.images
    session.catalog.update_rows([ImageRow(image, "prelabelled", "a", is_known=False) for image in images[:3]])
    for scope, part in ((1, panel.known), (0, panel.warning)):
        choose_scope(panel, scope)
        QApplication.processEvents()
        assert part.isVisible()
        assert panel.branches.ask.mapTo(panel, QPoint(0, 0)) == before


def test_a_second_model_stands_beside_the_first(panel: EvaluationPanel, session: Session, qtbot: QtBot):
    from tests.app.evaluation.test_evaluating import choose, evaluate

    images = session.catalog.table.images
    choose(session, "other.keras", "4567")
    assert "See how well" in panel.sentence.text()
    evaluate(panel.evaluating, session, qtbot, {images[2]: "#"})
    assert panel.other.itemText(1) == "Compare with one.keras"
    panel.other.setCurrentIndex(1)
    panel.other.activated.emit(1)
    groups = [line.title for line in panel.pages.words.model().entries]
    alone = groups.index("read only by other.keras")
    press(panel, _WORDS, alone)
    assert {*listed(panel)} == {images[0], images[1]} == {*in_the_list(panel, session)}
    press(panel, _WORDS, alone + 1)
    assert listed(panel) == (images[2],) and in_the_list(panel, session) == [images[2]]
    assert [column.title() for column in panel.rows.columns] == ["Label", "Read", "one.keras", "Probability", "Image"]
    panel.other.setCurrentIndex(0)
    panel.other.activated.emit(0)
    assert "alone: it has not been evaluated yet" in session.catalog.unknown_facts[0], "compared with no model"


def test_other_readers_stand_beside_the_model_with_what_only_one_reads(
    panel: EvaluationPanel, session: Session, qtbot: QtBot
):
    images, texts = session.catalog.table.images, session.catalog.table.text
    page = panel.pages.indexOf(panel.pages.readers)
    assert not panel.pages.isTabVisible(page), "nobody else has read the folder"
    read = {images[0]: f"#{texts[0][1:]}", images[1]: texts[1], images[2]: f"{texts[2]}#"}
    path_of = session.project.path_of
    with qtbot.waitSignal(session.models.other_readings.changed):
        session.models.other_readings.keep(
            PictureReading(image, picture_hash(path_of(image)), Reading("PP-OCR", text, 0.9, seconds=0.25))
            for image, text in read.items()
        )
    assert panel.pages.isTabVisible(page)
    lines = panel.pages.readers.model().entries
    assert [line.title.strip() for line in lines] == [
        "one.keras",
        "PP-OCR",
        "read only by one.keras",
        "read only by PP-OCR",
        "misread in the same way by both",
    ]
    assert [line.values[0] for line in lines] == ["3", "3", "0", "1", "1"]
    assert [line.values[3] for line in lines] == ["20.0", "4.0", "", "", ""], "words a second"
    assert lines[1].share == pytest.approx(2 / 3), "a mark beside the word does not count in any case"
    panel.pages.setCurrentIndex(page)
    for row, wanted in ((3, images[1]), (4, images[0])):
        panel.pages.readers.clicked.emit(panel.pages.readers.model().index(row, 0))
        assert listed(panel) == (wanted,)


def test_a_folder_of_drafts_offers_to_review_them_and_counts_them_by_a_switch(
    panel: EvaluationPanel, session: Session, qtbot: QtBot
):
    assert not panel.known.isVisible()
    table = session.catalog.table
    table.known[1:] = False
    panel.show_evaluation()
    assert panel.known.sentence.text().startswith(f"1 of {len(table)} labels is known")
    asked: list[str] = []
    panel.asked.connect(asked.append)
    qtbot.mouseClick(panel.known.review, Qt.MouseButton.LeftButton)
    assert asked == ["view.layout.review"]
    panel.known.drafts.click()
    assert "how far models agree" in panel.known.sentence.text()
    assert panel.scope.itemText(1) == f"Words of the list ({len(table)})"


def test_words_that_two_readers_agreed_on_are_left_out_and_counted_until_drafts_count(
    panel: EvaluationPanel, session: Session
):
    table = session.catalog.table
    table.known[1:] = False
    table.status[1:3] = STATUSES.index("agreed")
    panel.show_evaluation()
    said = "Left out: 2 words that were accepted because two readers agreed. Confirm some."
    assert said in panel.warning.text().splitlines()
    panel.known.drafts.click()
    assert said not in panel.warning.text()
