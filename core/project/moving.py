"""Images moved out of their places, each with its label: both or neither, and back again.

Whenever the machine stops, an image in a folder of the project has its label beside it: the label is copied to the new
place first, then the image is moved, and the label in the old place is removed last. At worst a label is left over
beside no image.
"""

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


def move_away(root: Path, image: str, put: Put, copy: Put | None = None) -> MovedImage:
    """Move an image and its label.

    Parameters
    ----------
    root : Path
        The project's folder.
    image : str
        Relative path of the image.
    put : Put
        Moves one file.
    copy : Put, optional
        Copies one file to the place that `put` would move it to. Without it, as for a trash, the image goes first: the
        label that a stop leaves behind is found again as soon as the image is restored.

    Raises
    ------
    FileWriteError
        If one of both cannot be moved; both are in their old places then.
    """
    path = root / image
    label = label_path(path)
    has_label = os.path.lexists(label)
    done: list[tuple[Path, Path]] = []
    try:
        if has_label and copy is not None:
            done.append((label, copy(label)))
        done.append((path, put(path)))
        if has_label and copy is not None:
            label.unlink()
        elif has_label:
            done.append((label, put(label)))
    except OSError as error:
        raise _brought_back(image, done, error) from error
    return MovedImage(image, tuple(sorted(done, key=lambda files: files[0] == path)))


def _brought_back(image: str, done: list[tuple[Path, Path]], error: OSError) -> FileWriteError:
    """Bring the files of a move that failed back to their old places, and say how that went."""
    why = error.strerror or error
    for was, now in reversed(done):
        try:
            if os.path.lexists(was):  # `now` is a copy
                now.unlink()
            else:
                _move(now, was)
        except OSError:
            return FileWriteError(
                "{image}: {name} is in {folder} and could not be brought back ({why}). Copy the file from there.",
                image=image,
                name=now.name,
                folder=now.parent,
                why=why,
            )
    return FileWriteError("{image}: it cannot be moved ({why}); it is where it was.", image=image, why=why)


def put_back(moved: MovedImage) -> MovedImage:
    """Move an image and its label back to their old places. Return the way back.

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
    *labels, (image_was, image_now) = moved.files
    try:
        for was, now in labels:
            was.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(now, was)
        image_was.parent.mkdir(parents=True, exist_ok=True)
        _move(image_now, image_was)
        for _, now in labels:
            now.unlink()
            _forget_in_trash(now)
    except OSError as error:
        raise FileWriteError(
            "{image}: it cannot be brought back ({why}). The files are in {folder}.",
            image=moved.image,
            why=error.strerror or error,
            folder=moved.files[0][1].parent,
        ) from error
    return MovedImage(moved.image, tuple((now, was) for was, now in moved.files))


def into(folder: Path) -> Put:
    """Move files into a folder, made if missing. None takes the place of another."""
    return _into(folder, _move)


def copied_into(folder: Path) -> Put:
    """Copy files into a folder, made if missing. None takes the place of another."""
    return _into(folder, shutil.copy2)


def _into(folder: Path, carry: Callable[[Path, Path], object]) -> Put:
    def put(path: Path) -> Path:
        now = folder / path.name
        if os.path.lexists(now):
            raise FileExistsError(None, f"{now.name} is in that folder already")
        folder.mkdir(parents=True, exist_ok=True)
        carry(path, now)
        return now

    return put


def _move(path: Path, to: Path) -> None:
    shutil.move(path, to)
    _forget_in_trash(path)


def _forget_in_trash(path: Path) -> None:
    """Delete what a trash by freedesktop.org's rules remembers of a file that has left it."""
    with contextlib.suppress(OSError):
        if path.parent.name == "files":
            (path.parent.parent / "info" / f"{path.name}.trashinfo").unlink()
