"""What a format is, and what reading one gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.labels.label import Polygon, WordLabel

if TYPE_CHECKING:
    from core.labels.formats.source import Source

Keeps = Literal["everything", "quadrilaterals", "whole pixels", "boxes", "words"]
"""How much of a label a format can hold (`whole pixels`: quadrilaterals of them); `losses` counts what is lost."""


class Reject(Exception):  # noqa: N818  the reason of a `Refusal` on its way up, never seen by a user
    """One record cannot be used; the message is the reason, without the place."""


@dataclass(frozen=True, slots=True)
class Record:
    """One word as a source describes it; its picture has not been looked at yet.

    Attributes
    ----------
    label : WordLabel
        In pixels of the picture, or, where `crop` is set, word-level.
    where : str
        The place in the source, for messages: `train.jsonl, line 3`.
    image : str or None
        The picture's path relative to the folder of images, "/" between its parts, as `parsing.image_name` cleans it.
    stem : str or None
        The same without ending, for formats that name the picture by the label's file name only; tried after `image`.
    size : (height, width) or None
        What the source says of the picture's size, to be compared with the truth.
    crop : tuple of (x, y) or None
        The word's polygon in a scene; the word image has yet to be cut out.
    number : int
        Of the word in its scene, from 1; names the crop.
    """

    label: WordLabel
    where: str
    image: str | None = None
    stem: str | None = None
    size: tuple[int, int] | None = None
    crop: Polygon | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record, or a whole file, that was not used.

    Attributes
    ----------
    where : str
        The file, and the line, record or shape in it.
    reason : str
        Why, and what would help.
    """

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Beside:
    """Writing one label file beside each image.

    Attributes
    ----------
    suffix : str
        Ending of the label file, with the dot.
    encode : callable
        (label, image's file name, (height, width)) → bytes of the file. Raises `Reject` for what it cannot hold.
    """

    suffix: str
    encode: Callable[[WordLabel, str, tuple[int, int]], bytes]


@dataclass(frozen=True, slots=True)
class Listing:
    """Writing one list with a line an image.

    Attributes
    ----------
    file : str
        Name of the list in the destination folder.
    line : callable
        (image's relative path, label, (height, width)) → the line, without its end. Raises `Reject` for what it cannot
        hold.
    key : callable
        Line → the image it is about, or None where the line is not understood (it is kept then).
    """

    file: str
    line: Callable[[str, WordLabel, tuple[int, int]], str]
    key: Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Format:
    """One annotation format. A module of this package that has a `FORMAT` is all it takes to add one.

    Attributes
    ----------
    name : str
        What `--from` and `--to` call it.
    title : str
        One line for lists of formats.
    detect : callable
        Whether a source looks like this format, on cheap evidence; never raises on bad input.
    read : callable
        All records of a source, bad ones as refusals. Raises FormatError only where the source as a whole is unusable.
    writer : Beside, Listing or None
        How to write it; None where it is only read.
    keeps : {"everything", "quadrilaterals", "whole pixels", "boxes", "words"}
        What `writer` can hold.
    unique_names : bool
        Whether image names are unique across folders, so that an image moved to another one is still known by its name.
    """

    name: str
    title: str
    detect: Callable[[Source], bool]
    read: Callable[[Source], Iterator[Record | Refusal]]
    writer: Beside | Listing | None = None
    keeps: Keeps = "everything"
    unique_names: bool = False
