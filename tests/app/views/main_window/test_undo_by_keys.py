"""Ctrl+Z and Ctrl+Y take back and do again what was done last, wherever it was done."""

import contextlib
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from support.window.keys import press
from support.words.predictions import predicted_for, show_prediction

from app.pictures.shown_maps import map_title
from app.project.workspace import FollowUp
from app.session import Session
from app.views.main_window.window import MainWindow
from app.views.predictions.panel import ReadingPanel
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label

CTRL = Qt.KeyboardModifier.ControlModifier


def labels(folder: Path) -> dict[str, bytes]:
    """The label files that there are while an action may be writing and deleting them."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        with contextlib.suppress(FileNotFoundError):
            found[path.name] = path.read_bytes()
    return found


def test_a_bulk_action_is_taken_back_whole_and_done_again(
    front: MainWindow, session: Session, qtbot: QtBot, project_folder: Path
):
    before = labels(project_folder)
    images = session.catalog.table.images[:5]
    session.folder.bulk.delete_labels(images)
    qtbot.waitUntil(lambda: len(labels(project_folder)) == len(before) - 5)
    qtbot.waitUntil(lambda: front.action_set.text("edit.undo") == "Undo: Delete 5 labels")
    press(front, Qt.Key.Key_Z, held=CTRL)
    qtbot.waitUntil(lambda: labels(project_folder) == before)
    qtbot.waitUntil(lambda: front.action_set.action("edit.redo").isEnabled())
    press(front, Qt.Key.Key_Y, held=CTRL)
    qtbot.waitUntil(lambda: len(labels(project_folder)) == len(before) - 5)
    qtbot.waitUntil(lambda: front.action_set.action("edit.undo").isEnabled())
    press(front, Qt.Key.Key_Z, held=CTRL)
    qtbot.waitUntil(lambda: labels(project_folder) == before)


def test_edits_before_and_after_a_bulk_action_are_undone_in_turn(
    front: MainWindow, session: Session, qtbot: QtBot, project_folder: Path
):
    image = str(session.image)
    before = session.editor.committed_label
    session.editor.apply("Move", edits.move, (0,), 2, 0)
    moved = session.editor.committed_label
    session.folder.bulk.mark_reviewed([image, session.catalog.table.images[3]])
    qtbot.waitUntil(lambda: session.editor.committed_label.status == "reviewed")
    session.editor.apply("Retype", edits.retype, (0,), "%")
    assert front.action_set.text("edit.undo") == "Undo: Retype"
    for wanted in ("reviewed", moved.status):
        qtbot.waitUntil(lambda: front.action_set.action("edit.undo").isEnabled())
        press(front, Qt.Key.Key_Z, held=CTRL)
        qtbot.waitUntil(lambda wanted=wanted: session.editor.committed_label.status == wanted)
    assert session.editor.committed_label == moved
    qtbot.waitUntil(lambda: front.action_set.action("edit.undo").isEnabled())
    press(front, Qt.Key.Key_Z, held=CTRL)
    assert session.editor.committed_label == before
    session.saver.flush()
    qtbot.waitUntil(lambda: session.saver.unsaved == 0)
    assert read_label(label_path(project_folder / image)).label == before


def test_the_message_of_a_bulk_action_offers_to_undo_it(
    front: MainWindow, session: Session, offers: list[tuple[FollowUp, ...]], qtbot: QtBot
):
    session.folder.bulk.delete_labels(session.catalog.table.images[:2])
    qtbot.waitUntil(lambda: bool(offers))
    assert [offer.text for offer in offers[0]] == ["Undo"]
    offers[0][0].run()
    qtbot.waitUntil(lambda: session.workspace.undo_list.next is not None)
    assert session.workspace.undo_list.last is None


def test_moved_images_are_put_back(front: MainWindow, session: Session, qtbot: QtBot, project_folder: Path):
    image = session.catalog.table.images[2]
    session.instruments.moving.move([image], project_folder / "sub")
    qtbot.waitUntil((project_folder / "sub" / image).is_file)
    qtbot.waitUntil(lambda: front.action_set.action("edit.undo").isEnabled())
    press(front, Qt.Key.Key_Z, held=CTRL)
    qtbot.waitUntil((project_folder / image).is_file)


def test_a_repair_is_taken_back_also_after_a_button_was_pressed(front: MainWindow, session: Session):
    show_prediction(session, predicted_for(session))
    own = session.predictions.own
    session.instruments.prediction_repair.turn(True)
    session.instruments.prediction_repair.swap(1, 2)
    assert session.predictions.current is not own
    front.images.view.setFocus()
    press(front, Qt.Key.Key_Z, held=CTRL)
    assert session.predictions.current.maps is own.maps
    assert session.editor.document is not None and not session.editor.document.stack.count()


def test_a_repair_that_is_shown_no_more_is_not_undone(front: MainWindow, session: Session):
    show_prediction(session, predicted_for(session))
    before = session.editor.committed_label
    session.editor.apply("Move", edits.move, (0,), 2, 0)
    session.instruments.prediction_repair.turn(True)
    session.instruments.prediction_repair.swap(1, 2)
    session.instruments.prediction_repair.turn(False)
    press(front, Qt.Key.Key_Z, held=CTRL)
    assert session.editor.committed_label == before


def test_another_folder_begins_with_nothing_to_undo(session: Session, qtbot: QtBot):
    session.editor.apply("Move", edits.move, (0,), 2, 0)
    session.close()
    qtbot.waitUntil(lambda: session.project is None)
    assert session.workspace.undo_list.last is None


def test_a_key_held_down_before_and_after_another_edit_is_two_steps(front: MainWindow, session: Session, qtbot: QtBot):
    first, second = (str(session.catalog.image_at(row)) for row in range(2))
    press(front, Qt.Key.Key_Right, Qt.Key.Key_Right, held=CTRL)
    once = session.editor.committed_label
    session.show(second)
    qtbot.waitUntil(lambda: session.editor.image == second)
    session.editor.apply("Move", edits.move, (0,), 2, 0)
    session.show(first)
    qtbot.waitUntil(lambda: session.editor.image == first)
    press(front, Qt.Key.Key_Right, held=CTRL)
    press(front, Qt.Key.Key_Z, held=CTRL)
    assert (session.image, session.editor.committed_label) == (first, once)
    press(front, Qt.Key.Key_Z, held=CTRL)
    assert session.image == second


def test_a_repaired_reading_is_called_repaired_wherever_it_is_shown_until_it_is_taken_back(
    front: MainWindow, session: Session, qtbot: QtBot
):
    show_prediction(session, predicted_for(session))
    panel, notice = ReadingPanel(session), front.centre.canvas.notice
    qtbot.addWidget(panel)
    assert "probability" in panel.word.text() and notice is None
    session.instruments.prediction_repair.turn(True)
    session.instruments.prediction_repair.swap(1, 2)
    reading = session.predictions.current
    assert panel.word.text() == f"{reading.maps.word.text}   repaired"
    assert map_title(session, "order", "prediction")[1] == "repaired"
    assert front.centre.canvas.notice.title == f"Repaired: the maps would read “{reading.maps.word.text}”"
    press(front, Qt.Key.Key_Z, held=CTRL)
    assert front.centre.canvas.notice is None
    assert "probability" in panel.word.text()


def test_an_overlay_that_explains_one_image_goes_with_it(front: MainWindow, session: Session):
    session.display.set(overlay="localization")
    session.display.set_for_image(overlay="order", overlay_source="difference")
    press(front, Qt.Key.Key_D)
    assert (session.display.choices.overlay, session.display.choices.overlay_source) == ("localization", "target")


def test_an_overlay_that_a_person_has_chosen_stays(front: MainWindow, session: Session):
    session.display.set_for_image(overlay="order", overlay_source="difference")
    session.display.set(overlay="character")
    press(front, Qt.Key.Key_D)
    assert (session.display.choices.overlay, session.display.choices.overlay_source) == ("character", "target")
