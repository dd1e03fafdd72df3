"""HDF5 files of other programs: a process of its own reads them first, because the library may crash over them."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import h5py

from core.base.child_process import child_process, python_command, status_of, way_of_ending
from core.base.errors import DAMAGED, ModelError
from core.base.files import read_file
from core.runs.model_spec import WEIGHTS, open_model

_MOST_BYTES = 8 << 30
_PATIENCE = 10.0  # seconds that the process has for any file
_SLOWEST = 20e6  # bytes of a file for which it has another second
_MOST_NUMBERS = 1 << 30  # bytes of one array: whoever reads more says so
_UNREADABLE = 3  # the exit status after a file that is open and cannot be read to its end


def require_readable(path: Path, command: Sequence[str] = python_command("-m", __name__)) -> None:
    """Raise ModelError if HDF5 weights cannot be read to their end, or the library crashes over them, or never ends.

    `path`: an HDF5 file, or a `.keras` file. Whoever opens one that is missing, or is of another kind, tells of that.
    """
    patience = _PATIENCE + (path.stat().st_size / _SLOWEST if path.is_file() else 0)
    with tempfile.TemporaryDirectory() as folder, child_process([*command, str(path)], Path(folder) / "log") as process:
        status = status_of(process, patience)
    if status is None:
        raise ModelError("{name}: damaged, reading it never ends. Choose another file.", name=path.name)
    if status == _UNREADABLE:
        raise ModelError("{name}: damaged, a part of it cannot be read. Choose another file.", name=path.name)
    if status:
        raise ModelError(
            "{name}: damaged, reading it crashed a process ({how}). Choose another file.",
            name=path.name,
            how=way_of_ending(status),
        )


def open_weights(path: Path) -> h5py.File:
    """Open an HDF5 file, or the weights in a `.keras` file. Raises errors of `core.base.errors.DAMAGED`."""
    if path.suffix != ".keras":
        return h5py.File(io.BytesIO(read_file(path, _MOST_BYTES)), "r")
    with open_model(path) as archive:
        return h5py.File(io.BytesIO(archive.read(WEIGHTS, _MOST_BYTES)), "r")


def objects_of(file: h5py.File) -> dict[str, h5py.Group | h5py.Dataset]:
    """Return all that a file holds, by path, the root as "".

    Each object is there once, although links may go round. A link into another file leads to nothing: it would read
    what the person did not choose. Raises errors of `core.base.errors.DAMAGED` if a group cannot be listed.
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
    """Read all that a file holds once. Return an exit status."""
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
