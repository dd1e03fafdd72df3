"""Images moved out of their places, each with its label: both or neither, and back again."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import FileWriteError
from core.labels.files.storage import label_path

Put = Callable[[Path], Path]
"""Moves a file somewhere else and returns where it is now; raises OSError, and the file is where it was."""


@dataclass(frozen=True, slots=True)
class MovedImage:
    """An image that was moved."""

    image: str  # its relative path before
    # of the label, if there was one, and the image: the old place of each, and the new one
    files: tuple[tuple[Path, Path], ...]


def move_away(root: Path, image: str, put: Put) -> MovedImage:
    """Move an image and its label.

    Raises FileWriteError if one of both cannot be moved; then both are in their old places.
    """
    path = root / image
    label = label_path(path)
    files: tuple[tuple[Path, Path], ...] = ()
    try:
        if os.path.lexists(label):  # first: an image without a label is the smaller harm, should the machine stop here
            files = ((label, put(label)),)
        return MovedImage(image, (*files, (path, put(path))))
    except OSError as error:
        why = error.strerror or error
        try:
            for was, now in files:
                _move(now, was)
        except OSError:
            raise FileWriteError(
                "{image}: its label is in {now} and could not be brought back ({why}). Copy the file from there.",
                image=image,
                now=files[0][1],
                why=why,
            ) from error
        raise FileWriteError(
            "{image}: it cannot be moved ({why}); it is where it was.", image=image, why=why
        ) from error


def put_back(moved: MovedImage) -> None:
    """Move an image and its label back to their old places.

    Raises FileWriteError if another file has taken the place, or the files are gone from their new place; nothing is
    moved then.
    """
    taken = next((was for was, _ in moved.files if os.path.lexists(was)), None)
    gone = next((now for _, now in moved.files if not os.path.lexists(now)), None)
    if taken is not None:
        raise FileWriteError(
            "{image}: there is another {name} now. Rename that one first.", image=moved.image, name=taken.name
        )
    if gone is not None:
        raise FileWriteError(
            "{image}: {name} is no longer where it was moved to. Restore it by the system's trash.",
            image=moved.image,
            name=gone.name,
        )
    try:
        for was, now in reversed(moved.files):  # the image first
            was.parent.mkdir(parents=True, exist_ok=True)
            _move(now, was)
    except OSError as error:
        raise FileWriteError(
            "{image}: it cannot be brought back ({why}). The files are in {folder}.",
            image=moved.image,
            why=error.strerror or error,
            folder=moved.files[0][1].parent,
        ) from error


def into(folder: Path) -> Put:
    """Move files into a folder, made if missing. None takes the place of another."""

    def put(path: Path) -> Path:
        now = folder / path.name
        if os.path.lexists(now):
            raise FileExistsError(None, f"{now.name} is in that folder already")
        folder.mkdir(parents=True, exist_ok=True)
        _move(path, now)
        return now

    return put


def _move(path: Path, to: Path) -> None:
    shutil.move(path, to)
    # A trash by freedesktop.org's rules remembers the old place of a file in it
    with contextlib.suppress(OSError):
        if path.parent.name == "files":
            (path.parent.parent / "info" / f"{path.name}.trashinfo").unlink()
