"""`synthtext`: `gt.mat` of SynthText in the Wild (Gupta, Vedaldi and Zisserman, CVPR 2016), words in synthetic scenes.

The cell arrays `imnames`, `wordBB` (2 × 4 × words), `charBB` (2 × 4 × characters) and `txt`, with words
between blanks and line feeds, as the readme of the data set says. The words are cut out, with their characters if
the counts agree. As for `iiit5k` a child process reads the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from core.base.errors import FormatError, Sentence
from core.labels.formats import matlab_child
from core.labels.formats.base import Format
from core.labels.formats.parsing import character, clean, corners, image_name, numbers, symbols, word
from core.labels.formats.readers.iiit5k import SCENES, broken_down, child_output, is_matlab
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded
from core.labels.label import Polygon, WordLabel

SECONDS = 60  # seconds of processor time that the child may take for any file

_PER_SECOND = 500_000  # bytes of the file for which it may take another one; the published file takes minutes

_LARGEST = (2 << 30) - 1  # bytes
_LAST = 1 << 12  # bytes at the end of the output, which hold its last line


def _fits(path: Path) -> bool:
    return path.name.lower().startswith(SCENES) and is_matlab(path)


def _outlines(value: object, part: Sentence) -> list[Polygon]:
    if not isinstance(value, list):
        raise Reject("{part} are no table of 2 × 4 numbers", part=part)
    return [corners(numbers(outline, 8, part)) for outline in value]


def _scene(scene: dict[str, Any], where: str) -> Iterator[Record | Refusal]:
    image = image_name(scene.get("name"))
    texts = scene.get("texts")
    if not isinstance(texts, list):
        raise Reject("txt is not text")
    words = " ".join(map(str, texts)).split()
    outlines = _outlines(scene.get("words"), Sentence("the outlines of words"))
    if len(words) != len(outlines):
        raise Reject(
            "{outlines} {outlines:|outline|outlines} for {words} {words:|word|words}",
            outlines=len(outlines),
            words=len(words),
        )
    letters = _outlines(scene.get("characters"), Sentence("the outlines of characters"))
    if len(letters) != sum(map(len, words)):
        letters = []  # the words are word-level then
    first = 0
    for number, (text, outline) in enumerate(zip(words, outlines, strict=True), 1):
        here = Sentence("{name}, word {number}", name=where, number=number)
        mine, first = letters[first : first + len(text)], first + len(text)
        yield from guarded(here, _word(Record(WordLabel(), here, image=image, crop=outline, number=number), text, mine))


def _word(record: Record, text: str, outlines: list[Polygon]) -> Iterator[Record]:
    clean(text, Sentence("the text"))
    characters = tuple(
        character(symbol, outline, rank)
        for rank, (symbol, outline) in enumerate(zip(symbols(text) if outlines else "", outlines, strict=False), 1)
    )
    label = WordLabel(characters, word(text))
    yield Record(label, record.where, image=record.image, crop=record.crop, number=record.number)


def _counted(output: IO[bytes], path: Path, code: int) -> int:
    """Return the number of scenes, which the last line of the output holds.

    FormatError is raised if the last line holds an error, or no number.
    """
    size = output.seek(0, os.SEEK_END)
    output.seek(max(0, size - _LAST))
    try:
        last = json.loads(output.read().splitlines()[-1])
        if "error" in last:
            raise FormatError(
                "{name}: the file is not the ground truth of SynthText ({why}). Copy it again from its source.",
                name=path.name,
                why=last["error"],
            )
        count = int(last["records"])
    except (ValueError, LookupError, TypeError):
        raise broken_down(path, code) from None
    output.seek(0)
    return count


def _scenes(source: Source, path: Path) -> Iterator[Record | Refusal]:
    most, waiting = matlab_child.SCENES_OUTPUT, source.waiting
    seconds = SECONDS + path.stat().st_size / _PER_SECOND
    with child_output(path, seconds, "synthtext", largest=_LARGEST, most=most, waiting=waiting) as (output, code):
        count = _counted(output, path, code)
        source.total += count
        for place in range(1, count + 1):
            where = Sentence("{name}, scene {number}", name=source.name_of(path), number=place)
            yield from guarded(where, _scene(json.loads(output.readline()), where))


FORMAT = Format(
    id="synthtext",
    title=Sentence("SynthText (gt.mat): words in synthetic scenes, with their characters"),
    detect=lambda source: source.has_list((".mat",), _fits),
    read=lambda source: source.read_lists((".mat",), _fits, _scenes),
    is_list=True,
    known_as=("gt.mat",),
    cuts=True,
)
