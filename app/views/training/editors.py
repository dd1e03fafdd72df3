"""The editors of single choices, one class for each kind of value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QFileDialog, QLineEdit, QWidget

from app.language.languages import translate
from app.language.sentences import translated
from app.language.words import plain_tip
from app.training.fields import CONTEXT, DECIMALS, TrainingField, missing_for, text_of_value
from app.widgets.boxes import row, tool_button

WIDTH = 230  # px, of every editor

_PERCENT = "%"


def table_text(text: str) -> str:
    """Return a text from the table of choices in the current language."""
    return translate(CONTEXT, text) if text else ""


def said_value(value: object, name: str = "") -> str:
    """Return an allowed value of the choice `name` in the current language."""
    return table_text(text_of_value(value, name)) or str(value)


class NumberBox(QDoubleSpinBox):
    """A box for a whole or decimal number without needless zeros, which leaves the mouse wheel to the form."""

    def __init__(self, is_whole: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDecimals(0 if is_whole else DECIMALS)
        self.setKeyboardTracking(False)  # 12 is chosen, not 1 and then 12
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if not is_whole:
            self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)

    def textFromValue(self, value: float) -> str:
        text = self.locale().toString(value, "f", self.decimals())
        point = self.locale().decimalPoint()
        return text.rstrip("0").rstrip(point) if point in text else text

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the number only if the box has the keyboard focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceBox(QComboBox):
    """A box for one of several values, which leaves the mouse wheel to the form."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only if the box has the keyboard focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FieldEditor(QWidget):
    """The base class of all editors."""

    edited = Signal(object)  # the value that the person chose

    main: QWidget  # what has the keyboard

    def set_value(self, value: Any, unset: str) -> None:
        """Show a value, with `unset` as the text if nothing is chosen."""
        raise NotImplementedError


class SwitchEditor(FieldEditor):
    """Edits a choice between yes and no."""

    def __init__(self, field: TrainingField) -> None:
        super().__init__()
        self.main = self._box = QCheckBox()
        self._box.clicked.connect(self._clicked)
        row(self._box, parent=self)

    def set_value(self, value: Any, unset: str) -> None:
        self._box.setChecked(bool(value))

    def _clicked(self) -> None:
        self.edited.emit(self._box.isChecked())


class ChoiceEditor(FieldEditor):
    """Edits a choice with a list of allowed values, and an empty entry if the choice is optional."""

    def __init__(self, field: TrainingField) -> None:
        super().__init__()
        self._values = (*([None] if field.is_optional else []), *field.choices)
        self.main = self._box = ChoiceBox()
        self._box.addItems(["" if value is None else said_value(value, field.id) for value in self._values])
        self._grey_what_is_missing(field.id)
        self._box.activated.connect(lambda place: self.edited.emit(self._values[place]))
        row(self._box, parent=self)

    def _grey_what_is_missing(self, name: str) -> None:
        model = self._box.model()
        assert isinstance(model, QStandardItemModel)
        for place, value in enumerate(self._values):
            if missing := missing_for(name, value):
                item = model.item(place)
                item.setEnabled(False)
                item.setToolTip(plain_tip(translated(missing)))

    def set_value(self, value: Any, unset: str) -> None:
        if self._values[0] is None:
            self._box.setItemText(0, unset)
        self._box.setCurrentIndex(self._values.index(value))


class NumberEditor(FieldEditor):
    """Edits a number, with the lower end of its range for "nothing selected" if the choice is optional."""

    def __init__(self, field: TrainingField) -> None:
        super().__init__()
        self._field = field
        self._factor = 100 if field.unit == _PERCENT else 1
        low, high, multiple = field.bounds
        is_whole = field.kind == "integer"
        self.main = self.box = NumberBox(is_whole)
        self.box.setRange(0 if field.is_optional else low * self._factor, high * self._factor)
        if self._factor == 100:
            self.box.setDecimals(2)
        if multiple:
            self.box.setSingleStep(multiple)
        self.box.valueChanged.connect(self._changed)
        row(self.box, parent=self)
        unit = self._field.unit
        self.box.setSuffix(f" {table_text(unit)}" if unit else "")

    def set_value(self, value: Any, unset: str) -> None:
        blocked = self.box.blockSignals(True)
        self.box.setSpecialValueText(unset if self._field.is_optional else "")
        self.box.setValue(0 if value is None else value * self._factor)
        self.box.blockSignals(blocked)

    def _changed(self, number: float) -> None:
        if self._field.is_optional and number == 0:
            self.edited.emit(None)
        elif self._field.kind == "integer":
            self.edited.emit(round(number))
        else:
            self.edited.emit(round(number / self._factor, DECIMALS + 2))


class TextEditor(FieldEditor):
    """Edits a text, or several texts separated by commas."""

    def __init__(self, field: TrainingField) -> None:
        super().__init__()
        self._is_list = field.kind == "texts"
        self.main = self.line = QLineEdit()
        self.line.editingFinished.connect(self._changed)
        row(self.line, parent=self)

    def set_value(self, value: Any, unset: str) -> None:
        self.line.setPlaceholderText(unset)
        text = ", ".join(value) if self._is_list else str(value or "")
        if text != self.line.text():
            self.line.setText(text)

    def _changed(self) -> None:
        text = self.line.text().strip()
        if self._is_list:
            self.edited.emit(tuple(part for piece in text.split(",") if (part := piece.strip())))
        else:
            self.edited.emit(text or None)


class PathEditor(TextEditor):
    """Edits the path of a file or a folder, typed or chosen."""

    def __init__(self, field: TrainingField) -> None:
        super().__init__(field)
        self._is_path = field.kind == "path"
        self._is_folder = field.id in {"fonts", "surfaces"}
        tip = self.tr("Choose a folder") if self._is_folder else self.tr("Choose a file")
        self._browse = tool_button(self._choose, picture="folder-open", tip=tip)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self._browse)

    def _choose(self) -> None:
        path = (
            QFileDialog.getExistingDirectory(self, self._browse.toolTip(), self.line.text())
            if self._is_folder
            else QFileDialog.getOpenFileName(self, self._browse.toolTip(), self.line.text())[0]
        )
        if path:
            self.line.setText(path)
            self._changed()

    def _changed(self) -> None:
        text = self.line.text().strip()
        self.edited.emit((Path(text) if self._is_path else text) if text else None)


class PairEditor(FieldEditor):
    """Edits two whole numbers, the first not greater than the second."""

    def __init__(self, field: TrainingField) -> None:
        super().__init__()
        self.boxes = (NumberBox(is_whole=True), NumberBox(is_whole=True))
        self.main = self.boxes[0]
        for box in self.boxes:
            box.setRange(1, 1000)
            box.valueChanged.connect(self._changed)
        row(*self.boxes, parent=self, spacing=6)

    def set_value(self, value: Any, unset: str) -> None:
        numbers: Sequence[int] = value
        for box, number in zip(self.boxes, numbers, strict=True):
            blocked = box.blockSignals(True)
            box.setValue(number)
            box.blockSignals(blocked)

    def _changed(self) -> None:
        low, high = (round(box.value()) for box in self.boxes)
        changed_low = self.sender() is self.boxes[0]
        self.edited.emit((low, max(low, high)) if changed_low else (min(low, high), high))


def editor_of(field: TrainingField) -> FieldEditor:
    """Return a new editor that fits a choice."""
    if field.id in {"charset", "weights"} or field.kind == "path":
        return PathEditor(field)
    makers: dict[str, Callable[[TrainingField], FieldEditor]] = {
        "switch": SwitchEditor,
        "choice": ChoiceEditor,
        "integer": NumberEditor,
        "number": NumberEditor,
        "texts": TextEditor,
        "text": TextEditor,
        "pair": PairEditor,
    }
    return makers[field.kind](field)
