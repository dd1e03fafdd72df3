"""A folder without labels is led from its drafts to a training, by the buttons of the strip above the image."""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.exchange.cropping import CropDialog
from app.views.main_window.window import MainWindow
from app.views.training.dialog import TrainingDialog
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel

pytestmark = pytest.mark.parametrize("prediction_entry", ["support.processes.prediction_entry"])


@pytest.fixture
def project_folder(project_folder: Path) -> Path:
    """Eight images without labels; the process that predicts knows them all."""
    for path in project_folder.glob("word*.json"):
        shutil.move(path, path.with_suffix(".truth"))
    return project_folder


def offer(window: MainWindow) -> QToolButton | None:
    banner = window.centre.banners.shown("next")
    return None if banner is None else banner.findChildren(QToolButton)[0]


def press(window: MainWindow, text: str, qtbot: QtBot) -> None:
    def is_offered() -> bool:
        button = offer(window)
        return button is not None and button.text() == text

    qtbot.waitUntil(is_offered)
    qtbot.mouseClick(offer(window), Qt.MouseButton.LeftButton)


def test_known_texts_get_boxes(
    project_folder: Path,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    qtbot: QtBot,
):
    images = sorted(project_folder.rglob("*.png"))
    words = {image: read_label(image.with_suffix(".truth")).label.word for image in images}
    for image, word in words.items():
        write_label(label_path(image), WordLabel(text=word), (0, 0), None)
    session = make_session(project_folder)
    window = make_window(session)
    session.in_use.choose(Path("/models/good.keras"))
    press(window, f"Draft boxes for {len(images)} texts", qtbot)
    qtbot.waitUntil(lambda: all(read_label(label_path(image)).label.characters for image in images))
    assert {image: read_label(label_path(image)).label.word for image in images} == words


def test_twenty_reviewed_words_offer_a_training_with_their_number(
    project_folder: Path,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    qtbot: QtBot,
):
    image = next(project_folder.rglob("*.png"))
    label = read_label(image.with_suffix(".truth")).label
    for path in project_folder.rglob("*.png"):
        write_label(label_path(path), WordLabel(text="ab", text_source="model"), (0, 0), None)
    for number in range(20):
        copy = image.with_name(f"copy_{number}.png")
        shutil.copy(image, copy)
        write_label(label_path(copy), edits.mark_reviewed(label, datetime.now(UTC)), (0, 0), None)
    window = make_window(make_session(project_folder))
    press(window, "Train…", qtbot)
    banner = window.centre.banners.shown("next")
    assert banner.sentence == "Labels to train with: 20, drafts left out: 8."
    dialog = window.findChild(TrainingDialog)
    dialog.reject()


def test_photographs_are_cropped_first(
    project_folder: Path,
    make_session: Callable[[Path | None], Session],
    make_window: Callable[[Session], MainWindow],
    qtbot: QtBot,
):
    for image in project_folder.rglob("*.png"):
        cv2.imwrite(str(image), np.zeros((480, 640, 3), np.uint8))
    window = make_window(make_session(project_folder))
    press(window, "Crop words…", qtbot)
    dialog = window.findChild(CropDialog)
    dialog.close()
