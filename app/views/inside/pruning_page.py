"""The strength of each layer's channels, and the weak ones set to 0 in a new model."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QFileDialog, QHeaderView, QProgressBar, QSplitter, QWidget

from app.language.figures import share_of
from app.language.sentences import translated
from app.session import Session
from app.views.inside.strength_bars import StrengthBars
from app.views.inside.strength_rows import StrengthRows
from app.widgets.boxes import Label, column, named, plain_label, push_button, row, set_tip, table_of
from app.widgets.column_model import SORTED_BY
from core.base.errors import StudioError
from core.base.files import write_atomically
from core.model.inside.saliency import WEAK, saliency_csv

_PERCENT = 100


class PruningPage(QWidget):
    """Lists the strengths, prunes, and shows what that cost."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.inside, self.pruning = session.instruments.inside, session.instruments.pruning
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
            self.tr("Of the mean |kernel| of the strongest channel of the same layer"),
        )
        self.threshold.setValue(_PERCENT * WEAK)
        self._of = Label(self.tr("Weak below"))
        self._of.setBuddy(self.threshold)
        self.summary = plain_label()
        self.result = plain_label(selectable=True)
        self.progress = QProgressBar()
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
        self.inside.changed.connect(self.refresh)
        self.inside.selected_changed.connect(self._show_selected)
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
        """The threshold as a share of the strongest channel."""
        return self.threshold.value() / _PERCENT

    def refresh(self) -> None:
        """Show the strengths as they are now."""
        if self.inside.channels != self.rows.entries:
            self.rows.set_entries(self.inside.channels)
        self._show_selected()
        self.show_pruning()

    def prune(self) -> None:
        """Ask for the new model's file, and prune."""
        proposed = self.pruning.proposed("pruned.keras")
        if proposed is None:
            return
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save the pruned model"), str(proposed), "Keras (*.keras)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )  # fmt: skip
        if chosen:
            self.pruning.start(Path(chosen).with_suffix(".keras"), self.share)

    def export(self) -> None:
        """Ask for a file, and write the strengths of all channels into it."""
        chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Export the strengths"), "channels.csv", "CSV (*.csv)")
        if chosen:
            self.write_table(Path(chosen))

    def write_table(self, path: Path) -> None:
        """Write the strengths of all channels, or say why that is not possible."""
        try:
            write_atomically(path, saliency_csv(self.inside.channels, self.share).encode())
        except StudioError as error:
            self._session.tell(error, "error")
        else:
            self._session.tell(self.tr("Written: {path}").format(path=path))

    def show_pruning(self) -> None:
        """Show how far the pruning is, or what it gave."""
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
        self.choose_button.setEnabled(pruned is not None and self._session.predictions.model != pruned.out)
        self.result.setText(self._result())
        self.result.setVisible(bool(self.result.text()))

    # How it is shown

    def _result(self) -> str:
        pruning, pruned = self.pruning, self.pruning.pruned
        if pruning.is_busy:
            return self.tr("The validation words are read before and after…")
        if pruned is None:
            return translated(pruning.refusal)
        text = self.tr(
            "{file}: {channels} channels set to 0. Words read exactly, of {words} for validation: {before} → {after}"
        )
        return text.format(
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
            self.inside.select(self.rows.entries[index.row()].layer)

    def _show_selected(self) -> None:
        for place, entry in enumerate(self.rows.entries):
            if entry.layer == self.inside.selected:
                index = self._sorted.mapFromSource(self.rows.index(place, 0))
                if index.row() != self.table.currentIndex().row():
                    self.table.setCurrentIndex(index)
                self.bars.show_layer(entry, self.share)
                return
        self.table.clearSelection()
        self.bars.show_layer(None, self.share)
