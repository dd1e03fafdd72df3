"""Remembers the state of the window: its position, layouts, splitters, recent projects and their choices.

The state is not a setting: nobody edits it. Position and layouts are kept apart for each arrangement of screens, so
that a laptop comes back right with and without its monitor.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QObject, QSettings
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:  # who remembers a project needs no widget; a window to be saved has loaded them
    from PySide6.QtWidgets import QMainWindow

from core.base.folders import state_folder
from core.base.json_text import parse_json

LAYOUT_VERSION = 6
"""For `QMainWindow.saveState`; raised when older arrangements are not to be restored any more. A panel that is not in
one is hidden there (`app.views.main_window.panels`)."""

_RECENT = "recent_projects"
_PROJECTS = "projects"
_CHOSEN = "layout"
_LAYOUT = "layout"
_REPORTED_KEYS = "told_keys"


def default_path() -> Path:
    """Return the path of the state file."""
    return state_folder() / "window.ini"


def screen_setup() -> str:
    """Return a short name for the arrangement of screens, equal for the same screens in the same places."""
    screens = sorted(
        f"{screen.name()} {screen.geometry()} {screen.devicePixelRatio()}" for screen in QGuiApplication.screens()
    )
    return "screens-" + hashlib.sha256("|".join(screens).encode()).hexdigest()[:12]


class WindowState(QObject):
    """The state remembered from the last time, which is empty if its file is missing or damaged.

    `screens`: gives the name of the current arrangement of screens.
    """

    def __init__(
        self, path: Path | None = None, parent: QObject | None = None, *, screens: Callable[[], str] = screen_setup
    ) -> None:
        super().__init__(parent)
        self._screens = screens
        self._store = QSettings(str(path or default_path()), QSettings.Format.IniFormat, self)

    def save_window(self, window: QMainWindow) -> None:
        """Remember the position of a window and the state of its splitters that have object names."""
        from PySide6.QtWidgets import QSplitter

        self._store.beginGroup(self._screens())
        self._store.setValue("geometry", window.saveGeometry())
        for splitter in window.findChildren(QSplitter):
            if splitter.objectName():
                self._store.setValue(f"splitter-{splitter.objectName()}", splitter.saveState())
        self._store.endGroup()

    def restore_window(self, window: QMainWindow) -> bool:
        """Restore a window's position on these screens, or return False, with nothing changed, if none is known."""
        return window.restoreGeometry(self._bytes(f"{self._screens()}/geometry"))

    def restore_splitters(self, window: QMainWindow) -> None:
        """Restore the last state of a window's splitters on these screens."""
        from PySide6.QtWidgets import QSplitter

        for splitter in window.findChildren(QSplitter):
            if splitter.objectName():
                splitter.restoreState(self._bytes(f"{self._screens()}/splitter-{splitter.objectName()}"))

    @property
    def layout_chosen(self) -> str:
        """The layout that a person has chosen last, or "" if none was ever chosen."""
        value = self._store.value(_CHOSEN)
        return value if isinstance(value, str) else ""

    @layout_chosen.setter
    def layout_chosen(self, layout: str) -> None:
        self._store.setValue(_CHOSEN, layout)

    def layout(self, name: str) -> QByteArray:
        """Return the last state of a layout's tool bars and panels on these screens, or no bytes if none is known."""
        return self._bytes(f"{self._screens()}/{_LAYOUT}-{name}")

    def keep_layout(self, name: str, left: QByteArray) -> None:
        """Remember the state of a layout's tool bars and panels on these screens."""
        self._store.setValue(f"{self._screens()}/{_LAYOUT}-{name}", left)

    @property
    def reported_keys(self) -> frozenset[str]:
        """The keys that were reported as belonging to another action now, in the notation of the reporting part."""
        value = self._store.value(_REPORTED_KEYS)
        return frozenset(key for key in value.split("|") if key) if isinstance(value, str) else frozenset()

    @reported_keys.setter
    def reported_keys(self, notified: frozenset[str]) -> None:
        self._store.setValue(_REPORTED_KEYS, "|".join(sorted(notified)))

    def recent_projects(self) -> tuple[Path, ...]:
        """Return the projects opened last, the latest first, even those whose folders may be gone."""
        return tuple(Path(entry) for entry in self._recent())

    def add_recent_project(self, root: Path, keep: int) -> None:
        """Put a project first in the list of recent ones, whose length is limited to `keep`."""
        entries = [str(root), *(entry for entry in self._recent() if entry != str(root))]
        self._store.setValue(_RECENT, entries[:keep])
        for entry in entries[keep:]:
            self._store.remove(_key(entry))

    def memory_of(self, root: Path) -> Mapping[str, Any]:
        """Return the choices stored when a project was last open, or an empty mapping if there are no readable ones."""
        value = self._store.value(_key(str(root)))
        try:
            memory = parse_json(value) if isinstance(value, str) else {}
        except ValueError:
            return {}
        return memory if isinstance(memory, dict) else {}

    def remember(self, root: Path, memory: Mapping[str, Any]) -> None:
        """Store the choices made for a project, for as long as the project is one of the recent ones."""
        self._store.setValue(_key(str(root)), json.dumps(dict(memory)))

    def flush(self) -> None:
        """Write the state file now."""
        self._store.sync()

    def _recent(self) -> list[str]:
        value = self._store.value(_RECENT)
        entries: list[object] = value if isinstance(value, list) else [value]  # one alone is no list
        return [entry for entry in entries if isinstance(entry, str) and entry]

    def _bytes(self, key: str) -> QByteArray:
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()


def _key(root: str) -> str:
    """Return the key of a project's choices, because Qt would read the path itself as nested groups."""
    return f"{_PROJECTS}/{hashlib.sha256(root.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
