"""The texts that other readers read in the open image, each with a button that makes it the label's text."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.pictures.shown_maps import model_name
from app.session import Session
from app.widgets.boxes import column, plain_label, push_button
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable
from core.readings.agreement import agreement_of

_MOST = 30  # symbols of a text


class OthersRead(QWidget):
    """Shows one button for each reader, or nothing if no reader but the model on view has read the image."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.says = plain_label()
        self.buttons: list[QPushButton] = []
        self._rows: QVBoxLayout = column(spacing=4)
        column(self.says, self._rows, parent=self, spacing=4)
        session.models.other_readings.changed.connect(self.show_readings)
        session.workspace.switching.later(self.show_readings, session.image_changed, parent=self)
        self.hide()

    def show_readings(self) -> None:
        """Show the readings of other readers for the open image."""
        texts = self._texts()
        for button in self.buttons:
            self._rows.removeWidget(button)
            button.deleteLater()
        self.buttons = [self._button(*text) for text in texts]
        for button in self.buttons:
            self._rows.addWidget(button)
        predicted = self._session.predictions.current
        own = [] if predicted is None else [predicted.maps.word.text]
        agreement = agreement_of([*own, *(text for _, text, _ in texts)])
        says = {
            "same": self.tr("All readers read the same:"),
            "case": self.tr("Only case or marks differ. Others read:"),
            "differ": self.tr("Readers differ. Others read:"),
            None: self.tr("Others read:"),
        }
        self.says.setText(says[agreement])
        self.setVisible(bool(texts))

    def _texts(self) -> list[tuple[str, str, float | None]]:
        """Return name, text and probability of each reader but the model that is looked at."""
        session, image = self._session, self._session.image
        table = session.catalog.table
        place = None if image is None else table.index_of(image)
        if image is None or place is None:
            return []
        readings = [entry.reading for entry in session.models.other_readings.readings_of(image)]
        texts = [(reading.reader, reading.text, reading.probability) for reading in readings]
        in_use, looked_at = session.in_use.model, session.predictions.model
        probability = float(table.probability[place])
        if in_use is not None and looked_at not in (None, in_use) and not math.isnan(probability):
            texts.append((model_name(session, in_use), table.prediction[place], probability))
        return texts

    def _button(self, reader: str, text: str, probability: float | None) -> QPushButton:
        shown = printable(text, _MOST) or "–"
        name = printable(reader, _MOST)
        caption = (
            self.tr("{text}   {reader}").format(text=shown, reader=name)
            if probability is None
            else self.tr("{text}   {reader}, {probability}").format(
                text=shown, reader=name, probability=f"{probability:.2f}"
            )
        )
        button = push_button(
            caption.replace("&", "&&"),
            partial(self._session.models.drafting.take_text, text, reader),
            tip=self.tr("Give the label this text. The model's maps place the characters"),
            default=False,
        )
        button.setFont(symbol_font())
        button.setEnabled(bool(text) and self._session.editor.can_edit)
        return button
