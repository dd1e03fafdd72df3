"""Frames arrive as they were sent, and whatever else arrives is refused."""

import io
import json
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from core.base.errors import Damaged
from core.readers.frames import read_frame, write_frame

KINDS = st.sampled_from([np.uint8, np.int64, np.float16, np.float32, np.float64, np.bool_, ">f4"])


@given(
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers(), max_size=3),
    st.lists(KINDS.flatmap(lambda kind: arrays.arrays(kind, arrays.array_shapes(min_dims=0, min_side=0))), max_size=3),
)
def test_a_frame_arrives_as_it_was_sent(head: Any, sent: list[Any]):
    head.pop("arrays", None)
    stream = io.BytesIO()
    for _ in range(2):
        write_frame(stream, head, sent)
    stream.seek(0)
    for _ in range(2):
        frame = read_frame(stream)
        assert frame is not None and frame[0] == head
        for array, wanted in zip(frame[1], sent, strict=True):
            np.testing.assert_array_equal(array, wanted)
    assert read_frame(stream) is None


def message(head: object, data: bytes = b"") -> io.BytesIO:
    text = json.dumps(head).encode()
    return io.BytesIO(struct.pack("<I", len(text)) + text + data)


@pytest.mark.parametrize(
    "stream",
    [
        io.BytesIO(b"\0"),
        io.BytesIO(b"\xff\xff\xff\xff"),
        io.BytesIO(struct.pack("<I", 5) + b"[[[[["),
        message([]),
        message({}),
        message({"arrays": [["<f4", [2]]]}, b"\0" * 4),
        message({"arrays": [["|O", [1]]]}, b"\0" * 8),
        message({"arrays": [["<U4", [1]]]}, b"\0" * 16),
        message({"arrays": [["<f4", [-1]]]}),
        message({"arrays": [["<f4", [1 << 40]]]}),
        message({"arrays": [["|u1", [0] * 40]]}),
        message({"arrays": 5}),
    ],
)
def test_what_is_no_frame_is_refused(stream: Any):
    with pytest.raises(Damaged):
        read_frame(stream)


def test_an_array_of_objects_is_not_sent():
    with pytest.raises(ValueError, match="something else than numbers"):
        write_frame(io.BytesIO(), {}, [np.array([{}])])
