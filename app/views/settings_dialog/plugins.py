"""The page of the plug-ins, with the origin of each, its contributions, and a switch for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QMessageBox, QTreeWidget, QTreeWidgetItem, QWidget

from app.language.languages import TableText, translate
from app.language.sentences import in_a_list
from app.session import Session
from app.widgets.boxes import Label, MessageBox, column, named, plain_label, without_icons
from core.base.plugins.active import plugins
from core.base.plugins.listing import ListedPlugin, listed_plugins, switch

CONTEXT = "Plugins"  # the translation context of the texts in these tables

_STATES: Mapping[str, TableText] = {
    "on": "On",
    "off": "Off",
    "changed": "Off, because it has changed",
    "failed": "Off until the next start, because it has failed",
    "missing": "Not installed any more",
}

_KINDS: Mapping[str, TableText] = {
    "formats": "formats of labels",
    "backbones": "networks to train",
    "augmentations": "changes of training images",
    "loss_terms": "terms of the loss",
    "metrics": "measures of readings",
    "checks": "checks of labels",
    "commands": "commands",
    "actions": "actions",
    "dialogs": "dialogs",
    "panels": "panels",
    "model_pages": "pages of File › Change a model",
    "other_models": "models of other programs",
    "settings": "settings",
}

_ID = Qt.ItemDataRole.UserRole


class PluginsPage(QWidget):
    """Lists the plug-ins, and switches them on and off with effect from the next start."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rows: tuple[ListedPlugin, ...] = ()
        self._words: list[str] = []
        self._is_listed = False
        self.list = named(QTreeWidget(), self.tr("Plug-ins"))
        self.list.setRootIsDecorated(False)
        self.list.setAlternatingRowColors(True)
        self.list.setUniformRowHeights(True)
        self.list.setHeaderLabels([self.tr("Plug-in"), self.tr("Version"), self.tr("State")])
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for place in (1, 2):
            self.list.header().setSectionResizeMode(place, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.says = plain_label(selectable=True)
        self.note = Label(self.tr("A change takes effect with the next start."))
        self.list.currentItemChanged.connect(self._describe)
        self.list.itemChanged.connect(self._toggled)
        whole = column(self.list, self.says, self.note, parent=self, margins=(0, 6, 0, 0))
        whole.setStretchFactor(self.list, 1)

    def search(self, words: list[str]) -> bool:
        """List only the plug-ins whose name, title or package contains all of some case-folded words.

        Return True if there are any, or if the title of the list holds the words.
        """
        self._words = words
        self._fill()
        title = self.list.accessibleName().casefold()
        return self.list.topLevelItemCount() > 0 or all(word in title for word in words)

    def read(self) -> None:
        """Find the installed plug-ins in the background, since there may be hundreds of packages to look through."""
        self._session.workspace.background.start(
            "", lambda job: listed_plugins(plugins()), finished=self._take_plugins, failed=self._refuse
        )

    def choose(self, name: str, *, is_on: bool) -> None:
        """Switch a plug-in on or off by its id, after a question before code by other people is switched on."""
        row = next(row for row in self._rows if row.id == name)
        if is_on and not row.is_ours and not self._agrees(row):
            self._fill()
            return
        work = partial(switch, name, self._rows, is_on=is_on)
        self._session.workspace.background.start(
            "", lambda job: work(), finished=lambda _: self.read(), failed=self._refuse
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Find the installed plug-ins when the page is first shown."""
        super().showEvent(event)
        if not self._is_listed:
            self._is_listed = True
            self.read()

    # What is shown

    def _take_plugins(self, rows: tuple[ListedPlugin, ...]) -> None:
        self._rows = rows
        self._fill()

    def _refuse(self, error: object) -> None:
        self._session.notify(error if isinstance(error, Exception) else str(error), "warning")
        self.read()

    def _fill(self) -> None:
        chosen = self.list.currentItem()
        name = None if chosen is None else chosen.data(0, _ID)
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for row in self._rows:
            title = (translate(CONTEXT, row.title) if row.is_ours else row.title) or row.id
            if not all(word in f"{title} {row.id} {row.package}".casefold() for word in self._words):
                continue
            item = QTreeWidgetItem([title, row.version, translate(CONTEXT, _STATES[row.state])])
            item.setData(0, _ID, row.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(0, _checked(row))
            item.setSizeHint(0, QSize(0, self.fontMetrics().height() + 8))
            self.list.addTopLevelItem(item)
            if row.id == name:
                self.list.setCurrentItem(item)
        first = self.list.topLevelItem(0)
        if self.list.currentItem() is None and first is not None:
            self.list.setCurrentItem(first)
        self.list.blockSignals(blocked)
        self._describe()

    def _describe(self) -> None:
        item = self.list.currentItem()
        row = None if item is None else next(row for row in self._rows if row.id == item.data(0, _ID))
        self.says.setText("" if row is None else "\n".join(self._lines(row)))

    def _lines(self, row: ListedPlugin) -> list[str]:
        if row.is_ours:
            origin = self.tr("{id}: comes with the program").format(id=row.id)
        else:
            text = self.tr("{id}: package {package} in {folder}")
            origin = text.format(id=row.id, package=row.package, folder=row.folder)
        says = [translate(CONTEXT, row.help)] if row.help else []
        if row.brings is None:
            return [
                *says,
                origin,
                self.tr("What the plug-in adds is known once it is on, because nothing of it is loaded before."),
            ]
        kinds: dict[str, list[str]] = {}
        for kind, name in row.brings:
            kinds.setdefault(kind, []).append(name)
        one = self.tr("Brings {kind}: {names}")
        brings = [
            one.format(kind=translate(CONTEXT, _KINDS[kind]), names=in_a_list(names)) for kind, names in kinds.items()
        ]
        return [*says, origin, *brings]

    def _toggled(self, item: QTreeWidgetItem) -> None:
        self.choose(item.data(0, _ID), is_on=item.checkState(0) == Qt.CheckState.Checked)

    def _agrees(self, row: ListedPlugin) -> bool:
        box = MessageBox(QMessageBox.Icon.Warning, self.tr("Switch on a plug-in by somebody else"), "", parent=self)
        text = self.tr(
            "Switch on “{id}” {version} of the package {package} in {folder}? It is a program by somebody "
            "else: it can read and change whatever you can."
        )
        box.setText(text.format(id=row.id, version=row.version, package=row.package, folder=row.folder))
        agree = box.addButton(self.tr("Switch on"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        without_icons(box)
        box.exec()
        return box.clickedButton() is agree


def _checked(row: ListedPlugin) -> Qt.CheckState:
    return Qt.CheckState.Checked if row.state in ("on", "failed") else Qt.CheckState.Unchecked
