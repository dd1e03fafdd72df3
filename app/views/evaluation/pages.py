"""The pages of numbers: accuracy, confusions, confidence, maps and places, words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QTableView, QTabWidget, QWidget

from app.predicting.evaluating import FolderEvaluation
from app.views.evaluation import groups, lines
from app.views.evaluation.confusions import ConfusionMatrix
from app.views.evaluation.diagram import ReliabilityDiagram
from app.views.evaluation.share_rows import ShareLines
from app.widgets.boxes import column, plain_label, table_of
from app.widgets.contrast import underline_active
from app.widgets.language import Translated
from app.widgets.share_bars import ShareBars
from core.model.metrics.breakdown import KINDS

_CELL = 26  # px of the matrix, both ways
_MAP_KINDS: Sequence[lines.MapKind] = ("character", "order")


class EvaluationPages(Translated, QTabWidget):
    """Shows an evaluation; a press on a number gives the group of its words.

    Attributes
    ----------
    kind : QComboBox
        By what accuracy is told apart.
    confusions : QTableView
        Targets downwards, readings across.
    """

    chosen = Signal(object)
    """A `Group`: a number was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        underline_active(self)
        self._found: FolderEvaluation | None = None
        self._other: FolderEvaluation | None = None
        self.kind, self.of, self.map_kind = QComboBox(), QComboBox(), QComboBox()
        self._accuracy, self._maps, self._words = ShareLines(self), ShareLines(self), ShareLines(self)
        self.accuracy, self.maps, self.words = map(self._table, (self._accuracy, self._maps, self._words))
        self.matrix = ConfusionMatrix(self)
        self.confusions = QTableView()
        self._arrange_matrix()
        self.diagram = ReliabilityDiagram()
        self.places, self.calibration, self.none_confused = plain_label(), plain_label(), plain_label()
        pages = (
            (self.words,),
            (self.kind, self.accuracy),
            (self.none_confused, self.confusions),
            (self.of, self.calibration, self.diagram),
            (self.places, self.map_kind, self.maps),
        )
        for parts in pages:
            page = QWidget()
            column(*parts, parent=page, spacing=4, margins=(0, 4, 0, 0)).setStretchFactor(parts[-1], 1)
            self.addTab(page, "")
        for box, count in ((self.kind, len(KINDS)), (self.of, 2), (self.map_kind, len(_MAP_KINDS))):
            box.addItems([""] * count)
            box.activated.connect(lambda _: self._fill())
        self.diagram.chosen.connect(self._choose_bar)
        self.retranslate()

    def _table(self, rows: ShareLines) -> QTableView:
        table = table_of(rows)
        table.setItemDelegate(ShareBars(table))
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

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

    def show_evaluation(self, found: FolderEvaluation | None, other: FolderEvaluation | None) -> None:
        """Show an evaluation, beside another one or alone, and the misread words first."""
        self._found, self._other = found, other
        self._fill()
        if found is not None:
            self.chosen.emit(groups.misread(found))

    def _fill(self) -> None:
        found, other = self._found, self._other
        if found is None:
            return
        self._words.show_lines(*lines.groups(found, other))
        self._accuracy.show_lines(*lines.accuracy(found, other, KINDS[self.kind.currentIndex()]))
        self._maps.show_lines(*lines.maps(found, _MAP_KINDS[self.map_kind.currentIndex()]))
        self.places.setText(lines.places(found))
        self.matrix.set_confusions(found.confusions)
        self.none_confused.setVisible(not self.matrix.targets)
        self.confusions.scrollTo(self.matrix.most_frequent)
        shown = found.of_characters if self.of.currentIndex() else found.of_words
        self.diagram.show_reliability(shown)
        self.diagram.choose(None)
        self.calibration.setText(lines.calibration(shown.error))

    def _choose_bar(self, place: int) -> None:
        if self._found is not None:
            self.diagram.choose(place)
            self.chosen.emit(groups.sure_so(self._found, place, of_words=not self.of.currentIndex()))

    def retranslate(self) -> None:
        titles = (
            self.tr("Words"),
            self.tr("Accuracy"),
            self.tr("Confusions"),
            self.tr("Confidence"),
            self.tr("Maps and places"),
        )
        for number, title in enumerate(titles):
            self.setTabText(number, title)
        for number, kind in enumerate(KINDS):
            self.kind.setItemText(number, lines.kind_name(kind))
        for number, text in enumerate((self.tr("Of words"), self.tr("Of characters"))):
            self.of.setItemText(number, text)
        for number, text in enumerate((self.tr("Character map (G)"), self.tr("Order map (S)"))):
            self.map_kind.setItemText(number, text)
        self.none_confused.setText(self.tr("Nothing is confused."))
        self.kind.setAccessibleName(self.tr("By what accuracy is told apart"))
        self.of.setAccessibleName(self.tr("Whose confidence"))
        self.map_kind.setAccessibleName(self.tr("Which map"))
        self.accuracy.setAccessibleName(self.tr("Accuracy; a press lists the misread words"))
        self.confusions.setAccessibleName(self.tr("Targets downwards, readings across; a press lists the words"))
        self.diagram.setAccessibleName(self.tr("Confidence against accuracy; a press lists the words"))
        self.maps.setAccessibleName(self.tr("F1 and intersection over union of each class"))
        self.words.setAccessibleName(self.tr("Groups of words; a press lists the words"))
        self._fill()
