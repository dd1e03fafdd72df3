"""Stores the image on screen, the display of its maps and other choices for a project's next session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from PySide6.QtCore import QObject, QTimer, SignalInstance

from app.display import MAP_NAMES, SOURCES, Choices, Display, Grid, Overlay, Source, Way
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace

_IMAGE = "image"
_VIEW = "view"
_GRIDS = "grids"
_SETTLE = 1000  # ms: stepping through images would write the state file with each of them


def _is_one_of(values: Any) -> Callable[[object], bool]:
    return lambda value: value in values


def _is_part_of(values: Sequence[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and value == [part for part in values if part in value]


def _is_map(value: object) -> bool:
    if isinstance(value, list) and len(value) == 2:
        return value[0] in MAP_NAMES and value[1] in SOURCES
    return value is None


_KEPT: Mapping[str, Callable[[object], bool]] = {
    "overlay": _is_one_of(get_args(Overlay)),
    "overlay_source": _is_one_of(get_args(Source)),
    "rows": _is_part_of(MAP_NAMES),
    "large": _is_map,
    "path": _is_one_of((True, False)),
}
"""Choices of the display that are kept, and whether a value that was kept is one."""


def _grids(kept: object) -> dict[str, Grid]:
    """Return the places of target and prediction in each layout, without damaged ones.

    Older ones lack the place of the maps.
    """
    grids = kept.items() if isinstance(kept, dict) else ()
    pairs = {layout: (*value, None)[:4] for layout, value in grids if isinstance(value, list) and len(value) in {3, 4}}
    return {
        layout: Grid(way, tuple(columns), strip, beside)
        for layout, (way, columns, strip, beside) in pairs.items()
        if way in get_args(Way)
        and columns
        and _is_part_of(SOURCES)(columns)
        and isinstance(strip, bool)
        and isinstance(beside, bool | None)
    }


class RememberedView(QObject):
    """Stores image, view and other choices of each project, and restores those of the open one, or the defaults.

    A part whose choice belongs to the project says so once, by `belongs`.
    """

    def __init__(
        self, workspace: Workspace, display: Display, memory: ProjectMemory, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._display = display
        self._memory = memory
        self._choices: dict[str, tuple[Callable[[], object], Callable[[object], object]]] = {}
        self._root: Path | None = None
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self.keep)
        workspace.folder_changed.connect(self._folder_changed)
        workspace.image_changed.connect(self._soon.start)
        self.belongs(_VIEW, self._view, self._take_view, display.changed)

    def belongs(
        self, name: str, read: Callable[[], object], take: Callable[[object], object], changed: SignalInstance
    ) -> None:
        """Register a choice that belongs to the project.

        `read`: gives the choice as JSON can hold it. `take`: given the choice as kept, which a person may have damaged;
        None: the project was never open.
        """
        self._choices[name] = read, take
        changed.connect(self._soon.start)
        if self._root is not None:
            take(self._memory.recall().get(name))

    def image_of(self, folder: Path) -> str | None:
        """Return the image that was on screen when the project was left, which may no longer exist, or None."""
        image = self._memory.of(folder).get(_IMAGE)
        return image if isinstance(image, str) else None

    def keep(self) -> None:
        """Store the current choices."""
        self._soon.stop()
        if self._root is None or self._workspace.root != self._root:
            return
        image = {} if self._workspace.image is None else {_IMAGE: self._workspace.image}
        self._memory.keep_all({name: read() for name, (read, _) in self._choices.items()} | image)

    def _folder_changed(self) -> None:
        self._root = self._workspace.root
        if self._root is not None:
            kept = self._memory.recall()
            for name, (_, take) in self._choices.items():
                take(kept.get(name))

    def _view(self) -> object:
        choices = self._display.lasting
        view = {name: getattr(choices, name) for name in _KEPT}
        kept = {name: [*value] if isinstance(value, tuple) else value for name, value in view.items()}
        grids = {
            layout: [grid.way, [*grid.columns], grid.strip, grid.beside] for layout, grid in self._display.grids.items()
        }
        return {**kept, _GRIDS: grids}

    def _take_view(self, kept: object) -> None:
        kept = kept if isinstance(kept, dict) else {}
        good = {name: kept[name] for name, is_good in _KEPT.items() if name in kept and is_good(kept[name])}
        view = {name: getattr(Choices(), name) for name in _KEPT} | good
        self._display.set(**{name: tuple(v) if isinstance(v, list) else v for name, v in view.items()})
        self._display.take_grids(_grids(kept.get(_GRIDS)))
