"""The panels round the stage: made when they are first seen, shown, hidden, and put back where they belong."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QSplitter, QTabBar, QWidget

from app.actions.action import CONTEXT, PANEL_TITLES
from app.desktop.window_state import LAYOUT_VERSION
from app.language.languages import translate
from app.session import Session
from app.views.image_list import ImageList
from app.views.label_panel import LabelPanel
from app.views.maps.ceiling import CeilingPanel
from app.widgets.boxes import column

_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
_HIGH = 640  # px of the screen: on a lower one the stage has the room that panels below it would take
_TABS_MARGIN = 4  # px beside the tabs of an area
_LEAST = QSize(160, 60)  # px: a long row of buttons in a panel must not keep the window from fitting its screen


@dataclass(frozen=True, slots=True)
class DockPanel:
    """A panel, and where it stands unless the person moves it.

    Attributes
    ----------
    name : str
        One of `app.actions.action.PANEL_TITLES`.
    size : int
        Its width in px at the left and right, its height at the bottom.
    make : callable
        Makes what is in it. Where that has a signal `asked`, it asks for actions by their ids.
    is_lazy : bool
        Whether that waits until the panel is first seen.
    """

    name: str
    area: Qt.DockWidgetArea
    size: int
    make: Callable[[Session], QWidget]
    is_lazy: bool = True


def _loaded(name: str) -> Callable[[Session], QWidget]:
    """A maker that loads the widget's module when it is first called: the window opens sooner."""

    def make(session: Session) -> QWidget:
        widget: QWidget = pkgutil.resolve_name(name)(session)
        return widget

    return make


def _characters(session: Session) -> QWidget:
    panel, label = QWidget(), LabelPanel(session)
    column(label, CeilingPanel(session), parent=panel).setStretchFactor(label, 1)
    return panel


def _predictions(session: Session) -> QWidget:
    from app.views.predictions import PredictionPanel  # noqa: PLC0415
    from app.views.predictions.top_five import TopFive  # noqa: PLC0415

    panel = QSplitter(Qt.Orientation.Vertical)
    panel.setChildrenCollapsible(False)
    panel.addWidget(PredictionPanel(session))
    panel.addWidget(TopFive(session))
    return panel


PANELS: tuple[DockPanel, ...] = (
    DockPanel("images", _LEFT, 280, ImageList, is_lazy=False),
    DockPanel("characters", _RIGHT, 290, _characters, is_lazy=False),
    DockPanel("predictions", _RIGHT, 290, _predictions),
    DockPanel("why", _RIGHT, 290, _loaded("app.views.why:WhyPanel")),
    DockPanel("problems", _BOTTOM, 130, _loaded("app.views.problems:ProblemsPanel")),
    DockPanel("training", _BOTTOM, 130, _loaded("app.views.training:TrainingPanel")),
    DockPanel("runs", _BOTTOM, 130, _loaded("app.views.runs:RunsPanel")),
    DockPanel("history", _BOTTOM, 130, _loaded("app.views.history:HistoryPanel")),
    DockPanel("jobs", _BOTTOM, 130, _loaded("app.views.messages.jobs:JobsPanel")),
    DockPanel("wall", _BOTTOM, 130, _loaded("app.views.predictions.wall:WallPanel")),
    DockPanel("review", _BOTTOM, 130, _loaded("app.views.review:ReviewPanel")),
    DockPanel("glyphs", _BOTTOM, 130, _loaded("app.views.glyph_wall:GlyphWall")),
)
"""All panels, in the order of their tabs."""


class Panels(QObject):
    """The dock widgets of a window, by the names in `PANELS`."""

    shown_changed = Signal()
    made = Signal(object)
    """The widget of a panel, once there is one."""
    asked = Signal(str)
    """A panel asks for an action, by its id."""

    def __init__(self, window: QMainWindow, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._panels = {panel.name: panel for panel in PANELS}
        self._docks: dict[str, QDockWidget] = {}
        self._in_sight: set[str] = set()
        self._kept: QByteArray | None = None
        for panel in PANELS:
            dock = self._docks[panel.name] = QDockWidget(window)
            dock.setObjectName(panel.name)
            dock.visibilityChanged.connect(partial(self._seen, panel.name))
            if not panel.is_lazy:
                self.content(panel.name)
            window.addDockWidget(panel.area, dock)
        self.retranslate()
        self._arrange()

    def content(self, name: str) -> QWidget:
        """The widget in a panel; a lazy panel gets its widget now."""
        dock = self._docks[name]
        if dock.widget() is None:
            made: Any = self._panels[name].make(self._session)
            made.setMinimumSize(_LEAST)
            made.setAutoFillBackground(True)  # opaque: else title, tabs and window are painted with each of its changes
            if hasattr(made, "asked"):
                made.asked.connect(self.asked)
            dock.setWidget(made)
            self.made.emit(made)
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
        for panel in PANELS:
            dock = self._docks[panel.name]
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
            self._window.addDockWidget(panel.area, dock)
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
        """The layout as `QMainWindow.saveState` gives it; after `clear_away`, the layout before."""
        return self._window.saveState(LAYOUT_VERSION) if self._kept is None else self._kept

    def retranslate(self) -> None:
        """Name the panels in the present language."""
        for name, dock in self._docks.items():
            dock.setWindowTitle(translate(CONTEXT, PANEL_TITLES[name]))

    def _arrange(self) -> None:
        """Stack the panels of an area as tabs, and give the areas their usual sizes."""
        first: dict[Qt.DockWidgetArea, str] = {}
        has_room = self._window.screen().availableSize().height() >= _HIGH
        for panel in PANELS:
            if panel.area in first:
                self._window.tabifyDockWidget(self._docks[first[panel.area]], self._docks[panel.name])
            first.setdefault(panel.area, panel.name)
            self._docks[panel.name].setVisible(panel.area != _BOTTOM or has_room)
        for name in first.values():
            self._docks[name].raise_()
        for orientation, areas in (
            (Qt.Orientation.Horizontal, {_LEFT, _RIGHT}),
            (Qt.Orientation.Vertical, {_BOTTOM}),
        ):
            names = [name for name in first.values() if self._panels[name].area in areas]
            sizes = [self._panels[name].size for name in names]
            if orientation == Qt.Orientation.Horizontal:
                sizes = [max(size, self._tabs_width(name)) for name, size in zip(names, sizes, strict=True)]
            self._window.resizeDocks([self._docks[name] for name in names], sizes, orientation)

    def _tabs_width(self, name: str) -> int:
        """Width in px that the titles of a panel and its neighbours take as tabs, none of them cut short."""
        area = self._panels[name].area
        bar = QTabBar()
        for panel in PANELS:
            if panel.area == area:
                bar.addTab(self._docks[panel.name].windowTitle())
        return bar.sizeHint().width() + _TABS_MARGIN if bar.count() > 1 else 0

    def _seen(self, name: str, is_seen: bool) -> None:
        if is_seen:
            self._in_sight.add(name)
            self.content(name)
        else:
            self._in_sight.discard(name)
        self.shown_changed.emit()
