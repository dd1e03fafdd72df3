"""Keeps a ring of synthetic words that are used several times, so that a run draws fewer words than it needs."""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import tempfile
import threading
import weakref
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np

from core.base.errors import FileWriteError
from core.data.samples.samples import LabelledWord, LeftOut
from core.data.samples.sources import SyntheticReader
from core.labels.label import WordLabel

FRESH = 3  # one sample in this number is a word made for it

_SLOT = 12 << 10  # bytes for one word; a larger one is made anew each time
_HEADER = struct.Struct("<QII")  # of a slot: the word's number and 1, its length in bytes, its checksum
_PREFIX, _SUFFIX = "drawn-", ".ring"  # as in earlier versions, whose killed runs have left files
_QUALITY = 92  # of JPEG
_SPREAD = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio: multiples of it are spread evenly


@dataclass(slots=True, eq=False, weakref_slot=True)
class SyntheticRing:
    """A `Reader` of the endless stream of synthetic words, most of them made some time before.

    Sample i is word i / 3 if 3 divides i, else one of the last `words` words before it, chosen only by i: the word of a
    sample does not depend on the stored words. The words lie as JPEG in a file without a name, which the system deletes
    at any end of the process; once other processes draw, too, all of them share a file with a name.

    Raises
    ------
    FileWriteError
        When the first word has to be kept and the folder cannot be written.
    """

    reader: SyntheticReader
    """Draws the words."""
    words: int
    """Number of words that the file keeps, the newest ones."""
    folder: Path
    """Folder of the file, created if missing."""
    shared: Path | None = None
    """The file with a name, which all processes share. None while only this process draws."""
    _file: IO[bytes] | None = field(init=False, repr=False, default=None)
    _lock: Any = field(init=False, repr=False, default_factory=threading.Lock)

    def __reduce__(self) -> tuple[Any, ...]:
        with self._lock:
            if self.shared is None:
                self.shared = self._named_file()
                self._file = None
        return SyntheticRing, (self.reader, self.words, self.folder, self.shared)

    @property
    def name(self) -> str:
        return self.reader.name

    @property
    def size(self) -> None:
        """None, because the stream has no end."""
        return

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        return ()

    def number_of(self, index: int) -> int:
        """Return the number of the word that sample `index` shows."""
        newest, place = divmod(index, FRESH)
        if not place or not newest:
            return newest
        back = ((index * _SPREAD) & ((1 << 64) - 1)) >> 32
        return newest - 1 - back * min(newest, self.words) // (1 << 32)

    def name_of(self, index: int) -> str:
        return self.reader.name_of(self.number_of(index))

    def label_of(self, index: int) -> WordLabel:
        return self.read(index).label

    def read(self, index: int) -> LabelledWord:
        number = self.number_of(index)
        packed = self._recalled(number)
        if packed is None:
            word = self.reader.read(number)
            packed = cv2.imencode(".jpg", word.image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
            packed = pickle.dumps((packed, word.label), protocol=5)
            self._keep(number, packed)
        # Decode the JPEG also the first time: a word is the same at every use
        encoded, label = pickle.loads(packed)
        image = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
        return LabelledWord(
            self.reader.name_of(number), np.ascontiguousarray(np.asarray(image)[:, :, ::-1], np.uint8), label
        )

    def _recalled(self, number: int) -> bytes | None:
        with self._lock:
            file = self._opened(create=False)
            if file is None:
                return None
            file.seek(number % self.words * _SLOT)
            slot = file.read(_SLOT)
        if len(slot) < _HEADER.size:
            return None
        follower, length, checksum = _HEADER.unpack_from(slot)
        data = slot[_HEADER.size : _HEADER.size + length]
        # another process may be writing this slot, or have written a part of it when it was ended
        return data if follower == number + 1 and len(data) == length and zlib.crc32(data) == checksum else None

    def _keep(self, number: int, data: bytes) -> None:
        if len(data) > _SLOT - _HEADER.size:
            return
        with self._lock:
            try:
                file = self._opened(create=True)
                assert file is not None
                place = number % self.words * _SLOT
                file.seek(place)
                header = file.read(_HEADER.size)
                if len(header) == _HEADER.size and _HEADER.unpack(header)[0] > number + 1:
                    return  # this is an older word, which was made anew
                file.seek(place)
                file.write(_HEADER.pack(number + 1, len(data), zlib.crc32(data)) + data)
            except OSError as error:
                raise self._not_kept(error) from error

    def _opened(self, *, create: bool) -> IO[bytes] | None:
        """Return the file of the words, or None if there is none yet and `create` is False."""
        if self._file is None and self.shared is not None:
            self._file = os.fdopen(os.open(self.shared, os.O_RDWR | getattr(os, "O_BINARY", 0)), "r+b", buffering=0)
            weakref.finalize(self, self._file.close)
        elif self._file is None and create:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file = tempfile.TemporaryFile(dir=self.folder, prefix=_PREFIX, buffering=0)  # noqa: SIM115
            weakref.finalize(self, self._file.close)
        return self._file

    def _named_file(self) -> Path:
        """Make an empty file that other processes can open, too, and that is deleted with this ring."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for left in self.folder.glob(f"{_PREFIX}*{_SUFFIX}"):  # of a run that was killed
                left.unlink(missing_ok=True)
            number, name = tempfile.mkstemp(_SUFFIX, _PREFIX, self.folder)
            os.close(number)
        except OSError as error:
            raise self._not_kept(error) from error
        path = Path(name)
        weakref.finalize(self, _remove, path)
        return path

    def _not_kept(self, error: OSError) -> FileWriteError:
        return FileWriteError(
            "{folder}: synthetic words cannot be kept ({why}). Free space, or set cache_drawn to 0.",
            folder=self.folder,
            why=error.strerror or error,
        )


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # Windows keeps a file that a process still has open: the next run removes it
        path.unlink(missing_ok=True)
