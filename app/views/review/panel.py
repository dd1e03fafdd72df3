"""The panel of the review queue: a sentence about its scores, the images in order, and buttons."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Signal
from PySide6.QtGui import QColor, QFont, QShowEvent
from PySide6.QtWidgets import QComboBox, QHeaderView, QPushButton, QWidget

from app.desktop.theme import colour
from app.language.figures import agreeing, clock, counted, percent
from app.language.sentences import in_a_list, one_after_another
from app.pictures.shown_maps import image_name, model_name
from app.reviewing.queue import Order, Queued
from app.session import Session
from app.widgets.boxes import column, explain, named, offer_menu, plain_label, push_button, row, set_tip, table_of
from app.widgets.column_model import RIGHT, Column, ColumnModel
from app.widgets.moving_bar import MovingBar
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable

_ORDERS: tuple[Order, ...] = ("disagreement", "probability", "loss", "readers")


_BAR_WIDTH = 160  # px
_BAR_HEIGHT = 10  # px


_MOST = 40  # symbols of a text in a cell
_DOUBTED = 0.095  # probability of a wrong label, shown as 10 %, from which one whose text is read needs a word
_BESIDE_NUMBER = 14  # px
_LEAST = 0.005  # probability that is not 0 %

_Entry = tuple[int, Queued]  # a label with its number in the queue, from 1


class QueueRows(ColumnModel[_Entry]):
    """Lists the images of the queue, one in each row."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        self._reviewing, self._catalog = session.reviewing, session.catalog
        columns = (
            self._column(lambda: "#", lambda entry: "✓" if entry[1].is_done else f"{entry[0]:,}", is_number=True),
            self._column(lambda: self.tr("Image"), lambda entry: image_name(entry[1].image)),
            self._column(
                lambda: self.tr("Label"), lambda entry: printable(self._text(entry), _MOST) or "–", _font, _ink_of_label
            ),
            self._column(lambda: self.tr("Read"), self._read, self._font_of_read, self._ink_of_read),
            self._column(lambda: self._of_order()[0], lambda entry: self._of_order()[1](entry[1]), is_number=True),
        )
        super().__init__(columns, parent)
        self.list_queue()

    def list_queue(self) -> None:
        """Show the current queue."""
        self.set_entries(tuple(enumerate(self._reviewing.queue, 1)))

    def _text(self, entry: _Entry) -> str:
        """The text of the label as it is at this moment, which the model may not have judged yet."""
        table, queued = self._catalog.table, entry[1]
        place = table.index_of(queued.image)
        return queued.text if place is None else table.text[place]

    def _read(self, entry: _Entry) -> str:
        """The reading, and what else speaks against a label whose text is the same."""
        queued = entry[1]
        read = printable(queued.read, _MOST) or "–"
        if not self._is_of_places(queued):
            return read
        return self.tr("box? {read}").format(read=read)  # the mark first: a long word is cut at its end

    def _is_of_places(self, queued: Queued) -> bool:
        """Return True if a label is probably wrong although its text is read: a box or the order must be."""
        is_same = queued.read == queued.text == self._text((0, queued))
        is_wrong = queued.wrong >= _DOUBTED and not queued.is_done
        return is_same and is_wrong and self._reviewing.order == "disagreement"

    def _ink_of_read(self, entry: _Entry) -> QColor | None:
        return colour("error") if self._differs(entry) else _ink(entry)

    def _font_of_read(self, entry: _Entry) -> QFont:
        """Bold tells a reading that differs in the selected row, too, whose colour is that of the selection."""
        font = symbol_font()
        font.setBold(self._differs(entry))
        return font

    def _differs(self, entry: _Entry) -> bool:
        """Return True if the reading contradicts a label that was not settled since."""
        is_open = entry[1].read != self._text(entry) and not entry[1].is_done
        return is_open and self._reviewing.order != "readers"

    def _of_order(self) -> tuple[str, Callable[[Queued], str]]:
        """Title and text of the number that the queue is in the order of."""
        match self._reviewing.order:
            case "disagreement":
                return self.tr("Wrong"), _wrong
            case "readers":
                return self.tr("Others read"), _others
            case "probability":
                return self.tr("Probability"), _probability
            case _:
                return self.tr("Loss"), _loss

    def _column(
        self,
        title: Callable[[], str],
        text: Callable[[_Entry], str],
        font: Callable[[_Entry], QFont] | None = None,
        ink: Callable[[_Entry], QColor | None] | None = None,
        is_number: bool = False,
    ) -> Column[_Entry]:
        return Column(title, text, self._tip, font=font, ink=ink or _ink, alignment=RIGHT if is_number else None)

    def _tip(self, entry: _Entry) -> str:
        queued = entry[1]
        if self._reviewing.order == "readers":
            return "\n".join((queued.image, self.tr("Several readers read this word differently.")))
        tips = [queued.image]
        if not queued.is_done:
            tips.append(self.tr("The label is wrong with a probability of {share}.").format(share=_wrong(queued)))
        if self._is_of_places(queued):
            tips.append(self.tr("Its text is what is read: a box, or the order of the characters, is doubted."))
        tips += [
            f"{name}: {text}"
            for name, text in (
                (self.tr("Disagreement"), f"{queued.disagreement:.1f}"),
                (self.tr("Probability"), _probability(queued)),
                (self.tr("Loss"), _loss(queued)),
            )
        ]
        if queued.is_doubted:
            tips.append(self.tr("suspected text"))
        if queued.was_trained_on:
            tips.append(self.tr("learned by the model"))
        if queued.is_done:
            tips.append(self.tr("settled: you have changed or reviewed the label since"))
        return "\n".join(tips)


def _wrong(queued: Queued) -> str:
    if queued.is_done:
        return "–"
    return "< 1 %" if 0 < queued.wrong < _LEAST else percent(queued.wrong)


def _font(entry: _Entry) -> QFont:
    return symbol_font()


def _ink(entry: _Entry) -> QColor | None:
    return colour("muted") if entry[1].was_trained_on or entry[1].is_done else None


def _ink_of_label(entry: _Entry) -> QColor | None:
    return colour("warning") if entry[1].is_doubted and not entry[1].is_done else _ink(entry)


def _probability(queued: Queued) -> str:
    return "–" if math.isnan(queued.probability) else f"{queued.probability:.2f}"


def _others(queued: Queued) -> str:
    return " · ".join(printable(text, _MOST) or "–" for text in dict.fromkeys(queued.read_by_others))


def _loss(queued: Queued) -> str:
    return "–" if queued.loss is None else f"{queued.loss:.3g}"


class CrossCheckBar(QWidget):
    """Shows the progress of the session's cross-check."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._checking = session.models.cross_checking
        self.sentence = plain_label()
        self.bar = MovingBar()  # of all trainings together; to and fro while nobody knows
        self.bar.setFixedSize(_BAR_WIDTH, _BAR_HEIGHT)
        self.button = QPushButton()
        row(self.sentence, self.bar, self.button, parent=self, spacing=6).setStretchFactor(self.sentence, 1)
        self.button.clicked.connect(self._press)
        self._checking.changed.connect(self.show_progress)
        session.training.state_changed.connect(self.show_progress)
        session.training.news.connect(self._count)
        self.show_progress()

    def show_progress(self) -> None:
        """Show the current progress."""
        checking = self._checking
        self.setVisible(checking.is_busy or checking.state == "stopped")
        self.bar.setVisible(checking.is_busy)
        self.bar.setAccessibleName(self.tr("Progress of the cross-check"))
        is_stopped = checking.state == "stopped"
        self.button.setText(self.tr("Resume") if is_stopped else self.tr("Stop"))
        set_tip(
            self.button,
            self.tr("Go on; finished trainings are kept")
            if is_stopped
            else self.tr("Stop with a checkpoint, to go on later"),
        )
        self.button.setAccessibleName(self.button.toolTip())
        training = self._session.training
        self.button.setEnabled(not training.is_busy if is_stopped else training.state.phase != "stopping")
        self._count()

    def _count(self) -> None:
        if self.isHidden():
            return
        self.sentence.setText(self._sentence())
        check, step = self._checking.cross_check, self._session.training.state.last_step
        steps = self._session.training.last_step
        if self._checking.state == "training" and check is not None and step is not None and steps:
            self.bar.setMaximum(check.folds * steps)
            self.bar.setValue(self._checking.fold * steps + step.step)
        else:
            self.bar.setMaximum(0)

    def _sentence(self) -> str:
        checking = self._checking
        training = self._session.training
        number = self.locale().toString
        check = checking.cross_check
        if check is None:
            return ""
        fold = {"fold": checking.fold + 1, "folds": check.folds}
        if checking.state == "judging":
            return self.tr("Cross-check: each image is read by the model that did not learn it …")
        if checking.state == "stopped":
            if checking.is_trained:
                return self.tr("The trainings of the cross-check are finished; not all images are read yet.")
            return self.tr("The cross-check was stopped at training {fold} of {folds}.").format(**fold)
        step = training.state.last_step
        if training.state.phase == "paused":
            return self.tr("Cross-check, training {fold} of {folds}: paused").format(**fold)
        if training.state.phase == "stopping":
            return self.tr("Cross-check, training {fold} of {folds}: stopping …").format(**fold)
        if step is None or not training.is_busy:
            return self.tr("Cross-check, training {fold} of {folds}: starting …").format(**fold)
        text = self.tr("Cross-check, training {fold} of {folds}: step {step} of {steps}")
        if step.is_timed:
            text = self.tr("Cross-check, training {fold} of {folds}: step {step}")
        text = text.format(**fold, step=number(step.step), steps=number(step.steps))
        if step.seconds_left is None:
            return text
        return text + self.tr(", {time} left of this one").format(time=clock(step.seconds_left))

    def _press(self) -> None:
        if self._checking.is_busy:
            self._checking.stop()
        else:
            self._checking.resume()


class ReviewPanel(QWidget):
    """Lists the labels that contradict a model's readings, with the open image in the current row."""

    asked = Signal(str)  # an action, by its id

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.sentence = plain_label()
        self.order = named(QComboBox(), self.tr("Order of the review queue"))
        self.order.addItems(
            [self.tr("By disagreement"), self.tr("By probability"), self.tr("By loss"), self.tr("Readers differ")]
        )
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
        self.agreed = push_button("", lambda: self.asked.emit("predict.agreed"))
        # there as long as a run was looked at, so that nothing jumps when the maps change
        self.maps_of = push_button("", self._show_other_maps)
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
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)  # as wide as the longest number, seen or not
        header.setSectionResizeMode(self.rows.columnCount() - 1, QHeaderView.ResizeMode.ResizeToContents)
        buttons = row(self.order, self.predict, self.cross_check, self.next, spacing=6)
        buttons.insertStretch(1, 1)
        agreed = row(self.maps_of, self.agreed, spacing=6)
        agreed.addStretch(1)
        whole = column(
            self.sentence, agreed, buttons, self.progress, self.table, parent=self, spacing=6, margins=(6, 6, 6, 6)
        )
        whole.setStretchFactor(self.table, 1)
        self.order.activated.connect(lambda number: session.reviewing.sort(_ORDERS[number]))
        self.table.clicked.connect(self._show_word)
        self.table.activated.connect(self._show_word)
        session.reviewing.changed.connect(self.show_queue)
        session.catalog.rows_changed.connect(self.rows.update_cells)
        session.workspace.switching.later(self._mark, session.image_changed, parent=self)
        session.in_use.model_changed.connect(self._say)
        session.predictions.model_changed.connect(self._say)
        session.models.cross_checking.changed.connect(self._say)
        session.training.state_changed.connect(self._say)
        for button in (self.predict, self.cross_check, self.next):
            button.setAccessibleName(button.toolTip())
        self.rows.list_queue()
        self._say()

    def show_queue(self) -> None:
        """Show the current queue without scrolling.

        A new queue begins with the worst word.
        """
        self.order.setCurrentIndex(_ORDERS.index(self._session.reviewing.order))
        bar = self.table.verticalScrollBar()
        before = bar.value()
        self.rows.list_queue()
        longest = self.table.fontMetrics().horizontalAdvance(f"{len(self.rows.entries):,}")
        self.table.horizontalHeader().resizeSection(0, longest + _BESIDE_NUMBER)
        self._say()
        self._mark()
        bar.setValue(before)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.reviewing.want()

    def _show_word(self, index: QModelIndex) -> None:
        self._session.reviewing.show(index.row())

    def _mark(self) -> None:
        place = self._session.reviewing.place_of(self._session.image)
        if place is None:
            self.table.clearSelection()
        elif self.table.currentIndex().row() != place or not self.table.selectionModel().hasSelection():
            self.table.setCurrentIndex(self.rows.index(place, 0))

    def _say(self) -> None:
        self.sentence.setText(one_after_another(self._sentences()))
        self.predict.setEnabled(self._session.in_use.state == "ready")
        is_free = not (self._session.training.is_busy or self._session.models.cross_checking.is_busy)
        self.cross_check.setEnabled(self._session.project is not None and is_free)
        self.next.setEnabled(bool(self.rows.entries))
        count = self._session.models.agreeing.count
        self.agreed.setVisible(count > 0)
        one, several = self.tr("Accept the one that agrees…"), self.tr("Accept the {count} that agree…")
        self.agreed.setText(counted(one, several, count))
        explain(self.agreed, self.tr("Accept in one go the words that all readers read the same"))
        self._say_of_maps()

    def _show_other_maps(self) -> None:
        predictions = self._session.predictions
        predictions.look_at(predictions.other if predictions.is_in_use else None)

    def _say_of_maps(self) -> None:
        """Offer the maps of the model that reads the queue while those of a run are on view, or the run's again."""
        session, predictions = self._session, self._session.predictions
        offered = predictions.other if session.in_use.model is not None else None
        self.maps_of.setVisible(offered is not None and bool(self.rows.entries))
        names = {"model": model_name(session, offered), "viewed": model_name(session, predictions.model)}
        self.maps_of.setText(self.tr("Show the maps of {model}").format(**names))
        text = self.tr("The maps are of {viewed}. Show those of {model}, which has read the words in this list")
        if predictions.is_in_use:
            text = self.tr("The maps are of {viewed}, which has read the words in this list. Show those of {model}")
        explain(self.maps_of, text.format(**names))

    def _sentences(self) -> list[str]:
        reviewing = self._session.reviewing
        if self._session.project is None:
            return [self.tr("Open a folder to see here which labels to look at first.")]
        texts = []
        if reviewing.readers and self.rows.entries:
            readers = in_a_list(model_name(self._session, model) for model in reviewing.readers)
            texts.append(self.tr("Read by {readers}.").format(readers=readers))
        if reviewing.order == "readers":
            return [*texts, self._say_of_readers()]
        in_use = self._session.in_use
        is_loading = in_use.state == "loading"
        if is_loading and not (reviewing.readers and self.rows.entries):  # which words it has read is known afterwards
            text = self.tr("{model} is being loaded.")
            texts.append(text.format(model=model_name(self._session, in_use.model)))
        if not self.rows.entries and not is_loading:
            texts.append(
                self.tr(
                    "Press Cross-check, or choose a model and predict all images. The labels that the model "
                    "contradicts are then listed here, the worst first."
                )
            )
        labelled = np.count_nonzero(self._session.catalog.table.length > 0)
        # not all of them: those that were on screen, or of a part of the folder
        if 0 < len(self.rows.entries) < labelled and not is_loading:
            text = self.tr(
                "{count} of {labelled} {labelled:|label|labels} {count:|is|are} compared: predict all images to "
                "compare the others."
            )
            texts.append(agreeing(text, count=f"{len(self.rows.entries):,}", labelled=f"{labelled:,}"))
        if reviewing.others:
            text = self.tr(
                "{count} {count:|image was|images were} read by another model. Predict {count:|it|them} again."
            )
            texts.append(agreeing(text, count=reviewing.others))
        # while the model is being loaded, nobody knows yet which labels it has learned
        if self.rows.entries and (reviewing.is_known or not is_loading):
            learned = sum(bool(queued.was_trained_on) for _, queued in self.rows.entries)
            if not reviewing.is_known:
                texts.append(
                    self.tr("It is not known which labels the model was trained on; its scores on those say little.")
                )
            elif learned:
                texts.append(
                    agreeing(
                        self.tr(
                            "{learned} of these {count} {count:|label|labels} {learned:|was|were} used for training, "
                            "so {learned:|its score is|their scores are} not reliable; {learned:|it comes|they come} "
                            "last."
                        ),
                        learned=f"{learned:,}",
                        count=f"{len(self.rows.entries):,}",
                    )
                )
            elif reviewing.is_cross_checked:
                texts.append(self.tr("Each label is judged by the model of the cross-check that did not learn it."))
            else:
                texts.append(self.tr("None of these labels was used for training."))
        return texts

    def _say_of_readers(self) -> str:
        table = self._session.catalog.table
        count = len(self.rows.entries)
        if not np.any(table.agreement >= 0):
            return self.tr("Only one reader has read this folder. Import readings, or let another reader read it.")
        if not count:
            return self.tr("All readers agree on each word that you have not labelled.")
        one = self.tr("Readers differ on one word. Press one key to take another reader's reading.")
        several = self.tr("Readers differ on {count} words. Press one key to take another reader's reading.")
        return counted(one, several, count)
