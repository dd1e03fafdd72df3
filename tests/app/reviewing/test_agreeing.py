"""Words that several readers read alike are accepted in one go, and are no truth."""

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.showing import exposed

from app.reviewing.agreeing import AgreedWords, agreed_words
from app.session import Session
from app.views.review.agreement_dialog import AgreementDialog
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label
from core.readings.acceptance import expected_wrong
from core.readings.reading import PictureReading, Reading
from core.readings.store import picture_hash


@pytest.fixture
def project_folder(project_folder: Any):
    """Eight synthetic words without labels but the last, which is known."""
    *without, _ = sorted(project_folder.glob("*.png"))
    for image in without:
        label_path(image).unlink()
    return project_folder


def read(session: Session, qtbot: QtBot, ours: dict[int, str], theirs: dict[int, str]) -> list[str]:
    """Let the model and another reader read images, by row. The images in the order of the rows."""
    images = [session.catalog.image_at(row) or "" for row in range(len(session.catalog.visible))]
    with Index.open(session.project) as index:
        index.set_predictions({images[row]: IndexedPrediction(text, 0.9, model="0123") for row, text in ours.items()})
        session.catalog.take_rows([index.row(image) for image in images])
    session.catalog.use_model("0123")
    readings = [
        PictureReading(images[row], picture_hash(session.project.path_of(images[row])), Reading("PP-OCR", text, 0.8))
        for row, text in theirs.items()
    ]
    with qtbot.waitSignal(session.models.other_readings.changed):
        session.models.other_readings.keep(readings)
    return images


def words_of(session: Session) -> AgreedWords:
    return agreed_words(session.catalog.table, session.models.other_readings.current.readings)


OURS = {0: "PIZZA", 1: "Bar", 2: "P2220", 3: "", 4: "OPEN"}
THEIRS = {0: "PIZZA", 1: "BAR", 2: "PIZZA", 3: "", 5: "CLOSED"}


def test_what_all_readers_read_the_same_may_be_accepted(session: Session, qtbot: QtBot):
    images = read(session, qtbot, OURS, THEIRS)
    found = words_of(session)
    assert [word.image for word in found.same] == [images[0]], "an empty word is none"
    assert [word.image for word in found.case] == [images[1]]


def test_accepted_words_teach_and_are_not_known_and_are_undone_as_one(session: Session, qtbot: QtBot):
    images = read(session, qtbot, OURS, THEIRS)
    session.models.agreeing.accept({images[0]: "PIZZA", images[1]: "BAR"})
    qtbot.waitUntil(lambda: np.count_nonzero(session.catalog.table.status == _status("agreed")) == 2)
    labels = [read_label(label_path(session.project.path_of(image))).label for image in images[:2]]
    assert [(label.text, label.is_agreed, label.known) for label in labels] == [
        ("PIZZA", True, None),
        ("BAR", True, None),
    ]
    assert words_of(session).same == ()
    session.workspace.undo_list.undo()
    qtbot.waitUntil(lambda: not any(label_path(session.project.path_of(image)).exists() for image in images[:2]))


def _status(name: str) -> int:
    from core.index.filters import STATUSES

    return STATUSES.index(name)


def test_a_word_that_a_person_labels_meanwhile_is_refused(session: Session, qtbot: QtBot, sentences: list[str]):
    images = read(session, qtbot, OURS, THEIRS)
    session.show(images[0])
    qtbot.waitUntil(lambda: session.editor.can_edit)
    session.editor.apply("Type", edits.set_text, "PIZZAS")
    session.models.agreeing.accept({images[0]: "PIZZA"})
    qtbot.waitUntil(lambda: any("refused" in sentence for sentence in sentences))
    assert read_label(label_path(session.project.path_of(images[0]))).label.known.text == "PIZZAS"


def test_the_queue_begins_with_what_readers_differ_on(session: Session, qtbot: QtBot):
    images = read(session, qtbot, OURS, THEIRS)
    assert session.reviewing.order == "readers"
    session.reviewing.want()
    qtbot.waitUntil(lambda: [queued.image for queued in session.reviewing.queue] == [images[2], images[1]])
    assert session.reviewing.queue[0].read_by_others == ("PIZZA",)
    session.reviewing.sort("disagreement")
    qtbot.waitUntil(lambda: session.reviewing.queue == ())


def test_a_word_that_is_settled_keeps_its_place_with_a_tick(session: Session, qtbot: QtBot):
    images = read(session, qtbot, OURS, THEIRS)
    session.reviewing.want()
    qtbot.waitUntil(lambda: len(session.reviewing.queue) == 2)
    session.show(images[2])
    qtbot.waitUntil(lambda: session.editor.can_edit)
    session.models.drafting.take_text("PIZZA", "PP-OCR")
    session.saver.flush()
    qtbot.waitUntil(lambda: [each.is_done for each in session.reviewing.queue] == [False, True])
    assert session.editor.committed_label.known.text == "PIZZA"


def test_the_dialog_accepts_what_is_not_struck_out_after_one_choice_of_case(session: Session, qtbot: QtBot):
    images = read(session, qtbot, OURS | {4: "SHOP", 6: "Six"}, THEIRS | {4: "SHOP", 6: "Six"})
    dialog = AgreementDialog(session)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: bool(dialog.words.entries))
    assert dialog.chosen == {images[0]: "PIZZA", images[4]: "SHOP", images[6]: "Six"}
    assert "Bar · BAR" in dialog.case_says.text()
    dialog.case.setCurrentIndex(2)
    dialog.case.activated.emit(2)
    assert dialog.chosen[images[1]] == "BAR"
    shown = [word.image for word in dialog.words.entries]
    assert sorted(shown) == sorted(dialog.chosen)
    dialog.sheet.clicked.emit(dialog.words.index(shown.index(images[4]), 0))
    assert images[4] not in dialog.chosen
    assert dialog.accept_button.text() == "Accept 3 words"
    dialog.accept()
    qtbot.waitUntil(lambda: np.count_nonzero(session.catalog.table.status == _status("agreed")) == 3)


def test_known_words_of_the_folder_tell_how_many_accepted_ones_will_be_wrong(session: Session, qtbot: QtBot):
    images = read(session, qtbot, {0: "PIZZA", 7: "no such word"}, {0: "PIZZA", 7: "no such word"})
    found = words_of(session)
    assert (found.seen, found.wrong) == (1, 1)
    assert [word.image for word in found.same] == [images[0]]
    assert found.expected(100).mean > expected_wrong(100).mean
    assert expected_wrong(0).most == 0
    assert expected_wrong(100, 1000, 0).mean < expected_wrong(100).mean < expected_wrong(100).most


def test_a_word_of_the_dialog_is_struck_out_by_space_and_opened_by_enter(session: Session, qtbot: QtBot):
    images = read(session, qtbot, OURS, THEIRS)
    dialog = exposed(qtbot, AgreementDialog(session))
    qtbot.waitUntil(lambda: bool(dialog.words.entries))
    dialog.activateWindow()
    dialog.sheet.setFocus()
    dialog.sheet.setCurrentIndex(dialog.words.index(0, 0))
    qtbot.waitUntil(dialog.sheet.hasFocus)
    qtbot.keyClick(dialog.sheet, Qt.Key.Key_Space)
    assert dialog.chosen == {}
    assert not dialog.accept_button.isEnabled()
    qtbot.keyClick(dialog.sheet, Qt.Key.Key_Return)
    assert session.image == images[0]
    assert np.count_nonzero(session.catalog.table.status == _status("agreed")) == 0
