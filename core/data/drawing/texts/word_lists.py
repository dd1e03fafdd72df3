"""Loads the word lists beside this module, with frequencies."""

from __future__ import annotations

import itertools
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.files import read_file

WordList = tuple[tuple[str, ...], NDArray[np.float64]]
"""Words, and how often each comes, sums to 1."""


def frequent_words(*names_of_lists: str) -> WordList:
    """Return the words of the lists beside this module and their frequencies, which sum to 1."""
    words: list[str] = []
    classes: list[float] = []
    for name in names_of_lists:
        for line in read_file(Path(__file__).with_name(name)).decode().splitlines():
            if line.startswith("#"):
                continue
            number, *words_of_class = line.split()
            words += words_of_class
            classes += [float(number)] * len(words_of_class)
    frequencies = 10 ** (-np.array(classes) / 100)
    return tuple(words), frequencies / frequencies.sum()


@lru_cache(maxsize=1)
def english() -> WordList:
    """Return the words of `english.txt` and their frequencies, which sum to 1."""
    return frequent_words("english.txt")


@lru_cache(maxsize=1)
def rare() -> WordList:
    """Return the words of `rare.txt`, from eleven languages, and their frequencies, which sum to 1."""
    return frequent_words("rare.txt")


@lru_cache(maxsize=1)
def names() -> WordList:
    """Return the names of `names.txt` that are no words of `english.txt`, all equally frequent."""
    known = known_words()
    chosen = tuple(name for name in frequent_words("names.txt")[0] if name not in known)
    return chosen, np.full(len(chosen), 1 / len(chosen))


def mixed(*parts: tuple[float, WordList]) -> WordList:
    """Return the words of several lists together, each with the share that its words come to."""
    words = itertools.chain.from_iterable(words for _, (words, _) in parts)
    return tuple(words), np.concatenate([share * frequencies for share, (_, frequencies) in parts])


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Return the words of `english.txt` as a set."""
    return frozenset(english()[0])


def by_length(words: WordList) -> dict[int, WordList]:
    """Return the words of each length, with frequencies that do not add up to 1."""
    lengths = np.array([len(word) for word in words[0]])
    parts = {}
    for count in np.unique(lengths):
        places = np.flatnonzero(lengths == count)
        parts[int(count)] = tuple(words[0][place] for place in places), words[1][places]
    return parts
