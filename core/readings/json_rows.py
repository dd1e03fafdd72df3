"""Parses readings in JSON: objects with image and text, and the results of PaddleOCR, RapidOCR and Tesseract.

PaddleOCR writes `{"input_path": …, "rec_text": …, "rec_score": …}` of a word, and lists `rec_texts` and `rec_scores` of
a page. RapidOCR gives lists of outline, text and score, and objects with `txt` or `rec_txt`. Of Tesseract there are the
columns or the rows of its table, as pytesseract gives them, and the page of tesseract.js. These results do not name the
image: either their file has its name, or they are the values of keys that name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.errors import Sentence
from core.base.json_text import JsonProblem, parse_json
from core.labels.formats.record import Refusal
from core.readings.foreign_rows import IMAGES, TEXTS, ForeignReadings, ForeignRow, Rows, plain_row, row_of

_RESULT = "_res"  # what PaddleOCR puts at the end of an image's name for its result
_PADDLE = {"rec_text", "rec_texts"}
_RAPID = {"txt", "txts", "rec_txt"}
_TESSERACT = {"word_num", "hocr", "psm"}
_TESSERACT_WORD = 5  # the level of a word in Tesseract's tables


def rows_of_json(text: str, name: str, stem: str) -> ForeignReadings | None:
    """Return the readings in a JSON document or in JSON lines, or None if the text is neither.

    `name`: the name of the file, for messages. `stem`: this name without its ending, which is that of the image if the
    file names none.
    """
    stem = stem.removesuffix(_RESULT)
    try:
        value = parse_json(text)
    except JsonProblem:
        return _rows_of_lines(text, name)
    if not isinstance(value, dict | list):
        return None
    return _of_program(list(_rows(value, name, stem)), _program(value))


def rows_beside_name(text: str, where: str, image: str) -> Iterator[ForeignRow | Refusal]:
    """Yield the row of a result that PaddleOCR has written behind the name of its image, as JSON.

    That is `[{"transcription": …, "points": …}]` of all words in a picture, or an object with a reading of each network
    that learned together: the student's counts.
    """
    try:
        value = parse_json(text)
    except JsonProblem as problem:
        yield Refusal(where, Sentence("not JSON ({error}).", error=problem))
        return
    if isinstance(value, dict) and not {*map(str.lower, value)} & {*TEXTS}:
        networks = [inner for inner in value.values() if isinstance(inner, dict)]
        value = value.get("Student") or next(iter(networks), value)
    yield _row_of_words(value if isinstance(value, list) else [value], where, image, is_stem=False)


def _of_program(rows: Rows, program: str) -> ForeignReadings:
    return ForeignReadings(rows, program, is_percent=program == "Tesseract")


def _rows_of_lines(text: str, name: str) -> ForeignReadings | None:
    rows: Rows = []
    program = ""
    is_json = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace():
            continue
        try:
            value = parse_json(line)
        except JsonProblem as problem:
            where = Sentence("{name}, line {line}", name=name, line=number)
            rows.append(Refusal(where, Sentence("not JSON ({error}).", error=problem)))
            continue
        plain = plain_row(value, number) if isinstance(value, dict) else None
        if plain is not None:
            is_json = True
            rows.append(plain)
            continue
        where = Sentence("{name}, line {line}", name=name, line=number)
        is_json = is_json or isinstance(value, dict)
        program = program or _program(value)
        rows += _rows(value, where, "")
    return _of_program(rows, program) if is_json else None


def _program(value: Any) -> str:
    """Return the program that writes such values, by the keys of the first object. "" if many programs use its keys."""
    while isinstance(value, list | dict) and value:
        if isinstance(value, list):
            if _is_word(value):
                return "RapidOCR"
            value = value[0]
            continue
        keys = {*value}
        if keys & _PADDLE:
            return "PaddleOCR"
        if keys & _RAPID:
            return "RapidOCR"
        if keys & _TESSERACT:
            return "Tesseract"
        value = next((inner for inner in value.values() if isinstance(inner, list | dict)), None)
    return ""


def _rows(value: Any, where: str, stem: str) -> Iterator[ForeignRow | Refusal]:
    """Yield the rows in a value: those of many images, or that of the image that `stem` names."""
    match value:
        case {"res": dict(inner)}:
            yield from _rows(inner, where, stem)
        case {"data": list(words)} if not _names_image(value):
            yield _row_of_words(words, where, stem)
        case {"data": dict(inner)} if not _names_image(value):  # tesseract.js
            yield from _rows(inner, where, stem)
        case {"word_num": list(), "text": list()}:
            rows = _rows_of_columns(value)
            yield _row_of_tesseract(rows, where, _image_in(value) or stem, is_stem=not _image_in(value))
        case dict() if {"rec_texts", "txts"} & {*value}:
            yield _row_of_words(_words_of_columns(value), where, _image_in(value) or stem, is_stem=not _image_in(value))
        case dict() if {*map(str.lower, value)} & {*TEXTS}:
            yield row_of(value, where, stem)
        case dict():
            yield from _rows_by_name(value, where, stem)
        case [dict(first), *_] if "word_num" in first and stem:
            yield _row_of_tesseract(value, where, stem)
        case list() if _is_words(value) and stem:
            yield _row_of_words(value, where, stem)
        case [list(inner)] if stem and value != [inner[:0]]:  # of one image alone
            yield from _rows(inner, where, stem)
        case [list(inner), list(seconds)] if stem and all(isinstance(taken, int | float) for taken in seconds):
            yield from _rows(inner, where, stem)  # RapidOCR's answer, with the time of each step
        case list():
            for number, inner in enumerate(value, 1):
                yield from _rows(inner, Sentence("{name}, record {number}", name=where, number=number), "")
        case _:
            yield Refusal(where, Sentence("it is neither an object nor a list."))


def _rows_by_name(value: Mapping[str, Any], where: str, stem: str) -> Iterator[ForeignRow | Refusal]:
    """Yield the rows of an object whose keys name images, or number the words of one image."""
    if value and all(key.isdecimal() for key in value) and stem:
        yield _row_of_words([*value.values()], where, stem)
        return
    for image, inner in value.items():
        place = Sentence("{name}, {image}", name=where, image=image)
        match inner:
            case str() | None:
                yield ForeignRow(place, image, inner or "")
            case {"word_num": list(), "text": list()}:
                yield _row_of_tesseract(_rows_of_columns(inner), place, image, is_stem=False)
            case dict() if not _names_image(inner) and {*map(str.lower, inner)} & {*TEXTS}:
                yield row_of({**inner, "image": image}, place)
            case list():
                yield _row_of_words([inner] if _is_word(inner) else inner, place, image, is_stem=False)
            case _:
                yield Refusal(place, Sentence("it has no text; a row needs image and text."))


def _row_of_words(words: Any, where: str, image: str, *, is_stem: bool = True) -> ForeignRow | Refusal:
    """Return the row of an image with the word that a program has read there, or refuse more than one word."""
    if not image:
        return Refusal(where, Sentence("it names no image; a row needs image and text."))
    if len(words) > 1:
        return Refusal(
            where, Sentence("it holds more than one text ({count}); an image has one word.", count=len(words))
        )
    if not words:
        return ForeignRow(where, image, "", is_stem=is_stem)
    text, probability = _word(words[0])
    if text is None:
        return Refusal(where, Sentence("it has no text; a row needs image and text."))
    return ForeignRow(where, image, text, probability, is_stem=is_stem)


def _row_of_tesseract(rows: list[Any], where: str, image: str, *, is_stem: bool = True) -> ForeignRow | Refusal:
    """Return the row of an image with the words of Tesseract's table, and the probability of the least sure word."""
    if not image:
        return Refusal(where, Sentence("it names no image; a row needs image and text."))
    words = [row for row in rows if isinstance(row, dict) and isinstance(row.get("text"), str)]
    words = [row for row in words if row["text"].strip() and row.get("level", _TESSERACT_WORD) == _TESSERACT_WORD]
    if len({str(row.get("page_num")) for row in words}) > 1:
        return Refusal(where, Sentence("it holds several pages; an image has one word."))
    shares = [_number(row.get("conf")) for row in words]
    text = " ".join(row["text"].strip() for row in words)
    return ForeignRow(where, image, text, min(shares, default=None), is_stem=is_stem)


def _number(value: object) -> float:
    """Return a number, or -1, which Tesseract itself writes if it has none."""
    try:
        return float(value) if isinstance(value, int | float | str) else -1.0
    except (ValueError, OverflowError):
        return -1.0


def _rows_of_columns(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    columns = {key: column for key, column in value.items() if isinstance(column, list)}
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=False)]


def _word(value: Any) -> tuple[str | None, object]:
    """Return text and probability of [outline, text, score], [text, score] or an object. (None, None) of others."""
    match value:
        case [str(text), probability] | [list(), str(text), probability]:
            return text, probability
        case [list(), [str(text), probability]]:  # PaddleOCR 2
            return text, probability
        case dict():
            row = row_of(value, "", "image")
            return (row.text, row.probability) if isinstance(row, ForeignRow) else (None, None)
    return None, None


def _is_word(value: Any) -> bool:
    return isinstance(value, list) and _word(value)[0] is not None


def _is_words(values: list[Any]) -> bool:
    """Return True if all values are words of one image, so that no object names an image, or if there is no value."""
    return all(
        _is_word(value) or (isinstance(value, dict) and not _names_image(value) and _word(value)[0] is not None)
        for value in values
    )


def _words_of_columns(value: Mapping[str, Any]) -> list[Any]:
    texts = value.get("rec_texts", value.get("txts")) or []
    scores = value.get("rec_scores", value.get("scores")) or []
    if not isinstance(texts, list) or not isinstance(scores, list):
        return [None]
    return [[text, score] for text, score in zip(texts, [*scores, *[None] * len(texts)], strict=False)]


def _image_in(value: Mapping[str, Any]) -> str:
    return next((value[key] for key in IMAGES if isinstance(value.get(key), str)), "")


def _names_image(value: Mapping[str, Any]) -> bool:
    return any(isinstance(value.get(key), str) for key in IMAGES)
