"""The page with the keys of all actions, on which they can be found and changed, with conflicts shown at once."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QBrush, QKeySequence
from PySide6.QtWidgets import QHeaderView, QKeySequenceEdit, QTreeWidget, QTreeWidgetItem, QWidget

from app.actions.action_set import ActionSet
from app.actions.shortcuts import keys_of, native_key
from app.desktop.theme import colour
from app.language.sentences import in_a_list
from app.settings.table import Shortcuts
from app.widgets.boxes import Label, colour_text, column, named, push_button, row
from app.widgets.contrast import Recoloured

_ID = Qt.ItemDataRole.UserRole


class ShortcutEditor(Recoloured, QWidget):
    """Edits the setting `shortcuts`."""

    def __init__(self, actions: ActionSet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._words: list[str] = []
        self.list = named(QTreeWidget(), self.tr("Actions and their keys"))
        self.list.setRootIsDecorated(False)
        self.list.setAlternatingRowColors(True)
        self.list.setUniformRowHeights(True)
        self.list.setColumnCount(2)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.currentItemChanged.connect(self._show_chosen)
        self.keys = named(QKeySequenceEdit(clearButtonEnabled=True), self.tr("New key"))
        self.keys.setMaximumSequenceLength(1)
        self.keys.keySequenceChanged.connect(self._say)
        self.use = push_button(
            self.tr("Use"), lambda: self._set([self._typed()]), tip=self.tr("Make it the action's only key")
        )
        self.add = push_button(
            self.tr("Add"),
            lambda: self._set([*self._present(), self._typed()]),
            tip=self.tr("Let the action have this key, too"),
        )
        self.none = push_button(
            self.tr("No key"), lambda: self._set([]), tip=self.tr("Remove all keys from the action")
        )
        self.back = push_button(
            self.tr("Reset"), lambda: self._set(None), tip=self.tr("Give the action its usual keys back")
        )
        self.says = Label(wordWrap=True)
        self.says.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        for button in (self.use, self.add, self.none, self.back):
            button.setAutoDefault(False)
        line = row(self.keys, self.use, self.add, self.none, self.back, spacing=6)
        line.setStretchFactor(self.keys, 1)
        column(self.list, line, self.says, parent=self, margins=(0, 6, 0, 0)).setStretchFactor(self.list, 1)
        actions.shortcuts_changed.connect(self._list)
        self.list.setHeaderLabels([self.tr("Action"), self.tr("Keys")])
        self._list()

    def search(self, words: list[str]) -> bool:
        """List only the actions whose name, menu or keys contain all of some case-folded words.

        Return True if there are any.
        """
        self._words = words
        self._list()
        return self.list.topLevelItemCount() > 0

    def choose(self, name: str) -> None:
        """Select the row of an action, given its id."""
        for number in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(number)
            if item is not None and item.data(0, _ID) == name:
                self.list.setCurrentItem(item)

    def recolour(self) -> None:
        self._list()

    # What is shown

    def _list(self) -> None:
        chosen = self._chosen()
        taken = {name for names in self._actions.conflicts().values() for name in names}
        lost = self._actions.lost_keys()
        self.list.blockSignals(True)
        self.list.clear()
        for name in self._actions.table:
            path = " › ".join([*self._actions.menu_path(name), self._name(name)])
            keys = "  ·  ".join(native_key(key) for key in self._actions.keys(name))
            if not all(word in f"{path} {keys}".casefold() for word in self._words):
                continue
            gone = self._gone(lost.get(name, {}))
            item = QTreeWidgetItem([path, "  ·  ".join(filter(None, (keys, gone)))])
            item.setData(0, _ID, name)
            item.setSizeHint(0, QSize(0, self.fontMetrics().height() + 8))
            if name in self._changed():
                font = item.font(1)
                font.setBold(True)
                item.setFont(1, font)
            if name in taken:
                item.setForeground(1, QBrush(colour("error")))
                item.setToolTip(1, self.tr("Another action has this key, too"))
            elif gone:
                item.setForeground(1, QBrush(colour("warning")))
                item.setToolTip(1, self.tr("You have given this key to another action"))
            self.list.addTopLevelItem(item)
        self.list.blockSignals(False)
        if chosen is not None:
            self.choose(chosen)
        first = self.list.topLevelItem(0)
        if first is not None and self.list.currentItem() is None:
            self.list.setCurrentItem(first)
        self._say()

    def _show_chosen(self) -> None:
        present = self._present()
        self.keys.setKeySequence(QKeySequence(present[0] if present else ""))
        self._say()

    def _say(self) -> None:
        """Name the other owners of the typed key, and enable the buttons that apply."""
        name, typed = self._chosen(), self._typed()
        owners = [owner for owner in self._actions.table if owner != name and typed in self._actions.keys(owner)]
        new = name is not None and bool(typed) and typed not in self._present()
        self.use.setEnabled(name is not None and bool(typed) and self._present() != [typed])
        self.add.setEnabled(new)
        self.none.setEnabled(bool(self._present()))
        self.back.setEnabled(name in self._changed())
        says = ""
        if owners:
            names = in_a_list(f"“{self._name(owner)}”" for owner in owners)
            says = (
                self.tr("{key} belongs to {actions}. If two actions have the same key, it does nothing.")
                if any(owner in self._changed() for owner in owners)
                else self.tr("{key} is the usual key of {actions}. If you use it here, it is removed there.")
            ).format(key=native_key(typed), actions=names)
        self.says.setText(says)
        colour_text(self.says, "error")

    def _gone(self, lost: Mapping[str, str]) -> str:
        """Name the keys that an action has lost, and to which."""
        text = self.tr("{key} is already a key of “{action}”")
        return "  ·  ".join(text.format(key=native_key(key), action=self._name(to)) for key, to in lost.items())

    # What is chosen

    def _name(self, name: str) -> str:
        return self._actions.text(name).removesuffix("…")

    def _chosen(self) -> str | None:
        item = self.list.currentItem()
        return None if item is None else str(item.data(0, _ID))

    def _typed(self) -> str:
        return self.keys.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def _present(self) -> list[str]:
        name = self._chosen()
        return [] if name is None else [*self._actions.keys(name)]

    def _changed(self) -> Shortcuts:
        changed: Shortcuts = self._actions.session.settings.value("shortcuts")
        return changed

    def _set(self, keys: list[str] | None) -> None:
        """Give the chosen action these keys, or its usual ones if they are None."""
        name = self._chosen()
        if name is None:
            return
        changed = {action: own for action, own in self._changed().items() if action != name}
        if keys is not None and tuple(keys) != keys_of(self._actions.table[name], {}):
            changed[name] = keys
        self._actions.session.settings.set("shortcuts", changed)
