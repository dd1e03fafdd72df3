"""Keeps the results of examining a folder's fonts from one start of the program to the next."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.errors import DAMAGED, FileWriteError
from core.base.files import make_folder, write_atomically
from core.base.json_text import read_json
from core.data.drawing.font_traits import Traits

_VERSION = 1  # of what is looked at and of how it is kept


@dataclass(frozen=True, slots=True)
class Vetted:
    """The faces that were found usable in a font file, or the reason against it."""

    faces: tuple[tuple[int, str, Traits], ...]
    """The usable faces: number in the file, symbols that the face really draws, family and category."""
    refusal: str = ""
    """The reason why the file, or the rest of it, cannot be used. Empty if it can."""


@dataclass(slots=True, eq=False)
class FontMemory:
    """The results of examining font files, valid while a file's size and time do not change."""

    path: Path
    """The file that keeps the findings.

    A missing or damaged file counts as empty, and a failure to write it is ignored."""
    _known: dict[str, list[Any]] = field(default_factory=dict)
    _changed: bool = False

    @classmethod
    def of(cls, kept: Path, folder: Path, symbols: Iterable[str]) -> FontMemory:
        """Load the results for a folder of fonts and some symbols, kept in the folder `kept`."""
        key = "\n".join((str(_VERSION), str(folder.absolute()), "".join(sorted(set(symbols)))))
        name = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
        path = kept / f"fonts-{name}.json"
        known: dict[str, list[Any]] = {}
        with contextlib.suppress(OSError, ValueError):
            content = read_json(path)
            known = content if isinstance(content, dict) else {}
        return cls(path, known)

    def recall(self, file: Path) -> Vetted | None:
        """Return the kept result for a font file, or None if there is none or the file has changed."""
        try:
            stamp, faces = self._known[str(file)]
            if stamp != _stamp(file):
                return None
            return Vetted(tuple((int(n), str(drawn), (str(family), str(kind))) for n, drawn, (family, kind) in faces))
        except DAMAGED:
            return None

    def note(self, file: Path, vetted: Vetted) -> None:
        """Remember the faces of a file, but no refusal, so that a refused file is examined again each time."""
        if not vetted.refusal:
            with contextlib.suppress(OSError):
                self._known[str(file)] = [_stamp(file), list(vetted.faces)]
                self._changed = True

    def save(self) -> None:
        """Write the results to their file if there are new ones."""
        if self._changed:
            with contextlib.suppress(FileWriteError, OSError):
                make_folder(self.path.parent)
                write_atomically(self.path, json.dumps(self._known).encode("utf-8", "surrogatepass"))
                self._changed = False


def _stamp(file: Path) -> list[int]:
    status = file.stat()
    return [status.st_size, status.st_mtime_ns]
