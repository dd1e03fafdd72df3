"""Counts the corrections that a person made in a draft label until it was right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.labels.edits.alignment import align
from core.labels.label import WordLabel


@dataclass(frozen=True, slots=True)
class Effort:
    """The corrections of one draft by kind."""

    characters: int
    """The number of symbols typed over, added and deleted."""
    boxes: int
    """The number of characters whose polygon was moved or reshaped, without the added characters."""

    @property
    def corrections(self) -> int:
        """The number of corrections of all kinds."""
        return self.characters + self.boxes


def effort(draft: WordLabel, corrected: WordLabel) -> Effort:
    """Count the fewest edits that turn a draft into the corrected label.

    Symbols are aligned by edit distance, so that a missing first character is one correction and not as many as the
    word has characters. If the corrected label has no polygons, only its text counts.
    """
    before, after = draft.in_order, corrected.in_order
    symbols = corrected.reading if after else corrected.word
    if len(symbols) != len(after):  # no polygons, or a symbol of several code points, which is a problem of its own
        after = ()
    characters = boxes = 0
    for i, j in align(before, symbols):
        if i is None or j is None:
            characters += 1
            continue
        characters += before[i].symbol != symbols[j] and not before[i].is_ignored
        boxes += bool(after) and before[i].polygon != after[j].polygon
    return Effort(characters, boxes)


@dataclass(frozen=True, slots=True)
class Round:
    """The drafts of one model that a person has finished correcting."""

    words: int
    """The number of drafts that became reviewed labels."""
    corrections: int
    """The number of changes in all of these drafts."""

    @property
    def per_word(self) -> float:
        """The number of corrections per word, or 0 without words."""
        return self.corrections / self.words if self.words else 0.0


def newest_draft(states: Sequence[WordLabel | None]) -> int | None:
    """Return the index of the newest state of a label that a model drafted as a whole, or None.

    A state that keeps most characters of the one before is an edit of the draft and not a new one.

    Parameters
    ----------
    states : sequence of (WordLabel or None)
        The label after each of its edits, the oldest first, with None for no label file.

    Returns
    -------
    int or None
        The place of the state. None if no model drafted the label whole.
    """
    newest = None
    before: frozenset[object] = frozenset()
    for place, label in enumerate(states):
        characters = () if label is None else label.characters
        if label is not None and not label.is_reviewed and characters:
            # one that a person has given another symbol has no score any more
            is_drafted = all(c.is_draft and c.score is not None for c in characters)
            kept = sum(character in before for character in characters)
            if is_drafted and 2 * kept < len(characters):
                newest = place
        before = frozenset(characters)
    return newest
