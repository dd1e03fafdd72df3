"""Reads values from an LMDB database file by their keys, and checks every offset, because any file may be given.

The file consists of pages. Pages 0 and 1 are the meta pages: the one with the later transaction counts. The
main database is a B+ tree: nodes of branch pages lead to pages, nodes of leaf pages hold values, or the number of the
first of the overflow pages of a large value (`mdb.c` of LMDB 0.9, "MDB_page", "MDB_meta", "MDB_node"). 64
bits, little endian.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import Any, BinaryIO

from core.base.errors import FormatError
from core.base.files import open_file
from core.base.images import MAX_BYTES

_MAGIC = 0xBEEFC0DE
_HEADER = 16  # bytes before the pointers of a page
_BRANCH = 1
_LEAF = 2
_OVERFLOW = 4
_BIG = 1  # flag of a node whose value lies in overflow pages
_NODE = "<HHHH"
_META = "<IIQQ"
_TREE = "<IHHQQQQQ"
_NODE_BYTES, _META_BYTES, _TREE_BYTES = (struct.calcsize(form) for form in (_NODE, _META, _TREE))
_META_OFFSET = _HEADER + _META_BYTES
_DEEPEST = 64
_PAGE_SIZES = {1 << bits for bits in range(8, 17)}


def is_database(path: Path) -> bool:
    """Return True if a file begins like an LMDB database."""
    try:
        with open_file(path) as stream:
            start = stream.read(_HEADER + 4)
    except OSError:
        return False
    return start[_HEADER:] == _MAGIC.to_bytes(4, "little")


class Database:
    """The main database in an LMDB file.

    The file is read and not mapped: a file that is cut meanwhile would end the process.

    Parameters
    ----------
    file : BinaryIO
        The open file.
    name : str
        Name of the file in an error.

    Raises
    ------
    FormatError
        If the file is no database, or damaged.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name
        self._size = os.fstat(file.fileno()).st_size
        self._page = 4096  # until the first meta page tells it
        first = self._meta(0)
        self._page = first[0]
        if self._page not in _PAGE_SIZES:
            raise self._damaged()
        try:
            second = self._meta(1)
        except FormatError:
            second = first
        self._root = max(first, second, key=lambda meta: meta[2])[1]

    def get(self, key: bytes) -> bytes | None:
        """Return the value of a key, or None if the database lacks it.

        Raises
        ------
        FormatError
            If the file is damaged.
        """
        number = self._root
        if number == (1 << 64) - 1:  # an empty tree
            return None
        for _ in range(_DEEPEST):
            start = self._start(number)
            flags, lower = self._numbers("<HH", start + 10)
            count = (lower - _HEADER) // 2
            if not 0 <= count <= self._page // 2 or not flags & (_BRANCH | _LEAF) or (flags & _BRANCH and not count):
                raise self._damaged()
            place = self._place(start, count, key, skips_first=bool(flags & _BRANCH))
            if flags & _LEAF:
                return self._value(start, place, key) if place >= 0 else None
            low, high, rest, _ = self._node(start, max(place, 0))[1]
            number = low | high << 16 | rest << 32
        raise self._damaged()

    def _place(self, start: int, count: int, key: bytes, *, skips_first: bool) -> int:
        """Return the place of the last node whose key is not greater, or -1 if there is none.

        The first node of a branch page has no key of its own.
        """
        low, high = (1 if skips_first else 0), count
        while low < high:
            middle = (low + high) // 2
            if self._key(start, middle) <= key:
                low = middle + 1
            else:
                high = middle
        return low - 1

    def _value(self, start: int, place: int, key: bytes) -> bytes | None:
        at, (low, high, flags, length) = self._node(start, place)
        if self._key(start, place) != key:
            return None
        size, at = low | high << 16, at + _NODE_BYTES + length
        if size > MAX_BYTES:
            raise self._damaged()
        if not flags & _BIG:
            return self._bytes(at, size)
        (number,) = self._numbers("<Q", at)
        first = self._start(number)
        (kind,) = self._numbers("<H", first + 10)
        if not kind & _OVERFLOW:
            raise self._damaged()
        return self._bytes(first + _HEADER, size)

    def _key(self, start: int, place: int) -> bytes:
        at, (_, _, _, length) = self._node(start, place)
        return self._bytes(at + _NODE_BYTES, length)

    def _node(self, start: int, place: int) -> tuple[int, tuple[Any, ...]]:
        (offset,) = self._numbers("<H", start + _HEADER + 2 * place)
        if not _HEADER <= offset <= self._page - _NODE_BYTES:
            raise self._damaged()
        at = start + offset
        return at, self._numbers(_NODE, at)

    def _meta(self, number: int) -> tuple[int, int, int]:
        """Page size, root of the main database, and transaction of a meta page."""
        start = number * self._page
        magic, version, _, _ = self._numbers(_META, start + _HEADER)
        size, *_ = self._numbers(_TREE, start + _META_OFFSET)
        root = self._numbers(_TREE, start + _META_OFFSET + _TREE_BYTES)[-1]
        _, transaction = self._numbers("<QQ", start + _META_OFFSET + 2 * _TREE_BYTES)
        if magic != _MAGIC or version != 1:
            raise FormatError(
                "{name}: not a database of LMDB 0.9 for 64 bits. Write it again with the lmdb package.", name=self._name
            )
        return size, root, transaction

    def _start(self, number: int) -> int:
        start = number * self._page
        if not 0 <= start <= self._size - self._page:
            raise self._damaged()
        return start

    def _numbers(self, form: str, at: int) -> tuple[Any, ...]:
        return struct.unpack(form, self._bytes(at, struct.calcsize(form)))

    def _bytes(self, at: int, size: int) -> bytes:
        if at + size <= self._size:
            self._file.seek(at)
            data = self._file.read(size)
            if len(data) == size:
                return data
        raise self._damaged()

    def _damaged(self) -> FormatError:
        return FormatError(
            "{name}: the database is damaged or cut off. Copy it again from its source.", name=self._name
        )
