"""Defines the tables of a project's index, and puts rows in and takes them out."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import takewhile
from operator import attrgetter
from typing import Any, get_args
from zlib import crc32

from core.base.errors import from_json, to_json
from core.index.database import DamagedCache
from core.index.rows import ImageRow, IndexedPrediction, RowStatus, StoredProblem
from core.index.scanning import storable
from core.project.notes import NOTHING, ImageNote, Split
from core.project.watching import Stamp, numbers_of

_MEANING = 13  # raised when a column holds something else, or a kind of problem is found in other labels than before

_KEPT = [*takewhile(lambda field: field.name != "problems", fields(ImageRow)[1:])]
_PLAIN = tuple(field.name for field in _KEPT)
"""The attributes of a row that a column holds as they are, in the order of `ImageRow`, which begins with the image."""
_TRUTHS = tuple(place for place, field in enumerate(_KEPT) if field.type == "bool")
"""Places in `_PLAIN` of the truth values, which SQLite holds as numbers."""

_plain_of = attrgetter(*_PLAIN)

# Paths are BLOBs: a name that is not UTF-8 has lone surrogates, which no TEXT can hold.
SCHEMA = f"""
CREATE TABLE images (
    path BLOB PRIMARY KEY, image_time INTEGER, image_bytes INTEGER, label_time INTEGER, label_bytes INTEGER,
    form TEXT, checked TEXT, {", ".join(_PLAIN)}, problems TEXT,
    tags TEXT, own_split TEXT, label_tags TEXT, label_split TEXT
) WITHOUT ROWID;
CREATE TABLE predictions (
    path BLOB, model TEXT, text TEXT, probability REAL, score REAL, loss REAL, label_hash TEXT,
    PRIMARY KEY (path, model)
) WITHOUT ROWID;
CREATE TABLE models (model TEXT PRIMARY KEY, number INTEGER) WITHOUT ROWID;
CREATE TABLE pictures (path BLOB PRIMARY KEY, image_time INTEGER, image_bytes INTEGER, hash TEXT) WITHOUT ROWID;
CREATE TABLE choices (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""
VERSION = crc32(f"{_MEANING} {SCHEMA}".encode()) & 0x7FFFFFFF  # another one with another column, too
"""An index of another version is emptied. SQLite keeps 31 bits of it."""

_ROW = ("path", *_PLAIN, "problems", "tags", "own_split")
_IN_LABEL = ("label_tags", "label_split")
_STAMP = ("image_time", "image_bytes", "label_time", "label_bytes")
_PUT_COLUMNS = (*_ROW, *_IN_LABEL, *_STAMP, "form", "checked")
_PUT = f"INSERT OR REPLACE INTO images ({', '.join(_PUT_COLUMNS)}) VALUES ({', '.join('?' * len(_PUT_COLUMNS))})"
_ANOTHER_IMAGE = """DELETE FROM predictions WHERE path = ?1 AND EXISTS (
    SELECT 1 FROM images WHERE path = ?1 AND (image_time IS NOT ?2 OR image_bytes IS NOT ?3))"""
_PREDICT = """INSERT OR REPLACE INTO predictions (path, model, text, probability, score, loss, label_hash)
VALUES (?, ?, ?, ?, ?, ?, ?)"""
_SELECT = f"SELECT {', '.join(_ROW)} FROM images"
_READ = "SELECT path, text, probability, score, loss, model, label_hash FROM predictions JOIN models USING (model)"
_LATEST_FIRST = "ORDER BY models.number DESC"
_MOST_MODELS = 6  # whose readings are kept: with each of them, the whole index grows
_STATUS, _SPLIT = _PLAIN.index("status"), _PLAIN.index("split")
_STATUSES = frozenset(get_args(RowStatus))
_SPLITS = frozenset(get_args(Split))


@dataclass(frozen=True, slots=True)
class KnownFile:
    """The facts that decide whether an image must be read again."""

    stamp: tuple[int | None, ...]
    """The stamp of image and label when they were read, as `numbers_of`."""
    form: str
    """The normalisation of texts."""
    checked: str
    """The version of the check. Empty if there was none."""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A row for the index, with the facts that decide when it becomes outdated."""

    row: ImageRow
    """The facts about the image that the index keeps."""
    known: KnownFile
    """The state of the files that the row was made from, and of the check."""
    in_label: ImageNote = NOTHING
    """The note that only the label gives of the image. With it, another choice of the project moves the image."""


def out_of_date(
    db: sqlite3.Connection, stamps: Mapping[str, Stamp], form: str, checked: str | None
) -> tuple[list[str], list[str]]:
    """Compare the rows with the files one by one, because 100,000 rows at once would take 60 MB.

    `stamps`: of the images that are there, by relative path. `form` and `checked`: as in `KnownFile`; None: whatever
    check there was counts. Returns tuple of list of str: images that have to be read, in the order of `stamps`, and
    images of rows that are not among `stamps`.
    """
    stale, gone = dict.fromkeys(stamps), []
    with _sane():
        for path, *known, its_form, its_check in db.execute(
            f"SELECT path, {', '.join(_STAMP)}, form, checked FROM images"
        ):
            image = _image(path)
            stamp = stamps.get(image)
            if stamp is None:
                gone.append(image)
                continue
            if tuple(known) == numbers_of(stamp) and (its_form or "") == form and checked in {None, its_check or ""}:
                del stale[image]
    return list(stale), gone


def put(db: sqlite3.Connection, entries: Iterable[IndexEntry]) -> None:
    """Replace older rows by new ones, and keep an image's predictions unless its file has changed."""
    values, images = [], []
    for entry in entries:
        row, known = entry.row, entry.known
        problems = [
            [problem.id, problem.severity, to_json(problem.message), problem.character] for problem in row.problems
        ]
        listed = json.dumps(problems, ensure_ascii=False)
        key, noted = key_of(row.image), _noted(ImageNote(row.tags, row.own_split))
        held = (key, *_plain_of(row), listed, *noted)
        values.append((*held, *_noted(entry.in_label), *known.stamp, known.form, known.checked))
        images.append((key, *known.stamp[:2]))
    db.executemany(_ANOTHER_IMAGE, images)
    db.executemany(_PUT, values)


def put_predictions(db: sqlite3.Connection, predictions: Mapping[str, IndexedPrediction]) -> None:
    """Store predictions, by the images' relative paths, in place of older ones from the same model.

    Those of the models that predicted last are kept.
    """
    values = [
        (
            key_of(image),
            storable(read.model),
            storable(read.text),
            read.probability,
            read.score,
            read.loss,
            storable(read.label_hash),
        )
        for image, read in predictions.items()
    ]
    db.executemany(_PREDICT, values)
    for model in {value[1] for value in values}:
        _note_model(db, model)


def _note_model(db: sqlite3.Connection, model: str) -> None:
    """Note that a model has predicted last, and let the readings of the one go that has not for longest."""
    latest = db.execute("SELECT model, number FROM models ORDER BY number DESC LIMIT 1").fetchone()
    if latest is not None and latest[0] == model:
        return
    number = 1 if latest is None else latest[1] + 1
    db.execute("INSERT OR REPLACE INTO models VALUES (?, ?)", (model, number))
    gone = db.execute("SELECT model FROM models ORDER BY number DESC LIMIT -1 OFFSET ?", (_MOST_MODELS,)).fetchall()
    for table in ("predictions", "models"):
        db.executemany(f"DELETE FROM {table} WHERE model = ?", gone)


def forget(db: sqlite3.Connection, images: Iterable[str]) -> None:
    """Delete all rows that belong to some images."""
    keys = [(key_of(image),) for image in images]
    for table in ("images", "predictions", "pictures"):
        db.executemany(f"DELETE FROM {table} WHERE path = ?", keys)


def all_rows(db: sqlite3.Connection) -> Iterator[ImageRow]:
    """Yield the rows of all images that were read, in no particular order."""
    return _rows(db.execute(_SELECT), _reads(db.execute(f"{_READ} {_LATEST_FIRST}")))


def row_of(db: sqlite3.Connection, image: str) -> ImageRow | None:
    """Return the row of one image, or None if it has not been read."""
    key = (key_of(image),)
    reads = _reads(db.execute(f"{_READ} WHERE path = ? {_LATEST_FIRST}", key))
    return next(_rows(db.execute(f"{_SELECT} WHERE path = ?", key), reads), None)


def symbols_of(db: sqlite3.Connection) -> set[str]:
    """Return the symbols in all labels that were read."""
    return {symbol for (symbols,) in db.execute("SELECT DISTINCT symbols FROM images") for symbol in symbols or ""}


def move_splits(
    db: sqlite3.Connection, choice: str, chosen: Callable[[str, ImageNote], tuple[ImageNote, Split]]
) -> tuple[ImageRow, ...]:
    """Note the images for which the project's choices have changed, and return the changed rows.

    `choice`: what decides: another text means another choice. `chosen`: the project's tags of an image, and its split,
    by what its label says.
    """
    if db.execute("SELECT value FROM choices WHERE name = 'validation'").fetchone() == (choice,):
        return ()
    db.execute("INSERT OR REPLACE INTO choices VALUES ('validation', ?)", (choice,))
    moved = []
    with _sane():
        for path, split, tags, own_split, *in_label in db.execute(
            f"SELECT path, split, tags, own_split, {', '.join(_IN_LABEL)} FROM images"
        ):
            note, part = chosen(_image(path), _note(*in_label))
            if (part, note) != (split, _note(tags, own_split)):
                moved.append((part, *_noted(note), path))
    db.executemany("UPDATE images SET split = ?, tags = ?, own_split = ? WHERE path = ?", moved)
    return tuple(row for *_, path in moved if (row := row_of(db, _image(path))) is not None)


def _noted(note: ImageNote) -> tuple[str, Split | None]:
    """The tags and split of an image as two columns hold them: most images have no tag."""
    return json.dumps(note.tags, ensure_ascii=False) if note.tags else "", note.split


def _note(tags: str, split: Split | None) -> ImageNote:
    if split not in (None, *_SPLITS):
        raise ValueError(split)
    return ImageNote(tuple(map(str, json.loads(tags))) if tags else (), split)


def key_of(path: str) -> bytes:
    """Return a path as bytes, even if it is not valid Unicode."""
    return path.encode("utf-8", "surrogatepass")


def _image(key: bytes) -> str:
    return key.decode("utf-8", "surrogatepass")


def _reads(records: Iterable[tuple[Any, ...]]) -> dict[bytes, list[IndexedPrediction]]:
    """The readings of models, by key of the image."""
    reads: dict[bytes, list[IndexedPrediction]] = {}
    with _sane():
        for path, text, probability, *rest in records:
            sure = math.nan if probability is None else probability
            reads.setdefault(path, []).append(IndexedPrediction(text, sure, *rest))
    return reads


def _rows(records: Iterable[tuple[Any, ...]], reads: Mapping[bytes, list[IndexedPrediction]]) -> Iterator[ImageRow]:
    with _sane():
        for path, *values, listed, tags, own_split in records:
            if values[_STATUS] not in _STATUSES or values[_SPLIT] not in _SPLITS:
                raise ValueError(values)
            problems = () if listed == "[]" else tuple(_problem(*entry) for entry in json.loads(listed))
            held = reads.get(path, [])
            latest, earlier = (held[0] if held else None), tuple(held[1:])
            note = NOTHING if tags == "" and own_split is None else _note(tags, own_split)
            for place in _TRUTHS:
                values[place] = bool(values[place])
            facts = (*values, problems, latest, earlier, note.tags, note.split)
            yield ImageRow(_image(path), *facts)


def _problem(kind: str, severity: str, message: object, character: int | None) -> StoredProblem:
    """Return a problem of the list, whose message is a plain text in an index of an earlier version."""
    return StoredProblem(kind, severity, from_json(message), character)


@contextmanager
def _sane() -> Iterator[None]:
    """Turn the errors of nonsense in the database, which SQLite itself does not notice, into `DamagedCache`."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise DamagedCache from error
