"""What a fuzzed reader is made of: files in the current folder, and the calls that read them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.base.files import read_file


@dataclass(frozen=True, slots=True)
class Target:
    """Whole files in the current folder, and their readers."""

    make: Callable[[], object]
    reads: tuple[Callable[[], object], ...]  # each raises a StudioError, if any, for what is damaged
    is_heavy: bool = False  # if TensorFlow or other processes are needed: left out of quick runs


def write(files: dict[str, str | bytes]) -> None:
    for name, data in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data.encode() if isinstance(data, str) else data)


def content(name: str) -> bytes:
    with suppress(OSError):
        return read_file(Path(name))
    return b""


def only(kept: Path) -> None:
    """Delete what is not below a path, so that all damage is done there."""
    for path in sorted(Path().rglob("*"), reverse=True):
        if path.is_file() and kept not in (path, *path.parents):
            path.unlink()
