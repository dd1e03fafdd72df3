"""Reads label files whole, and writes them atomically without overwriting another program's work."""

from __future__ import annotations

import os
from pathlib import Path
from typing import overload

from core.base.errors import FileWriteError, LabelError, Sentence
from core.base.files import locked_folder, read_file, remove_file, write_atomically
from core.base.images import SUFFIXES
from core.labels.files.reading import MAX_BYTES, SCHEMA, LabelFile, parse_label, too_large
from core.labels.files.writing import LABELME_VERSION, serialise_label
from core.labels.label import WordLabel


class LabelConflict(LabelError):  # noqa: N818  the name says what happened
    """Raised if another program has changed, created or deleted the label file since it was read."""


def label_path(image: Path) -> Path:
    """Return the path of an image's label file, which is NAME.json beside NAME.png."""
    return image.with_suffix(".json")


def label_name(image_name: str) -> str:
    """Return the name of the label file, by the image's file name or path below the project."""
    return image_name.rpartition(".")[0] + ".json"


def read_label(path: Path) -> LabelFile:
    """Read a label file from the disk.

    Parameters
    ----------
    path : Path
        The label file itself (see `label_path`), not its image.

    Raises
    ------
    LabelError
        If the file is missing, no file, larger than 64 MB or cannot be opened, or for the reasons of `parse_label`.
    """
    data = read_label_bytes(path)
    if data is None:
        raise LabelError("{name}: there is no such label file. Check the name, or label the image.", name=path.name)
    return parse_label(data, path.name)


def write_label(path: Path, label: WordLabel, image_size: tuple[int, int], base: LabelFile | None = None) -> LabelFile:
    """Write a label file atomically, and change only what differs from the file that was read.

    Parameters
    ----------
    path : Path
        The label file itself, not its image.
    label : WordLabel
        The label to write.
    image_size : (height, width)
        In pixels after EXIF orientation, for a new file.
    base : LabelFile, optional
        The file as it was read, which the current one must equal; None: there must be no file yet.

    Returns
    -------
    LabelFile
        The new file.

    Raises
    ------
    LabelConflict
        If the file has changed since it was read; nothing is written then, nor after another error.
    LabelError
        If the file cannot be read.
    FileWriteError
        If the file cannot be written.
    """
    data = serialise_label(label, _image_beside(path), image_size, base)
    return replace_label(path, data, None if base is None else base.data)


@overload
def replace_label(path: Path, data: bytes, expected: bytes | None, *, overwrite: bool = False) -> LabelFile: ...


@overload
def replace_label(
    path: Path, data: bytes | None, expected: bytes | None, *, overwrite: bool = False
) -> LabelFile | None: ...


def replace_label(
    path: Path, data: bytes | None, expected: bytes | None, *, overwrite: bool = False
) -> LabelFile | None:
    """Replace the label file by these bytes, or delete it, if it has not changed meanwhile.

    Parameters
    ----------
    path : Path
        The label file itself, not its image.
    data : bytes or None
        A whole label file (`serialise_label`); None: delete the file.
    expected : bytes or None
        The expected present content; None: there must be no file.
    overwrite : bool
        Replace any present file.

    Returns
    -------
    LabelFile or None
        The file after the write.

    Raises
    ------
    LabelConflict, LabelError, FileWriteError
        As `write_label`; also a LabelError if `data` is no label file.
    """
    written = None if data is None else parse_label(data, path.name)  # an unreadable label must not reach the disk
    with locked_folder(path.parent):
        if not overwrite:
            _check_unchanged(path, expected)
        if data is None:
            remove_file(path)
        else:
            write_atomically(path, data)
    return written


def check_image_is_there(image: Path) -> None:
    """Raise FileWriteError if a label's image does not exist.

    Then nothing is written for it: the disk that holds both may be away for a moment, and a label file beside no image
    is of use to nobody.
    """
    if not os.path.lexists(image):
        raise FileWriteError(
            "{name}: the image is not there at the moment, so its label was not written.", name=image.name
        )


def _check_unchanged(path: Path, expected: bytes | None) -> None:
    present = read_label_bytes(path)
    if present == expected:
        return
    if expected is None:
        what = Sentence("another program has written a label file here. Reload it, or save over it")
    elif present is None:
        what = Sentence("another program has deleted the label file. Save it again, or discard it")
    else:
        what = Sentence("another program has changed the label file since it was read. Reload it, or save over it")
    raise LabelConflict("{name}: not saved, {what}.", name=path.name, what=what)


def read_label_bytes(path: Path) -> bytes | None:
    """Return the content of a label file, unchecked, or None if there is no file.

    Raises
    ------
    LabelError
        If the path is no file, or the file is larger than 64 MB or cannot be opened.
    """
    try:
        if (size := path.stat().st_size) > MAX_BYTES:
            raise too_large(path.name, size)
        return read_file(path, MAX_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LabelError(
            "{name}: the label file cannot be opened ({why}). Check that it may be read.",
            name=path.name,
            why=error.strerror or error,
        ) from error


def _image_beside(path: Path) -> str:
    """Return the name of a label file's image, or NAME.png if there is no image yet."""
    names = (path.with_suffix(case).name for suffix in sorted(SUFFIXES) for case in (suffix, suffix.upper()))
    return next((name for name in names if (path.parent / name).exists()), path.with_suffix(".png").name)
