"""The strips that offer labels of other programs, in the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.language.languages import set_language
from app.session import Session
from app.views.exchange import ImportDialog
from app.views.main_window.window import MainWindow


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
) -> None:
    qtbot.waitUntil(lambda: bool(sentence(window, "foreign")), timeout=WAIT)
    assert sentence(window, "foreign") == "val.jsonl holds 6 labels for these images."
    set_language("zh_CN")
    qtbot.waitUntil(lambda: sentence(window, "foreign") == "val.jsonl 含有这些图像的 6 个标注。", timeout=WAIT)
    set_language("en")
    qtbot.waitUntil(lambda: sentence(window, "foreign").endswith("images."), timeout=WAIT)
    banner = window.centre.banners.shown("foreign")
    assert banner is not None
    offer, close = banner.findChildren(QToolButton)
    offer.click()
    (dialog,) = window.findChildren(ImportDialog)
    assert (dialog.source.path, dialog.format.currentData()) == (project_folder / "val.jsonl", "jsonl")
    qtbot.waitUntil(lambda: dialog.folder.path == project_folder.with_name("words_labels"), timeout=WAIT)
    dialog.reject()
    close.click()
    assert session.noticing.found == ()
    assert window.centre.banners.shown("foreign") is None
