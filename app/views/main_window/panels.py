"""The panels around the image area, which are made when they are first seen, and can be shown, hidden and restored."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget
from shiboken6 import isValid

from app.actions.panel import CONTEXT, Panel
from app.actions.panels import PANELS
from app.desktop.window_state import LAYOUT_VERSION
from app.language.languages import translate
from app.session import Session
from app.widgets.boxes import plain_label
from app.widgets.contrast import draw_buttons, underline_active
from core.base.errors import PluginError
from core.base.plugins.active import plugins
from core.base.plugins.plugin import Plugin

_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
_TABS_MARGIN = 4  # px beside the tabs of an area
_WIDE = 600  # px of a side of the image area that has room for any panel
_LEAST = QSize(160, 60)  # px: a long row of buttons in a panel must not keep the window from fitting its screen


_AREAS = {"left": _LEFT, "right": _RIGHT, "bottom": _BOTTOM}


@dataclass(frozen=True, slots=True)
class Place:
    """One side of the image area, with the panels there."""

    area: Qt.DockWidgetArea
    """The side, by Qt's name."""
    size: int
    """Width of the side in px at the left and right, height at the bottom."""
    groups: tuple[tuple[str, ...], ...]
    """Names of panels. Groups are below each other, or beside each other at the bottom. The panels of one group are
    tabs."""
    shares: tuple[int, ...] = ()
    """Shares of the groups in the room. Empty: equal shares."""


class Panels(QObject):
    """The dock widgets of a window, named as in `PANELS`."""

    shown_changed = Signal()
    made = Signal(object)  # the widget of a panel, once there is one
    asked = Signal(str)  # a panel asks for an action, by its id

    def __init__(self, window: QMainWindow, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._panels = {panel.id: panel for panel in PANELS}
        of_plugins = ((panel.id, plugins().bringing("panels", panel.id)) for panel in PANELS)
        self._brought = {name: plugin for name, plugin in of_plugins if plugin is not None}
        self._docks: dict[str, QDockWidget] = {}
        self._in_sight: set[str] = set()
        self._kept: QByteArray | None = None
        self._guests: set[str] = set()
        self._left_out: set[str] = set()  # of the layout, but hidden while they have nothing to show
        for panel in PANELS:
            dock = self._docks[panel.id] = QDockWidget(translate(CONTEXT, panel.title), window)
            dock.setObjectName(panel.id)
            dock.hide()
            draw_buttons(dock)
            dock.topLevelChanged.connect(lambda _, dock=dock: draw_buttons(dock))
            dock.visibilityChanged.connect(partial(self._seen, panel.id))
            window.addDockWidget(_AREAS[panel.side], dock)

    def content(self, name: str) -> QWidget:
        """Return the widget in a panel, creating it if it is asked for the first time."""
        dock = self._docks[name]
        if dock.widget() is None:
            made = _content(self._panels[name], self._brought.get(name), self._session)
            made.setMinimumSize(_LEAST)
            made.setAutoFillBackground(True)  # opaque: else title, tabs and window are painted with each of its changes
            if hasattr(made, "asked"):
                made.asked.connect(self.asked)
            dock.setWidget(made)
            self.made.emit(made)
        return dock.widget()

    def _fill(self, name: str) -> None:
        if self.is_in_sight(name):  # it may have been hidden meanwhile
            self.content(name)

    def is_in_sight(self, name: str) -> bool:
        """Return True if a panel is visible, neither hidden nor covered by another tab."""
        return name in self._in_sight

    def show(self, name: str) -> None:
        """Show a panel in front of its neighbours.

        A panel that the layout does without is shown until the layout is left.
        """
        dock = self._docks[name]
        self.content(name)
        self.bring_in(name)
        if dock.isHidden():
            self._guests.add(name)
            dock.show()
            area, size = self._window.dockWidgetArea(dock), self._panels[name].size
            if not dock.isFloating() and not self._window.tabifiedDockWidgets(dock):
                self._window.resizeDocks([dock], [size], _along(area))
            elif area == _BOTTOM:  # beside lower ones
                self.give_room(name, size)
        dock.raise_()

    def leave_out(self, name: str) -> None:
        """Hide a panel while it has nothing to show, but count it as part of the layout."""
        dock = self._docks[name]
        if not dock.isHidden() and not dock.isFloating() and name not in self._guests and self._kept is None:
            self._left_out.add(name)
            dock.hide()

    def bring_in(self, name: str) -> None:
        """Show again a panel that was left out of the layout."""
        if name in self._left_out:
            self._left_out.discard(name)
            self._docks[name].show()

    def toggle(self, name: str) -> None:
        """Show a panel, or hide it if it is visible, and let the layout remember this."""
        if self.is_in_sight(name):
            self._docks[name].hide()
        else:
            self.show(name)
        self._guests.discard(name)

    def arrange(self, places: Iterable[Place]) -> None:
        """Arrange panels as in a layout, in their default sizes, and hide all others.

        A hidden panel is a tab beside those on its own side, so that it comes up there; if none is at the bottom, one
        from there is a tab of a wide side.
        """
        self._kept = None
        self._guests.clear()
        self._left_out.clear()
        window, docks = self._window, self._docks
        for dock in docks.values():
            dock.setFloating(False)
            window.removeDockWidget(dock)
        last: dict[Qt.DockWidgetArea, QDockWidget] = {}
        shown: set[str] = set()
        for place in places:
            firsts = [docks[group[0]] for group in place.groups]
            across = Qt.Orientation.Horizontal if place.area == _BOTTOM else Qt.Orientation.Vertical
            window.addDockWidget(place.area, firsts[0])
            for before, first in pairwise(firsts):  # before there are tabs: a tab that is split gets one more tab
                window.splitDockWidget(before, first, across)
            for group, first in zip(place.groups, firsts, strict=True):
                for name in group[1:]:
                    window.tabifyDockWidget(first, docks[name])
                shown.update(group)
            last[place.area] = firsts[-1]
        wide = [place.area for place in places if place.size >= _WIDE]
        for name, dock in docks.items():
            area = _AREAS[self._panels[name].side]
            if name not in shown:
                area = wide[0] if wide and area == _BOTTOM and area not in last else area
                if area in last:
                    window.tabifyDockWidget(last[area], dock)
                else:
                    window.addDockWidget(area, dock)
                    last[area] = dock
            dock.setVisible(name in shown)
        for place in places:
            self._share_out(place)

    def _share_out(self, place: Place) -> None:
        """Bring the first panel of each group to the front, and give the groups their usual sizes."""
        firsts = [self._docks[group[0]] for group in place.groups]
        for first in firsts:
            first.raise_()
        size = max([place.size, *(self._tabs_width(group) for group in place.groups)])
        self._window.resizeDocks(firsts[:1], [place.size if place.area == _BOTTOM else size], _along(place.area))
        if len(firsts) > 1:
            shares = place.shares or (1,) * len(firsts)
            is_below = place.area == _BOTTOM
            room = self._window.width() if is_below else self._window.height()
            across = Qt.Orientation.Horizontal if is_below else Qt.Orientation.Vertical
            self._window.resizeDocks(firsts, [room * share // sum(shares) for share in shares], across)

    def give_room(self, name: str, height: int) -> None:
        """Give a panel at the bottom at least this height (px), as far as the window allows."""
        dock = self._docks[name]
        if dock.height() < height and not dock.isFloating():
            self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)

    def clear_away(self) -> None:
        """Hide all panels while no project is open, until `bring_back` restores them."""
        if self._kept is None:
            self._kept = self.leave()
            for dock in self._docks.values():
                dock.hide()

    def bring_back(self) -> None:
        """Restore the panels that `clear_away` has hidden."""
        if self._kept is not None:
            kept, self._kept = self._kept, None
            self._window.setUpdatesEnabled(False)  # all is painted in a turn of its own, so that input comes between
            self._restore(kept)
            QTimer.singleShot(1, self._window, lambda: self._window.setUpdatesEnabled(True))

    def leave(self) -> QByteArray:
        """Hide the panels that do not belong to the layout, and return `saveState` of those that do.

        After a `clear_away`, it is the state from before.
        """
        if self._kept is not None:
            return self._kept
        for name in self._guests:
            self._docks[name].hide()
        self._guests.clear()
        for name in [*self._left_out]:
            self.bring_in(name)
        return self._window.saveState(LAYOUT_VERSION)

    def take(self, left: QByteArray) -> bool:
        """Restore the panels from the state that `leave` has returned.

        Return False, with nothing changed, for bytes that are no such state.
        """
        return self._restore(left)

    def _restore(self, state: QByteArray) -> bool:
        """Restore a state of the window, and hide the panels that the state does not know.

        It is from before such a panel came to the program, or its plug-in was off.
        """
        if not self._window.restoreState(state, LAYOUT_VERSION):
            return False
        unknown = [dock for name, dock in self._docks.items() if not dock.isHidden() and not _names(state, name)]
        for dock in unknown:
            dock.hide()
        if unknown:  # their room belongs to the others
            self._window.restoreState(state, LAYOUT_VERSION)
        return True

    def _tabs_width(self, names: tuple[str, ...]) -> int:
        """Width in px that the titles of some panels take as tabs, none of them cut short."""
        bar = QTabBar()
        for name in names:
            bar.addTab(self._docks[name].windowTitle())
        return bar.sizeHint().width() + _TABS_MARGIN if bar.count() > 1 else 0

    def _seen(self, name: str, is_seen: bool) -> None:
        if is_seen:
            self._in_sight.add(name)
            if self._docks[name].widget() is None:  # each in a turn of its own: a project brings several back at once
                QTimer.singleShot(1, self._docks[name], partial(self._fill, name))
        else:
            self._in_sight.discard(name)
        if not isValid(self._window):  # it ends, and its docks with it
            return
        bars = self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        underline_active(*bars)  # Qt makes them as panels become tabs
        self.shown_changed.emit()


def _names(state: QByteArray, panel: str) -> bool:
    """Return True if a state of the window has a place for a panel, whose name it holds as Qt writes a text."""
    name = QByteArray()
    QDataStream(name, QIODevice.OpenModeFlag.WriteOnly).writeQString(panel)
    return state.contains(name)


def _content(panel: Panel, plugin: Plugin | None, session: Session) -> Any:
    """Return the widget of a panel, or a sentence in its place if its plug-in fails.

    `plugin`: the one that brings the panel. None for a panel of the program itself.
    """
    if plugin is None:
        return pkgutil.resolve_name(panel.widget)(session)
    try:
        with plugins().using(plugin):
            return plugins().load(plugin, panel.widget)(session)
    except PluginError as error:
        return plain_label(str(error))


def _along(area: Qt.DockWidgetArea) -> Qt.Orientation:
    """The direction of depth at a side of the image area."""
    return Qt.Orientation.Vertical if area == _BOTTOM else Qt.Orientation.Horizontal
