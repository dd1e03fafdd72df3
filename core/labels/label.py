"""The label of one word image: its characters, its text and its review status."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.labels.clusters import count_characters

Point = tuple[float, float]
Polygon = tuple[Point, ...]
ShapeType = Literal["polygon", "rectangle"]
Status = Literal["draft", "reviewed"]
FileSplit = Literal["train", "validation"]
Extra = tuple[tuple[str, str], ...]  # keys of a file that are not ours: (key, JSON text of its value), in file order

ILLEGIBLE = "###"
"""The symbol of an illegible character (ICDAR's convention)."""

SURELY_DRAWN = 0.3
"""The least score of each character that a model drew for an agreed text, so that all of them teach.

Of the accepted words among 2,000 training words of IIIT5K 83 % have no lower score, and 0.3 % of their characters have
the centre outside the box that a person drew; without the bound 1.5 % have (ADR 108)."""


@dataclass(frozen=True, slots=True)
class Gaussian:
    """A target of the localization map that a person has set, in image pixels."""

    center: Point
    """(x, y) in image pixels."""
    sigma: tuple[float, float]
    """(a, b): standard deviations in image pixels along the two axes of the ellipse, both > 0."""
    angle: float = 0.0
    """Degrees from +x towards +y (clockwise on screen) of `sigma[0]`'s axis."""

    @property
    def covariance(self) -> NDArray[np.float64]:
        """The covariance matrix Σ, (2, 2), in square image pixels."""
        t = np.deg2rad(self.angle)
        axes = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
        return np.asarray(axes @ np.diag(np.square(self.sigma)) @ axes.T)


@dataclass(frozen=True, slots=True)
class Area:
    """The painted area of a character, as a bitmap over whole image pixels."""

    x: int
    """Column of the image pixel at the bitmap's top left."""
    y: int
    """Row of the image pixel at the bitmap's top left."""
    width: int
    """Width of the bitmap in pixels, ≥ 1."""
    height: int
    """Height of the bitmap in pixels, ≥ 1."""
    bits: bytes
    """The bitmap, row-major, packed by `numpy.packbits` (bytes, so that labels compare and hash by value)."""

    @classmethod
    def from_array(cls, x: int, y: int, pixels: NDArray[np.bool_]) -> Area:
        """Make an area from a (height, width) bool bitmap whose top-left pixel is image pixel (x, y)."""
        height, width = pixels.shape
        return cls(int(x), int(y), int(width), int(height), np.packbits(pixels).tobytes())

    @property
    def pixels(self) -> NDArray[np.bool_]:
        """The bitmap of the area, (height, width) bool."""
        count = self.width * self.height
        flat = np.unpackbits(np.frombuffer(self.bits, np.uint8), count=count)
        return flat.reshape(self.height, self.width).astype(bool)


@dataclass(frozen=True, slots=True)
class CharacterLabel:
    """One symbol of a word, with its polygon in the picture and its order in the word."""

    symbol: str
    """The symbol as in the file, one Unicode code point after NFC, or `ILLEGIBLE`. Anything else is a problem."""
    polygon: Polygon
    """The polygon's corners in image pixels, three or more.

    x points right and y down, with the origin at the top-left corner of the top-left pixel, after EXIF orientation. A
    rectangle has its four corners here, clockwise on screen from the top left."""
    order: int | None = None
    """Place in the word as written in the file, from 1. None or 0: the character's place in the list."""
    shape_type: ShapeType = "polygon"
    """Type of the shape as which the polygon is written to the file."""
    area: Area | None = None
    """The painted area, if a person has painted one, which replaces the shrunk polygon P′ in the maps."""
    gaussian: Gaussian | None = None
    """The localization target, if a person has set it."""
    ignore: bool = False
    """True for an illegible character, which is present, but whose shape training ignores.

    `is_ignored` also counts the symbol `###`."""
    source: str | None = None
    """The value "model" on a draft that a model made and no person has accepted."""
    score: float | None = None
    """The model's score of such a draft, 0 to 1."""
    extra: Extra = ()
    """Keys of the shape that are neither ours nor labelme's own with an empty value."""

    @property
    def is_draft(self) -> bool:
        """True if a model, or a guess, made the character and no person has accepted it."""
        return self.source == "model"

    @property
    def is_ignored(self) -> bool:
        """True if the character is illegible: marked `ignore`, or labelled `###`."""
        return self.ignore or self.symbol == ILLEGIBLE

    @property
    def corners(self) -> NDArray[np.float64]:
        """The polygon as an (n, 2) array of image pixels."""
        return np.array(self.polygon, dtype=np.float64).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class WordLabel:
    """The label of one word image: its text, its characters and the state of its review."""

    characters: tuple[CharacterLabel, ...] = ()
    """The characters in the order of the file, which is not the reading order: see `ranking`."""
    text: str | None = None
    """The word as written in the file. None if the file has none."""
    status: Status | None = None
    """The review status. None if the file has none."""
    reviewed_at: str | None = None
    """ISO 8601 time of the review."""
    extra: Extra = ()
    """Top-level keys of the file that are neither ours nor labelme's bookkeeping (`version`, `imagePath` …)."""
    # Not in the repr: by it a run knows its labels, and none of them teaches a network anything
    tags: tuple[str, ...] = field(default=(), repr=False)
    """Words that a person has put to the image, as in the file."""
    split: FileSplit | None = field(default=None, repr=False)
    """The use of the image. None if the project decides."""
    reviewed_by: str | None = field(default=None, repr=False)
    """Name of the person who reviewed the word. None if no name was set."""
    text_source: Literal["model"] | None = field(default=None, repr=False)
    """The value "model" if the text is a model's reading that no person has accepted."""
    text_score: float | None = field(default=None, repr=False)
    """Probability of such a text, 0 to 1, as the program says that has read it. None if it says none."""
    accepted_by: Literal["agreement"] | None = field(default=None, repr=False)
    """The value "agreement" if a person has accepted the text in bulk because two readers read the same (`is_agreed`).

    It counts for nothing beside a text that is known."""

    def __post_init__(self) -> None:
        if self.text_source is None and self.text_score is not None:  # a person has accepted the text
            object.__setattr__(self, "text_score", None)

    @property
    def is_reviewed(self) -> bool:
        """True if a person has reviewed the whole word."""
        return self.status == "reviewed"

    @property
    def known(self) -> WordLabel | None:
        """The part of the label that a person or an import has given, which alone counts as true.

        A known text over drafted characters is a word-level label. None: the text is a model's opinion. A reviewed
        word is known as a whole, even if another program has left the marks of a draft in its file.
        """
        if self.is_reviewed:
            return self
        has_drafts = any(character.is_draft for character in self.characters)
        if self.text_source == "model" or (self.text is None and has_drafts):
            return None
        return replace(self, characters=(), text=self.word) if has_drafts else self

    @property
    def is_agreed(self) -> bool:
        """True if the text was accepted in bulk because two readers read the same.

        Such a label teaches, and is no truth before a person has confirmed it.
        """
        return self.accepted_by == "agreement" and bool(self.text) and self.known is None

    @property
    def teaching(self) -> WordLabel | None:
        """The part of the label from which a network may learn: `known`, or the text on which two readers agree.

        The characters of an agreed text belong to that part if a model drew each of them surely (`SURELY_DRAWN`) or a
        person drew it. None: the text is one model's opinion.
        """
        if not self.is_agreed:
            return self.known
        are_sure = all(not c.is_draft or (c.score or 0.0) >= SURELY_DRAWN for c in self.characters)
        is_drawn = are_sure and self.reading == self.word
        characters = tuple(replace(c, source=None, score=None) for c in self.characters) if is_drawn else ()
        return replace(self, characters=characters, text=self.word, text_source=None, accepted_by=None)

    @property
    def is_draft(self) -> bool:
        """True if a new reading may replace the label, which is then neither known nor agreed."""
        are_drafts = all(character.is_draft for character in self.characters)
        return self.known is None and not self.is_agreed and are_drafts

    @property
    def draft_places(self) -> frozenset[int]:
        """The places in the file of the characters that are drafts."""
        return frozenset(place for place, character in enumerate(self.characters) if character.is_draft)

    @property
    def ignored_places(self) -> frozenset[int]:
        """The places in the file of the characters that are illegible."""
        return frozenset(place for place, character in enumerate(self.characters) if character.is_ignored)

    @property
    def confidence(self) -> float:
        """The probability that the text is right: 1 if it is known or agreed, otherwise the model's.

        That is the product of its scores if it says none of the text, and 0 if it gives no score.
        """
        if self.teaching is not None:
            return 1.0
        if self.text_score is not None or not self.characters:
            return self.text_score or 0.0
        return float(np.prod([c.score or 0.0 for c in self.characters if c.is_draft]))

    @property
    def ranking(self) -> tuple[int, ...]:
        """The indices into `characters` in reading order, by (order or place + 1, place), rank k at entry k - 1."""
        return tuple(
            sorted(range(len(self.characters)), key=lambda place: (self.characters[place].order or place + 1, place))
        )

    @property
    def in_order(self) -> tuple[CharacterLabel, ...]:
        """The characters in reading order, with rank k at entry k - 1."""
        return tuple(self.characters[place] for place in self.ranking)

    @property
    def reading(self) -> str:
        """The symbols of the characters in reading order after NFC, with U+FFFD for each `###`."""
        return "".join(
            "\N{REPLACEMENT CHARACTER}" if c.symbol == ILLEGIBLE else unicodedata.normalize("NFC", c.symbol)
            for c in self.in_order
        )

    def normalised(self, normalise: Callable[[str], str]) -> WordLabel:
        """Return the label with `normalise` applied to the text and to every symbol, for comparison and training."""
        text = None if self.text is None else normalise(self.text)
        characters = tuple(
            c if (symbol := normalise(c.symbol)) == c.symbol else replace(c, symbol=symbol) for c in self.characters
        )
        return replace(self, text=text, characters=characters)

    @property
    def word(self) -> str:
        """The text after NFC, or without a text the reading of the characters."""
        return self.reading if self.text is None else unicodedata.normalize("NFC", self.text)

    @property
    def is_word_level(self) -> bool:
        """True if the label has a text and no characters."""
        return self.text is not None and not self.characters

    @property
    def is_scene(self) -> bool:
        """True if most legible outlines are of words, which means a scene that another program labelled.

        If few symbols are longer than one, or the label has a text, those are slips of the keyboard.
        """
        legible = sum(not character.is_ignored for character in self.characters)
        return self.text is None and 2 * self.outlined_words > legible

    @property
    def outlined_words(self) -> int:
        """The number of outlines with more than one character as people see them."""
        symbols = (character.symbol.strip() for character in self.characters if not character.is_ignored)
        return sum(count_characters(symbol) > 1 for symbol in symbols)

    @property
    def disagrees(self) -> bool:
        """True if the text and the characters contradict each other.

        An ignored character matches any one symbol. A label without text, or without characters, cannot disagree.
        """
        if self.text is None or not self.characters:
            return False
        text = unicodedata.normalize("NFC", self.text)
        if len(text) != len(self.characters):
            return True
        return any(
            not c.is_ignored and unicodedata.normalize("NFC", c.symbol) != symbol
            for c, symbol in zip(self.in_order, text, strict=True)
        )
