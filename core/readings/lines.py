"""Writes a reading as a line of the project's file of readings, and parses such lines.

`core.readings.store` says what the lines mean. A line as this program writes it is taken apart by one pattern, which
takes half the time of a JSON parser; any other line is parsed as JSON, with the same result.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from json.encoder import encode_basestring as _quoted
from typing import Any, Final

from core.base.errors import Damaged
from core.base.version import written_by
from core.readings.reading import PictureReading, Reading

SCHEMA: Final = 1
"""The form of the lines."""

_TEXTS: Final[Mapping[str, str | None]] = {
    "reader": None,
    "text": None,
    "picture": None,
    "when": "",
    "reader_version": "",
}
"""The keys of a reading that hold texts, each with the text for a missing key, or None if the key has to be there."""
_TEXT: Final = frozenset({str})
_NUMBERS: Final = frozenset({int, float})  # and not bool, which is a kind of int
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

_PLAIN: Final = r'"([^"\\\x00-\x1f]*)"'
_SHARE: Final = r"(0\.[0-9]+|1\.0)"
_SECONDS: Final = r"([0-9]+\.[0-9]+)"
_READING: Final = re.compile(
    rf'\{{"image": {_PLAIN}, "picture": {_PLAIN}, "reader": {_PLAIN}, "text": {_PLAIN}(?:, "probability": {_SHARE})?'
    rf'(?:, "when": {_PLAIN})?(?:, "reader_version": {_PLAIN})?(?:, "seconds": {_SECONDS})?'
    rf', "schema": {SCHEMA}, "version": {_PLAIN}\}}'
)
"""A line of a reading without the scores of its symbols, as `reading_lines` writes it, if no text needs a "\\\\"."""


def reading_lines(readings: Iterable[PictureReading]) -> bytes:
    """Return the lines of some readings, each without unknown values."""
    end = f"{_encode(written_by(SCHEMA)).replace('{', ', ', 1)}\n"
    return "".join(_line_of(read, end) for read in readings).encode("utf-8", "surrogatepass")


def line_of(values: Mapping[str, Any]) -> bytes:
    """Return an object as a line, with its line feed and with the keys that give form and version."""
    return bytes_of({**values, **written_by(SCHEMA)}) + b"\n"


def bytes_of(value: Mapping[str, Any]) -> bytes:
    """Return an object as JSON."""
    return _encode(value).encode("utf-8", "surrogatepass")


def decoded(line: bytes) -> Any:
    """Return the JSON value of a line.

    Raises
    ------
    Damaged
        If more text follows the value, or it holds NaN or Infinity.
    ValueError
        If the line is no JSON.
    """
    text = line.decode("utf-8", "surrogatepass").strip()
    value, end = _decoder.raw_decode(text)
    if end < len(text):
        raise Damaged("more text follows the object")
    return value


class ReadingParser:
    """Parses the readings of one file, so that texts that many lines share take no memory twice."""

    def __init__(self) -> None:
        self._same: dict[str, str] = {}

    def plain(self, line: bytes) -> PictureReading | None:
        """Return the reading in a line that has the usual form, or None for any other line.

        Raises
        ------
        Damaged
            As `of` raises it.
        """
        try:
            match = _READING.fullmatch(line.decode())
        except UnicodeDecodeError:
            return None
        if match is None:
            return None
        image, picture, reader, text, share, when, version, seconds, _ = match.groups()
        _check_image(image)
        if not reader:
            raise Damaged("it names no reader")
        return self._made(
            image,
            picture,
            (reader, text, when or "", version or ""),
            probability=None if share is None else float(share),
            seconds=None if seconds is None else float(seconds),
        )

    def of(self, value: Mapping[str, Any], image: str) -> PictureReading:
        """Return the reading of an image in the object of a line.

        Raises
        ------
        Damaged
            If it is no reading.
        """
        if not _TEXT.issuperset([type(value.get(key, default)) for key, default in _TEXTS.items()]):
            wrong = next(key for key, default in _TEXTS.items() if type(value.get(key, default)) is not str)
            raise Damaged('its "{key}" is not text', key=wrong)
        if not value["reader"]:
            raise Damaged("it names no reader")
        probability, scores = value.get("probability"), value.get("scores")
        texts = (value["reader"], value["text"], value.get("when", ""), value.get("reader_version", ""))
        return self._made(
            image,
            value["picture"],
            texts,
            probability=None if probability is None else _shares([probability])[0],
            scores=() if scores is None else _shares(scores),
            seconds=_seconds_in(value),
        )

    def _made(
        self,
        image: str,
        picture: str,
        texts: tuple[str, str, str, str],
        *,
        probability: float | None,
        scores: tuple[float, ...] = (),
        seconds: float | None,
    ) -> PictureReading:
        reader, text, when, version = texts
        shared: Callable[[str, str], str] = self._same.setdefault
        reading = Reading(
            shared(reader, reader),
            text,
            probability,
            scores,
            when=shared(when, when),
            version=shared(version, version),
            seconds=seconds,
        )
        return PictureReading(image, picture, reading)


def image_in(value: Mapping[str, Any], key: str) -> str:
    """Return the path of an image if it is one below the project, since a file of readings may come from anywhere.

    Raises
    ------
    Damaged
        For any other value.
    """
    image = value.get(key)
    if not isinstance(image, str):
        raise Damaged('its "{key}" is not text', key=key)
    return _check_image(image)


def _check_image(image: str) -> str:
    if not image or image.startswith(("/", "\\")) or (".." in image and ".." in re.split(r"[/\\]", image)):
        raise Damaged('"{image}" is not a path inside the project', image=image[:80])
    return image


def _line_of(read: PictureReading, end: str) -> str:
    return "".join(_parts_of(read, read.reading)) + end


def _parts_of(read: PictureReading, reading: Reading) -> Iterator[str]:
    yield f'{{"image": {_quoted(read.image)}, "picture": {_quoted(read.picture)}'
    yield f', "reader": {_quoted(reading.reader)}, "text": {_quoted(reading.text)}'
    if reading.probability is not None:
        yield f', "probability": {_rounded(reading.probability)}'
    if reading.scores:
        yield f', "scores": [{", ".join(map(_rounded, reading.scores))}]'
    if reading.when:
        yield f', "when": {_quoted(reading.when)}'
    if reading.version:
        yield f', "reader_version": {_quoted(reading.version)}'
    if reading.seconds is not None:
        yield f', "seconds": {max(0.0, float(reading.seconds)):.6f}'


def _rounded(share: float) -> str:
    """Return a share as JSON. ValueError is raised if it is none, which could not be read again."""
    rounded = round(float(share), 6)
    if not 0 <= rounded <= 1:
        raise ValueError(f"{share} is not between 0 and 1")
    return repr(rounded)


def _seconds_in(value: Mapping[str, Any]) -> float | None:
    seconds = value.get("seconds")
    if seconds is None:
        return None
    if type(seconds) not in _NUMBERS or not 0 <= seconds < math.inf:
        raise Damaged('its "seconds" is not a time')
    return float(seconds)


def _shares(values: object) -> tuple[float, ...]:
    if not isinstance(values, list):
        raise Damaged("its scores are not a list")
    if values and not (_NUMBERS.issuperset(map(type, values)) and min(values) >= 0 and max(values) <= 1):
        raise Damaged("a probability in it is not between 0 and 1")
    return tuple(map(float, values))


def _no_number(name: str) -> float:
    raise Damaged("it holds {name}, which is not a number", name=name)


_decoder: Final = json.JSONDecoder(parse_constant=_no_number)
