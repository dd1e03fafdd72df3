"""The dialog that restores or discards unsaved edits of a killed program."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.editing.recovery import Offer, State
from app.language.figures import counted, short_time
from app.session import Session
from app.widgets.boxes import MessageBox, arrange_rows, column, plain_label, without_icons
from app.widgets.contrast import TickedRows
from core.labels.files.journal import Recovered


class RecoveryDialog(QDialog):
    """Lists the unsaved edits, and leaves undecided ones to be offered at the next start."""

    def __init__(self, session: Session, offers: Sequence[Offer], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._offers = list(offers)
        self._marks: list[QTableWidgetItem] = []
        self.setWindowTitle(self.tr("Unsaved edits were found"))
        self._question = plain_label()
        self._table = QTableWidget(0, 4)
        self._table.setHorizontalHeaderLabels(
            [self.tr("Image"), self.tr("Edited"), self.tr("Reads"), self.tr("Label file since then")]
        )
        arrange_rows(self._table, several=True)
        self._table.setItemDelegate(TickedRows(self._table))
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._table.setAccessibleName(self.tr("Unsaved edits"))
        self._table.itemChanged.connect(self._update)
        buttons = QDialogButtonBox()
        self._restore, self._discard = QPushButton(), QPushButton()
        later = QPushButton(self.tr("Decide later"))
        buttons.addButton(self._discard, QDialogButtonBox.ButtonRole.DestructiveRole)
        buttons.addButton(later, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.addButton(self._restore, QDialogButtonBox.ButtonRole.AcceptRole)
        self._restore.setDefault(True)
        self._discard.setAutoDefault(False)  # Enter never deletes
        self._restore.clicked.connect(lambda: self._done(self.chosen, session.saver.restore))
        self._discard.clicked.connect(self._ask_to_discard)
        buttons.rejected.connect(self.reject)
        column(self._question, self._table, buttons, parent=self, spacing=12, margins=(12, 12, 12, 12))
        self.resize(620, 320)
        self._fill()
        self._table.setFocus()

    @property
    def chosen(self) -> tuple[Offer, ...]:
        """The edits that are ticked."""
        pairs = zip(self._offers, self._marks, strict=True)
        return tuple(offer for offer, mark in pairs if mark.checkState() == Qt.CheckState.Checked)

    def discard_chosen(self) -> None:
        """Delete the ticked edits for good."""
        self._done(self.chosen, self._session.saver.discard)

    def _done(self, offers: Sequence[Offer], do: Callable[[Recovered], None]) -> None:
        for offer in offers:
            do(offer.recovered)
        self._offers = [offer for offer in self._offers if offer not in offers]
        if self._offers:
            self._fill()
        else:
            self.accept()

    def _ask_to_discard(self) -> None:
        one = self.tr("Delete this edit? It cannot be restored.")
        several = self.tr("Delete these {count} edits? They cannot be restored.")
        question = counted(one, several, len(self.chosen))
        box = MessageBox(QMessageBox.Icon.Warning, self.windowTitle(), question, parent=self)
        delete = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        delete.clicked.connect(self.discard_chosen)
        without_icons(box)
        box.open()

    def _fill(self) -> None:
        with QSignalBlocker(self._table):
            self._table.setRowCount(len(self._offers))
            self._marks = [self._fill_row(place, offer) for place, offer in enumerate(self._offers)]
        self._update()

    def _fill_row(self, place: int, offer: Offer) -> QTableWidgetItem:
        """Fill a row of the table, and return the item with the mark."""
        mark = QTableWidgetItem(offer.recovered.image)
        mark.setFlags(mark.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        # If another program has written meanwhile, restoring is no matter of course
        chosen = offer.state in {"unchanged", "same"}
        mark.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)
        self._table.setItem(place, 0, mark)
        reading = self.tr("(label deleted)") if offer.reading is None else offer.reading
        for number, text in enumerate((short_time(offer.recovered.time), reading, self._says(offer.state)), 1):
            self._table.setItem(place, number, QTableWidgetItem(text))
        return mark

    def _update(self) -> None:
        count, chosen = len(self._offers), len(self.chosen)
        one = self.tr("One edit was not saved when the program ended.")
        several = self.tr("{count} edits were not saved when the program ended.")
        self._question.setText(
            counted(one, several, count) + " " + self.tr("The history keeps every label that a restored edit replaces.")
        )
        everything = chosen == count
        self._restore.setText(self.tr("Restore all") if everything else self.tr("Restore selected"))
        self._discard.setText(self.tr("Discard all…") if everything else self.tr("Discard selected…"))
        self._restore.setEnabled(chosen > 0)
        self._discard.setEnabled(chosen > 0)

    def _says(self, state: State) -> str:
        return {
            "unchanged": self.tr("not changed"),
            "changed": self.tr("changed by another program"),
            "same": self.tr("the same"),
            "gone": self.tr("the image no longer exists"),
            "unreachable": self.tr("cannot be read"),
        }[state]
