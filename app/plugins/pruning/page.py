"""The page with the strength of each layer's channels, which makes a new model with the weak ones set to 0."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRectF, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPalette, QPen, QShowEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFileDialog, QHeaderView, QSplitter, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing, percent, share_of
from app.language.sentences import translated
from app.plugins.pruning.asking import Strengths
from app.plugins.pruning.making import Pruning
from app.reading.client import PredictionClient
from app.session import Session
from app.widgets.boxes import Explained, Label, column, named, plain_label, push_button, row, set_tip, table_of
from app.widgets.column_model import RIGHT, SORTED_BY, Column, ColumnModel
from app.widgets.moving_bar import MovingBar
from core.base.errors import StudioError
from core.base.files import write_atomically
from core.plugins.pruning.strengths import WEAK, LayerSaliency, saliency_csv

_PERCENT = 100


_PAD = 6  # px
_LEAST = 2  # px: the height of a bar that would be seen as none


class StrengthRows(ColumnModel[LayerSaliency]):
    """Lists the layers, one in each row."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.share = WEAK  # below this share of its layer's strongest channel a channel is weak
        columns = (
            Column[LayerSaliency](
                lambda: self.tr("Layer"), lambda saliency: saliency.layer.removeprefix("network/"), self._tip, width=180
            ),
            Column[LayerSaliency](
                lambda: self.tr("Weak"), self._weak, self._tip, self._count, 70, RIGHT, ink=self._ink
            ),
            Column[LayerSaliency](
                lambda: self.tr("Weakest"), lambda saliency: f"{saliency.least:.3g}", self._tip, self._least, 70, RIGHT
            ),
            Column[LayerSaliency](
                lambda: self.tr("Strongest"), lambda saliency: f"{saliency.most:.3g}", self._tip, self._most, 75, RIGHT
            ),
        )
        super().__init__(columns, parent)

    @property
    def weak(self) -> int:
        """The number of weak channels in the model."""
        return sum(map(self._count, self.entries))

    @property
    def channels(self) -> int:
        """The number of channels in the model."""
        return sum(len(entry.values) for entry in self.entries)

    def set_share(self, share: float) -> None:
        """Set the share of the strongest channel below which channels are weak."""
        self.share = share
        self.update_cells()

    def _count(self, saliency: LayerSaliency) -> int:
        return len(saliency.below(self.share))

    def _weak(self, saliency: LayerSaliency) -> str:
        return f"{self._count(saliency)} / {len(saliency.values)}"

    def _least(self, saliency: LayerSaliency) -> float:
        return saliency.least

    def _most(self, saliency: LayerSaliency) -> float:
        return saliency.most

    def _ink(self, saliency: LayerSaliency) -> QColor | None:
        return colour("warning") if self._count(saliency) else None

    def _tip(self, saliency: LayerSaliency) -> str:
        weak = saliency.below(self.share)
        text = self.tr("{layer}: mean |kernel| of {count} {count:|channel|channels}")
        text = agreeing(text, layer=saliency.layer, count=len(saliency.values))
        named = self.tr("Weak: {channels}").format(channels=" ".join(map(str, weak)))
        return f"{text}\n{named}" if weak else text


class StrengthBars(Explained):
    """Draws one bar for each channel, weak ones in the colour of warnings, and the threshold as a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: LayerSaliency | None = None
        self._share = 0.0
        self._order: list[int] = []

    def show_layer(self, saliency: LayerSaliency | None, share: float) -> None:
        """Draw the channels of another layer, or nothing if it is None."""
        self._found, self._share = saliency, share
        self._order = [] if saliency is None else sorted(range(len(saliency.values)), key=lambda c: -saliency.values[c])
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        strengths = self._found
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        if strengths is None or not self._order:
            return
        room = QRectF(self.rect()).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        weak, most = set(strengths.below(self._share)), strengths.most or 1.0
        step = room.width() / len(self._order)
        for place, channel in enumerate(self._order):
            value = strengths.values[channel]
            height = max(room.height() * min(value / most, 1.0) if math.isfinite(value) else 0.0, _LEAST)
            tone = colour("warning") if channel in weak else colour("accent")
            left = room.left() + place * step
            painter.fillRect(QRectF(left, room.bottom() - height, max(step - 1, 1), height), tone)
        line = room.bottom() - room.height() * self._share
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.WindowText), 1))
        painter.drawLine(round(room.left()), round(line), round(room.right()), round(line))

    def text_at(self, place: QPoint) -> str:
        """Return the channel whose bar is at a point, with its strength, or "" if there is none."""
        strengths, width = self._found, self.width() - 2 * _PAD
        if strengths is None or not self._order or width <= 0:
            return ""
        bar = int((place.x() - _PAD) * len(self._order) / width)
        if not 0 <= bar < len(self._order):
            return ""
        channel = self._order[bar]
        share = strengths.values[channel] / (strengths.most or 1.0)
        return f"{channel}: {strengths.values[channel]:.4g} ({percent(share, 2)})"


def _strengths_of(session: Session, client: PredictionClient, parent: QObject) -> Strengths:
    return Strengths(session.workspace, session.predictions, client, parent)


def _pruning_of(session: Session, client: PredictionClient, parent: QObject) -> Pruning:
    return Pruning(session.workspace, session.in_use, session.predictions, parent)


class PruningPage(QWidget):
    """Lists the strengths, prunes, and shows the effect on the readings."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._layer = session.instruments.chosen_layer  # it knows the layer that is looked at
        self.strengths = session.instruments.brought(Strengths, partial(_strengths_of, session))
        self.pruning = session.instruments.brought(Pruning, partial(_pruning_of, session))
        self.rows = StrengthRows(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.rows)
        self._sorted.setSortRole(SORTED_BY)
        self.table = named(table_of(self._sorted), self.tr("Strength of the channels"))
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.rows.size_columns(self.table.horizontalHeader())
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.bars = named(StrengthBars(), self.tr("Strength of the layer's channels"))
        # per cent of the strongest channel of a layer
        self.threshold = set_tip(
            QDoubleSpinBox(decimals=2, minimum=0, maximum=_PERCENT, singleStep=0.1, suffix=" %"),
            self.tr("As a share of the mean |kernel| of the strongest channel of the same layer"),
        )
        self.threshold.setValue(_PERCENT * WEAK)
        self._of = Label(self.tr("Weak if below"))
        self._of.setBuddy(self.threshold)
        self.summary = plain_label()
        self.result = plain_label(selectable=True)
        self.progress = MovingBar()
        self.export_button = push_button(self.tr("Export…"), self.export)
        self.prune_button = push_button(
            self.tr("Prune…"),
            self.prune,
            tip=self.tr("Write a new model in which the kernels of all weak channels are 0"),
        )
        self.stop_button = push_button(self.tr("Stop"), self.pruning.cancel)
        self.choose_button = push_button(self.tr("Predict with it"), self.pruning.choose)
        self.undo_button = push_button(
            self.tr("Undo"), self.pruning.undo, tip=self.tr("Delete the pruned model, and predict with the one before")
        )
        self._lay_out()
        self.threshold.valueChanged.connect(self._share_changed)
        self.strengths.changed.connect(self.show_strengths)
        self._layer.changed.connect(self._show_selected)
        self.pruning.changed.connect(self.show_pruning)
        session.predictions.model_changed.connect(self.show_pruning)
        self.show_pruning()

    def _lay_out(self) -> None:
        first = row(self._of, self.threshold, self.summary, self.export_button, self.prune_button, spacing=6)
        first.setStretchFactor(self.summary, 1)
        second = row(self.result, self.progress, self.stop_button, self.choose_button, self.undo_button, spacing=6)
        second.setStretchFactor(self.result, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        for part in (self.table, self.bars):
            split.addWidget(part)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        whole = column(first, second, split, parent=self, spacing=4, margins=(6, 4, 6, 0))
        whole.setStretchFactor(split, 1)

    @property
    def share(self) -> float:
        """The threshold for weak channels as a share of the strongest channel."""
        return self.threshold.value() / _PERCENT

    def show_strengths(self) -> None:
        """Show the current strengths."""
        if self.strengths.channels != self.rows.entries:
            self.rows.set_entries(self.strengths.channels)
        self._show_selected()
        self.show_pruning()

    def prune(self) -> None:
        """Ask for the new model's file, and prune."""
        proposed = self.pruning.proposed("pruned.keras")
        if proposed is None:
            return
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Save the pruned model"),
            str(proposed),
            "Keras (*.keras)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            self.pruning.start(Path(chosen).with_suffix(".keras"), self.share)

    def export(self) -> None:
        """Ask for a file, and write the strengths of all channels to it."""
        chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Export the strengths"), "channels.csv", "CSV (*.csv)")
        if chosen:
            self.write_table(Path(chosen))

    def write_table(self, path: Path) -> None:
        """Write the strengths of all channels to a file, or report why that is not possible."""
        try:
            write_atomically(path, saliency_csv(self.strengths.channels, self.share).encode())
        except StudioError as error:
            self._session.notify(error, "error")
        else:
            self._session.notify(self.tr("Saved {path}.").format(path=path))

    def show_pruning(self) -> None:
        """Show the progress of the pruning, or its result."""
        pruning, pruned = self.pruning, self.pruning.pruned
        weak, channels = self.rows.weak, self.rows.channels
        self.summary.setText(self.tr("{weak} of {channels} weak").format(weak=weak, channels=channels))
        is_live = self._session.predictions.is_live
        has_project = self._session.project is not None
        self.prune_button.setEnabled(bool(weak) and not pruning.is_busy and not is_live and has_project)
        self.export_button.setEnabled(bool(channels))
        done, total = pruning.progress
        self.progress.setMaximum(total)
        self.progress.setValue(done)
        for part in (self.progress, self.stop_button):
            part.setVisible(pruning.is_busy)
        for part in (self.choose_button, self.undo_button):
            part.setVisible(pruned is not None)
        self.choose_button.setEnabled(pruned is not None and self._session.in_use.model != pruned.out)
        self.result.setText(self._result())
        self.result.setVisible(bool(self.result.text()))

    def showEvent(self, event: QShowEvent) -> None:
        """Request the strengths while the page is visible."""
        super().showEvent(event)
        self.strengths.want(True)
        self.show_strengths()

    def hideEvent(self, event: QHideEvent) -> None:
        """Request nothing while the page is hidden."""
        self.strengths.want(False)
        super().hideEvent(event)

    # How it is shown

    def _result(self) -> str:
        pruning, pruned = self.pruning, self.pruning.pruned
        if pruning.is_busy:
            return self.tr("Reading the validation words before and after pruning…")
        if pruned is None:
            return translated(pruning.refusal)
        text = self.tr(
            "{file}: {channels} {channels:|channel|channels} set to 0. Words read exactly, of {words} for "
            "validation: {before} → {after}"
        )
        return agreeing(
            text,
            file=pruned.out.name,
            channels=pruned.channels,
            words=pruned.words,
            before=share_of(pruned.before.get("word_accuracy", 0), pruned.words),
            after=share_of(pruned.after.get("word_accuracy", 0), pruned.words),
        )

    def _share_changed(self) -> None:
        self.rows.set_share(self.share)
        self._show_selected()
        self.show_pruning()

    def _row_chosen(self) -> None:
        index = self._sorted.mapToSource(self.table.currentIndex())
        if index.isValid():
            self._layer.choose(self.rows.entries[index.row()].layer)

    def _show_selected(self) -> None:
        for place, entry in enumerate(self.rows.entries):
            if entry.layer == self._layer.name:
                index = self._sorted.mapFromSource(self.rows.index(place, 0))
                if index.row() != self.table.currentIndex().row():
                    self.table.setCurrentIndex(index)
                self.bars.show_layer(entry, self.share)
                return
        self.table.clearSelection()
        self.bars.show_layer(None, self.share)
