"""Help › Words, and Getting started: the glossary and the first steps as pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.checklist import wording
from app.checklist.steps import NAMES
from app.language.languages import set_language
from app.views.help.getting_started import GettingStarted
from app.views.help.words import WordsDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.session import Session
    from app.views.main_window.window import MainWindow


def test_words_are_found_by_what_they_mean_in_both_languages(session: Session, qtbot: QtBot) -> None:
    dialog = WordsDialog(session)
    qtbot.addWidget(dialog)
    assert "word image" in dialog.page.toPlainText()
    qtbot.keyClicks(dialog.field, "best reading")
    assert "ceiling" in dialog.page.toPlainText()
    assert "word image" not in dialog.page.toPlainText()
    qtbot.keyClicks(dialog.field, " nowhere")
    assert dialog.page.toPlainText() == "No word or meaning has this in it."
    try:
        set_language("zh_CN")
        dialog.field.setText("步幅")
        assert "1 得到最精细的图" in dialog.page.toPlainText()
    finally:
        set_language("en")


def test_getting_started_says_what_the_checklist_says_and_brings_it(window: MainWindow, session: Session) -> None:
    dialog = window.dialogs.show("getting_started")
    assert isinstance(dialog, GettingStarted)
    said = dialog.page.toPlainText()
    assert [name for name in NAMES if wording.title(name) not in said] == []
    assert "Press F8 for the next word" in said
    dialog.first_steps.click()
    assert dialog.isHidden()
    assert session.checklist.is_shown
    assert window.checklist.isVisible()
