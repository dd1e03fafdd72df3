"""Buttons in a line that keep their texts while there is room for them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from support.waiting import WAIT

from app.widgets.boxes import tool_button
from app.widgets.button_bar import ButtonBar

WITH_TEXT, ICON = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


@pytest.fixture
def buttons(qtbot: QtBot) -> list[QToolButton]:
    return [tool_button(lambda: None, text, "play") for text in ("Go on", "Take everything back", "Stop")]


@pytest.fixture
def bar(buttons: list[QToolButton], qtbot: QtBot) -> ButtonBar:
    bar = ButtonBar(buttons)
    qtbot.addWidget(bar)
    bar.resize(bar.sizeHint())
    bar.show()
    return bar


def styles(buttons: list[QToolButton]) -> set[Qt.ToolButtonStyle]:
    return {button.toolButtonStyle() for button in buttons}


def test_texts_are_shown_where_there_is_room_and_icons_alone_where_there_is_none(
    bar: ButtonBar, buttons: list[QToolButton], qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: styles(buttons) == {WITH_TEXT}, timeout=WAIT)
    assert bar.minimumSizeHint().width() < bar.sizeHint().width() / 2
    bar.resize(bar.sizeHint().width() - 1, bar.height())
    qtbot.waitUntil(lambda: styles(buttons) == {ICON}, timeout=WAIT)
    bar.resize(bar.sizeHint())
    qtbot.waitUntil(lambda: styles(buttons) == {WITH_TEXT}, timeout=WAIT)


def test_a_button_that_goes_makes_room_for_the_texts_of_the_others(
    bar: ButtonBar, buttons: list[QToolButton], qtbot: QtBot
) -> None:
    bar.resize(bar.sizeHint().width() - 40, bar.height())
    qtbot.waitUntil(lambda: styles(buttons) == {ICON}, timeout=WAIT)
    buttons[1].hide()
    qtbot.waitUntil(lambda: styles(buttons) == {WITH_TEXT}, timeout=WAIT)
