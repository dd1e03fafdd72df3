"""Reads ZIP archives and NumPy arrays from any source, and checks the size of every member before unpacking it."""

from __future__ import annotations

import math
import os
import tokenize
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from sys import maxunicode
from typing import Any, BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

from core.base.errors import Damaged
from core.base.files import open_file

_PACKING = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what NumPy and Keras write
_MOST_MEMBERS = 1_000_000
_HARMLESS = 256 << 20
_MOST_GROWTH = 50
_PIECE = 1 << 20
_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


class Archive:
    """A ZIP archive that is open for reading, and a context manager.

    `most`: bytes that all members together may have unpacked. Raises OSError as `core.base.files.open_file`. Raises
    Damaged or zipfile.BadZipFile and others of `core.base.errors.DAMAGED` if it is no archive, or holds too much;
    `read` raises them, too.
    """

    def __init__(self, source: Path | BinaryIO, most: int) -> None:
        with ExitStack() as stack:
            file = stack.enter_context(open_file(source)) if isinstance(source, Path) else source
            self._zip = stack.enter_context(zipfile.ZipFile(file))
            self.members = {member.filename: member for member in self._zip.infolist()}
            size = sum(member.file_size for member in self.members.values())
            held = file.seek(0, os.SEEK_END)
            if len(self.members) < len(self._zip.infolist()):
                raise Damaged("two of its parts have the same name")
            if len(self.members) > _MOST_MEMBERS or size > most:
                raise Damaged("it unpacks to more than {limit:,} MB", limit=most >> 20)
            if sum(member.compress_size for member in self.members.values()) > held:
                raise Damaged("its parts claim more than the file holds")  # so much memory would be taken to read one
            if size > max(_HARMLESS, _MOST_GROWTH * held):
                raise Damaged("it unpacks to more than {times} times its size", times=_MOST_GROWTH)
            self._files = stack.pop_all()

    def open(self, name: str) -> zipfile.ZipExtFile:
        """Open a member, which is unpacked while it is read.

        Raises
        ------
        Damaged
            If there is no such member, or it is packed in a way that is not supported.
        """
        if name not in self.members:
            raise Damaged("it lacks {name}", name=name)
        member = self.members[name]
        if member.compress_type not in _PACKING:
            raise Damaged("its part {name} is compressed in a way that is not supported", name=name)
        return self._zip.open(member)  # type: ignore[return-value]  # the stubs say IO[bytes]

    def read(self, name: str, most: int) -> bytes:
        """Return the content of a member that has at most `most` bytes.

        Raises
        ------
        Damaged
            If there is no such member, it is larger, or it is packed in a way that is not supported.
        """
        with self.open(name) as member:
            if self.members[name].file_size > most:
                raise Damaged("its part {name} is larger than {limit:,} MB", name=name, limit=most >> 20)
            return member.read()

    @property
    def damaged(self) -> str | None:
        """The name of the first member whose content does not match its checksum, or None if all are whole."""
        return self._zip.testzip()

    def close(self) -> None:
        """Close the archive's file."""
        self._files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Arrays(Archive, Mapping[str, NDArray[Any]]):
    """The arrays of an `.npz` file by name, each read on demand, and without unpickling any object.

    Raises what `Archive` raises, also if an array claims more than its member holds, or holds objects.
    """

    def __init__(self, source: Path | BinaryIO, most: int) -> None:
        super().__init__(source, most)
        self._names = [name.removesuffix(".npy") for name in self.members if name.endswith(".npy")]

    def __getitem__(self, name: str) -> NDArray[Any]:
        if f"{name}.npy" not in self.members:
            raise KeyError(name)
        size = self.members[f"{name}.npy"].file_size
        with self.open(f"{name}.npy") as member:
            header = _HEADERS.get(np.lib.format.read_magic(member))
            if header is None:
                raise Damaged("the array {name} is of an unknown version", name=name)
            try:
                shape, by_columns, dtype = header(member)
            except (tokenize.TokenError, SyntaxError) as error:  # a header is Python's text
                raise Damaged("the array {name} does not say its shape", name=name) from error
            if dtype.hasobject:
                raise Damaged("the array {name} holds Python objects, which are never loaded", name=name)
            count = math.prod(shape)
            if (
                min(shape, default=0) < 0
                or (count and not dtype.itemsize)
                or (count * dtype.itemsize != size - member.tell())
            ):
                raise Damaged("the declared size of the array {name} is not its real size", name=name)
            data = bytearray(size - member.tell())
            left = memoryview(data)
            while read := member.readinto(left[:_PIECE]):
                left = left[read:]
            if left or member.read(1):  # at its end the checksum is compared
                raise Damaged("the array {name} is cut off", name=name)
        array = np.frombuffer(data, dtype, count)
        if (
            dtype.kind == "U"
            and np.frombuffer(data, np.dtype("u4").newbyteorder(dtype.byteorder)).max(initial=0) > maxunicode
        ):
            raise Damaged("the array {name} holds no text", name=name)
        return array.reshape(shape, order="F" if by_columns else "C")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
