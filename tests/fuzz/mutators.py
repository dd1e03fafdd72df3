"""Damage to files: of bytes, of JSON values, of ZIP archives, and of what a path leads to."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

LARGEST = 400_000  # bytes of a damaged file
PLACES = ("pipe", "zeros", "folder", "full folder", "loop", "link out", "gone", "no rights")
"""Kinds of what may be at a file's place instead of a file."""

_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 0.5, -0.0, 1e308, 10**30, 10**400, 2**31, 2**63, -(2**63) - 1),
    *(float("nan"), float("inf"), float("-inf"), "", [], {}, [[]], [{}], {"a": 1}, [1, 2], [None], ["a", "b"]),
    *("a" * 100_000, "\x00", "\x1b[31m\r\n", "\u202eabc", "\ud800", "{a:>6000000000}", "{0.__class__}", "%s%n"),
    *("../../x", "/etc/passwd", "C:\\x", "NaN", "1e999", "１", "<img src=/dev/zero>", "a\nb", "é" * 300),
    *("9999-99-99T99:99:99", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-01-01"),
)
_TOKENS = (
    *(b"NaN", b"-Infinity", b"1e999", b"9" * 400, b"-1", b"null", b"{}", b"[]", b'""', b"[" * 3000, b"9" * 5000),
    *(b'{"a":' * 2000, b"\x00", b"\n", b"\r", b"\t", b",", b'"', b"\\ud800", b"\xff\xfe", b"\xef\xbb\xbf", b"{}{}"),
    *("\u202e\x1b[2J".encode(), "\u2028".encode(), b"../../", b"%", b"=1+1", b"'", b"[[", b"]]", b"= {", b'"""'),
)
_WORD = re.compile(rb'"[^"]*"|-?\d+(\.\d+)?|[A-Za-z_]+')
_NUMBERS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def damaged(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Damage the content of a file, once or a few times; `others` are files to take pieces from."""
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        kinds = [_bytes, _bytes, _words]
        if data[:4] == b"PK\x03\x04":
            kinds = [_bytes, _zip, _zip, _zip]
        elif data[:2] == b"\x1f\x8b":
            kinds = [_bytes, _gzip, _gzip]
        elif data.lstrip()[:1] in (b"{", b"["):
            kinds = [_bytes, _words, _json, _json, _json]
        data = chance.choice(kinds)(data, others, chance)[:LARGEST]
    if chance.random() < 0.02:
        data = data.decode("utf-8", "replace").encode(chance.choice(["utf-16", "gb18030", "utf-32"]), "replace")
    return data


def put_in_place(kind: str, path: Path) -> None:
    """Put something else at the place of a file."""
    path.unlink()
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "zeros":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "full folder":
            path.mkdir()
            (path / path.name).write_bytes(b"{}")
        case "loop":
            path.symlink_to(path.name)
        case "link out":
            path.symlink_to(Path("..") / "outside" / path.name)
        case "no rights":
            path.write_bytes(b"{}")
            path.chmod(0)


def _bytes(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    changed = bytearray(data)
    size = len(changed)
    a, b = sorted(chance.randrange(size + 1) for _ in range(2))
    match chance.randrange(9):
        case 0:
            for _ in range(chance.randint(1, 8)):
                if size:
                    changed[chance.randrange(size)] ^= 1 << chance.randrange(8)
        case 1:
            for _ in range(chance.randint(1, 4)):
                if size:
                    changed[chance.randrange(size)] = chance.choice((0, 0xFF, 0x7F, 0x80, chance.randrange(256)))
        case 2:
            del changed[a:]
        case 3:
            del changed[a : min(b, a + chance.choice((1, 8, 64, 4096)))]
        case 4:
            changed[a:a] = changed[a:b] * chance.choice((1, 1, 3, 50))
        case 5:
            changed[a : a + 64] = chance.randbytes(min(64, size - a))
        case 6:
            other = chance.choice(others)
            changed[a:] = other[chance.randrange(len(other) + 1) :]
        case 7:
            changed[a:a] = chance.choice(_TOKENS)
        case _:  # a number of four or eight bytes
            number = chance.choice(_NUMBERS)
            changed[a : a + 4] = struct.pack(chance.choice("<>") + "I", number)
    return bytes(changed)


def _words(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Put another value, or a value of another place, at the place of a value of a text."""
    spans = [found.span() for found in _WORD.finditer(data[:100_000])]
    if not spans:
        return _bytes(data, others, chance)
    (start, end), (first, last) = chance.choice(spans), chance.choice(spans)
    value = data[first:last] if chance.random() < 0.4 else chance.choice(_TOKENS)
    return data[:start] + value + data[end:]


def _json(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Change the structure of JSON, or of one of its lines."""
    lines = data.splitlines()
    try:
        json.loads(data)
    except ValueError:
        if not lines:
            return _bytes(data, others, chance)
        at = chance.randrange(len(lines))
        try:
            json.loads(lines[at])
        except (ValueError, RecursionError):
            return _words(data, others, chance)
        lines[at] = _changed(json.loads(lines[at]), chance)
        return b"\n".join(lines) + b"\n"
    except RecursionError:
        return _bytes(data, others, chance)
    return _changed(json.loads(data), chance)


def _changed(value: Any, chance: random.Random) -> bytes:
    places: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(places) < 5000:
        part = waiting.pop()
        items = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        for key, inner in items:
            places.append((part, key))
            waiting.append(inner)
    if not places:
        return _dumped(chance.choice(_VALUES))
    owner, key = chance.choice(places)
    other = chance.choice(places)
    match chance.randrange(10):
        case 0:
            del owner[key]
        case 1:
            owner[key] = json.loads(json.dumps(other[0][other[1]]))
        case 2:
            deep = chance.choice((50, 150, 900, 20_000))
            return _dumped(value).replace(_dumped(owner[key]), b"[" * deep + b"]" * deep, 1)
        case 3 if isinstance(owner, dict):  # a key twice
            once = _dumped(owner)
            twice = once[:-1] + b", " + _dumped(key) + b": " + _dumped(chance.choice(_VALUES)) + b"}"
            return _dumped(value).replace(once, twice, 1)
        case 4 if isinstance(owner, dict):
            owner[str(chance.choice(_VALUES))[:2000]] = owner.pop(key)
        case 5 if isinstance(owner, list):
            owner *= chance.choice((2, 100))
        case 6:
            owner[key] = [owner[key]]
        case 7 if isinstance(owner[key], str):
            with suppress(ValueError):
                owner[key] = float(owner[key])
            owner[key] = f"{owner[key]}{chance.choice([each for each in _VALUES if isinstance(each, str)])}"
        case _:
            owner[key] = chance.choice(_VALUES)
    return _dumped(value)


def _dumped(value: Any) -> bytes:
    with suppress(RecursionError):
        return re.sub(rb"\b1e\+308\b", b"1e999", json.dumps(value, ensure_ascii=True).encode())
    return b"[" * 2000


def _gzip(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Damage what is packed."""
    try:
        inner = gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return _bytes(data, others, chance)
    return gzip.compress(damaged(inner, others, chance), 1)


def _zip(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Damage a member of an archive, its name, its claims, or the list of members."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(member.filename, archive.read(member)) for member in archive.infolist()]
    except Exception:  # zipfile raises almost anything
        return _bytes(data, others, chance)
    if not members:
        return _bytes(data, others, chance)
    at = chance.randrange(len(members))
    name, content = members[at]
    match chance.randrange(8):
        case 0:
            members[at] = chance.choice(("../../x", "/tmp/x", "a\x00b", "é\u202e", "x" * 300, members[0][0])), content
        case 1:
            del members[at]
        case 2:
            members.append((name, content))
        case 3:
            members.append(("extra.npy", chance.choice(others)))
        case 4 if content[:6] == b"\x93NUMPY":
            members[at] = name, _npy(content, chance)
        case 5:  # a bomb, small as a file
            members[at] = name, content[:128] + bytes(8 << 20)
        case _:
            members[at] = name, damaged(content, others, chance)
    buffer = io.BytesIO()
    method = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for member, inner in members:
            archive.writestr(zipfile.ZipInfo(member), inner, method)
    made = buffer.getvalue()
    directory = made.rfind(b"PK\x01\x02")
    if chance.random() < 0.2:  # the claims of the last member
        offset = directory + chance.choice((8, 10, 16, 20, 24, 28, 30, 42))
        made = made[:offset] + struct.pack("<I", chance.choice(_NUMBERS)) + made[offset + 4 :]
    return made


def _npy(content: bytes, chance: random.Random) -> bytes:
    """Put another type, shape or order into the header of a NumPy array."""
    length = int.from_bytes(content[8:10], "little")
    header = content[10 : 10 + length]
    kind = chance.choice((b"|V0", b"|O", b"<U99999999", b"<f8", b"|b1", b"<M8[ns]", b"<c16", b">i2", b"S0", b"<f2"))
    shape = chance.choice((b"(1000000000000,)", b"(-1,)", b"()", b"(0,)", b"(2, 0, 99999999999)", b"(True,)", b"(1,)"))
    match chance.randrange(3):
        case 0:
            header = re.sub(rb"'descr': '[^']*'", b"'descr': '" + kind + b"'", header)
        case 1:
            header = re.sub(rb"\([^)]*\)", shape, header)
        case _:
            header = header.replace(b"False", b"True")
    return content[:8] + len(header).to_bytes(2, "little") + header + content[10 + length :]
