"""Buttons of dialogs, the frame round the control with the keyboard, and the progress of background work."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QMessageBox,
    QProxyStyle,
    QPushButton,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.session import Session
from app.views.exchange.exporting import ExportDialog
from app.widgets.boxes import without_icons
from app.widgets.frames import FocusFrames
from app.widgets.job_progress import JobProgress
from app.widgets.sentence_label import ElidedLabel

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
def test_buttons_have_no_pictures_where_the_style_gives_them_some(qtbot: QtBot):
    box, message = QDialogButtonBox(BUTTONS.Close | BUTTONS.Cancel), QMessageBox()
    message.addButton(QMessageBox.StandardButton.Cancel)
    for each in (box, message):
        qtbot.addWidget(each)
        assert not all(button.icon().isNull() for button in each.buttons()), "nothing to take away"
        without_icons(each)
        assert all(button.icon().isNull() for button in each.buttons())


@pytest.mark.usefixtures("style_with_icons")
def test_dialog_shows_words_alone(session: Session, qtbot: QtBot):
    dialog = added(qtbot, ExportDialog(session))
    assert dialog.buttons.buttons()
    assert all(button.icon().isNull() for button in dialog.buttons.buttons())


def test_tab_shows_where_it_has_come_to_and_the_mouse_does_not(qtbot: QtBot):
    window = QWidget()
    layout, buttons = QVBoxLayout(window), [QPushButton(name) for name in ("one", "two")]
    for button in buttons:
        layout.addWidget(button)
    FocusFrames(window)
    exposed(qtbot, window, 200, 100)
    window.activateWindow()
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert not buttons[1].children()
    qtbot.keyClick(buttons[1], Qt.Key.Key_Backtab)
    qtbot.keyClick(buttons[0], Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is buttons[1]
    assert any(child.isVisible() for child in buttons[1].findChildren(QWidget)), "other windows frame it, too"


@pytest.mark.parametrize("is_stacked", [False, True])
def test_title_is_whole_in_its_tip_and_has_a_line_of_its_own_in_a_panel(
    session: Session, qtbot: QtBot, is_stacked: bool
):
    going = threading.Event()
    title = "Finding out why the words of the whole project are read as they are"
    job = session.workspace.background.start(title, lambda job: going.wait())
    try:
        shown = JobProgress(job, is_stacked)
        exposed(qtbot, shown, 260, shown.sizeHint().height())
        (label,) = (each for each in shown.findChildren(ElidedLabel) if each.text() == title)
        assert label.toolTip() == title
        assert (label.width() == shown.width()) is is_stacked
        assert (label.geometry().bottom() < shown.bar.geometry().top()) is is_stacked
    finally:
        going.set()
