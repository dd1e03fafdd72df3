"""Reads HDF5 files of other programs in a separate process first, because the library may crash on them."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import h5py

from core.base.child_process import child_process, has_crashed, python_command, status_of, way_of_ending
from core.base.errors import DAMAGED, FileWriteError, ModelError
from core.base.files import make_folder, open_file, read_file, write_atomically
from core.base.folders import cache_folder
from core.runs.model_spec import WEIGHTS, open_model

_MOST_BYTES = 8 << 30
_PATIENCE = 60.0  # seconds of processor time that the process may take: 1 GB takes some four
_MOST_NUMBERS = 1 << 30  # bytes of one array: whoever reads more says so
_UNREADABLE = 3  # the exit status after a file that is open and cannot be read to its end


def require_readable(
    path: Path,
    command: Sequence[str] = python_command("-m", __name__),
    *,
    patience: float = _PATIENCE,
    kept: Path | None = None,
) -> None:
    """Raise ModelError if the library cannot read HDF5 weights to their end, crashes on them, or never ends.

    Whatever its disk needs, a file is no worse for being slow. A file that was found good is not read again.

    Parameters
    ----------
    path : Path
        An HDF5 file, or a `.keras` file. A missing file, or one of another kind, is not refused here: opening it is.
    command : sequence of str
        Starts the process that reads.
    patience : float
        Seconds of its own processor time that reading it may take, besides one for every 20 MB.
    kept : Path, optional
        The folder that keeps which files were found good; by default one of the program's own.

    Raises
    ------
    ModelError
        If the file is damaged so, or the process that reads it was ended.
    """
    note = _note_of(path, cache_folder() / "checked" if kept is None else kept)
    if note is not None and note.is_file():
        return
    with tempfile.TemporaryDirectory() as folder, child_process([*command, str(path)], Path(folder) / "log") as process:
        status = status_of(process, patience)
    if status is None:
        raise ModelError("{name}: damaged, reading it does not come to an end. Choose another file.", name=path.name)
    if status == _UNREADABLE:
        raise ModelError("{name}: damaged, a part of it cannot be read. Choose another file.", name=path.name)
    if has_crashed(status):
        raise ModelError(
            "{name}: damaged, reading it crashed a process ({how}). Choose another file.",
            name=path.name,
            how=way_of_ending(status),
        )
    if status:
        raise ModelError(
            "{name}: not read, because the process that looks at it first was ended ({how}). If nobody ended it, "
            "there was too little memory: close other programs, and try again.",
            name=path.name,
            how=way_of_ending(status),
        )
    if note is not None:
        with contextlib.suppress(OSError, FileWriteError):  # then it is looked at again
            make_folder(note.parent)
            write_atomically(note, b"")


def _note_of(path: Path, kept: Path) -> Path | None:
    """Return the file that exists if such a file was found good, or None if the weights cannot be read."""
    digest = hashlib.blake2b(h5py.__version__.encode(), digest_size=20)
    try:
        with open_file(path) as file:
            size = os.fstat(file.fileno()).st_size
            hashlib.file_digest(file, lambda: digest)
    except OSError:
        return None
    return kept / f"{size}-{digest.hexdigest()}"


def open_weights(path: Path) -> h5py.File:
    """Open an HDF5 file, or the weights in a `.keras` file.

    Raises
    ------
    one of `DAMAGED`
        If the file cannot be read (`core.base.errors.DAMAGED`).
    """
    if path.suffix != ".keras":
        return h5py.File(io.BytesIO(read_file(path, _MOST_BYTES)), "r")
    with open_model(path) as archive:
        return h5py.File(io.BytesIO(archive.read(WEIGHTS, _MOST_BYTES)), "r")


def objects_of(file: h5py.File) -> dict[str, h5py.Group | h5py.Dataset]:
    """Return all groups and data sets of a file, by path, with the root as "".

    Each object is there once, although links may go round. A link into another file leads to nothing: it would read a
    file that the person did not choose.

    Raises
    ------
    one of `DAMAGED`
        If a group cannot be listed (`core.base.errors.DAMAGED`).
    """
    objects = {"": file["/"]}
    seen, waiting = set(objects.values()), [""]
    while waiting:
        path = waiting.pop()
        group = objects[path]
        for key in group if isinstance(group, h5py.Group) else ():
            if isinstance(group.get(key, getlink=True), h5py.HardLink) and (item := group[key]) not in seen:
                inner = f"{path}/{key}".strip("/")
                objects[inner] = item
                seen.add(item)
                waiting.append(inner)
    return objects


def main(path: str) -> int:
    """Read everything in a file once, to see if the library survives it, and return an exit status."""
    with contextlib.suppress(*DAMAGED), open_weights(Path(path)) as file:  # whoever opens it tells of that
        try:
            for item in objects_of(file).values():
                dict(item.attrs)
                if isinstance(item, h5py.Dataset) and (item.size or 0) * item.dtype.itemsize <= _MOST_NUMBERS:
                    item[()]
        except DAMAGED:
            return _UNREADABLE
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
