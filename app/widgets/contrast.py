"""What the style draws too faintly to be told from what is beside it: active tabs, boxes in tables, docks' buttons."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QDockWidget,
    QProxyStyle,
    QStyle,
    QStyledItemDelegate,
    QStyleOption,
    QStyleOptionTab,
    QStyleOptionViewItem,
    QTabBar,
    QTabWidget,
    QWidget,
)

from app.desktop.theme import colour, ticked_window
from app.widgets.icons import icon

_LINE = 2  # px high
_SOUTH = {QTabBar.Shape.RoundedSouth, QTabBar.Shape.TriangularSouth}
_BUTTONS = {"qt_dockwidget_closebutton": "close", "qt_dockwidget_floatbutton": "detach"}


def underline_active(*bars: QTabBar | QTabWidget) -> None:
    """Let tab bars draw a line along the outer edge of the active tab."""
    for each in bars:
        bar = each.tabBar() if isinstance(each, QTabWidget) else each
        if bar.style() is not _tab_style():
            bar.setStyle(_tab_style())


def draw_buttons(dock: QDockWidget) -> None:
    """Give the buttons in the title of a dock icons in the text colour of the theme."""
    for name, drawing in _BUTTONS.items():
        button = dock.findChild(QAbstractButton, name)
        if button is not None:
            button.setIcon(icon(drawing))


class TickedRows(QStyledItemDelegate):
    """Draws the rows of a table with boxes to tick."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        palette = option.palette
        palette.setColor(QPalette.ColorRole.Window, ticked_window())
        option.palette = palette


class _TabStyle(QProxyStyle):
    """Fusion with the line; for tab bars alone: a style in Python would slow down all that is painted."""

    def drawControl(  # noqa: N802  of Qt
        self, element: QStyle.ControlElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        super().drawControl(element, option, painter, widget)
        if (
            element == QStyle.ControlElement.CE_TabBarTabShape
            and isinstance(option, QStyleOptionTab)
            and option.state & QStyle.StateFlag.State_Selected
        ):
            tab = option.rect
            edge = tab.bottom() - _LINE if option.shape in _SOUTH else tab.top()
            painter.fillRect(QRect(tab.left() + 1, edge, tab.width() - 2, _LINE), colour("accent"))


@cache
def _tab_style() -> _TabStyle:
    return _TabStyle("Fusion")
