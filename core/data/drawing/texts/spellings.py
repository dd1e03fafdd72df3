"""Draws texts that are in no word list: pronounceable words, spellings of brands, internet addresses."""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.data.drawing.texts.word_lists import english, names, rare

_LETTERS = string.ascii_lowercase
_EDGE = len(_LETTERS)  # the place of a word's beginning and end in the table of letters
_SHORTEST_PART, _LONGEST_PART = 3, 12  # letters of a word in an address
_FLATTENED = 0.75  # power of the letters' frequencies: rare successions come oftener than in the lists

_WRITTEN_RESPELT = "c:k ck:k ck:x cs:x s:z i:y y:i ph:f qu:kw er:r f:ph o:oo e:ee u:oo or:r ight:ite t:tt"
_RESPELT = tuple(tuple(pair.split(":")) for pair in _WRITTEN_RESPELT.split())
_WRITTEN_BEFORE = """
e i my go pro uni euro neo bio eco tele mc o' d' x re e- i-
"""
_WRITTEN_BEHIND = """
ex ix o a ly ify it tech tec co max land mart soft net os ia eo ette ina by zz 24 365 2go 4u + ! &co 's 's s y er era
on um us
"""
_WRITTEN_ENDS = """
com com com com com org org net co.uk co.uk de fr it es nl ca com.au ie eu info biz tv gov edu us ch at be in jp cn co
io me org.uk ac.uk
"""
_WRITTEN_ADDRESSES = """
www.W.T www.W.T www.W.T www.WW.T www.W-W.T W.T WW.T W.T/W http://W.T https://www.W.T www.W24.T W@W.T W.W@W.T W1@W.T
W@W.W.T info@W.T mail@W.T sales@W.T contact@W.T @W @WW #W #WW www.W.T/W W.W.T ftp.W.T //W.T
"""
"""W is a word, T the end of a name."""
_BEFORE, _BEHIND, _ENDS, _ADDRESSES = (
    tuple(text.split()) for text in (_WRITTEN_BEFORE, _WRITTEN_BEHIND, _WRITTEN_ENDS, _WRITTEN_ADDRESSES)
)


@lru_cache(maxsize=1)
def _successions() -> NDArray[np.float64]:
    """Return the cumulative probabilities of the letter behind two letters, (27, 27, 26) float64.

    The number `_EDGE` means the beginning of a word.
    """
    text = "".join("{{" + word for words in (english(), rare(), names()) for word in words[0])
    places = np.frombuffer(text.encode(), np.uint8).astype(np.int64) - ord("a")  # { follows z
    first = places[:-2]
    second = places[1:-1]
    third = places[2:]
    counts = np.zeros((_EDGE + 1, _EDGE + 1, _EDGE + 1))
    np.add.at(counts, (first, second, third), 1.0)
    letters = counts[:, :, :_EDGE] ** _FLATTENED
    unseen = letters.sum(axis=2) == 0
    letters[unseen] = (counts.sum(axis=0)[:, :_EDGE] + 1)[np.nonzero(unseen)[1]]
    sums = np.cumsum(letters, axis=2)
    return np.asarray(sums / sums[:, :, -1:])


def pronounceable(rng: np.random.Generator, count: int) -> str:
    """Return a word of `count` small letters that follow one another as in real words."""
    sums = _successions()
    first = second = _EDGE
    letters = []
    for number in rng.random(count):
        first, second = second, int(np.searchsorted(sums[first, second], number, "right"))
        letters.append(_LETTERS[min(second, _EDGE - 1)])
    return "".join(letters)


def brand(rng: np.random.Generator, word: str, longest: int) -> str:
    """Return a word as a firm might spell it, letter case included, with at most `longest` symbols."""
    chances = rng.random(4)
    if chances[0] < 0.55:
        fitting = [pair for pair in _RESPELT if pair[0] in word]
        if fitting:
            old, new = fitting[int(rng.integers(len(fitting)))]
            word = word.replace(old, new, 1 + int(chances[3] * 2))
    before = _BEFORE[int(rng.integers(len(_BEFORE)))] if chances[1] < 0.25 else ""
    behind = _BEHIND[int(rng.integers(len(_BEHIND)))] if chances[2] < 0.35 else ""
    style = rng.random()
    if style < 0.3:
        text = before + word.capitalize() + behind  # iPhone
    elif style < 0.5:
        text = before.capitalize() + word.capitalize() + behind.capitalize()
    elif style < 0.65:
        text = (before + word + behind).upper()
    elif style < 0.8:
        text = before + word + behind
    else:
        place = int(rng.integers(1, max(2, len(word))))  # LinkedIn, YouTube
        text = before + word[:place].capitalize() + word[place:].capitalize() + behind
    return text[:longest]


def address(rng: np.random.Generator, word: Callable[[int], str], longest: int) -> str:
    """Draw an internet address of at most `longest` symbols, or "" if none of a few forms is short enough.

    `word` gives a word of a length.
    """
    for numbers in rng.random((4, 2)):
        form = _ADDRESSES[int(numbers[0] * len(_ADDRESSES))]
        end = _ENDS[int(numbers[1] * len(_ENDS))]
        parts = form.count("W")
        room = (longest - (len(form) - parts) - (len(end) - 1) * form.count("T")) // parts
        if room >= _SHORTEST_PART:
            most = min(room, _LONGEST_PART)
            words = [word(int(count)) for count in rng.integers(_SHORTEST_PART, most + 1, size=parts)]
            text = form.replace("W", "{}").format(*words).replace("T", end)
            style = rng.random()
            return text.upper() if style < 0.15 else text.title() if style < 0.25 else text
    return ""
