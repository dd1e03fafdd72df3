"""The learning history of a training: the result of each character of the validation words at every validation.

A character is *right* if the alignment of text and reading matches it. Of a character whose label has a polygon the
learning history also knows what each branch gave at its place, the pixels at which the target order map holds its
position k and those around them that hold none:

found       Q reaches L_score at the place
in order    position k is present, and the largest pixel of H_k is at the place
known       G says the label's symbol: what position k reads if the character is in order, else G at the largest
            pixel of Q at the place

Of a word-level label only "right" is known. A symbol that is read beside a character, and that the label does not have,
is marked at the character before it, or at the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # SciPy, which the window starts without
    from core.analysis.attribution.oracle_combinations import Branch

SEEN, RIGHT, PLACED, FOUND, IN_ORDER, KNOWN, SURPLUS = (np.uint8(1 << bit) for bit in range(7))
"""The bits of a character's mark: validated at all, right, its place is known, found, in order, known, and with a
symbol beside it that the label does not have."""

Outcome = Literal["unseen", "right", "localization", "order", "class", "unknown", "surplus"]
"""The state of a character at a validation.

It is not validated, right, wrong because of the first branch that failed (localization before order before class),
wrong for a reason that the marks do not show, or right with a surplus symbol beside it.
"""

OUTCOMES: tuple[Outcome, ...] = ("unseen", "right", "localization", "order", "class", "unknown", "surplus")

_NEVER = -1


def _outcome_of(mark: int) -> Outcome:
    if not mark & SEEN:
        return "unseen"
    if mark & RIGHT:
        return "surplus" if mark & SURPLUS else "right"
    if not mark & PLACED:
        return "unknown"
    failed: Mapping[Branch, np.uint8] = {"localization": FOUND, "order": IN_ORDER, "class": KNOWN}
    return next((branch for branch, bit in failed.items() if not mark & bit), "unknown")


_BY_MARK = np.array([OUTCOMES.index(_outcome_of(mark)) for mark in range(128)], np.uint8)


class PlaceFacts(NamedTuple):
    """The answers of the branches for one word by position, each (n,), with position k at entry k - 1."""

    ids: NDArray[np.integer]
    """The symbol that the position reads. 0 if it is not present."""
    confidence: NDArray[np.integer]
    """The score of the position, 0 to 255."""
    placed: NDArray[np.bool_]
    """True if the place of the label's character k is known."""
    found: NDArray[np.bool_]
    """True if Q reaches L_score at that place, as in this module's docstring."""
    in_order: NDArray[np.bool_]
    """True if position k is present, and the largest pixel of H_k is at that place."""
    known: NDArray[np.bool_]
    """True if G says the label's symbol, as in this module's docstring."""


class LearningWord(NamedTuple):
    """A word in the learning history."""

    image: str
    """The name of the word's image: its path relative to the folder of the validation words, with `/` between
    folders."""
    target: str
    """The text of the word's label, normalised as in the training. A word whose label was changed is another word."""

    @property
    def source(self) -> str:
        """The folder that contains the image, or "" for the top folder."""
        return self.image.rpartition("/")[0]


@dataclass(frozen=True, slots=True, eq=False)
class WordMarks:
    """The result of one word at one validation, character by character."""

    word: LearningWord
    """The word, whose target has m symbols."""
    is_exact: bool
    """True if the word was read exactly."""
    marks: NDArray[np.uint8]
    """(m,) uint8: the mark of each character of the target."""
    confidence: NDArray[np.uint8]
    """(m,) uint8: the score of the symbol that was read in the character's place, 0 to 255. 0 if nothing was."""
    read: NDArray[np.uint32]
    """(m,) uint32: the code point of the symbol that was read in the character's place. 0 if nothing was."""


def mark_word(
    image: str, target: str, steps: Sequence[tuple[str | None, str | None]], facts: PlaceFacts | None = None
) -> WordMarks:
    """Judge the reading of one word, character by character.

    Parameters
    ----------
    image : str
        The image's name.
    target : str
        The right text.
    steps : sequence of (str or None, str or None)
        Target symbol and read symbol side by side, as `core.model.metrics.metrics.align` gives them.
    facts : PlaceFacts, optional
        Facts of at least as many positions as target or reading have symbols.
    """
    count = len(target)
    marks = np.full(count, SEEN)
    confidence = np.zeros(count, np.uint8)
    read = np.zeros(count, np.uint32)
    present = np.zeros(0, np.intp) if facts is None else np.flatnonzero(facts.ids > 0)
    at = seen = 0
    for wanted, symbol in steps:
        if wanted is not None:
            if symbol is not None:
                read[at] = ord(symbol)
                confidence[at] = facts.confidence[present[seen]] if facts is not None else 0
            if wanted == symbol:
                marks[at] |= RIGHT
            at += 1
        elif count:
            marks[max(at - 1, 0)] |= SURPLUS
        seen += symbol is not None
    if facts is not None:
        placed = facts.placed[:count]
        for bit, holds in ((FOUND, facts.found), (IN_ORDER, facts.in_order), (KNOWN, facts.known)):
            marks |= np.where(placed & holds[:count], bit, np.uint8(0))
        marks |= np.where(placed, PLACED, np.uint8(0))
    is_exact = all(wanted == symbol for wanted, symbol in steps)
    return WordMarks(LearningWord(image, target), is_exact, marks, confidence, read)


@dataclass(frozen=True, slots=True, eq=False)
class LearningEntry:
    """One validation in a learning history, with its words joined end to end."""

    step: int
    """The number of steps done at the validation."""
    words: tuple[LearningWord, ...]
    """The w words that were validated, in the order of the arrays."""
    exact: NDArray[np.bool_]
    """(w,) bool: True for each word that was read exactly."""
    marks: NDArray[np.uint8]
    """(c,) uint8: as in `WordMarks`, with c the number of characters of all words."""
    confidence: NDArray[np.uint8]
    """(c,) uint8: as in `WordMarks`."""
    read: NDArray[np.uint32]
    """(c,) uint32: as in `WordMarks`."""

    @classmethod
    def of(cls, step: int, words: Sequence[WordMarks]) -> LearningEntry:
        """Join the words of one validation end to end."""

        def joined(name: str, kind: type[np.generic]) -> NDArray[np.generic]:
            return np.concatenate([np.zeros(0, kind), *(getattr(entry, name) for entry in words)]).astype(kind)

        return cls(
            step,
            tuple(entry.word for entry in words),
            np.array([entry.is_exact for entry in words], np.bool_),
            joined("marks", np.uint8),  # type: ignore[arg-type]  # `getattr` hides the dtype
            joined("confidence", np.uint8),  # type: ignore[arg-type]
            joined("read", np.uint32),  # type: ignore[arg-type]
        )


@dataclass(frozen=True, slots=True, eq=False)
class LearningHistory:
    """All validations of a run: v validations of w words with c characters in all, joined end to end."""

    words: tuple[LearningWord, ...]
    """The words of all validations, each once. A word whose label was changed between two validations is two words."""
    steps: NDArray[np.int64]
    """(v,) int64: the steps of the validations, ascending."""
    exact: NDArray[np.uint8]
    """(v, w) uint8: SEEN and RIGHT of each word."""
    marks: NDArray[np.uint8]
    """(v, c) uint8: as in `WordMarks`."""
    confidence: NDArray[np.uint8]
    """(v, c) uint8: as in `WordMarks`."""
    read: NDArray[np.uint32]
    """(v, c) uint32: as in `WordMarks`."""
    starts: NDArray[np.int64]
    """(w + 1,) int64: the first place of each word's characters, and the end of the last."""

    @classmethod
    def of(cls, validations: Iterable[LearningEntry]) -> LearningHistory:
        """Return the learning history of validations in ascending order of steps, whose words may differ."""
        entries = list(validations)
        columns: dict[tuple[LearningWord, int], int] = {}
        own: list[NDArray[np.int64]] = []
        known: dict[int, NDArray[np.int64]] = {}  # by the identity of a table of words, which many validations share
        for validation in entries:
            if id(validation.words) not in known:
                known[id(validation.words)] = _columns(validation.words, columns)
            own.append(known[id(validation.words)])
        words = tuple(word for word, _ in columns)
        starts = np.cumsum([0, *(len(word.target) for word in words)], dtype=np.int64)
        exact = np.zeros((len(entries), len(words)), np.uint8)
        marks, confidence = (np.zeros((len(entries), int(starts[-1])), np.uint8) for _ in range(2))
        read = np.zeros(marks.shape, np.uint32)
        places = {key: _characters(starts, column) for key, column in known.items()}
        for row, (validation, column) in enumerate(zip(entries, own, strict=True)):
            exact[row, column] = SEEN | np.where(validation.exact, RIGHT, np.uint8(0))
            place = places[id(validation.words)]
            marks[row, place] = validation.marks
            confidence[row, place] = validation.confidence
            read[row, place] = validation.read
        steps = np.array([validation.step for validation in entries], np.int64)
        return cls(words=words, steps=steps, exact=exact, marks=marks, confidence=confidence, read=read, starts=starts)

    def __len__(self) -> int:
        return len(self.steps)

    def characters_of(self, word: int) -> slice:
        """Return the range of a word's characters among those of all words."""
        return slice(int(self.starts[word]), int(self.starts[word + 1]))

    def outcomes(self, word: int) -> NDArray[np.uint8]:
        """Return the outcomes of a word's characters at each validation, as indices into OUTCOMES, (v, m) uint8."""
        return outcomes_of(self.marks[:, self.characters_of(word)])

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbol that the label gives for each of the c characters."""
        return tuple(symbol for word in self.words for symbol in word.target)

    @property
    def word_of(self) -> NDArray[np.intp]:
        """The index of the word to which each of the c characters belongs, (c,)."""
        return np.repeat(np.arange(len(self.words)), np.diff(self.starts))


def _columns(words: Sequence[LearningWord], columns: dict[tuple[LearningWord, int], int]) -> NDArray[np.int64]:
    """Return the column of each word, made if missing, with two columns for the same word twice in a validation."""
    times: dict[LearningWord, int] = {}
    places = []
    for word in words:
        times[word] = times.get(word, 0) + 1
        places.append(columns.setdefault((word, times[word]), len(columns)))
    return np.array(places, np.int64)


def _characters(starts: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.int64]:
    spans = [np.arange(starts[column], starts[column + 1]) for column in columns.tolist()]
    return np.concatenate([np.zeros(0, np.int64), *spans])


def outcomes_of(marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the outcomes of some marks as indices into OUTCOMES, in the same shape."""
    return np.asarray(_BY_MARK[marks & np.uint8(127)])


class Lives(NamedTuple):
    """The steps at which characters, or words, were learned and lost, each (n,)."""

    first_learned: NDArray[np.int64]
    """The step of the first validation at which the character or word was right, int64. -1 if it never was."""
    forgotten: NDArray[np.int64]
    """The step of the first validation after the last at which the character or word was right, int64. -1 if it was
    right at the last validation that saw it, or never."""
    seen: NDArray[np.bool_]
    """True if any validation saw the character or word."""

    @property
    def never(self) -> NDArray[np.bool_]:
        """True for items that were seen but never read right, (n,)."""
        return np.asarray(self.seen & (self.first_learned == _NEVER))


def lives_of(steps: NDArray[np.int64], marks: NDArray[np.uint8]) -> Lives:
    """Return the steps at which the item of each column was learned and lost.

    Parameters
    ----------
    steps : (v,) int64
    marks : (v, n) uint8
        Marks of characters, or `LearningHistory.exact`.
    """
    count = len(steps)
    if not count:
        never = np.full(marks.shape[1], _NEVER, np.int64)
        return Lives(never, never.copy(), np.zeros(marks.shape[1], np.bool_))
    seen, right = marks & SEEN > 0, marks & RIGHT > 0
    ever = right.any(axis=0)
    first_learned = np.where(ever, steps[right.argmax(axis=0)], _NEVER)
    last = count - 1 - right[::-1].argmax(axis=0)  # of no meaning if it was never right
    later = seen & (np.arange(count)[:, None] > last)
    forgotten = np.where(ever & later.any(axis=0), steps[later.argmax(axis=0)], _NEVER)
    return Lives(first_learned, forgotten, np.asarray(seen.any(axis=0)))
