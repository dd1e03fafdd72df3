"""The list of refusals with their reasons. It can be copied."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.language.figures import counted
from app.language.sentences import translated
from app.widgets.boxes import column, named, plain_label, push_button, row
from core.labels.formats.record import Refusal


class RefusalList(QWidget):
    """Lists refusals, also very many of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = QStringListModel(self)
        self._title = plain_label()
        self.list = named(_Lines(), self.tr("Refusals, with their reasons"))
        self.list.setModel(self._lines)
        self.list.setUniformItemSizes(True)
        self.list.setAlternatingRowColors(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.copy = push_button(self.tr("Copy list"), self.copy_all, default=False)
        head = row(self._title, self.copy)
        head.setStretchFactor(self._title, 1)
        column(head, self.list, parent=self, spacing=6).setStretchFactor(self.list, 1)

    @property
    def lines(self) -> tuple[str, ...]:
        """The listed refusals."""
        return tuple(self._lines.stringList())

    def set_refusals(self, refusals: Iterable[Refusal]) -> None:
        """List refusals. Without any, the widget is hidden."""
        self._lines.setStringList([translated(refusal.sentence) for refusal in refusals])
        count = self._lines.rowCount()
        self.setVisible(bool(count))
        one, several = self.tr("One was refused:"), self.tr("{count} were refused:")
        self._title.setText(counted(one, several, count))

    def copy_all(self) -> None:
        """Copy all refusals, one a line."""
        QGuiApplication.clipboard().setText("\n".join(self._lines.stringList()))


class _Lines(QListView):
    """Copies the selected lines with the usual key."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted(index.row() for index in self.selectedIndexes())
            lines = [str(self.model().index(number, 0).data()) for number in rows]
            QGuiApplication.clipboard().setText("\n".join(lines))
            return
        super().keyPressEvent(event)
