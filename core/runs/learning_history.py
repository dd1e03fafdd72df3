"""Reads and writes the learning history of a run without TensorFlow, appending at every validation.

The file begins with MAGIC and the format's version, one byte. Records follow, each of the length of its content
(uint32) and the content's CRC-32 (uint32), both little-endian, and the content, compressed with zlib. The first byte of
the uncompressed content says what it is:

W   the words of the validations that follow: JSON, a list of [image, target]
V   a validation: its step (int64); a byte a word, 1 if it was read exactly; then for all characters of all words
    behind each other the marks (uint8), the confidences (uint8) and the code points read (uint32), little-endian

Words are written again only if they have changed. A killed process can leave half a record at the end, which is
dropped.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.analysis.learning.history import LearningEntry, LearningHistory, LearningWord
from core.base.errors import DAMAGED, RunError, Sentence, reason_of
from core.base.files import read_file
from core.base.json_text import parse_json
from core.runs.files import RunFiles

MAGIC = b"TSLEDGER"
VERSION = 1

_BEGIN = MAGIC + bytes([VERSION])
_HEAD = struct.Struct("<II")
_STEP = struct.Struct("<q")
_WORDS, _VALIDATION = b"W", b"V"
_MOST_BYTES = 1 << 30
_MOST_READ = 512 << 20  # bytes of all records together
_MOST = 64 << 20  # bytes of a record's content: what claims more is damaged


@dataclass(frozen=True, slots=True, eq=False)
class ReadLearningHistory:
    """A learning history as it was read from its file."""

    learning_history: LearningHistory
    """The validations that could be read."""
    note: str = ""
    """One sentence on the dropped parts of the file. Empty if nothing was dropped."""


class LearningHistoryFile:
    """The learning history of one run in its file.

    `path`: `RunFiles.learning_history`; may not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._words: tuple[LearningWord, ...] | None = None  # those that this process has written

    def append(self, validation: LearningEntry) -> None:
        """Append a validation, whole or not at all.

        The validation is written in one piece and not flushed to the disk, as the lines of the metrics are.

        Raises
        ------
        OSError
            If the validation cannot be written whole.
        RunError
            If the file is no learning history that this version knows.
        """
        data = b""
        if validation.words != self._words:
            listed = json.dumps(validation.words, ensure_ascii=False, separators=(",", ":"))
            data += _record(_WORDS + listed.encode("utf-8", "surrogatepass"))
        data += _record(
            _VALIDATION
            + _STEP.pack(validation.step)
            + validation.exact.astype(np.uint8).tobytes()
            + validation.marks.astype(np.uint8).tobytes()
            + validation.confidence.astype(np.uint8).tobytes()
            + validation.read.astype("<u4").tobytes()
        )
        with self.path.open("a+b", buffering=0) as file:
            file.seek(0)
            begin = file.read(len(_BEGIN))
            end = file.seek(0, os.SEEK_END)
            if _BEGIN.startswith(begin) and end < len(_BEGIN):  # new, or cut off
                file.truncate(0)
                end, data = 0, _BEGIN + data
            else:
                self._refuse_foreign(begin)
            if file.write(data) != len(data):  # the disk is full
                file.truncate(end)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._words = validation.words

    def read(self) -> ReadLearningHistory | None:
        """Read the whole learning history, or return None if there is none.

        Raises
        ------
        RunError
            If the file cannot be read, is too large, or is no learning history that this version knows.
        """
        try:
            data = read_file(self.path, _MOST_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RunError(
                "{path}: the learning history cannot be read ({why}). Check the disk and the file's permissions.",
                path=self.path,
                why=reason_of(error),
            ) from error
        if len(data) < len(_BEGIN) and _BEGIN.startswith(data):
            return None
        self._refuse_foreign(data)
        validations: list[LearningEntry] = []
        whole, size = len(_BEGIN), 0
        for validation, end in _validations(data):
            whole, size = end, size + 6 * len(validation.marks) + len(validation.words)
            if size > _MOST_READ:
                raise RunError(
                    "{path}: the learning history holds more than {limit} MB. Move the file out of the folder.",
                    path=self.path,
                    limit=_MOST_READ >> 20,
                )
            while validations and validations[-1].step >= validation.step:  # the run went on from an earlier step
                validations.pop()
            validations.append(validation)
        note = ""
        if whole < len(data):
            note = Sentence(
                "{name}: the end of the learning history is cut off or damaged, so {count:,} {count:|byte|bytes} "
                "after step {step:,} {count:|is|are} left out.",
                name=self.path.name,
                count=len(data) - whole,
                step=validations[-1].step if validations else 0,
            )
        return ReadLearningHistory(LearningHistory.of(validations), note)

    def forget_after(self, step: int) -> None:
        """Delete all validations after a step, and an incomplete record at the end.

        Nothing is done to a file that is no learning history of ours: `append` refuses it.

        Raises
        ------
        OSError
            If the file cannot be read or cut.
        """
        self._words = None
        with contextlib.suppress(FileNotFoundError):
            data = read_file(self.path, _MOST_BYTES)
            try:
                self._refuse_foreign(data)
            except RunError:
                return
            keep = len(_BEGIN)
            for validation, end in _validations(data):
                if validation.step > step:
                    break
                keep = end
            if keep < len(data):
                os.truncate(self.path, keep)

    def _refuse_foreign(self, data: bytes) -> None:
        if data[: len(MAGIC)] != MAGIC or len(data) <= len(MAGIC):
            raise RunError(
                "{path}: this is not the learning history of a run. Move the file out of the folder.", path=self.path
            )
        if data[len(MAGIC)] != VERSION:
            raise RunError(
                "{path}: the learning history has format {found}, and this version of the program knows "
                "{known}. Read it with the version that wrote it.",
                path=self.path,
                found=data[len(MAGIC)],
                known=VERSION,
            )


def read_learning_history(run: Path) -> ReadLearningHistory | None:
    """Read the learning history from a run's folder, as `LearningHistoryFile.read` does."""
    return LearningHistoryFile(RunFiles(run).learning_history).read()


def _record(content: bytes) -> bytes:
    packed = zlib.compress(content, 6)
    return _HEAD.pack(len(packed), zlib.crc32(packed)) + packed


def _validations(data: bytes) -> Iterator[tuple[LearningEntry, int]]:
    """Yield the validations up to the first damaged record, each with the end of its record."""
    place = len(_BEGIN)
    words: tuple[LearningWord, ...] = ()
    while place + _HEAD.size <= len(data):
        length, checksum = _HEAD.unpack_from(data, place)
        packed = data[place + _HEAD.size : place + _HEAD.size + length]
        if len(packed) < length or zlib.crc32(packed) != checksum:
            return
        place += _HEAD.size + length
        try:
            content = _unpacked(packed)
            if content[:1] == _WORDS:
                words = _words(content[1:])
            elif content[:1] == _VALIDATION:
                yield _validation(content[1:], words), place
            else:
                return
        except DAMAGED:
            return


def _unpacked(packed: bytes) -> bytes:
    reader = zlib.decompressobj()
    content = reader.decompress(packed, _MOST)
    if not reader.eof:
        raise ValueError("a record that is too large")
    return content


def _words(content: bytes) -> tuple[LearningWord, ...]:
    words = tuple(LearningWord(image, target) for image, target in parse_json(content))
    if not all(isinstance(part, str) for word in words for part in word):
        raise ValueError("words that are no texts")
    return words


def _validation(content: bytes, words: Sequence[LearningWord]) -> LearningEntry:
    (step,) = _STEP.unpack_from(content)
    count, characters = len(words), sum(len(word.target) for word in words)
    if len(content) != _STEP.size + count + 6 * characters:
        raise ValueError("a validation of other words")
    place = _STEP.size

    def taken(kind: str, size: int) -> np.ndarray:
        nonlocal place
        values = np.frombuffer(content, kind, size, place)
        place += values.nbytes
        return values

    exact = taken("u1", count) > 0
    marks, confidence = taken("u1", characters), taken("u1", characters)
    return LearningEntry(step, words, exact, marks, confidence, taken("<u4", characters).astype(np.uint32))  # type: ignore[arg-type]
