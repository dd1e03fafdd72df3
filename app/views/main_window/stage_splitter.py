"""The splitter between picture and maps: the picture gives up room before a map is cut off."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from app.views.canvas.view import CanvasView
from app.views.maps.rows import MapRows

_PICTURE_SHARE, _MAPS_SHARE = 3, 2  # of the height, or of the width beside a tall picture
_LEAST_PICTURE = 120  # px high: below it, the maps are scrolled instead


class StageSplitter(QSplitter):
    """Holds the canvas and, below or beside it, the maps.

    Maps below the picture get what all of them need at least, as long as enough is left for the picture, and give it
    back when there are fewer; unless the person has moved the handle to where just so many are scrolled. What is
    remembered of it from one start to the next is without what is lent.
    """

    def __init__(self, canvas: CanvasView, maps: MapRows, parent: QWidget | None = None) -> None:
        super().__init__(maps.orientation, parent)
        self._maps = maps
        self._lent = 0  # px that the maps have from the picture
        self._cut: int | None = None  # px that the maps needed when the person gave them less
        self.setObjectName("stage")
        self.setChildrenCollapsible(False)
        for place, (part, share) in enumerate(((canvas, _PICTURE_SHARE), (maps, _MAPS_SHARE))):
            self.addWidget(part)
            self.setStretchFactor(place, share)
        self.splitterMoved.connect(self._moved)
        self.share_room()

    def share_room(self) -> None:
        """Give picture and maps their usual shares."""
        along = self.orientation() == Qt.Orientation.Vertical
        room = self.height() if along else self.width()
        both = _PICTURE_SHARE + _MAPS_SHARE
        self._lent, self._cut = 0, None
        self.setSizes([room * _PICTURE_SHARE // both, room * _MAPS_SHARE // both])
        self._lend()

    def saveState(self) -> QByteArray:
        sizes = picture, maps = self.sizes()
        self.setSizes([picture + self._lent, maps - self._lent])
        state = super().saveState()
        self.setSizes(sizes)
        return state

    def restoreState(self, state: QByteArray | bytes | bytearray | memoryview) -> bool:
        """Restore the sizes, then lend room to the maps anew."""
        is_known = super().restoreState(state)
        if is_known:
            self._lent, self._cut = 0, None
            self._lend()
        return is_known

    def showEvent(self, event: QShowEvent) -> None:
        """Lend room to the maps: a hidden splitter lends none."""
        super().showEvent(event)
        self._lend()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lend()

    def event(self, event: QEvent) -> bool:
        """Follow the number of the maps."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._lend()
        return done

    def _moved(self) -> None:
        needed = self._maps.needed_height
        self._lent, self._cut = 0, needed if self.sizes()[1] < needed else None

    def _lend(self) -> None:
        if self.orientation() != Qt.Orientation.Vertical or not self.isVisible():
            return
        picture, maps = self.sizes()
        own, room, needed = maps - self._lent, picture + maps, self._maps.needed_height
        wanted = own if needed == self._cut else max(own, min(needed, room - _LEAST_PICTURE))
        self._lent = max(wanted - own, 0)
        if wanted != maps:
            self.setSizes([room - wanted, wanted])
