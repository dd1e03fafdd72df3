"""A ring of drawn words that are used several times, so that a run draws less than it trains."""

from __future__ import annotations

import pickle
import tempfile
import threading
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np

from core.base.errors import FileWriteError
from core.data.samples.samples import LabelledWord, LeftOut
from core.data.samples.sources import SyntheticReader
from core.labels.label import WordLabel

FRESH = 3  # one sample in this number is a newly drawn word

_SLOT = 12 << 10  # bytes for one word; a larger one is drawn anew each time
_QUALITY = 92  # of JPEG
_SPREAD = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio: multiples of it are spread evenly


@dataclass(slots=True, eq=False, weakref_slot=True)
class DrawnRing:
    """The endless stream of drawn words, most of them drawn some time before. A `Reader`.

    Sample i is word i / 3 if 3 divides i, else one of the last `words` words before it, chosen by i alone: the word of
    a sample does not depend on the stored words. The words lie as JPEG in a file without a name, which the system
    deletes at any end of the process. `words`: number of kept words. `folder`: folder of the file; created if missing.
    Raises FileWriteError when the first word is to be kept and the folder cannot be written.
    """

    reader: SyntheticReader
    words: int
    folder: Path
    _file: IO[bytes] | None = field(init=False, repr=False, default=None)
    _kept: dict[int, tuple[int, int]] = field(init=False, repr=False, default_factory=dict)
    _lock: Any = field(init=False, repr=False, default_factory=threading.Lock)

    def __reduce__(self) -> tuple[Any, ...]:
        return DrawnRing, (self.reader, self.words, self.folder)  # another process has a ring of its own

    @property
    def name(self) -> str:
        return self.reader.name

    @property
    def size(self) -> None:
        """None: without end."""
        return

    @property
    def passed_over(self) -> tuple[LeftOut, ...]:
        return ()

    def number_of(self, index: int) -> int:
        """Return the number of the word of sample `index`."""
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
            known, length = self._kept.get(number % self.words, (-1, 0))
            if known != number or self._file is None:
                return None
            self._file.seek(number % self.words * _SLOT)
            data = self._file.read(length)
        return data if len(data) == length else None

    def _keep(self, number: int, data: bytes) -> None:
        if len(data) > _SLOT:
            return
        with self._lock:
            known, _ = self._kept.get(number % self.words, (-1, 0))
            if known > number:  # an older word, which was drawn anew
                return
            try:
                if self._file is None:
                    self.folder.mkdir(parents=True, exist_ok=True)
                    self._file = tempfile.TemporaryFile(dir=self.folder, prefix="drawn-")  # noqa: SIM115
                    weakref.finalize(self, self._file.close)
                self._file.seek(number % self.words * _SLOT)
                self._file.write(data)
                self._file.flush()
            except OSError as error:
                raise FileWriteError(
                    "{folder}: synthetic words cannot be kept ({why}). Free space, or set cache_drawn to 0.",
                    folder=self.folder,
                    why=error.strerror or error,
                ) from error
            self._kept[number % self.words] = number, len(data)
