"""Words are drawn on photographs with the mouse, typed, and cropped into a new folder."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed
from support.words.predictions import client_of, learnt_by_heart

from app.session import Session
from app.views.exchange.cropping import CropDialog
from app.workers.prediction_messages import Answered, Seen, TryOut
from core.base.images import read_image
from core.charset import Charset
from core.labels.files.storage import read_label
from core.labels.formats.scenes import SceneWord
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.runs.bundled import BundledModel

LEFT = Qt.MouseButton.LeftButton
BOX = [[20, 20], [80, 20], [80, 40], [20, 40]]


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two photographs of 320 × 200 pixels; labelme knows a word, and an illegible one, of the second."""
    folder = tmp_path / "photos"
    folder.mkdir()
    ramp = np.tile(np.linspace(0, 255, 320).astype(np.uint8)[None, :, None], (200, 1, 3))
    for name in ("a.png", "b.png"):
        (folder / name).write_bytes(bytes(cv2.imencode(".png", ramp)[1]))
    shapes = [{"label": word, "points": BOX, "shape_type": "polygon"} for word in ("EXIT", "###")]
    (folder / "b.json").write_text(json.dumps({"shapes": shapes, "imagePath": "b.png"}), encoding="utf-8")
    return folder


@pytest.fixture
def session(make_session: Callable[[Path | None], Session], photos: Path) -> Session:
    return make_session(photos)


@pytest.fixture
def dialog(session: Session, qtbot: QtBot) -> CropDialog:
    dialog = exposed(qtbot, CropDialog(session))
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.view.has_picture)
    return dialog


def show(dialog: CropDialog, image: str, qtbot: QtBot) -> None:
    model = dialog.scenes.model()
    row = next(at for at in range(model.rowCount()) if str(model.index(at, 0).data()).startswith(image))
    dialog.scenes.setCurrentIndex(model.index(row, 0))
    qtbot.waitUntil(lambda: dialog.image == image and dialog.view.has_picture)


def on_screen(dialog: CropDialog, x: float, y: float) -> QPoint:
    return dialog.view.viewportTransform().map(QPointF(x, y)).toPoint()


def drag(dialog: CropDialog, start: tuple[float, float], end: tuple[float, float], qtbot: QtBot) -> None:
    pane, a, b = dialog.view.viewport(), on_screen(dialog, *start), on_screen(dialog, *end)
    qtbot.mousePress(pane, LEFT, pos=a)
    qtbot.mouseMove(pane, (a + b) / 2)
    qtbot.mouseMove(pane, b)
    qtbot.mouseRelease(pane, LEFT, pos=b)


def words(dialog: CropDialog) -> tuple[SceneWord, ...]:
    return dialog.words.of(dialog.image)


def near(word: SceneWord, corners: list[list[float]]) -> bool:
    return bool(np.abs(np.array(word.polygon) - np.array(corners)).max() < 2)


def test_scene_with_words_is_shown_first_and_its_illegible_ones_are_left_out(dialog: CropDialog):
    assert dialog.image == "b.png"
    assert [(word.text, word.number) for word in words(dialog)] == [("EXIT", 1)]
    assert dialog.run.text() == "Crop one word"


def test_drawn_typed_and_cropped_words_are_a_new_project(dialog: CropDialog, qtbot: QtBot, photos: Path):
    show(dialog, "a.png", qtbot)
    drag(dialog, (40, 50), (200, 90), qtbot)
    assert near(words(dialog)[0], [[40, 50], [200, 50], [200, 90], [40, 90]])
    qtbot.waitUntil(dialog.rows.text.hasFocus)
    qtbot.keyClicks(QApplication.focusWidget(), "SHAKE shack")
    qtbot.keyClick(dialog.rows.text, Qt.Key.Key_Return)
    assert dialog.view.hasFocus()
    assert dialog.isVisible(), "Enter ends the text and not the dialog"
    drag(dialog, (10, 120), (60, 140), qtbot)
    assert dialog.untyped.isVisible()
    target = photos.with_name("photos_crops")
    assert dialog.target.path == target
    assert dialog.run.text() == "Crop 3 words"
    qtbot.mouseClick(dialog.run, LEFT)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    made = sorted(path.name for path in target.iterdir() if not path.name.startswith("."))
    assert made == ["a_01.json", "a_01.png", "a_02.png", "b_01.json", "b_01.png"]
    assert read_label(target / "a_01.json").label.text == "SHAKE shack"
    height, width = read_image(target / "a_01.png").shape[:2]
    assert abs(width - 160) < 4
    assert abs(height - 40) < 4


def read(dialog: CropDialog, session: Session, text: str, qtbot: QtBot) -> None:
    """Wait until the model is asked for the newest box, and let it read a text there."""
    client, count = client_of(session), len(words(dialog))
    qtbot.waitUntil(lambda: len(client.sent(TryOut)) == count)
    question = client.sent(TryOut)[-1]
    height, width = question.pixels.shape[:2]
    step = width / len(text)
    boxes = [rectangle(step * k, 2, step * (k + 0.8), height - 2) for k in range(len(text))]
    label = WordLabel(tuple(CharacterLabel(symbol, box) for symbol, box in zip(text, boxes, strict=True)), text=text)
    maps = learnt_by_heart(label, (height, width), Charset.named("alnum"), MapSpec(stride=4))
    client.answer(Answered(question.number, Seen({}, maps)))


def test_a_box_is_asked_about_again_after_the_process_has_ended(
    session: Session, along: BundledModel, dialog: CropDialog, qtbot: QtBot
):
    show(dialog, "a.png", qtbot)
    drag(dialog, (40, 50), (200, 90), qtbot)
    client = client_of(session)
    qtbot.waitUntil(lambda: len(client.sent(TryOut)) == 1)
    client.die("The process that predicts was killed.")
    show(dialog, "b.png", qtbot)
    show(dialog, "a.png", qtbot)
    dialog.view.chosen.emit(0)
    qtbot.waitUntil(lambda: len(client.sent(TryOut)) == 2)


def test_a_box_is_read_and_enter_takes_the_reading(
    session: Session, along: BundledModel, dialog: CropDialog, qtbot: QtBot
):
    show(dialog, "a.png", qtbot)
    drag(dialog, (40, 50), (200, 90), qtbot)
    read(dialog, session, "SHAKE", qtbot)
    assert client_of(session).sent(TryOut)[0].model == along.path
    assert (dialog.rows.text.text(), dialog.rows.text.selectedText()) == ("SHAKE", "SHAKE")
    assert words(dialog)[0].text == "", "a reading is a draft"
    assert dialog.untyped.isVisible()
    qtbot.keyClick(dialog.rows.text, Qt.Key.Key_Return)
    assert words(dialog)[0].text == "SHAKE"
    drag(dialog, (40, 120), (200, 160), qtbot)
    read(dialog, session, "SHACK", qtbot)
    qtbot.keyClicks(dialog.rows.text, "shop")
    assert words(dialog)[1].text == "shop"
    assert not dialog.rows.text.font().italic()


def test_a_reading_overwrites_no_typed_text_and_comes_back_to_no_field_that_was_cleared(
    session: Session, along: BundledModel, dialog: CropDialog, qtbot: QtBot
):
    show(dialog, "a.png", qtbot)
    drag(dialog, (40, 50), (200, 90), qtbot)
    qtbot.waitUntil(dialog.rows.text.hasFocus)
    qtbot.keyClicks(dialog.rows.text, "sh")
    read(dialog, session, "SHAKE", qtbot)
    assert dialog.rows.text.text() == "sh"
    drag(dialog, (40, 120), (200, 160), qtbot)
    read(dialog, session, "SHACK", qtbot)
    qtbot.keyClick(dialog.rows.text, Qt.Key.Key_Delete)
    dialog.choose_word(0)
    dialog.choose_word(1)
    assert dialog.rows.text.text() == ""


def test_four_corners_are_a_word_in_perspective(dialog: CropDialog, qtbot: QtBot):
    show(dialog, "a.png", qtbot)
    dialog.corners.click()
    corners = [[50, 60], [200, 80], [190, 120], [40, 100]]
    for x, y in corners:
        qtbot.mouseClick(dialog.view.viewport(), LEFT, pos=on_screen(dialog, x, y))
    assert near(words(dialog)[0], corners)


def test_escape_gives_up_the_corners_first(dialog: CropDialog, qtbot: QtBot):
    show(dialog, "a.png", qtbot)
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.mouseClick(dialog.view.viewport(), LEFT, control, on_screen(dialog, 50, 60))
    qtbot.keyClick(dialog.view, Qt.Key.Key_Escape)
    for x, y in ((60, 60), (90, 60), (90, 80)):
        qtbot.mouseClick(dialog.view.viewport(), LEFT, control, on_screen(dialog, x, y))
    assert words(dialog) == ()
    assert dialog.isVisible()


def test_word_is_moved_reshaped_turned_and_deleted_and_all_of_it_undone(dialog: CropDialog, qtbot: QtBot):
    pane, before = dialog.view.viewport(), words(dialog)
    qtbot.mouseClick(pane, LEFT, pos=on_screen(dialog, 50, 30))
    assert dialog.place == 0
    drag(dialog, (50, 30), (70, 60), qtbot)
    moved = [[x + 20, y + 30] for x, y in BOX]
    assert near(words(dialog)[0], moved)
    drag(dialog, (40, 50), (30, 45), qtbot)
    reshaped = [[30, 45], *moved[1:]]
    assert near(words(dialog)[0], reshaped)
    dialog.view.setFocus()
    qtbot.keyClick(dialog.view, Qt.Key.Key_R)
    assert near(words(dialog)[0], [*reshaped[1:], reshaped[0]])
    qtbot.keyClick(dialog.view, Qt.Key.Key_Delete)
    assert words(dialog) == ()
    for _ in range(4):
        qtbot.keyClick(dialog.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert words(dialog) == before


def test_what_was_drawn_is_there_again(
    dialog: CropDialog, make_session: Callable[[Path | None], Session], photos: Path, qtbot: QtBot
):
    show(dialog, "a.png", qtbot)
    drag(dialog, (40, 50), (200, 90), qtbot)
    qtbot.keyClicks(dialog.rows.text, "Later")
    drawn = words(dialog)
    dialog.reject()
    again = added(qtbot, CropDialog(make_session(photos)))
    qtbot.waitUntil(lambda: again.words is not None)
    assert again.words.of("a.png") == drawn
    assert [word.text for word in again.words.of("b.png")] == ["EXIT"]


def test_without_a_project_a_folder_is_asked_for(
    make_session: Callable[[Path | None], Session], photos: Path, qtbot: QtBot
):
    dialog = added(qtbot, CropDialog(make_session(None)))
    assert not dialog.run.isEnabled()
    dialog.open_folder(photos)
    qtbot.waitUntil(dialog.run.isEnabled)
    dialog.open_folder(photos / "gone")
    qtbot.waitUntil(lambda: "gone" in dialog.says.text())
    assert not dialog.run.isEnabled()


def test_a_photograph_of_a_folder_that_is_closed_meanwhile_is_not_shown(
    make_session: Callable[[Path | None], Session], photos: Path, qtbot: QtBot
):
    session = make_session(None)
    dialog = added(qtbot, CropDialog(session))
    # while the first photograph is read
    chosen = dialog.scenes.selectionModel().currentChanged
    chosen.connect(lambda now, _: dialog.open_folder(photos / "gone") if now.isValid() else None)
    dialog.open_folder(photos)
    qtbot.waitUntil(lambda: "gone" in dialog.says.text() and not session.workspace.background.jobs)
    assert not dialog.view.has_picture


def test_the_wheel_zooms_about_the_mouse(dialog: CropDialog):
    view, at = dialog.view, QPointF(60, 50)
    before = view.mapToScene(at.toPoint())
    for _ in range(4):
        wheel = QWheelEvent(
            at, view.viewport().mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view.viewport(), wheel)
    assert (view.mapToScene(at.toPoint()) - before).manhattanLength() < 3


def test_undo_takes_a_typed_word_back_and_no_letter_of_it(dialog: CropDialog, qtbot: QtBot):
    dialog.choose_word(0)
    dialog.rows.text.setFocus()
    dialog.rows.text.selectAll()
    qtbot.keyClicks(dialog.rows.text, "EXTRA")
    assert dialog.words.of(dialog.image)[0].text == "EXTRA"
    qtbot.keyClick(dialog.rows.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert dialog.words.of(dialog.image)[0].text == "EXIT"


def test_escape_closes_the_dialog_once_no_word_is_chosen(dialog: CropDialog, qtbot: QtBot):
    dialog.choose_word(0)
    qtbot.keyClick(dialog.view, Qt.Key.Key_Escape)
    assert dialog.place == -1 and dialog.isVisible()
    qtbot.keyClick(dialog.view, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
