"""The dialog that fixes all problems of a kind in the whole folder, after a preview of the changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QHeaderView, QTableView, QWidget
from shiboken6 import isValid

from app.bulk.bulk import planned
from app.bulk.report import BulkReport, summary
from app.language.figures import counted
from app.language.titles import title_of_fix, title_of_kind
from app.problems.repairs import Plan, Proposal, plan_fixes
from app.project.thumbnails import ASPECT, Thumbnails
from app.session import Session
from app.widgets.boxes import Label, arrange_rows, column, named, plain_label, push_button, without_icons
from app.widgets.column_model import Column, ColumnModel, Index
from app.widgets.contrast import TickedRows
from app.widgets.job_progress import until_over
from app.widgets.refusals import RefusalList
from app.workers.latest import LatestJob
from core.labels.label import WordLabel

_PICTURE = 28  # px, the height of a small picture
_SETTLED = 40  # ms from the last scrolling until pictures are asked for


IMAGE, TITLE, BEFORE, AFTER = range(4)


class ProposalRows(ColumnModel[Proposal]):
    """Lists the proposed changes, all of them ticked at first."""

    marks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        columns = tuple(
            Column[Proposal](title, text, text)
            for title, text in (
                (lambda: self.tr("Image"), lambda proposal: proposal.image),
                (lambda: self.tr("What is done"), lambda proposal: proposal.title),
                (lambda: self.tr("Before"), lambda proposal: self._says(proposal.label)),
                (lambda: self.tr("After"), self._after),
            )
        )
        super().__init__(columns, parent)
        self._marked: list[bool] = []
        # the small picture of an image; None or a null one if there is none
        self.picture_of: Callable[[str], QImage | None] = lambda image: None

    @property
    def chosen(self) -> tuple[Proposal, ...]:
        """The proposals that are ticked."""
        return tuple(p for p, marked in zip(self.entries, self._marked, strict=True) if marked)

    def set_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Show other proposals, all of them ticked."""
        self._marked = [True] * len(proposals)
        self.set_entries(proposals)
        self.marks_changed.emit()

    def mark_all(self, marked: bool) -> None:
        """Tick all proposals, or none."""
        self._marked = [marked] * len(self.entries)
        self.update_cells()
        self.marks_changed.emit()

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags of a cell, which let each image be ticked."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == IMAGE else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == IMAGE:
            return Qt.CheckState.Checked if self._marked[index.row()] else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DecorationRole and index.column() == IMAGE:
            picture = self.picture_of(self.entries[index.row()].image)
            return None if picture is None or picture.isNull() else picture
        return super().data(index, role)

    def show_picture(self, image: str) -> None:
        """Show the picture of an image once it has been loaded."""
        for row, proposal in enumerate(self.entries):
            if proposal.image == image:
                self.dataChanged.emit(self.index(row, IMAGE), self.index(row, IMAGE))

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != IMAGE:
            return False
        self._marked[index.row()] = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index)
        self.marks_changed.emit()
        return True

    def _after(self, proposal: Proposal) -> str:
        return self.tr("(added to the charset)") if proposal.symbols else self._says(proposal.mended)

    def _says(self, label: WordLabel) -> str:
        """The text of a label, and the reading of its characters if it differs."""
        if label.text is None or not label.characters or label.reading == label.word:
            return label.word
        return self.tr("{text} (characters: {reading})").format(text=label.text, reading=label.reading)


class FixAllDialog(QDialog):
    """Shows the changes image by image, and writes nothing before the person agrees.

    `kind`: the kind of problem to begin with; by default that with the most problems.
    """

    def __init__(self, session: Session, kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._planning = LatestJob(session.workspace.background, "jobs", self)
        self._plan: Plan | None = None
        self._is_asked = False
        self._is_first = True  # nobody has chosen a way for the kind
        self.kinds, self.choices = QComboBox(), QComboBox()
        self._labels = {Label(): self.kinds, Label(): self.choices}
        self._says = plain_label()
        self.rows = ProposalRows(self)
        self.table = named(QTableView(), self.tr("What will change"))
        self.table.setItemDelegate(TickedRows(self.table))
        self.refusals = RefusalList()
        self.refusals.hide()
        self._progress_row = column(spacing=0)
        self.all = push_button(self.tr("Mark all"), lambda: self.rows.mark_all(True))
        self.none = push_button(self.tr("Mark none"), lambda: self.rows.mark_all(False))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        without_icons(self.buttons)
        self.apply = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        for button in (self.all, self.none):
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
            button.setAutoDefault(False)
        self._thumbnails = Thumbnails(session.workspace, self)
        self._thumbnails.set_source(session.project, _PICTURE, self.devicePixelRatioF())
        self.rows.picture_of = self._thumbnails.kept
        self._ask_soon = QTimer(self, singleShot=True, interval=_SETTLED)
        self._arrange()
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self.apply.setDefault(True)
        self._wire()
        self._fill_kinds(kind)
        self.setWindowTitle(self.tr("Fix all of a kind"))
        for (label, field), text in zip(self._labels.items(), (self.tr("Problem"), self.tr("How")), strict=True):
            label.setText(text)
            field.setAccessibleName(text)
        self._update()
        self._plan_changes()

    def _arrange(self) -> None:
        self.table.setModel(self.rows)
        arrange_rows(self.table, several=True)
        self.table.setIconSize(QSize(ASPECT * _PICTURE, _PICTURE))
        self.table.verticalHeader().setDefaultSectionSize(_PICTURE + 6)
        header = self.table.horizontalHeader()
        for number in (IMAGE, TITLE, BEFORE, AFTER):
            header.setSectionResizeMode(number, QHeaderView.ResizeMode.Stretch)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(8)
        self._form.setVerticalSpacing(6)
        for label, field in self._labels.items():
            label.setBuddy(field)
            self._form.addRow(label, field)
        whole = column(
            self._form,
            self._says,
            self.table,
            self._progress_row,
            self.refusals,
            self.buttons,
            parent=self,
            margins=(12, 12, 12, 12),
        )
        whole.setStretchFactor(self.table, 3)
        whole.setStretchFactor(self.refusals, 1)
        self.resize(860, 480)

    def _wire(self) -> None:
        self.kinds.activated.connect(lambda _: self._choose_kind())
        self.choices.activated.connect(lambda _: self._choose_way())
        self.rows.marks_changed.connect(self._update)
        for moved in (self.rows.modelReset, self.table.verticalScrollBar().valueChanged):
            moved.connect(self._ask_soon.start)
        self.table.verticalScrollBar().rangeChanged.connect(lambda *_: self._ask_soon.start())
        self._ask_soon.timeout.connect(self._ask_for_pictures)
        self._thumbnails.arrived.connect(self.rows.show_picture)
        self.apply.clicked.connect(self.mend)
        self.buttons.rejected.connect(self.reject)
        self._session.project_changed.connect(self._plan_changes)

    # What is chosen

    @property
    def kind(self) -> str:
        """The kind of problem that is fixed, or "" if there is none."""
        return self.kinds.currentData() or ""

    @property
    def choice(self) -> str | None:
        """The chosen way to fix the kind, or None if there is only one way."""
        return self.choices.currentData() or None

    def _fill_kinds(self, kind: str) -> None:
        counts: Counter[str] = Counter()
        for (name, _), count in self._session.findings.counts.items():
            counts[name] += count
        with QSignalBlocker(self.kinds):
            for name, count in counts.most_common():
                self.kinds.addItem(f"{title_of_kind(name)} ({count:,})", name)
            self.kinds.setCurrentIndex(max(self.kinds.findData(kind), 0))
        for chooser in (self.kinds, self.choices):
            chooser.setEnabled(bool(counts))
        self._fill_choices(Counter())

    def _choose_kind(self) -> None:
        self._is_first = True
        self._fill_choices(Counter())
        self._plan_changes()

    def _choose_way(self) -> None:
        self._is_first = False
        self._plan_changes()

    def _fill_choices(self, choices: Counter[str]) -> None:
        """List the ways to mend the kind, and leave the chosen way chosen."""
        chosen = self.choice
        with QSignalBlocker(self.choices):
            self.choices.clear()
            self.choices.addItem(self.tr("Only where there is one safe way"), "")
            for choice, count in choices.most_common():
                self.choices.addItem(f"{title_of_fix(choice)} ({count:,})", choice)
            self.choices.setCurrentIndex(max(self.choices.findData(chosen or ""), 0))

    # What would change

    def _plan_changes(self) -> None:
        """Save the edited label, then plan the changes in the background."""
        session = self._session
        kind = self.kind
        choice = self.choice
        self.rows.set_proposals(())
        self._plan = None
        self.refusals.set_refusals(())
        project = session.project
        index_of = session.catalog.table.index_of
        images = [image for image in session.findings.images_of(kind) if index_of(image) is not None]
        if project is None or not kind:
            self._planning.drop()
            self._update()
            return
        charset = session.catalog.project_charset

        def begin() -> None:
            if not isValid(self):
                return
            job = self._planning.ask(
                lambda job: plan_fixes(project, charset, kind, images, choice, job.progress),
                self._planned,
                title=self.tr("Working out the changes"),
            )
            self._progress_row.addWidget(until_over(job))
            self._update()

        session.workspace.leaving.emit()
        session.saver.when_saved(begin)

    def _planned(self, plan: Plan) -> None:
        self._plan = plan
        self._fill_choices(plan.choices)
        if (
            self._is_first and plan.choices and not plan.proposals
        ):  # an empty table shows no one what there is to choose
            self.choices.setCurrentIndex(1)
            self._plan_changes()
            return
        self.rows.set_proposals(plan.proposals)
        self._update()
        if plan.proposals:
            self.apply.setFocus()
        if not self._session.settings.value("problems.confirm_fixes") and not self._is_asked and plan.choice is None:
            self._is_asked = True
            self.mend()

    def _ask_for_pictures(self) -> None:
        height = self.table.viewport().height()
        first, last = self.table.rowAt(0), self.table.rowAt(height - 1)
        rows = range(max(first, 0), (last if last >= 0 else self.rows.rowCount() - 1) + 1)
        self._thumbnails.want([self.rows.entries[row].image for row in rows])

    # Doing it

    def mend(self) -> None:
        """Make the ticked changes as one action in the history."""
        chosen = self.rows.chosen
        if not chosen:
            return
        symbols = [symbol for proposal in chosen for symbol in proposal.symbols]
        if symbols:
            self._session.folder.repairs.add_symbols(dict.fromkeys(symbols))
            self.accept()
            return
        self.apply.setEnabled(False)
        changes = {proposal.image: (proposal.before, proposal.after) for proposal in chosen}
        title = self.tr("Fix all: {kind}").format(kind=title_of_kind(self.kind))
        self._session.folder.bulk.start(title, [*changes], planned(changes), self._mended)

    def _mended(self, report: BulkReport) -> None:
        self._session.folder.bulk.notify(report)
        if not isValid(self):
            return  # closed meanwhile
        if not report.refusals:
            self.accept()
            return
        self.rows.set_proposals(())
        self._says.setText(summary(report))
        self.refusals.set_refusals(report.refusals)

    def _update(self) -> None:
        plan, count = self._plan, len(self.rows.chosen)
        self.apply.setEnabled(count > 0)
        self.apply.setText(
            self.tr("Fix one image") if count == 1 else self.tr("Fix {count} images").format(count=count)
        )
        several = self.rows.rowCount() > 0
        self.all.setEnabled(several)
        self.none.setEnabled(several)
        if plan is None:
            self._says.setText(self.tr("Working out the changes …") if self._planning.job else self._says_nothing())
            return
        text = self._says_nothing() if not plan.proposals else self.tr("Nothing is written before you confirm.")
        if plan.proposals and plan.proposals[0].symbols:
            text = self.tr(
                "The symbols are added to the project's charset. A model trained before cannot be continued with it."
            )
        if plan.without:
            one, several_ = self.tr("One image is left as it is."), self.tr("{count} images are left as they are.")
            text += " " + counted(one, several_, plan.without)
        self._says.setText(text)

    def _says_nothing(self) -> str:
        if not self.kinds.count():
            return self.tr("No problem was found that could be fixed.")
        return self.tr("There is no safe way for this kind. Choose another kind above, or fix the labels by hand.")
