"""Sets colours that the style does not: for active tabs, tick boxes, the buttons of docks, and drawing widgets."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize
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

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # Qt allows one Qt class among the bases: the one beside `Recoloured`

_LINE = 2  # px high
_SOUTH = {QTabBar.Shape.RoundedSouth, QTabBar.Shape.TriangularSouth}
_DETACH = QSize(24, 24)  # px at most
_BUTTONS = {"qt_dockwidget_closebutton": "close", "qt_dockwidget_floatbutton": "detach"}


def underline_active(*bars: QTabBar | QTabWidget) -> None:
    """Make tab bars draw a line along the outer edge of the active tab."""
    for widget in bars:
        bar = widget.tabBar() if isinstance(widget, QTabWidget) else widget
        if bar.style() is not _tab_style():
            bar.setStyle(_tab_style())


def tabs_of(*pages: tuple[QWidget, str]) -> QTabWidget:
    """Return a widget with pages in tabs, given the pages with their titles."""
    tabs = QTabWidget(documentMode=True)
    underline_active(tabs)
    for page, title in pages:
        tabs.addTab(page, title)
    return tabs


def draw_buttons(dock: QDockWidget) -> None:
    """Give the buttons in the title bar of a dock icons in the text colour of the theme.

    A dock in the window has no button that detaches it: a double click on its title, or a drag, does.
    """
    for name, drawing in _BUTTONS.items():
        button = dock.findChild(QAbstractButton, name)
        if button is not None:
            button.setIcon(icon(drawing))
            if drawing == "detach":  # hidden it would not stay: Qt shows it again
                button.setMaximumSize(_DETACH if dock.isFloating() else QSize(0, 0))


class Recoloured(_Widget):
    """A widget that sets its own colours again when the theme changes.

    It comes before the Qt class: ``class Bar(Recoloured, QWidget)``.
    """

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self.recolour()
        super().changeEvent(event)

    def recolour(self) -> None:
        """Set every colour that Qt does not take from the palette itself."""
        raise NotImplementedError


class TickedRows(QStyledItemDelegate):
    """Draws the rows of a table that have tick boxes."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        palette = option.palette
        palette.setColor(QPalette.ColorRole.Window, ticked_window())
        option.palette = palette


class _TabStyle(QProxyStyle):
    """Fusion with the line, only for tab bars because a style in Python would slow down all that is painted."""

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
