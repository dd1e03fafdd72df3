"""Options of reading words: regardless of case or not, from one crop or several, with or without spelling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from core.analysis.reading_rule import LOOKS_AT_CODES, are_codes
from core.base.errors import DataError
from core.base.phrases import listed
from core.labels.maps.decoding import ReadWord, doubles
from core.model.using.expected import expected_spelling
from core.model.using.language_model import LANGUAGES, Read, Spelling, language_model, of_corpus, readings
from core.model.using.letter_case import heights_of, in_likeliest_case
from core.project.project import Project
from core.runs.spec import NetworkSpec

_LEAST_SHARE = 1e-6

AUTO = 0  # crops: five for a word that is doubtful, if a language or expected words help to read; else one

DOUBTFUL = 0.9
"""Probability below which a word is read again, in two or four more crops.

Of IIIT5K's 1,249 training words, on which it was chosen, 20 % are read again. They gain 1.2 points so, and 1.4 if all
words are read again.
"""

CROPS: Mapping[int, tuple[float, ...]] = {
    AUTO: (0.0,),
    1: (0.0,),
    3: (0.0, 0.04, 0.08),
    5: (0.0, 0.04, -0.04, 0.08, -0.08),
}
"""The cut off each side of the image for every crop, by the number of crops; fractions of the shorter side.

With a negative cut the image grows by so much: its rim is repeated.
"""


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """The options for reading words: letter case, crops, language and expected words.

    Raises
    ------
    DataError
        If there are no crops of that number.
    """

    ignore_case: bool = False
    """True to choose the symbol without its case first, by the sum of p_k over its cases, then the likelier case."""
    crops: int = 1
    """The number of crops of an image that are read. Of three, p_k and presences are averaged, and places are those in
    the whole image. Of five, each is read by itself, and `voted` chooses; so codes are read, and they get the likeliest
    letter case of the word. `AUTO`: five if one by itself is doubtful."""
    language_model: bool = False
    """True to choose symbols and positions together, by the spelling of the words of a language, then the likeliest
    letter case of the word. A model that names no language is read without, unless `language` names one."""
    language: str = ""
    """`en`, `zh` or a text file of words, in place of the language that the model names."""
    expected: str = ""
    """A text file of words or a pattern (`core.model.using.expected`). The likeliest of these words is read, in place
    of a language's. Empty: any word."""

    def __post_init__(self) -> None:
        if self.crops not in CROPS:
            raise DataError(
                "crops: {crops} is not possible. Choose one of {choices}.",
                crops=self.crops,
                choices=listed("auto" if number == AUTO else str(number) for number in CROPS),
            )

    @property
    def is_plain(self) -> bool:
        """True if words are read as the model forms them, without further help."""
        return self == PLAIN

    @property
    def chooses_case(self) -> bool:
        """True if a word gets the letter case that is likeliest for all of it: with a language, and codes."""
        return self.language_model or (self.votes and not self.expected)

    @property
    def votes(self) -> bool:
        """True if each crop is read separately, and one of the readings is then chosen."""
        return self.crops > 3

    def cuts(self, size: tuple[int, int]) -> list[int]:
        """Return how many pixels each crop leaves out on every side of an image of that (height, width)."""
        return [round(share * min(size)) for share in CROPS[self.crops]]

    def crops_of(self, image: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
        """Return the crops of an image, (height, width, 3) uint8, beginning with the whole image."""
        height, width = image.shape[:2]
        return [
            image[cut : height - cut, cut : width - cut]
            if cut >= 0
            else np.asarray(cv2.copyMakeBorder(image, -cut, -cut, -cut, -cut, cv2.BORDER_REPLICATE), np.uint8)
            for cut in self.cuts((height, width))
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the options that differ from the plain ones, to be named beside every measured figure."""
        return (
            ({"ignore_case": True} if self.ignore_case else {})
            | ({"crops": self.crops or "auto"} if self.crops != 1 else {})
            | ({"language_model": True} if self.language_model else {})
            | ({"language": self.language} if self.language else {})
            | ({"expected": self.expected} if self.expected else {})
        )

    def of(self, spec: NetworkSpec) -> ReadingOptions:
        """Return the options that suit a model, without language and with one crop if it names no known language."""
        is_known = bool(self.language) or spec.language in LANGUAGES
        has_language = self.language_model and is_known and not self.expected
        looks_again = has_language or self.expected or self.crops != AUTO
        return replace(self, language_model=has_language, crops=self.crops if looks_again else 1)

    @property
    def is_folded(self) -> bool:
        """True if symbols are looked up in lower case, which they are unless exact words are expected."""
        return self.ignore_case or not self.expected

    def folds(self, charset: Sequence[str]) -> list[str]:
        """Return each symbol of a charset as it is looked up."""
        return _folds(charset, self.is_folded)

    def spelling(self, spec: NetworkSpec) -> Spelling | None:
        """Return the words that a model may read, with their probabilities, or None if any word may be read.

        Raises
        ------
        DataError
            If a file or a pattern is unusable.
        """
        if self.expected:
            symbols = tuple(dict.fromkeys(self.folds(spec.charset)))
            return expected_spelling(self.expected, symbols, ignore_case=self.ignore_case)
        if not self.language_model:
            return None
        name = self.language or spec.language
        return language_model(name) if name in LANGUAGES else of_corpus(Path(name))


PLAIN = ReadingOptions()  # as the model forms words by itself

FOR_CODES = ReadingOptions(crops=LOOKS_AT_CODES)
"""For codes (`core.analysis.reading_rule`): without a language, what most of five looks say."""


def chosen_options(ignore_case: bool, crops: int | str, language: str | None, expected: str | None) -> ReadingOptions:
    """Return the reading options that a person chose in a command or in Python.

    Parameters
    ----------
    ignore_case : bool
        As that of `ReadingOptions`.
    crops : int or str
        "auto" or a number.
    language : str or None
        "none", `en`, `zh` or a file of words. None: the model's own.
    expected : str or None
        A file of words or a pattern. None: any word.

    Raises
    ------
    DataError
        If there are no crops of that number.
    ValueError
        If `crops` is another text than "auto" and no number.
    """
    named = "" if language in {None, "none"} else str(language)
    number = AUTO if crops == "auto" else int(crops)
    return ReadingOptions(ignore_case, number, language != "none", named, expected or "")


def options_for(
    project: Project, ignore_case: bool, crops: int | str, language: str | None, expected: str | None
) -> tuple[ReadingOptions, str]:
    """Return the options for a project's words, and a sentence that says who chose between words and codes.

    The parameters are those of `chosen_options`. None takes the project's stored choice, or else the default. The
    sentence is "" if a person has chosen.

    Raises
    ------
    DataError, ValueError
        As `chosen_options`.
    """
    options = chosen_options(ignore_case, crops, language, project.expected if expected is None else expected)
    if language is not None or options.expected:
        return options, ""
    is_alone = project.settings.reading == "network"
    looks = LOOKS_AT_CODES if is_alone and crops == "auto" else options.crops
    how = "by the network alone" if is_alone else "with the model's language, if it names one"
    whose = "default" if project.settings.reading == "auto" else "as the project says"
    return replace(options, language_model=not is_alone, crops=looks), f"Words are read {how} ({whose})."


def for_codes(alone: Iterable[str], options: ReadingOptions) -> ReadingOptions | None:
    """Return the options with which to read images again, if most of the network's own readings are codes.

    `alone` holds the network's own readings of all images. None is returned if they are words, or too few to decide.
    """
    return replace(FOR_CODES, ignore_case=options.ignore_case) if are_codes(alone) else None


def read_with_options(
    crops: Sequence[Mapping[str, NDArray[Any]]],
    spec: NetworkSpec,
    options: ReadingOptions,
    *,
    is_turned: bool = False,
) -> dict[str, NDArray[Any]]:
    """Return the outputs of `core.model.network.formation.WordFormation` for a word formed with these options.

    Parameters
    ----------
    crops : sequence of mappings of str to array
        The outputs for each crop of one image, with `shares`, and with `localization_map` for a language model and if
        the options choose the case. The first is the whole image.
    spec : NetworkSpec
        The model's spec.
    options : ReadingOptions
        The options.
    is_turned : bool
        Whether the image was turned (`MapSpec.is_turned`): heights say nothing of letter case then.

    Returns
    -------
    dict of str to array
        The outputs of the whole image, with other `ids`, `scores`, `presence`, `gaps` and `confidence`. Without regard
        to case, with a language model, and of a code a score is the sum over the cases of the symbol. With a language
        model also `doubles` (n,) bool (`core.labels.maps.decoding.doubles`), which are no gaps, and `lost` (n,)
        float32: the logarithm of how much likelier the network's own symbol is there. With expected words also `likely`
        (2,) float32: the probability of the reading among the words that were found, and that of the best other one,
        whose symbols are `other` (m,) int32, ids. Both are 0 if none of the expected words fits, and then the word is
        read as any other.

    Raises
    ------
    DataError
        If a file or a pattern of the options cannot be used.
    """
    shares, presence = (_mean([crop[name] for crop in crops]) for name in ("shares", "presence"))
    chosen, scores = shares.argmax(axis=1), shares.max(axis=1)
    present = presence >= spec.score_threshold
    more: dict[str, NDArray[Any]] = {}
    if options.ignore_case or options.chooses_case or options.expected:
        symbols, group, by_group, first_of = _groups(tuple(spec.charset), options.is_folded)
        peaks = (crops[0]["centres"][:, ::-1] // spec.maps.stride).astype(np.int64)
        sums = np.add.reduceat(shares[:, by_group].astype(np.float64), first_of, axis=1)
        best = sums.argmax(axis=1)
        spelling = options.spelling(spec)
        likeliest = [] if spelling is None else readings(sums, presence, symbols, spec.score_threshold, spelling)
        if options.expected:
            more = _compared(likeliest, group)
        if spelling is not None and (likeliest or not options.expected):
            present = np.zeros(len(presence), bool)
            for place, symbol in likeliest[0][1] if likeliest else ():
                present[place], best[place] = True, symbol
            more |= {"doubles": doubles(present, peaks, crops[0]["localization_map"])}
        chosen = np.where(group == best[:, None], shares, -1.0).argmax(axis=1)
        if options.chooses_case:
            has_heights = spec.maps.sigma.kind == "relative" and not is_turned
            heights = heights_of(peaks[present], crops[0]["localization_map"]) if has_heights else None
            chosen[present] = in_likeliest_case(chosen[present], shares[present], tuple(spec.charset), heights)
        scores = sums[np.arange(len(sums)), best]
    last = int(np.flatnonzero(present).max(initial=-1))
    scores = np.where(present, scores, 0.0).astype(np.float32)
    read = {
        "ids": np.where(present, chosen + 1, 0).astype(np.int32),
        "scores": scores,
        "presence": presence.astype(np.float32),
        "gaps": ~present & (np.arange(len(present)) < last) & ~more.get("doubles", np.False_),
        "confidence": np.float32(scores[present].prod() if last >= 0 else 0.0),
    }
    if options.language_model:
        lost = np.log(shares.max(axis=1) + _LEAST_SHARE) - np.log(scores + _LEAST_SHARE)
        more["lost"] = np.where(present, np.clip(lost, 0, None), 0).astype(np.float32)
    return {name: value for name, value in crops[0].items() if name != "shares"} | read | more


def _mean(arrays: Sequence[NDArray[Any]]) -> Any:
    return arrays[0] if len(arrays) == 1 else np.mean(arrays, axis=0)


class _Groups(NamedTuple):
    """The symbols of a charset that are looked up alike, such as the cases of a letter."""

    symbols: tuple[str, ...]
    """As they are looked up, each once."""
    group: NDArray[np.int64]
    """(C,): the number among `symbols` of each symbol of the charset."""
    by_group: NDArray[np.int64]
    """(C,): the places in the charset, those of a group together."""
    first_of: NDArray[np.int64]
    """The place in `by_group` at which each group begins."""


@lru_cache(maxsize=8)
def _groups(charset: tuple[str, ...], is_folded: bool) -> _Groups:
    folds = _folds(charset, is_folded)
    numbers = {fold: number for number, fold in enumerate(dict.fromkeys(folds))}
    group = np.array([numbers[fold] for fold in folds])
    by_group = np.argsort(group, kind="stable")
    return _Groups(tuple(numbers), group, by_group, np.searchsorted(group[by_group], np.arange(len(numbers))))


def _folds(charset: Sequence[str], is_folded: bool) -> list[str]:
    return [symbol.casefold() if is_folded else symbol for symbol in charset]


def _compared(scored_readings: Sequence[tuple[float, Read]], group: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Return how likely the first of some readings is, and the second one, as `read_with_options` has them."""
    likely, second = np.zeros(2, np.float32), np.zeros(0, np.int32)
    if scored_readings:
        chances = np.exp(np.array([score for score, _ in scored_readings]) - scored_readings[0][0])
        likely[: len(scored_readings)] = (chances / chances.sum())[:2]
    if len(scored_readings) > 1:
        first_of = np.unique(group, return_index=True)[1]
        second = np.array([first_of[symbol] + 1 for _, symbol in scored_readings[1][1]], np.int32)
    return {"likely": likely, "other": second}


def voted(words: Sequence[ReadWord]) -> ReadWord:
    """Choose one of several readings of an image by a vote.

    A reading votes for its text, whatever the case, with the geometric mean of its scores.

    Parameters
    ----------
    words : sequence of ReadWord
        At least one reading.

    Returns
    -------
    ReadWord
        The reading with the greatest mean, of those with the text that has most votes. The first among equals.
    """
    votes: dict[str, float] = {}
    for word in words:
        votes[word.text.casefold()] = votes.get(word.text.casefold(), 0.0) + _mean_score(word)
    text = max(votes, key=votes.__getitem__)
    return max((word for word in words if word.text.casefold() == text), key=_mean_score)


def agree(words: Sequence[ReadWord]) -> bool:
    """Return True if all readings have the same text, whatever the case."""
    return len({word.text.casefold() for word in words}) == 1


def _mean_score(word: ReadWord) -> float:
    return float(word.confidence ** (1 / max(1, len(word.characters))))
