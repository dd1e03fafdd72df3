"""Keeps the recovery journal: the last committed edit of every label that has not been saved.

The journal lies in the user's state folder, not in the project: a project may be read-only or on a share that has just
gone away, and then unsaved labels pile up; also, only the same machine can tell whether the program that wrote a
journal still runs. Each running program has a folder of its own there, held by a lock that the system releases with the
end of the program; so the journal of a killed program is offered and that of a living program is not, even if
another process has got its number.

A record is written to a temporary file and renamed, without fsync: written data survives the death of the process, and
an edit must not wait for the disk. After a power failure a record may be lost or torn; a checksum reveals a torn
record, which is reported. The label file itself is written with fsync (`core.base.files`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from core.base.errors import DAMAGED, FileWriteError, Sentence, reason_of
from core.base.files import make_folder, open_lock, read_file
from core.base.folders import state_folder
from core.base.json_text import parse_json
from core.base.systems import system

_LOCK: Final = "lock"
_SUFFIX: Final = ".label"
_HELD: Final = -2
_ATTEMPTS: Final = 100
_YOUNG: Final = 60.0  # seconds during which a folder without a lock may belong to a starting program


@dataclass(frozen=True, slots=True)
class Recovered:
    """A committed edit of a label that a program did not save before it ended."""

    image: str
    """The image as given to `Journal.record`."""
    label: bytes
    """The label file to be written."""
    base_hash: str | None
    """`hash_of` the label file that the edit began from. If the current file differs, another program changed the
    file."""
    time: datetime
    """Time of the edit, UTC."""
    path: Path
    """The file of the record."""
    writing: tuple[str | None, ...] = ()
    """`hash_of` the label file that the edit's program was just writing, if any: such a file is no other program's."""


def hash_of(data: bytes | None) -> str | None:
    """Return the SHA-256 of a label file's bytes, or None for no file."""
    return None if data is None else hashlib.sha256(data).hexdigest()


def journal_folder(root: Path) -> Path:
    """Return the folder of a project's journal, in the user's state folder, named by a hash of the project's path."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:24]
    return state_folder() / "journal" / name


class Journal:
    """The recovery journal of one project, written by this program.

    Nothing is created before the first record.

    Parameters
    ----------
    folder : Path
        The journal's folder, see `journal_folder`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._own: Path | None = None
        self._lock = -1

    def record(self, image: str, label: bytes, base_hash: str | None, writing: tuple[str | None, ...] = ()) -> None:
        """Save the last committed edit of an image's label in place of the previous one.

        Parameters
        ----------
        image : str
            Path of the image below the project's root, POSIX.
        label : bytes
            The label file that would be written.
        base_hash : str or None
            `hash_of` the label file that was read.
        writing : tuple of (str or None)
            `hash_of` an earlier edit that is just being written to the label file; the file may already hold that edit.

        Raises
        ------
        FileWriteError
            If the record cannot be written.
        """
        own = self._begin()
        header = {
            "image": image,
            "base": base_hash,
            "writing": writing,
            "time": datetime.now(UTC).isoformat(),
            "sha256": hash_of(label),
        }
        temporary = own / f".{secrets.token_hex(6)}.tmp"
        try:
            temporary.write_bytes(json.dumps(header).encode() + b"\n" + label)
            temporary.replace(own / _name(image))
        except OSError as error:
            with contextlib.suppress(OSError):  # report the first error
                temporary.unlink()
            raise FileWriteError(
                "{image}: the recovery journal was not written ({why}). Save the label now, then free some space "
                "in {folder}.",
                image=image,
                why=reason_of(error),
                folder=self.folder,
            ) from error

    def clear(self, image: str) -> None:
        """Delete an image's record, because its label file is saved or the edit was undone."""
        if self._own is not None:
            with contextlib.suppress(OSError):  # a surplus record is offered once more, and nothing is lost
                (self._own / _name(image)).unlink(missing_ok=True)

    def pending(self) -> tuple[Recovered, ...]:
        """Return the edits left by programs that no longer run, sorted by image, then by time.

        An image can occur several times, from several programs. Ask the user, then save or `discard` each.
        """
        edits, _ = self._look()
        return tuple(sorted(edits, key=lambda recovered: (recovered.image, recovered.time)))

    def unreadable(self) -> tuple[str, ...]:
        """Return a sentence for each record that a power failure left incomplete."""
        return tuple(self._look()[1])

    def discard(self, recovered: Recovered) -> None:
        """Delete a recovered edit that the user has refused or that has been saved."""
        with contextlib.suppress(OSError):  # as in `clear`
            recovered.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Stop using the journal, so that the next program offers the remaining records."""
        if self._own is None:
            return
        system.release(self._lock)
        if not any(self._own.glob(f"*{_SUFFIX}")):
            shutil.rmtree(self._own, ignore_errors=True)
        self._own, self._lock = None, -1

    def _begin(self) -> Path:
        if self._own is None or not self._own.is_dir():
            own = self.folder / f"{os.getpid()}-{secrets.token_hex(4)}"
            make_folder(own)
            for _ in range(_ATTEMPTS):
                self._lock = _acquire(own / _LOCK)
                if self._lock != _HELD:
                    break
                time.sleep(0.01)  # another program is checking whether this new folder is abandoned
            self._own = own
        return self._own

    def _look(self) -> tuple[list[Recovered], list[str]]:
        recovered: list[Recovered] = []
        problems: list[str] = []
        try:
            folders = sorted(path for path in self.folder.iterdir() if path.is_dir())
        except (FileNotFoundError, NotADirectoryError):
            return [], []
        except OSError as error:
            return [], [_unread(self.folder, error)]
        for folder in folders:
            if folder == self._own:
                continue
            lock = _acquire(folder / _LOCK, create=False)
            if lock == _HELD:
                continue
            try:
                records = sorted(folder.glob(f"*{_SUFFIX}"))
                for path in records:
                    try:
                        recovered.append(_read(path))
                    except DAMAGED:
                        problems.append(
                            Sentence(
                                "{path}: a power failure has damaged an unsaved edit, which is lost. Delete the file.",
                                path=path,
                            )
                        )
                empty = not records and folder.stat().st_mtime < time.time() - _YOUNG
            except OSError as error:
                problems.append(_unread(folder, error))
                empty = False
            finally:
                system.release(lock)
            if empty:
                shutil.rmtree(folder, ignore_errors=True)
        return recovered, problems


def _acquire(path: Path, create: bool = True) -> int:
    """Return a descriptor that holds the lock.

    The descriptor is `_HELD` if another program holds the lock, and -1 if there is nothing to lock.
    """
    try:
        descriptor = open_lock(path, create=create)
    except OSError:
        return -1
    try:
        system.lock(descriptor)
    except OSError:
        os.close(descriptor)
        return _HELD
    return descriptor


def _name(image: str) -> str:
    return hashlib.sha256(image.encode("utf-8", "surrogatepass")).hexdigest()[:40] + _SUFFIX


def _read(path: Path) -> Recovered:
    first, _, label = read_file(path).partition(b"\n")
    header = parse_json(first)
    if hash_of(label) != header["sha256"]:
        raise ValueError("torn")
    base = header["base"]
    return Recovered(
        str(header["image"]),
        label,
        None if base is None else str(base),
        datetime.fromisoformat(header["time"]),
        path,
        tuple(None if one is None else str(one) for one in header.get("writing", ())),  # earlier versions wrote none
    )


def _unread(folder: Path, error: OSError) -> Sentence:
    return Sentence("{folder}: unsaved edits cannot be read ({why}).", folder=folder, why=reason_of(error))
