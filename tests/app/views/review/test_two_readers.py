"""Sixty words that two readers have read, by the keys of a person: what is accepted, taken, typed, and taken back."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.graphs.letters import PICTURES, SYMBOLS, save_letters, word_picture

from app.actions.action_set import ActionSet
from app.session import Session
from app.views.main_window.window import MainWindow
from app.views.review.agreement_dialog import AgreementDialog
from core.base.images import encode_png
from core.index.filters import STATUSES
from core.index.index import Index
from core.index.rows import IndexedPrediction
from core.labels.files.storage import label_path, read_label
from core.readers.folder import read_into_project
from core.readers.recogniser import CtcRecogniser
from core.readers.word_readers import CtcReader

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

AGREED = STATUSES.index("agreed")
WORDS = [f"{stem}{number}" for stem in ("Bar", "OPEN", "shop", "Zoo", "exit", "AB") for number in range(10)]


@pytest.fixture
def project_folder(tmp_path: Path):
    """Sixty pictures that a network of two layers reads, without a label."""
    folder = tmp_path / "signs"
    folder.mkdir()
    for number, word in enumerate(WORDS):
        (folder / f"word_{number:02}.png").write_bytes(encode_png(word_picture(word)))
    return folder


@pytest.fixture
def images(session: Session, qtbot: QtBot, tmp_path: Path) -> list[str]:
    """The images, read by our model (every tenth wrongly, every tenth in capitals) and by the network."""
    images = list(session.catalog.table.images)
    qtbot.waitUntil(lambda: not np.any(session.catalog.table.status == STATUSES.index("pending")))
    ours = {
        image: word[:-1] + "x" if number % 10 == 3 else word.swapcase() if number % 10 == 7 else word
        for number, (image, word) in enumerate(zip(images, WORDS, strict=True))
    }
    with Index.open(session.project) as index:
        index.set_predictions({image: IndexedPrediction(text, 0.9, model="0123") for image, text in ours.items()})
        session.catalog.take_rows([index.row(image) for image in images])
    session.catalog.use_model("0123")
    recogniser = CtcRecogniser("letters", save_letters(tmp_path / "letters.onnx"), SYMBOLS, PICTURES)
    with CtcReader(recogniser) as reader:
        assert read_into_project(reader, session.project.root, images).read == len(WORDS)
    session.models.other_readings.read_again()
    qtbot.waitUntil(lambda: len(session.models.other_readings.images) == len(WORDS))
    return images


def label_of(session: Session, image: str):
    return read_label(label_path(session.project.path_of(image))).label


def labels(session: Session) -> list[str]:
    return sorted(path.name for path in session.project.root.glob("*.json"))


def test_what_both_read_is_accepted_in_one_go_and_taken_back_as_one(
    window: MainWindow, session: Session, images: list[str], qtbot: QtBot
):
    window.findChild(ActionSet).trigger("predict.agreed")
    dialog = window.findChild(AgreementDialog)
    qtbot.waitUntil(lambda: dialog.isVisible() and bool(dialog.words.entries))
    assert dialog.says.text().startswith("All readers agree on 48 words that you have not labelled.")
    struck = dialog.words.entries[0].image
    place = dialog.sheet.visualRect(dialog.words.index(0, 0)).center()
    qtbot.mouseClick(dialog.sheet.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert dialog.accept_button.text() == "Accept 47 words"
    qtbot.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: np.count_nonzero(session.catalog.table.status == AGREED) == 47)
    label = label_of(session, images[0] if struck != images[0] else images[1])
    assert label.is_agreed and label.known is None
    assert struck.replace(".png", ".json") not in labels(session)
    window.findChild(ActionSet).trigger("edit.undo")
    qtbot.waitUntil(lambda: labels(session) == [])


def test_the_queue_is_gone_through_by_keys(front: MainWindow, session: Session, images: list[str], qtbot: QtBot):
    session.reviewing.want()
    qtbot.waitUntil(lambda: len(session.reviewing.queue) == 12)
    assert [queued.image for queued in session.reviewing.queue[:6]] == images[3::10], "what differs comes first"
    canvas = front.centre.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_F7)
    qtbot.waitUntil(lambda: session.image == images[3] and session.editor.can_edit)
    qtbot.keyClick(canvas, Qt.Key.Key_U, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: session.editor.committed_label.text == WORDS[3])
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: labels(session) == ["word_03.json"])
    known = label_of(session, images[3])
    assert known.is_reviewed and known.text == WORDS[3]


def test_what_neither_reader_reads_is_typed_by_keys(
    front: MainWindow, session: Session, images: list[str], qtbot: QtBot
):
    session.reviewing.want()
    qtbot.waitUntil(lambda: len(session.reviewing.queue) == 12)
    canvas = front.centre.canvas
    qtbot.keyClick(canvas, Qt.Key.Key_F7)
    qtbot.waitUntil(lambda: session.image == images[3] and session.editor.can_edit)
    qtbot.keyClick(canvas, Qt.Key.Key_T)
    qtbot.waitUntil(lambda: front.focusWidget() is not canvas)
    field = front.focusWidget()
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(field, "neither")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: labels(session) == ["word_03.json"])
    assert label_of(session, images[3]).known.text == "neither"


def test_a_person_who_opens_and_confirms_an_accepted_word_makes_it_known(
    front: MainWindow, session: Session, images: list[str], qtbot: QtBot
):
    session.models.agreeing.accept({images[0]: WORDS[0], images[1]: WORDS[1]})
    qtbot.waitUntil(lambda: np.count_nonzero(session.catalog.table.status == AGREED) == 2)
    assert not session.catalog.table.known[:2].any()
    session.show(images[0])
    qtbot.waitUntil(lambda: session.image == images[0] and session.editor.can_edit)
    qtbot.keyClick(front.centre.canvas, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: label_of(session, images[0]).is_reviewed)
    confirmed, accepted = (label_of(session, image) for image in images[:2])
    assert confirmed.known.text == WORDS[0] and not confirmed.is_agreed
    assert accepted.known is None and accepted.is_agreed
    qtbot.waitUntil(lambda: session.catalog.table.known[:2].tolist() == [True, False])


def test_nothing_that_readers_say_is_a_label_before_a_person_has_said_so(session: Session, images: list[str]):
    assert labels(session) == []
    assert not session.catalog.table.known[session.catalog.table.length > 0].any()
