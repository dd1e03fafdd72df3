"""What shows a state is seen: rendered widgets are measured, in both themes."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDockWidget,
    QLabel,
    QMainWindow,
    QMenu,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot
from support.window.contrast import contrast
from support.window.showing import exposed

from app.desktop.theme import apply_theme
from app.widgets.contrast import TickedRows, draw_buttons, underline_active

SEEN = 3.0  # of WCAG 2.2, 1.4.11


@pytest.fixture(params=["light", "dark"])
def themed(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[QApplication]:
    style, palette = qapp.style().objectName(), qapp.palette()
    apply_theme(qapp, request.param)
    yield qapp
    apply_theme(qapp, "system")
    qapp.setStyle(style)
    qapp.setPalette(palette)


def strongest(picture: QImage, inside: QRect, ground: QColor) -> float:
    """The contrast with its ground of the pixel that differs most."""
    places = [(x, y) for x in range(inside.left(), inside.right()) for y in range(inside.top(), inside.bottom())]
    return max(contrast(picture.pixelColor(x, y), ground) for x, y in places)


def rendered(widget: QWidget, qtbot: QtBot) -> QImage:
    return exposed(qtbot, widget).grab().toImage()


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_a_box_that_is_not_ticked_is_seen(themed: QApplication, kind: Any, qtbot: QtBot):
    picture = rendered(kind(""), qtbot)
    assert strongest(picture, picture.rect(), themed.palette().color(QPalette.ColorRole.Window)) >= SEEN


def test_a_box_in_a_table_is_seen(themed: QApplication, qtbot: QtBot):
    table = QTableWidget(1, 1)
    table.setShowGrid(False)
    table.setItemDelegate(TickedRows(table))
    item = QTableWidgetItem("")
    item.setCheckState(Qt.CheckState.Unchecked)
    table.setItem(0, 0, item)
    rendered(table, qtbot)
    cell = table.visualItemRect(item).adjusted(2, 2, -2, -2)
    picture = table.viewport().grab().toImage()
    assert strongest(picture, cell, themed.palette().color(QPalette.ColorRole.Base)) >= SEEN


def test_a_box_in_a_menu_is_seen(themed: QApplication, qtbot: QtBot):
    menu = QMenu()
    menu.addAction("").setCheckable(True)
    picture = rendered(menu, qtbot)
    inside = menu.actionGeometry(menu.actions()[0]).adjusted(3, 3, -3, -3)
    assert strongest(picture, inside, picture.pixelColor(inside.right(), inside.center().y())) >= SEEN


@pytest.mark.parametrize("side", [QTabWidget.TabPosition.North, QTabWidget.TabPosition.South])
def test_the_active_tab_is_told_from_the_others(themed: QApplication, side: Any, qtbot: QtBot):
    tabs = QTabWidget()
    tabs.setTabPosition(side)
    underline_active(tabs)
    for _ in range(3):
        tabs.addTab(QLabel(), "    ")
    rendered(tabs, qtbot)
    bar = tabs.tabBar()
    picture = bar.grab().toImage()
    for beside in (themed.palette().color(QPalette.ColorRole.Window), picture.pixelColor(bar.tabRect(1).center())):
        assert strongest(picture, bar.tabRect(0), beside) >= SEEN
        for other in (1, 2):
            assert strongest(picture, bar.tabRect(other).adjusted(4, 4, -4, -4), beside) < SEEN


def test_the_buttons_of_a_dock_are_seen(themed: QApplication, qtbot: QtBot):
    window = QMainWindow()
    dock = QDockWidget(window)
    draw_buttons(dock)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    rendered(window, qtbot)
    ground = themed.palette().color(QPalette.ColorRole.Window)
    buttons = [button for button in dock.findChildren(QAbstractButton) if not button.visibleRegion().isEmpty()]
    assert len(buttons) == 1, "a double click on the title detaches"
    for button in buttons:
        picture = button.grab().toImage()
        assert strongest(picture, picture.rect(), ground) >= SEEN, button.objectName()
