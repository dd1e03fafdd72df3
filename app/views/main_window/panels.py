"""The panels round the stage: made when they are first seen, shown, hidden, and put back where they belong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from app.actions.action import CONTEXT, PANELS
from app.desktop.window_state import LAYOUT_VERSION

_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
_HIGH = 640  # px of the screen: on a lower one the stage has the room that panels below it would take
_TABS_MARGIN = 4  # px beside the tabs of an area
_LEAST = QSize(160, 60)  # px: a long row of buttons in a panel must not keep the window from fitting its screen


@dataclass(frozen=True, slots=True)
class Place:
    """Where a panel stands unless the person moves it.

    Attributes
    ----------
    area : Qt.DockWidgetArea
    size : int
        Its width in px at the left and right, its height at the bottom.
    make : callable
        Makes what is in it.
    lazy : bool
        Whether that waits until it is first seen.
    shown : bool
        Whether it is shown unless the person hides it, or, at the bottom, the screen is too low.
    """

    area: Qt.DockWidgetArea
    size: int
    make: Callable[[], QWidget]
    lazy: bool = False
    shown: bool = True


class Panels(QObject):
    """The dock widgets of a window, by the names in `app.actions.action.PANELS`."""

    shown_changed = Signal()

    def __init__(self, window: QMainWindow, places: Mapping[str, Place]) -> None:
        super().__init__(window)
        self._window = window
        self._places = dict(places)
        self._docks: dict[str, QDockWidget] = {}
        self._in_sight: set[str] = set()
        self._kept: QByteArray | None = None
        for name, place in self._places.items():
            dock = self._docks[name] = QDockWidget(window)
            dock.setObjectName(name)
            dock.visibilityChanged.connect(partial(self._seen, name))
            if not place.lazy:
                self.content(name)
            window.addDockWidget(place.area, dock)
        self.retranslate()
        self._arrange()

    def content(self, name: str) -> QWidget:
        """What is in a panel; made now if it was not seen yet."""
        dock = self._docks[name]
        if dock.widget() is None:
            made = self._places[name].make()
            made.setMinimumSize(_LEAST)
            dock.setWidget(made)
        return dock.widget()

    def is_in_sight(self, name: str) -> bool:
        """Whether a panel is seen: neither hidden nor covered by another tab."""
        return name in self._in_sight

    def show(self, name: str) -> None:
        """Show a panel, in front of its neighbours."""
        self.content(name)
        self._docks[name].show()
        self._docks[name].raise_()

    def toggle(self, name: str) -> None:
        """Show a panel, or hide it if it is in sight."""
        if self.is_in_sight(name):
            self._docks[name].hide()
        else:
            self.show(name)

    def reset(self) -> None:
        """Put all panels back where they belong, in their usual sizes."""
        self._kept = None
        for name, place in self._places.items():
            dock = self._docks[name]
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
            self._window.addDockWidget(place.area, dock)
        self._arrange()

    def give_room(self, name: str, height: int) -> None:
        """Make a panel at the bottom at least so high (px), as far as the window allows."""
        dock = self._docks[name]
        if dock.height() < height and not dock.isFloating():
            self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)

    def clear_away(self) -> None:
        """Hide all panels while there is no project for them to show; `bring_back` puts them as they were."""
        if self._kept is None:
            self._kept = self._window.saveState(LAYOUT_VERSION)
            for dock in self._docks.values():
                dock.hide()

    def bring_back(self) -> None:
        """Undo `clear_away`."""
        if self._kept is not None:
            kept, self._kept = self._kept, None
            self._window.restoreState(kept, LAYOUT_VERSION)

    def layout(self) -> QByteArray:
        """How all stands, as `QMainWindow.saveState` tells it; while it is cleared away, how it stood before."""
        return self._window.saveState(LAYOUT_VERSION) if self._kept is None else self._kept

    def retranslate(self) -> None:
        """Name the panels in the present language."""
        for name, dock in self._docks.items():
            dock.setWindowTitle(QCoreApplication.translate(CONTEXT, PANELS[name]))

    def _arrange(self) -> None:
        """Tabs where several share an area, and sizes."""
        first: dict[Qt.DockWidgetArea, str] = {}
        has_room = self._window.screen().availableSize().height() >= _HIGH
        for name, place in self._places.items():
            if place.area in first:
                self._window.tabifyDockWidget(self._docks[first[place.area]], self._docks[name])
            first.setdefault(place.area, name)
            self._docks[name].setVisible(place.shown and (place.area != _BOTTOM or has_room))
        for name in first.values():
            self._docks[name].raise_()
        for orientation, areas in (
            (Qt.Orientation.Horizontal, {Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea}),
            (Qt.Orientation.Vertical, {_BOTTOM}),
        ):
            names = [name for name in first.values() if self._places[name].area in areas]
            sizes = [self._places[name].size for name in names]
            if orientation == Qt.Orientation.Horizontal:
                sizes = [max(size, self._tabs_width(name)) for name, size in zip(names, sizes, strict=True)]
            self._window.resizeDocks([self._docks[name] for name in names], sizes, orientation)

    def _tabs_width(self, name: str) -> int:
        """Width in px that the titles of a panel and its neighbours take as tabs, none of them cut short."""
        area = self._places[name].area
        bar = QTabBar()
        for other, place in self._places.items():
            if place.area == area and place.shown:
                bar.addTab(self._docks[other].windowTitle())
        return bar.sizeHint().width() + _TABS_MARGIN if bar.count() > 1 else 0

    def _seen(self, name: str, is_seen: bool) -> None:
        if is_seen:
            self._in_sight.add(name)
            self.content(name)
        else:
            self._in_sight.discard(name)
        self.shown_changed.emit()
