"""Help › Words: the glossary as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.language.languages import set_language
from app.views.help.words import WordsDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.session import Session


def test_words_are_found_by_what_they_mean_in_both_languages(session: Session, qtbot: QtBot) -> None:
    dialog = WordsDialog(session)
    qtbot.addWidget(dialog)
    assert "word image" in dialog.page.toPlainText()
    qtbot.keyClicks(dialog.field, "best reading")
    assert "upper bound" in dialog.page.toPlainText()
    assert "word image" not in dialog.page.toPlainText()
    qtbot.keyClicks(dialog.field, " nowhere")
    assert dialog.page.toPlainText() == "No word or meaning has this in it."
    try:
        set_language("zh_CN")
        dialog.field.setText("步幅")
        assert "1 得到最精细的图" in dialog.page.toPlainText()
    finally:
        set_language("en")
