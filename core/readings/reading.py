"""Defines a reading: the text that one reader has read in one image, which alone is never a label."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """The text that one reader has read in one image, with its probability."""

    reader: str
    """The reader's name, as a person sees it: `PP-OCR`, `Tesseract`."""
    text: str
    """The text after NFC. "" if the reader sees none."""
    probability: float | None = None
    """The reader's own probability that the text is right, 0 to 1, or None if the reader gives none."""
    scores: tuple[float, ...] = ()
    """The probability of each symbol, 0 to 1. () if the reader gives none."""
    when: str = ""
    """The ISO 8601 time of the reading. "" if it is not known."""
    version: str = ""
    """The hash of the reader's model file, or another text that names its version. "" if it is not known."""
    seconds: float | None = None
    """The time that the reader took for this word on the machine that read, in seconds, or None if it is not known."""

    def __post_init__(self) -> None:
        if not self.text.isascii():
            object.__setattr__(self, "text", unicodedata.normalize("NFC", self.text))


@dataclass(frozen=True, slots=True)
class PictureReading:
    """A reading, with the hash of the picture that was read."""

    image: str
    """Relative path of the image, `/` between folders."""
    picture: str
    """Hash of the bytes of the image file that was read: for another picture the reading does not count."""
    reading: Reading
    """The reading of that picture."""
