"""The tool bar of the current layout, and the switch between the layouts in the corner of the menu bar."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QToolBar, QToolButton, QWidget

from app.actions.action import LayoutName
from app.actions.action_set import ActionSet
from app.desktop.theme import colour
from app.widgets.boxes import row

_ICON = QSize(20, 20)
_WORDS, _ICONS = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


_LINE = 2  # px high
_SIDES, _ABOVE = 10, 4  # px beside a word, and above and below it


class LayoutSwitch(QWidget):
    """Shows the current layout, and switches to another by a click on the button of an action `view.layout.…`."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {name: _Segment() for name in get_args(LayoutName)}
        for name, button in self.buttons.items():
            button.setDefaultAction(actions.action(f"view.layout.{name}"))
        row(*self.buttons.values(), parent=self, spacing=0, margins=(0, 0, 4, 0))
        self.setAccessibleName(self.tr("Layout"))


class _Segment(QToolButton):
    """One word of the switch."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys of the layouts act wherever the keyboard is

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 2 * _SIDES, metrics.height() + 2 * _ABOVE)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), self.palette()
        if self.underMouse() and self.isEnabled():
            painter.fillRect(self.rect(), palette.color(QPalette.ColorRole.Button))
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))  # of the group that is enabled, or not
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.isChecked():
            line = QRect(_SIDES // 2, self.height() - _LINE, self.width() - _SIDES, _LINE)
            painter.fillRect(line, colour("accent"))


class LayoutBar(QToolBar):
    """Shows the actions from `app.actions.tool_bars`, and behind them what belongs to every layout."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Tools"))
        self.setObjectName("tools")
        self.setIconSize(_ICON)
        self._end: QAction | None = None
        self._wide = 0

    def show_layout(self, actions: ActionSet, layout: LayoutName) -> None:
        """Show the actions of a layout in the tool bar."""
        for action in self.actions():
            self.removeAction(action)
        actions.fill_tool_bar(self, layout)
        if self._end is not None:
            self.addAction(self._end)
        self.setToolButtonStyle(_WORDS)
        self._wide = self.sizeHint().width()
        self._fit()

    def end_with(self, widget: QWidget) -> None:
        """Show a widget behind the actions of every layout."""
        self._end = self.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        has_room = self.orientation() == Qt.Orientation.Horizontal and self._wide <= self.width()
        self.setToolButtonStyle(_WORDS if has_room else _ICONS)
