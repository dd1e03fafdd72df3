"""Files that the program did not write: pipes, bombs and crafted sentences end in one sentence, at once."""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.archives import Archive, Arrays
from core.base.errors import DAMAGED, Damaged, Sentence, StudioError, from_json, one_line, reason_of, to_json
from core.base.files import open_file, read_file, read_lines
from core.base.json_text import JsonProblem, parse_json


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_pipe_is_refused_at_once(tmp_path: Path):
    os.mkfifo(tmp_path / "x.json")
    with pytest.raises(OSError, match="pipe") as caught:
        open_file(tmp_path / "x.json")
    assert "pipe" in reason_of(caught.value)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices in folders here")
def test_link_to_an_endless_device_is_refused(tmp_path: Path):
    (tmp_path / "x.json").symlink_to("/dev/zero")
    with pytest.raises(OSError, match="device"):
        read_file(tmp_path / "x.json")


def test_folder_and_a_file_over_its_limit_are_refused_and_a_limit_takes_no_memory(tmp_path: Path):
    with pytest.raises(OSError, match="folder"):
        read_file(tmp_path)
    (tmp_path / "x").write_bytes(bytes((2 << 20) + 1))
    with pytest.raises(OSError, match="2 MB"):
        read_file(tmp_path / "x", 2 << 20)
    for limit in ((2 << 20) + 1, 1 << 60):
        assert len(read_file(tmp_path / "x", limit)) == (2 << 20) + 1


def test_line_without_end_is_cut_and_the_next_one_is_whole(tmp_path: Path):
    (tmp_path / "x").write_bytes(b"a" * 100 + b"\nb\n" + b"c" * 20)
    with open_file(tmp_path / "x") as file:
        assert list(read_lines(file, 10)) == [b"a" * 10, b"b\n", b"c" * 10]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("[" * 500 + "]" * 500, "nested too deeply"),
        ('{"a": ' * 200 + "1" + "}" * 200, "nested too deeply"),
        ("9" * 5_000, "hundreds of digits"),
        ("[1" + "0" * 309 + "]", "hundreds of digits"),
        ("[NaN]", "not a number"),
        ("[-Infinity]", "not a number"),
        ("{", "line 1, column 2"),
        (b"\xff\xfe", "no UTF-8"),
        ("[" + "[]," * 6_000_000 + "0]", "more than"),
    ],
)
def test_json_that_no_program_writes_is_refused_with_the_reason(text: str | bytes, reason: str):
    with pytest.raises(JsonProblem, match=reason):
        parse_json(text)


def test_json_with_a_byte_order_mark_and_half_a_surrogate_pair_is_read():
    assert parse_json(b'\xef\xbb\xbf["\\ud800", "\xed\xa0\x80", {"a": [1.5]}]') == ["\ud800", "\ud800", {"a": [1.5]}]


def _npz(header: str, data: bytes = b"") -> io.BytesIO:
    padded = header.encode() + b"\n"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.npy", b"\x93NUMPY\x01\x00" + len(padded).to_bytes(2, "little") + padded + data)
    file.seek(0)
    return file


@pytest.mark.parametrize(
    ("descr", "shape", "data"),
    [
        ("'|V0'", "(1000000000000,)", b""),
        ("'<U0'", "(1000000000000,)", b""),
        ("'|u1'", "(1000000000000,)", b""),
        ("'|u1'", "(-1,)", b""),
        ("'|u1'", "(2,)", b"123"),
        ("'|O'", "(1,)", b"12345678"),
        ("'<f4'", "(4611686018427387904, 4)", b""),
    ],
)
def test_array_that_claims_what_its_member_does_not_hold_is_refused_unread(descr: str, shape: str, data: bytes):
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}"
    with Arrays(_npz(header, data), 1 << 30) as arrays, pytest.raises(Damaged):
        arrays["a"]


def test_array_whose_header_is_cut_off_is_refused():
    with Arrays(_npz("{'descr': '<f8', 'shape': (1,", b""), 1 << 30) as arrays, pytest.raises(Damaged, match="shape"):
        arrays["a"]


@pytest.mark.parametrize("order", "<>")
def test_array_of_what_are_no_characters_is_refused(order: Any):
    header = f"{{'descr': '{order}U1', 'fortran_order': False, 'shape': (1,)}}"
    number = (0x110000).to_bytes(4, "little" if order == "<" else "big")
    with Arrays(_npz(header, number), 1 << 30) as arrays, pytest.raises(Damaged, match="no text"):
        arrays["a"]


def test_arrays_are_those_of_numpy():
    written = {"a": np.arange(12).reshape(3, 4), "t": np.array(["é", "xy"]), "e": np.zeros((0, 3)), "s": np.array(5)}
    written["f"] = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    file = io.BytesIO()
    np.savez_compressed(file, **written)
    with Arrays(file, 1 << 20) as arrays:
        assert set(arrays) == set(written)
        for name, array in written.items():
            np.testing.assert_array_equal(arrays[name], array)


def test_archive_that_unpacks_to_more_than_its_limit_is_refused():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("config.json", bytes(3 << 20))
    with pytest.raises(Damaged, match="2 MB"):
        Archive(file, 2 << 20)
    with Archive(file, 4 << 20) as archive, pytest.raises(Damaged, match="1 MB"):
        archive.read("config.json", 1 << 20)


def test_archive_whose_list_claims_more_than_the_file_holds_is_refused():
    data = bytearray(_npz("{}").getvalue())
    data[data.index(b"PK\x01\x02") + 23] = 0x80  # the highest byte of the packed size in the list of members
    with pytest.raises(Damaged, match="claim more"):
        Archive(io.BytesIO(data), 1 << 20)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_member_packed_by_a_method_without_bounds_is_refused(method: Any):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("config.json", b"{}")
    with Archive(file, 1 << 20) as archive, pytest.raises(Damaged):
        archive.read("config.json", 1 << 20)


@pytest.mark.parametrize(
    "value",
    [
        ["{a:>6000000000}", {"a": 1}],
        ["{a:>99}", {"a": 1}],
        ["{a:0999999999d}", {"a": 1}],
        ["{a:.999999999f}", {"a": 1.5}],
        ["{a.__class__}", {"a": "x"}],
        ["{a!r}", {"a": "x"}],
        ["{a[0]}", {"a": "x"}],
        ["{a}" * 600, {"a": "x" * 900}],
        ["{a", {"a": 1}],
        ["{b}", {"a": 1}],
        ["x"],
        [["x"], {}],
        7,
    ],
)
def test_sentence_of_a_file_is_refused_where_its_template_is_none_of_ours(value: int | list[Any]):
    with pytest.raises(DAMAGED):
        from_json(value)


def test_sentence_comes_back_from_a_file_with_its_formats():
    inner = Sentence(
        "over {size:.1f} MB of {n:,}, U+{code:04X}, {share:.0%}, {d:+.2f}", size=1, n=9, code=7, share=0.5, d=1
    )
    sentence = Sentence('{name}: {{"a"}} {why}', name="x.png", why=inner)
    assert from_json(json.loads(json.dumps(to_json(sentence)))) == sentence


def test_value_of_a_file_stands_in_a_sentence_on_one_line_without_escapes():
    sentence = str(StudioError("{name}: bad", name="a\x1b[31m\nb\u202ec\ud800" + "d" * 5_000))
    assert sentence.startswith("a�[31m b�c�ddd")
    assert len(sentence) < 1_100


def test_long_value_is_cut_at_eighty_characters():
    assert one_line("x" * 81) == "x" * 79 + "…"
    assert one_line("汉字　x") == "汉字　x"
