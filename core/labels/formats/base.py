"""Describes an annotation format and its writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.base.described import Described
from core.base.encoding import decode
from core.base.errors import Sentence
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import WordLabel

Keeps = Literal["everything", "polygons", "quadrilaterals", "whole pixels", "boxes", "words"]
"""The share of a label that a format can hold (`whole pixels`: quadrilaterals of them); `losses` counts the rest."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Writes one label file beside each image."""

    suffix: str
    """Ending of the label file, with the dot."""
    encode: Callable[[WordLabel, str, tuple[int, int]], bytes]
    """(label, image's file name, (height, width)) → bytes of the file.

    Raises `Reject` for a label that the format cannot hold."""


def _lines_of(data: bytes, name: str) -> list[str]:
    return [line.removesuffix("\r") for line in decode(data, name).text.split("\n") if line.strip()]


def _joined(lines: list[str], folder: Path) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@dataclass(frozen=True, slots=True)
class ListFile:
    """Writes one list with a line for each image.

    A file that is no text makes its own form of the lines.
    """

    file: str
    """Name of the list in the destination folder."""
    line: Callable[[str, WordLabel, tuple[int, int]], str]
    """(image's relative path, label, (height, width)) → the line, without its end.

    Raises `Reject` for a label that the format cannot hold."""
    key: Callable[[str], str | None]
    """Line → its image.

    Returns None, or raises `Reject`, if the line is not understood. Such a line is kept."""
    split: Callable[[bytes, str], list[str]] = _lines_of
    """(an existing list's bytes, its name) → its lines.

    Raises FormatError if the file is no such list."""
    join: Callable[[list[str], Path], bytes] = _joined
    """(lines, the images' folder) → the bytes of the list."""


@dataclass(frozen=True, slots=True)
class Format(Described):
    """An annotation format, whose id is a value of `--from` and `--to`.

    A new module of `readers` with a `FORMAT` adds a format.
    """

    detect: Callable[[Source], bool] = field(kw_only=True)
    """Returns True if a source looks like this format, on cheap evidence, and never raises on bad input."""
    read: Callable[[Source], Iterator[Record | Refusal]] = field(kw_only=True)
    """Yields all records of a source, bad ones as refusals.

    Raises FormatError only if the source as a whole is unusable."""
    might_be: Callable[[Source], bool] = lambda source: False
    """Returns True on weaker evidence, which counts if a source looks like no format.

    Never raises on bad input either."""
    writer: Beside | ListFile | None = None
    """The writer of the format. None if the format is only read."""
    keeps: Keeps = "everything"
    """The parts of a label that `writer` can hold."""
    unique_names: bool = False
    """True if image names are unique across folders, so that a list is known to be of a folder by the names alone."""
    is_list: bool = False
    """True if one file holds the labels of many images."""
    known_as: tuple[str, ...] = ()
    """Beginnings of the well-known names of its files, in lower case.

    A file with such a name is the format's even if it is damaged."""
    cuts: bool = False
    """True if the labels are of words in scenes, which are cut out."""
    has_placeholders: bool = False
    """True if its program writes marks for a text that nobody has typed, which `SourceChoices.keep_placeholders`
    takes."""


def list_format(
    name: str,
    title: Sentence,
    suffixes: tuple[str, ...],
    fits: Callable[[Path], bool],
    parse: Callable[[str, str], Iterator[Record | Refusal]],
    **more: Any,
) -> Format:
    """Return the format of a list with a line for each image, by its endings, first lines and parser."""
    return Format(
        name,
        title,
        detect=lambda source: source.has_list(suffixes, fits),
        read=lambda source: source.records(source.lists(suffixes, fits), parse),
        is_list=True,
        **more,
    )
