"""Lists the images of a project's folder in natural order."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

from core.base.errors import ProjectError, Sentence
from core.base.folders import SETTINGS_NAME
from core.base.images import SUFFIXES
from core.base.systems import system
from core.labels.files.storage import label_name

_LABEL_SUFFIX = ".json"  # see `core.labels.files.storage.label_path`
_ENDINGS = frozenset(suffix[1:] for suffix in SUFFIXES)
_HEAD = re.compile(r"(\D*)(\d*)")  # of a name: up to its first number, and that


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that the project leaves out, with the reason as a sentence."""

    path: str
    """The relative path, with `/` at its end for a folder."""
    reason: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The images of a project, and the files that it leaves out."""

    images: tuple[str, ...]
    """The paths relative to the project, `/` between folders, in `in_natural_order`. Undecodable bytes of a name are
    lone surrogates, as everywhere in Python."""
    skipped: tuple[Skipped, ...] = ()
    """Folders that may not be read, and images that cannot be labelled."""


@dataclass(slots=True)
class Folder:
    """The relevant entries of one folder: its images, and the `.json` files beside them."""

    path: str
    """The path relative to the project, "" for the project itself, else with `/` at its end."""
    images: list[os.DirEntry[str]] = field(default_factory=list)
    """The images that can be labelled, in no particular order."""
    labels: dict[str, os.DirEntry[str]] = field(default_factory=dict)
    """The `.json` files by name, also those without an image."""
    skipped: list[Skipped] = field(default_factory=list)
    """The images that cannot be labelled, and the folder itself if it may not be read."""


def in_natural_order(paths: Iterable[str]) -> list[str]:
    """Return relative paths sorted as people count, `word_2` before `word_10`, ignoring letter case.

    The images of a folder come before those of its subfolders. Names that differ only in letter case or in leading
    zeros follow by code point, so that the order is total and the same on every machine.
    """
    folders: dict[str, list[str]] = {}
    for path in paths:
        folder, slash, name = path.rpartition("/")
        folders.setdefault(folder + slash, []).append(name)
    return _ordered(folders)


def naturally_first(names: Iterable[str]) -> str | None:
    """Return the name in one folder that `in_natural_order` puts first, or None without names.

    The names are not all sorted for it.
    """
    first: tuple[str, int] | None = None
    candidates: list[str] = []
    special: list[str] = []  # with "²" and the like in them, which count as numbers, too
    for name in names:
        if not name.isascii() and any(symbol.isdigit() and not symbol.isdecimal() for symbol in name):
            special.append(name)
            continue
        text, number = _HEAD.findall(normalize("NFD", name).casefold())[0]  # as natsort compares
        head = (text, int(number or -1))
        if first is None or head < first:
            first, candidates = head, []
        if head == first:
            candidates.append(name)
    return next(iter(in_natural_order(candidates + special)), None)


def list_images(root: Path) -> Listing:
    """List all images of a project.

    An image is a file, or a link to one, whose ending is in `core.base.images.SUFFIXES`. Whatever begins with a dot is
    left out (`.textscanner`, `.git`, the `._NAME.png` that macOS leaves on other file systems). Links to folders are
    not followed: inside the project they would show images twice, others lead out of it, and they may go in circles.
    Raises ProjectError if the folder itself cannot be read. Subfolders that cannot be read are in `Listing.skipped`;
    what vanishes meanwhile is left out.
    """
    names: dict[str, list[str]] = {}
    skipped: list[Skipped] = []
    for folder in folders_of(root):
        names[folder.path] = [entry.name for entry in folder.images]
        skipped += folder.skipped
    return Listing(tuple(_ordered(names)), tuple(skipped))


def folders_of(root: Path) -> Iterator[Folder]:
    """Yield the project's folder and its subfolders in no particular order, with errors as in `list_images`."""
    waiting = [""]
    while waiting:
        path = waiting.pop()
        folder = Folder(path)
        try:
            # A string, not a Path: names that are not UTF-8 and the separators of a UNC path pass through unharmed.
            with os.scandir(os.path.join(root, path)) as entries:  # noqa: PTH118
                for entry in entries:
                    _sort_in(entry, folder, waiting)
        except OSError as error:
            if path == "":
                raise ProjectError(
                    "{root}: cannot be read ({why}). Check that the folder is there and readable.",
                    root=root,
                    why=error.strerror or error,
                ) from error
            if not isinstance(error, (FileNotFoundError, NotADirectoryError)):  # those have vanished meanwhile
                reason = Sentence(
                    "{path}: the folder cannot be read ({why}), so its images are left out.",
                    path=path,
                    why=error.strerror or error,
                )
                folder.skipped.append(Skipped(path, reason))
        yield folder


def _sort_in(entry: os.DirEntry[str], folder: Folder, waiting: list[str]) -> None:
    name = entry.name
    if name[0] == ".":
        return
    ending = name.rpartition(".")[2]
    if (ending in _ENDINGS or ending.lower() in _ENDINGS) and ending != name:
        if not _is_file(entry):
            if _is_folder(entry):
                waiting.append(f"{folder.path}{name}/")
        elif folder.path == "" and label_name(name).lower() == SETTINGS_NAME:
            reason = Sentence(
                "{name}: its label would be {settings}, which holds the project's choices. Rename the image.",
                name=name,
                settings=SETTINGS_NAME,
            )
            folder.skipped.append(Skipped(name, reason))
        else:
            folder.images.append(entry)
    elif name.endswith(_LABEL_SUFFIX) and _is_file(entry):
        folder.labels[name] = entry
    elif _is_folder(entry):
        waiting.append(f"{folder.path}{name}/")


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link that leads to itself
        return False


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False) and not system.leads_elsewhere(entry)
    except OSError:
        return False


@cache
def _natural_key() -> Callable[[str], Any]:
    from natsort import natsort_keygen, ns  # it looks at all of Unicode, and the window has to start

    return natsort_keygen(alg=ns.IGNORECASE)


def _ordered(folders: dict[str, list[str]]) -> list[str]:
    key = _natural_key()

    def by_parts(folder: str) -> tuple[object, ...]:
        return tuple(key(part) for part in folder.split("/")[:-1])

    # Sorted by code point first: the natural sort is stable, so this is what decides between equal keys.
    return [
        folder + name
        for folder in sorted(sorted(folders), key=by_parts)
        for name in sorted(sorted(folders[folder]), key=key)
    ]
