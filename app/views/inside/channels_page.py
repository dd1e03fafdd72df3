"""The maps of the chosen layer for the open image."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QStackedWidget, QWidget

from app.language.sentences import translated
from app.session import Session
from app.views.inside.channel_wall import ChannelWall
from app.widgets.boxes import column, named, plain_label, row, set_tip, tool_button
from app.widgets.sentence_label import ElidedLabel

_ZOOM = 1.2


class ChannelsPage(QWidget):
    """Shows what the layer gives, channel by channel."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.probing = session.instruments.probing
        self.wall = named(ChannelWall(), self.tr("Maps of the layer"))
        self.summary = ElidedLabel()  # of one line: the maps must not move away under the mouse
        self.one_scale = set_tip(
            QCheckBox(self.tr("One scale")),
            self.tr("All channels in one scale of colours, so that they can be compared"),
        )
        self.buttons = {
            "out": tool_button(lambda: self.wall.zoom(1 / _ZOOM), picture="zoom-out", tip=self.tr("Zoom out")),
            "in": tool_button(lambda: self.wall.zoom(_ZOOM), picture="zoom-in", tip=self.tr("Zoom in")),
        }
        self.sentence = plain_label()
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        bar = row(self.summary, self.one_scale, *self.buttons.values(), spacing=6, margins=(6, 2, 6, 2))
        bar.setStretchFactor(self.summary, 1)
        page = QWidget()
        column(bar, self.wall, parent=page, spacing=0).setStretchFactor(self.wall, 1)
        self._pages = QStackedWidget()
        for shown in (page, self.sentence):
            self._pages.addWidget(shown)
        column(self._pages, parent=self)
        self.wall.pointed.connect(self._show_value)
        self.one_scale.toggled.connect(self.wall.set_one_scale)
        self.probing.changed.connect(self.refresh)
        session.instruments.inside.selected_changed.connect(self.refresh)
        session.display.changed.connect(self.refresh)
        for name, tip in (("out", self.tr("Zoom out")), ("in", self.tr("Zoom in"))):
            set_tip(self.buttons[name], tip)
            self.buttons[name].setAccessibleName(tip)
        self._show_value(None)
        self.sentence.setText(translated(self.probing.sentence))

    def refresh(self) -> None:
        """Show the maps as they are now."""
        maps = self.probing.maps
        self._pages.setCurrentIndex(1 if maps is None else 0)
        self.sentence.setText(translated(self.probing.sentence))
        self.wall.show_maps(maps, self._session.display.choices.colormap)

    def showEvent(self, event: QShowEvent) -> None:
        """Nothing is computed while nobody sees it."""
        super().showEvent(event)
        self.probing.want(True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is computed while nobody sees it."""
        self.probing.want(False)
        super().hideEvent(event)

    def _show_value(self, found: tuple[int, int, int] | None) -> None:
        maps = self.wall.maps
        if maps is None:
            self.summary.setText("")
            return
        if found is not None:
            channel, down, across = found
            sentence = self.tr("Channel {channel}, row {row}, column {column}: {value}")
            value = f"{float(maps.values[down, across, channel]):.4g}"
            self.summary.setText(sentence.format(channel=channel, row=down, column=across, value=value))
            return
        height, width, channels = maps.values.shape
        sentence = self.tr("{layer}: {channels} channels of {size}, the most active first (number, mean |value|)")
        text = sentence.format(layer=maps.layer.removeprefix("network/"), channels=channels, size=f"{height} × {width}")
        if maps.step is not None:
            text = self.tr("{text}, step {step}").format(text=text, step=maps.step)
        self.summary.setText(text)
