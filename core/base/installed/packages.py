"""Finds installed packages, and the entry points that they announce, without running any of their code.

A package counts as installed only in a folder of `core.base.installed.places.search_folders`: the current folder and
projects come from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.folders import SETTINGS_NAME
from core.base.installed.places import package_folders, search_folders, unsafe_folders

if TYPE_CHECKING:
    from importlib.metadata import Distribution  # 20 ms that a start without others' plug-ins does without

_ENTRY_POINTS = "entry_points.txt"


@dataclass(frozen=True, slots=True)
class Announced:
    """An entry point: an object that an installed package announces under a name."""

    name: str
    """The name of the entry point, which the package chooses. Several packages may announce the same name."""
    value: str
    """The object, as "package.module:attribute"."""
    package: str
    """The name of the package that announces it."""
    version: str
    """The version of that package."""
    folder: Path
    """The folder that the package is installed in."""
    summary: str = ""
    """The package's own description of itself, in one line. "" if it has none."""


def package_named(name: str, unsafe: Iterable[Path]) -> Distribution | None:
    """Return an installed package by its name, or None if there is none outside of the folders `unsafe`."""
    from importlib.metadata import distributions

    folders = search_folders(unsafe)
    return next(iter(distributions(name=name, path=folders)), None)


def folder_of(package: Distribution) -> Path:
    """Return the folder that contains an installed package."""
    return Path(str(package.locate_file(""))).resolve()


def announced(group: str) -> Iterator[Announced]:
    """Yield the entry points of a group in installed packages, in the order of Python's search path.

    Packages in the current folder, or in a project, are left out. A damaged package is passed over.
    """
    from importlib.metadata import distributions

    folders = [name for name in search_folders(unsafe_folders()) if is_outside_projects(Path(name))]
    seen: set[tuple[str, str]] = set()
    for package in distributions(path=folders):
        if f"[{group}]" not in (package.read_text(_ENTRY_POINTS) or "").replace(" ", ""):
            continue  # nearly all packages: their metadata is not read
        metadata = package.metadata
        name = str(metadata["Name"] or "")
        if not name:
            continue
        for entry in package.entry_points.select(group=group):
            key = (name, entry.name)
            if key not in seen:  # the first on the search path is the one that an import takes
                seen.add(key)
                yield Announced(
                    entry.name,
                    entry.value,
                    name,
                    str(metadata["Version"] or ""),
                    folder_of(package),
                    str(metadata["Summary"] or "").strip(),
                )


def is_outside_projects(folder: Path) -> bool:
    """Return True if a folder is not a project and not inside one, or holds this Python's own packages."""
    real = folder.resolve()
    return real in package_folders() or not any((parent / SETTINGS_NAME).exists() for parent in (real, *real.parents))
