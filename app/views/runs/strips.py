"""Strips: pictures of the outcomes for each character of a word at every validation, with a colour for each outcome."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.desktop.theme import Meaning, colour
from app.widgets.boxes import Explained
from app.widgets.symbol_font import symbol_font
from core.analysis.learning.history import OUTCOMES, LearningHistory, Outcome
from core.labels.checks.problems import printable

STRIP = Qt.ItemDataRole.UserRole + 1
"""The role of a cell's outcomes, (v, m) uint8 indices into OUTCOMES; validations run across, characters down."""

_MEANINGS: dict[Outcome, Meaning] = {
    "right": "ok",
    "localization": "warning",
    "order": "accent",
    "class": "error",
    "unknown": "muted",
    "surplus": "muted",
}
_FAINT = 90  # alpha of what is right: what is wrong is distinct even to those who cannot see red from green
_SYMBOLS_FROM = 9  # px a character: less has no room for its symbol
_ROW, _LEAST_ROW = 16, 2  # px a character in the large strip
_MOST_HEIGHT = 180  # px
_LEFT = 22  # px for the symbols


def outcome_colour(outcome: Outcome) -> QColor:
    """Return the colour of an outcome in the current theme, transparent if the word was not validated."""
    if outcome == "unseen":
        return QColor(Qt.GlobalColor.transparent)
    tone = colour(_MEANINGS[outcome])
    if outcome == "right":
        tone.setAlpha(_FAINT)
    return tone


def strip_image(outcomes: NDArray[np.uint8]) -> QImage:
    """Return a picture with a pixel for each validation (from left to right) and character (from top to bottom).

    `outcomes`: (v, m) uint8: indices into OUTCOMES.
    """
    colours = np.array([outcome_colour(outcome).rgba() for outcome in OUTCOMES], np.uint32)
    pixels = np.ascontiguousarray(colours[outcomes.T])
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32).copy()


class StripDelegate(QStyledItemDelegate):
    """Draws the strip of a word in the cell of a table."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the strip over the whole cell, on the background of the row."""
        super().paint(painter, option, index)
        outcomes = index.data(STRIP)
        if outcomes is None or not outcomes.size:
            return
        box = QRect(option.rect).adjusted(2, 2, -2, -2)
        if option.state & QStyle.StateFlag.State_Selected:  # the colours are made for the ground of a table
            painter.fillRect(box, option.palette.color(QPalette.ColorRole.Base))
        painter.drawImage(box, strip_image(outcomes))


class StripView(Explained):
    """Shows the strip of one word enlarged, with its symbols at the left, and the reading at the mouse in words."""

    def __init__(self, says: Callable[[LearningHistory, int, int, int], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._says = says
        self._shown: tuple[LearningHistory, int] | None = None
        self._image: QImage | None = None

    def show_word(self, learning_history: LearningHistory | None, word: int = 0) -> None:
        """Show one word of a learning history, or nothing for None."""
        self._shown = None if learning_history is None else (learning_history, word)
        self._draw()
        self.setFixedHeight(self._wanted_height())
        self.setVisible(self._shown is not None)

    def sizeHint(self) -> QSize:
        return QSize(240, self._wanted_height())

    def text_at(self, place: QPoint) -> str:
        """Return the text about the validation and the character at a point of the widget, or "" beside the strip."""
        cell = self._cell(place)
        if self._shown is None or cell is None:
            return ""
        return self._says(*self._shown, *cell)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None or self._image is None:
            return
        learning_history, word = self._shown
        painter = QPainter(self)
        strip = self._strip()
        painter.drawImage(strip, self._image)
        target = learning_history.words[word].target
        high = strip.height() / max(len(target), 1)
        if high >= _SYMBOLS_FROM:
            font = symbol_font(self.font())
            font.setPixelSize(int(min(high, _ROW) - 2))
            painter.setFont(font)
            for number, symbol in enumerate(target):
                box = QRectF(0, strip.top() + number * high, _LEFT, high)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, printable(symbol, 2))

    # Places

    def _wanted_height(self) -> int:
        count = 1 if self._shown is None else len(self._shown[0].words[self._shown[1]].target)
        return max(min(_ROW * count, _MOST_HEIGHT), _LEAST_ROW * count)

    def _strip(self) -> QRectF:
        return QRectF(_LEFT, 0, max(self.width() - _LEFT - 4, 1), self.height())

    def _cell(self, place: QPoint) -> tuple[int, int] | None:
        """Validation and character at a place."""
        strip = self._strip()
        if self._image is None or not strip.contains(QPointF(place)):
            return None
        across = int((place.x() - strip.left()) / strip.width() * self._image.width())
        down = int((place.y() - strip.top()) / strip.height() * self._image.height())
        return min(across, self._image.width() - 1), min(down, self._image.height() - 1)

    def _draw(self) -> None:
        self._image = None
        if self._shown is not None:
            learning_history, word = self._shown
            outcomes = learning_history.outcomes(word)
            if outcomes.size:
                self._image = strip_image(outcomes)
        self.update()
