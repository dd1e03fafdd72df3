"""The page with each branch's potential gain over a folder, and the words that this branch alone would mend."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QFont, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHeaderView,
    QScrollArea,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.desktop.theme import colour
from app.language import verdicts
from app.language.figures import agreeing, counted
from app.language.sentences import translated
from app.pictures.shown_maps import image_name
from app.session import Session
from app.widgets.boxes import arrange_rows, colour_text, column, explain, named, plain_label, push_button, row, set_tip
from app.widgets.column_model import Column, ColumnModel
from app.widgets.contrast import Recoloured
from app.widgets.job_progress import JobSlot
from app.widgets.share_bars import SHARE, ShareBars
from app.widgets.symbol_font import symbol_font
from app.workers.prediction_messages import Diagnosed
from core.analysis.attribution.error_attribution import OUT_OF_REACH, PotentialGains, Verdict
from core.analysis.attribution.oracle_combinations import COMBINATIONS, PREDICTED, OracleCombination

_LINE, _RIGHT, _GAIN = range(3)
_GAIN_WIDTH = 76  # px: less, and bars cannot be told apart
_WIDE = 640  # px: room for both tables beside each other
_WORDS_HEIGHT = 110  # px of the list of words at least: some four rows
_NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class WordColumn(IntEnum):
    """The columns of the table of words."""

    IMAGE = 0
    LABEL = 1
    READ = 2


class WordRows(ColumnModel[str]):
    """Lists words, one in each row, by the paths of their images."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        columns = (
            Column[str](lambda: self.tr("Image"), image_name, str),
            Column[str](lambda: self.tr("Label"), self._label, self._label, font=_font),
            Column[str](
                lambda: self.tr("Read"), self._reading_of, self._reading_of, font=_font, ink=lambda _: colour("error")
            ),
        )
        super().__init__(columns, parent)
        self._session = session
        self._diagnosed: Mapping[str, Diagnosed] = {}

    def set_words(self, images: tuple[str, ...], diagnosed: Mapping[str, Diagnosed]) -> None:
        """List these words, and keep the current row if they are the same ones."""
        if images != self.entries or diagnosed is not self._diagnosed:
            self._diagnosed = diagnosed
            self.set_entries(images)

    def _label(self, image: str) -> str:
        table = self._session.catalog.table
        number = table.index_of(image)
        return "" if number is None else table.text[number]

    def _reading_of(self, image: str) -> str:
        answer = self._diagnosed.get(image)
        return "" if answer is None else answer.text or "–"


def _font(image: str) -> QFont:
    return symbol_font()


class BranchesPage(Recoloured, QScrollArea):
    """Computes the potential gains on request, shows them as they arrive, and lists the words behind a line."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._session = session
        self.gains = session.instruments.gains
        self._lines: tuple[OracleCombination | Verdict, ...] = ()
        self._is_chosen = False  # a line by the person: until then it is that of the dearest branch
        self.ask = explain(
            push_button(self.tr("Count the words"), self.gains.start),
            self.tr(
                "Replace each word's predicted maps by target maps in the background, and count the words read right"
            ),
        )
        self.sentence = plain_label(selectable=True)
        self.warning = plain_label()
        self._progress = JobSlot()
        self.table = named(QTableWidget(0, 3), self.tr("Words read right with perfect maps"))
        self.rows = WordRows(session, self)
        self.words = named(QTableView(), self.tr("Words of the selected line"))
        self.words.setModel(self.rows)
        self.title = plain_label()
        for table in (self.table, self.words):
            arrange_rows(table)
        self.table.setItemDelegateForColumn(_GAIN, ShareBars(self.table))
        self.words.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_LINE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_GAIN, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(_GAIN, _GAIN_WIDTH)
        header.sectionResized.connect(lambda *_: self._fit_height())
        self.table.setWordWrap(True)
        top = row(self.ask, self.sentence, spacing=6)
        top.setAlignment(self.ask, Qt.AlignmentFlag.AlignTop)  # it stays under the mouse if the sentence gets longer
        top.setStretchFactor(self.sentence, 1)
        self.words.setMinimumHeight(_WORDS_HEIGHT)
        gained = column(self.table, spacing=6)
        gained.addStretch(0)
        listed = column(self.title, self.words, spacing=6)
        listed.setStretchFactor(self.words, 1)
        listed.addStretch(0)
        self._tables = column(gained, listed, spacing=6)  # beside each other if there is room
        self._tables.setStretch(0, 1)
        self._tables.setStretch(1, 1)
        page = QWidget()
        whole = column(top, self._progress, self.warning, self._tables, parent=page, spacing=6, margins=(6, 6, 6, 6))
        whole.setStretchFactor(self._tables, 1)
        self.setWidget(page)
        self.table.currentCellChanged.connect(self._choose_line)
        self.words.selectionModel().currentRowChanged.connect(self._show_image)
        self.words.clicked.connect(self._go_to)
        self.words.activated.connect(self._go_to)
        self.gains.changed.connect(self.show_gains)
        session.predictions.model_changed.connect(self.show_gains)
        session.catalog.chosen_changed.connect(self.show_gains)  # the words of the list may be those to count
        session.workspace.switching.later(self._mark, session.image_changed, parent=self)
        self.table.setHorizontalHeaderLabels([self.tr("Maps"), self.tr("Read"), self.tr("Gain")])
        self.show_gains()

    @property
    def line(self) -> OracleCombination | Verdict | None:
        """The line of the table whose words are listed, or None if there is none."""
        number = self.table.currentRow()
        return self._lines[number] if 0 <= number < len(self._lines) else None

    def show_gains(self) -> None:
        """Show the current gains with the same line selected as before, unless the page is hidden."""
        if not self.isVisible():
            return
        gains = self.gains.gains
        self._follow_job()
        self._say(gains)
        before = self.line if self._is_chosen else None
        lines: tuple[OracleCombination | Verdict, ...] = ()
        if gains is not None and gains.words:
            lines = (*COMBINATIONS, *(reason for reason in OUT_OF_REACH if gains.out_of_reach[reason]))
        self.table.blockSignals(True)
        self._is_chosen &= bool(lines)
        if lines != self._lines:
            self._lines = lines
            self.table.setRowCount(len(lines))
        if gains is not None:
            for number, line in enumerate(lines):
                self._fill(number, line, gains)
        if before in lines:
            self.table.setCurrentCell(lines.index(before), _LINE)
        elif lines:
            self.table.setCurrentCell(_dearest(gains), _LINE)
        self.table.blockSignals(False)
        self.table.setVisible(bool(lines))
        self._fit_height()
        self._list_words()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the tables beside each other if the page is wide, since stacked they would need twice its height."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        if direction != self._tables.direction():
            self._tables.setDirection(direction)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_gains()

    def recolour(self) -> None:
        colour_text(self.warning, "warning")
        is_old = self.gains.gains is not None and self.gains.is_of_former_choice
        colour_text(self.sentence, "muted" if is_old else None)

    # How it is shown

    def _fit_height(self) -> None:
        """Make the table as high as its rows are at their present width: the names of two maps may take two lines."""
        table = self.table
        table.resizeRowsToContents()
        height = table.horizontalHeader().sizeHint().height() + 2 * table.frameWidth()
        table.setFixedHeight(height + sum(table.rowHeight(number) for number in range(table.rowCount())))

    def _fill(self, number: int, line: OracleCombination | Verdict, potential: PotentialGains) -> None:
        right = ""
        gain = ""
        tip = ""
        share = 0.0
        if isinstance(line, frozenset):
            added = 0 if line == PREDICTED else potential.gains[line]
            right, text = f"{potential.right + added:,}", verdicts.perfect(line)
            if line != PREDICTED:
                gain, share = f"{added:+,}" if added else "0", max(added, 0) / max(potential.words - potential.right, 1)
                mended = potential.repaired[line]
                tip = agreeing(
                    self.tr("Mends {mended} {mended:|word|words}, spoils {spoilt}"),
                    mended=f"{mended:,}",
                    spoilt=f"{mended - added:,}",
                )
        else:
            text, gain = verdicts.out_of_reach(line), f"{potential.out_of_reach[line]:,}"
            tip = self.tr("Words that no branch can mend")
        for place, sentence in enumerate((text, right, gain)):
            item = self.table.item(number, place)
            if item is None:
                item = QTableWidgetItem()
                self.table.setItem(number, place, item)
            item.setText(sentence)
            set_tip(item, verdicts.explanation(tip) if isinstance(line, frozenset) else tip)
            if place != _LINE:
                item.setTextAlignment(_NUMBER)
            item.setData(SHARE, share if place == _GAIN else None)  # of the misread words

    def _follow_job(self) -> None:
        job = self.gains.job
        self._progress.follow(job)
        self.ask.setEnabled(job is None and not self.gains.refusal)

    def _say(self, potential: PotentialGains | None) -> None:
        gains = self.gains
        if potential is None or not (potential.words or gains.left_out or gains.job):
            text = translated(gains.sentence or gains.refusal) or self._invitation()
        elif not potential.words:
            text = translated(gains.sentence)
        else:
            text = agreeing(
                self.tr("The network by itself reads {right} of {count} {count:|word|words} right."),
                count=f"{potential.words:,}",
                right=f"{potential.right:,}",
            )
            if potential.right_with_aid != potential.right:
                text += " " + self.tr(
                    "With its reading aids (language, expected words, further looks): {right}."
                ).format(right=f"{potential.right_with_aid:,}")
        self.sentence.setText(text)
        notes = []
        if potential is not None and potential.words and gains.sentence:
            notes.append(translated(gains.sentence))
        if potential is not None and gains.job is None and potential.words + len(gains.left_out) < len(gains.images):
            notes.append(
                agreeing(
                    self.tr("Not finished: {count} {count:|word was|words were} to be read."),
                    count=f"{len(gains.images):,}",
                )
            )
        if potential is not None and gains.is_of_former_choice:
            notes.append(
                self.tr(
                    "These figures are of the former choice of words. Press “Count the words” to measure the words "
                    "chosen now."
                )
            )
        if gains.changed_since:
            one = self.tr("One label has been edited since then. Count again.")
            several = self.tr("{count} labels have been edited since then. Count again.")
            notes.append(counted(one, several, len(gains.changed_since)))
        if gains.left_out:
            one = self.tr("One word is left out. {reason}")
            several = self.tr("{count} words are left out. The first: {reason}")
            notes.append(counted(one, several, len(gains.left_out), reason=translated(gains.left_out[0])))
        self.warning.setText("\n".join(notes))
        self.warning.setVisible(bool(notes))
        self.recolour()

    def _invitation(self) -> str:
        return self.tr(
            "See how many more words would be read right if a branch of the network were perfect: its map is "
            "exchanged for the target's, word by word."
        )

    def _list_words(self) -> None:
        line = self.line
        images = () if line is None or line == PREDICTED else self.gains.words_of(line)
        self.rows.set_words(images, self.gains.diagnosed)
        self.words.setVisible(bool(images))
        if line is None:
            self.title.setText("")
        elif line == PREDICTED:
            self.title.setText(self.tr("Press a line to list its words."))
        elif not images:
            self.title.setText(self.tr("There is no such word."))
        else:
            text = self.tr("Words: {count}")
            if isinstance(line, frozenset):
                alone = self.tr("Words that this branch alone would mend: {count}")
                more = self.tr("Words mended: {count}")
                text = alone if len(line) == 1 else more
            self.title.setText(text.format(count=f"{len(images):,}"))
        self.title.setVisible(bool(self.title.text()))
        self._mark()

    def _choose_line(self) -> None:
        self._is_chosen = True
        self._list_words()

    def _show_image(self, index: QModelIndex) -> None:
        if index.isValid():
            self._session.show(self.rows.entries[index.row()])

    def _go_to(self, index: QModelIndex) -> None:
        self._session.workspace.go_to(self.rows.entries[index.row()])

    def _mark(self) -> None:
        image = self._session.image
        number = self.rows.entries.index(image) if image in self.rows.entries else -1
        selection = self.words.selectionModel()
        if number != self.words.currentIndex().row():
            blocked = selection.blockSignals(True)
            self.words.setCurrentIndex(self.rows.index(number, WordColumn.IMAGE))
            selection.blockSignals(blocked)
            self.words.viewport().update()


def _dearest(gains: PotentialGains | None) -> int:
    """Return the line of the branch with most to gain, or the network's own line if there is none."""
    if gains is None:
        return 0
    singles = [number for number, combination in enumerate(COMBINATIONS) if len(combination) == 1]
    best = max(singles, key=lambda number: gains.gains[COMBINATIONS[number]])
    return best if gains.gains[COMBINATIONS[best]] > 0 else 0
