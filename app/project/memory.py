"""Stores the choices made for a project from one session to the next."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.desktop.window_state import WindowState
from app.project.workspace import Workspace


class ProjectMemory(QObject):
    """Stores values for the open project by name, of types that JSON can represent."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._state = WindowState(parent=self)

    def of(self, folder: Path) -> dict[str, Any]:
        """Return all values stored for the project in a folder, open or not."""
        return {**self._state.memory_of(folder.absolute())}

    def recall(self) -> dict[str, Any]:
        """Return all values stored for the open project, none for a project that was never open."""
        project = self._workspace.project
        return {} if project is None else self.of(project.root)

    def keep(self, name: str, value: object) -> None:
        """Store a value for the open project."""
        self.keep_all({name: value})

    def keep_all(self, values: Mapping[str, object]) -> None:
        """Store several values for the open project, given by name."""
        project, memory = self._workspace.project, self.recall()
        new = {**memory, **values}
        if project is not None and new != memory:
            self._state.remember(project.root, new)
