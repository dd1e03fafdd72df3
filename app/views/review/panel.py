"""The panel of the review queue: a sentence on its scores, the images in order, and buttons."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHeaderView, QWidget

from app.reviewing.queue import Order
from app.session import Session
from app.views.review.cross_check_bar import CrossCheckBar
from app.views.review.rows import QueueRows
from app.widgets.boxes import column, named, offer_menu, plain_label, push_button, row, table_of

_ORDERS: tuple[Order, ...] = ("disagreement", "probability", "loss")


class ReviewPanel(QWidget):
    """Lists the labels that a model contradicts. The current row is the image on screen."""

    asked = Signal(str)  # an action, by its id

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.sentence = plain_label()
        self.order = named(QComboBox(), self.tr("Order of the review queue"))
        self.order.addItems([self.tr("By disagreement"), self.tr("By probability"), self.tr("By loss")])
        self.predict = push_button(
            self.tr("Predict all"),
            lambda: self.asked.emit("predict.folder"),
            tip=self.tr("Predict all images of the list with the selected model"),
        )
        self.cross_check = push_button(
            self.tr("Cross-check…"),
            lambda: self.asked.emit("predict.cross_check"),
            tip=self.tr("Judge each label by a model that did not learn it"),
        )
        self.next = push_button(
            self.tr("Next"),
            lambda: self.asked.emit("go.next_in_queue"),
            tip=self.tr("Show the next image of the queue"),
        )
        self.progress = CrossCheckBar(session)
        self.rows = QueueRows(session, self)
        self.table = named(table_of(self.rows), self.tr("Review queue"))
        offer_menu(self.table, "queue")
        header = self.table.horizontalHeader()
        header.setResizeContentsPrecision(0)  # only what is in sight
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)  # names and texts share the room that there is
        for number in (0, self.rows.columnCount() - 1):
            header.setSectionResizeMode(number, QHeaderView.ResizeMode.ResizeToContents)
        buttons = row(self.order, self.predict, self.cross_check, self.next, spacing=6)
        buttons.insertStretch(1, 1)
        whole = column(
            self.sentence,
            buttons,
            self.progress,
            self.table,
            parent=self,
            spacing=6,
            margins=(6, 6, 6, 6),
        )
        whole.setStretchFactor(self.table, 1)
        self.order.activated.connect(lambda number: session.reviewing.sort(_ORDERS[number]))
        self.table.clicked.connect(self._show)
        self.table.activated.connect(self._show)
        session.reviewing.changed.connect(self.refresh)
        session.workspace.switching.later(self._mark, session.image_changed, parent=self)
        session.predictions.model_changed.connect(self._say)
        session.models.cross_checking.changed.connect(self._say)
        session.training.state_changed.connect(self._say)
        for button in (self.predict, self.cross_check, self.next):
            button.setAccessibleName(button.toolTip())
        self.rows.refresh()
        self._say()

    def refresh(self) -> None:
        """Show the queue as it is now."""
        self.rows.refresh()
        self._say()
        self._mark()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.reviewing.want()

    def _show(self, index: QModelIndex) -> None:
        self._session.reviewing.show(index.row())

    def _mark(self) -> None:
        place = self._session.reviewing.place_of(self._session.image)
        if place is None:
            self.table.clearSelection()
        elif self.table.currentIndex().row() != place or not self.table.selectionModel().hasSelection():
            self.table.setCurrentIndex(self.rows.index(place, 0))

    def _say(self) -> None:
        self.sentence.setText(" ".join(self._sentences()))
        predictions = self._session.predictions
        self.predict.setEnabled(predictions.state == "ready" and not predictions.is_live)
        is_free = not (self._session.training.is_busy or self._session.models.cross_checking.is_busy)
        self.cross_check.setEnabled(self._session.project is not None and is_free)
        self.next.setEnabled(bool(self.rows.entries))

    def _sentences(self) -> list[str]:
        reviewing = self._session.reviewing
        if self._session.project is None:
            return [self.tr("Open a folder to see here which labels to look at first.")]
        texts = []
        if not self.rows.entries:
            texts.append(
                self.tr(
                    "Press Cross-check, or choose a model and predict all images: what it contradicts is listed here, "
                    "the worst first."
                )
            )
        if reviewing.others:
            texts.append(self.tr("Read by another model: {count}. Predict them again.").format(count=reviewing.others))
        if self.rows.entries:
            learned = sum(bool(queued.was_trained_on) for _, queued in self.rows.entries)
            if not reviewing.is_known:
                texts.append(
                    self.tr("It is not known which labels the model was trained on; its scores on those say little.")
                )
            elif learned:
                texts.append(
                    self.tr(
                        "{learned} of these {count} labels were used for training, so their scores say little; they "
                        "come last."
                    ).format(learned=f"{learned:,}", count=f"{len(self.rows.entries):,}")
                )
            elif reviewing.is_cross_checked:
                texts.append(self.tr("Each label is judged by the model of the cross-check that did not learn it."))
            else:
                texts.append(self.tr("None of these labels was used for training."))
        return texts
