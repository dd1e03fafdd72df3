"""Detects the encoding of a text file: UTF-8 with or without BOM, UTF-16, GBK or GB18030."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import FormatError, Sentence, StudioError, reason_of
from core.base.files import read_file

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16: its mark begins with UTF-16's
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, and the encoding of its bytes."""

    text: str
    """The characters, without a byte order mark."""
    encoding: str
    """The name of the encoding for Python's codecs, such as "utf-8-sig" or "gb18030"."""


def read_text(path: Path, most: int, kind: type[StudioError]) -> DecodedText:
    """Read a text file of at most `most` bytes, and detect its encoding.

    Raises
    ------
    StudioError
        Of the type `kind`, if the file cannot be read.
    FormatError
        As `decode` raises it.
    """
    try:
        return decode(read_file(path, most), path.name)
    except OSError as error:
        what = Sentence("{name}: cannot be read ({why}). Choose another file.", name=path.name, why=reason_of(error))
        raise kind(what) from error


def decode(data: bytes, name: str) -> DecodedText:
    """Decode the bytes of a label, charset or list file.

    A byte order mark decides; without one, UTF-16 shows by its zero bytes, then strict UTF-8 is tried, then GB18030
    (GBK is a part of it). No other encoding is guessed: a wrong guess makes labels wrong without anyone noticing.
    `name`: what to call it in an error. Raises FormatError if the bytes are text in none of them.
    """
    candidates = [marked for mark, marked in _MARKS if data.startswith(mark)][:1] or [
        *_utf16_without_mark(data),
        "utf-8",
        "gb18030",
    ]
    for candidate in candidates:
        try:
            text = data.decode(candidate)
        except UnicodeError:
            continue
        if "\0" not in text:
            return DecodedText(text, candidate)
    raise FormatError("{name}: neither UTF-8, UTF-16 nor GBK/GB18030 text. Save it as UTF-8.", name=name)


def _utf16_without_mark(data: bytes) -> list[str]:
    """Endian-specific UTF-16 if every other byte of a sample is mostly zero, as it is for Latin text and digits."""
    sample = data[: 4096 & ~1]
    if len(sample) < 2 or len(data) % 2:
        return []
    half = len(sample) // 2
    if sample[1::2].count(0) * 10 > half * 3 and sample[0::2].count(0) * 10 < half:
        return ["utf-16-le"]
    if sample[0::2].count(0) * 10 > half * 3 and sample[1::2].count(0) * 10 < half:
        return ["utf-16-be"]
    return []
