"""The button in the corner of the maps: which are shown and how, and what lies over the picture."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QToolButton, QWidget, QWidgetAction

from app.session import Session
from app.views.maps.overlay_controls import OverlayControls
from app.widgets.boxes import offer_menu, set_tip

_MARGIN = 4  # px to the edges of the maps


class MapsButton(QToolButton):
    """Opens the menu of the maps, which begins with the controls of the overlay."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(self.tr("Maps"))
        self.setAutoFillBackground(True)
        set_tip(self, self.tr("Choose the maps that are shown, and the map over the picture"))
        self.overlay = OverlayControls(session)
        shown = QWidgetAction(self)
        shown.setDefaultWidget(self.overlay)
        self.addAction(shown)
        offer_menu(self, "maps")
        self.clicked.connect(lambda: self.customContextMenuRequested.emit(QPoint(0, self.height())))

    def place(self, room: QRect) -> None:
        """Place the button in the lower right corner of the maps, over what is there."""
        self.adjustSize()
        self.move(room.right() - self.width() - _MARGIN, room.bottom() - self.height() - _MARGIN)
        self.raise_()
