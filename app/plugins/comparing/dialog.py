"""The dialog that compares the open project's labels with those in another folder, as a list of differences."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QWidget

from app.bulk.report import BulkReport
from app.language.figures import agreeing, counted, percent
from app.language.sentences import in_a_list, translated
from app.pictures.label_picture import LabelPicture
from app.session import Session
from app.views.exchange.path_field import PathField
from app.widgets.boxes import Label, colour_text, column, named, plain_label, push_button, row, table_of, without_icons
from app.widgets.column_model import Column, ColumnModel
from app.widgets.job_progress import until_over
from app.workers.latest import LatestJob
from core.base.errors import ImageError
from core.base.images import read_image
from core.labels.checks.problems import printable
from core.labels.files.storage import label_name, read_label_bytes
from core.labels.label import WordLabel
from core.plugins.comparing.folder_comparison import FolderComparison, LabelDifference, compare_folders

Pixels = NDArray[np.uint8]


class CompareDialog(QDialog):
    """Asks for the other folder, lists the differences, and shows both sides of each."""

    is_kept = True  # hidden, not closed: a person is in the midst of a list

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._comparing = LatestJob(session.workspace.background, "jobs", self)
        self._looking = LatestJob(session.workspace.background, "pictures", self)
        self._other: Path | None = None
        self.folder = PathField()
        self.compare = push_button(self.tr("Compare"), self._begin)
        self.says = plain_label(selectable=True)
        # what is left to look at, the gravest first
        self.rows = ColumnModel[LabelDifference](
            (
                Column(lambda: self.tr("Image"), lambda difference: printable(difference.image, 80), width=200),
                Column(lambda: self.tr("Mine"), lambda difference: _word(difference.first), width=130),
                Column(lambda: self.tr("Theirs"), lambda difference: _word(difference.second), width=130),
                Column(lambda: self.tr("What differs"), self._what, self._what),
            ),
            self,
        )
        self.table = named(table_of(self.rows), self.tr("Differences"))
        self.rows.size_columns(self.table.horizontalHeader())
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.selectionModel().currentRowChanged.connect(lambda now, before: self._show_difference())
        self.table.activated.connect(lambda _: self._show_image())
        self._pictures = QWidget()
        self._grid = QGridLayout(self._pictures)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._progress = column(spacing=0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.take = push_button(
            self.tr("Take theirs"), self._take_theirs, tip=self.tr("Replace my label by theirs; the history keeps mine")
        )
        self.show_image = push_button(self.tr("Show in the window"), self._show_image)
        for button in (self.take, self.show_image):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
            button.setAutoDefault(False)
        without_icons(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        self._label = Label(self.tr("Labels of the same images in"))
        self._label.setBuddy(self.folder)
        head = row(self._label, self.folder, self.compare, spacing=8)
        head.setStretchFactor(self.folder, 1)
        parts = (head, self._progress, self.says, self.table, self._pictures, buttons)
        whole = column(*parts, parent=self, spacing=8, margins=(12, 12, 12, 12))
        whole.setStretchFactor(self.table, 3)
        whole.setStretchFactor(self._pictures, 2)
        self.resize(760, 560)
        self.folder.changed.connect(self._update)
        session.project_changed.connect(self._forget)
        self.setWindowTitle(self.tr("Compare labels"))
        self.folder.line.setAccessibleName(self.tr("Labels of the same images in"))
        self._show_difference()

    @property
    def difference(self) -> LabelDifference | None:
        """The difference in the current row, or None if no row is current."""
        place = self.table.currentIndex().row()
        return self.rows.entries[place] if 0 <= place < len(self.rows.entries) else None

    def _forget(self) -> None:
        self._other = None
        self.rows.set_entries(())
        self._say("")
        self._show_difference()

    def _begin(self) -> None:
        session, folder = self._session, self.folder.path
        if session.project is None or folder is None:
            return
        root = session.project.root

        def start() -> None:
            self._comparing.ask(
                lambda job: compare_folders(root, folder, progress=job.progress),
                partial(self._compared, folder),
                lambda error: self._say(translated(error), fault=True),
            )
            if self._comparing.job is not None:
                self._progress.addWidget(until_over(self._comparing.job))

        session.workspace.leaving.emit()
        session.saver.when_saved(start)

    def _compared(self, folder: Path, comparison: FolderComparison) -> None:
        self._other = folder
        self.rows.set_entries(comparison.differing)
        text = self.tr(
            "{both} {both:|image has|images have} two labels, {same} of them {same:|says|say} the same word. {count} "
            "{count:|image needs|images need} a look."
        )
        parts = [
            agreeing(
                text,
                both=f"{comparison.both:,}",
                same=f"{comparison.same_word:,}",
                count=f"{len(comparison.differing):,}",
            )
        ]
        if comparison.overlap is not None:
            parts.append(self.tr("Outlines overlap by {share} on average.").format(share=percent(comparison.overlap)))
        if comparison.only_first or comparison.only_second:
            text = self.tr("Only mine: {first}, only theirs: {second}.")
            parts.append(agreeing(text, first=f"{comparison.only_first:,}", second=f"{comparison.only_second:,}"))
        self._say(" ".join(parts))
        if comparison.differing:
            self.table.selectRow(0)
        self._show_difference()

    # The current difference

    def _show_difference(self) -> None:
        """Show the current difference from both sides."""
        self._update()
        difference, project = self.difference, self._session.project
        if difference is None or project is None:
            self._looking.drop()
            self._picture(None, None)
            return
        path = project.path_of(difference.image)
        self._looking.ask(lambda job: _pixels(path), partial(self._picture, difference))

    def _picture(self, difference: LabelDifference | None, pixels: Pixels | None) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        self._pictures.setVisible(difference is not None)
        if difference is None:
            return
        sides = (
            (self.tr("Mine"), difference.first, {c.first for c in difference.characters if c.first}),
            (self.tr("Theirs"), difference.second, {c.second for c in difference.characters if c.second}),
        )
        for place, (title, label, ranks) in enumerate(sides):
            by = printable(label.reviewed_by, 60) if label is not None and label.reviewed_by else ""
            self._grid.addWidget(plain_label(f"{title}: {_word(label)}" + (f" · {by}" if by else "")), 0, place)
            self._grid.addWidget(LabelPicture(pixels, label or WordLabel(), ranks), 1, place)
            self._grid.setColumnStretch(place, 1)
        self._grid.setRowStretch(1, 1)

    def _take_theirs(self) -> None:
        """Put their label into the place of mine, after which the next difference is current."""
        difference, theirs = self.difference, self._other
        if difference is None or theirs is None:
            return
        path = theirs / label_name(difference.image)
        title = self.tr("Take the label of {folder}").format(folder=theirs.name)
        self._session.folder.bulk.start(
            title, [difference.image], lambda image, data: read_label_bytes(path), partial(self._taken, difference)
        )

    def _taken(self, difference: LabelDifference, report: BulkReport) -> None:
        if not report.changed:
            self._session.folder.bulk.notify(report)
            return
        place = self.table.currentIndex().row()
        self.rows.set_entries([entry for entry in self.rows.entries if entry is not difference])
        if self.rows.entries:
            self.table.selectRow(min(place, len(self.rows.entries) - 1))
        self._show_difference()

    def _show_image(self) -> None:
        difference = self.difference
        if difference is not None and self._session.catalog.table.index_of(difference.image) is not None:
            self.accept()
            self._session.workspace.go_to(difference.image)

    def _what(self, difference: LabelDifference) -> str:
        if difference.fault:
            return translated(difference.fault)
        if difference.first is None:
            return self.tr("only theirs")
        if difference.second is None:
            return self.tr("only mine")
        one, several = self.tr("one character"), self.tr("{count} characters")
        count = len(difference.characters)
        texts = [counted(one, several, count)] if count else [self.tr("the text")]
        if difference.overlap is not None and any("shape" in c.aspects for c in difference.characters):
            texts.append(self.tr("overlap {share}").format(share=percent(difference.overlap)))
        return in_a_list(texts)

    def _update(self) -> None:
        chosen, session = self.difference, self._session
        self.compare.setEnabled(session.project is not None and self.folder.path is not None)
        self.take.setEnabled(chosen is not None and chosen.second is not None and not session.workspace.is_read_only)
        self.show_image.setEnabled(chosen is not None)

    def _say(self, sentence: str, fault: bool = False) -> None:
        colour_text(self.says, "error" if fault else None)
        self.says.setText(sentence)
        self.says.setVisible(bool(sentence))


def _word(label: WordLabel | None) -> str:
    return "–" if label is None else printable(label.word, 40)


def _pixels(path: Path) -> Pixels | None:
    try:
        return read_image(path)
    except ImageError:
        return None
