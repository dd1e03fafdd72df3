"""The search of Help › Manual, and the way to it from an error."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.help.manual import ManualDialog
from app.views.help.shortcut_sheet import ShortcutSheet
from app.views.main_window.window import MainWindow
from core.base.errors import DataError

CUSOLVER = "Could not load dynamic library 'libcusolver.so.10'"


@pytest.fixture
def manual(session: Session, qtbot: QtBot) -> ManualDialog:
    dialog = ManualDialog(session)
    qtbot.addWidget(dialog)
    return dialog


def test_errors_are_found_by_their_words(manual: ManualDialog) -> None:
    manual.search(CUSOLVER)
    assert "NVIDIA's libraries are missing" in manual.page.toPlainText()
    assert "cuDNN could not start" not in manual.page.toPlainText()
    manual.search("First way get_layer")
    shown = manual.page.toPlainText()
    assert "Failed to convert elements of (None, 4, 16) to Tensor" in shown and "conv2_block1_3_conv" in shown
    manual.search("zebra")
    assert "Nothing is known of it" in manual.page.toPlainText()
    manual.errors.click()
    assert "cuDNN could not start" in manual.page.toPlainText()


@pytest.mark.usefixtures("chinese")
def test_errors_and_words_are_found_in_chinese(manual: ManualDialog) -> None:
    manual.search("显存")
    assert "运行位置" in manual.page.toPlainText()
    manual.search("步幅")
    assert "1 得到最精细的图" in manual.page.toPlainText()


def test_words_are_found_by_what_they_mean(manual: ManualDialog, qtbot: QtBot) -> None:
    qtbot.keyClicks(manual.field, "best reading")
    assert "upper bound" in manual.page.toPlainText() and "word image" not in manual.page.toPlainText()
    manual.words.click()
    assert "word image" in manual.page.toPlainText()


def test_a_key_a_source_a_format_and_a_page_are_found(manual: ManualDialog) -> None:
    manual.search("clip_norm")
    assert "number > 0" in manual.page.toPlainText() and "Data sources" not in manual.page.toPlainText()
    manual.search("manifest.json")
    assert "record files" in manual.page.toPlainText()
    manual.search("iiit5k")
    assert "read" in manual.page.toPlainText()
    manual.search("glyph wall")
    assert "Pages of the manual" in manual.page.toPlainText()
    manual.field.clear()
    assert "The instruments" in manual.page.toPlainText()


def test_an_error_that_is_known_leads_to_its_meaning(window: MainWindow) -> None:
    toasts = window.centre.toasts
    window.session.tell(DataError("w.png: the image is damaged. Save it again."), "error")
    window.session.tell(f"The training broke off ({CUSOLVER}).", "error")
    asked = []
    window.session.workspace.meaning_asked.connect(asked.append)
    unknown, known = (
        [button for button in card.findChildren(QToolButton) if button.text() == "What does this mean?"]
        for card in toasts.cards
    )
    assert not unknown and len(known) == 1
    known[0].click()
    assert asked == [toasts.cards[1].sentence]
    dialog = window.dialogs.show("manual")
    assert isinstance(dialog, ManualDialog)
    assert "NVIDIA's libraries are missing" in dialog.page.toPlainText()


def test_the_sheet_of_keys_leads_to_the_meanings(window: MainWindow) -> None:
    sheet = window.dialogs.show("shortcuts")
    assert isinstance(sheet, ShortcutSheet)
    sheet.meanings.click()
    dialog = window.dialogs.show("manual")
    assert isinstance(dialog, ManualDialog)
