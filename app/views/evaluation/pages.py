"""The pages of an evaluation: words, accuracy, confusions, probability, branches, maps and places."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QTableView, QTabWidget, QWidget

from app.desktop.theme import colour
from app.evaluation.evaluating import FolderEvaluation
from app.language.words import plain_tip
from app.views.evaluation import groups, lines, reader_lines
from app.views.evaluation.diagram import ReliabilityDiagram
from app.views.evaluation.share_rows import ShareLines
from app.widgets.boxes import column, named, plain_label, table_of
from app.widgets.column_model import Index
from app.widgets.contrast import underline_active
from app.widgets.share_bars import ShareBars
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable
from core.model.metrics.breakdown import KINDS, most_confused
from core.model.metrics.metrics import Step
from core.readings.reading import PictureReading

_CELL = 26  # px of the matrix, both ways
_MAP_KINDS: Sequence[lines.MapKind] = ("character", "order")


MOST = 60  # symbols of the matrix, both ways; the most often confused ones

_NONE = "ε"
_FULL = 200  # of 255: the opacity of the most frequent confusion


class ConfusionMatrix(QAbstractTableModel):
    """Counts how often each symbol is read as another one, leaving out the right readings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: dict[Step, int] = {}
        self._most = 1
        self.targets: list[str | None] = []
        self.readings: list[str | None] = []

    def set_confusions(self, confusions: Mapping[Step, int]) -> None:
        """Show the confusions of another evaluation."""
        self.beginResetModel()
        self._counts = {step: count for step, count in confusions.items() if step[0] != step[1]}
        order = sorted(self._counts, key=lambda step: -self._counts[step])
        self.targets, self.readings = most_confused(order, 0, MOST), most_confused(order, 1, MOST)
        self._most = max(self._counts.values(), default=1)
        self.endResetModel()

    def step(self, index: Index) -> Step:
        """Return the confusion that a cell counts."""
        return self.targets[index.row()], self.readings[index.column()]

    def count(self, step: Step) -> int:
        """Return how often a confusion occurs."""
        return self._counts.get(step, 0)

    @property
    def most_frequent(self) -> QModelIndex:
        """The cell of the most frequent confusion, or an invalid index if there is none."""
        best = max(self._counts, key=lambda step: self._counts[step], default=None)
        if best is None:
            return QModelIndex()
        return self.index(self.targets.index(best[0]), self.readings.index(best[1]))

    # Qt's interface

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.targets)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.readings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        symbols = self.readings if orientation == Qt.Orientation.Horizontal else self.targets
        if role == Qt.ItemDataRole.DisplayRole:
            return _shown(symbols[section])
        if role == Qt.ItemDataRole.FontRole:
            return symbol_font()
        if role == Qt.ItemDataRole.ToolTipRole:
            text = self.tr("read as “{symbol}”") if symbols is self.readings else self.tr("the label says “{symbol}”")
            return plain_tip(text.format(symbol=_shown(symbols[section])))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        step = self.step(index)
        count = self.count(step)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return str(count) if count else ""
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Qt.ItemDataRole.BackgroundRole if count:
                ground = colour("accent")
                ground.setAlpha(round(_FULL * math.sqrt(count / self._most)))
                return ground
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self.in_words(step))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.in_words(step)
        return None

    def in_words(self, step: Step) -> str:
        """Return a sentence about a confusion."""
        wanted, read = step
        if wanted is None:
            text = self.tr("“{read}” read where nothing is: {count}")
        elif read is None:
            text = self.tr("“{wanted}” not read: {count}")
        else:
            text = self.tr("“{wanted}” read as “{read}”: {count}")
        return text.format(wanted=_shown(wanted), read=_shown(read), count=f"{self.count(step):,}")


def _shown(symbol: str | None) -> str:
    return _NONE if symbol is None else printable(symbol, 6)


class EvaluationPages(QTabWidget):
    """Shows the numbers of an evaluation, and reports the group of words behind a number that is clicked."""

    chosen = Signal(object)  # a `Group`: a number was pressed

    def __init__(
        self,
        branches: QWidget,
        readings: Callable[[str], Sequence[PictureReading]],
        parent: QWidget | None = None,
    ) -> None:
        """Make the pages, with `readings` to give the readings of an image by other readers."""
        super().__init__(parent)
        self._readings = readings
        self.setDocumentMode(True)
        underline_active(self)
        self._found: FolderEvaluation | None = None
        self._other: FolderEvaluation | None = None
        self.kind = self._choice(self.tr("Group accuracy by"), *map(lines.kind_name, KINDS))
        self.of = self._choice(self.tr("Kind of probability"), self.tr("Of words"), self.tr("Of characters"))
        maps = (self.tr("Character map"), self.tr("Order map"))
        self.map_kind = self._choice(self.tr("Which map"), *maps)
        self._accuracy, self._maps, self._words = ShareLines(self), ShareLines(self), ShareLines(self)
        self._readers = ShareLines(self)
        self.accuracy = self._table(self._accuracy, self.tr("Accuracy; click to list the misread words"))
        self.maps = self._table(self._maps, self.tr("F1 and intersection over union of each class"))
        self.words = self._table(self._words, self.tr("Groups of words; click to list the words"))
        self.readers = self._table(self._readers, self.tr("Readers side by side; click to list the words"))
        self.matrix = ConfusionMatrix(self)
        # targets downwards, readings across
        self.confusions = named(QTableView(), self.tr("Targets downwards, readings across; click to list the words"))
        self._arrange_matrix()
        self.diagram = named(ReliabilityDiagram(), self.tr("Probability against accuracy; click to list the words"))
        self.places, self.calibration = plain_label(), plain_label()
        self.none_confused = plain_label(self.tr("Nothing is confused."))
        for title, parts in {
            self.tr("Words"): (self.words,),
            self.tr("Accuracy"): (self.kind, self.accuracy),
            self.tr("Confusions"): (self.none_confused, self.confusions),
            self.tr("Probability"): (self.of, self.calibration, self.diagram),
            self.tr("Branches"): (branches,),
            self.tr("Maps"): (self.places, self.map_kind, self.maps),
            self.tr("Readers"): (self.readers,),
        }.items():
            page = parts[0]
            if len(parts) > 1:
                page = QWidget()
                column(*parts, parent=page, spacing=4, margins=(0, 4, 0, 0)).setStretchFactor(parts[-1], 1)
            self.addTab(page, title)
        self.diagram.chosen.connect(self._choose_bar)
        self._fill()
        self.show_readers()

    def _choice(self, name: str, *texts: str) -> QComboBox:
        box = named(QComboBox(), name)
        box.addItems(texts)
        box.activated.connect(lambda _: self._fill())
        return box

    def _table(self, rows: ShareLines, name: str) -> QTableView:
        table = named(table_of(rows), name)
        table.setItemDelegate(ShareBars(table))
        header = table.horizontalHeader()
        header.setResizeContentsPrecision(0)  # only what is in sight: a table has a row for each symbol

        def size_columns() -> None:
            """Give the names and the bars the room that the numbers leave."""
            last = header.count() - 1
            for place in range(header.count()):
                is_wide = place in {0, last}
                header.setSectionResizeMode(
                    place, QHeaderView.ResizeMode.Stretch if is_wide else QHeaderView.ResizeMode.ResizeToContents
                )

        rows.modelReset.connect(size_columns)

        def choose(index: QModelIndex) -> None:
            if index.isValid():
                self.chosen.emit(rows.entries[index.row()].group())

        table.selectionModel().currentRowChanged.connect(choose)
        table.clicked.connect(choose)
        return table

    def _arrange_matrix(self) -> None:
        view = self.confusions
        view.setModel(self.matrix)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setTabKeyNavigation(False)
        for header in (view.horizontalHeader(), view.verticalHeader()):
            header.setMinimumSectionSize(_CELL)
            header.setDefaultSectionSize(_CELL)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

        def choose(index: QModelIndex) -> None:
            if index.isValid() and self._found is not None and self.matrix.count(self.matrix.step(index)):
                self.chosen.emit(groups.confused(self._found, self.matrix.step(index)))

        view.selectionModel().currentChanged.connect(choose)
        view.clicked.connect(choose)

    def show_evaluation(self, evaluation: FolderEvaluation | None, second: FolderEvaluation | None) -> None:
        """Show an evaluation, alone or compared with a second one, beginning with the misread words."""
        self._found, self._other = evaluation, second
        self._fill()
        if evaluation is not None:
            self.chosen.emit(groups.misread(evaluation))

    def _fill(self) -> None:
        evaluation, second = self._found, self._other
        if evaluation is None:
            return
        self._words.show_lines(*lines.groups(evaluation, second))
        self._accuracy.show_lines(*lines.accuracy(evaluation, second, KINDS[self.kind.currentIndex()]))
        self._maps.show_lines(*lines.maps(evaluation, _MAP_KINDS[self.map_kind.currentIndex()]))
        self.show_readers()
        self.places.setText(lines.places(evaluation))
        self.matrix.set_confusions(evaluation.confusions)
        self.none_confused.setVisible(not self.matrix.targets)
        self.confusions.scrollTo(self.matrix.most_frequent)
        shown = evaluation.of_characters if self.of.currentIndex() else evaluation.of_words
        self.diagram.show_reliability(shown)
        self.diagram.choose(None)
        self.calibration.setText(lines.calibration(shown.error))

    def show_readers(self) -> None:
        """Show the page that compares the model with other readers, or hide it if there are none."""
        if self._found is not None:
            self._readers.show_lines(*reader_lines.readers(self._found, self._readings))
        self.setTabVisible(self.indexOf(self.readers), bool(self._readers.entries))

    def _choose_bar(self, place: int) -> None:
        if self._found is not None:
            self.diagram.choose(place)
            self.chosen.emit(groups.sure_so(self._found, place, of_words=not self.of.currentIndex()))
