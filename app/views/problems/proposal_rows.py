"""What mending all of a kind would change, as a table with a mark for each image."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.problems.repairs import Proposal
from core.labels.label import WordLabel

_Index = QModelIndex | QPersistentModelIndex

IMAGE, TITLE, BEFORE, AFTER = range(4)


class ProposalRows(QAbstractTableModel):
    """The proposals; at first all are marked."""

    marks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._proposals: tuple[Proposal, ...] = ()
        self._marked: list[bool] = []
        self._titles = ["", "", "", ""]

    @property
    def chosen(self) -> tuple[Proposal, ...]:
        """Those with a mark."""
        return tuple(p for p, marked in zip(self._proposals, self._marked, strict=True) if marked)

    def put(self, proposals: Sequence[Proposal]) -> None:
        """Show these."""
        self.beginResetModel()
        self._proposals = tuple(proposals)
        self._marked = [True] * len(self._proposals)
        self.endResetModel()
        self.marks_changed.emit()

    def mark_all(self, marked: bool) -> None:
        """Mark all of them, or none."""
        self._marked = [marked] * len(self._proposals)
        if self._marked:
            self.dataChanged.emit(self.index(0, IMAGE), self.index(len(self._marked) - 1, IMAGE))
        self.marks_changed.emit()

    def retranslate(self) -> None:
        """Name the columns in the present language."""
        self._titles = [self.tr("Image"), self.tr("What is done"), self.tr("Before"), self.tr("After")]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, IMAGE, AFTER)

    # Qt's interface

    def rowCount(self, parent: _Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._proposals)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:
        return len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        wanted = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self._titles[section] if wanted else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Each image can be marked."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == IMAGE else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows."""
        proposal = self._proposals[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == IMAGE:
            return Qt.CheckState.Checked if self._marked[index.row()] else Qt.CheckState.Unchecked
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        match index.column():
            case 0:
                return proposal.image
            case 1:
                return proposal.title
            case 2:
                return self._says(proposal.label)
            case _:
                return self.tr("(added to the charset)") if proposal.symbols else self._says(proposal.mended)

    def setData(self, index: _Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != IMAGE:
            return False
        self._marked[index.row()] = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index)
        self.marks_changed.emit()
        return True

    def _says(self, label: WordLabel) -> str:
        """The text; where the characters say something else, that too."""
        if label.text is None or not label.characters or label.reading == label.word:
            return label.word
        return self.tr("{text} (characters: {reading})").format(text=label.text, reading=label.reading)
