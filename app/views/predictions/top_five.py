"""The five best symbols of each position, p_k/Σ H_k, as bars."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QWidget

from app.desktop.theme import colour
from app.pictures.shown_maps import isolated, symbols_of
from app.session import Session
from app.widgets.boxes import named, show_tip
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable

_WIDTH = 104  # device-independent pixels, as all here: of one position with its bars
_PAD = 6
_GAP = 4


@dataclass(frozen=True, slots=True)
class Bars:
    """One position.

    Attributes
    ----------
    symbol : str
        What the label has there; "" for nothing.
    candidates : tuple of (str, float)
        Symbols and their scores, the best first.
    """

    position: int
    symbol: str
    candidates: tuple[tuple[str, float], ...]


def bars_of(session: Session) -> tuple[Bars, ...]:
    """The best symbols of the positions that are predicted, or that the label has."""
    predicted = session.predictions.current
    if predicted is None:
        return ()
    maps, charset = predicted.maps, predicted.charset
    symbols = symbols_of(session, "target")
    count = min(max(predicted.last, len(session.editor.label.characters)), predicted.positions)
    return tuple(
        Bars(
            position,
            symbols.get(position, ""),
            tuple(
                (charset.symbol_of(int(number)), float(score))
                for number, score in zip(
                    maps.candidate_ids[position - 1], maps.candidate_scores[position - 1], strict=True
                )
            ),
        )
        for position in range(1, count + 1)
    )


class _Chart(QWidget):
    """Draws the bars of all positions, in lines of as many as there is room for."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.bars: tuple[Bars, ...] = ()
        self.setFont(symbol_font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def refresh(self) -> None:
        """Show the present prediction."""
        bars = bars_of(self._session)
        if len(bars) != len(self.bars):
            self.updateGeometry()
        self.bars = bars
        self.setAccessibleDescription("\n".join(self.in_words(each) for each in bars))
        self.update()

    def in_words(self, bars: Bars) -> str:
        """A position in words."""
        said = self.tr("Position {number}: {symbols}")
        symbols = ", ".join(f"{printable(symbol, 6)} {score:.2f}" for symbol, score in bars.candidates)
        return said.format(number=bars.position, symbols=symbols)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return -(-len(self.bars) // self._per_line(width)) * self._height()

    def sizeHint(self) -> QSize:
        return QSize(2 * _WIDTH, max(self.heightForWidth(max(self.width(), 2 * _WIDTH)), self._height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(_WIDTH, max(self.heightForWidth(max(self.width(), _WIDTH)), self._height()))

    def cell(self, number: int) -> QRect:
        """Where the bars of a position stand, by its place in `bars`."""
        line, place = divmod(number, self._per_line(self.width()))
        return QRect(place * _WIDTH, line * self._height(), _WIDTH, self._height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.bars:
            painter.setFont(QApplication.font())  # a sentence, and no symbols
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            room = self.rect().adjusted(_PAD, _PAD, -_PAD, -_PAD)
            sentence = self.tr("The five best symbols of each position stand here once a model has read the image.")
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, sentence)
            return
        chosen = isolated(self._session)
        for number, bars in enumerate(self.bars):
            cell = self.cell(number)
            if cell.intersects(event.rect()):
                self._paint(painter, QRectF(cell).adjusted(2, 2, -2, -2), bars, bars.position == chosen)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the order channel of a position alone, or all again."""
        for number, bars in enumerate(self.bars):
            if self.cell(number).contains(event.position().toPoint()):
                display = self._session.display
                display.set(position=None if display.choices.position == bars.position else bars.position)
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from position to position by the arrow keys; Esc shows all."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        display = self._session.display
        if event.key() == Qt.Key.Key_Escape and display.choices.position is not None:
            display.set(position=None)
        elif step is not None and self.bars:
            position = (display.choices.position or 0) + step
            display.set(position=min(max(position, 1), len(self.bars)))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Say a position in words."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            said = (
                self.in_words(bars) for number, bars in enumerate(self.bars) if self.cell(number).contains(event.pos())
            )
            show_tip(event.globalPos(), next(said, ""), self)
            return True
        return super().event(event)

    def _paint(self, painter: QPainter, cell: QRectF, bars: Bars, is_chosen: bool) -> None:
        palette, metrics = self.palette(), self.fontMetrics()
        ink, line = palette.color(QPalette.ColorRole.WindowText), metrics.height() + 2
        frame = palette.color(QPalette.ColorRole.Accent if is_chosen else QPalette.ColorRole.Mid)
        painter.setPen(frame)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        room = cell.adjusted(_PAD, _GAP, -_PAD, -_GAP)
        title = f"{bars.position}  {printable(bars.symbol, 6)}" if bars.symbol else str(bars.position)
        painter.setPen(ink)
        painter.drawText(QRectF(room.topLeft(), QPointF(room.right(), room.top() + line)), title)
        symbols = ("W", *(symbol for symbol, _ in bars.candidates))
        symbol_width = max(metrics.horizontalAdvance(symbol) for symbol in symbols) + _GAP
        score_width = metrics.horizontalAdvance("0.00")
        for number, (symbol, score) in enumerate(bars.candidates, 1):
            top = room.top() + number * line
            painter.setPen(ink)
            painter.drawText(QRectF(room.left(), top, symbol_width, line), Qt.AlignmentFlag.AlignVCenter, symbol)
            whole = QRectF(room.left() + symbol_width, top + 3, 0, line - 6)
            whole.setRight(room.right() - score_width - _GAP)
            ground = QColor(ink)
            ground.setAlpha(24)
            painter.fillRect(whole, ground)
            part = QRectF(whole)
            part.setWidth(whole.width() * min(max(score, 0.0), 1.0))
            painter.fillRect(part, colour("ok") if symbol == bars.symbol else colour("accent"))
            where = QRectF(room.right() - score_width, top, score_width, line)
            painter.setPen(ink)
            painter.drawText(where, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, f"{score:.2f}")

    def _height(self) -> int:
        return 6 * (self.fontMetrics().height() + 2) + 2 * _GAP + 4

    def _per_line(self, width: int) -> int:
        return max(width // _WIDTH, 1)


class TopFive(QScrollArea):
    """The five best symbols of each position of the open image; a click shows a position's order channel alone."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.chart = named(_Chart(session), self.tr("The five best symbols of each position"))
        self.setWidget(self.chart)
        changed = session.predictions.changed, session.editor.label_changed, session.display.changed
        session.desk.switching.later(self.chart.refresh, *changed, parent=self.chart)
        self.chart.refresh()
