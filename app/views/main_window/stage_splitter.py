"""The splitter between picture and maps: the sizes are those of the arrangement until a person moves the handle."""

from __future__ import annotations

import json

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.display import Display
from app.pictures.arrangement import HANDLE, Arrangement, arrange, is_best_beside
from app.views.canvas.view import CanvasView
from app.views.maps.grid import MapGrid
from core.base.json_text import parse_json

_BELOW, _BESIDE = "below", "beside"


class StageSplitter(QSplitter):
    """Holds the canvas and, below or beside it, the maps."""

    def __init__(self, canvas: CanvasView, maps: MapGrid, display: Display, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._maps, self._display = maps, display
        self._made: dict[bool, Arrangement] = {}  # the last one for words written across, and downwards
        self._room = (0, 0, 0, 0)
        self._chosen: bool | None = None
        self._moved: dict[str, float] = {}  # what the person gave the picture of the room, by the place of the maps
        self.setObjectName("stage")
        self.setHandleWidth(round(HANDLE))
        self.setChildrenCollapsible(False)
        self.addWidget(canvas)
        self.addWidget(maps)
        self.splitterMoved.connect(self._keep_share)
        maps.shape_changed.connect(self.arrange)
        display.changed.connect(self._follow)

    def share_room(self) -> None:
        """Give picture and maps what is best for them, whatever a person gave them."""
        self._made.clear()
        self._moved.clear()
        self.arrange()

    def arrange(self) -> None:
        """Place the maps below or beside the picture, each as large as can be."""
        shape = self._maps.shape_of_grid
        if not self.isVisible() or self.width() <= 0 or self.height() <= 0 or not shape.kinds:
            return
        room = self.width(), self.height(), shape.kinds, shape.sources
        if room != self._room:  # only the next word is to find all if it was
            self._room = room
            self._made.clear()
        self._chosen = chosen = self._display.choices.beside
        if chosen is None:  # the same for each word, whatever its shape
            chosen = is_best_beside(room[:2], shape.kinds, shape.sources)
        self._display.is_beside = chosen
        self._made[shape.is_upright] = made = arrange(
            room[:2],
            shape.ratio,
            shape.kinds,
            shape.sources,
            is_upright=shape.is_upright,
            is_beside=chosen,
            before=self._made.get(shape.is_upright),
        )
        is_beside = made.place.is_beside
        self._maps.set_turned(made.place.is_turned)
        orientation = Qt.Orientation.Horizontal if is_beside else Qt.Orientation.Vertical
        if orientation != self.orientation():
            self.setOrientation(orientation)
        along = self.width() if is_beside else self.height()
        picture = round(self._moved.get(self._side, made.share) * along)
        sizes = [picture, along - self.handleWidth() - picture]
        if sizes != self.sizes():
            self.setSizes(sizes)

    def _follow(self) -> None:
        """Arrange anew if a person has chosen another place."""
        if self._display.choices.beside != self._chosen:
            self.arrange()

    def saveState(self) -> QByteArray:
        """The share that a person gave the picture. All else follows from the image and the room."""
        return QByteArray(json.dumps(self._moved).encode())

    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview) -> bool:
        """Give the picture what it was given before."""
        try:
            values = parse_json(bytes(QByteArray(state).data()))
        except ValueError:
            return False
        if not isinstance(values, dict):
            return False
        self._moved = {
            side: values[side]
            for side in (_BELOW, _BESIDE)
            if isinstance(values.get(side), float) and 0 < values[side] < 1
        }
        self.arrange()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    @property
    def _side(self) -> str:
        return _BESIDE if self.orientation() == Qt.Orientation.Horizontal else _BELOW

    def _keep_share(self) -> None:
        picture, maps = self.sizes()
        self._moved[self._side] = picture / max(picture + maps + self.handleWidth(), 1)
