"""Compares a label's text with its characters, position by position, and marks the differences."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.desktop.theme import colour
from app.widgets.boxes import set_tip
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable
from core.labels.edits.alignment import align
from core.labels.label import CharacterLabel, WordLabel

_MOST = 60  # positions that are shown: those about the first difference
_BEFORE = 8  # positions shown before it, if not all can be
_PADDING = 3  # device-independent pixels, as all here
_GAP = 6
GAP_SIGN = "·"  # in the place of what one of the two lacks


@dataclass(frozen=True, slots=True)
class Position:
    """The symbols of text and characters at one position."""

    text: str
    """The text's symbol (NFC). "" if the text lacks one there."""
    character: str
    """The character's symbol (NFC). "" if no character is there."""
    differs: bool
    """True if the symbols differ. An ignored character agrees with any symbol of the text."""


def positions_of(characters: Sequence[CharacterLabel], text: str) -> tuple[Position, ...]:
    """Return text and characters aligned with each other, as a correction of the text would align them.

    `characters`: in reading order. LabelError is raised if both are too long to be compared.
    """
    symbols = unicodedata.normalize("NFC", text)
    positions: list[Position] = []
    for i, j in align(characters, symbols):
        symbol = "" if i is None else unicodedata.normalize("NFC", characters[i].symbol)
        wanted = "" if j is None else symbols[j]
        same = i is not None and j is not None and (characters[i].is_ignored or symbol == wanted)
        positions.append(Position(wanted, symbol, not same))
    return tuple(positions)


def about_first_difference(positions: Sequence[Position]) -> Sequence[Position]:
    """Return at most `_MOST` positions, including the first that differs."""
    if len(positions) <= _MOST:
        return positions
    first = next((number for number, position in enumerate(positions) if position.differs), 0)
    start = max(min(first - _BEFORE, len(positions) - _MOST), 0)
    return positions[start : start + _MOST]


class DifferenceStrip(QWidget):
    """Shows the positions at which text and characters differ, and is hidden while they agree."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.positions: tuple[Position, ...] = ()
        self._said: tuple[object, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        self._text_caption = self.tr("Text")
        self._characters_caption = self.tr("Characters")
        self.setAccessibleName(self.tr("Where text and characters differ"))
        set_tip(self, self.tr("Text and characters differ at the marked positions"))
        self.updateGeometry()
        self.update()

    def compare(self, label: WordLabel, text: str | None) -> None:
        """Compare a label's characters with the label's text or with one that is being typed."""
        reading = label.in_order if text else ()
        # Moving a polygon changes nothing here, and this is asked for at each move of the mouse
        key = (text, *((character.symbol, character.ignore) for character in reading))
        if key == self._said:
            return
        self._said = key
        positions = positions_of(reading, text) if text and reading else ()
        self.positions = positions if any(position.differs for position in positions) else ()
        self.setVisible(bool(self.positions))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        shown = about_first_difference(self.positions)
        lines = -(-len(shown) // self._per_line(width)) if shown else 0
        return lines * (2 * self._cell_height() + _GAP)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ink = self.palette().color(self.foregroundRole())
            width = self._cell_width()
            height = self._cell_height()
            per_line = self._per_line(self.width())
            captions = self._captions_width()
            for number, position in enumerate(about_first_difference(self.positions)):
                line, column = divmod(number, per_line)
                top = line * (2 * height + _GAP)
                if column == 0:
                    self._write(painter, QRectF(0, top, captions, height), self._text_caption, colour("muted"), False)
                    below = QRectF(0, top + height, captions, height)
                    self._write(painter, below, self._characters_caption, colour("muted"), False)
                left = captions + column * width
                cell = QRectF(left, top, width, 2 * height)
                if position.differs:
                    self._mark(painter, cell)
                upper, lower = cell.adjusted(0, 0, 0, -height), cell.adjusted(0, height, 0, 0)
                self._write(painter, upper, _shown(position.text), ink, True, position.differs)
                self._write(painter, lower, _shown(position.character), ink, True, position.differs)

    def _mark(self, painter: QPainter, cell: QRectF) -> None:
        """Mark a symbol by its background and a line below: colour alone is not enough."""
        ground = QColor(colour("error"))
        ground.setAlpha(48)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(cell.adjusted(0.5, 0, -0.5, 0), 3, 3)
        painter.setPen(QPen(colour("error"), 2))
        painter.drawLine(cell.bottomLeft() + QPointF(2, -1), cell.bottomRight() - QPointF(2, 1))

    def _write(
        self, painter: QPainter, cell: QRectF, text: str, ink: QColor, centred: bool, strong: bool = False
    ) -> None:
        font = symbol_font(self.font()) if centred else QFont(self.font())
        font.setBold(strong)
        painter.setFont(font)
        painter.setPen(ink)
        across = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeft
        painter.drawText(cell, across | Qt.AlignmentFlag.AlignVCenter, text)

    def _cell_width(self) -> int:
        symbols = {_shown(text) for position in self.positions for text in (position.text, position.character)}
        metrics = QFontMetrics(symbol_font(self.font()))
        widest = max((metrics.horizontalAdvance(symbol) for symbol in symbols), default=0)
        return widest + 2 * _PADDING + 2

    def _cell_height(self) -> int:
        return self.fontMetrics().height() + _PADDING

    def _captions_width(self) -> int:
        captions = (self._text_caption, self._characters_caption)
        return max(self.fontMetrics().horizontalAdvance(caption) for caption in captions) + 2 * _GAP

    def _per_line(self, width: int) -> int:
        return max((width - self._captions_width()) // self._cell_width(), 1)


def _shown(text: str) -> str:
    if not text:
        return GAP_SIGN
    return "\N{OPEN BOX}" if text == " " else printable(text, 6)
