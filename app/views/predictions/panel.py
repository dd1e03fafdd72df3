"""The prediction panel: model, reading and scores."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QHeaderView, QWidget

from app.language.sentences import translated
from app.pictures.shown_maps import isolated
from app.predicting.predicted import mismatch
from app.session import Session
from app.views.predictions.loading import LoadingRow
from app.views.predictions.model_chooser import ModelChooser
from app.views.predictions.reading_rows import ReadingColumn, ReadingRows
from app.widgets.boxes import colour_text, column, named, plain_label, row, table_of, tool_button
from app.widgets.contrast import Recoloured
from app.widgets.symbol_font import symbol_font
from core.judging.predicted_maps import PredictedMaps

_LARGER = 1.25  # of the word that is read


class PredictionPanel(Recoloured, QWidget):
    """Which model predicts, and what it reads in the open image."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        predictions = session.predictions
        self.model = ModelChooser(session)
        self.again = tool_button(
            predictions.again, picture="reset", tip=self.tr("Load the model again and predict this image once more")
        )
        self.loading = LoadingRow(session)
        self.word = named(plain_label(selectable=True), self.tr("Reading of the model, with its confidence"))
        self.alone = plain_label(selectable=True)
        self.sentence = plain_label()
        self.warning = plain_label()
        self.rows = ReadingRows(session, self)
        self.table = named(table_of(self.rows), self.tr("Label and reading, character by character"))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for narrow in (ReadingColumn.RANK, ReadingColumn.POSITION):
            header.setSectionResizeMode(narrow, QHeaderView.ResizeMode.ResizeToContents)
        self.table.activated.connect(self._isolate)
        self.table.clicked.connect(self._isolate)
        top = row(self.model, self.again, spacing=6)
        whole = column(
            top,
            self.loading,
            self.word,
            self.alone,
            self.sentence,
            self.warning,
            self.table,
            parent=self,
            spacing=6,
            margins=(6, 6, 6, 6),
        )
        whole.setStretchFactor(self.table, 1)
        predictions.changed.connect(self.refresh)
        predictions.model_changed.connect(self.refresh)
        for changed in (session.editor.label_changed, session.display.changed):
            changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the present model and prediction."""
        predictions = self._session.predictions
        predicted = predictions.current
        self.rows.refresh()
        self.word.setVisible(predicted is not None)
        self.word.setFont(symbol_font(self.font(), _LARGER))
        if predicted is not None:
            word = predicted.maps.word
            is_repaired = predictions.is_repaired
            said = self.tr("{text}   repaired") if is_repaired else self.tr("{text}   confidence {confidence}")
            self.word.setText(said.format(text=word.text or "–", confidence=f"{word.confidence:.2f}"))
            self.alone.setText(self._by_itself(predicted.maps))
        self.alone.setVisible(predicted is not None and bool(self.alone.text()))
        self.loading.refresh()
        self.sentence.setText(self._sentence())
        self.sentence.setVisible(bool(self.sentence.text()))
        self.warning.setText(mismatch(predictions.spec, self._session.catalog.project_charset.symbols))
        self.warning.setVisible(bool(self.warning.text()))
        self.again.setEnabled(predictions.is_on)
        self.table.setVisible(predictions.is_on)
        self.recolour()
        self._select(isolated(self._session))

    def recolour(self) -> None:
        colour_text(self.sentence, "error" if self._session.predictions.state == "failed" else "muted")
        colour_text(self.warning, "warning")
        colour_text(self.alone, "muted")

    def _by_itself(self, maps: PredictedMaps) -> str:
        if maps.alone is None or maps.alone.text == maps.word.text:
            return ""
        return self.tr("By the network alone: {text}").format(text=maps.alone.text or "–")

    def _sentence(self) -> str:
        predictions = self._session.predictions
        predicted = predictions.current
        if predictions.missed:
            said = self.tr("{model}, which was selected last time, is gone. Choose another model.")
            return said.format(model=predictions.missed)
        if not predictions.is_on:
            return self.tr("Choose a model, or start a training: this panel then shows the reading of the image.")
        if predicted is None:
            return translated(predictions.sentence)
        if predicted.step is None:
            return ""
        if predicted.loss is None:
            return self.tr("Step {step}").format(step=f"{predicted.step:,}")
        return self.tr("Step {step}, loss {loss}").format(step=f"{predicted.step:,}", loss=f"{predicted.loss:.3g}")

    def _isolate(self, index: QModelIndex) -> None:
        position = self.rows.entries[index.row()].position
        display = self._session.display
        display.set(position=None if display.choices.position == position else position)

    def _select(self, position: int | None) -> None:
        """Mark the row of the position that is shown alone."""
        for number, shown in enumerate(self.rows.entries):
            if position is not None and shown.position == position:
                if self.table.currentIndex().row() != number:
                    self.table.setCurrentIndex(self.rows.index(number, 0))
                return
        self.table.clearSelection()
