"""The button in the corner of the maps: which are shown and how, and what lies over the picture."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QButtonGroup, QComboBox, QSlider, QToolButton, QWidget, QWidgetAction

from app.display import Overlay
from app.language.words import explained
from app.pictures.colormaps import NAMES, table
from app.session import Session
from app.widgets.boxes import Label, column, explain, offer_menu, row, set_tip
from app.widgets.icons import icon

_MARGIN = 4  # px to the edges of the maps


_ICONS: Mapping[Overlay, str] = {
    "none": "overlay-none",
    "character": "map-character",
    "order": "map-order",
    "localization": "map-localization",
}
_SAMPLE = QSize(40, 12)  # px


class OverlayControls(QWidget):
    """The overlay's map, opacity and colormap."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.buttons: dict[Overlay, QToolButton] = {}
        group = QButtonGroup(self)
        together = row(spacing=0)
        for overlay, drawing in _ICONS.items():
            button = QToolButton()
            button.setIcon(icon(drawing))
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _, overlay=overlay: session.display.set(overlay=overlay))
            group.addButton(button)
            together.addWidget(button)
            self.buttons[overlay] = button
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.opacity.setSingleStep(5)
        self.opacity.valueChanged.connect(lambda percent: session.display.set(opacity=percent / 100))
        self.colormap = QComboBox(iconSize=_SAMPLE)
        for name in NAMES:
            self.colormap.addItem(_sample(name), name)
        self.colormap.textActivated.connect(self._choose_colormap)
        over = column(together, self.opacity, self.colormap, spacing=6)
        column(Label(self.tr("Over the picture")), over, parent=self, spacing=4, margins=(12, 8, 12, 6))
        session.workspace.switching.later(self.refresh, session.display.changed, parent=self)
        titles: Mapping[Overlay, str] = {
            "none": self.tr("Nothing over the picture"),
            "character": self.tr("Character map (G) over the picture"),
            "order": self.tr("Order map (S) over the picture"),
            "localization": self.tr("Centre map (Q) over the picture"),
        }
        widgets: dict[QWidget, str] = {button: titles[overlay] for overlay, button in self.buttons.items()}
        widgets[self.opacity] = self.tr("Opacity of the map over the picture")
        widgets[self.colormap] = self.tr("Colours of the centre map and of a single position")
        for widget, text in widgets.items():
            explain(widget, text)
        for overlay, button in self.buttons.items():
            if overlay != "none":
                set_tip(button, explained(f"{overlay} map", before=titles[overlay]))
        self.refresh()

    def refresh(self) -> None:
        """Show the choices as they are now."""
        choices = self._session.display.choices
        self.buttons[choices.overlay].setChecked(True)
        with QSignalBlocker(self.opacity):  # its steps are coarser than what may have been chosen elsewhere
            self.opacity.setValue(round(100 * choices.opacity))
        self.colormap.setCurrentText(choices.colormap)

    def _choose_colormap(self, name: str) -> None:
        self._session.settings.set("maps.colormap", name)  # for the next time
        self._session.display.set(colormap=name)


def _sample(name: str) -> QIcon:
    """A colormap from 0 to 1."""
    ramp = table(name)
    image = QImage(ramp.tobytes(), len(ramp), 1, 3 * len(ramp), QImage.Format.Format_RGB888)
    return QIcon(QPixmap.fromImage(image.scaled(_SAMPLE * 2)))


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
