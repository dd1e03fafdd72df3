"""The legend of a map in one line."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.desktop.theme import colour
from app.display import MapName, Source
from app.language.languages import translate
from app.pictures.colormaps import table
from app.pictures.map_colours import MapImage, Swatch
from app.pictures.shown_maps import shown_map, shown_swatches, symbols_of
from app.session import Session
from app.widgets.symbol_font import symbol_font

_SQUARE = 10  # px
_GAP = 4  # px between a colour and its text
_APART = 8  # px between two entries
_RAMP = 80  # px


class Legend(QWidget):
    """The colours of one map with their absolute meaning: symbols, positions, or a scale from 0 to 1."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._name: MapName = "character"
        self._source: Source = "target"
        self._shown: MapImage | None = None
        self._entries: tuple[Swatch, ...] = ()
        self.setFont(symbol_font())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_map(self, name: MapName | None, source: Source = "target") -> None:
        """Explain a map of the open image; None: there is none."""
        before, self._shown = self._shown, None
        if name is not None:
            self._name, self._source = name, source
            self._shown = shown_map(self._session, name, source)
        if before is None and self._shown is None:
            return
        discrete = self._shown is not None and not self._shown.is_number
        self._entries = shown_swatches(self._session, self._name, source) if discrete else ()
        said = self.in_words()
        self.setAccessibleName(said)
        self.setToolTip(said)  # the line may have no room for all entries
        self.update()

    def in_words(self) -> str:
        """The legend in words."""
        if self._shown is None:
            return ""
        if self._shown.is_number:
            said = translate("Maps", "A number from {low} to {high}, by the colormap “{name}”")
            return said.format(
                low=f"{self._shown.low:g}",
                high=f"{self._shown.high:g}",
                name=self._shown.colormap,
            )
        if self._source == "difference":
            return ", ".join(entry.text for entry in self._entries)
        if self._name == "character":
            said = translate("Maps", "Symbols with their ids; the charset has {count}:")
        else:
            said = translate("Maps", "Positions in the word; it has {count} characters:")
        lines = [said.format(count=f"{self._shown.high:g}")]
        symbols = symbols_of(self._session, self._source)
        lines += [
            _ignored()
            if not entry.text
            else f"{entry.text} ({entry.value})"
            if self._name == "character"
            else f"{entry.text} {symbols.get(entry.value, '')}"
            for entry in self._entries
        ]
        return "\n".join(lines)

    def sizeHint(self) -> QSize:
        return QSize(_RAMP + 40, self.fontMetrics().height() + 4)

    def minimumSizeHint(self) -> QSize:
        """The legend may shrink to nothing: its tool tip has all entries."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._shown.is_number:
                self._paint_scale(painter, self._shown)
            else:
                self._paint_entries(painter)

    def _paint_scale(self, painter: QPainter, shown: MapImage) -> None:
        text = self.palette().color(QPalette.ColorRole.WindowText)
        metrics = self.fontMetrics()
        low, high = f"{shown.low:g}", f"{shown.high:g}"
        x = float(metrics.horizontalAdvance(low) + _GAP)
        width = min(_RAMP, self.width() - x - metrics.horizontalAdvance(high) - _GAP)
        if width < _SQUARE:
            return
        bar = QRectF(x, (self.height() - _SQUARE) / 2, width, _SQUARE)
        ramp = QLinearGradient(bar.topLeft(), bar.topRight())
        for place in range(0, 256, 15):
            ramp.setColorAt(place / 255, QColor(*table(shown.colormap)[place].tolist()))
        painter.setPen(text)
        painter.drawText(QRectF(0, 0, x, self.height()), Qt.AlignmentFlag.AlignVCenter, low)
        painter.drawText(
            QRectF(bar.right() + _GAP, 0, self.width(), self.height()), Qt.AlignmentFlag.AlignVCenter, high
        )
        painter.fillRect(bar, ramp)

    def _paint_entries(self, painter: QPainter) -> None:
        metrics = self.fontMetrics()
        middle = self.height() / 2
        x = 0.0
        for done, entry in enumerate(self._entries):
            text = entry.text or _ignored()
            width = _SQUARE + _GAP + metrics.horizontalAdvance(text)
            more = f"+{len(self._entries) - done}"
            room = self.width() - x
            is_last = done == len(self._entries) - 1
            if width + (0 if is_last else _APART + metrics.horizontalAdvance(more)) > room:
                painter.setPen(colour("muted"))
                painter.drawText(QRectF(x, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, more)
                return
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(entry.colour)
            painter.drawRoundedRect(QRectF(x, middle - _SQUARE / 2, _SQUARE, _SQUARE), 2, 2)
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            where = QRectF(x + _SQUARE + _GAP, 0, room, self.height())
            painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, text)
            x += width + _APART


def _ignored() -> str:
    return translate("Maps", "ignored")
