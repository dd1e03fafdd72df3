"""Keeps the image on screen and the way its maps are shown for the next session of a project."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from PySide6.QtCore import QObject, QTimer

from app.display import MAP_NAMES, SOURCES, Display, Grid, Overlay, Source, Way
from app.project.desk import Desk
from app.project.memory import ProjectMemory

_IMAGE, _VIEW, _GRIDS = "image", "view", "grids"
_SETTLE = 1000  # ms: stepping through images would write the state file with each of them


def _is_one_of(values: Any) -> Callable[[object], bool]:
    return lambda value: value in values


def _is_part_of(values: Sequence[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and value == [each for each in values if each in value]


def _is_map(value: object) -> bool:
    if isinstance(value, list) and len(value) == 2:
        return value[0] in MAP_NAMES and value[1] in SOURCES
    return value is None


_KEPT: Mapping[str, Callable[[object], bool]] = {
    "overlay": _is_one_of(get_args(Overlay)),
    "overlay_source": _is_one_of(get_args(Source)),
    "rows": _is_part_of(MAP_NAMES),
    "large": _is_map,
    "strip": _is_one_of((True, False)),
    "path": _is_one_of((True, False)),
}
"""Choices of the display that are kept, and whether a value that was kept is one."""


def _grids(kept: object) -> dict[str, Grid]:
    """How target and prediction were left in each layout; what is damaged is left out."""
    found = kept.items() if isinstance(kept, dict) else ()
    pairs = {layout: value for layout, value in found if isinstance(value, list) and len(value) == 2}
    return {
        layout: Grid(way, tuple(columns))
        for layout, (way, columns) in pairs.items()
        if way in get_args(Way) and columns and _is_part_of(SOURCES)(columns)
    }


class RememberedView(QObject):
    """Keeps image and view for the open project, and restores the view when the project is opened again.

    A project that was never open begins with the view of that moment.
    """

    def __init__(self, desk: Desk, display: Display, memory: ProjectMemory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._display, self._memory = desk, display, memory
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._keep)
        desk.folder_changed.connect(self._folder_changed)
        desk.leaving.connect(self._keep)
        desk.image_changed.connect(self._soon.start)
        display.changed.connect(self._soon.start)

    def image_of(self, folder: Path) -> str | None:
        """Return the image that was on screen when the project was left; it may be gone by now."""
        image = self._memory.of(folder).get(_IMAGE)
        return image if isinstance(image, str) else None

    def _folder_changed(self) -> None:
        if self._desk.project is None:
            return
        kept = self._memory.recall().get(_VIEW)
        if isinstance(kept, dict):
            good = {name: kept[name] for name, is_good in _KEPT.items() if name in kept and is_good(kept[name])}
            self._display.set(**{name: tuple(v) if isinstance(v, list) else v for name, v in good.items()})
            self._display.take_grids(_grids(kept.get(_GRIDS)))

    def _keep(self) -> None:
        self._soon.stop()
        if self._desk.project is None or self._desk.image is None:
            return
        choices = self._display.choices
        view = {name: getattr(choices, name) for name in _KEPT}
        kept = {name: [*value] if isinstance(value, tuple) else value for name, value in view.items()}
        grids = {layout: [grid.way, [*grid.columns]] for layout, grid in self._display.grids.items()}
        self._memory.keep(_VIEW, {**kept, _GRIDS: grids})
        self._memory.keep(_IMAGE, self._desk.image)
