"""Distinguishes the folders of installed programs and packages from the current folder and projects.

The latter two come from anywhere.
"""

from __future__ import annotations

import site
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path


def unsafe_folders(projects: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return the folders whose content never counts as installed: the current one and those of some projects.

    The root of the file system is left out, because everything lies in it.
    """
    folders = [Path.cwd(), *projects]
    return tuple(folder for path in folders if (folder := path.resolve()) != Path(folder.anchor))


def is_safe(path: Path, unsafe: Iterable[Path]) -> bool:
    """Return True if a path is absolute and leads into none of the unsafe folders, not even by a link."""
    if not path.is_absolute():
        return False
    lexical, real = Path(*path.parts), path.resolve()
    return not any(way.is_relative_to(folder) for folder in unsafe for way in (lexical, real))


def package_folders() -> tuple[Path, ...]:
    """Return the folders of this Python's own packages, which may be installed below the current folder."""
    names = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *site.getsitepackages()]
    if site.ENABLE_USER_SITE:
        names.append(site.getusersitepackages())
    return tuple({Path(name).resolve(): None for name in names if name})


def search_folders(unsafe: Iterable[Path]) -> list[str]:
    """Return the folders of `sys.path` whose packages count as installed."""
    own, unsafe = package_folders(), tuple(unsafe)
    kept = []
    for name in dict.fromkeys(filter(None, sys.path)):
        path = Path(name)
        if path.is_absolute() and (path.resolve() in own or is_safe(path, unsafe)):
            kept.append(name)
    return kept
