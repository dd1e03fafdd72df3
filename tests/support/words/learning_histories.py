"""Learning histories told in a few letters."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import numpy as np

from core.analysis.learning.history import LearningEntry, LearningHistory, PlaceFacts, WordMarks, mark_word
from core.runs.files import RunFiles
from core.runs.learning_history import LearningHistoryFile

Told = tuple[str, str, str] | tuple[str, str]
"""The word's target, what was read, and, where places are known, a letter a character: the branch that failed (l, o,
c), or "." for none."""


def word_marks(image: str, target: str, read: str, failed: str = "") -> WordMarks:
    """One word whose reading has its characters at the positions of the target's."""
    count = max(len(target), len(read))
    flags = [np.array([len(failed) > k and failed[k] != letter for k in range(count)]) for letter in "loc"]
    placed = np.arange(count) < len(failed)
    ids = np.array([1 if k < len(read) else 0 for k in range(count)])
    facts = PlaceFacts(ids, np.where(ids > 0, 204, 0), placed, *flags)
    return mark_word(image, target, list(zip_longest(target, read)), facts)


def validation(step: int, words: Mapping[str, Told]) -> LearningEntry:
    """One validation, of words by their images."""
    return LearningEntry.of(step, [word_marks(image, *told) for image, told in words.items()])


def history_of(*validations: tuple[int, Mapping[str, Told]]) -> LearningHistory:
    return LearningHistory.of([validation(step, words) for step, words in validations])


def write_learning_history(run: Path, validations: Sequence[tuple[int, Mapping[str, Told]]]) -> Path:
    file = LearningHistoryFile(RunFiles(run).learning_history)
    for step, words in validations:
        file.append(validation(step, words))
    return file.path
