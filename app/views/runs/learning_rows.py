"""The tables of the learning history: its words with a strip each, and its groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from app.language.languages import translate
from app.views.runs.strips import STRIP
from app.widgets.column_model import RIGHT, Column, ColumnModel, Index
from app.widgets.symbol_font import symbol_font
from core.analysis.learning.comparison import Change, LearningComparison, LearningDifference
from core.analysis.learning.groups import LearningGroup
from core.analysis.learning.history import LearningHistory, Lives, lives_of
from core.labels.checks.problems import printable

_LATE = 1 << 62  # a word that was never read is sorted behind all others


@dataclass(frozen=True, slots=True)
class WordEntry:
    """One word in the table."""

    image: str
    """Name of the word's image, as the learning history has it."""
    target: str
    """Text of the word's label."""
    places: tuple[int, ...]
    """The word's index in each learning history that is shown."""
    first_learned: int | None = None
    """Step of the first validation at which the word was right. None if it never was, or if two runs are compared."""
    forgotten: int | None = None
    """Step of the first validation after the last at which the word was right. None if the word was not forgotten, or
    if two runs are compared."""
    difference: LearningDifference | None = None
    """The difference between the two histories, if two runs are compared."""


def entries_of(learning_history: LearningHistory) -> tuple[WordEntry, ...]:
    """Return the words of one learning history that took part in a validation, in the order of their validation."""
    lives: Lives = lives_of(learning_history.steps, learning_history.exact)
    return tuple(
        WordEntry(
            word.image,
            word.target,
            (place,),
            int(lives.first_learned[place]) if lives.first_learned[place] >= 0 else None,
            int(lives.forgotten[place]) if lives.forgotten[place] >= 0 else None,
        )
        for place, word in enumerate(learning_history.words)
        if lives.seen[place]
    )


def differing(comparison: LearningComparison) -> tuple[WordEntry, ...]:
    """Return the words that differ between two learning histories."""
    return tuple(WordEntry(word.image, word.target, word.places, difference=word) for word in comparison.differences)


def change_text(change: Change) -> str:
    """Return the change of a word in a word or two."""
    return {
        "lost": translate("LearningHistory", "lost"),
        "gained": translate("LearningHistory", "gained"),
        "later": translate("LearningHistory", "later"),
        "sooner": translate("LearningHistory", "sooner"),
    }[change]


class LearningRows(ColumnModel[WordEntry]):
    """Lists the words, one in each row, with a strip for each run that is shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__((), parent)
        self._learning_histories: tuple[LearningHistory, ...] = ()
        self.strips: tuple[int, ...] = ()

    def set_words(
        self, learning_histories: Sequence[LearningHistory], names: Sequence[str], entries: Sequence[WordEntry]
    ) -> None:
        """Show words of one learning history or of two, with the names of their runs."""
        self._learning_histories = tuple(learning_histories)
        word = Column[WordEntry](
            lambda: self.tr("Word"), lambda entry: printable(entry.target, 24), font=_font, tip=_image, width=110
        )
        image = Column[WordEntry](lambda: self.tr("Image"), _image, width=150)
        if len(self._learning_histories) == 2:
            self.strips = (1, 2)
            self.set_columns(
                (
                    word,
                    *(self._strip(name) for name in names),
                    Column(lambda: self.tr("Change"), self._change, tip=self._first_learned_both, width=90),
                    image,
                )
            )
        else:
            self.strips = (1,)
            self.set_columns(
                (
                    word,
                    self._strip(self.tr("Validations")),
                    Column(
                        lambda: self.tr("First learned"),
                        lambda entry: self._step(entry.first_learned),
                        alignment=RIGHT,
                        width=90,
                        key=lambda entry: _LATE if entry.first_learned is None else entry.first_learned,
                    ),
                    Column(
                        lambda: self.tr("Forgotten"),
                        lambda entry: self._step(entry.forgotten),
                        alignment=RIGHT,
                        width=76,
                        key=lambda entry: _LATE if entry.forgotten is None else entry.forgotten,
                    ),
                    image,
                )
            )
        self.set_entries(entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the outcomes of a strip, or for other cells the data of the column."""
        if role == STRIP and index.column() in self.strips and 0 <= index.row() < len(self.entries):
            number = index.column() - 1
            return self._learning_histories[number].outcomes(self.entries[index.row()].places[number])
        return super().data(index, role)

    def _strip(self, name: str) -> Column[WordEntry]:
        return Column(lambda: name, lambda entry: None, key=lambda entry: 0, spoken=self._spoken)

    def _step(self, step: int | None) -> str:
        return "–" if step is None else f"{step:,}"

    def _change(self, entry: WordEntry) -> str:
        return "" if entry.difference is None else change_text(entry.difference.change)

    def _first_learned_both(self, entry: WordEntry) -> str:
        if entry.difference is None:
            return ""
        first, second = map(self._step, entry.difference.first_learned)
        return self.tr("First read at step {first} and at step {second}").format(first=first, second=second)

    def _spoken(self, entry: WordEntry) -> str:
        return self._first_learned_both(entry) or self.tr("First read at step {step}").format(
            step=self._step(entry.first_learned)
        )


class GroupRows(ColumnModel[LearningGroup]):
    """Lists the groups, one in each row: symbols, lengths, positions or sources."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__((), parent)

    def set_groups(self, title: str, groups: Sequence[LearningGroup]) -> None:
        """Show groups under a title that fits them."""

        def number(value: int | None) -> str:
            return "–" if value is None else f"{value:,}"

        self.set_columns(
            (
                Column(lambda: title, _key, font=_group_font, width=80, key=lambda group: group.key),
                Column(
                    lambda: self.tr("Number"),
                    lambda group: number(group.count),
                    alignment=RIGHT,
                    width=60,
                    key=lambda group: group.count,
                ),
                Column(
                    lambda: self.tr("Never read"),
                    lambda group: number(group.never),
                    alignment=RIGHT,
                    width=76,
                    key=lambda group: group.never,
                ),
                Column(
                    lambda: self.tr("Forgotten"),
                    lambda group: number(group.forgotten),
                    alignment=RIGHT,
                    width=76,
                    key=lambda group: group.forgotten,
                ),
                Column(
                    lambda: self.tr("First learned"),
                    lambda group: number(group.first_learned),
                    alignment=RIGHT,
                    width=90,
                    key=lambda group: _LATE if group.first_learned is None else group.first_learned,
                    tip=lambda group: self.tr("The median step at which they were first read"),
                ),
            )
        )
        self.set_entries(groups)


def _key(group: LearningGroup) -> str:
    return f"{group.key:,}" if isinstance(group.key, int) else printable(group.key, 24) or "–"


def _image(entry: WordEntry) -> str:
    return entry.image


def _font(entry: WordEntry) -> QFont:
    return symbol_font()


def _group_font(group: LearningGroup) -> QFont | None:
    return symbol_font() if isinstance(group.key, str) else None
