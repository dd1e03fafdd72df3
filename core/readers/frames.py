"""Sends and receives messages between two processes: a head in JSON, and arrays as they are in memory.

Pickle is not used: the process on the other side runs a graph that somebody else has written, so that it may send
numbers and texts only, in arrays of the kinds listed here.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.base.errors import Damaged

Frame = tuple[dict[str, Any], list[NDArray[Any]]]
"""A head, and its arrays."""

MOST = 2 << 30
"""The most bytes of the arrays of one frame."""

_LENGTH = struct.Struct("<I")
_LONGEST_HEAD = 64 << 20  # bytes: a graph's symbols are in it
_DTYPES = frozenset({"|u1", "|i1", "|b1", "<u2", "<i2", "<u4", "<i4", "<u8", "<i8", "<f2", "<f4", "<f8"})
_MOST_AXES = 16


def write_frame(stream: BinaryIO, head: dict[str, Any], arrays: Sequence[NDArray[Any]] = ()) -> None:
    """Send a head and arrays as one message.

    Raises
    ------
    OSError
        If the other side has ended.
    ValueError
        If an array holds something else than numbers.
    """
    plain = [np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False) for array in arrays]
    listed = [[array.dtype.str, list(array.shape)] for array in plain]
    if not _DTYPES.issuperset(dtype for dtype, _ in listed):
        raise ValueError("an array holds something else than numbers")
    data = json.dumps(head | {"arrays": listed}).encode()
    stream.write(_LENGTH.pack(len(data)) + data)
    for array in plain:
        stream.write(array.reshape(-1).view(np.uint8).data if array.size else b"")
    stream.flush()


def read_frame(stream: BinaryIO, most: int = MOST) -> Frame | None:
    """Receive a head and arrays of at most `most` bytes, or return None at the end of the stream.

    Raises
    ------
    Damaged
        If the stream ends within a frame, or holds something else.
    """
    start = stream.read(_LENGTH.size)
    if not start:
        return None
    if len(start) < _LENGTH.size:
        raise Damaged("cut off")
    (length,) = _LENGTH.unpack(start)
    if length > _LONGEST_HEAD:
        raise Damaged("the header of its message is too long")
    try:
        head = json.loads(_exactly(stream, length))
        kinds = [(str(dtype), tuple(int(side) for side in shape)) for dtype, shape in head.pop("arrays")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Damaged("not a message") from error
    arrays = []
    for dtype, shape in kinds:
        if dtype not in _DTYPES or len(shape) > _MOST_AXES or any(side < 0 for side in shape):
            raise Damaged("not a message")
        size = np.dtype(dtype).itemsize
        for side in shape:
            size *= side
        if size > most:
            raise Damaged("{size:,} MB, over the limit of {most:,} MB", size=size >> 20, most=most >> 20)
        most -= size
        arrays.append(np.frombuffer(_exactly(stream, size), dtype).reshape(shape))
    return head, arrays


def _exactly(stream: BinaryIO, count: int) -> bytearray:
    data = bytearray(count)
    view, done = memoryview(data), 0
    while done < count:
        step = stream.readinto(view[done:])  # type: ignore[attr-defined]  # of a buffered stream
        if not step:
            raise Damaged("cut off")
        done += step
    return data
