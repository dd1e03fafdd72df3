"""The panel Evaluation: its choices, the pages of numbers, and the words behind a number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QListView, QSplitter, QWidget

from app.desktop.theme import colour
from app.evaluation.evaluating import FolderEvaluation
from app.evaluation.labelled import SCOPES
from app.language.figures import agreeing
from app.language.sentences import translated
from app.pictures.shown_maps import image_name
from app.session import Session
from app.views.evaluation import crops, lines
from app.views.evaluation.branches_page import BranchesPage
from app.views.evaluation.groups import NOTHING, Group
from app.views.evaluation.pages import EvaluationPages
from app.widgets.boxes import (
    ask_for_folder,
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
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.widgets.contrast import Recoloured
from app.widgets.job_progress import JobSlot
from app.widgets.sentence_label import LabelShortage
from app.widgets.symbol_font import symbol_font
from app.workers.latest import LatestJob
from core.charset import has_marks
from core.model.metrics.breakdown import WITHOUT_MARKS, JudgedWord

_WIDE = 640  # px: room for numbers and words beside each other
_GAP = 4  # px round a crop


class EvaluatedWords(ColumnModel[str]):
    """Lists words by the paths of their images, with the readings of a second model if there is one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._words: Mapping[str, JudgedWord] = {}
        self._others: Mapping[str, JudgedWord] = {}

    def set_words(
        self,
        images: tuple[str, ...],
        words: Mapping[str, JudgedWord],
        second_words: Mapping[str, JudgedWord],
        second_name: str,
    ) -> None:
        """List these words, with the name of the second model, or "" if there is none."""
        self._words, self._others = words, second_words
        second = (
            Column[str](
                lambda: second_name,
                self._other,
                self._other,
                font=_font,
                ink=lambda image: self._ink(image, second_words),
            ),
        )
        self.set_columns(
            (
                Column(lambda: self.tr("Label"), lambda image: words[image].score.target, font=_font),
                Column(
                    lambda: self.tr("Read"), self._reading_of, font=_font, ink=lambda image: self._ink(image, words)
                ),
                *(second if second_name else ()),
                Column(
                    lambda: self.tr("Probability"), lambda image: f"{words[image].probability:.2f}", alignment=RIGHT
                ),
                Column(lambda: self.tr("Image"), image_name, str),
            )
        )
        self.set_entries(images)

    def _reading_of(self, image: str) -> str:
        return self._words[image].score.predicted or "–"

    def _other(self, image: str) -> str:
        return self._others[image].score.predicted or "–" if image in self._others else ""

    def _ink(self, image: str, words: Mapping[str, JudgedWord]) -> QColor:
        return colour("ok" if image in words and words[image].score.exact else "error")


def _font(image: str) -> QFont:
    return symbol_font()


class EvaluationPanel(Recoloured, QWidget):
    """Evaluates the chosen model on labelled words, and lists the words behind each number."""

    asked = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.evaluating = session.instruments.evaluating
        self.group: Group = NOTHING  # these words
        self._shown: tuple[FolderEvaluation | None, FolderEvaluation | None] = (None, None)
        self._wanted: crops.Occurrence | None = None
        self._progress = JobSlot()
        self.scope = explain(
            QComboBox(), self.tr("Words to evaluate; words that the model was trained on say little about it")
        )
        self.other = explain(QComboBox(), self.tr("Another model that was evaluated on this project, to compare with"))
        self.scope.addItems([*SCOPES])
        self.start = explain(
            push_button(self.tr("Evaluate"), self.evaluating.start),
            self.tr("Read each word in the background, and compare with its label"),
        )
        self.save = tool_button(
            self._save, picture="export", tip=self.tr("Save figures (PNG, SVG) and tables (CSV) in a folder")
        )
        self.known = LabelShortage()
        self.sentence, self.warning = plain_label(selectable=True), plain_label()
        self.branches = BranchesPage(session)
        self.pages = EvaluationPages(self.branches, session.models.other_readings.readings_of)
        self.rows = EvaluatedWords(self)
        self.words = named(table_of(self.rows), self.tr("Words behind the number that was pressed"))
        self.words.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.title = plain_label()
        self.list = explain(
            push_button(self.tr("Show in the list"), self._filter),
            self.tr("Show only these words in the list of images"),
        )
        self.crops = crops.Crops(self)
        self.tiles = named(QListView(), self.tr("Characters that were confused"))
        self._cutting = LatestJob(session.workspace.background, "pictures", self)
        self._lay_out()
        self._listen()
        self._say_scopes()
        self._say_group()
        self.show_evaluation()

    def _lay_out(self) -> None:
        self.tiles.setModel(self.crops)
        self.tiles.setViewMode(QListView.ViewMode.IconMode)
        self.tiles.setResizeMode(QListView.ResizeMode.Adjust)
        self.tiles.setMovement(QListView.Movement.Static)
        self.tiles.setUniformItemSizes(True)
        self.tiles.setIconSize(QSize(crops.SIDE, crops.SIDE))
        self.tiles.setGridSize(QSize(crops.SIDE + _GAP, crops.SIDE + _GAP))
        self.tiles.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.tiles.setFixedHeight(crops.SIDE + _GAP + 12)
        self.tiles.hide()
        top = row(self.scope, self.start, self.other, self.save, spacing=6)
        top.insertStretch(3, 1)
        head = row(self.title, self.list, spacing=6)
        head.setStretchFactor(self.title, 1)
        side = self._side = QWidget()
        column(head, self.tiles, self.words, parent=side, spacing=4).setStretchFactor(self.words, 1)
        self.split = QSplitter()
        self.split.setChildrenCollapsible(False)
        for part in (self.pages, side):
            self.split.addWidget(part)
        for number, share in enumerate((3, 2)):
            self.split.setStretchFactor(number, share)
        self.split.setSizes([300, 200])
        whole = column(
            top,
            self.sentence,
            self.split,
            self.known,  # what comes and goes is at the bottom: the buttons of the pages stay under the mouse
            self._progress,
            self.warning,
            parent=self,
            spacing=4,
            margins=(6, 6, 6, 6),
        )
        whole.setStretchFactor(self.split, 1)
        whole.addStretch(0)

    def _listen(self) -> None:
        session, evaluating = self._session, self.evaluating
        self.scope.activated.connect(self._choose_scope)
        self.known.drafts.clicked.connect(self._choose_drafts)
        self.known.review_asked.connect(lambda: self.asked.emit("view.layout.review"))
        self.other.activated.connect(lambda _: self.show_evaluation())
        self.pages.chosen.connect(self.show_group)
        self.pages.currentChanged.connect(self._show_side)
        session.instruments.gains.begun.connect(self._show_branches)
        session.instruments.gains.changed.connect(self.show_evaluation)
        self.words.selectionModel().currentRowChanged.connect(self._show_image)
        self.words.clicked.connect(self._go_to)
        self.words.activated.connect(self._go_to)
        self.tiles.activated.connect(self._open)
        self.tiles.clicked.connect(self._open)
        evaluating.changed.connect(self.show_evaluation)
        session.models.other_readings.changed.connect(self.pages.show_readers)
        session.settings.changed.connect(self.show_evaluation)
        session.predictions.model_changed.connect(self._model_changed)
        session.catalog.images_changed.connect(self._choice_changed)
        session.catalog.chosen_changed.connect(self._choice_changed)
        session.workspace.switching.later(self._select_character, session.editor.loaded_changed, parent=self)

    # What is shown

    def show_evaluation(self) -> None:
        """Show the current evaluation, unless the panel is hidden."""
        if not self.isVisible():
            return
        evaluating = self.evaluating
        shown = evaluating.evaluation
        self.scope.setCurrentIndex(SCOPES.index(evaluating.scope))
        self.known.show_shortage(evaluating.shortage, with_drafts=evaluating.with_drafts)
        self._follow_job()
        second = self._list_others(shown)
        self._say(shown)
        self.save.setEnabled(shown is not None)
        costs = self._session.instruments.gains
        self.split.setVisible(shown is not None or costs.job is not None or costs.gains is not None)
        if (shown, second) != self._shown:
            self._shown = (shown, second)
            self.evaluating.compare(second)
            self.pages.show_evaluation(shown, second)
            if shown is None:
                self.show_group(NOTHING)

    def _show_branches(self) -> None:
        """Show the potential gain of each branch, whoever asked for it."""
        self.split.show()
        self.pages.setCurrentWidget(self.branches)

    def _show_side(self) -> None:
        """Show the words behind a number, except beside the branches, which have words of their own."""
        self._side.setVisible(self.pages.currentWidget() is not self.branches)

    def _list_others(self, evaluation: FolderEvaluation | None) -> FolderEvaluation | None:
        """List the evaluations to compare with, and return the chosen one."""
        kept = self.evaluating.others if evaluation is not None else ()
        before = self.other.currentData()
        self.other.clear()
        self.other.addItem(self.tr("Compare with no other model"), None)
        for second in kept:
            self.other.addItem(self.tr("Compare with {model}").format(model=second.name), second)
        place = next((1 + k for k, second in enumerate(kept) if second is before), 0)
        self.other.setCurrentIndex(place)
        self.other.setVisible(bool(kept))
        return kept[place - 1] if place else None

    def _follow_job(self) -> None:
        job = self.evaluating.job
        self._progress.follow(job)
        self.start.setEnabled(job is None and not self.evaluating.refusal)

    def _say(self, evaluation: FolderEvaluation | None) -> None:
        evaluating = self.evaluating
        if evaluation is not None:
            text = lines.summary(evaluation)
            if self._session.settings.value("predicting.details"):
                text += " " + lines.measures(evaluation)
        elif evaluating.answers:
            text = agreeing(
                self.tr("So far {right} of {count} {count:|word|words} {right:|is|are} read exactly."),
                right=f"{evaluating.right:,}",
                count=f"{len(evaluating.answers):,}",
            )
        else:
            text = translated(evaluating.sentence or evaluating.refusal) or self.tr(
                "See how well the model reads each kind of word, symbol and position, what it confuses, and "
                "how far its probability can be trusted. Press a number to list its words."
            )
        self.sentence.setText(text)
        set_tip(self.sentence, "" if evaluation is None else lines.measures(evaluation))
        notes = []
        if evaluation is not None and evaluating.sentence:
            notes.append(translated(evaluating.sentence))
        spec = self._session.predictions.spec
        if (
            evaluation is not None
            and evaluation.judge.asked != "judged"
            and spec is not None
            and has_marks(spec.charset)
        ):
            notes.append(translated(WITHOUT_MARKS))
        if evaluation is not None and evaluating.is_of_former_choice:
            notes.append(
                self.tr(
                    "These figures are of the former choice of words. Press “Evaluate” to measure the words chosen now."
                )
            )
        if evaluating.note_of_agreed:
            notes.append(evaluating.note_of_agreed)
        if evaluating.changed_since:
            count = f"{len(evaluating.changed_since):,}"
            notes.append(self.tr("Labels edited since: {count}. Press “Evaluate” again.").format(count=count))
        if evaluating.left_out:
            text = self.tr("Words left out: {count}. The first: {reason}")
            reason = translated(evaluating.left_out[0])
            notes.append(text.format(count=f"{len(evaluating.left_out):,}", reason=reason))
        self.warning.setText("\n".join(notes))
        self.warning.setVisible(bool(notes))
        self.recolour()

    def show_group(self, group: Group) -> None:
        """List the words of a group."""
        shown, second = self._shown
        self.group = group
        self._cutting.drop()
        self.crops.set_entries(())
        self.tiles.hide()
        project = self._session.project
        if shown is not None:
            second_words = {} if second is None else second.words
            self.rows.set_words(group.images, shown.words, second_words, "" if second is None else second.name)
            step = group.step
            if step is not None and step[0] is not None and project is not None:
                self._cutting.ask(partial(crops.cut_out, project, group.images, shown.words, step), self._cut)
        else:
            self.rows.set_entries(())
        self._say_group()

    def _say_group(self) -> None:
        count = len(self.group.images)
        self.title.setText(self.tr("Words: {count}").format(count=f"{count:,}"))
        self.list.setEnabled(bool(count and self.group.terms))

    def _cut(self, occurrences: tuple[crops.Occurrence, ...]) -> None:
        self.crops.set_entries(occurrences)
        self.tiles.setVisible(bool(occurrences))

    # What a person does

    def _choose_scope(self, number: int) -> None:
        self.evaluating.scope = self._session.instruments.gains.scope = SCOPES[number]
        self.show_evaluation()
        self.branches.show_gains()

    def _choose_drafts(self, are_counted: bool) -> None:
        self.evaluating.with_drafts = self._session.instruments.gains.with_drafts = are_counted
        self._say_scopes()
        self.show_evaluation()
        self.branches.show_gains()

    def _filter(self) -> None:
        """Show only the words of the group in the list of images."""
        self._session.catalog.show_those(" ".join(filter(None, (self.evaluating.terms, self.group.terms))))
        self.asked.emit("view.filter")

    def _show_image(self, index: QModelIndex) -> None:
        if index.isValid():
            self._session.show(self.rows.entries[index.row()])

    def _go_to(self, index: QModelIndex) -> None:
        self._session.workspace.go_to(self.rows.entries[index.row()])

    def _open(self, index: QModelIndex) -> None:
        self._wanted = self.crops.entries[index.row()]
        self._session.workspace.go_to(self._wanted.image)
        self._select_character()

    def _select_character(self) -> None:
        wanted, session = self._wanted, self._session
        if wanted is None or session.image != wanted.image:
            self._wanted = None
        elif session.editor.image == wanted.image:
            session.editor.select([wanted.place])
            self._wanted = None

    def _save(self) -> None:
        title = self.tr("Folder for figures and tables")
        ask_for_folder(self, title, self._session.workspace.beside, self.evaluating.save)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._say_scopes()
        self._model_changed()

    def _model_changed(self) -> None:
        if self.isVisible():
            self.evaluating.restore()
            self.show_evaluation()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        self.split.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)

    def recolour(self) -> None:
        colour_text(self.warning, "warning")
        is_old = self.evaluating.evaluation is not None and self.evaluating.is_of_former_choice
        colour_text(self.sentence, "muted" if is_old else None)

    def _choice_changed(self) -> None:
        """Follow the list, whose words may be those to evaluate."""
        if self.isVisible():
            self._say_scopes()
            self._say(self.evaluating.evaluation)

    def _say_scopes(self) -> None:
        if not self.isVisible():
            return  # at every key that is typed into the filter of a large folder
        texts = {"validation": self.tr("Validation words ({count})"), "list": self.tr("Words of the list ({count})")}
        for number, scope in enumerate(SCOPES):
            self.scope.setItemText(number, texts[scope].format(count=f"{self.evaluating.count(scope):,}"))
