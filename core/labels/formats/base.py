"""The description of an annotation format, and of its writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.base.encoding import decode
from core.base.errors import Sentence
from core.labels.formats.record import Record, Refusal
from core.labels.formats.source import Source
from core.labels.label import WordLabel

Keeps = Literal["everything", "polygons", "quadrilaterals", "whole pixels", "boxes", "words"]
"""How much of a label a format can hold (`whole pixels`: quadrilaterals of them); `losses` counts the rest."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The writer of one label file beside each image.

    Attributes
    ----------
    suffix : str
        Ending of the label file, with the dot.
    encode : callable
        (label, image's file name, (height, width)) → bytes of the file. Raises `Reject` for a label that the format
        cannot hold.
    """

    suffix: str
    encode: Callable[[WordLabel, str, tuple[int, int]], bytes]


def _lines_of(data: bytes, name: str) -> list[str]:
    return [line.removesuffix("\r") for line in decode(data, name).text.split("\n") if line.strip()]


def _joined(lines: list[str], folder: Path) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@dataclass(frozen=True, slots=True)
class ListFile:
    """The writer of one list with a line for each image. A file that is no text makes its own form of the lines.

    Attributes
    ----------
    file : str
        Name of the list in the destination folder.
    line : callable
        (image's relative path, label, (height, width)) → the line, without its end. Raises `Reject` for a label that
        the format cannot hold.
    key : callable
        Line → its image, or None if the line is not understood (such a line is kept).
    split : callable
        (a present list's bytes, its name) → its lines; raises FormatError if it is no such list.
    join : callable
        (lines, the images' folder) → the bytes of the list.
    """

    file: str
    line: Callable[[str, WordLabel, tuple[int, int]], str]
    key: Callable[[str], str | None]
    split: Callable[[bytes, str], list[str]] = _lines_of
    join: Callable[[list[str], Path], bytes] = _joined


@dataclass(frozen=True, slots=True)
class Lists:
    """Lists with a line for each image: the ending and first lines that mark them, and their reader."""

    suffixes: tuple[str, ...]
    fits: Callable[[Path], bool]
    parse: Callable[[str, str], Iterator[Record | Refusal]]

    def detect(self, source: Source) -> bool:
        """Return True if a source has such a list."""
        return source.has_list(self.suffixes, self.fits)

    def read(self, source: Source) -> Iterator[Record | Refusal]:
        """Yield the records of all such lists of a source."""
        return source.records(source.lists(self.suffixes, self.fits), self.parse)


@dataclass(frozen=True, slots=True)
class Format:
    """One annotation format. A new module of `readers` with a `FORMAT` adds a format.

    Attributes
    ----------
    name : str
        Name for `--from` and `--to`.
    title : Sentence
        One line for lists of formats.
    detect : callable
        Whether a source looks like this format, on cheap evidence; never raises on bad input.
    read : callable
        All records of a source, bad ones as refusals. Raises FormatError only if the source as a whole is unusable.
    writer : Beside, ListFile or None
        How to write the format; None if the format is only read.
    keeps : {"everything", "polygons", "quadrilaterals", "whole pixels", "boxes", "words"}
        How much of a label `writer` can hold.
    unique_names : bool
        Whether image names are unique across folders, so that an image in another folder is still known by its name.
    is_list : bool
        Whether one file holds the labels of many images.
    known_as : tuple of str
        How the well-known names of its files begin, in lower case: such a file is the format's even if it is damaged.
    cuts : bool
        Whether the labels are of words in scenes, which are cut out.
    """

    name: str
    title: Sentence
    detect: Callable[[Source], bool]
    read: Callable[[Source], Iterator[Record | Refusal]]
    writer: Beside | ListFile | None = None
    keeps: Keeps = "everything"
    unique_names: bool = False
    is_list: bool = False
    known_as: tuple[str, ...] = ()
    cuts: bool = False
