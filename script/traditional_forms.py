"""Make `core/traditional.py` with a Python that has wordfreq 3.1.1: the most frequent traditional forms of Chinese.

wordfreq counts words in simplified symbols and knows of each traditional form which one it counts as. A form is as
frequent as the symbol that it counts as; those of Big5's first level, which holds the frequently used ones, come before
those of its second. Forms that GB 2312 has are left out.
"""

from __future__ import annotations

import gzip
import sys
import textwrap
from collections import Counter
from pathlib import Path

import msgpack  # type: ignore[import-not-found]  # of the one who makes the table, not of the program
import wordfreq  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parent.parent
COUNT = 1_800

HEAD = '''\
"""The {count:,} most frequent traditional forms of Chinese symbols. `script/traditional_forms.py` writes this file.

Made from wordfreq 3.1.1 by Robyn Speer (https://github.com/rspeer/wordfreq), licence of the data and of this table:
CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/), and from the encodings GB 2312 and Big5.
"""

_PAIRS = """
{pairs}
"""
_JOINED = "".join(_PAIRS.split())

TRADITIONAL = _JOINED[::2]
"""Traditional forms that GB 2312 does not have, the most frequent first."""

SIMPLIFIED = _JOINED[1::2]
"""The simplified form of each of `TRADITIONAL`."""
'''


def _level(symbol: str) -> int:
    """Return the level of a symbol in Big5: 1 or 2, or 0 if it is not there."""
    try:
        encoded = symbol.encode("big5")
    except UnicodeEncodeError:
        return 0
    return 1 if encoded < b"\xc6\x7f" else 2


def _in_gb_2312(symbol: str) -> bool:
    return symbol.encode("gb2312", "ignore") != b""


def forms() -> list[tuple[str, str]]:
    """Traditional and simplified forms, the most frequent first."""
    path = Path(wordfreq.__file__).parent / "data" / "_chinese_mapping.msgpack.gz"
    with gzip.open(path) as file:
        mapping = msgpack.load(file, raw=False, strict_map_key=False)
    frequency: Counter[str] = Counter()
    for word, share in wordfreq.get_frequency_dict("zh", wordlist="best").items():
        for symbol in word:
            frequency[symbol] += share
    pairs = [(chr(traditional), simplified) for traditional, simplified in mapping.items()]
    kept = [pair for pair in pairs if _level(pair[0]) and not _in_gb_2312(pair[0]) and _in_gb_2312(pair[1])]
    return sorted(kept, key=lambda pair: (_level(pair[0]), -frequency[pair[1]], pair[0]))


if __name__ == "__main__":
    written = "".join(traditional + simplified for traditional, simplified in forms()[:COUNT])
    lines = "\n".join(textwrap.wrap(written, 60))
    path = ROOT / "core" / "traditional.py"
    path.write_text(HEAD.format(count=COUNT, pairs=lines), encoding="utf-8")
    sys.stdout.write(f"{path}: {len(written) // 2} forms\n")
