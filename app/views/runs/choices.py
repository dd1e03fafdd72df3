"""The choices of a run, or the differences between those of two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QTreeWidget, QTreeWidgetItem, QWidget

from app.language.languages import translate
from app.language.sentences import translated
from app.language.words import plain_tip
from app.training.fields import CONTEXT, text_of_value
from app.training.table import FIELDS
from app.widgets.boxes import named, plain_label
from core.runs.comparison import differences, flat_choices
from core.runs.info import RunInfo


class ChoicesTable(QStackedWidget):
    """Lists the choices by their titles in the form, with those that a person changed first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunInfo, ...] = ()
        self.tree = named(QTreeWidget(), self.tr("Configuration"))
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAlternatingRowColors(True)
        self._says = plain_label()
        self._says.setContentsMargins(8, 8, 8, 8)
        for page in (self.tree, self._says):
            self.addWidget(page)
        self._show_choices()

    def set_runs(self, runs: tuple[RunInfo, ...]) -> None:
        """Show the choices of one run, or the differences between two runs."""
        if runs == self._runs:
            return
        self._runs = runs
        self._show_choices()

    def _show_choices(self) -> None:
        self.tree.clear()
        self.tree.setColumnCount(1 + len(self._runs))
        self.tree.setHeaderLabels([self.tr("Choice"), *(info.name for info in self._runs)])
        rows = [*self._lines()]
        for name, values in rows:
            item = QTreeWidgetItem([title_of_choice(name), *(text_of_choice(value, name) for value in values)])
            item.setToolTip(0, plain_tip(name))
            self.tree.addTopLevelItem(item)
        header = self.tree.header()
        header.setTextElideMode(Qt.TextElideMode.ElideRight)  # the number at the beginning tells runs apart
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.resizeColumnToContents(0)
        problems = [f"{info.name}: {translated(info.problem)}" for info in self._runs if info.config is None]
        self._says.setText("\n".join(problems) or self.tr("Both runs were made with the same choices."))
        self.setCurrentWidget(self.tree if rows else self._says)

    def _lines(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        configs = [info.config for info in self._runs if info.config is not None]
        if len(configs) < len(self._runs):
            return
        if len(configs) == 2:
            yield from ((difference.name, difference.values) for difference in differences(*configs))
        elif configs:
            yield from ((name, (value,)) for name, value in flat_choices(configs[0]).items())


def differing_choices(runs: tuple[RunInfo, ...]) -> str:
    """Return the choices that differ between two runs in one line, or "" if a configuration cannot be read."""
    configs = [info.config for info in runs if info.config is not None]
    if len(configs) < 2:
        return ""
    changes = differences(configs[0], configs[1])
    if not changes:
        return translate("LearningHistory", "Both runs were made with the same choices.")
    listed = "; ".join(
        f"{title_of_choice(change.name)} " + " → ".join(text_of_choice(value, change.name) for value in change.values)
        for change in changes
    )
    return translate("LearningHistory", "Configuration: {choices}").format(choices=listed)


def title_of_choice(name: str) -> str:
    """Return the title that a choice has in the form."""
    return translate(CONTEXT, FIELDS[name].title) if name in FIELDS else name


def text_of_choice(value: object, name: str = "") -> str:
    """Return the value of the choice `name` in words."""
    match value:
        case None:
            return "–"
        case str() if text := text_of_value(value, name):
            return translate(CONTEXT, text)
        case Path():
            return str(value)
        case tuple() | list():
            return ", ".join(map(text_of_choice, value))
        case dict():
            return " ".join(map(text_of_choice, value.values()))
        case int() if not isinstance(value, bool):
            return f"{value:,}"
        case _:
            return str(value)
