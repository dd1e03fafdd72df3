"""Defines rows of image, text and probability, as other programs write them, before they are checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.base.errors import Sentence
from core.labels.formats.record import Refusal, Reject

IMAGES = (
    "image",
    "file",
    "filename",
    "file_name",
    "path",
    "image_path",
    "img_path",
    "input_path",
    "img",
    "img_name",
    "name",
)
"""Names in lower case of a column or key for the image's path, in the order of their precedence."""

TEXTS = ("text", "rec_text", "txt", "rec_txt", "transcription", "reading", "prediction", "pred", "word", "label")
"""Names of a column or key that holds the text."""

PROBABILITIES = ("probability", "confidence", "score", "rec_score", "text_score", "prob", "conf")
"""Names of a column or key that holds the probability."""

READERS = ("reader", "engine", "model")
"""Names of a column or key that holds the reader's name."""


class ForeignRow(NamedTuple):
    """One reading as a file gives it, unchecked.

    A named tuple, which is made in a fraction of a data class's time: there may be hundreds of thousands.
    """

    where: str | int
    """The place in the source, for messages: `readings.json, record 3`, or a number for a line of the file."""
    image: str
    """The image's path as it is written."""
    text: str
    """The text as it is written. "" if the reader saw none."""
    probability: object = None
    """The probability as it is written: a number, a text with or without a percent sign, or None if there is none."""
    reader: str = ""
    """The reader's name. "" if the row has none."""
    reader_version: str = ""
    """The reader's version, or the hash of its model file. "" if the row does not say."""
    when: str = ""
    """ISO 8601 time of the reading. "" if the row does not say."""
    scores: object = None
    """The probabilities of the symbols, one each, or None if there are none."""
    picture: str = ""
    """Hash of the picture that was read (`core.readings.store.picture_hash`). "" if the row does not say."""
    is_stem: bool = False
    """True if `image` is the name of the file that holds the reading, without its ending: `word_1` of `word_1.tsv`."""


_PLAIN = frozenset(
    {"image", "file", "text", "probability", "confidence", "score", "reader", "reader_version", "when", "scores"}
)
_TEXT = frozenset({str})

Rows = list[ForeignRow | Refusal]
"""The rows of a file that hold a reading, and the refusals of those that hold none."""


@dataclass(frozen=True, slots=True)
class ForeignReadings:
    """All rows that one file holds."""

    rows: Rows
    """The rows and refusals in the order of the file."""
    program: str = ""
    """The name of the program that has written the file, or "" if its form does not show it."""
    is_percent: bool = False
    """True if probabilities of this program are always percentages."""


def row_of(values: Mapping[str, Any], where: str, stem: str = "") -> ForeignRow | Refusal:
    """Return the row in a JSON object, or in a line of a table with a header.

    `values`: the values by key. `stem`: the name of the image, without its ending, if no key names one.
    """
    lower = {key.strip().lower(): value for key, value in values.items()}
    try:
        image = _text(lower, IMAGES) or ""
        text = _text(lower, TEXTS)
        if text is None and not any(key in lower for key in TEXTS):
            raise Reject("it has no text; a row needs image and text")
        if not image and not stem:
            raise Reject("it names no image; a row needs image and text")
        return ForeignRow(
            where,
            image or stem,
            text or "",
            probability=_first(lower, PROBABILITIES),
            reader=_text(lower, READERS) or "",
            reader_version=_text(lower, ("reader_version",)) or "",
            when=_text(lower, ("when",)) or "",
            scores=lower.get("scores"),
            picture=_text(lower, ("picture",)) or "",
            is_stem=not image,
        )
    except Reject as reject:
        return Refusal(where, Sentence("{reason}.", reason=str(reject)))


def plain_row(values: Mapping[str, Any], line: int) -> ForeignRow | None:
    """Return the row in an object with the commonest keys alone, as `row_of` does in three times the time, or None.

    `line`: the number of its line in the file.
    """
    if not _PLAIN.issuperset(values):
        return None
    get: Any = values.get
    image = get("image") or get("file")
    texts = (image, get("text"), get("reader", ""), get("reader_version", ""), get("when", ""))
    if not image or not _TEXT.issuperset(map(type, texts)):
        return None
    share = get("probability")
    if share is None:
        share = get("confidence")
    share = get("score") if share is None else share
    _, text, reader, version, when = texts
    return ForeignRow(line, image, text, share, reader=reader, reader_version=version, when=when, scores=get("scores"))


def _first(values: Mapping[str, Any], keys: tuple[str, ...]) -> object:
    return next((values[key] for key in keys if values.get(key) is not None), None)


def _text(values: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    value = _first(values, keys)
    if value is not None and not isinstance(value, str):
        key = next(key for key in keys if values.get(key) is value)
        raise Reject("its {key} is not text", key=key)
    return value
