"""Keeps data that can be made again in a SQLite file, so that any fault of the file is cured by making it again.

A file that is damaged, or no database at all, is thrown away; one of another schema is emptied; if none can be written
(a full disk, a read-only home), a temporary file that all connections of this process share holds the data until it
ends, or, if there is no room for that either, memory; `CacheDatabase.note` says so.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Self, TypeVar

from core.base.errors import ProjectError, Sentence

T = TypeVar("T")

_APPLICATION = 0x54534458  # "TSDX" in the file's header: ours
_PATIENCE = 5.0  # seconds
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_CANNOT_WRITE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}


_FAULTS = (sqlite3.Error, UnicodeError, OSError, MemoryError, OverflowError)
"""The errors of opening a file, whatever its bytes are: SQLite quotes damaged names in messages that are no UTF-8."""


class DamagedCache(Exception):  # noqa: N818  handled here, never shown
    """Raised if the data of a cache make no sense, so that the work is repeated on an empty cache."""


@cache
def temporary_folder() -> Path | None:
    """Return a folder that is deleted when the process ends, or None if none can be made."""
    try:
        made = tempfile.TemporaryDirectory(prefix="textscanner-", ignore_cleanup_errors=True)
    except OSError:
        return None
    atexit.register(made.cleanup)
    return Path(made.name)


class CacheDatabase:
    """A connection to a cache for one thread, beside other threads' connections to the same file.

    `path`: the file, made with its folder if missing; None: in memory. `schema`: SQL statements that make the tables.
    `version`: of the schema, > 0; a file of another one is emptied. `patience`: seconds to wait for another window that
    is writing. `spare`: gives the folder for a temporary file, or None if there is no room for one.
    """

    def __init__(
        self,
        path: Path | None,
        schema: str,
        version: int,
        *,
        patience: float = _PATIENCE,
        spare: Callable[[], Path | None] = temporary_folder,
    ) -> None:
        self.path = path  # as given, or that of a temporary file; None if the data live in memory
        self._patience, self._spare = patience, spare
        self.note: str | None = None  # a sentence for the user, if the data are not in a file
        self._schema = schema
        self._version = version
        try:
            self._db = self._connect()
        except _FAULTS as error:
            self._db = self._heal(error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection to the file."""
        self._db.close()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work that only reads in one transaction, with errors as in `write`."""
        return self._run("BEGIN", work)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work in one transaction, either completely or not at all.

        On a damaged file it is done a second time, on an empty database. Raises ProjectError if another window keeps
        the file to itself for longer than `patience`.
        """
        return self._run("BEGIN IMMEDIATE", work)

    def _run(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._transaction(begin, work)
        except (sqlite3.Error, UnicodeError, DamagedCache) as error:
            if isinstance(error, sqlite3.ProgrammingError):  # our own mistake: a closed connection, a wrong thread
                raise
            if _code(error) in _BUSY:
                raise ProjectError(
                    "The project's index is being written by another window; wait until it is done and try again."
                ) from error
            self._db.close()
            self._db = self._heal(error)
        return self._transaction(begin, work)

    def _transaction(self, begin: str, work: Callable[[sqlite3.Connection], T]) -> T:
        self._db.execute(begin)
        try:
            result = work(self._db)
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # SQLite has rolled back itself after some errors
                self._db.execute("ROLLBACK")
            raise
        return result

    def _heal(self, error: BaseException) -> sqlite3.Connection:
        """A connection that works: to a new file in place of the old one, or else to memory."""
        if self.path is not None and _code(error) not in _CANNOT_WRITE | _BUSY and not isinstance(error, OSError):
            try:
                for suffix in ("", "-wal", "-shm"):
                    self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
                return self._connect()
            except _FAULTS as second:  # on Windows, another window has the damaged file open
                error = second
        self.note = Sentence(
            "The project's index cannot be kept in a file ({error}), so it is rebuilt each time.", error=error
        )
        self.path = None if self.path is None else self._stand_in(self.path)
        try:
            return self._connect()
        except _FAULTS:  # the disk for temporary files is full, too
            self.path = None
            return self._connect()

    def _stand_in(self, path: Path) -> Path | None:
        """Return the file that replaces one that cannot be written until the process ends, or None if none can."""
        folder = self._spare()
        if folder is None or path.parent == folder:
            return None
        name = hashlib.blake2b(os.fsencode(path), digest_size=16).hexdigest()
        return folder / f"{name}.sqlite3"

    def _connect(self) -> sqlite3.Connection:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(self.path or ":memory:", timeout=self._patience, isolation_level=None)
        try:
            # Readers do not wait for a writer, so that a second window stays quick while this one fills the index.
            _patiently(lambda: db.execute("PRAGMA journal_mode = WAL").fetchone())
            db.execute("PRAGMA synchronous = NORMAL")
            if not self._fits(db):
                self._create(db)
        except BaseException:
            db.close()
            raise
        return db

    def _fits(self, db: sqlite3.Connection) -> bool:
        marks = (*db.execute("PRAGMA application_id").fetchone(), *db.execute("PRAGMA user_version").fetchone())
        return marks == (_APPLICATION, self._version)

    def _create(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        try:
            if not self._fits(db):  # another window may just have done it
                for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                    quoted = name.replace('"', '""')
                    db.execute(f'DROP TABLE "{quoted}"')
                for statement in filter(str.strip, self._schema.split(";")):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {_APPLICATION}")
                db.execute(f"PRAGMA user_version = {self._version}")
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise


def _code(error: BaseException) -> int | None:
    """Return SQLite's primary result code, or None if there is none.

    A database that was moved away has none, either: it is one to make again, not one that is read-only.
    """
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None or code == sqlite3.SQLITE_READONLY_DBMOVED:
        return None
    return code & 0xFF


def _patiently(work: Callable[[], object]) -> None:
    """Try again while another window is at it: switching to WAL does not wait by itself."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            work()
        except sqlite3.OperationalError as error:
            if _code(error) not in _BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return
