"""HDF5 files of other programs: a process of its own reads them first, because the library may crash over them."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from core.base.child_process import child_process, python_command, status_of, way_of_ending
from core.base.errors import ModelError
from core.base.files import open_file

_PATIENCE = 120.0  # seconds that the process has for a file
_MOST_NUMBERS = 1 << 30  # bytes of one array: whoever reads more says so


def require_readable(path: Path, command: Sequence[str] = python_command("-m", __name__)) -> None:
    """Raise ModelError if the library crashes over a file, or never ends. Whoever reads it tells of other damage."""
    with tempfile.TemporaryDirectory() as folder, child_process([*command, str(path)], Path(folder) / "log") as process:
        status = status_of(process, _PATIENCE)
    if status is None:
        raise ModelError("{name}: damaged, reading it never ends. Choose another file.", name=path.name)
    if status:
        raise ModelError(
            "{name}: damaged, reading it crashed a process ({how}). Choose another file.",
            name=path.name,
            how=way_of_ending(status),
        )


def main(path: str) -> None:
    """Read all arrays of a file once."""
    import h5py

    def read(name: str, item: object) -> None:
        if isinstance(item, h5py.Dataset) and item.size * item.dtype.itemsize <= _MOST_NUMBERS:
            item[()]

    with contextlib.suppress(Exception), open_file(Path(path)) as opened, h5py.File(opened, "r") as file:
        file.visititems(read)


if __name__ == "__main__":
    main(sys.argv[1])
