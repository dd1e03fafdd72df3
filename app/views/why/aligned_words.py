"""Target and decoded text below each other, symbol by symbol."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.desktop.theme import colour
from app.widgets.boxes import set_tip
from app.widgets.symbol_font import symbol_font
from core.judging.blame import Diagnosis, Mistake, Pair
from core.labels.checks.problems import printable

_PAD = 4  # device-independent pixels, as all here
_LARGER = 1.2
_NOTHING = "–"


class AlignedWords(QWidget):
    """Columns of label and reading; a click, or the arrow keys, go to a mistake.

    Attributes
    ----------
    columns : tuple of (Pair, int or None)
        Each with the number of its mistake.
    """

    chosen = Signal(int)
    """Number of a mistake."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[tuple[Pair, int | None], ...] = ()
        self._current: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)  # a long word goes on in a second line
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("The label above, what is read below"))
        set_tip(self, self.tr("The label above, the reading below; click a difference to see its cause"))

    def show_words(self, diagnosis: Diagnosis | None) -> None:
        """Show another diagnosis, or none."""
        self.columns = () if diagnosis is None else columns_of(diagnosis.alignment, diagnosis.mistakes)
        self._current = None
        texts = ("".join(part) for part in zip(*(_symbols(pair) for pair, _ in self.columns), strict=True))
        self.setAccessibleDescription(" / ".join(texts))
        self.updateGeometry()
        self.update()

    def mark(self, mistake: int | None) -> None:
        """Frame the column of a mistake."""
        self._current = mistake
        self.update()

    def cell(self, number: int) -> QRect:
        """Where a column is drawn."""
        size, each = self._cell(), self._in_a_line(self.width())
        return QRect(QPoint(number % each * size.width(), number // each * (size.height() + _PAD)), size)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = -(-max(len(self.columns), 1) // self._in_a_line(width))
        return lines * (self._cell().height() + _PAD)

    def sizeHint(self) -> QSize:
        return QSize(self._cell().width() * max(len(self.columns), 1), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._cell().width(), self._cell().height() + _PAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._font())
        palette = self.palette()
        for number, (pair, mistake) in enumerate(self.columns):
            box = self.cell(number)
            upper, lower = box.adjusted(0, 0, 0, -box.height() // 2), box.adjusted(0, box.height() // 2, 0, 0)
            inner = box.adjusted(1, 1, -1, -1)
            if mistake is not None:
                ground = colour("error")
                ground.setAlpha(36)
                painter.fillRect(inner, ground)
            painter.setPen(colour("error") if mistake is not None else palette.color(QPalette.ColorRole.Text))
            for part, text in zip((upper, lower), _symbols(pair), strict=True):
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, text)
            if mistake is not None and mistake == self._current:
                painter.setPen(QPen(palette.color(QPalette.ColorRole.Accent), 2 if self.hasFocus() else 1))
                painter.drawRect(inner)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for number, (_, mistake) in enumerate(self.columns):
            if mistake is not None and self.cell(number).contains(event.position().toPoint()):
                self.chosen.emit(mistake)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        count = sum(mistake is not None for _, mistake in self.columns)
        if step is None or not count:
            super().keyPressEvent(event)
            return
        present = self._current if self._current is not None else (-1 if step > 0 else count)
        self.chosen.emit(min(max(present + step, 0), count - 1))

    def _font(self) -> QFont:
        return symbol_font(self.font(), _LARGER)

    def _cell(self) -> QSize:
        metrics = QFontMetrics(self._font())
        widest = max(
            (metrics.horizontalAdvance(text) for pair, _ in self.columns for text in _symbols(pair)), default=0
        )
        return QSize(max(widest, metrics.averageCharWidth()) + 2 * _PAD, 2 * metrics.height() + 2 * _PAD)

    def _in_a_line(self, width: int) -> int:
        return max(width // self._cell().width(), 1)


def columns_of(alignment: tuple[Pair, ...], mistakes: tuple[Mistake, ...]) -> tuple[tuple[Pair, int | None], ...]:
    """Each column with the number of its mistake, None where it is right."""
    found: list[tuple[Pair, int | None]] = []
    waiting = list(enumerate(mistakes))
    rank = 0
    for pair in alignment:
        rank += pair.character is not None
        number = None
        if waiting:
            mistake = waiting[0][1]
            read = None if pair.read is None else pair.read.symbol
            is_extra = pair.character is None
            here = is_extra if mistake.kind == "extra" else not is_extra and mistake.rank == rank
            if here and mistake.read == read:
                number = waiting.pop(0)[0]
        found.append((pair, number))
    return tuple(found)


def _symbols(pair: Pair) -> tuple[str, str]:
    wanted = _NOTHING if pair.character is None else printable(pair.character.symbol, 3)
    return wanted, _NOTHING if pair.read is None else printable(pair.read.symbol, 3)
