r"""`icdar-words`: word images of ICDAR's Robust Reading Competitions, with their texts in a list.

`word_1.png, "text"` (2013 and 2015, with `\"` for a quote within the text), or `word_1.png,script,text` (MLT 2017 and
2019), as the pages of the competitions say (rrc.cvc.uab.es, word recognition). `###` is an illegible word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from core.base.errors import Sentence
from core.base.images import is_image
from core.labels.formats.base import list_format
from core.labels.formats.lines.outlined import SCRIPTS
from core.labels.formats.parsing import image_or_end, word
from core.labels.formats.record import Record, Reject
from core.labels.formats.source import head
from core.labels.label import ILLEGIBLE, WordLabel

_QUOTED = re.compile(r'^([^,\t"]+),\s*"(.*)"\s*$')
_SCRIPT = re.compile(rf"^([^,\t]+),\s*(?:{'|'.join(sorted(SCRIPTS))}),(.+)$")


def _pair(line: str) -> tuple[str, str] | None:
    if (match := _QUOTED.match(line)) is not None:
        return match[1], match[2].replace('\\"', '"')
    match = _SCRIPT.match(line)
    return None if match is None else (match[1], match[2])


def is_list(path: Path) -> bool:
    """Return True if the first lines of a file list word images with texts in quotation marks, or with scripts."""
    pairs = [_pair(line) for line in head(path)[:3]]
    return bool(pairs) and all(pair is not None and is_image(Path(pair[0])) for pair in pairs)


def _parse(line: str, where: str) -> Iterator[Record]:
    pair = _pair(line)
    if pair is None:
        raise Reject('neither word.png, "text" nor word.png,script,text')
    name, text = pair
    image, elsewhere = image_or_end(name)
    if text == ILLEGIBLE:
        raise Reject('illegible ("{text}")', text=ILLEGIBLE)
    yield Record(WordLabel(text=word(text)), where, image=image, elsewhere=elsewhere)


FORMAT = list_format(
    "icdar-words", Sentence("ICDAR word recognition (gt.txt): a list of word images"), (".txt",), is_list, _parse
)
