"""The tool bar: the actions of the current layout, each with its word as long as there is room for all words."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QToolBar, QWidget

from app.actions.action import LayoutName
from app.actions.action_set import ActionSet

_ICON = QSize(20, 20)
_WORDS, _ICONS = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


class LayoutBar(QToolBar):
    """Shows the actions of `app.actions.tool_bars`, and at its end what belongs to every layout."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Tools"))
        self.setObjectName("tools")
        self.setIconSize(_ICON)
        self._end: QAction | None = None
        self._wide = 0

    def show_layout(self, actions: ActionSet, layout: LayoutName) -> None:
        """Show the actions of a layout."""
        for action in self.actions():
            self.removeAction(action)
        actions.fill_tool_bar(self, layout)
        if self._end is not None:
            self.addAction(self._end)
        self.setToolButtonStyle(_WORDS)
        self._wide = self.sizeHint().width()
        self._fit()

    def end_with(self, widget: QWidget) -> None:
        """Show a widget after the actions of every layout."""
        self._end = self.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        has_room = self.orientation() == Qt.Orientation.Horizontal and self._wide <= self.width()
        self.setToolButtonStyle(_WORDS if has_room else _ICONS)
