"""The validation words that only one of two runs reads."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.latest import Latest
from app.run_comparison import WordComparison, WordDifference, compare_words, read_readings
from app.run_info import RunInfo
from app.session import Session
from app.theme import colour
from app.widgets.boxes import column, plain_label

_IMAGE, _TARGET, _FIRST = range(3)

_Index = QModelIndex | QPersistentModelIndex


class WordsTable(QWidget):
    """Lists them. A press shows the word's image; in the column of a run, with what that run predicts.

    Attributes
    ----------
    table : QTableView
    comparison : WordComparison or None
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._runs: tuple[RunInfo, ...] = ()
        self.comparison: WordComparison | None = None
        self._latest = Latest(session.background, "runs", self)
        self._rows = _Rows(self)
        self.table = QTableView()
        self.table.setModel(self._rows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 6)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.clicked.connect(self._go_to)
        self.table.activated.connect(self._go_to)
        self._says = plain_label()
        self._says.setContentsMargins(8, 4, 8, 4)
        column(self._says, self.table, parent=self, spacing=0).setStretchFactor(self.table, 1)
        self._retranslate()

    def put(self, runs: tuple[RunInfo, ...]) -> None:
        """Compare two runs, read in the background; fewer show nothing."""
        same = [(info.path, info.best_step) for info in runs] == [(info.path, info.best_step) for info in self._runs]
        if same:
            return
        self._runs = runs
        self._take(None)
        if len(runs) != 2:
            self._latest.drop()
            return
        one, other = (info.path for info in runs)
        self._latest.ask(lambda job: compare_words(read_readings(one), read_readings(other)), self._take)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _take(self, comparison: WordComparison | None) -> None:
        self.comparison = comparison
        names = tuple(info.name for info in self._runs)
        self._rows.put(() if comparison is None else comparison.different, names)
        self._say()

    def _say(self) -> None:
        found = self.comparison
        if found is None:
            self._says.clear()
            return
        if not found.common:
            self._says.setText(
                self.tr("The two runs were not validated on the same words, or kept no record of what they read.")
            )
            return
        number = self.locale().toString
        only = [sum(word.reader == each for word in found.different) for each in (0, 1)]
        self._says.setText(
            self.tr(
                "Of {count} words both read {both}, neither {neither}, only {one} {first}, only {other} {second}."
            ).format(
                count=number(found.common),
                both=number(found.both),
                neither=number(found.neither),
                one=self._runs[0].name,
                first=number(only[0]),
                other=self._runs[1].name,
                second=number(only[1]),
            )
        )

    def _go_to(self, index: _Index) -> None:
        word = self._rows.words[index.row()]
        if self._session.catalog.table.place_of(word.image) is None:
            self._session.tell(self.tr("{image} is not in this project.").format(image=word.image))
            return
        self._session.show(word.image)
        run = index.column() - _FIRST
        if run >= 0 and self._runs[run].model is not None:
            self._session.predictions.choose(self._runs[run].path)

    def _retranslate(self) -> None:
        self.table.setAccessibleName(self.tr("Words that only one run reads"))
        self.table.setToolTip(self.tr("Press a word to see it, and in the column of a run what that run predicts"))
        self._say()


class _Rows(QAbstractTableModel):
    """One row a word: image, target, and what each run reads."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words: tuple[WordDifference, ...] = ()
        self._names: tuple[str, ...] = ()

    def put(self, words: tuple[WordDifference, ...], names: tuple[str, ...]) -> None:
        self.beginResetModel()
        self.words, self._names = words, names
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and signature
        return 0 if parent.isValid() else len(self.words)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802
        return _FIRST + len(self._names)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Image"), self.tr("Target"), *self._names)[section]
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        word = self.words[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (word.image, word.target, *word.texts)[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() >= _FIRST:
            return colour("ok" if index.column() - _FIRST == word.reader else "error")
        return None
