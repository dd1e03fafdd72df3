"""The dialog with the statistics of the open project, on three pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTableView, QTabWidget, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing, counted, day
from app.pictures.exporting import Rows, save_dialog
from app.session import Session
from app.widgets.boxes import Explained, column, named, plain_label, set_tip, table_of, without_icons
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.widgets.share_bars import SHARE, ShareBars
from app.workers.latest import LatestJob
from core.labels.checks.problems import printable
from core.plugins.statistics.statistics import DayOfWork, days_of_work, length_counts, symbol_counts

_GATHER = 300  # ms after the last news of the list until it is counted anew


# px round the axes
_LEFT = 44
_RIGHT = 10
_TOP = 8
_BOTTOM = 20
_FEWEST = 14  # days: fewer bars would be wider than they mean
_MOST = 366  # days
_EDITED = 90  # of 255


class DaysDiagram(Explained):
    """Draws one bar for each day of work from the first to the last, with gaps for days without work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: tuple[tuple[date, int, int], ...] = ()
        """(day, images edited, images reviewed) of each day, all people together."""
        self.setMinimumHeight(110)

    def show_days(self, days: Sequence[DayOfWork]) -> None:
        """Show the bars of other days."""
        sums: dict[date, tuple[int, int]] = {}
        for work in days:
            edited, reviewed = sums.get(work.day, (0, 0))
            sums[work.day] = edited + work.edited, reviewed + work.reviewed
        if sums:
            last = max(sums)
            count = min(max((last - min(sums)).days + 1, _FEWEST), _MOST)
            all_days = [last - timedelta(back) for back in reversed(range(count))]
            self.bars = tuple((bar_day, *sums.get(bar_day, (0, 0))) for bar_day in all_days)
        else:
            self.bars = ()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(480, 150)

    @property
    def _axes(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_LEFT, _TOP, -_RIGHT, -_BOTTOM)

    def text_at(self, place: QPoint) -> str:
        """Return the values of the bar at a point, or "" if there is none."""
        axes = self._axes
        bar = int((place.x() - axes.left()) * len(self.bars) / max(axes.width(), 1))
        if not axes.contains(place) or bar >= len(self.bars):
            return ""
        day, edited, reviewed = self.bars[bar]
        text = self.tr("{day}: {edited} {edited:|image|images} edited, {reviewed} marked reviewed")
        return agreeing(text, day=_said(day), edited=f"{edited:,}", reviewed=f"{reviewed:,}")

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.bars:
            return
        axes = self._axes
        most = max(1, *(max(edited, reviewed) for _, edited, reviewed in self.bars))
        with QPainter(self) as painter:
            painter.fillRect(axes, self.palette().color(QPalette.ColorRole.Base))
            width = axes.width() / len(self.bars)
            for place, (_, edited, reviewed) in enumerate(self.bars):
                for count, alpha in ((edited, _EDITED), (reviewed, 255)):
                    ink = colour("accent")
                    ink.setAlpha(alpha)
                    height = axes.height() * count / most
                    bar = QRectF(axes.left() + place * width, axes.bottom() - height, max(1.0, width - 1), height)
                    painter.fillRect(bar, ink)
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, axes.top() - 8, _LEFT - 4, 16), right, f"{most:,}")
            painter.drawText(QRectF(0, axes.bottom() - 8, _LEFT - 4, 16), right, "0")
            below = QRectF(axes.left(), axes.bottom() + 2, axes.width(), _BOTTOM - 2)
            for (day, _, _), side in (
                (self.bars[0], Qt.AlignmentFlag.AlignLeft),
                (self.bars[-1], Qt.AlignmentFlag.AlignRight),
            ):
                painter.drawText(below, side, _said(day))


def _said(bar_day: date) -> str:
    return day(datetime(bar_day.year, bar_day.month, bar_day.day).astimezone())


@dataclass(frozen=True, slots=True)
class CountLine:
    """One row in a table of counts."""

    title: str
    """The symbol or the length."""
    term: str
    """The filter that finds the row's words."""
    count: int
    """Number of characters with the symbol, or of words with the length."""
    share: float
    """Share of the largest count, 0 to 1."""


class CountRows(ColumnModel[CountLine]):
    """A table of counts with bars behind the numbers."""

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == SHARE and index.column() == 1 and 0 <= index.row() < len(self.entries):
            return self.entries[index.row()].share
        return super().data(index, role)


class StatisticsDialog(QDialog):
    """Shows how often symbols and lengths occur, and the work done on each day.

    A double click finds the words.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._reading = LatestJob(session.workspace.background, "checks", self)
        self.summary = plain_label(selectable=True)
        self.symbols = self._counts(lambda: self.tr("Symbol"), lambda: self.tr("Characters"))
        self.lengths = self._counts(lambda: self.tr("Symbols per word"), lambda: self.tr("Words"))
        self.days = ColumnModel[DayOfWork](
            (
                Column(lambda: self.tr("Day"), _day_of),
                Column(lambda: self.tr("Person"), lambda entry: printable(entry.by, 60) or "–"),
                Column(lambda: self.tr("Images edited"), lambda entry: f"{entry.edited:,}", alignment=RIGHT),
                Column(lambda: self.tr("Marked reviewed"), lambda entry: f"{entry.reviewed:,}", alignment=RIGHT),
            ),
            self,
        )
        self.diagram = set_tip(DaysDiagram(), self.tr("Images edited; the dark part was marked reviewed"))
        self.tables = tuple(self._table(rows) for rows in (self.symbols, self.lengths, self.days))  # of the three pages
        for table, rows in zip(self.tables, (self.symbols, self.lengths), strict=False):
            table.setItemDelegateForColumn(1, ShareBars(table))
            table.activated.connect(partial(self._find, rows))
            set_tip(table, self.tr("Double-click to show these words in the list"))
        self._nothing = plain_label(self.tr("Each edit counts here once its label is saved."))
        work = QWidget()
        column(self.diagram, self._nothing, self.tables[2], parent=work, margins=(0, 6, 0, 0))
        self.pages = QTabWidget()
        titles = (self.tr("Symbols"), self.tr("Lengths"), self.tr("Days"))
        for table, title, page in zip(self.tables, titles, (*self.tables[:2], work), strict=True):
            self.pages.addTab(page, title)
            named(table, title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(buttons)
        self.save = set_tip(
            buttons.addButton(self.tr("Save…"), QDialogButtonBox.ButtonRole.ActionRole),
            self.tr("This page as a table (CSV) or as a picture (PNG, SVG)"),
        )
        self.save.clicked.connect(self.ask_for_file)
        buttons.rejected.connect(self.reject)
        whole = column(self.summary, self.pages, buttons, parent=self, margins=(12, 12, 12, 12), spacing=12)
        whole.setStretchFactor(self.pages, 1)
        self.resize(560, 480)
        self._soon = QTimer(self, singleShot=True, interval=_GATHER)
        self._soon.timeout.connect(self._count)
        session.catalog.images_changed.connect(self._soon.start)
        session.catalog.rows_changed.connect(self._count_soon)
        session.history_changed.connect(self._read_days)
        self._count()
        self._read_days()
        self.setWindowTitle(self.tr("Statistics"))
        self._say()

    def _counts(self, first: Callable[[], str], second: Callable[[], str]) -> CountRows:
        return CountRows(
            (Column(first, lambda row: row.title), Column(second, lambda row: f"{row.count:,}", alignment=RIGHT)),
            self,
        )

    @staticmethod
    def _table(rows: ColumnModel[CountLine] | ColumnModel[DayOfWork]) -> QTableView:
        table = table_of(rows)
        table.horizontalHeader().setStretchLastSection(True)
        return table

    def _count(self) -> None:
        """Count what the list of images knows by now."""
        table = self._session.catalog.table
        texts = [text for text, is_known in zip(table.text, table.known, strict=True) if is_known]
        symbols, lengths = symbol_counts(texts), length_counts(texts)
        self.symbols.set_entries(_lines([(printable(symbol, 6), _term("char", symbol), n) for symbol, n in symbols]))
        self.lengths.set_entries(_lines([(str(length), f"len:{length}", n) for length, n in lengths]))
        self._say()

    def _count_soon(self) -> None:
        self._soon.start()

    def _read_days(self) -> None:
        project = self._session.project
        if project is not None:
            root = project.root
            self._reading.ask(lambda job: days_of_work(root, job.progress), self._know)

    def _know(self, days: tuple[DayOfWork, ...]) -> None:
        self.days.set_entries(days)
        self.diagram.show_days(days)
        self._say()

    def _say(self) -> None:
        table = self._session.catalog.table
        counts, words = table.counts(), sum(map(bool, table.text))
        text = (
            counted(self.tr("one image"), self.tr("{count} images"), counts.images),
            counted(self.tr("one with a word"), self.tr("{count} with a word"), words),
            counted(self.tr("one reviewed"), self.tr("{count} reviewed"), counts.reviewed),
            counted(self.tr("one symbol"), self.tr("{count} different symbols"), len(self.symbols.entries)),
        )
        self.summary.setText(" · ".join(text))
        self.diagram.setVisible(bool(self.days.entries))
        self._nothing.setVisible(not self.days.entries)

    def ask_for_file(self) -> None:
        """Ask for the file to save the current page to, its table as CSV or its picture."""
        place = self.pages.currentIndex()
        rows: Rows = [[entry.day, entry.by, entry.edited, entry.reviewed] for entry in self.days.entries]
        if place < 2:
            rows = [[row.title, row.count] for row in (self.symbols, self.lengths)[place].entries]
        model = self.tables[place].model()
        titles = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
        name, page = f"{self.pages.tabText(place)}.csv", self.pages.currentWidget()
        save_dialog(self._session, page, self, self.tr("Save the page"), name, [titles, *rows]).open()

    def _find(self, rows: CountRows, index: QModelIndex) -> None:
        self._session.catalog.show_those(rows.entries[index.row()].term)
        self.accept()


def _lines(counts: Sequence[tuple[str, str, int]]) -> list[CountLine]:
    most = max((count for _, _, count in counts), default=1)
    return [CountLine(title, term, count, count / most) for title, term, count in counts]


def _term(field: str, symbol: str) -> str:
    return f'{field}:"{symbol}"' if symbol.isspace() else f"{field}:{symbol}"


def _day_of(work: DayOfWork) -> str:
    return day(datetime(work.day.year, work.day.month, work.day.day).astimezone())
