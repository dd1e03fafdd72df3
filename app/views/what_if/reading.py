"""One model's prediction for the changed image: the word, its maps, and the five best symbols of each position."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QTransform
from PySide6.QtWidgets import QHeaderView, QWidget

from app.desktop.theme import colour
from app.display import MAP_NAMES, Viewport
from app.instruments.what_if import TriedWord
from app.language.sentences import translated
from app.pictures.map_colours import Held, MapImage
from app.pictures.map_marks import Mark, draw_marks, predicted_marks
from app.pictures.map_painting import draw_image
from app.pictures.predicted_images import predicted_image
from app.pictures.shown_maps import map_name
from app.session import Session
from app.widgets.boxes import colour_text, column, named, plain_label, table_of
from app.widgets.column_model import Column, ColumnModel
from app.widgets.contrast import Recoloured
from app.widgets.map_pane import MapPane
from app.widgets.symbol_font import symbol_font

_NARROWEST = 150  # px
_BEST = 5


class TrialMap(MapPane):
    """Shows one map that a model predicts."""

    def __init__(self, viewport: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(viewport, parent)
        self.found: MapImage | None = None
        self._marks: tuple[Mark, ...] = ()

    def show_map(self, image: MapImage | None, marks: tuple[Mark, ...] = ()) -> None:
        """Draw a map with the values on its blobs, or nothing if it is None."""
        self.found, self._marks = image, marks
        self.redraw()

    def draw(self, painter: QPainter, to_pane: QTransform) -> Collection[int] | None:
        if self.found is None:
            return None
        draw_image(painter, self.found, to_pane, QRectF(self.rect()))
        return draw_marks(painter, self._marks, self.found, to_pane)


@dataclass(frozen=True, slots=True)
class BestSymbols:
    """The best symbols of a position."""

    position: int
    """The position k, from 1."""
    target: str
    """The label's symbol there. "" if the label has none."""
    candidates: tuple[tuple[str, float], ...]
    """(symbol, score) of the best symbols, the best first. Scores are from 0 to 1."""


class BestRows(ColumnModel[BestSymbols]):
    """Lists the positions, one in each row."""

    def __init__(self, parent: QWidget) -> None:
        columns = [Column[BestSymbols](lambda: "k", lambda best: str(best.position))]
        columns += [_ranked(number) for number in range(_BEST)]
        super().__init__(columns, parent)


def _ranked(number: int) -> Column[BestSymbols]:
    """The column of the symbol that is the best one but `number`."""
    return Column(
        lambda: f"{number + 1}.",
        lambda best: _said(best, number),
        font=lambda best: symbol_font(),
        ink=lambda best: _ink(best, number),
    )


def _said(best: BestSymbols, number: int) -> str:
    if number >= len(best.candidates):
        return ""
    symbol, score = best.candidates[number]
    return f"{symbol} {score:.2f}"


def _ink(best: BestSymbols, number: int) -> QColor | None:
    """Return green for the label's symbol and red for another best symbol, or None for the usual colour."""
    if not best.target or number >= len(best.candidates):
        return None
    if best.candidates[number][0] == best.target:
        return colour("ok")
    return colour("error") if number == 0 else None


class TrialReading(Recoloured, QWidget):
    """Shows a model's reading of the changed image."""

    position_chosen = Signal(int)  # a position, from 1, whose row was chosen

    def __init__(self, session: Session, viewport: Viewport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setMinimumWidth(_NARROWEST)
        self.word = plain_label(selectable=True)
        self.maps = {name: TrialMap(viewport) for name in MAP_NAMES}
        self.rows = BestRows(self)
        self.table = named(table_of(self.rows), self.tr("The five best symbols of each position"))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self._meaning_is_bad = False
        self._shown: tuple[object, ...] = ()
        whole = column(self.word, *self.maps.values(), self.table, parent=self, spacing=2, margins=(2, 2, 2, 2))
        for part in self.maps.values():
            whole.setStretchFactor(part, 2)
        whole.setStretchFactor(self.table, 3)
        for key, pane in self.maps.items():
            pane.set_title((map_name(key), ""))
        self._shown = ()

    def show_found(self, name: str, tried: TriedWord | str | None, before: str | None, target: str) -> None:
        """Show a model's reading, and `before`, its reading of the unchanged image, if that is known."""
        colormap, charset = self._session.display.choices.colormap, self._session.editor.charset
        shown_now = (name, tried, before, target, colormap, charset)
        if shown_now == self._shown:  # a slider that moves on tells of its picture, too
            return
        self._shown = shown_now
        if not isinstance(tried, TriedWord):
            text = self.tr("is being read…") if tried is None else translated(tried)
            self._say(f"{name}: {text}", False)
            for pane in self.maps.values():
                pane.show_map(None)
            self.rows.set_entries(())
            return
        predicted = tried.predicted
        word, maps = predicted.maps.word, predicted.maps
        arrow = f"{before or '–'} → " if before not in (None, word.text) else ""
        self._say(f"{name}: {arrow}{word.text or '–'}", bool(target) and word.text != target)
        for key, pane in self.maps.items():
            shown = predicted_image(predicted, tried.size, key, colormap, charset, opaque=True)
            pane.show_map(shown, () if shown.is_number else predicted_marks(Held(predicted), key, tried.size))
        count = min(max(predicted.last, len(target)), predicted.positions)
        entries = [
            BestSymbols(
                position,
                target[position - 1 : position],
                tuple(
                    (predicted.charset.symbol_of(int(number)), float(score))
                    for number, score in zip(
                        maps.candidate_ids[position - 1], maps.candidate_scores[position - 1], strict=True
                    )
                ),
            )
            for position in range(1, count + 1)
        ]
        self.rows.set_entries(entries, in_place=len(entries) == len(self.rows.entries))

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.position_chosen.emit(self.rows.entries[index.row()].position)

    def _say(self, text: str, is_wrong: bool) -> None:
        self.word.setText(text)
        self._meaning_is_bad = is_wrong
        self.recolour()

    def recolour(self) -> None:
        colour_text(self.word, "error" if self._meaning_is_bad else None)
