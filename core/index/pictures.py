"""Keeps the hashes of image files until the time or the size of a file changes."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from core.base.progress import Progress, ignore_news
from core.index.database import CacheDatabase
from core.index.store import key_of
from core.readings.store import picture_hash

_BATCH = 4096  # hashes a transaction: each waits for the disk
_FRESH = 2_000_000_000  # ns: a file written less than this before may change again within the resolution of its clock

_Stamp = tuple[int, int]
"""(modification time in ns, bytes) of a file."""


def pictures_of(
    database: CacheDatabase, root: Path, images: Iterable[str], progress: Progress = ignore_news
) -> dict[str, str]:
    """Return the current hash of each image's file, by relative path.

    Images that cannot be read are left out. `progress`: called for each image. Hashes made before it raises
    `Cancelled` are kept. Raises ProjectError if another window keeps the index to itself.
    """
    below = os.fspath(root)
    stamps = {image: stamp for image in images if (stamp := _stamp_of(f"{below}/{image}")) is not None}
    known = database.read(_kept)
    hashes: dict[str, str] = {}
    waiting: dict[str, tuple[_Stamp, str]] = {}
    try:
        for done, (image, stamp) in enumerate(stamps.items()):
            progress(done, len(stamps))
            kept = known.get(key_of(image))
            if kept is not None and kept[0] == stamp:
                hashes[image] = kept[1]
                continue
            picture = _hash_of(f"{below}/{image}")
            if picture is None:
                continue
            hashes[image] = picture
            if abs(time.time_ns() - stamp[0]) > _FRESH:
                waiting[image] = (stamp, picture)
            if len(waiting) == _BATCH:
                _keep(database, waiting)
                waiting = {}
    finally:
        _keep(database, waiting)
    progress(len(stamps), len(stamps))
    return hashes


def _kept(db: sqlite3.Connection) -> dict[bytes, tuple[_Stamp, str]]:
    rows = db.execute("SELECT path, image_time, image_bytes, hash FROM pictures")
    return {path: ((changed, size), str(picture)) for path, changed, size, picture in rows}


def _keep(database: CacheDatabase, hashes: Mapping[str, tuple[_Stamp, str]]) -> None:
    if hashes:
        values = [(key_of(image), *stamp, picture) for image, (stamp, picture) in hashes.items()]
        database.write(lambda db: db.executemany("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?)", values))


def _stamp_of(path: str) -> _Stamp | None:
    try:
        status = os.stat(path)  # noqa: PTH116  # a path each is slow
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _hash_of(path: str) -> str | None:
    try:
        return picture_hash(path)
    except OSError:
        return None
