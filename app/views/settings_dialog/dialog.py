"""The settings dialog, with groups at the left, their settings at the right, and a search over all settings."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from app.actions.action_set import ActionSet
from app.language.languages import translate
from app.settings.settings import Settings
from app.settings.table import CONTEXT, GROUPS, LONGEST_TEXT, SETTINGS, Setting, Value
from app.views.settings_dialog.plugins import PluginsPage
from app.views.settings_dialog.shortcuts import ShortcutEditor
from app.widgets.boxes import (
    Label,
    MessageBox,
    column,
    named,
    plain_label,
    row,
    search_field,
    tool_button,
    without_icons,
)

_GROUPS_WIDTH = 160


Editor = QCheckBox | QComboBox | QLineEdit | QSpinBox | QDoubleSpinBox

_EDITOR_WIDTH = 200


def table_text(text: str) -> str:
    """Return a text from the table of settings in the current language."""
    return translate(CONTEXT, text) if text else ""


class SettingRow(QWidget):
    """Shows one setting, and changes it at once."""

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
        self._show_value()

    def says(self, words: list[str]) -> bool:
        """Return True if the texts of the setting contain all words (case-folded)."""
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
            field.editingFinished.connect(self._show_value)  # blanks at the ends were left out
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
            self._show_value()

    def _show_value(self) -> None:
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


class SettingsDialog(QDialog):
    """Edits the settings, which take effect at once and need no confirmation."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = actions.session.settings
        # by id of the setting; the shortcuts are in `shortcuts`
        self.rows = {
            name: SettingRow(self._settings, entry) for name, entry in SETTINGS.items() if entry.group != "shortcuts"
        }
        self.shortcuts = ShortcutEditor(actions)
        self.plugins = PluginsPage(actions.session)
        self._own_pages: dict[str, ShortcutEditor | PluginsPage] = {
            "shortcuts": self.shortcuts,
            "plugins": self.plugins,
        }
        self.field = search_field(self.tr("Search settings"), self._search)
        self.groups = named(QListWidget(), self.tr("Groups of settings"))
        self.groups.setFixedWidth(_GROUPS_WIDTH)
        self.groups.setSpacing(3)
        self.pages = QStackedWidget()
        for group, title in GROUPS.items():
            self.groups.addItem(table_text(title))
            self.pages.addWidget(self._own_pages.get(group) or self._page(group))
        self.groups.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.groups.setCurrentRow(0)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(self.buttons)
        self.buttons.rejected.connect(self.reject)
        self.everything = self.buttons.addButton(self.tr("Reset all"), QDialogButtonBox.ButtonRole.ResetRole)
        for button in (self.everything, self.buttons.button(QDialogButtonBox.StandardButton.Close)):
            button.setAutoDefault(False)  # Enter in a field ends typing, not the dialog
        self.everything.clicked.connect(self._ask_to_reset)
        middle = row(self.groups, self.pages, spacing=12)
        middle.setStretchFactor(self.pages, 1)
        whole = column(self.field, middle, self.buttons, parent=self, margins=(12, 12, 12, 12))
        whole.setStretchFactor(middle, 1)
        self.resize(760, 520)
        self.setWindowTitle(self.tr("Settings"))

    def reset_all(self) -> None:
        """Reset every setting to its default."""
        for name in SETTINGS:
            self._settings.reset(name)

    def _page(self, group: str) -> QWidget:
        content = QWidget()
        rows = [setting_row for setting_row in self.rows.values() if setting_row.entry.group == group]
        column(*rows, parent=content, spacing=0, margins=(0, 0, 6, 0)).addStretch(1)
        page = QScrollArea(widgetResizable=True)
        page.setFrameShape(QFrame.Shape.NoFrame)
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page.setWidget(content)
        return page

    def _search(self) -> None:
        """Show only settings that hold all words, and make groups without such a setting grey."""
        words = self.field.text().casefold().split()
        matches: list[bool] = []
        for group in GROUPS:
            own = self._own_pages.get(group)
            if own is not None:
                matches.append(own.search(words))
                continue
            rows = [setting_row for setting_row in self.rows.values() if setting_row.entry.group == group]
            for setting_row in rows:
                setting_row.setVisible(setting_row.says(words))
            matches.append(any(setting_row.says(words) for setting_row in rows))
        for number, there in enumerate(matches):
            item = self.groups.item(number)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if there else Qt.ItemFlag.NoItemFlags
            )
        if True in matches and not matches[self.groups.currentRow()]:
            self.groups.setCurrentRow(matches.index(True))

    def _ask_to_reset(self) -> None:
        box = MessageBox(QMessageBox.Icon.Question, self.windowTitle(), "", parent=self)
        box.setText(self.tr("Reset all settings, the shortcuts included?"))
        reset = box.addButton(self.everything.text(), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        without_icons(box)
        box.exec()
        if box.clickedButton() is reset:
            self.reset_all()
