"""The overlay's controls: map, opacity and colormap."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QSlider, QToolButton, QWidget

from app.display import Overlay
from app.language.words import explained
from app.pictures.colormaps import NAMES, table
from app.pictures.legends import Legend
from app.pictures.shown_maps import isolated, overlay_source
from app.session import Session
from app.widgets.boxes import explain, set_tip
from app.widgets.icons import icon

_ICONS: Mapping[Overlay, str] = {
    "none": "overlay-none",
    "character": "map-character",
    "order": "map-order",
    "localization": "map-localization",
}
_SAMPLE = QSize(40, 12)  # px


class OverlayControls(QWidget):
    """The overlay's map, opacity and colormap, and its legend."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.buttons: dict[Overlay, QToolButton] = {}
        group = QButtonGroup(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        together = QHBoxLayout()
        together.setSpacing(0)
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
        self.opacity.setMinimumWidth(60)
        self.opacity.setMaximumWidth(140)
        self.opacity.valueChanged.connect(lambda percent: session.display.set(opacity=percent / 100))
        self.colormap = QComboBox(iconSize=_SAMPLE)
        for name in NAMES:
            self.colormap.addItem(_sample(name), name)
        self.colormap.textActivated.connect(self._choose_colormap)
        self.legend = Legend(session)
        line.addLayout(together)
        line.addWidget(self.opacity)
        line.addWidget(self.colormap)
        line.addWidget(self.legend, 1)
        changed = session.editor.label_changed, session.display.changed, session.predictions.changed
        session.desk.switching.later(self.refresh, *changed, parent=self)
        said: Mapping[Overlay, str] = {
            "none": self.tr("Nothing over the picture"),
            "character": self.tr("Character map (G) over the picture"),
            "order": self.tr("Order map (S) over the picture"),
            "localization": self.tr("Localization map (Q) over the picture"),
        }
        widgets: dict[QWidget, str] = {button: said[overlay] for overlay, button in self.buttons.items()}
        widgets[self.opacity] = self.tr("Opacity of the map over the picture")
        widgets[self.colormap] = self.tr("Colours of the localization map and of a single position")
        for widget, text in widgets.items():
            explain(widget, text)
        for overlay, button in self.buttons.items():
            if overlay != "none":
                set_tip(button, explained(f"{overlay} map", before=said[overlay]))
        self.refresh()

    def refresh(self) -> None:
        """Show the choices as they are now."""
        session, choices = self._session, self._session.display.choices
        self.buttons[choices.overlay].setChecked(True)
        with QSignalBlocker(self.opacity):  # its steps are coarser than what may have been chosen elsewhere
            self.opacity.setValue(round(100 * choices.opacity))
        self.colormap.setCurrentText(choices.colormap)
        shown = "order" if isolated(session) is not None else choices.overlay
        self.legend.show_map(None if shown == "none" else shown, overlay_source(session))

    def _choose_colormap(self, name: str) -> None:
        self._session.settings.set("maps.colormap", name)  # for the next time
        self._session.display.set(colormap=name)


def _sample(name: str) -> QIcon:
    """A colormap from 0 to 1."""
    ramp = table(name)
    image = QImage(ramp.tobytes(), len(ramp), 1, 3 * len(ramp), QImage.Format.Format_RGB888)
    return QIcon(QPixmap.fromImage(image.scaled(_SAMPLE * 2)))
