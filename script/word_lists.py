"""Make the bundled word lists, `english.txt` and `chinese.txt`, with a Python that has wordfreq 3.1.1.

The data of wordfreq and both lists are under CC BY-SA 4.0.
"""

from __future__ import annotations

import math
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import wordfreq  # type: ignore[import-not-found]  # of the one who makes the lists, not of the program

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.charset import CHINESE  # noqa: E402  behind the path

TEXTS = ROOT / "core" / "data" / "drawing" / "texts"
ENGLISH_HEAD = """\
# English words by frequency: each line begins with a frequency class c (a word of it is one of 10^(c/100) words),
# then come the words of that class. From wordfreq 3.1.1 by Robyn Speer (https://github.com/rspeer/wordfreq), licence of
# the data and of this file: CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). wordfreq's own sources: Google
# Books Ngrams, the Leeds Internet Corpus, Wikipedia, ParaCrawl, OpenSubtitles (http://www.opensubtitles.org/), and
# SUBTLEX by Marc Brysbaert et al., which is freely available data. Changed: the 20,000 most frequent words of a-z alone, coarse
# ones left out, frequencies rounded to classes of 0.05.
"""  # noqa: E501
CHINESE_HEAD = """\
# Chinese words by frequency: each line begins with a frequency class c (a word of it is one of 10^(c/100) words),
# then come the words of that class. From wordfreq 3.1.1 by Robyn Speer (https://github.com/rspeer/wordfreq), licence of
# the data and of this file: CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). wordfreq's own sources:
# Google Books Ngrams, Wikipedia, OpenSubtitles (http://www.opensubtitles.org/), SUBTLEX-CH by Cai and Brysbaert, news,
# Twitter.
# Changed: the 30,000 most frequent words of the symbols of the charset zh, with at most 8 of them, and for each symbol
# that is in none of these the most frequent word that has it; coarse ones left out, classes of 0.05.
"""
NO_ENGLISH = """
anal asshole assholes bitch bitches bullshit canal cock cunt cunts dick draper faggot fuck fucked fucker
fuckers fuckin fucking fucks grape grapes hancock hitchcock hitler motherfucker nazi nazis nigga nigger
peacock penis porn porno pornography rape raped rapes scrape shit shite shits shitting shitty slut therapeutic
vagina vaginal whore whores xxx
"""  # coarse words, words that hold one, names of Nazis
COARSE = """
巨乳 做爱 色情 性交 阴茎 阴道 鸡巴 淫 嫖 婊 肏 屌 傻逼 操你 强奸 王八蛋 他妈 妈的 混蛋 杂种 贱人 妓 狗屁
放屁 屎 奶子 裸体 滚蛋 白痴 去死
"""


def english(most: int = 20_000) -> list[tuple[str, float]]:
    """The most frequent words of a-z."""
    left_out = frozenset(NO_ENGLISH.split())
    words = [
        (word, frequency)
        for word, frequency in wordfreq.get_frequency_dict("en", wordlist="best").items()
        if re.fullmatch("[a-z]+", word) and (len(word) > 1 or word in {"a", "i"}) and word not in left_out
    ]
    return sorted(words, key=lambda entry: (-entry[1], entry[0]))[:most]


def chinese(most: int = 30_000, longest: int = 8) -> list[tuple[str, float]]:
    """The most frequent words of the symbols of the charset `zh`, and for each symbol the most frequent that has it."""
    known, coarse = set(CHINESE), COARSE.split()
    words = [
        (word, frequency)
        for word, frequency in wordfreq.get_frequency_dict("zh", wordlist="best").items()
        if set(word) <= known
        and len(word) <= longest
        and not word.isascii()
        and not any(map(word.__contains__, coarse))
    ]
    words.sort(key=lambda entry: (-entry[1], entry[0]))
    missing = known.difference(*(word for word, _ in words[:most]))
    kept = words[:most]
    for word, frequency in words[most:]:
        if not missing.isdisjoint(word):
            missing.difference_update(word)
            kept.append((word, frequency))
    return kept


def write(path: Path, head: str, words: Iterable[tuple[str, float]]) -> None:
    """Write words by their frequency class."""
    classes: dict[int, list[str]] = defaultdict(list)
    for word, frequency in words:
        classes[(round(-100 * math.log10(frequency)) + 3) // 5 * 5].append(word)
    lines = [f"{number} {' '.join(members)}" for number, members in sorted(classes.items())]
    path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(TEXTS / "english.txt", ENGLISH_HEAD, english())
    write(TEXTS / "chinese.txt", CHINESE_HEAD, chinese())
