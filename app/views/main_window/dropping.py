"""Recognises files dropped on the window: a folder to open, an image to show, or labels to import."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.base.images import is_image
from core.labels.files.storage import label_path


@dataclass(frozen=True, slots=True)
class Dropped:
    """The kind and the path of dropped files."""

    kind: Literal["project", "image", "labels", "nothing"]
    """Kind of the files. "project": a folder to be opened, with the image to show in it, if one was dropped. "image":
    an image of the open project. "labels": a file in another format, to be imported. "nothing": no file is of use."""
    path: Path | None = None
    """The folder, or the file to be imported."""
    image: str | None = None
    """Relative path of the image to be shown."""


def recognise(paths: Sequence[Path], root: Path | None) -> Dropped:
    """Return the kind of dropped files, read from the disk in a background thread.

    `paths`: the first that can be used counts.
    """
    for path in paths:
        dropped = _recognise(path.absolute(), root)
        if dropped is not None:
            return dropped
    return Dropped("nothing")


def _recognise(path: Path, root: Path | None) -> Dropped | None:
    if path.is_dir():
        return Dropped("project", path)
    if not path.is_file():
        return None
    picture = path if is_image(path) else _picture_of(path)
    if picture is None:
        return Dropped("labels", path)
    if root is not None and picture.is_relative_to(root):
        return Dropped("image", image=picture.relative_to(root).as_posix())
    return Dropped("project", picture.parent, picture.name)


def _picture_of(path: Path) -> Path | None:
    if path.suffix.lower() != ".json":
        return None
    beside = (picture for picture in path.parent.glob(f"{glob.escape(path.stem)}.*") if is_image(picture))
    return next((picture for picture in beside if label_path(picture) == path), None)
