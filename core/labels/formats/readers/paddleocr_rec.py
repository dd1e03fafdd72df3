"""`paddleocr-rec`: PaddleOCR's recognition list `rec_gt.txt`, `path TAB text`.

Only the list's name distinguishes the format from a word list, whose parser it uses; one module a format.
"""

from __future__ import annotations

from core.base.errors import Sentence
from core.labels.formats.base import list_format
from core.labels.formats.readers.wordlist import is_list, parse_line

_NAME = "rec_gt"


FORMAT = list_format(
    "paddleocr-rec",
    Sentence("PaddleOCR recognition list (rec_gt.txt)"),
    (".txt",),
    lambda path: path.name.lower().startswith(_NAME) and is_list(path),
    parse_line,
    known_as=(_NAME,),
)
