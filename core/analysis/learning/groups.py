"""Views of a learning history: by symbol, length, position and source, and sentences on one symbol."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.analysis.learning.history import FOUND, IN_ORDER, KNOWN, PLACED, RIGHT, SEEN, LearningHistory, lives_of
from core.base.errors import Sentence
from core.charset import name_of

if TYPE_CHECKING:  # SciPy, which the window starts without
    from core.analysis.attribution.oracle_combinations import Branch

Grouping = Literal["symbol", "length", "position", "source"]
"""Characters by their symbol or by their position in the word; words by their length or by the folder of the image."""

GROUPINGS: tuple[Grouping, ...] = ("symbol", "length", "position", "source")

_UNKNOWN = "\N{REPLACEMENT CHARACTER}"  # in a target, a symbol that the charset lacks
_LAST_PART = 4  # a symbol is explained by one part in so many of the validations: the last
_NAMED = 5  # symbols or folders that a sentence names


@dataclass(frozen=True, slots=True)
class LearningGroup:
    """The characters or words with one symbol, length, position or source."""

    key: str | int
    """The symbol, the length of the words in symbols, the position in the word from 1, or the folder as in
    `LearningWord.source`."""
    count: int
    """The number of characters, or of words."""
    right: int
    """The number of these that were right at the last validation that saw them."""
    first_learned: int | None
    """The median step at which those that were ever right were so first. None if none was."""
    forgotten: int
    """The number of these that were forgotten."""
    never: int
    """The number of these that were never right."""
    words: tuple[int, ...]
    """Indices of the words of the group."""
    never_words: tuple[int, ...]
    """Indices of the words of the characters or words that were never right."""

    def to_dict(self) -> dict[str, Any]:
        """Return the group for `textscanner learning-history --json`."""
        return {name: getattr(self, name) for name in ("key", "count", "right", "first_learned", "forgotten", "never")}


def grouped(learning_history: LearningHistory, by: Grouping) -> tuple[LearningGroup, ...]:
    """Group the characters or the words of a learning history.

    Parameters
    ----------
    learning_history : LearningHistory
        The learning history.
    by : Grouping
        The kind of the groups.

    Returns
    -------
    tuple of LearningGroup
        Symbols and sources with the most that were never right first, lengths and positions ascending.
    """
    keys: list[str] | list[int]
    if by in ("symbol", "position"):
        lives, word_of = lives_of(learning_history.steps, learning_history.marks), learning_history.word_of
        positions = [place for word in learning_history.words for place in range(1, len(word.target) + 1)]
        keys = list(learning_history.symbols) if by == "symbol" else positions
    else:
        lives, word_of = (
            lives_of(learning_history.steps, learning_history.exact),
            np.arange(len(learning_history.words)),
        )
        lengths = [len(word.target) for word in learning_history.words]
        keys = lengths if by == "length" else [word.source for word in learning_history.words]
    members: dict[str | int, list[int]] = {}
    for place in np.flatnonzero(lives.seen).tolist():
        members.setdefault(keys[place], []).append(place)
    ever, never = lives.first_learned >= 0, lives.never
    right = ever & (lives.forgotten < 0)
    groups = []
    for key, own in members.items():
        places = np.array(own)
        first_learned = lives.first_learned[places][ever[places]]
        groups.append(
            LearningGroup(
                key=key,
                count=len(own),
                right=int(right[places].sum()),
                first_learned=int(np.median(first_learned)) if len(first_learned) else None,
                forgotten=int((lives.forgotten[places] >= 0).sum()),
                never=int(never[places].sum()),
                words=_distinct(word_of[places]),
                never_words=_distinct(word_of[places[never[places]]]),
            )
        )
    if by in ("length", "position"):
        return tuple(sorted(groups, key=lambda group: group.key))
    return tuple(sorted(groups, key=lambda group: (-group.never, -group.forgotten, group.key)))


def _distinct(words: NDArray[np.intp]) -> tuple[int, ...]:
    return tuple(np.unique(words).tolist())


class WordLife(NamedTuple):
    """The facts on one word that the list of images shows and filters by."""

    first_learned: float
    """The step at which the word was first read exactly. Infinite if it never was."""
    forgotten: float
    """The step from which the word was misread for good. NaN if it is not."""
    never_read: str
    """The symbols of the word's characters that were never right, each once."""
    never_read_at: frozenset[str] = frozenset()
    """The places of these characters in the word, from 1."""


def word_lives(learning_history: LearningHistory) -> dict[str, WordLife]:
    """Return the life of each word by the name of its image, or that of the newest label if an image has had two."""
    words, characters = (
        lives_of(learning_history.steps, learning_history.exact),
        lives_of(learning_history.steps, learning_history.marks),
    )
    seen = learning_history.exact & SEEN > 0
    last_seen = [int(np.flatnonzero(column)[-1]) if column.any() else -1 for column in seen.T]
    latest: dict[str, int] = {}
    for place, word in enumerate(learning_history.words):
        before = latest.get(word.image)
        if before is None or last_seen[place] > last_seen[before]:
            latest[word.image] = place
    lives = {}
    for image, place in latest.items():
        first_learned, forgotten = int(words.first_learned[place]), int(words.forgotten[place])
        own = characters.never[learning_history.characters_of(place)]
        never = dict.fromkeys(
            symbol for symbol, is_never in zip(learning_history.words[place].target, own, strict=True) if is_never
        )
        lives[image] = WordLife(
            math.inf if first_learned < 0 else float(first_learned),
            math.nan if forgotten < 0 else float(forgotten),
            "".join(never),
            frozenset(str(rank) for rank, is_never in enumerate(own, 1) if is_never),
        )
    return lives


@dataclass(frozen=True, slots=True)
class SymbolStory:
    """The course of one symbol through a learning history."""

    symbol: str
    """The symbol as the targets have it, one code point."""
    characters: int
    """The number of characters of this symbol in the validation words."""
    words: int
    """The number of validation words that have the symbol."""
    ever: int
    """The number of characters that were right at any validation."""
    last: int
    """The number of characters that were right at the last validation that saw them."""
    first_learned: int | None
    """The step at which the first of the characters was right."""
    validations: int
    """The number of validations in the last quarter, which the following fields are about."""
    first_step: int
    """The step of the first of these validations."""
    readings: int
    """The number of times that a character of the symbol was validated."""
    misread: int
    """The number of times that a character of the symbol was misread."""
    placed: int
    """The number of misread characters whose places are known, from which the branches are judged."""
    failed: Mapping[Branch, int]
    """The number of these that each branch failed. Several branches may fail one character."""
    read_as: tuple[tuple[str, int], ...]
    """The readings in place of the symbol and their numbers, the most frequent first, with "" for nothing."""
    sources: tuple[tuple[str, int], ...]
    """The folders of the words that have the symbol, with the number of characters."""

    def to_dict(self) -> dict[str, Any]:
        """Return the story for `textscanner learning-history --json`."""
        return {name: getattr(self, name) for name in self.__slots__} | {"failed": dict(self.failed)}


def story_of(learning_history: LearningHistory, symbol: str) -> SymbolStory:
    """Return the course of a symbol, with zeros for a symbol that no validation word has."""
    places = np.flatnonzero([own == symbol for own in learning_history.symbols])
    lives = lives_of(learning_history.steps, learning_history.marks[:, places])
    ever = lives.first_learned >= 0
    count = math.ceil(len(learning_history) / _LAST_PART)
    begin = len(learning_history) - count
    marks, read = learning_history.marks[begin:, places], learning_history.read[begin:, places]
    is_seen = marks & SEEN > 0
    is_wrong = is_seen & (marks & RIGHT == 0)
    is_placed = is_wrong & (marks & PLACED > 0)
    bits: Mapping[Branch, np.uint8] = {"localization": FOUND, "order": IN_ORDER, "class": KNOWN}
    words = learning_history.word_of[places]
    return SymbolStory(
        symbol=symbol,
        characters=len(places),
        words=len(np.unique(words)),
        ever=int(ever.sum()),
        last=int((ever & (lives.forgotten < 0)).sum()),
        first_learned=int(lives.first_learned[ever].min()) if ever.any() else None,
        validations=count,
        first_step=int(learning_history.steps[begin]) if count else 0,
        readings=int(is_seen.sum()),
        misread=int(is_wrong.sum()),
        placed=int(is_placed.sum()),
        failed={branch: int((is_placed & (marks & bit == 0)).sum()) for branch, bit in bits.items()},
        read_as=tuple(
            (chr(code) if code else "", times) for code, times in Counter(read[is_wrong].tolist()).most_common()
        ),
        sources=tuple(Counter(learning_history.words[word].source for word in words.tolist()).most_common()),
    )


def explained(story: SymbolStory, trained: Mapping[str, int] | None = None) -> tuple[Sentence, ...]:
    """Return sentences that explain why a symbol is often misread.

    Parameters
    ----------
    story : SymbolStory
        The course of the symbol.
    trained : mapping of str to int, optional
        The number of training characters of the symbol in each folder of the project now. None: no sentence on them.
    """
    if story.symbol == _UNKNOWN:
        return (
            Sentence(
                "These characters have symbols that the model's charset lacks, so that they cannot be read. Train with "
                "a charset that has them."
            ),
        )
    sentences = [_seen(story)]
    if trained is not None:
        sentences.append(_trained(story.symbol, trained))
    if story.misread:
        sentences += [_misread(story), _failed(story)]
    return tuple(sentences)


def _seen(story: SymbolStory) -> Sentence:
    places = {
        "name": name_of(story.symbol),
        "characters": story.characters,
        "words": story.words,
        "ever": story.ever,
        "last": story.last,
        "sources": _listed([(source or Sentence("the top folder"), n) for source, n in story.sources]),
    }
    if not story.characters:
        return Sentence("{name}: no validation word has it, so it is not known how well it is read.", **places)
    if not story.ever:
        return Sentence(
            "{name}: occurs {characters:,} {characters:|time|times} in {words:,} validation {words:|word|words} "
            "({sources}), never read.",
            **places,
        )
    return Sentence(
        "{name}: occurs {characters:,} {characters:|time|times} in {words:,} validation {words:|word|words} "
        "({sources}); {ever:,} of them were read at some validation, {last:,} at the last, the first at step "
        "{first_learned:,}.",
        first_learned=story.first_learned,
        **places,
    )


def _trained(symbol: str, trained: Mapping[str, int]) -> Sentence:
    total = sum(trained.values())
    if not total:
        return Sentence(
            "No training word of this project has {symbol}: only synthetic words, or the model that the training began "
            "with, can have taught it. Label words that have {symbol}.",
            symbol=symbol,
        )
    counts = Counter(trained).most_common()
    return Sentence(
        "The training words of this project have it {count:,} {count:|time|times} ({sources}).",
        count=total,
        sources=_listed([(source or Sentence("the top folder"), n) for source, n in counts if n]),
    )


def _misread(story: SymbolStory) -> Sentence:
    places = {
        "validations": story.validations,
        "step": story.first_step,
        "misread": story.misread,
        "readings": story.readings,
        "what": _listed([(name_of(read) if read else Sentence("nothing"), n) for read, n in story.read_as]),
    }
    if story.validations == 1:
        return Sentence(
            "At the last validation, at step {step:,}, it was misread {misread:,} of {readings:,} "
            "{readings:|time|times}; it was read as {what}.",
            **places,
        )
    return Sentence(
        "In the last {validations} {validations:|validation|validations}, from step {step:,} on, it was misread "
        "{misread:,} of {readings:,} {readings:|time|times}; it was read as {what}.",
        **places,
    )


def _failed(story: SymbolStory) -> Sentence:
    if not story.placed:
        return Sentence("Which branch fails is not known: the labels of these words have no polygons.")
    failed = story.failed
    worst = max(failed, key=lambda branch: failed[branch])
    if not failed[worst]:
        return Sentence(
            "No branch fails at the character's place: its words are misread because extra characters are read."
        )
    says = {
        "class": Sentence("The class branch fails most: the character is there, and taken for another."),
        "order": Sentence("The order branch fails most: the character is there, and counted at another position."),
        "localization": Sentence("The centre branch fails most: the character is not seen at all."),
    }
    return Sentence(
        "{says} Of {placed:,} {placed:|misreading with a known place|misreadings with known places} the class branch "
        "causes {class_count:,}, the order branch {order:,}, the centre branch {localization:,}.",
        says=says[worst],
        placed=story.placed,
        class_count=failed["class"],
        order=failed["order"],
        localization=failed["localization"],
    )


def _listed(counts: list[tuple[str, int]]) -> str:
    """Return names and numbers as one sentence, because names may be sentences."""
    named = counts[:_NAMED]
    text: str = ""
    for name, count in named:
        one = Sentence("{name} {count:,} ×", name=name, count=count)
        text = one if not text else Sentence("{before}, {one}", before=text, one=one)
    if len(counts) > len(named):
        return Sentence("{before} and {count} more", before=text, count=len(counts) - len(named))
    return text
