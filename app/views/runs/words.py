"""The validation words that only one of two runs reads rightly, with the maps of both runs for one word."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QSizePolicy, QSplitter, QTableView, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing
from app.session import Session
from app.views.runs.maps import RunMaps
from app.widgets.boxes import column, named, plain_label, row, table_of, tool_button
from app.widgets.column_model import Column, ColumnModel, Index
from app.widgets.symbol_font import symbol_font
from app.workers.latest import LatestJob
from core.runs.comparison import WordComparison, WordDifference, compare_words, read_readings
from core.runs.info import RunInfo

_FIRST = 2  # column of the first run: image and target are before it
_WIDE = 560  # px: room for list and maps beside each other
_LEAST = QSize(80, 48)  # px
_LARGE = QSize(760, 600)  # px: all rows without scrolling


class WordsTable(QWidget):
    """Lists the words, and shows the image of a clicked word.

    A press in the column of a run shows the prediction of that run, too.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._runs: tuple[RunInfo, ...] = ()
        self.comparison: WordComparison | None = None
        self._latest = LatestJob(session.workspace.background, "runs", self)
        self._rows = _Rows(self)
        self.table = named(
            table_of(self._rows),
            self.tr("Words that only one run reads"),
            self.tr("Click a word to see it; click in the column of a run to see that run's prediction"),
        )
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectItems)  # the column of a run says which run
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.clicked.connect(self._go_to)
        self.table.activated.connect(self._go_to)
        self.says = plain_label()
        self.says.setContentsMargins(8, 4, 8, 4)
        policy = self.says.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)  # all its lines, however low the panel
        self.says.setSizePolicy(policy)
        self.table.selectionModel().currentRowChanged.connect(self._show_word)
        self.maps = RunMaps(session)  # of the open image, as both runs see it
        self._split = QSplitter()
        self._split.setObjectName("compared-words")
        self._split.setChildrenCollapsible(False)
        for part in (self.table, self.maps):
            part.setMinimumSize(_LEAST)
            self._split.addWidget(part)
        self._split.setSizes([1, 2])
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 2)
        self.enlarge = tool_button(
            self._enlarge, picture="full-screen", tip=self.tr("Show the maps in a window of their own")
        )
        self._large: QDialog | None = None
        top = row(self.says, self.enlarge, spacing=2)
        top.setStretchFactor(self.says, 1)
        column(top, self._split, parent=self, spacing=0).setStretchFactor(self._split, 1)
        self._say()

    def set_runs(self, runs: tuple[RunInfo, ...]) -> None:
        """Compare two runs, whose readings are loaded in the background, or show nothing for fewer runs."""
        same = [(info.path, info.best_step) for info in runs] == [(info.path, info.best_step) for info in self._runs]
        if same:
            return
        self._runs = runs
        self.maps.set_runs(runs if len(runs) == 2 else ())
        if self._large is not None:
            self._large.close()
        self._show_comparison(None)
        if len(runs) != 2:
            self._latest.drop()
            return
        one, second = (info.path for info in runs)
        self._latest.ask(lambda job: compare_words(read_readings(one), read_readings(second)), self._show_comparison)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        self._split.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)

    def _enlarge(self) -> None:
        """Show the maps in a window of their own, until that is closed: the panel is often low."""
        if self._large is not None:
            self._large.raise_()
            return
        large = self._large = QDialog(self.window())
        large.setWindowTitle(self.tr("{one} and {other}").format(one=self._runs[0].name, other=self._runs[1].name))
        large.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column(self.maps, parent=large)
        large.resize(_LARGE)
        large.finished.connect(self._put_back)
        large.show()

    def _put_back(self) -> None:
        self._large = None
        self._split.addWidget(self.maps)
        self.maps.show()

    def _show_comparison(self, comparison: WordComparison | None) -> None:
        self.comparison = comparison
        names = tuple(info.name for info in self._runs)
        self.enlarge.setEnabled(len(self._runs) == 2)
        self._rows.set_words(() if comparison is None else comparison.different, names)
        self._say()

    def _say(self) -> None:
        result = self.comparison
        if result is None:
            self.says.clear()
            return
        if not result.common:
            self.says.setText(
                self.tr("The two runs were not validated on the same words, or kept no record of what they read.")
            )
            return
        number = self.locale().toString
        only = [sum(word.reader == reader for word in result.different) for reader in (0, 1)]
        self.says.setText(
            agreeing(
                self.tr(
                    "Of {count} {count:|word|words}, both read {both}, neither {neither}, only {one} {first}, only "
                    "{other} {second}."
                ),
                count=number(result.common),
                both=number(result.both),
                neither=number(result.neither),
                one=self._runs[0].name,
                first=number(only[0]),
                other=self._runs[1].name,
                second=number(only[1]),
            )
        )

    def _show_word(self, index: Index) -> bool:
        """Show the word of a row, and return True if it is in the project."""
        if not index.isValid():
            return False
        word = self._rows.entries[index.row()]
        if self._session.catalog.table.index_of(word.image) is None:
            self._session.notify(self.tr("{image} is not in this project.").format(image=word.image))
            return False
        self._session.show(word.image)
        return True

    def _go_to(self, index: Index) -> None:
        run = index.column() - _FIRST
        if not self._show_word(index):
            return
        self._session.workspace.go_to(self._rows.entries[index.row()].image)
        if run >= 0 and self._runs[run].model is not None:
            self._session.predictions.look_at(self._runs[run].path)


class _Rows(ColumnModel[WordDifference]):
    """One row a word: its target, and what each run reads."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__((), parent)

    def set_words(self, words: tuple[WordDifference, ...], names: tuple[str, ...]) -> None:
        self.set_columns(
            (
                Column(lambda: self.tr("Image"), lambda word: word.image),
                Column(lambda: self.tr("Target"), lambda word: word.target, font=_font),
                *(self._reader(number, name) for number, name in enumerate(names)),
            )
        )
        self.set_entries(words)

    def _reader(self, number: int, name: str) -> Column[WordDifference]:
        return Column(
            lambda: name,
            lambda word: word.texts[number],
            font=_font,
            ink=lambda word: colour("ok" if number == word.reader else "error"),
        )


def _font(word: WordDifference) -> QFont:
    return symbol_font()
