"""Reads a word by the network's maps and by the spelling of words in a language.

The network's evidence and a language model of characters are added as logarithms (shallow fusion: Gülçehre et al. 2015,
"On Using Monolingual Corpora in Neural Machine Translation", eq. 10), and a beam search takes the best word. The
language model interpolates n-grams as Witten and Bell do (Chen and Goodman 1999, "An empirical study of smoothing
techniques for language modeling", section 2.4), with a word's end as a symbol of its own.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.encoding import read_text
from core.base.errors import DataError
from core.charset import normalise
from core.data.drawing.texts.chinese_words import chinese, traditional
from core.data.drawing.texts.word_lists import english, mixed, names, rare
from core.data.drawing.texts.words import MAX_CORPUS_BYTES

Float = NDArray[np.float64]

LANGUAGES = ("en", "zh")  # the languages that a model can name

WEIGHT = 0.5  # λ: what the logarithm of a spelling's probability counts beside that of the network's evidence

SHARPNESS = 10.0  # a position is read with probability 1/(1 + exp(-10·(presence - L_score)))

BONUS = 1.0
"""Nats that a position gains that is read, a part of the cost of its spelling, as short words would else be preferred.

A symbol of Chinese is one of thousands, so its spelling costs more, and it gains `CHINESE_BONUS`.
"""

CHINESE_BONUS = 3.0

WITHIN = 0.5
"""Least presence that a position counts with before the last one that reaches L_score.

The order segmentation has counted on from it: of 184 such positions in words of ICDAR 2003 and IIIT5K with a presence
of their own below L_score, thin letters mostly, 92 % were characters; of those behind the last, 13 %.
"""

SURELY_THERE = 0.6
"""Presence from which a language leaves no position out: the network is sure that a character is there."""

UNLIKELY = 0.03
"""Share of a symbol, beside that of the position's best one, below which a language does not read it.

The network is then sure that the symbol is another. With both bounds `reader` reads 1,161 of IIIT5K's 1,249 training
words, on which they were chosen, without them 1,157; of 1,024 that the network by itself reads rightly the language
spoils 15, without them 18.
"""

_LEAST_PRESENCE = 0.1  # positions of less presence are never read

_BEAMS, _CHOICES = 12, 8  # spellings kept, and symbols tried for each position

_DIGITS = "0123456789"
_EDGE = "^"  # before a word's first letter
_MARK = "."  # behind a symbol that no word is spelled with: a word may end there, or another begin
_JOINED = 0.6  # share of the words of Chinese that another follows without a space
_LATIN, _TRADITIONAL = 0.05, 0.2  # shares of English words, and of those in traditional forms, among those of Chinese
_RARE, _NAMES = 0.02, 0.01  # shares of rare words of eleven languages, and of names, among those of English
_KEPT = 4_000_000  # logarithms that are kept
_BITS = 63  # of an n-gram's number
_COUNTED = 3e5  # what the counts come to in all: how much the words are trusted
_UNSEEN = 4.0  # what a symbol that follows a context adds to the weight of the shorter context
_NUMBER_BEGINS = 0.12
_NUMBER_WITHIN = 0.01
_NUMBER_GOES_ON = 0.95
_NUMBER_ENDS = 0.2
_MARK_ENDS = 0.5  # share of the marks behind letters that a word ends with
_LEAST = 1e-5  # of any symbol: nothing is impossible
_UNSPELLED = 0.01
"""Probability that a word is spelled like none, such as a code: each of its symbols is equally likely then."""


MOST_WORDS = 1_000_000
"""Different words of a list that a person gives: more take minutes to learn, and no language has as many."""


class Spelling(Protocol):
    """Words that may be read, with the probabilities of their symbols.

    A context is a text that stands for the beginning of a word, as far as it matters for the rest; "^" for none yet.
    """

    bonus: float
    """The bonus β: see `BONUS`."""
    unspelled: float
    """The logarithm of the probability that a word is spelled like none."""

    @property
    def occurring(self) -> frozenset[str] | None:
        """The symbols that may occur in a word, or None for any symbol."""

    def chances(self, context: str, symbols: Sequence[str], equal: float) -> list[float]:
        """Return the logarithms of the probabilities that each of some symbols follows a context.

        `equal` is the logarithm if each symbol were as likely as another.
        """

    def following(self, context: str, symbol: str) -> str:
        """Return the context that follows when a symbol is added to a context."""

    def ends(self, context: str) -> float:
        """Return the logarithm of the probability that a word ends after a context."""

    def allowed(self, context: str) -> NDArray[np.int64] | None:
        """Return the numbers of the symbols that may follow, each equally likely, or None if any symbol may."""


class LanguageModel:
    """The probability of each next symbol in a word, regardless of case.

    Parameters
    ----------
    words : sequence of str
        The words, casefolded. Digits in them count for nothing: numbers have a rule of their own.
    frequencies : (words,) float
        The frequency of each word. Its square root is counted, so that rare words are not lost.
    order : int
        The largest number of symbols of an n-gram. It is less if the words have so many different symbols that an
        n-gram would be no 64-bit number.
    joined : float
        Share of the words that another word follows without a space.
    bonus : float
        The bonus β: see `BONUS`.
    """

    unspelled = math.log(_UNSPELLED)
    occurring = None

    def __init__(
        self, words: Sequence[str], frequencies: Float, order: int = 8, joined: float = 0.0, bonus: float = BONUS
    ) -> None:
        self.bonus = bonus
        self._joined = joined
        # a to z and the symbols of the words, sorted
        self.letters = "".join(sorted({*ascii_lowercase, *"".join(words)} - {*_DIGITS}))
        self.known = {symbol: number for number, symbol in enumerate(self.letters + _DIGITS)}
        self.end = end = len(self.known)
        self.order = order = min(order, int(_BITS / math.log2(end + 1)))
        weights = np.sqrt(frequencies)
        lengths = np.fromiter(map(len, words), int, len(words))
        numbers = self.known | {_EDGE: end}  # an edge is the end of a word as what follows, its beginning as a context
        symbols = np.array([numbers[symbol] for symbol in _EDGE + _EDGE.join(words) + _EDGE], np.int64)
        place = np.arange(1, len(symbols))
        within = np.concatenate([np.arange(1, length + 2) for length in lengths])  # symbols up to the edge before
        weight = np.repeat(weights, lengths + 1)
        weight *= _COUNTED / weight.sum()
        self._counts: list[tuple[NDArray[np.int64], Float]] = []
        for length in range(order):
            enough = within >= length
            key = np.zeros(enough.sum(), np.int64)
            for back in range(length, -1, -1):
                key = key * (end + 1) + symbols[place[enough] - back]
            keys, of = np.unique(key, return_inverse=True)
            self._counts.append((keys, np.asarray(np.bincount(of, weight[enough]), np.float64)))
        self._logarithms: dict[str, Float] = {}
        self._spellings: dict[str, Float] = {}
        self._contexts: dict[str, str] = {}

    def after(self, context: str) -> Float:
        """Return the logarithm of the probability of each symbol after a context.

        Parameters
        ----------
        context : str
            A context as `following` gives it.

        Returns
        -------
        (letters + 11,) float64
            The logarithms for `letters`, 0 to 9, and the end of the word.
        """
        logarithms = self._logarithms.get(context)
        if logarithms is None:
            first, end = len(self.letters), self.end
            number = np.zeros(end + 1)
            number[first:end] = 1 / len(_DIGITS)
            if context[-1] == _MARK:
                share, letters = _NUMBER_BEGINS, self._spelled(_EDGE).copy()
                letters[end] = 0
                letters[end] = letters.sum() * _MARK_ENDS / (1 - _MARK_ENDS)
            elif context[-1] in _DIGITS:
                share, letters = _NUMBER_GOES_ON, self._spelled(_EDGE).copy()
                letters[end] = 0
                number[first:end] *= 1 - _NUMBER_ENDS
                number[end] = _NUMBER_ENDS
            else:
                share = _NUMBER_BEGINS if context == _EDGE else _NUMBER_WITHIN
                letters = self._spelled(context).copy()
                if self._joined and context != _EDGE:  # another word may follow the one that ends
                    joined = self._joined * letters[end]
                    letters += joined * self._spelled(_EDGE)
                    letters[end] -= joined
            letters[first:end] = 0
            chances = (1 - share) * letters / letters.sum() + share * number
            logarithms = np.log((chances + _LEAST) / (1 + _LEAST * len(chances)))
            _keep(self._logarithms, context, logarithms)
        return logarithms

    def following(self, context: str, symbol: str) -> str:
        """Return the context after a symbol: the last letters, the last digit, or the edge of a word.

        Of the last letters those are left out that are in no word together with all that follow: they say nothing.
        """
        if symbol in _DIGITS:
            return symbol
        if symbol not in self.known:
            return context if context[-1] in _DIGITS else _MARK
        letters = (_EDGE if context[-1] in _DIGITS + _MARK else context) + symbol
        known = self._contexts.get(letters)
        if known is None:
            known = letters[1 - self.order :]
            while len(known) > 1 and not len(self._counted(known)[0]):
                known = known[1:]
            _keep(self._contexts, letters, known)
        return known

    def chances(self, context: str, symbols: Sequence[str], equal: float) -> list[float]:
        logarithms = self.after(context)
        numbers = map(self.known.get, symbols)
        return [equal if number is None else logarithms.item(number) for number in numbers]

    def ends(self, context: str) -> float:
        return float(self.after(context)[self.end])

    def allowed(self, context: str) -> None:
        return None

    def _spelled(self, context: str) -> Float:
        """Return the probability of each letter after a context, and of the end, in an array that nobody changes."""
        spelled = self._spellings.get(context)
        if spelled is None:
            shorter = self._spelled(context[1:]) if context else np.full(self.end + 1, 1 / (self.end + 1))
            followers, counts = self._counted(context)
            spelled = shorter
            if len(followers):
                trust = _UNSEEN * len(followers)
                spelled = trust * shorter
                spelled[followers] += counts
                spelled /= counts.sum() + trust
            if len(context) < self.order - 1:  # the longest are asked for once, by `after`
                _keep(self._spellings, context, spelled)
        return spelled

    def _counted(self, context: str) -> tuple[NDArray[np.int64], Float]:
        """Return the numbers of the symbols that follow a context in the words, and how often each does."""
        keys, counts = self._counts[len(context)]
        code, base = 0, self.end + 1
        for symbol in context:
            code = code * base + self.known.get(symbol, self.end)
        first, last = keys.searchsorted((code * base, (code + 1) * base))
        return keys[first:last] - code * base, counts[first:last]


Kept = TypeVar("Kept", Float, str)


def _keep(kept: dict[str, Kept], context: str, values: Kept) -> None:
    if len(kept) * len(values) >= _KEPT:  # with thousands of symbols, those of all contexts would fill the memory
        kept.clear()
    kept[context] = values


Read = list[tuple[int, int]]  # the positions that are read, each with the number of its symbol

Beams = dict[str, tuple[float, tuple[tuple[int, int], ...]]]  # score and symbols that are read, by context

_NONE = -1  # in place of a symbol's number: the position is not read


def readings(
    shares: Float, presence: Float, symbols: Sequence[str], score_threshold: float, language: Spelling
) -> list[tuple[float, Read]]:
    """Find the likeliest words, each by the positions that are read and by their symbols.

    The score of a word is Σ_k log r_k + log s_k(c_k)/max s_k + λ·log P(c_k | c_1 … c_(k-1)) + β over the positions that
    are read, and Σ_k log (1 - r_k) over those that are not, plus λ·log P(end). r_k is the probability that k is read
    (`SHARPNESS`, `WITHIN`), s_k(c) the network's share of c, β the language's bonus. What the network is sure of a
    language does not change (`SURELY_THERE`, `UNLIKELY`), unless nothing but its words may come.

    Parameters
    ----------
    shares : (n, symbols) float
        p_k(c)/Σ H_k, summed over the cases of a symbol where case is not regarded.
    presence : (n,) float
        max H_k.
    symbols : sequence of str
        A symbol that a language does not know separates words.
    score_threshold : float
        L_score. If no presence reaches it nothing is read.
    language : Spelling

    Returns
    -------
    list of (float, Read)
        Score and word, the likeliest first; empty if nothing is present, or no possible word was found.
    """
    present = np.flatnonzero(presence >= score_threshold)
    if not len(present):
        return []
    presence = np.where(np.arange(len(presence)) < present[-1], np.maximum(presence, WITHIN), presence)
    places = np.flatnonzero(presence >= _LEAST_PRESENCE)
    equal = -math.log(len(symbols))
    beams: Beams = {_EDGE: (0.0, ())}
    unspelled, at_will = WEIGHT * language.unspelled, []
    is_bounded = language.unspelled > -math.inf  # words that are expected are truer than what the network is sure of
    for place in places.tolist():
        odds = SHARPNESS * (float(presence[place]) - score_threshold)
        is_read, is_not = -math.log1p(math.exp(-odds)), -math.log1p(math.exp(odds))
        row = shares[place]
        best = np.argsort(-row)[:_CHOICES]
        if is_bounded:
            best = best[row[best] >= UNLIKELY * row[best[0]]]
        tried = _Tried(row, best.tolist(), symbols)
        likeliest = tried.best.evidence[0]
        most = is_read + language.bonus - likeliest
        first = most + likeliest
        if first + WEIGHT * equal > is_not:
            at_will.append((place, tried.best.numbers[0]))
        unspelled += max(first + WEIGHT * equal, is_not)
        longer: list[tuple[float, str, int]] = []
        if not is_bounded or presence[place] < SURELY_THERE:
            longer = [(score + is_not, context, _NONE) for context, (score, _) in beams.items()]
        for context, (score, _) in beams.items():
            numbers, names, evidence = tried.among(language.allowed(context))
            chances = language.chances(context, names, equal)
            before = score + most
            longer += [
                (before + seen + WEIGHT * chance, context, number)
                for number, seen, chance in zip(numbers, evidence, chances, strict=True)
            ]
        beams = _best_beams(longer, beams, place, symbols, language)
    words = [(score + WEIGHT * language.ends(context), [*read]) for context, (score, read) in beams.items()]
    words = [word for word in [*words, (unspelled, at_will)] if word[0] > -math.inf]
    return sorted(words, key=lambda word: -word[0])


def _best_beams(
    longer: list[tuple[float, str, int]], beams: Beams, place: int, symbols: Sequence[str], language: Spelling
) -> Beams:
    """Return the best beams of different contexts, from candidates (score, context before, symbol or `_NONE`)."""
    best: Beams = {}
    for score, before, symbol in sorted(longer, key=itemgetter(0), reverse=True):
        read = beams[before][1]
        context = before if symbol == _NONE else language.following(before, symbols[symbol])
        if context not in best:
            best[context] = score, read if symbol == _NONE else (*read, (place, symbol))
            if len(best) == _BEAMS:
                break
    return best


class _Choices(NamedTuple):
    """Symbols that are tried at one position."""

    numbers: list[int]
    """The symbols by their numbers."""
    names: list[str]
    """The symbols themselves."""
    evidence: list[float]
    """The logarithm of the share of each."""


class _Tried:
    """The symbols that are tried at one position.

    Parameters
    ----------
    row : (symbols,) float
        The shares of the position.
    best : list of int
        The symbols that are tried if any may follow.
    symbols : sequence of str
        All symbols.
    """

    def __init__(self, row: Float, best: list[int], symbols: Sequence[str]) -> None:
        self._row = row
        self._symbols = symbols
        self.best = self._choices(best)
        self._among: dict[int, tuple[NDArray[np.int64], _Choices]] = {}  # many contexts share an array

    def among(self, allowed: NDArray[np.int64] | None) -> _Choices:
        """Return those of the symbols that may follow with the greatest shares, as many as spellings are kept."""
        if allowed is None:
            return self.best
        if id(allowed) not in self._among:
            likeliest = allowed
            if len(allowed) > _BEAMS:
                likeliest = allowed[np.argpartition(-self._row[allowed], _BEAMS)[:_BEAMS]]
            self._among[id(allowed)] = allowed, self._choices(likeliest.tolist())
        return self._among[id(allowed)][1]

    def _choices(self, numbers: list[int]) -> _Choices:
        evidence = [math.log(share + _LEAST) for share in self._row[numbers].tolist()]
        return _Choices(numbers, [self._symbols[number] for number in numbers], evidence)


@lru_cache(maxsize=len(LANGUAGES))
def language_model(name: str) -> LanguageModel | None:
    """Return the language model of "en" or "zh", or None for any other language."""
    if name == "en":
        return LanguageModel(*mixed((1 - _RARE - _NAMES, english()), (_RARE, rare()), (_NAMES, names())))
    if name != "zh":
        return None
    words = mixed((1 - _TRADITIONAL - _LATIN, chinese()), (_TRADITIONAL, traditional()), (_LATIN, english()))
    return LanguageModel(*words, order=3, joined=_JOINED, bonus=CHINESE_BONUS)


@lru_cache(maxsize=2)
def of_corpus(path: Path) -> LanguageModel:
    """Make a language model from the words of a text file.

    Raises
    ------
    DataError
        If the file cannot be read, or no word is in it.
    """
    counts = Counter(part for word in read_words(path) for part in re.findall(r"[^\W\d_]+", word.casefold()))
    if not counts:
        raise DataError("{name}: no word is in it. Choose a text file of words.", name=path.name)
    return LanguageModel([*counts], np.array([*counts.values()], np.float64))


def read_words(path: Path) -> list[str]:
    """Return the words of a text file, separated by white space, as often as they occur.

    Raises
    ------
    DataError
        If the file cannot be read, or has more than `MOST_WORDS` different words.
    """
    words = normalise(read_text(path, MAX_CORPUS_BYTES, DataError).text).split()
    count = len({*words})
    if count > MOST_WORDS:
        raise DataError(
            "{name}: {count:,} different words, more than {most:,}. Leave out those that never occur.",
            name=path.name,
            count=count,
            most=MOST_WORDS,
        )
    return words
