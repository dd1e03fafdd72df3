"""The settings dialog: groups at the left, their settings at the right, a search over all of them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QListWidget,
    QMessageBox,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from app.actions.action_set import ActionSet
from app.settings.table import GROUPS, SETTINGS
from app.views.settings_dialog.rows import SettingRow, table_text
from app.views.settings_dialog.shortcuts import ShortcutEditor
from app.widgets.boxes import MessageBox, column, named, row, search_field, without_icons

_GROUPS_WIDTH = 160


class SettingsDialog(QDialog):
    """Changes settings, each at once. There is nothing to confirm."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = actions.session.settings
        # by id of the setting; the shortcuts are in `shortcuts`
        self.rows = {
            name: SettingRow(self._settings, entry) for name, entry in SETTINGS.items() if entry.group != "shortcuts"
        }
        self.shortcuts = ShortcutEditor(actions)
        self.field = search_field(self.tr("Search settings"), self._search)
        self.groups = named(QListWidget(), self.tr("Groups of settings"))
        self.groups.setFixedWidth(_GROUPS_WIDTH)
        self.groups.setSpacing(3)
        self.pages = QStackedWidget()
        for group, title in GROUPS.items():
            self.groups.addItem(table_text(title))
            self.pages.addWidget(self.shortcuts if group == "shortcuts" else self._page(group))
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
        """Give every setting its default back."""
        for name in SETTINGS:
            self._settings.reset(name)

    def _page(self, group: str) -> QWidget:
        content = QWidget()
        rows = [row for row in self.rows.values() if row.entry.group == group]
        column(*rows, parent=content, spacing=0, margins=(0, 0, 6, 0)).addStretch(1)
        page = QScrollArea(widgetResizable=True)
        page.setFrameShape(QFrame.Shape.NoFrame)
        page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page.setWidget(content)
        return page

    def _search(self) -> None:
        """Show only settings that hold all words. Groups without such a setting are grey."""
        words = self.field.text().casefold().split()
        matches: list[bool] = []
        for group in GROUPS:
            if group == "shortcuts":
                matches.append(self.shortcuts.search(words))
                continue
            rows = [row for row in self.rows.values() if row.entry.group == group]
            for each in rows:
                each.setVisible(each.says(words))
            matches.append(any(each.says(words) for each in rows))
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
