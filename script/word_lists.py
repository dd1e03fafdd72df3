"""Make the bundled word lists with a Python that has wordfreq 3.1.1.

`names.txt` is made only if the list `american-english` of Debian's package wamerican is named: `script/word_lists.py
/usr/share/dict/american-english`. The data of wordfreq and the lists made from it are under CC BY-SA 4.0.
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

from core.charset import CHINESE, CHINESE_LARGE  # noqa: E402  behind the path
from core.traditional import TRADITIONAL  # noqa: E402

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
CHINESE_RARE_HEAD = (
    CHINESE_HEAD.partition("# Changed:")[0]
    + """\
# Changed: for each symbol of GB 2312 level 2 the three most frequent words that have it, with at most 8 symbols; coarse
# ones left out, classes of 0.05.
"""
)
RARE_HEAD = """\
# Words beyond those of english.txt, by frequency in their language: each line begins with a frequency class c (a word
# of it is one of 10^(c/100) words), then come the words of that class. From wordfreq 3.1.1 by Robyn Speer
# (https://github.com/rspeer/wordfreq), licence of the data and of this file: CC BY-SA 4.0
# (https://creativecommons.org/licenses/by-sa/4.0/). wordfreq's own sources: Google Books Ngrams, the Leeds Internet
# Corpus, Wikipedia, ParaCrawl, OpenSubtitles (http://www.opensubtitles.org/), SUBTLEX by Marc Brysbaert et al., news,
# Twitter. Changed: of English the 24,000 most frequent words behind those of english.txt, of German, French, Spanish,
# Italian, Portuguese, Dutch, Swedish, Polish, Czech and Finnish the 2,000 most frequent; of a-z alone, three letters
# and more, coarse ones left out, classes of 0.05.
"""
NAMES_HEAD = """\
# Names of people, places, peoples and firms, all in one class. They are the capitalised words of SCOWL (Spell Checker
# Oriented Word Lists, http://wordlist.sourceforge.net), size 60, as Debian's wamerican 2020.12.07 has them, without
# accents, in small letters, coarse ones left out. Its licence:
#   Copyright 2000-2011 by Kevin Atkinson
#   Permission to use, copy, modify, distribute and sell these word lists, the associated scripts, the output created
#   from the scripts, and its documentation for any purpose is hereby granted without fee, provided that the above
#   copyright notice appears in all copies and that both that copyright notice and this permission notice appear in
#   supporting documentation. Kevin Atkinson makes no representations about the suitability of this array for any
#   purpose. It is provided "as is" without express or implied warranty.
"""
NO_ENGLISH = """
anal asshole assholes bitch bitches bullshit canal cock cunt cunts dick draper faggot fuck fucked fucker
fuckers fuckin fucking fucks grape grapes hancock hitchcock hitler motherfucker nazi nazis nigga nigger
peacock penis porn porno pornography rape raped rapes scrape shit shite shits shitting shitty slut therapeutic
vagina vaginal whore whores xxx
"""  # coarse words, words that hold one, names of Nazis
NO_STEMS = """
fuck shit cunt nigg porn fagg whore wank cocks bitch nazi hitler himmler goebbels
"""
NO_OTHER_LANGUAGE = """
arsch arschloch bite bites bollocks bordel buceta bugger cabron caralho cazzo chuj cojones connard connasse conne
couilles cul culo cum dildo enculer encule ficken foda foder fotze fregna gilipollas hoer huora hure hurensohn huren
jebat joder kuk knulla kokot kurva kurvy kurwa kurwy kut kutwijf kyrpa lul maricon merda merde mierda minchia
mutterficker neger neuken nutte paska pedo penis perkele perra perse pica piroca polla porca porra puta putain putas
pute puto puttana salope scheisse schlampe schwuchtel slet sraczka stronzo tits titties troia vittu wichser zasrany
zmrd orgasm erotic sexual masturbation hentai milf blowjob dildos horny fetish bastard bastards slutty twat twats
prick pricks pussy pussies boobs boob tit dyke dykes spic chink chinks gook gooks retard retarded retards
"""
COARSE = """
巨乳 做爱 色情 性交 阴茎 阴道 鸡巴 淫 嫖 婊 肏 屌 傻逼 操你 强奸 王八蛋 他妈 妈的 混蛋 杂种 贱人 妓 狗屁
放屁 屎 奶子 裸体 滚蛋 白痴 去死
"""


OF_RARE = 3  # words for each symbol of GB 2312 level 2


def english(most: int = 20_000) -> list[tuple[str, float]]:
    """The most frequent words of a-z."""
    left_out = frozenset(NO_ENGLISH.split())
    words = [
        (word, frequency)
        for word, frequency in wordfreq.get_frequency_dict("en", wordlist="best").items()
        if re.fullmatch("[a-z]+", word) and (len(word) > 1 or word in {"a", "i"}) and word not in left_out
    ]
    return sorted(words, key=lambda entry: (-entry[1], entry[0]))[:most]


def chinese(most: int = 30_000) -> list[tuple[str, float]]:
    """The most frequent words of the symbols of the charset `zh`, and for each symbol the most frequent that has it."""
    words = [entry for entry in _of_chinese() if set(entry[0]) <= set(CHINESE)]
    missing = set(CHINESE).difference(*(word for word, _ in words[:most]))
    return words[:most] + _with_symbols(words[most:], dict.fromkeys(missing, 1))


def chinese_rare() -> list[tuple[str, float]]:
    """The most frequent words of each symbol of GB 2312 level 2."""
    words = [entry for entry in _of_chinese() if not set(entry[0]) <= set(CHINESE)]
    return _with_symbols(words, dict.fromkeys(_simplified().difference(CHINESE), OF_RARE))


def _simplified() -> set[str]:
    return set(CHINESE_LARGE).difference(TRADITIONAL)


def _of_chinese(longest: int = 8) -> list[tuple[str, float]]:
    """Words of the symbols of GB 2312, the most frequent first."""
    simplified, coarse = _simplified(), COARSE.split()
    words = [
        (word, frequency)
        for word, frequency in wordfreq.get_frequency_dict("zh", wordlist="best").items()
        if set(word) <= simplified
        and len(word) <= longest
        and not word.isascii()
        and not any(map(word.__contains__, coarse))
    ]
    return sorted(words, key=lambda entry: (-entry[1], entry[0]))


def _with_symbols(words: Iterable[tuple[str, float]], missing: dict[str, int]) -> list[tuple[str, float]]:
    """The first words that have missing symbols, as many words for each symbol as are missing."""
    kept = []
    for word, frequency in words:
        lacking = [symbol for symbol in set(word) if missing.get(symbol, 0) > 0]
        if lacking:
            missing |= {symbol: missing[symbol] - 1 for symbol in lacking}
            kept.append((word, frequency))
    return kept


def rare(known: Iterable[str], most: int = 24_000, of_language: int = 2_000) -> list[tuple[str, float]]:
    """The most frequent words of a-z in English and ten other languages that are not known."""
    passed_over = {*known, *NO_ENGLISH.split(), *NO_OTHER_LANGUAGE.split()}
    kept: list[tuple[str, float]] = []
    for language in ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "cs", "fi"):
        words = [
            (word, frequency)
            for word, frequency in wordfreq.get_frequency_dict(language, wordlist="best").items()
            if re.fullmatch("[a-z]{3,26}", word)
            and word not in passed_over
            and not re.search(r"(.)\1\1", word)
            and not any(map(word.__contains__, NO_STEMS.split()))
        ]
        words.sort(key=lambda entry: (-entry[1], entry[0]))
        chosen = words[: most if language == "en" else of_language]
        passed_over.update(word for word, _ in chosen)
        kept += chosen
    return kept


def names(path: Path) -> list[tuple[str, float]]:
    """The capitalised words of a list, in small letters, each equally frequent."""
    coarse = {*NO_ENGLISH.split(), *NO_OTHER_LANGUAGE.split()}
    capitalised = (line for line in path.read_text(encoding="utf-8").split() if re.fullmatch("[A-Z][a-z]{2,}", line))
    words = sorted({line.lower() for line in capitalised} - coarse)
    return [(word, 1e-4) for word in words if not any(map(word.__contains__, NO_STEMS.split()))]


def write(path: Path, head: str, words: Iterable[tuple[str, float]]) -> None:
    """Write words by their frequency class."""
    classes: dict[int, list[str]] = defaultdict(list)
    for word, frequency in words:
        classes[(round(-100 * math.log10(frequency)) + 3) // 5 * 5].append(word)
    lines = [f"{number} {' '.join(members)}" for number, members in sorted(classes.items())]
    path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    frequent = english()
    write(TEXTS / "english.txt", ENGLISH_HEAD, frequent)
    write(TEXTS / "rare.txt", RARE_HEAD, rare(word for word, _ in frequent))
    if len(sys.argv) > 1:
        write(TEXTS / "names.txt", NAMES_HEAD, names(Path(sys.argv[1])))
    write(TEXTS / "chinese.txt", CHINESE_HEAD, chinese())
    write(TEXTS / "chinese_rare.txt", CHINESE_RARE_HEAD, chinese_rare())
