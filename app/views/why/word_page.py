"""The open image: target and reading, and each mistake with its cause, its proof and its correction."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QListWidget,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.desktop.theme import colour
from app.language.sentences import translated
from app.session import Session
from app.views.why import wording
from app.views.why.aligned_words import AlignedWords
from app.widgets.boxes import arrange_rows, column, named, plain_label, push_button, row, set_tip
from app.widgets.contrast import Recoloured
from app.widgets.symbol_font import symbol_font
from core.judging.blame import Mistake
from core.judging.mixtures import BRANCHES, MIXTURES, PREDICTED
from core.labels.checks.problems import printable

_MOST = 40  # symbols of a word in a row
_ROWS = 4  # mistakes that are seen at once


class WordPage(Recoloured, QScrollArea):
    """Explains the reading of the open image."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._session = session
        self.diagnosing = session.diagnosing
        self.sentence = plain_label(selectable=True)
        self.words = AlignedWords()
        self.mistakes = named(QListWidget(), self.tr("Mistakes"))
        self.mistakes.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.mistakes.setWordWrap(True)
        self.mistakes.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.mistakes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.cause = plain_label(selectable=True)
        self.candidates = plain_label(selectable=True)
        for said in (self.mistakes, self.candidates):
            said.setFont(symbol_font())
        self.map_button = push_button(
            self.tr("Show the map"),
            self.show_map,
            tip=self.tr("Lay over the picture where the map to blame differs from the target"),
        )
        self.repair_button = push_button(
            self.tr("Smallest repair"),
            session.prediction_repair.find_smallest,
            tip=self.tr("Find the fewest pixels of one map that make the word right"),
        )
        self.correct_button = push_button(
            "", self.correct, tip=self.tr("The maps are sure, and agree with each other: correct the label so")
        )
        self.proofs = named(
            QTableWidget(len(MIXTURES), 3), self.tr("What is read with target maps in place of predicted ones")
        )
        self._lay_out()
        self.words.chosen.connect(self.mistakes.setCurrentRow)
        self.mistakes.currentRowChanged.connect(self._show_mistake)
        self.diagnosing.changed.connect(self.refresh)
        self.proofs.setHorizontalHeaderLabels([self.tr("Maps"), self.tr("Reads"), self.tr("Here")])
        self.refresh()

    def _lay_out(self) -> None:
        proofs = self.proofs
        arrange_rows(proofs)
        proofs.setWordWrap(True)
        proofs.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        header = proofs.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)  # the names of two maps take two lines
        header.sectionResized.connect(lambda *_: self._fit_height())
        page = QWidget()
        buttons = row(self.map_button, self.repair_button, spacing=6)
        buttons.addStretch(1)
        correction = row(self.correct_button)
        correction.addStretch(1)
        whole = column(
            self.sentence, self.words, self.mistakes, self.cause, self.candidates, buttons, correction, proofs,
            parent=page, spacing=6, margins=(6, 6, 6, 6),
        )  # fmt: skip
        whole.addStretch(1)
        self.setWidget(page)

    @property
    def mistake(self) -> Mistake | None:
        """The current mistake."""
        diagnosis, number = self.diagnosing.diagnosis, self.mistakes.currentRow()
        if diagnosis is None or not 0 <= number < len(diagnosis.mistakes):
            return None
        return diagnosis.mistakes[number]

    def refresh(self) -> None:
        """Show the diagnosis as it is now; the same mistake stays current where there still is one."""
        diagnosis = self.diagnosing.diagnosis
        before = self.mistakes.currentRow()
        said = translated(self.diagnosing.sentence) if diagnosis is None else wording.verdict(diagnosis)
        if self._session.predictions.is_repaired:
            said = self.tr("Repaired by hand or by search; the model itself reads otherwise.") + " " + said
        self.sentence.setText(said)
        self.words.show_words(diagnosis)
        self.words.setVisible(diagnosis is not None)
        found = () if diagnosis is None else diagnosis.mistakes
        self.mistakes.blockSignals(True)
        self.mistakes.clear()
        self.mistakes.addItems([wording.title(mistake) for mistake in found])
        if found:
            self.mistakes.setCurrentRow(min(max(before, 0), len(found) - 1))
        self.mistakes.blockSignals(False)
        line = self.fontMetrics().height() + 6
        self.mistakes.setFixedHeight(min(max(len(found), 1), _ROWS) * line + 6)
        self.mistakes.setVisible(bool(found))
        self._show_mistake()

    def show_map(self) -> None:
        """Lay over the picture where the map that is to blame differs from the target."""
        mistake = self.mistake
        if mistake is None:
            return
        blamed = [branch for branch in BRANCHES if branch in mistake.blamed]
        name = wording.MAP_OF[blamed[0]] if blamed else "character"
        self._session.display.lend(
            overlay=name, overlay_source="difference", position=mistake.order if name == "order" else None
        )

    def correct(self) -> None:
        """Correct the label as the maps suggest."""
        mistake = self.mistake
        if mistake is not None and mistake.correction is not None:
            self.diagnosing.correct(wording.correction(mistake.correction), mistake.correction)

    def _show_mistake(self) -> None:
        mistake, diagnosis = self.mistake, self.diagnosing.diagnosis
        self.words.mark(self.mistakes.currentRow() if mistake is not None else None)
        for part in (self.cause, self.candidates, self.map_button, self.repair_button):
            part.setVisible(mistake is not None)
        self.correct_button.setVisible(mistake is not None and mistake.correction is not None)
        self.proofs.setVisible(diagnosis is not None and len(diagnosis.words) > 1)
        if mistake is not None:
            self.cause.setText(wording.cause(mistake))
            self.candidates.setText(wording.candidates(mistake))
            if mistake.correction is not None:
                self.correct_button.setText(wording.correction(mistake.correction))
                self.correct_button.setAccessibleName(self.correct_button.text())
        self._fill_proofs()

    def _fill_proofs(self) -> None:
        diagnosis, mistake = self.diagnosing.diagnosis, self.mistake
        if diagnosis is None:
            return
        blamed = diagnosis.blamed if mistake is None else mistake.blamed
        for number, mixture in enumerate(MIXTURES):
            word = diagnosis.words.get(mixture)
            here = "" if mistake is None else printable(mistake.readings.get(mixture, ""), 6) or "–"
            texts = (wording.exchange(mixture), "" if word is None else printable(word.text, _MOST) or "–", here)
            for place, text in enumerate(texts):
                item = QTableWidgetItem(text)
                font = symbol_font(item.font()) if place else item.font()
                font.setBold(mixture == blamed and mixture != PREDICTED)
                item.setFont(font)
                if place == 0:
                    set_tip(item, wording.explanation())
                if place == 1 and word is not None:
                    item.setForeground(colour("ok" if mixture in diagnosis.right else "error"))
                    set_tip(item, word.text)
                self.proofs.setItem(number, place, item)
        self.proofs.setColumnHidden(2, mistake is None)
        self._fit_height()

    def _fit_height(self) -> None:
        """Make the table as high as its rows are at their present width."""
        self.proofs.resizeRowsToContents()
        height = self.proofs.horizontalHeader().sizeHint().height() + 2 * self.proofs.frameWidth()
        self.proofs.setFixedHeight(height + sum(self.proofs.rowHeight(number) for number in range(len(MIXTURES))))

    def showEvent(self, event: QShowEvent) -> None:
        """Nothing is worked out while nobody sees it."""
        super().showEvent(event)
        self.diagnosing.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is worked out while nobody sees it."""
        self.diagnosing.want(False)
        super().hideEvent(event)

    def recolour(self) -> None:
        self._fill_proofs()
