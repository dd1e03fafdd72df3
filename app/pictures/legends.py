"""The legend of a map, which gives the absolute meaning of symbols, positions, or a scale of numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QLinearGradient, QPainter

from app.display import MapKey, MapName, Source
from app.language.figures import agreeing
from app.language.languages import translate
from app.language.sentences import in_a_list
from app.pictures.colormaps import table
from app.pictures.map_colours import MapImage, Swatch
from app.pictures.shown_maps import shown_swatches, symbols_of
from app.session import Session

_SQUARE = 10  # px
_GAP = 4  # px between a colour and its text
_APART = 8  # px between two entries
_RAMP = 56  # px


@dataclass(frozen=True, slots=True)
class Explanation:
    """The legend that explains a map's colours."""

    shown: MapImage
    """The map, which gives the range and the colormap of a scale of numbers."""
    entries: tuple[Swatch, ...]
    """The colours that have a meaning each. Empty for a scale of numbers."""

    @classmethod
    def of(cls, session: Session, key: MapKey, shown: MapImage) -> Explanation:
        """Return the legend of a map of the open image as it is shown."""
        return cls(shown, () if shown.is_number else shown_swatches(session, *key))

    def width(self, metrics: QFontMetrics, without: Collection[int] = ()) -> float:
        """Return the width in pixels that `draw` needs, 0 for nothing.

        `without` has values that are explained elsewhere.
        """
        if self.shown.is_number:
            low, high = f"{self.shown.low:g}", f"{self.shown.high:g}"
            return float(metrics.horizontalAdvance(low) + metrics.horizontalAdvance(high) + 2 * _GAP + _RAMP)
        widths = [_width(metrics, entry) for entry in self.entries if entry.value not in without]
        return float(sum(widths) + _APART * max(len(widths) - 1, 0))

    def draw(self, painter: QPainter, room: QRectF, text: QColor, without: Collection[int] = ()) -> None:
        """Paint the legend in one line, with the number of entries that have no room."""
        if self.shown.is_number:
            _draw_scale(painter, room, text, self.shown)
        else:
            _draw_entries(painter, room, text, [entry for entry in self.entries if entry.value not in without])

    def content(self, without: Collection[int] = ()) -> tuple[object, ...]:
        """Return everything that `draw` shows: the scale, or the texts and colours of the entries."""
        shown = self.shown
        if shown.is_number:
            return shown.low, shown.high, shown.colormap
        return tuple(
            (entry.text or _ignored(), entry.colour.rgba()) for entry in self.entries if entry.value not in without
        )


def legend_in_words(session: Session, name: MapName, source: Source, explained: Explanation | None) -> str:
    """Return a legend in words, or "" if there is no map."""
    if explained is None:
        return ""
    shown = explained.shown
    if shown.is_number:
        title = translate("Maps", "A number from {low} to {high}, by the colormap “{name}”")
        return agreeing(title, low=f"{shown.low:g}", high=f"{shown.high:g}", name=shown.colormap)
    if source == "difference":
        return in_a_list(entry.text for entry in explained.entries)
    if name == "character":
        title = translate("Maps", "Symbols with their ids; the charset has {count}:")
    else:
        title = translate("Maps", "Positions in the word; it has {count} {count:|character|characters}:")
    lines = [agreeing(title, count=f"{shown.high:g}")]
    symbols = symbols_of(session, source)
    lines += [
        _ignored()
        if not entry.text
        else f"{entry.text} ({entry.value})"
        if name == "character"
        else f"{entry.text} {symbols.get(entry.value, '')}"
        for entry in explained.entries
    ]
    return "\n".join(lines)


def _draw_scale(painter: QPainter, room: QRectF, text: QColor, shown: MapImage) -> None:
    metrics = painter.fontMetrics()
    low, high = f"{shown.low:g}", f"{shown.high:g}"
    x = float(metrics.horizontalAdvance(low) + _GAP)
    width = min(_RAMP, room.width() - x - metrics.horizontalAdvance(high) - _GAP)
    if width < _SQUARE:
        return
    bar = QRectF(room.x() + x, room.center().y() - _SQUARE / 2, width, _SQUARE)
    ramp = QLinearGradient(bar.topLeft(), bar.topRight())
    for place in range(0, 256, 15):
        ramp.setColorAt(place / 255, QColor(*table(shown.colormap)[place].tolist()))
    painter.setPen(text)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, low)
    after = QRectF(bar.right() + _GAP, room.y(), room.width(), room.height())
    painter.drawText(after, Qt.AlignmentFlag.AlignVCenter, high)
    painter.fillRect(bar, ramp)


def _draw_entries(painter: QPainter, whole: QRectF, pen: QColor, entries: list[Swatch]) -> None:
    metrics = painter.fontMetrics()
    x = whole.x()
    for done, entry in enumerate(entries):
        more = f"+{len(entries) - done}"
        width, room = _width(metrics, entry), whole.right() - x
        is_last = done == len(entries) - 1
        painter.setPen(pen)
        if width + (0 if is_last else _APART + metrics.horizontalAdvance(more)) > room + 1:
            painter.drawText(QRectF(x, whole.y(), room, whole.height()), Qt.AlignmentFlag.AlignVCenter, more)
            return
        where = QRectF(x + _SQUARE + _GAP, whole.y(), room, whole.height())
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, entry.text or _ignored())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(entry.colour)
        painter.drawRoundedRect(QRectF(x, whole.center().y() - _SQUARE / 2, _SQUARE, _SQUARE), 2, 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x += width + _APART


def _width(metrics: QFontMetrics, entry: Swatch) -> int:
    return _SQUARE + _GAP + metrics.horizontalAdvance(entry.text or _ignored())


def _ignored() -> str:
    return translate("Maps", "ignored")
