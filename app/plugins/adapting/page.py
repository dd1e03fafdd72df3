"""The page that makes a new model from the chosen one, with other symbols or weights from a file, or saves weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QFileDialog, QHeaderView, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing
from app.language.sentences import translated
from app.plugins.adapting.adapting import PROJECT, Adapting
from app.reading.client import PredictionClient
from app.session import Session
from app.widgets.boxes import Label, column, named, plain_label, push_button, row, set_tip, table_of, tool_button
from app.widgets.column_model import Column, ColumnModel
from app.widgets.moving_bar import MovingBar
from app.widgets.sentence_label import ElidedLabel
from core.charset import PRESETS, shown_symbol
from core.model.network.transferred import LAYERS, Transfer

_FILE = "\0"  # the entry that asks for a file: no file is called so


TransferOutcome = Literal["skipped", "unused", "partly", "copied"]


@dataclass(frozen=True, slots=True)
class LayerTransfer:
    """The transfer of one layer, or of a weight in the file that no layer has."""

    name: str
    """The name of the layer in the model, or of the weight in the file."""
    outcome: TransferOutcome
    """"unused": a weight in the file that no layer has. Others: all, some or none of the layer's weights were
    copied."""
    reason: str = ""
    """Reason why the layer was skipped. "" for any other outcome."""


class TransferReport(ColumnModel[LayerTransfer]):
    """Lists the layers, one in each row, beginning with those whose weights were not transferred."""

    def __init__(self, parent: QObject | None = None) -> None:
        columns = (
            Column[LayerTransfer](lambda: self.tr("Layer"), lambda layer: layer.name, width=160),
            Column[LayerTransfer](lambda: self.tr("Weights"), self._said, width=140, ink=_ink),
            Column[LayerTransfer](
                lambda: self.tr("Why"), lambda layer: translated(layer.reason), lambda layer: translated(layer.reason)
            ),
        )
        super().__init__(columns, parent)

    def show_transfer(self, transfer: Transfer | None) -> None:
        """Show the layers of a transfer, or nothing if it is None."""
        if transfer is None:
            self.set_entries(())
            return
        rows = [LayerTransfer(name, "skipped", reason) for name, reason in transfer.skipped]
        rows += [LayerTransfer(name, "unused") for name in transfer.unused]
        rows += [LayerTransfer(name, "partly") for name in transfer.partly]
        rows += [LayerTransfer(name, "copied") for name in transfer.copied]
        self.set_entries(tuple(rows))

    def _said(self, layer: LayerTransfer) -> str:
        titles: dict[TransferOutcome, str] = {
            "skipped": self.tr("not taken over"),
            "unused": self.tr("only in the file"),
            "partly": self.tr("by symbol or position"),
            "copied": self.tr("taken over"),
        }
        return titles[layer.outcome]


def _ink(layer: LayerTransfer) -> QColor | None:
    return colour("warning") if layer.outcome in ("skipped", "unused") else None


class AdaptingPage(QWidget):
    """Chooses the changes, shows what would stay the same, and makes the new model."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.adapting = session.instruments.brought(Adapting, partial(_adapting_of, session))
        self.charset = QComboBox()
        texts = (self.tr("as they are"), self.tr("the project's"), *PRESETS, "")
        for text, value in zip(texts, ("", PROJECT, *PRESETS, _FILE), strict=True):
            self.charset.addItem(text, value)
        self.layers = set_tip(
            QComboBox(),
            self.tr("Which layers take weights of the file, and whose weights are saved; the head gives the logits"),
        )
        for part, text in zip(LAYERS, (self.tr("all"), self.tr("the backbone"), self.tr("the head")), strict=True):
            self.layers.addItem(text, part)
        self._charset_label = Label(self.tr("Symbols"))
        self._layers_label = Label(self.tr("Layers"))
        for label, combo in ((self._charset_label, self.charset), (self._layers_label, self.layers)):
            label.setBuddy(combo)
        self.weights_button = push_button(
            "",
            self.ask_for_weights,
            tip=self.tr(
                "Take over weights of a model, of a backbone, or of an .npz in PyTorch's layout, as far as they fit"
            ),
        )
        self.names_button = push_button(
            "", self.ask_for_names, tip=self.tr("A JSON object: the model's name of each layer in the file")
        )
        self.save_button = push_button(self.tr("Save weights…"), self.save)
        self.clear_button = tool_button(
            partial(self.adapting.choose_weights, None), picture="close", tip=self.tr("No weights from a file")
        )
        self.preview_button = push_button(self.tr("Preview"), self.adapting.preview)
        self.adapt_button = push_button(self.tr("Make a new model…"), self.adapt)
        self.stop_button = push_button(self.tr("Stop"), self.adapting.cancel)
        self.choose_button = push_button(self.tr("Predict with it"), self.adapting.choose)
        self.undo_button = push_button(
            self.tr("Undo"),
            self.adapting.undo,
            tip=self.tr("Delete the new model and its card, and predict with the previous model"),
        )
        # the symbols that stay, are new, are lost; all of them in the tool tips
        self.symbols = (ElidedLabel(), ElidedLabel(), ElidedLabel())
        self.result = plain_label(selectable=True)
        self.progress = MovingBar()
        self.progress.setMaximum(0)
        self.rows = TransferReport(self)
        self.table = named(table_of(self.rows), self.tr("Layers and their weights"))
        self.rows.size_columns(self.table.horizontalHeader())
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        first = row(
            self._charset_label,
            self.charset,
            self.weights_button,
            self.names_button,
            self.clear_button,
            self._layers_label,
            self.layers,
            spacing=6,
        )
        first.addStretch(1)
        second = row(self.preview_button, self.adapt_button, self.save_button, spacing=6)
        second.addStretch(1)
        symbols = row(*self.symbols, spacing=12)
        for label in self.symbols:
            symbols.setStretchFactor(label, 1)
        third = row(self.result, self.progress, self.stop_button, self.choose_button, self.undo_button, spacing=6)
        third.setStretchFactor(self.result, 1)
        whole = column(first, second, symbols, third, self.table, parent=self, spacing=4, margins=(6, 4, 6, 0))
        whole.setStretchFactor(self.table, 1)
        self._connect()
        self.charset.setItemText(0, self.tr("as they are"))
        self.charset.setItemText(1, self.tr("the project's"))
        for place, name in enumerate(PRESETS, 2):
            self.charset.setItemText(place, name)
        for place, text in enumerate((self.tr("all"), self.tr("the backbone"), self.tr("the head"))):
            self.layers.setItemText(place, text)
        self.show_choices()

    def _connect(self) -> None:
        self.charset.activated.connect(self._charset_chosen)
        self.layers.activated.connect(lambda place: self.adapting.choose_layers(LAYERS[place]))
        self.adapting.changed.connect(self.show_choices)
        self._session.predictions.model_changed.connect(self.show_choices)

    def ask_for_weights(self) -> None:
        """Ask for a file with weights."""
        endings = self.tr("Weights (*.keras *.h5 *.npz)")
        chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Weights to take over"), self._folder(), endings)
        if chosen:
            self.adapting.choose_weights(Path(chosen))

    def ask_for_names(self) -> None:
        """Ask for the file that translates the names of weights."""
        title = self.tr("Names that the model has for the file's layers")
        chosen, _ = QFileDialog.getOpenFileName(self, title, self._folder(), "JSON (*.json)")
        if chosen:
            self.adapting.choose_weights(self.adapting.weights, Path(chosen))

    def adapt(self) -> None:
        """Ask for the new model's file, and make the model."""
        proposed = self.adapting.proposed("adapted.keras")
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Save the new model"),
            str(proposed or ""),
            "Keras (*.keras)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            self.adapting.start(Path(chosen).with_suffix(".keras"))

    def save(self) -> None:
        """Ask for a file, and write weights of the chosen model to it."""
        proposed = self.adapting.proposed(f"{self.adapting.layers}.npz")
        formats = self.tr("PyTorch's layout (*.npz);;Keras weights (*.weights.h5);;Keras, backbone only (*.keras)")
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Save weights"),
            str(proposed or ""),
            formats,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            self.adapting.save(Path(chosen))

    def show_choices(self) -> None:
        """Show the current choices and their consequences."""
        adapting = self.adapting
        place = self.charset.findData(adapting.charset)
        file = self.charset.findData(_FILE)
        self.charset.setCurrentIndex(file if place < 0 else place)
        self.charset.setItemText(file, Path(adapting.charset).name if place < 0 else self.tr("File…"))
        self.layers.setCurrentIndex(LAYERS.index(adapting.layers))
        weights, names = adapting.weights, adapting.names
        self.weights_button.setText(self.tr("Weights from a file…") if weights is None else weights.name)
        self.names_button.setText(self.tr("Names…") if names is None else names.name)
        self.names_button.setVisible(weights is not None and weights.suffix == ".npz")
        self.clear_button.setVisible(weights is not None)
        self.preview_button.setEnabled(adapting.can_adapt)
        self.adapt_button.setEnabled(adapting.can_adapt)
        self.save_button.setEnabled(adapting.can_save)
        for part in (self.progress, self.stop_button):
            part.setVisible(adapting.is_busy)
        for part in (self.choose_button, self.undo_button):
            part.setVisible(adapting.out is not None)
        self.choose_button.setEnabled(adapting.out is not None and self._session.in_use.model != adapting.out)
        self._show_symbols()
        self.result.setText(self._result())
        self.result.setVisible(bool(self.result.text()))
        self.rows.show_transfer(None if adapting.adapted is None else adapting.adapted.transfer)

    # How it is shown

    def _folder(self) -> str:
        model = self._session.predictions.model
        return "" if model is None else str(model.parent)

    def _charset_chosen(self) -> None:
        chosen = self.charset.currentData()
        if chosen == _FILE:
            chosen, _ = QFileDialog.getOpenFileName(self, self.tr("File of symbols"), self._folder())
        if chosen or self.charset.currentData() == "":
            self.adapting.choose_charset(chosen)
        else:
            self.show_choices()

    def _show_symbols(self) -> None:
        adapting = self.adapting
        change = adapting.change if adapting.adapted is None else adapting.adapted.symbols
        texts = (
            self.tr("Kept, {count}: {symbols}"),
            self.tr("New, {count}: {symbols}"),
            self.tr("Lost, {count}: {symbols}"),
        )
        for place, label in enumerate(self.symbols):
            symbols = () if change is None else (change.kept, change.new, change.dropped)[place]
            label.setText(texts[place].format(count=len(symbols), symbols="".join(symbols)))
            set_tip(label, " ".join(map(shown_symbol, symbols)))
            label.setVisible(change is not None and bool(adapting.charset))

    def _result(self) -> str:
        adapting, adapted = self.adapting, self.adapting.adapted
        if adapting.is_busy:
            return self.tr("A separate process is running…")
        if adapting.saved is not None:
            text = self.tr("{file}: {count} {count:|weight|weights} written")
            return agreeing(text, file=adapting.saved.out.name, count=adapting.saved.weights)
        if adapted is None:
            return translated(adapting.trouble or adapting.refusal)
        counts = {"taken": len(adapted.transfer.copied), "partly": len(adapted.transfer.partly)}
        counts |= {"skipped": len(adapted.transfer.skipped)}
        text = self.tr("{taken} {taken:|layer|layers} taken over whole, {partly} in part, {skipped} not")
        if adapted.out is None:
            return self.tr("Preview, nothing is written: {said}").format(said=agreeing(text, **counts))
        return self.tr("{file}, its card beside it: {said}").format(
            file=adapted.out.name, said=agreeing(text, **counts)
        )


def _adapting_of(session: Session, client: PredictionClient, parent: QObject) -> Adapting:
    return Adapting(session.workspace, session.catalog, session.in_use, session.predictions, parent)
