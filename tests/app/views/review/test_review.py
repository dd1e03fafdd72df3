from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import exposed
from support.words.predictions import predicted_for, show_prediction

from app.drafting.drafts import Doubt
from app.pictures.shown_maps import image_name
from app.session import Session
from app.views.review.panel import ReviewPanel
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.label import WordLabel

IMAGE, LABEL, READ = 1, 2, 3


@pytest.fixture
def images(session: Session) -> list[str]:
    """Of which the first three were read: the third is contradicted most, then the first."""
    names = [session.catalog.image_at(row) or "" for row in range(8)]
    with Index.open(session.project) as index:
        for row, score in enumerate((0.2, 0.95, 0.01)):
            known = index.row(names[row])
            text = known.text if score > 0.5 else "zzz"
            index.set_predictions({names[row]: IndexedPrediction(text, score, score, 1 - score, "m", known.label_hash)})
        session.catalog.take_rows([row for name in names[:3] if (row := index.row(name)) is not None])
    return names


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> ReviewPanel:
    return exposed(qtbot, ReviewPanel(session), 900, 200)


def test_empty_queue_says_how_to_fill_it(session: Session, panel: ReviewPanel, qtbot: QtBot):
    qtbot.waitUntil(lambda: session.reviewing.is_ready)
    assert "predict all images" in panel.sentence.text()
    assert not panel.next.isEnabled()
    assert not panel.predict.isEnabled()


def test_rows_say_label_reading_and_numbers(images: list[str], panel: ReviewPanel, qtbot: QtBot):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    texts = [[panel.rows.index(row, at).data() for at in range(panel.rows.columnCount())] for row in range(3)]
    assert [row[IMAGE] for row in texts] == [image_name(images[place]) for place in (2, 0, 1)]
    assert texts[0][READ:] == ["zzz", "99 %"]
    bold = [panel.rows.index(row, READ).data(Qt.ItemDataRole.FontRole).bold() for row in range(3)]
    assert bold == [row[READ] != row[LABEL] for row in texts] and bold[0]
    said = panel.rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Disagreement: 4.6" in said and "Probability: 0.01" in said
    assert "It is not known which labels" in panel.sentence.text()


def test_a_settled_label_has_no_chance_of_being_wrong_any_more(
    session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot
):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    number, queued = panel.rows.entries[0]
    panel.rows.set_entries([(number, replace(queued, is_done=True))])
    assert panel.rows.index(0, READ + 1).data() == "–"
    assert "with a probability of" not in panel.rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    panel.rows.set_entries([(number, replace(queued, disagreement=0.001))])
    assert panel.rows.index(0, READ + 1).data() == "< 1 %"


def test_a_model_that_is_being_loaded_is_named(session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    session.in_use.choose(Path("/models/first.keras"))
    assert session.in_use.state == "loading"
    assert panel.sentence.text().startswith("first.keras is being loaded.")
    assert "It is not known" not in panel.sentence.text()


def test_the_maps_of_another_model_than_the_queue_s_can_be_left_from_the_queue(
    session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot
):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    show_prediction(session, predicted_for(session), "first.keras")
    assert not panel.maps_of.isVisible()
    session.predictions.look_at(Path("/models/runs/001-small"))
    assert panel.maps_of.isVisible() and panel.maps_of.text() == "Show the maps of first.keras"
    panel.maps_of.click()
    assert session.predictions.is_in_use and panel.maps_of.text().startswith("Show the maps of run 001")
    panel.maps_of.click()
    assert not session.predictions.is_in_use


def test_a_label_whose_text_is_read_says_that_its_places_are_doubted(
    session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot
):
    with Index.open(session.project) as index:
        known = index.row(images[2])
        index.set_predictions({images[2]: IndexedPrediction(known.text, 0.9, 0.01, 0.5, "m", known.label_hash)})
        session.catalog.take_rows([index.row(images[2])])
    said = f"box? {known.text}"
    qtbot.waitUntil(lambda: said in [panel.rows.index(row, READ).data() for row in range(panel.rows.rowCount())])
    row = next(row for row in range(3) if panel.rows.index(row, READ).data() == said)
    tip = panel.rows.index(row, READ).data(Qt.ItemDataRole.ToolTipRole)
    assert "a box, or the order of the characters, is doubted" in tip
    assert [panel.rows.index(row, READ).data().count("box?") for row in range(3)].count(1) == 1


def test_the_line_above_names_the_model_that_read_the_words(
    session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot
):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    assert not panel.sentence.text().startswith("Read by"), "no model is chosen, and any may have read them"
    show_prediction(session, predicted_for(session), "one.keras")
    with Index.open(session.project) as index:
        for name in images[:2]:
            known = index.row(name)
            index.set_predictions({name: IndexedPrediction("zz", 0.1, 0.1, 0.5, "0123", known.label_hash)})
        session.catalog.take_rows([row for name in images[:2] if (row := index.row(name)) is not None])
    qtbot.waitUntil(lambda: panel.sentence.text().startswith("Read by one.keras. "))


def test_suspected_text_says_so(session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot):
    session.models.drafting.note_doubts({images[5]: Doubt("abc", "xyz", 50.0)})
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 4)
    assert panel.rows.index(0, IMAGE).data() == image_name(images[5])
    assert "suspected text" in panel.rows.index(0, IMAGE).data(Qt.ItemDataRole.ToolTipRole)


def test_new_queue_begins_at_the_top_whatever_image_is_on_screen(session: Session, panel: ReviewPanel, qtbot: QtBot):
    panel.resize(900, 130)
    names = [session.catalog.image_at(row) or "" for row in range(len(session.catalog.visible))]
    session.show(names[-1])
    with Index.open(session.project) as index:
        for place, name in enumerate(names):
            known = index.row(name)
            prediction = IndexedPrediction("zzz", 0.1, 0.1, 0.5 - 0.05 * place, "m", known.label_hash)
            index.set_predictions({name: prediction})
        session.catalog.take_rows([row for name in names if (row := index.row(name)) is not None])
    qtbot.waitUntil(lambda: panel.rows.rowCount() == len(names))
    assert panel.table.verticalScrollBar().maximum() > 0, "not all rows are in sight"
    assert panel.table.verticalScrollBar().value() == 0


@pytest.mark.usefixtures("images")
def test_click_shows_the_image_and_the_open_image_is_marked(
    session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot
):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    at = panel.table.visualRect(panel.rows.index(0, READ)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert session.image == images[2]
    session.show(images[1])
    assert panel.table.currentIndex().row() == 2
    session.show(images[6])
    assert not panel.table.selectionModel().hasSelection()


@pytest.mark.usefixtures("images")
def test_the_queue_shows_a_label_as_it_is_at_each_moment(session: Session, panel: ReviewPanel, qtbot: QtBot):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    session.saver.delay = 60_000
    session.show(panel.rows.entries[0][1].image)
    qtbot.waitUntil(lambda: session.editor.image == session.image)
    session.editor.commit("Text", WordLabel(text="another"))
    assert panel.rows.index(0, LABEL).data() == "another"


@pytest.mark.usefixtures("images")
def test_order_and_buttons(session: Session, images: list[str], panel: ReviewPanel, qtbot: QtBot):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    panel.order.setCurrentIndex(1)
    panel.order.activated.emit(1)
    qtbot.waitUntil(lambda: session.reviewing.order == "probability" and panel.rows.entries[0][1].image == images[2])
    with qtbot.waitSignal(panel.asked) as signal:
        qtbot.mouseClick(panel.next, Qt.MouseButton.LeftButton)
    assert signal.args == ["go.next_in_queue"]


@pytest.mark.usefixtures("images")
def test_columns_fit_the_panel_of_a_window_of_1280(panel: ReviewPanel, qtbot: QtBot):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    panel.resize(430, 400)
    qtbot.waitUntil(lambda: panel.width() == 430)
    assert panel.table.horizontalHeader().length() <= panel.table.viewport().width()


@pytest.mark.usefixtures("images")
def test_number_is_the_one_that_the_queue_is_in_the_order_of(session: Session, panel: ReviewPanel, qtbot: QtBot):
    qtbot.waitUntil(lambda: panel.rows.rowCount() == 3)
    session.reviewing.sort("loss")
    qtbot.waitUntil(lambda: panel.rows.index(0, 4).data() == "0.99")
    assert panel.rows.headerData(4, Qt.Orientation.Horizontal) == "Loss"
