"""A scrolled widget that stays as wide as the picture above."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QWidget


class Scrolled(QScrollArea):
    """Scrolls a widget up and down by a bar that lies over its right edge: one beside it would put it out of line.

    Parameters
    ----------
    least : int
        Pixels that it is high at least, unless the widget needs fewer.
    """

    def __init__(self, widget: QWidget, least: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inner, self._least = widget, least
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(widget)
        self.bar = QScrollBar(Qt.Orientation.Vertical, self)
        inner = self.verticalScrollBar()
        inner.rangeChanged.connect(self._follow)
        inner.valueChanged.connect(self.bar.setValue)
        self.bar.valueChanged.connect(inner.setValue)
        self._follow()

    def minimumSizeHint(self) -> QSize:
        needed = self._inner.minimumSizeHint()
        return QSize(needed.width(), min(needed.height(), self._least))

    def sizeHint(self) -> QSize:
        return self._inner.sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._follow()

    def _follow(self) -> None:
        inner = self.verticalScrollBar()
        self.bar.setRange(inner.minimum(), inner.maximum())
        self.bar.setPageStep(inner.pageStep())
        self.bar.setSingleStep(inner.singleStep())
        self.bar.setVisible(inner.maximum() > 0)
        width = self.bar.sizeHint().width()
        self.bar.setGeometry(QRect(self.width() - width, 0, width, self.height()))
        self.bar.raise_()
