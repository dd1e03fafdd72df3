"""`art`: ArT and LSVT (ICDAR 2019), one JSON file with the words of all scenes, or with word images of ArT's task 2.

`{"gt_1": [{"transcription", "points": [[x, y], …], "language", "illegibility"}, …], …}` (rrc.cvc.uab.es, challenges 14
and 16): each key is the name of an image without its ending. The words are cut out. A word image (`res_1`) has no
points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.base.errors import Sentence
from core.base.files import open_file
from core.labels.formats.base import Format
from core.labels.formats.parsing import image_name, points, reading_of, word
from core.labels.formats.readers.coco import document_of
from core.labels.formats.record import Record, Refusal, Reject
from core.labels.formats.source import Source, guarded
from core.labels.label import ILLEGIBLE, WordLabel

_LOOK = 1 << 10  # bytes within which a file shows its format
_KEY = rb'"(?!(?:chars|lines|shapes)")[^"]+"\s*:\s*\['  # of ReCTS and of labelme
_START = re.compile(
    rb"\s*(?:\xef\xbb\xbf)?\{\s*(?:" + _KEY + rb"\s*\]\s*,\s*)*" + _KEY + rb'\s*\{\s*"'
    rb'(?:transcription|points|illegibility|language)"'
)


def _fits(path: Path) -> bool:
    try:
        with open_file(path) as stream:
            return _START.match(stream.read(_LOOK)) is not None
    except OSError:
        return False


def _word(value: Any, stem: str, where: str, number: int) -> Iterator[Record]:
    if not isinstance(value, dict):
        raise Reject("not a JSON object")
    text = word(value.get("transcription"))
    if value.get("illegibility") or text == ILLEGIBLE:
        raise Reject('illegible ("{text}")', text=text)
    record = Record(WordLabel(text=text), where, stem=image_name(stem), reading=reading_of(value))
    if "points" in value:
        outline = points(value["points"], Sentence("the outline of the word"))
        record = replace(record, crop=outline, number=number)
    yield record


def _words(source: Source, path: Path) -> Iterator[Record | Refusal]:
    scenes = document_of(source, path)
    source.total += len(scenes)
    for stem, words in scenes.items():
        for number, entry in enumerate(words if isinstance(words, list) else [words], 1):
            where = Sentence("{name}, {image}, word {number}", name=source.name_of(path), image=stem, number=number)
            yield from guarded(where, _word(entry, stem, where, number))


FORMAT = Format(
    id="art",
    title=Sentence("ArT and LSVT: one JSON file of words in scenes"),
    detect=lambda source: source.has_list((".json",), _fits),
    read=lambda source: source.read_lists((".json",), _fits, _words),
    is_list=True,
    cuts=True,
)
