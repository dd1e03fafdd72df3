"""The layouts: the panels for each kind of work, their places, and the changes that a person has made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QToolBar

from app.actions.action import LayoutName
from app.desktop.window_state import WindowState
from app.views.main_window.panels import Panels, Place

_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
_HIGH = 640  # px of the window: in a lower one the image area has the room that panels below it would take
_WIDE = 1320  # px of the window: in a narrower one, maps beside each other leave room for one column of panels
_SHARE = 0.53  # of the width of the window that a column of panels takes at most
_FIRST: LayoutName = "label"


_IMAGES = Place(_LEFT, 270, (("images",),))
_PLACES: Mapping[LayoutName, tuple[Place, ...]] = {
    "label": (_IMAGES, Place(_RIGHT, 290, (("characters",),)), Place(_BOTTOM, 114, (("problems",),))),
    "train": (Place(_RIGHT, 760, (("runs",),)),),
    "inspect": (Place(_LEFT, 220, (("images",),)), Place(_RIGHT, 330, (("predictions",),))),
    "review": (Place(_LEFT, 430, (("review",),)),),
}
_NARROW_INSPECT = (Place(_LEFT, 290, (("images",), ("predictions",)), (2, 3)),)


def places_of(layout: LayoutName, room: QSize) -> tuple[Place, ...]:
    """Return the places of a layout's panels in a window of a given size (px), before a person moves any."""
    if layout == "inspect" and room.width() < _WIDE:
        return _NARROW_INSPECT
    places = (replace(place, size=min(place.size, round(_SHARE * room.width()))) for place in _PLACES[layout])
    return tuple(place for place in places if place.area != _BOTTOM or room.height() >= _HIGH)


class Layouts(QObject):
    """Switches between the layouts, and restores each as it was left on the same screens."""

    changed = Signal()  # another layout is shown
    arranged = Signal(object)
    """The panels of a layout stand where they belong; carries the side of the image area at which most of them are."""

    def __init__(self, window: QMainWindow, panels: Panels, tool_bar: QToolBar, state: WindowState) -> None:
        super().__init__(window)
        self._window = window
        self._panels = panels
        self._tool_bar = tool_bar
        self._state = state
        self.present = _FIRST  # the layout that is shown

    def restore(self) -> None:
        """Show the layout that was chosen last, in the state it was left in."""
        chosen = self._state.layout_chosen
        self.present = next((name for name in _PLACES if name == chosen), _FIRST)
        self._bring()

    def take(self, layout: object) -> None:
        """Show a project's layout as the person left it, or the first layout for a project that was never opened."""
        self._panels.bring_back()
        self.show(next((name for name in _PLACES if name == layout), _FIRST))

    def choose(self, layout: LayoutName) -> None:
        """Show a layout that the person asks for, and remember it for the next start."""
        self._state.layout_chosen = layout
        self.show(layout)

    def show(self, layout: LayoutName) -> None:
        """Show a layout in the state it was left in, or in its default state."""
        if layout == self.present:
            return
        self.keep()
        self.present = layout
        area, is_shown = self._window.toolBarArea(self._tool_bar), not self._tool_bar.isHidden()
        self._window.setUpdatesEnabled(False)
        try:
            self._bring()
            if self._window.toolBarArea(self._tool_bar) != area:
                self._window.addToolBar(area, self._tool_bar)
            self._tool_bar.setVisible(is_shown)
        finally:
            self._window.setUpdatesEnabled(True)
        self.changed.emit()

    def keep(self) -> None:
        """Remember the current state of the current layout."""
        self._state.keep_layout(self.present, self._panels.leave())

    def reset(self) -> None:
        """Move the panels of the current layout back to their default places and sizes."""
        places = places_of(self.present, self._window.size())
        self._panels.arrange(places)
        self.arranged.emit(_BOTTOM if self.present == "train" else places[0].area)  # curves need the height

    def _bring(self) -> None:
        if not self._panels.take(self._state.layout(self.present)):
            self.reset()
