"""Help › What does this mean? and Reference, and the way to them from an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QToolButton

from app.language.languages import set_language
from app.views.help.meanings import MeaningsDialog
from app.views.help.reference import ReferenceDialog
from app.views.help.shortcut_sheet import ShortcutSheet
from core.base.errors import DataError

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.session import Session
    from app.views.main_window.window import MainWindow

CUSOLVER = "Could not load dynamic library 'libcusolver.so.10'"


def test_errors_are_found_by_their_words_in_both_languages(session: Session, qtbot: QtBot) -> None:
    dialog = MeaningsDialog(session)
    qtbot.addWidget(dialog)
    dialog.search(CUSOLVER)
    assert "NVIDIA's libraries are missing" in dialog.page.toPlainText()
    assert "cuDNN could not start" not in dialog.page.toPlainText()
    dialog.search("First way get_layer")
    shown = dialog.page.toPlainText()
    assert "Failed to convert elements of (None, 4, 16) to Tensor" in shown and "conv2_block1_3_conv" in shown
    dialog.search("zebra")
    assert "Nothing is known of it" in dialog.page.toPlainText()
    try:
        set_language("zh_CN")
        dialog.search("显存")
        assert "运行位置" in dialog.page.toPlainText()
    finally:
        set_language("en")


def test_the_reference_finds_a_key_a_source_and_a_format(session: Session, qtbot: QtBot) -> None:
    dialog = ReferenceDialog(session)
    qtbot.addWidget(dialog)
    dialog.search("clip_norm")
    assert "number > 0" in dialog.page.toPlainText() and "Data sources" not in dialog.page.toPlainText()
    dialog.search("manifest.json")
    assert "record files" in dialog.page.toPlainText()
    dialog.search("iiit5k")
    assert "read" in dialog.page.toPlainText()


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
    dialog = window.dialogs.show("meanings")
    assert isinstance(dialog, MeaningsDialog)
    assert "NVIDIA's libraries are missing" in dialog.page.toPlainText()


def test_the_sheet_of_keys_leads_to_the_meanings(window: MainWindow) -> None:
    sheet = window.dialogs.show("shortcuts")
    assert isinstance(sheet, ShortcutSheet)
    sheet.meanings.click()
    dialog = window.dialogs.show("meanings")
    assert isinstance(dialog, MeaningsDialog) and "cuDNN" in dialog.page.toPlainText()
