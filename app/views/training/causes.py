"""The dialog about why a training does not learn: the subject, the progress, and a card for each finding."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QPushButton,
    QScrollArea,
    QWidget,
)

from app.language.figures import agreeing, clock
from app.language.languages import translate
from app.language.sentences import one_after_another, translated
from app.session import Session
from app.widgets.boxes import colour_text, column, named, plain_label, push_button, row, set_tip, without_icons
from app.widgets.contrast import Recoloured
from app.widgets.moving_bar import MovingBar
from app.widgets.sentence_label import SentenceLabel
from core.model.diagnosing.findings import CAUSES, CONTEXT, Finding

_SIZE = QSize(760, 560)
_SHOWN = 3  # images that a card leads to


class CausesDialog(Recoloured, QDialog):
    """Diagnoses a run or the next training, and shows the findings."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._part = session, session.instruments.examination
        self.chooser = named(QComboBox(), self.tr("Training to check"))
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.look = push_button(self.tr("Look for causes"), self._part.start)
        self.cancel = push_button(self.tr("Cancel"), self._part.cancel)
        self._explains = plain_label(
            self.tr(
                "Labels are compared with what “reader” reads, and test trainings on eight words are run. This takes "
                "up to ten minutes; nothing is changed or kept."
            )
        )
        self._bar = MovingBar()
        self._bar.setFixedHeight(8)
        self.says = SentenceLabel()
        self.measured = plain_label(selectable=True)
        self.cards: list[FindingCard] = []  # the most telling first
        self._inner = QWidget()
        self._column = column(self.measured, parent=self._inner, spacing=8)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self._inner)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(self._buttons)
        self._buttons.rejected.connect(self.reject)
        head = row(self.chooser, self.look, self.cancel)
        head.setStretchFactor(self.chooser, 1)
        whole = column(
            self._explains, head, self._bar, self.says, scroll, self._buttons, parent=self, margins=(12,) * 4, spacing=8
        )
        whole.setStretchFactor(scroll, 1)
        self.chooser.activated.connect(lambda place: self._part.choose(self.chooser.itemData(place)))
        self._part.changed.connect(self._show_causes)
        session.runs.changed.connect(self._list)
        self._shown: object = None
        self.resize(_SIZE)
        self.setWindowTitle(self.tr("Why doesn't it learn?"))
        self._list()
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the keyboard focus to the button that starts the diagnosis."""
        super().showEvent(event)
        self.look.setFocus()

    def _list(self) -> None:
        self.chooser.clear()
        self.chooser.addItem(self.tr("The next training, as it is set"), None)
        for info in self._session.runs.entries:
            if info.config is not None:
                self.chooser.addItem(info.name, info.path)
        self._show_causes()

    def _show_causes(self) -> None:
        part = self._part
        places = (place for place in range(self.chooser.count()) if self.chooser.itemData(place) == part.run)
        self.chooser.setCurrentIndex(next(places, 0))
        is_free = self._session.project is not None and not part.is_busy
        self.look.setEnabled(is_free)
        self.chooser.setEnabled(is_free)
        self.cancel.setVisible(part.is_busy)
        self._bar.setVisible(part.is_busy)
        done, total = part.progress
        self._bar.setMaximum(total)
        self._bar.setValue(done)
        self._say()
        if part.found is not self._shown:
            self._shown = part.found
            self._fill()

    def _say(self) -> None:
        part = self._part
        if part.refusal:
            text = translated(part.refusal)
        elif part.found is None:
            text = ""
        elif not part.found.findings:
            text = self.tr("Nothing was found that keeps this training from learning ({time}).").format(
                time=clock(part.found.seconds)
            )
        else:
            sentence = self.tr("{count} {count:|cause|causes} found in {time}, the most telling first.")
            text = agreeing(sentence, count=len(part.found.findings), time=clock(part.found.seconds))
        if part.found is not None:
            text = one_after_another([text, *map(translated, part.found.notes)])
        self.says.sentence = text
        self.says.setText(text)
        self.says.setVisible(bool(text))
        colour_text(self.says, "error" if part.refusal else None)

    def _fill(self) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.deleteLater()
        findings = () if self._part.found is None else self._part.found.findings
        measured = () if self._part.found is None else self._part.found.measured
        self.measured.setText("\n".join(map(translated, measured)))
        self.measured.setVisible(bool(measured))
        self.cards = [FindingCard(finding) for finding in findings]
        for place, card in enumerate(self.cards):
            card.cured.connect(partial(self._cure, card.finding))
            card.image_asked.connect(self._session.show)
            self._column.insertWidget(place, card)

    def _cure(self, finding: Finding) -> None:
        self._part.cure(finding)
        self.says.sentence = self.tr("The next training has this setting now: see “Train…”.")
        self.says.setText(self.says.sentence)
        self.says.setVisible(True)

    def recolour(self) -> None:
        self._say()
        colour_text(self.measured, "muted")


class FindingCard(Recoloured, QFrame):
    """Shows one finding: its number, its meaning, the remedy, and buttons if the remedy can be applied here."""

    cured = Signal()
    image_asked = Signal(str)

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.finding = finding
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._number, self._title = plain_label(), plain_label()
        self._sentence, self._advice = plain_label(selectable=True), plain_label(selectable=True)
        for label in (self._number, self._title):
            font = QFont(label.font())
            font.setBold(True)
            label.setFont(font)
        self._number.setWordWrap(False)
        self._number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        # sets the next training so that the cause is gone; hidden if no choice does that
        self.cure = push_button(self.tr("Set up the next training accordingly"), self.cured.emit)
        self.cure.setAutoDefault(False)
        self.cure.setVisible(bool(finding.choices))
        self.shows = []  # lead to images that show it
        for name in finding.images[:_SHOWN]:
            button = QPushButton(Path(name).name)
            button.setAutoDefault(False)
            button.clicked.connect(partial(self.image_asked.emit, name))
            self.shows.append(button)
        head = row(self._title, self._number)
        head.setStretchFactor(self._title, 1)
        buttons = row(self.cure, *self.shows)
        buttons.addStretch(1)
        column(head, self._sentence, self._advice, buttons, parent=self, margins=(12, 8, 12, 8), spacing=6)
        title = translate(CONTEXT, CAUSES[finding.id].title)
        self._title.setText(title)
        self._number.setText(self.locale().toString(float(finding.seen), "g", 3))
        self._sentence.setText(translated(finding.sentence))
        self._advice.setText(translated(finding.advice))
        self.setAccessibleName(title)
        for button in self.shows:
            set_tip(button, self.tr("Show this image"))
        self.recolour()

    def recolour(self) -> None:
        colour_text(self._title, self.finding.severity)
