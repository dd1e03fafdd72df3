"""Reads the records of a folder by number, without TensorFlow."""

from __future__ import annotations

import contextlib
import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import RawIOBase
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
from google.protobuf.empty_pb2 import Empty
from google.protobuf.unknown_fields import UnknownFieldSet
from numpy.typing import NDArray

from core.base.errors import DAMAGED, DataError, reason_of
from core.base.files import open_file
from core.labels.formats.readers.tfrecord.files import Manifest, Shard, label_from_json, read_manifest, state_of
from core.labels.label import WordLabel

_HEAD = struct.Struct("<Q4x")  # before a record: its length and the length's checksum
_TAIL = 4  # bytes after a record: its own checksum
_MAX_RECORD = 1 << 31

Features = dict[str, list[tuple[Any, ...]]]


@dataclass(eq=False)
class Records:
    """The records of a folder by number, found at first use, with only their positions in memory.

    No file is mapped or kept open: mapped pages count as the process's memory, and files may be more than it may open.
    """

    folder: Path
    """Folder of the record files and of their `manifest.json`."""
    manifest: Manifest
    """The content of `manifest.json`, with the number of records of each file."""
    _starts: NDArray[np.uint64] | None = None
    _ends: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self._ends = np.cumsum([shard.records for shard in self.manifest.shards])

    def __reduce__(self) -> tuple[type[Self], tuple[Path, Manifest]]:
        return type(self), (self.folder, self.manifest)

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open a folder, and read all bytes once to compare their checksums.

        Raises
        ------
        DataError
            If the manifest is missing or incomplete, or a file is missing, cut off or changed; the sentence names it.
        """
        manifest = read_manifest(folder)
        if manifest is None:
            raise DataError(
                "{folder}: there is no manifest.json in it. Choose a folder of record files.", folder=folder.name
            )
        if not manifest.complete:
            raise DataError(
                "{folder}: its record files were not all written. Write them again: the writing goes on where it "
                "stopped.",
                folder=folder.name,
            )
        for shard in manifest.shards:
            state = state_of(folder / shard.file)
            if state is None:
                raise DataError(
                    "{file}: it is missing from {folder}. Write the records again.", file=shard.file, folder=folder.name
                )
            if state != (shard.bytes, shard.checksum):
                raise DataError(
                    "{file}: not as it was written ({size} of {bytes} bytes): cut off or changed. Write the records "
                    "again.",
                    file=shard.file,
                    size=state[0],
                    bytes=shard.bytes,
                )
        return cls(folder, manifest)

    @property
    def name(self) -> str:
        """The name of the folder that holds the records."""
        return self.folder.name

    @property
    def size(self) -> int:
        """The number of records in the folder."""
        return sum(shard.records for shard in self.manifest.shards)

    def name_of(self, index: int) -> str:
        """Return the name of a record without reading its image."""
        return self._named(index)[0]

    def label_of(self, index: int) -> WordLabel:
        """Return the label of a record without decoding its image."""
        return _label(*self._named(index))

    def word(self, index: int) -> tuple[str, NDArray[np.uint8], WordLabel]:
        """Return the name, the RGB image and the label of a record.

        Raises
        ------
        DataError
            If the record is damaged.
        """
        where, values = self._named(index)
        height, width = _list(values, "size", 3, 2, where)
        pixels = np.frombuffer(_bytes(values, "image", where), np.uint8)
        if height < 1 or width < 1 or len(pixels) != height * width * 3:
            raise DataError(
                "{where}: {size} bytes are no image of {height} × {width}. Write the records again.",
                where=where,
                size=len(pixels),
                height=height,
                width=width,
            )
        return where, pixels.reshape(height, width, 3), _label(where, values)

    def _named(self, index: int) -> tuple[str, Features]:
        values = self._features(index)
        where = f"{self.folder.name}, record {index}"
        try:
            return _bytes(values, "name", where).decode("utf-8", "surrogatepass"), values
        except UnicodeDecodeError as error:
            raise DataError(
                "{where}: the name in the record is damaged. Write the records again.", where=where
            ) from error

    def _features(self, index: int) -> Features:
        if self._starts is None:
            places = [_places(self.folder / shard.file, shard) for shard in self.manifest.shards if shard.records]
            self._starts = np.concatenate(places, dtype=np.uint64) if places else np.empty(0, np.uint64)
        start = int(self._starts[index])
        shard = self.manifest.shards[int(np.searchsorted(self._ends, index, "right"))]
        with _opened(self.folder / shard.file) as file:
            file.seek(start)
            (length,) = _HEAD.unpack(file.read(_HEAD.size))
            data = file.read(length)
        try:
            return _parsed(data)
        except Exception as error:  # protobuf's DecodeError, of whichever implementation is in use
            raise DataError("{file}: a record is damaged. Write the records again.", file=shard.file) from error


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[RawIOBase]:
    try:
        with open_file(path) as file:
            yield cast(RawIOBase, file.raw)
    except (OSError, struct.error) as error:
        raise DataError(
            "{file}: cannot be read ({why}). Write the records again.", file=path.name, why=reason_of(error)
        ) from error


def _places(path: Path, shard: Shard) -> NDArray[np.uint64]:
    places = array("Q")
    at = 0
    with _opened(path) as file:
        size = path.stat().st_size
        while at < size:
            head = file.read(_HEAD.size)
            if len(head) == _HEAD.size:
                (length,) = _HEAD.unpack(head)
                end = at + _HEAD.size + length + _TAIL
                if length < _MAX_RECORD and end <= size:
                    places.append(at)
                    at = file.seek(end)
                    continue
            raise DataError(
                "{file}: cut off in record {number}. Write the records again.", file=shard.file, number=len(places) + 1
            )
    if len(places) != shard.records:
        raise DataError(
            "{file}: {count} {count:|record|records} instead of {records}. Write the records again.",
            file=shard.file,
            count=len(places),
            records=shard.records,
        )
    return np.frombuffer(places, np.uint64)


def _parsed(example: bytes) -> Features:
    """Read a `tf.train.Example`, whose own class brings all of TensorFlow."""
    named: Features = {}
    for _, features in _fields(example):
        for _, entry in _fields(features):
            (_, key), (_, feature) = sorted(_fields(entry))
            named[key.decode()] = [(kind, *_values(kind, values)) for kind, values in _fields(feature)]
    return named


def _fields(message: bytes) -> list[tuple[int, bytes]]:
    return [(field.field_number, field.data) for field in UnknownFieldSet(Empty.FromString(message))]


def _values(kind: int, values: bytes) -> Iterator[bytes | int]:
    for _, data in _fields(values):
        if kind == 1:  # bytes
            yield data
        else:  # numbers of 7 bits a byte, the last of each below 128
            number = shift = 0
            for byte in data:
                number, shift = number | (byte & 127) << shift, shift + 7
                if byte < 128:
                    yield number
                    number = shift = 0


def _bytes(values: Features, key: str, where: str) -> bytes:
    (data,) = _list(values, key, 1, 1, where)
    return cast(bytes, data)


def _list(values: Features, key: str, kind: int, count: int, where: str) -> list[Any]:
    """Return the values of a feature.

    `kind` is 1 for bytes and 3 for whole numbers. DataError is raised if the feature is missing, or of another type or
    length.
    """
    match values.get(key):
        case [(held_as, *data)] if held_as == kind and len(data) == count:
            return data
    raise DataError(
        '{where}: the feature "{key}" is missing or of another type. Compare manifest.json.', where=where, key=key
    )


def _label(where: str, values: Any) -> WordLabel:
    try:
        return label_from_json(_bytes(values, "label", where))
    except DAMAGED as error:
        raise DataError("{where}: the label in the record is damaged. Write the records again.", where=where) from error
