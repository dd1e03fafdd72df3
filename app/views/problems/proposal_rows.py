"""The changes that mend all problems of a kind, as a table with a mark for each image."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from app.problems.repairs import Proposal
from app.widgets.column_model import Column, ColumnModel, Index
from core.labels.label import WordLabel

IMAGE, TITLE, BEFORE, AFTER = range(4)


class ProposalRows(ColumnModel[Proposal]):
    """The proposals. At first all are marked."""

    marks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        columns = tuple(
            Column[Proposal](title, text, text)
            for title, text in (
                (lambda: self.tr("Image"), lambda proposal: proposal.image),
                (lambda: self.tr("What is done"), lambda proposal: proposal.title),
                (lambda: self.tr("Before"), lambda proposal: self._says(proposal.label)),
                (lambda: self.tr("After"), self._after),
            )
        )
        super().__init__(columns, parent)
        self._marked: list[bool] = []
        # the small picture of an image; None or a null one if there is none
        self.picture_of: Callable[[str], QImage | None] = lambda image: None

    @property
    def chosen(self) -> tuple[Proposal, ...]:
        """The proposals with a mark."""
        return tuple(p for p, marked in zip(self.entries, self._marked, strict=True) if marked)

    def set_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Show other proposals, all marked."""
        self._marked = [True] * len(proposals)
        self.set_entries(proposals)
        self.marks_changed.emit()

    def mark_all(self, marked: bool) -> None:
        """Mark all of them, or none."""
        self._marked = [marked] * len(self.entries)
        self.update_cells()
        self.marks_changed.emit()

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Each image can be marked."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == IMAGE else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == IMAGE:
            return Qt.CheckState.Checked if self._marked[index.row()] else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DecorationRole and index.column() == IMAGE:
            picture = self.picture_of(self.entries[index.row()].image)
            return None if picture is None or picture.isNull() else picture
        return super().data(index, role)

    def show_picture(self, image: str) -> None:
        """Show the picture of an image that is there now."""
        for row, proposal in enumerate(self.entries):
            if proposal.image == image:
                self.dataChanged.emit(self.index(row, IMAGE), self.index(row, IMAGE))

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != IMAGE:
            return False
        self._marked[index.row()] = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index)
        self.marks_changed.emit()
        return True

    def _after(self, proposal: Proposal) -> str:
        return self.tr("(added to the charset)") if proposal.symbols else self._says(proposal.mended)

    def _says(self, label: WordLabel) -> str:
        """The text of a label, and the reading of its characters if it differs."""
        if label.text is None or not label.characters or label.reading == label.word:
            return label.word
        return self.tr("{text} (characters: {reading})").format(text=label.text, reading=label.reading)
