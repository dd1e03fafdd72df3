"""The table that compares the label's characters with a model's reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.desktop.theme import colour
from app.language import verdicts
from app.language.sentences import in_a_list
from app.reading.predicted import Predicted
from app.session import Session
from app.widgets.column_model import CENTRED, Column, ColumnModel, Index
from app.widgets.symbol_font import symbol_font
from core.base.errors import LabelError
from core.labels.checks.problems import printable
from core.labels.edits.alignment import align
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel
from core.labels.maps.decoding import ReadCharacter, ReadWord

_CHANCE = 0.005  # a score that is not written 0.00


class ReadingColumn(IntEnum):
    """The columns of the table."""

    RANK = 0
    SYMBOL = 1
    POSITION = 2
    READ = 3
    SCORE = 4
    OTHERS = 5


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One character of the label, of the reading, or of both."""

    rank: int | None
    """Rank of the label's character. None if only the model reads something."""
    symbol: str
    """Symbol of the label. "" if only the model reads something."""
    read: ReadCharacter | None
    """The character that the network itself reads. None if it reads nothing."""
    gap: int | None = None
    """The position that the model left out, in a row of its own."""
    differs: bool = False
    """True if the network itself reads something else here than the label."""
    made: ReadCharacter | None = None
    """The character of this place in the word that a language or its like has made, with its score. None if nothing is
    read here."""
    is_changed: bool = False
    """True if a language or its like reads another symbol here than the network itself, or left the network's out, so
    that `made` is None."""
    is_spoilt: bool = False
    """True if the place was changed, and differs from the label since."""
    best: tuple[tuple[str, float], ...] = ()
    """The five best symbols of the position, each with its score."""

    @property
    def position(self) -> int | None:
        """The order channel that belongs to the row, or None if there is none."""
        if self.read is not None:
            return self.read.order
        return self.gap if self.gap is not None else self.rank


def rows_of(
    characters: Sequence[CharacterLabel], text: str | None, predicted: Predicted | None
) -> tuple[ReadingRow, ...]:
    """Return label and the network's own reading aligned, with gaps in their places and later changes of each place.

    `characters`: in reading order; if there are none, the symbols of `text` take their place. LabelError is raised if
    both are too long to be compared.
    """
    # evenly spaced if nothing is known of their places
    known = list(characters) or [CharacterLabel(s, rectangle(i, 0, i + 1, 1)) for i, s in enumerate(text or "")]
    if predicted is None:
        return tuple(ReadingRow(rank, character.symbol, None) for rank, character in enumerate(known, 1))
    best = partial(best_at, predicted)
    word, aided = predicted.maps.own, predicted.maps.word
    at = {character.order: character for character in aided.characters}
    gaps = [*word.gaps]
    right = _right_positions(known, aided)

    def made(k: int | None, symbol: str) -> tuple[ReadCharacter | None, bool]:
        """Return the character at a position that the network reads as `symbol` ("": nothing), and if they differ."""
        character = at.get(k or 0)
        return character, predicted.maps.aid is not None and symbol != ("" if character is None else character.symbol)

    rows: list[ReadingRow] = []
    for i, j in align(known, word.text):
        read = None if j is None else word.characters[j]
        while read is not None and gaps and gaps[0] < read.order:
            gap = gaps.pop(0)
            read_there, is_changed = made(gap, "")
            is_spoilt = is_changed and bool(known) and gap not in right
            rows.append(
                ReadingRow(
                    None, "", None, gap, best=best(gap), made=read_there, is_changed=is_changed, is_spoilt=is_spoilt
                )
            )
        symbol = "" if i is None else known[i].symbol
        same = i is not None and read is not None and (known[i].is_ignored or symbol == read.symbol)
        rank = None if i is None else i + 1
        k = rank if read is None else read.order
        read_there, is_changed = made(k, read.symbol) if read is not None else (None, False)
        is_wrong = i is not None if read_there is None else read_there.order not in right
        rows.append(
            ReadingRow(
                rank,
                symbol,
                read,
                differs=bool(known) and not same,
                best=best(k),
                made=read_there,
                is_changed=is_changed,
                is_spoilt=is_changed and bool(known) and is_wrong,
            )
        )
    return tuple(rows)


def _right_positions(known: Sequence[CharacterLabel], word: ReadWord) -> frozenset[int]:
    """Return the positions of a word's characters that agree with the label."""
    steps = align(known, word.text)
    pairs = [(known[i], word.characters[j]) for i, j in steps if i is not None and j is not None]
    return frozenset(read.order for character, read in pairs if character.is_ignored or character.symbol == read.symbol)


def best_at(predicted: Predicted, position: int | None) -> tuple[tuple[str, float], ...]:
    """Return the five best symbols of a position, each with its score."""
    if position is None or position > predicted.positions:
        return ()
    ids, scores = predicted.maps.candidate_ids[position - 1], predicted.maps.candidate_scores[position - 1]
    return tuple(
        (predicted.charset.symbol_of(int(number)), float(score)) for number, score in zip(ids, scores, strict=True)
    )


class ReadingRows(ColumnModel[ReadingRow]):
    """Lists the characters, one in each row."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        columns = (
            self._column(lambda: "#", lambda row: "" if row.rank is None else str(row.rank)),
            self._column(lambda: self.tr("Label"), _symbol, lambda _: symbol_font(), _ink),
            self._column(lambda: self.tr("Position"), _position),
            self._column(lambda: self.tr("Read"), self._reading_of, _read_font, _ink),
            self._column(lambda: self.tr("Score"), lambda row: "" if row.read is None else f"{row.read.score:.2f}"),
            self._column(lambda: self.tr("Next best"), lambda row: _joined(others(row)), lambda _: symbol_font()),
        )
        super().__init__(columns, parent)
        self._session = session
        self.list_rows()

    def list_rows(self) -> None:
        """Show the current label and prediction."""
        label, predicted = self._session.editor.label, self._session.predictions.current
        try:
            rows = rows_of(label.in_order, label.text, predicted)
        except LabelError:  # of thousands of symbols each: neither is a word
            rows = ()
        if rows != self.entries:
            self.set_entries(rows, in_place=len(rows) == len(self.entries))

    def _column(
        self,
        title: Callable[[], str],
        text: Callable[[ReadingRow], str],
        font: Callable[[ReadingRow], QFont | None] | None = None,
        ink: Callable[[ReadingRow], QColor | None] | None = None,
    ) -> Column[ReadingRow]:
        sentence = self.in_words
        return Column(title, text, sentence, spoken=sentence, font=font, ink=ink or _ink_of_gap, alignment=CENTRED)

    def _reading_of(self, row: ReadingRow) -> str:
        own = self.tr("gap") if row.gap is not None else "–" if row.read is None else printable(row.read.symbol, 6)
        return f"{own} → {_made(row)}" if row.is_changed else own

    def in_words(self, row: ReadingRow) -> str:
        """Return a row in words, with the best symbols of its position."""
        best = in_a_list(f"{printable(symbol, 6)} {score:.2f}" for symbol, score in row.best)
        text, all_best = self._said(row), self.tr("Best: {symbols}").format(symbols=best)
        aid = self._session.predictions.current
        if row.is_changed and aid is not None and aid.maps.aid is not None:
            made = (
                self.tr("Left out by {aid}") if row.made is None else self.tr("Changed to {symbol} by {aid}: {score}")
            )
            score = 0.0 if row.made is None else row.made.score
            text += "\n" + made.format(symbol=_made(row), aid=verdicts.name_of(aid.maps.aid), score=f"{score:.2f}")
        return f"{text}\n{all_best}" if best else text

    def _said(self, row: ReadingRow) -> str:
        if row.gap is not None:
            return self.tr("Position {number}: too faint to be read").format(number=row.gap)
        if row.read is None:
            return self.tr("{symbol}: not read").format(symbol=printable(row.symbol, 6))
        parts = {
            "number": row.read.order,
            "read": printable(row.read.symbol, 6),
            "score": f"{row.read.score:.2f}",
            "symbol": printable(row.symbol, 6),
        }
        if not row.differs:
            return self.tr("Position {number}: {read}, score {score}").format(**parts)
        if not row.symbol:
            return self.tr("Position {number}: {read}, score {score}, where the label has nothing").format(**parts)
        return self.tr("Position {number}: {read}, score {score}; the label has {symbol}").format(**parts)


class WholeCandidates(QStyledItemDelegate):
    """Shows as many of the next best symbols as there is room for, each whole with its score."""

    def __init__(self, rows: ReadingRows) -> None:
        super().__init__(rows)
        self._rows = rows

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        candidates = others(self._rows.entries[index.row()])
        margin = QApplication.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, option.widget) + 1
        room = option.rect.width() - 2 * margin
        while len(candidates) > 1 and option.fontMetrics.horizontalAdvance(_joined(candidates)) > room:
            candidates.pop()
        option.text = _joined(candidates)


def _position(row: ReadingRow) -> str:
    k = row.gap if row.read is None else row.read.order
    return "" if k is None else str(k)


def _made(row: ReadingRow) -> str:
    return "–" if row.made is None else printable(row.made.symbol, 6)


def others(row: ReadingRow) -> list[str]:
    """Return the symbols behind the best one with their scores, in the order of these."""
    read = "" if row.read is None else row.read.symbol
    further = [(symbol, score) for symbol, score in row.best if symbol != read and score >= _CHANCE]
    return [f"{printable(symbol, 6)} {score:.2f}" for symbol, score in further]


def _joined(candidates: Sequence[str]) -> str:
    return "  ".join(candidates)


def _symbol(row: ReadingRow) -> str:
    if row.symbol:
        return printable(row.symbol, 6)
    return "" if row.gap is not None else "–"


def _read_font(row: ReadingRow) -> QFont | None:
    return symbol_font() if row.gap is None else None


def _ink_of_gap(row: ReadingRow) -> QColor | None:
    return colour("muted") if row.gap is not None else None


def _ink(row: ReadingRow) -> QColor | None:
    """Red for every place at which the network, or the finished word, reads something else than the label."""
    return colour("error") if row.differs or row.is_spoilt else _ink_of_gap(row)
