"""The dialog for a label that two programs have changed, which offers either version or a look at both."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.editing.conflicts import Answer, Conflict
from app.language.figures import counted, short_time
from app.language.sentences import in_a_list, translated
from app.pictures.label_picture import LabelPicture
from app.session import Session
from app.widgets.boxes import Label, arrange_rows, column, plain_label, set_tip
from core.labels.edits.comparison import Aspect, CharacterDifference, differences
from core.labels.label import WordLabel


class ConflictDialog(QDialog):
    """Asks which of two labels counts, and stores the person's choice in `answer`."""

    def __init__(self, session: Session, conflict: Conflict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer: Answer = "later"
        self._conflict = conflict
        self.setWindowTitle(self.tr("Another program has changed this label"))
        question = plain_label(self._question())
        self._both = self._compared()
        self._both.hide()
        self._keep = QPushButton(self.tr("Keep mine"))
        self._take = QPushButton(self.tr("Take theirs"))
        self._see = QPushButton(self.tr("See both"))
        self._see.setCheckable(True)
        later = QPushButton(self.tr("Decide later"))
        set_tip(self._keep, self.tr("Replace the other program's label; the history keeps it"))
        set_tip(self._take, self.tr("Show the other program's label; undo brings yours back"))
        self._take.setEnabled(not conflict.error)
        buttons = QDialogButtonBox()
        for button, role in (
            (self._see, QDialogButtonBox.ButtonRole.ActionRole),
            (self._keep, QDialogButtonBox.ButtonRole.AcceptRole),
            (self._take, QDialogButtonBox.ButtonRole.AcceptRole),
            (later, QDialogButtonBox.ButtonRole.RejectRole),
        ):
            buttons.addButton(button, role)
        later.setDefault(True)  # Enter alone decides nothing
        later.setFocus()
        self._keep.clicked.connect(lambda: self._choose("mine"))
        self._take.clicked.connect(lambda: self._choose("theirs"))
        self._see.toggled.connect(self._show_both)
        buttons.rejected.connect(self.reject)
        whole = column(question, self._both, buttons, parent=self, spacing=12, margins=(12, 12, 12, 12))
        whole.setStretchFactor(self._both, 1)
        self.setMinimumWidth(480)

    def _choose(self, answer: Answer) -> None:
        self.answer = answer
        self.accept()

    def _show_both(self, shown: bool) -> None:
        self._both.setVisible(shown)
        self.adjustSize()

    def _question(self) -> str:
        conflict = self._conflict
        if conflict.error:
            what = self.tr("{image}: another program has changed the label file, and it cannot be read now.")
            what = f"{what.format(image=conflict.image)}\n{translated(conflict.error)}"
        elif conflict.theirs is None:
            what = self.tr("{image}: another program has deleted the label file while you had unsaved edits.")
        elif conflict.time is None:
            what = self.tr("{image}: another program has changed the label file while you had unsaved edits.")
        else:
            what = self.tr("{image}: another program has changed the label file at {time} while you had unsaved edits.")
        time = "" if conflict.time is None else short_time(conflict.time)
        return what.format(image=conflict.image, time=time) + "\n" + self.tr("Which label should count?")

    def _compared(self) -> QWidget:
        mine, theirs = (
            self._conflict.mine or WordLabel(),
            WordLabel() if self._conflict.theirs is None else self._conflict.theirs.label,
        )
        changes = differences(mine, theirs)
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        titles = (self.tr("Mine"), self.tr("Theirs"))
        marked = ({d.first for d in changes if d.first}, {d.second for d in changes if d.second})
        for place, (title, label) in enumerate(zip(titles, (mine, theirs), strict=True)):
            grid.addWidget(plain_label(f"{title}: {self._described(label)}"), 0, place)
            grid.addWidget(LabelPicture(self._conflict.pixels, label, marked[place]), 1, place)
            grid.setColumnStretch(place, 1)
        grid.addWidget(self._listed(mine, theirs, changes), 2, 0, 1, 2)
        grid.setRowStretch(1, 2)
        grid.setRowStretch(2, 1)
        return page

    def _described(self, label: WordLabel) -> str:
        text = self.tr("no text") if label.text is None else f"“{label.text}”"
        unreviewed = self.tr("draft of a model") if label.is_draft else self.tr("not reviewed")
        status = {"draft": unreviewed, "reviewed": self.tr("reviewed"), None: ""}[label.status]
        count = counted(self.tr("one character"), self.tr("{count} characters"), len(label.characters))
        return " · ".join(part for part in (text, count, status) if part)

    def _listed(
        self, mine: WordLabel, theirs: WordLabel, character_differences: tuple[CharacterDifference, ...]
    ) -> QWidget:
        if not character_differences:
            return Label(self.tr("The characters are the same."))
        table = QTableWidget(len(character_differences), 3)
        table.setHorizontalHeaderLabels([self.tr("Mine"), self.tr("Theirs"), self.tr("What differs")])
        arrange_rows(table, several=True)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.setAccessibleName(self.tr("Characters that differ"))
        table.setMinimumHeight(110)
        for place, difference in enumerate(character_differences):
            texts = (_named(mine, difference.first), _named(theirs, difference.second), self._says(difference))
            for number, text in enumerate(texts):
                table.setItem(place, number, QTableWidgetItem(text))
        return table

    def _says(self, difference: CharacterDifference) -> str:
        if difference.first is None:
            return self.tr("only in theirs")
        if difference.second is None:
            return self.tr("only in mine")
        names: dict[Aspect, str] = {
            "symbol": self.tr("symbol"),
            "shape": self.tr("polygon"),
            "other": self.tr("area, Gaussian or state"),
        }
        return in_a_list(names[aspect] for aspect in difference.aspects)


def _named(label: WordLabel, rank: int | None) -> str:
    return "–" if rank is None else f"{rank} {label.in_order[rank - 1].symbol}"
