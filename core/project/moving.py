"""Moves images with their labels to another place, always both or neither, and back again.

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
from core.base.files import read_file, write_atomically
from core.labels.files.storage import label_path

_LARGEST = 1 << 30  # bytes of a file that is copied to another disk

Put = Callable[[Path], Path]
"""Moves a file somewhere else and returns where it is now; raises OSError, and the file is where it was."""


@dataclass(frozen=True, slots=True)
class MovedImage:
    """An image that was moved, with its label and both places."""

    image: str
    """The image's relative path before."""
    files: tuple[tuple[Path, Path], ...]
    """The old place and the new place of the label, if there was one, and of the image."""


def move_away(root: Path, image: str, put: Put, copy: Put | None = None) -> MovedImage:
    """Move an image together with its label.

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
        If one of both cannot be moved, both are in their old places then; or if the project's folder is not there.
    """
    _require(root)
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


def put_back(root: Path, moved: MovedImage) -> MovedImage:
    """Move an image and its label back to their old places, and return the data for undoing this.

    Raises
    ------
    FileWriteError
        If another file has taken the place, the files are gone from their new place, one of them cannot be moved, or
        the project's folder `root` is not there; nothing is moved then.
    """
    _require(root)
    taken = next((was for was, _ in moved.files if os.path.lexists(was)), None)
    gone = next((now for _, now in moved.files if not os.path.lexists(now)), None)
    if taken is not None:
        raise FileWriteError(
            "{image}: there is another {name} now. Rename that one first.", image=moved.image, name=taken.name
        )
    if gone is not None:
        raise FileWriteError(
            "{image}: {name} is no longer where it was moved to. Restore it from the system's trash.",
            image=moved.image,
            name=gone.name,
        )
    *labels, (image_was, image_now) = moved.files
    done: list[tuple[Path, Path]] = []
    try:
        for was, now in labels:
            was.parent.mkdir(parents=True, exist_ok=True)
            _copy(now, was)
            done.append((now, was))
        image_was.parent.mkdir(parents=True, exist_ok=True)
        _move(image_now, image_was)
        done.append((image_now, image_was))
        for _, now in labels:
            now.unlink()
            _forget_in_trash(now)
    except OSError as error:
        raise _brought_back(moved.image, done, error) from error
    return MovedImage(moved.image, tuple((now, was) for was, now in moved.files))


def into(folder: Path) -> Put:
    """Return a function that moves files into a folder, created if missing, without replacing other files."""
    return _into(folder, _move)


def copied_into(folder: Path) -> Put:
    """Return a function that copies files into a folder, created if missing, without replacing other files."""
    return _into(folder, _copy)


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
    shutil.move(path, to, copy_function=_copy)  # copies only to another disk
    _forget_in_trash(path)


def _copy(path: str | Path, to: str | Path) -> None:
    """Copy a file whole or not at all, with its times."""
    try:
        write_atomically(Path(to), read_file(Path(path), _LARGEST))
    except FileWriteError as error:
        raise OSError(None, str(error)) from error
    shutil.copystat(path, to)


def _require(root: Path) -> None:
    """Raise FileWriteError if a project's folder is away for a moment: none is made in its place."""
    if not root.is_dir():
        raise FileWriteError("{folder} is not there at the moment. Nothing was moved.", folder=root)


def _forget_in_trash(path: Path) -> None:
    """Delete what a trash by freedesktop.org's rules remembers of a file that has left it."""
    with contextlib.suppress(OSError):
        if path.parent.name == "files":
            (path.parent.parent / "info" / f"{path.name}.trashinfo").unlink()
