"""Keeps the readings of a project in `.textscanner/readings.jsonl`, which grows by one JSON object a line.

A line holds a reading, with the hash of the picture that was read::

    {"image": "word_1.png", "picture": "9f…", "reader": "PP-OCR", "text": "PIZZA", "probability": 0.97}

Other lines say that an image has another name now, or that its readings count no more::

    {"image": "shops/word_1.png", "was": "word_1.png"}
    {"image": "word_2.png", "forgotten": true}

Of each reader the newest reading of an image counts. A last line that is cut off counts for nothing. Readings follow
images that are renamed. The readings of a deleted image stay, and count again as soon as the same picture is back.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from core.base.collector import collector_paused
from core.base.errors import DAMAGED, Damaged, FileWriteError, ProjectError, Sentence, reason_of
from core.base.files import PRIVATE, append_lines, file_parts, locked_folder, read_file, write_atomically
from core.base.version import NewerVersion, check_written_by
from core.readings.lines import SCHEMA, ReadingParser, bytes_of, decoded, image_in, line_of, reading_lines
from core.readings.reading import PictureReading

FILE: Final = f"{PRIVATE}/readings.jsonl"
"""Path of the readings below a project's folder."""

_MOST_BYTES: Final = 512 << 20
_MOST_PROBLEMS: Final = 20  # damaged lines that are named one by one
_LINES_A_KEPT_ONE: Final = 1.5  # from which on the lines that count no more are dropped: they are a third


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """The readings of a project that are in force."""

    by_image: Mapping[str, tuple[PictureReading, ...]] = field(default_factory=dict)
    """The readings of each image, by its relative path."""
    readers: tuple[str, ...] = ()
    """The names of all readers, in the order of their first lines in the file."""
    problems: tuple[str, ...] = ()
    """A sentence for each line that holds no reading, while the other lines count."""

    @property
    def images(self) -> tuple[str, ...]:
        """The relative paths of all images with readings."""
        return tuple(self.by_image)

    def of(self, image: str) -> tuple[PictureReading, ...]:
        """Return the newest reading of an image from each reader, in the order of `readers`."""
        return self.by_image.get(image, ())


def picture_hash(path: Path | str) -> str:
    """Return the hash of an image file's content as hexadecimal digits.

    Raises
    ------
    OSError
        As `file_parts` raises it.
    """
    digest = hashlib.blake2b(digest_size=16)
    for part in file_parts(path):
        digest.update(part)
    return digest.hexdigest()


def keep(root: Path, readings: Iterable[PictureReading]) -> None:
    """Append readings to those of a project, either all of them or none.

    Raises FileWriteError if they cannot be written: the folder is read-only, or the disk is full.
    """
    _append(root, reading_lines(readings))


def rename(root: Path, names: Mapping[str, str]) -> None:
    """Assign readings to the new names of renamed images, all at once.

    `names`: the new relative path of each image, by its old one. Raises FileWriteError as `keep`.
    """
    if (root / FILE).exists():
        _append(root, b"".join(line_of({"image": now, "was": was}) for was, now in _one_by_one(names)))


def forget(root: Path, images: Iterable[str]) -> None:
    """Delete the readings of some images, by a line that cancels them.

    Raises
    ------
    FileWriteError
        As `keep` raises it.
    """
    if (root / FILE).exists():
        _append(root, b"".join(line_of({"image": image, "forgotten": True}) for image in images))


def readings_in(root: Path) -> Readings:
    """Read the readings of a project, and rewrite the file if a third of its lines is no longer in force.

    Raises
    ------
    ProjectError
        If the file cannot be read, or holds lines of a newer version of the program: then none of it is used, and
        nothing is written over.
    """
    contents = _contents_of(_data(root))
    if contents.is_stale:
        with suppress(FileWriteError):  # a read-only project keeps its long file
            contents = _compact(root, contents)
    return contents.readings()


class _Contents:
    """The readings that count after all lines of a file, read from the first to the last."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._lines = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
        self._held: dict[str, dict[str, tuple[PictureReading, int]]] = {}  # with the number of the line, from 0
        self._readers: dict[str, None] = {}
        self._renamed: set[int] = set()  # numbers of lines that have an earlier name of their image
        self._damaged: list[tuple[int, str]] = []
        self._parser = ReadingParser()
        for number, line in enumerate(self._lines):
            try:
                read = self._parser.plain(line)
                if read is None:
                    self._take(decoded(line), number)
                else:
                    self._hold(read, number)
            except NewerVersion:
                raise
            except DAMAGED as error:
                self._damaged.append((number, reason_of(error)))

    @property
    def is_stale(self) -> bool:
        """True if a third of the lines counts no more, apart from damaged ones, which a person may mend."""
        kept = sum(map(len, self._held.values())) + len(self._damaged)
        return len(self._lines) > kept and len(self._lines) >= _LINES_A_KEPT_ONE * kept

    def readings(self) -> Readings:
        order = {reader: place for place, reader in enumerate(self._readers)}
        by_image = {}
        for image, of_image in self._held.items():
            places = sorted(of_image, key=order.__getitem__) if len(of_image) > 1 else of_image
            by_image[image] = tuple(of_image[reader][0] for reader in places)
        used = {reader for of_image in self._held.values() for reader in of_image}
        return Readings(by_image, tuple(reader for reader in self._readers if reader in used), self._problems())

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that count, reader by reader, so that the readers' order stays, and damaged lines last."""
        for reader in self._readers:
            for image, of_image in self._held.items():
                if reader in of_image:
                    yield self._named(of_image[reader][1], image)
        for number, _ in self._damaged:
            yield self._lines[number]

    def _named(self, number: int, image: str) -> bytes:
        """Return a line with the name that its image has by now, and all else as it was."""
        line = self._lines[number]
        return bytes_of(decoded(line) | {"image": image}) if number in self._renamed else line

    def _problems(self) -> tuple[str, ...]:
        named = tuple(
            Sentence("{name}: line {number} holds no reading ({why}).", name=FILE, number=number + 1, why=why)
            for number, why in self._damaged[:_MOST_PROBLEMS]
        )
        more = len(self._damaged) - len(named)
        if not more:
            return named
        return (
            *named,
            Sentence("{name}: {count:,} more {count:|line holds|lines hold} no reading.", name=FILE, count=more),
        )

    def _take(self, value: Any, number: int) -> None:
        if not isinstance(value, dict):
            raise Damaged("it is not an object")
        check_written_by(value, SCHEMA)
        image = image_in(value, "image")
        if "was" in value:
            moved = self._held.pop(image_in(value, "was"), None)
            if moved is not None:  # else it was renamed already: two may have seen that
                self._renamed.update(place for _, place in moved.values())
                self._held[image] = {
                    reader: (PictureReading(image, held.picture, held.reading), place)
                    for reader, (held, place) in moved.items()
                }
        elif value.get("forgotten") is True:
            self._held.pop(image, None)
        else:
            self._hold(self._parser.of(value, image), number)

    def _hold(self, reading: PictureReading, number: int) -> None:
        reader = reading.reading.reader
        self._readers.setdefault(reader)
        of_image = self._held.setdefault(reading.image, {})
        before = of_image.get(reader)
        if before is None or not _is_older(reading.reading.when, before[0].reading.when):
            of_image[reader] = (reading, number)


def _data(root: Path) -> bytes:
    try:
        return read_file(root / FILE, _MOST_BYTES)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise ProjectError(
            "{name}: cannot be read ({why}). Check that it may be read.", name=FILE, why=reason_of(error)
        ) from error


@collector_paused()
def _contents_of(data: bytes) -> _Contents:
    try:
        return _Contents(data)
    except NewerVersion as error:
        raise ProjectError("{name}: {error}.", name=FILE, error=error) from error


def _compact(root: Path, contents: _Contents) -> _Contents:
    """Keep only the lines that count, among them those that another process has appended since `contents` were read."""
    path = root / FILE
    with locked_folder(path.parent):
        data = _data(root)
        now = contents if data == contents.data else _contents_of(data)
        if now.is_stale:
            write_atomically(path, b"".join(line + b"\n" for line in now.lines()))
    return now


def _append(root: Path, data: bytes) -> None:
    if data:
        append_lines(root / FILE, data)


def _is_older(when: str, before: str) -> bool:
    """Return True if both times are known, and the first is the earlier one."""
    return _seconds(when) < _seconds(before)  # NaN is neither


def _seconds(when: str) -> float:
    """Return the seconds since 1970 of a time, taken as UTC without a zone, or NaN if the time is not known."""
    try:
        time = datetime.fromisoformat(when)
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return math.nan


def _one_by_one(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield renames that, one after the other, do what `names` does at once: a name is free before it is taken."""
    waiting = {was: now for was, now in names.items() if was != now}
    for first in names:
        if first not in waiting:
            continue
        chain = {first: waiting.pop(first)}
        last = first
        while chain[last] in waiting:
            last = chain[last]
            chain[last] = waiting.pop(last)
        if chain[last] == first:  # a circle: one image steps aside
            aside = f"{last}\N{NULL}"
            yield last, aside
            del chain[last]
            yield from reversed(chain.items())
            yield aside, first
        else:
            yield from reversed(chain.items())
