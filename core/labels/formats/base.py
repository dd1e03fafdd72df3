"""The description of an annotation format, and of its writer."""

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
    """The writer of one label file beside each image."""

    suffix: str  # ending of the label file, with the dot
    # (label, image's file name, (height, width)) → bytes of the file. Raises `Reject` for a label that the format
    # cannot hold
    encode: Callable[[WordLabel, str, tuple[int, int]], bytes]


def _lines_of(data: bytes, name: str) -> list[str]:
    return [line.removesuffix("\r") for line in decode(data, name).text.split("\n") if line.strip()]


def _joined(lines: list[str], folder: Path) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@dataclass(frozen=True, slots=True)
class ListFile:
    """The writer of one list with a line for each image.

    A file that is no text makes its own form of the lines.
    """

    file: str  # name of the list in the destination folder
    # (image's relative path, label, (height, width)) → the line, without its end. Raises `Reject` for a label that the
    # format cannot hold
    line: Callable[[str, WordLabel, tuple[int, int]], str]
    # line → its image; None, or `Reject`, if the line is not understood (such a line is kept)
    key: Callable[[str], str | None]
    # (an existing list's bytes, its name) → its lines; raises FormatError if it is no such list
    split: Callable[[bytes, str], list[str]] = _lines_of
    join: Callable[[list[str], Path], bytes] = _joined  # (lines, the images' folder) → the bytes of the list


@dataclass(frozen=True, slots=True)
class Format(Described):
    """One annotation format, whose id `--from` and `--to` take.

    A new module of `readers` with a `FORMAT` adds a format.
    """

    # True if a source looks like this format, on cheap evidence; never raises on bad input
    detect: Callable[[Source], bool] = field(kw_only=True)
    # all records of a source, bad ones as refusals. Raises FormatError only if the source as a whole is unusable
    read: Callable[[Source], Iterator[Record | Refusal]] = field(kw_only=True)
    # True on weaker evidence, which counts if a source looks like no format; as `detect`
    might_be: Callable[[Source], bool] = lambda source: False
    writer: Beside | ListFile | None = None  # how to write the format; None if the format is only read
    keeps: Keeps = "everything"  # how much of a label `writer` can hold
    # True if image names are unique across folders, so that a list is known to be of a folder by the names alone
    unique_names: bool = False
    is_list: bool = False  # True if one file holds the labels of many images
    # how the well-known names of its files begin, in lower case: such a file is the format's even if it is damaged
    known_as: tuple[str, ...] = ()
    cuts: bool = False  # True if the labels are of words in scenes, which are cut out
    # True if its program writes marks for a text that nobody has typed: `SourceChoices.keep_placeholders` takes them
    has_placeholders: bool = False


def list_format(
    name: str,
    title: Sentence,
    suffixes: tuple[str, ...],
    fits: Callable[[Path], bool],
    parse: Callable[[str, str], Iterator[Record | Refusal]],
    **more: Any,
) -> Format:
    """The format of lists with a line for each image: the endings and first lines that mark them, and their parser."""
    return Format(
        name,
        title,
        detect=lambda source: source.has_list(suffixes, fits),
        read=lambda source: source.records(source.lists(suffixes, fits), parse),
        is_list=True,
        **more,
    )
