"""The strip that offers the next step, in the window: import, crop, draft, look at drafts."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu, QToolButton
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.exchange.cropping import CropDialog
from app.views.exchange.importing import ImportDialog
from app.views.main_window.window import MainWindow
from core.labels.formats.finding import ForeignLabels


@pytest.fixture
def project_folder(project_folder: Path) -> Path:
    """Eight images without labels, of which a list beside them knows six."""
    for path in project_folder.glob("word*.json"):
        path.unlink()
    images = sorted(project_folder.glob("word*.png"))[:6]
    lines = "".join(json.dumps({"file": image.name, "text": "new"}) + "\n" for image in images)
    (project_folder / "val.jsonl").write_text(lines, encoding="utf-8")
    return project_folder


def sentence(window: MainWindow, state: str) -> str:
    banner = window.centre.banners.shown(state)
    return "" if banner is None else banner.sentence


def test_list_is_offered_imported_into_a_new_folder_and_can_be_dismissed(
    window: MainWindow, session: Session, qtbot: QtBot, project_folder: Path
):
    qtbot.waitUntil(lambda: bool(sentence(window, "next")))
    assert sentence(window, "next") == "val.jsonl holds 6 labels for these images."
    banner = window.centre.banners.shown("next")
    offer, close = banner.findChildren(QToolButton)
    offer.click()
    (dialog,) = window.findChildren(ImportDialog)
    assert (dialog.source.path, dialog.format.currentData()) == (project_folder / "val.jsonl", "jsonl")
    qtbot.waitUntil(lambda: dialog.folder.path == project_folder.with_name("words_labels"))
    dialog.reject()
    close.click()
    assert session.folder.noticing.found == ()
    assert window.centre.banners.shown("next") is None


def test_strips_say_what_was_found_and_offer_what_can_be_done_with_it(
    window: MainWindow, session: Session, project_folder: Path, qtbot: QtBot
):
    qtbot.waitUntil(lambda: bool(session.folder.noticing.found))  # nothing is found later than this
    source = project_folder / "list"
    session.folder.noticing.found = (
        ForeignLabels("iiit5k", source, ("train.mat",), 5000, 5000, 5000, is_part=True),
        ForeignLabels("wordlist", source, ("a", "b", "c", "d"), 1249, 1249, 1249),
        ForeignLabels("ccpd", source, (), 1, 1, 1),
        ForeignLabels("labelme-scene", source, (), 21, 8, 8, cuts=True),
        ForeignLabels("paddleocr", source, ("Label.txt",), 1, 1, 1, cuts=True),
        ForeignLabels("jsonl", source, ("e.jsonl",), trouble="e.jsonl: too large."),
    )
    session.folder.noticing.changed.emit()
    assert sentence(window, "next").splitlines() == [
        "train.mat holds more than 5,000 labels for these images.",
        "a, b, c and 1 more hold 1,249 labels for these images.",
        "One of these images has a label in another format: Number plates: one comma-separated line per image.",
    ]
    labels = window.centre.banners.shown("next")
    labels.send_away()
    assert sentence(window, "next").splitlines() == [
        "8 of these pictures are scenes: their labelme files hold 21 words.",
        "Label.txt holds one word in one of these pictures.",
    ]
    assert sentence(window, "foreign-trouble") == "e.jsonl: too large."
    banner = window.centre.banners.shown("next")
    banner.findChildren(QToolButton)[0].click()
    (menu,) = banner.findChildren(QMenu)
    assert [action.text() for action in menu.actions()] == ["labelme files of scenes: words are cut out", "Label.txt"]
    menu.actions()[0].trigger()
    menu.close()
    (dialog,) = window.findChildren(CropDialog)
    dialog.close()
    banner.send_away()
    assert [each.format for each in session.folder.noticing.found] == ["jsonl"]
