"""One setting in the dialog: its title, an editor that fits its type, what it does, and the way back to the default."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QGridLayout, QLineEdit, QSpinBox, QWidget

from app.language.languages import translate
from app.settings.settings import Settings
from app.settings.table import CONTEXT, LONGEST_TEXT, Setting, Value
from app.widgets.boxes import Label, named, plain_label, tool_button

Editor = QCheckBox | QComboBox | QLineEdit | QSpinBox | QDoubleSpinBox

_EDITOR_WIDTH = 200


def table_text(text: str) -> str:
    """A text of the table of settings in the current language."""
    return translate(CONTEXT, text) if text else ""


class SettingRow(QWidget):
    """Shows one setting and changes it at once."""

    def __init__(self, settings: Settings, entry: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.entry = entry
        self.editor = self._make_editor()
        self.editor.setFixedWidth(_EDITOR_WIDTH)
        self._title = Label(table_text(entry.title))
        self._title.setBuddy(self.editor)
        self._help = plain_label(table_text(entry.help))
        self._help.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        back = self.tr("Reset: {title}").format(title=self._title.text())
        self.reset = tool_button(lambda: settings.reset(entry.id), picture="reset", tip=back)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 6, 0, 6)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(0)
        layout.setColumnStretch(0, 1)
        layout.addWidget(self._title, 0, 0)
        layout.addWidget(self.editor, 0, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.reset, 0, 2, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._help, 1, 0)
        settings.changed.connect(self._changed)
        named(self.editor, self._title.text(), self._help.text()).setAccessibleDescription(self._help.text())
        self._show()

    def says(self, words: list[str]) -> bool:
        """Return True if the texts of the setting hold all words (case-folded)."""
        choices = " ".join(table_text(text) for _, text in self.entry.choices)
        own = f"{self._title.text()} {self._help.text()} {choices} {self.entry.id}".casefold()
        return all(word in own for word in words)

    def _make_editor(self) -> Editor:
        entry = self.entry
        if isinstance(entry.default, bool):
            switch = QCheckBox()
            switch.toggled.connect(self._choose)
            return switch
        if isinstance(entry.default, str) and not entry.choices:
            field = QLineEdit()
            field.setMaxLength(LONGEST_TEXT)
            field.editingFinished.connect(lambda: self._choose(field.text()))
            field.editingFinished.connect(self._show)  # blanks at the ends were left out
            return field
        if isinstance(entry.default, str):
            choice = QComboBox()
            for value, text in entry.choices:
                choice.addItem(table_text(text), value)
            choice.activated.connect(lambda row: self._choose(choice.itemData(row)))
            return choice
        number = QSpinBox() if isinstance(entry.default, int) else QDoubleSpinBox()
        number.setSuffix(f" {table_text(entry.unit)}" if entry.unit else "")
        number.setKeyboardTracking(False)  # 12 is chosen, not 1 and then 12
        number.setRange(*(type(entry.default)(bound) for bound in entry.bounds))  # type: ignore[call-overload, arg-type]
        number.setSingleStep(type(entry.default)(entry.step))  # type: ignore[call-overload, arg-type]
        if isinstance(number, QDoubleSpinBox):
            number.setDecimals(1)
        number.valueChanged.connect(self._choose)
        return number

    def _choose(self, value: Value) -> None:
        self._settings.set(self.entry.id, value)

    def _changed(self, setting: str) -> None:
        if setting == self.entry.id:
            self._show()

    def _show(self) -> None:
        value, editor = self._settings.value(self.entry.id), self.editor
        blocked = editor.blockSignals(True)
        if isinstance(editor, QCheckBox):
            editor.setChecked(value)
        elif isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(value))
        elif isinstance(editor, QLineEdit):
            editor.setText(value)
        else:
            editor.setValue(value)
        editor.blockSignals(blocked)
        self.reset.setEnabled(not self._settings.is_default(self.entry.id))
