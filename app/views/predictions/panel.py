"""The reading of the open image: its word, its characters with scores, the cause of a misreading, and its cure."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.desktop.theme import colour
from app.display import MapName
from app.language import verdicts
from app.language.figures import clock
from app.language.sentences import one_after_another, translated
from app.pictures.shown_maps import isolated, model_name, shown_model
from app.reading.predicted import mismatch
from app.session import Session
from app.views.predictions.others_read import OthersRead
from app.views.predictions.reading_rows import ReadingColumn, ReadingRow, ReadingRows, WholeCandidates
from app.widgets.boxes import (
    Label,
    arrange_rows,
    colour_text,
    column,
    explain,
    named,
    plain_label,
    push_button,
    row,
    set_tip,
    table_of,
    tool_button,
)
from app.widgets.contrast import Recoloured
from app.widgets.moving_bar import MovingBar
from app.widgets.symbol_font import symbol_font
from core.analysis.attribution.error_attribution import Mistake
from core.analysis.attribution.oracle_combinations import BRANCHES, COMBINATIONS, PREDICTED, Branch
from core.labels.checks.problems import printable

MAP_OF: Mapping[Branch, MapName] = {"class": "character", "order": "order", "localization": "localization"}
"""The map that each branch makes."""

_LARGER = 1.25  # of the word that is read
_MOST = 40  # symbols of a word in a row
_SHORTER = 12  # symbols of a word on a button


_BAR_HEIGHT = 12  # px
_TICK = 1000  # ms
_SHORT = 5.0  # seconds: a person who waits longer wants to know the folder
_LONG = 30.0  # seconds: the reader takes some 5, TensorFlow included


class LoadingRow(QWidget):
    """Shows how long a model has been loading, measured by `now`, which returns seconds from some moment on."""

    def __init__(
        self, session: Session, parent: QWidget | None = None, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._session, self._now = session, now
        self._model, self._since = session.predictions.model, now()
        self.bar = named(MovingBar(), self.tr("The model is being loaded"))
        self.bar.setRange(0, 0)  # it moves to and fro: how long a model takes is not known
        self.bar.setFixedHeight(_BAR_HEIGHT)
        self.passed = Label()
        self.hint = plain_label(
            self.tr("Loading takes a long time. If the model is on a network drive, copy it to this computer.")
        )
        self.stop = tool_button(
            lambda: session.in_use.choose(None),
            picture="stop",
            tip=self.tr("Stop loading, and predict with no model"),
        )
        self.meaning = push_button(
            self.tr("What does this mean?"), lambda: session.workspace.meaning_asked.emit("slow-model")
        )
        line = row(self.bar, self.passed, self.stop, spacing=6)
        line.setStretchFactor(self.bar, 1)
        self.place = plain_label(selectable=True)
        column(line, self.place, self.hint, self.meaning, parent=self, spacing=4)
        self._timer = QTimer(self, interval=_TICK)
        self._timer.timeout.connect(self.tick)
        self.hide()

    def show_loading(self) -> None:
        """Show the row while a model is being loaded, and hide it otherwise."""
        predictions = self._session.predictions
        is_loading = predictions.state == "loading"
        if not is_loading:
            self._timer.stop()
        elif not self._timer.isActive() or predictions.model != self._model:
            self._model, self._since = predictions.model, self._now()
            self._timer.start()
            self.tick()
        self.setVisible(is_loading)

    def tick(self) -> None:
        """Show the time that has passed since loading began."""
        seconds = self._now() - self._since
        self.passed.setText(clock(seconds))
        model = self._session.predictions.model
        place = "" if model is None else self.tr("Loading {name} from {folder}")
        self.place.setText("" if model is None else place.format(name=model.name, folder=model.parent))
        self.place.setVisible(bool(place) and seconds > _SHORT)
        for widget in (self.hint, self.meaning):
            widget.setVisible(seconds > _LONG)


class ReadingPanel(Recoloured, QScrollArea):
    """Shows the reading of the open image with the causes of a misreading."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._session = session
        self.diagnosing = session.instruments.diagnosing
        self.loading = LoadingRow(session)
        self.word = named(plain_label(selectable=True), self.tr("Reading of the model, and how probably it is right"))
        self.model = named(plain_label(selectable=True), self.tr("The model whose reading this is"))
        self.other = plain_label(selectable=True)  # what the other model reads, while it is shown beside
        self.alone = plain_label(selectable=True)  # what the network itself reads, if something else was made of it
        self.others_read = OthersRead(session)
        self.sentence = plain_label()
        self.warning = plain_label()
        self.rows = ReadingRows(session, self)
        self.table = named(table_of(self.rows), self.tr("Label and reading, character by character"))
        self.verdict, self.cause = plain_label(selectable=True), plain_label(selectable=True)
        self.map_button = push_button(
            self.tr("Show the map"),
            self.show_map,
            tip=self.tr("Show over the picture where the map at fault differs from the target"),
        )
        self.repair_button = push_button(
            self.tr("Smallest repair"),
            session.instruments.prediction_repair.find_smallest,
            tip=self.tr("Find the fewest pixels of one map whose change makes the word right"),
        )
        self.without_button = push_button(
            "",
            self.read_without,
            tip=self.tr("Read every word this way from now on; a button in the message undoes this"),
        )
        self.expect_button = push_button(
            "", self.expect, tip=self.tr("Add the word to the list of expected words of this folder")
        )
        self.correct_button = push_button(
            "", self.correct, tip=self.tr("Correct the label: the maps are sure and agree with each other")
        )
        self.word_button = push_button(
            "", self.correct_word, tip=self.tr("Correct all symbols of the label that the maps contradict, as one edit")
        )
        self.details = explain(
            tool_button(self._turn_details, self.tr("Details")),
            self.tr(
                "Show the positions, the reading at a position with each combination of predicted and target "
                "maps, and the terms of the loss"
            ),
        )
        self.details.setCheckable(True)
        self.loss = named(plain_label(selectable=True), self.tr("Loss of this image, term by term"))
        self.proofs = named(
            QTableWidget(len(COMBINATIONS), 3), self.tr("Readings with target maps in place of predicted maps")
        )
        self.proofs.setHorizontalHeaderLabels([self.tr("Maps"), self.tr("Reads"), self.tr("Reading here")])
        self._fit_soon = QTimer(
            self, singleShot=True, interval=0
        )  # in the midst of a layout, the layout would begin anew
        self._fit_soon.timeout.connect(self._fit_height)
        self._lay_out()
        self.table.activated.connect(self._isolate)
        self.table.clicked.connect(self._isolate)
        self.table.selectionModel().currentRowChanged.connect(self._show_mistake)
        self.diagnosing.changed.connect(self._show_diagnosis)
        predictions = session.predictions
        session.settings.changed.connect(self._show_details)
        changed = predictions.changed, predictions.model_changed, session.editor.label_changed, session.display.changed
        session.workspace.switching.later(self.show_reading, *changed, parent=self)
        self.recolour()
        self._show_diagnosis()

    def _lay_out(self) -> None:
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(ReadingColumn.OTHERS, QHeaderView.ResizeMode.Stretch)
        self.table.setItemDelegateForColumn(ReadingColumn.OTHERS, WholeCandidates(self.rows))
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        proofs = self.proofs
        arrange_rows(proofs)
        proofs.setWordWrap(True)
        proofs.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        header = proofs.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)  # the names of two maps take two lines
        header.sectionResized.connect(self._fit_soon.start)
        buttons = row(self.map_button, self.repair_button, spacing=6)
        buttons.addStretch(1)
        correction, last = row(self.correct_button, self.word_button, spacing=6), row(self.details)
        without, expect = row(self.without_button), row(self.expect_button)  # below each other: a panel is narrow
        for line in (correction, last, without, expect):
            line.addStretch(1)
        page = QWidget()
        whole = column(
            self.model,
            self.loading,
            self.word,
            self.other,
            self.others_read,
            self.alone,
            without,
            expect,
            self.sentence,
            self.warning,
            self.verdict,
            self.cause,
            buttons,
            correction,
            self.table,
            proofs,
            last,
            self.loss,
            parent=page,
            spacing=6,
            margins=(6, 6, 6, 6),
        )
        whole.addStretch(1)
        self.setWidget(page)

    # What is read

    def show_reading(self) -> None:
        """Show the current model and its prediction."""
        predictions = self._session.predictions
        predicted = predictions.current
        self.rows.list_rows()
        self._name_models()
        self.word.setVisible(predicted is not None)
        self.word.setFont(symbol_font(self.font(), _LARGER))
        if predicted is not None:
            word = predicted.maps.word
            is_repaired = predictions.is_repaired
            sure = self.tr("{text}   probability {probability}")
            unsure = self.tr("{text}   probability {probability}, not sure")
            text = self.tr("{text}   repaired") if is_repaired else sure if word.is_sure else unsure
            self.word.setText(text.format(text=word.text or "–", probability=f"{word.probability:.2f}"))
        self._show_aid()
        self.others_read.show_readings()
        self.loading.show_loading()
        self.sentence.setText(self._sentence())
        self.sentence.setVisible(bool(self.sentence.text()))
        colour_text(self.sentence, "error" if predictions.state == "failed" else "muted")
        self.warning.setText(mismatch(predictions.spec, self._session.catalog.project_charset.symbols))
        self.warning.setVisible(bool(self.warning.text()))
        self.table.setVisible(predictions.is_on)
        head = self.table.horizontalHeader().sizeHint().height()
        lines = max(len(self.rows.entries), 1) * self.table.verticalHeader().defaultSectionSize()
        self.table.setFixedHeight(head + lines + 2 * self.table.frameWidth())
        self._select(isolated(self._session))

    def _name_models(self) -> None:
        """Say whose reading it is, and what the other model reads if that is wanted."""
        session, predictions = self._session, self._session.predictions
        name, beside = shown_model(session), predictions.beside
        self.model.setText(name)
        self.model.setVisible(bool(name))
        self.other.setVisible(beside is not None)
        if beside is not None:
            text, word = self.tr("{model} reads {text}"), beside.maps.word
            aid = beside.maps.aid
            if aid is not None:
                text = self.tr("{model} reads {text}, with {aid}")
            name, help_ = model_name(session, predictions.other), "" if aid is None else verdicts.name_of(aid)
            self.other.setText(text.format(model=name, text=word.text or "–", aid=help_))

    def _show_aid(self) -> None:
        """Say first what the network itself reads, if a language or its like has made another word of it."""
        predicted, diagnosis = self._session.predictions.current, self.diagnosing.diagnosis
        maps = None if predicted is None else predicted.maps
        is_judged = diagnosis is not None and maps is not None and diagnosis.word is maps.own
        verdict = diagnosis.verdict if diagnosis is not None and is_judged else None
        is_mended = diagnosis is not None and is_judged and diagnosis.is_mended
        text = "" if maps is None else verdicts.two_readings(maps, verdict, is_mended=is_mended)
        self.alone.setText(text)
        word = self._expected_word()
        if maps is not None and maps.aid is not None:
            without = self.tr("Read without {aid}").format(aid=verdicts.name_of(maps.aid))
            self.without_button.setText(without)
            self.expect_button.setText(
                self.tr("Add “{word}” as an expected word").format(word=printable(word, _SHORTER))
            )
        self.alone.setVisible(bool(text))
        self.without_button.setVisible(bool(text))
        self.expect_button.setVisible(bool(text) and not is_mended and self._session.models.aids.can_expect(word))

    def _expected_word(self) -> str:
        """The wanted word: the known one, or else the network's own reading."""
        known, predicted = self._session.editor.label.known, self._session.predictions.current
        own = "" if predicted is None else predicted.maps.own.text
        return own if known is None else known.word

    def read_without(self) -> None:
        """Switch off the reading aid that changed the word read by the network."""
        predicted = self._session.predictions.current
        if predicted is not None and predicted.maps.aid is not None:
            self._session.models.aids.take_away(predicted.maps.aid)

    def expect(self) -> None:
        """Add the word to the list of expected words."""
        self._session.models.aids.expect(self._expected_word())

    def _sentence(self) -> str:
        predictions = self._session.predictions
        predicted = predictions.current
        if self._session.in_use.missed:
            text = self.tr("{model}, which was selected last time, no longer exists. Choose another model.")
            return text.format(model=self._session.in_use.missed)
        if not predictions.is_on:
            return self.tr("Choose a model, or start a training: this panel then shows the reading of the image.")
        if predicted is None:
            return translated(predictions.sentence)
        if predicted.step is None:
            return ""
        if predicted.loss is None:
            return self.tr("Step {step}").format(step=f"{predicted.step:,}")
        return self.tr("Step {step}, loss {loss}").format(step=f"{predicted.step:,}", loss=f"{predicted.loss:.3g}")

    def _isolate(self, index: QModelIndex) -> None:
        position = self.rows.entries[index.row()].position
        display = self._session.display
        display.set(position=None if display.choices.position == position else position)

    def _select(self, position: int | None) -> None:
        for number, shown in enumerate(self.rows.entries):
            if position is not None and shown.position == position:
                if self.table.currentIndex().row() != number:
                    self.table.setCurrentIndex(self.rows.index(number, 0))
                return
        self.table.clearSelection()

    # Why

    @property
    def mistake(self) -> Mistake | None:
        """The mistake in the current row, or else the first that is not only of case, or None if there is none."""
        diagnosis = self.diagnosing.diagnosis
        if diagnosis is None or not diagnosis.mistakes:
            return None
        current = self.table.currentIndex().row()
        chosen = self.rows.entries[current] if 0 <= current < len(self.rows.entries) else None
        mistakes = (mistake for mistake in diagnosis.mistakes if chosen is not None and _is_in(mistake, chosen))
        other_case = {pair.rank for pair in diagnosis.other_case}
        first = next((one for one in diagnosis.mistakes if one.rank not in other_case), diagnosis.mistakes[0])
        return next(mistakes, first)

    def show_map(self) -> None:
        """Show the difference between the map at fault and its target over the picture."""
        mistake = self.mistake
        if mistake is None:
            return
        at_fault = [branch for branch in BRANCHES if branch in mistake.at_fault]
        name = MAP_OF[at_fault[0]] if at_fault else "character"
        self._session.display.set_for_image(
            overlay=name, overlay_source="difference", position=mistake.order if name == "order" else None
        )

    def correct(self) -> None:
        """Correct the label as the maps suggest."""
        mistake = self.mistake
        if mistake is not None and mistake.correction is not None:
            self.diagnosing.correct(verdicts.correction(mistake.correction), mistake.correction)

    def correct_word(self) -> None:
        """Correct all symbols of the label that the maps contradict."""
        diagnosis = self.diagnosing.diagnosis
        if diagnosis is not None and diagnosis.correction is not None:
            self.diagnosing.correct(verdicts.correction(diagnosis.correction), diagnosis.correction)

    def _turn_details(self) -> None:
        settings = self._session.settings
        settings.set("predicting.details", not settings.value("predicting.details"))

    def _show_details(self) -> None:
        """Show or hide what few people ask for."""
        is_shown = bool(self._session.settings.value("predicting.details"))
        diagnosis = self.diagnosing.diagnosis
        self.details.setChecked(is_shown)
        self.details.setVisible(diagnosis is not None or bool(self.diagnosing.loss))
        self.table.setColumnHidden(ReadingColumn.POSITION, not is_shown)
        self.proofs.setColumnHidden(2, self.mistake is None or not is_shown)
        self.loss.setVisible(is_shown and bool(self.diagnosing.loss))

    def _show_diagnosis(self) -> None:
        diagnosis = self.diagnosing.diagnosis
        self._show_aid()
        text = translated(self.diagnosing.sentence)
        if diagnosis is not None:
            text = one_after_another((verdicts.verdict(diagnosis), verdicts.other_case(diagnosis)))
        if self._session.predictions.is_repaired:
            text = self.tr("Repaired by hand or by search; the model itself reads something else.") + " " + text
        self.verdict.setText(text)
        self.verdict.setVisible(bool(text) and self._session.predictions.current is not None)
        correction = None if diagnosis is None else diagnosis.correction
        self.word_button.setVisible(correction is not None)
        if correction is not None:
            self.word_button.setText(verdicts.correction(correction))
            self.word_button.setAccessibleName(self.word_button.text())
        self.proofs.setVisible(diagnosis is not None and len(diagnosis.words) > 1)
        self.loss.setText("\n".join(map(translated, self.diagnosing.loss)))
        self._show_mistake()
        self._show_details()

    def _show_mistake(self) -> None:
        mistake = self.mistake
        for part in (self.cause, self.map_button, self.repair_button):
            part.setVisible(mistake is not None)
        self.correct_button.setVisible(mistake is not None and mistake.correction is not None)
        if mistake is not None:
            self.cause.setText(verdicts.cause(mistake))
            if mistake.correction is not None:
                self.correct_button.setText(verdicts.correction(mistake.correction))
                self.correct_button.setAccessibleName(self.correct_button.text())
        self._fill_proofs()

    def _fill_proofs(self) -> None:
        diagnosis, mistake = self.diagnosing.diagnosis, self.mistake
        if diagnosis is None or self.proofs.isHidden():
            return
        here_at_fault = PREDICTED if mistake is None else mistake.at_fault
        for number, combination in enumerate(COMBINATIONS):
            word = diagnosis.words.get(combination)
            here = "" if mistake is None else printable(mistake.readings.get(combination, ""), 6) or "–"
            texts = (verdicts.exchange(combination), "" if word is None else printable(word.text, _MOST) or "–", here)
            for place, text in enumerate(texts):
                item = QTableWidgetItem(text)
                font = symbol_font(item.font()) if place else item.font()
                # what makes the word right, and in the last column what makes the place right
                at_fault = here_at_fault if place == 2 else diagnosis.at_fault
                font.setBold(combination == at_fault and combination != PREDICTED)
                item.setFont(font)
                if place == 0:
                    set_tip(item, verdicts.explanation())
                if place == 1 and word is not None:
                    item.setForeground(colour("ok" if combination in diagnosis.right else "error"))
                    set_tip(item, word.text)
                self.proofs.setItem(number, place, item)
        self._show_details()
        self._fit_soon.start()

    def _fit_height(self) -> None:
        self.proofs.resizeRowsToContents()
        height = self.proofs.horizontalHeader().sizeHint().height() + 2 * self.proofs.frameWidth()
        self.proofs.setFixedHeight(height + sum(self.proofs.rowHeight(number) for number in range(len(COMBINATIONS))))

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Work out the reasons for a misreading while the page is visible."""
        super().showEvent(event)
        self.diagnosing.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Work out nothing while the page is hidden."""
        self.diagnosing.want(False)
        super().hideEvent(event)

    def recolour(self) -> None:
        self.show_reading()
        colour_text(self.warning, "warning")
        for label in (self.model, self.other, self.loss):
            colour_text(label, "muted")
        self._fill_proofs()


def _is_in(mistake: Mistake, shown: ReadingRow) -> bool:
    if mistake.kind == "extra":
        return shown.rank is None and shown.read is not None and shown.read.order == mistake.order
    return shown.rank == mistake.rank
