"""Buttons in a line that keep their texts while there is room for them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QSizePolicy, QToolButton, QWidget

from app.widgets.boxes import row

_SPACING = 2  # px

_WITH_TEXT, _ICON = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


class ButtonBar(QWidget):
    """Buttons with icons; a narrow bar shows the icons alone."""

    def __init__(self, buttons: Iterable[QToolButton], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = tuple(buttons)
        for button in self._buttons:
            button.setToolButtonStyle(_WITH_TEXT)
            button.setAutoRaise(True)
        self._row = row(*self._buttons, parent=self, spacing=_SPACING)
        self._row.addStretch(1)
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._width(_ICON), self._row.sizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(self._width(_WITH_TEXT), self._row.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit again where a button came, went or has another text."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        style = _WITH_TEXT if self.width() >= self._width(_WITH_TEXT) else _ICON
        for button in self._buttons:
            if button.toolButtonStyle() != style:
                button.setToolButtonStyle(style)

    def _width(self, style: Qt.ToolButtonStyle) -> int:
        shown = [button for button in self._buttons if not button.isHidden()]
        icons = sum(button.iconSize().width() + 10 for button in shown)
        texts = (
            0 if style == _ICON else sum(button.fontMetrics().horizontalAdvance(button.text()) + 10 for button in shown)
        )
        return icons + texts + _SPACING * max(0, len(shown) - 1)
