"""Buttons of dialogs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QMessageBox,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.session import Session
from app.views.exchange import ExportDialog
from app.widgets.boxes import without_icons

BUTTONS = QDialogButtonBox.StandardButton


class WithIcons(QProxyStyle):
    """As on a desktop that wants pictures on the buttons of dialogs."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, option, widget, returned)


@pytest.fixture
def style_with_icons(qapp: QApplication) -> Iterator[None]:
    before = qapp.style().objectName()
    qapp.setStyle(WithIcons("fusion"))
    yield
    qapp.setStyle(before)


@pytest.mark.usefixtures("style_with_icons")
def test_buttons_have_no_pictures_where_the_style_gives_them_some(qtbot: QtBot) -> None:
    box, message = QDialogButtonBox(BUTTONS.Close | BUTTONS.Cancel), QMessageBox()
    message.addButton(QMessageBox.StandardButton.Cancel)
    for each in (box, message):
        qtbot.addWidget(each)
        assert not all(button.icon().isNull() for button in each.buttons()), "nothing to take away"
        without_icons(each)
        assert all(button.icon().isNull() for button in each.buttons())


@pytest.mark.usefixtures("style_with_icons")
def test_dialog_shows_words_alone(session: Session, qtbot: QtBot) -> None:
    dialog = ExportDialog(session)
    qtbot.addWidget(dialog)
    assert dialog.buttons.buttons()
    assert all(button.icon().isNull() for button in dialog.buttons.buttons())
