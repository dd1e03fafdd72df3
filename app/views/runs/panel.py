"""The panel of runs: the running training, the list, and the details of one run or the comparison of two."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QMessageBox,
    QSplitter,
    QStackedWidget,
    QTableView,
    QToolButton,
    QWidget,
)

from app.language.figures import clock, percent, share_of, size_text
from app.language.sentences import in_a_list
from app.pictures.shown_maps import model_name
from app.session import Session
from app.training.phases import Phases
from app.views.runs.details import RunDetails
from app.views.runs.outcome import OutcomeCard
from app.views.runs.resuming import resume
from app.views.runs.rows import NAME, SCORE, RunRows
from app.widgets.boxes import (
    MessageBox,
    arrange_rows,
    column,
    explain,
    named,
    offer_menu,
    plain_label,
    push_button,
    row,
    set_tip,
)
from app.widgets.column_model import SORTED_BY
from app.widgets.history_bar import HistoryBar
from app.widgets.moving_bar import MovingBar
from app.widgets.sentence_label import ElidedLabel
from app.workers.background import Job
from core.runs.info import RunInfo

_LIST_HEIGHT = 104  # px
_LOW = 400  # px of a panel: less, and the list is beside the details
_COMPARED = 2


_TICK = 1000  # ms: elapsed time goes on if no news comes
_BAR_HEIGHT = 6  # px
_SEPARATOR = " · "


class ProgressBar(QWidget):
    """Shows state, step, time left, speed, memory and score of the running training, and is hidden without one."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._training, self._learning = session.training, session.models.learning
        self._counted: Job | None = None  # the learning or comparison that has a bar in sight here
        self._phases = Phases()
        # a line each, so that nothing below moves when one of them grows
        self.state, self.numbers = ElidedLabel(), ElidedLabel()
        self.shares = ElidedLabel()
        font = self.state.font()
        font.setBold(True)
        self.state.setFont(font)
        self.bar = named(MovingBar(), self.tr("Progress of the training"))
        self.bar.setFixedHeight(_BAR_HEIGHT)
        self.stop = push_button(
            self.tr("Stop"), self._stop, tip=self.tr("Stop the training, or the comparison after it")
        )
        top = row(self.state, self.stop, spacing=6)
        top.setStretchFactor(self.state, 1)
        column(top, self.bar, self.numbers, self.shares, parent=self, spacing=2, margins=(8, 4, 6, 4))
        self._tick = QTimer(self, interval=_TICK)
        self._tick.timeout.connect(self._show_progress)
        training = self._training
        training.state_changed.connect(self._state_changed)
        training.news.connect(self._show_progress)
        training.heard.connect(self._show_progress)
        self._learning.changed.connect(self._state_changed)
        self._learning.compared.connect(self._state_changed)
        self._show_progress()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():  # and not with a window that is only made small
            self._count(is_seen=False)

    def _count(self, *, is_seen: bool = True) -> None:
        """Note that the learning or the comparison has a bar in sight here, so that it needs no other one."""
        job = self._learning.job if is_seen and self.isVisible() else None
        before, self._counted = self._counted, job
        if before is job:
            return
        if before is not None and not before.is_over:
            before.count_bar(-1)
        if job is not None:
            job.count_bar(1)

    def _state_changed(self) -> None:
        if self._training.is_busy or self._learning.comparing is not None:
            self._tick.start()
        else:
            self._tick.stop()
        self._show_progress()

    def _stop(self) -> None:
        if self._training.is_busy:
            self._training.stop()
        else:
            self._learning.stop_comparing()

    def _show_progress(self) -> None:
        training, comparing = self._training, self._learning.comparing
        self.setVisible(training.is_busy or comparing is not None)
        self._count()
        self.stop.setEnabled(training.state.phase != "stopping" or not training.is_busy)
        for line in (self.numbers, self.shares):
            line.setVisible(training.is_busy)
        if not training.is_busy:
            if comparing is not None:
                self._show_comparing(*comparing)
            return
        self.state.setText(self._said_state())
        set_tip(self.state, self.state.text())
        _show(self.numbers, self._said_numbers())
        _show(self.shares, self._said_shares())
        step = training.state.last_step
        is_waiting = step is None or training.state.compiling is not None or training.state.phase == "stopping"
        self.bar.setMaximum(0 if is_waiting or step is None else training.last_step)
        if step is not None:
            self.bar.setValue(step.step)

    def _show_comparing(self, done: int, total: int) -> None:
        """Show how far the new model and the one in use have read the same words."""
        self.state.setText(self._learning.said_comparison(model_name(self._session, self._learning.compared_with)))
        set_tip(self.state, self.state.text())
        self.bar.setMaximum(total)
        self.bar.setValue(done)

    def _said_state(self) -> str:
        training = self._training
        text = {"starting": self.tr("Starting"), "paused": self.tr("Paused"), "stopping": self.tr("Stopping")}.get(
            training.state.phase, self.tr("Training")
        )
        if training.is_silent:
            text = self.tr("{state}, not responding").format(state=text)
        return text if training.state.run is None else f"{text}: {training.state.run.name}"

    def _said_numbers(self) -> list[str]:
        phase = self._phases.said(self._training.state)
        return [*([phase] if phase else []), *self._said_steps()]

    def _said_shares(self) -> list[str]:
        """The shares of the time, and the memory: nothing before the first steps."""
        step, memory = self._training.state.last_step, self._training.memory
        if step is None or not step.time_shares:
            return []
        shares = {kind: percent(share) for kind, share in step.time_shares.items()}
        text = self.tr("steps {step}, waiting for images {feed}, validation {validation}, live maps {maps}")
        texts = [self.tr("time: {shares}").format(shares=text.format(**shares))]
        return texts if memory is None else [*texts, self.tr("memory: {size}").format(size=size_text(memory))]

    def _said_steps(self) -> list[str]:
        training, number = self._training, self.locale().toString
        step = training.state.last_step
        if step is None:
            return []
        is_over = training.state.phase == "stopping"
        is_timed = is_over or step.is_timed or training.last_step < step.steps  # its time ends before its steps
        text = self.tr("step {step}") if is_timed else self.tr("step {step} of {steps}")
        texts = [text.format(step=number(step.step), steps=number(step.steps))]
        if is_over:
            return [*texts, *([self._said_saving()] if training.is_saving else [])]
        if step.seconds_left is not None:
            texts.append(self.tr("{time} left").format(time=clock(step.seconds_left)))
        if step.images_per_second:
            texts.append(self.tr("{count} images/s").format(count=number(step.images_per_second, "f", 0)))
        state = training.state
        accuracy = None if state.validation is None else state.validation.metrics.get("word_accuracy")
        if accuracy is not None:
            words = None if state.started is None else state.started.validation
            texts.append(self.tr("{share} words").format(share=share_of(accuracy, words)))
        return texts

    def _said_saving(self) -> str:
        """Return the work of a training before it ends because it was asked to stop."""
        started, config = self._training.state.started, self._training.config
        validates = started is not None and started.validation and not (config is not None and config.deterministic)
        if validates:
            return self.tr("a last validation, then the best model is saved")
        return self.tr("the best model is saved")


def _show(line: ElidedLabel, parts: Iterable[str]) -> None:
    """Show the parts in a line, whose tip has all of them."""
    line.setText(_SEPARATOR.join(parts))
    set_tip(line, line.text())


class RunsPanel(QWidget):
    """Lists the runs, running or finished, and shows the details of one selected run or compares two."""

    asked = Signal(str)  # something is to be done, by the id of an action

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._is_selecting = False  # True while this panel selects, and not the person
        self._trained: Path | None = None  # the last training that was brought in sight by itself
        self.rows = RunRows(session, self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.rows)
        self._sorted.setSortRole(SORTED_BY)
        self.table = named(_RunTable(), self.tr("Runs"))
        self.table.setModel(self._sorted)
        offer_menu(self.table, "runs")
        self._arrange_table()
        self.table.delete_asked.connect(self.delete)
        self.details = RunDetails(session, self.rows)
        self.details.scatter.diagram.chosen.connect(self.select)
        # what can be done with the selected runs: in the menu of a right click, and of the button beside the tabs
        self.offers: dict[str, QAction] = {
            name: self.table.addAction(text, run)
            for name, run, text in (
                ("resume", self.go_on, self.tr("Resume")),
                ("like", self.train_like, self.tr("Train with the same settings…")),
                ("why", self.ask_why, self.tr("Why doesn't it learn?…")),
                ("tensorboard", self.show_tensorboard, self.tr("TensorBoard")),
                ("delete", self.delete, self.tr("Delete…")),
                ("add", self.add_folder, self.tr("Add folder…")),
                ("forget", self.forget, self.tr("Remove from the list")),
            )
        }
        menu = explain(QToolButton(autoRaise=True), self.tr("Actions for this run"))
        menu.setText(self.tr("Run"))
        menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu.addActions([*self.offers.values()])
        self.details.tabs.setCornerWidget(menu)
        self.progress = ProgressBar(session, self)
        self.outcome = OutcomeCard(session, self)
        self.outcome.asked.connect(self.asked)
        self.history = HistoryBar(session.predictions.history, self)
        # empty, train: shown while there is no run
        self.empty = plain_label()
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.train = push_button(self.tr("Train…"), lambda: self.asked.emit("train.start"), picture="train")
        nothing = QWidget()
        below = column(self.empty, self.train, parent=nothing, spacing=12)
        below.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        below.setAlignment(self.train, Qt.AlignmentFlag.AlignCenter)
        self._split = QSplitter(Qt.Orientation.Vertical)
        for part, share in ((self.table, 0), (self.details, 1)):
            self._split.addWidget(part)
            self._split.setStretchFactor(self._split.indexOf(part), share)
        self._split.setSizes([_LIST_HEIGHT, 4 * _LIST_HEIGHT])
        self._split.setChildrenCollapsible(False)
        self._pages = QStackedWidget()
        for page in (self._split, nothing):
            self._pages.addWidget(page)
        whole = column(self.progress, self.outcome, self._pages, self.history, parent=self, spacing=0)
        whole.setStretchFactor(self._pages, 1)
        session.runs.changed.connect(self._show_runs)
        session.project_changed.connect(self._show_runs)
        session.training.state_changed.connect(self._training_changed)
        self._show_runs()

    @property
    def selected(self) -> tuple[RunInfo, ...]:
        """The selected runs in the order of the table."""
        places = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        rows = (self._sorted.mapToSource(self._sorted.index(place, 0)).row() for place in places)
        return tuple(self.rows.entries[place] for place in rows)

    def select(self, *runs: Path) -> None:
        """Select the runs with these folders."""
        chosen = QItemSelection()
        for place, info in enumerate(self.rows.entries):
            if info.path in runs:
                index = self._sorted.mapFromSource(self.rows.index(place, 0))
                chosen.select(index, index)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        before, self._is_selecting = self._is_selecting, True
        self.table.selectionModel().select(chosen, flags)
        self._is_selecting = before

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the details beside the list if there is no room for curves below it."""
        super().resizeEvent(event)
        is_low = event.size().height() < _LOW and event.size().width() > 2 * _LOW
        self._split.setOrientation(Qt.Orientation.Horizontal if is_low else Qt.Orientation.Vertical)

    # What can be done

    def go_on(self) -> None:
        """Resume the selected run from its last checkpoint."""
        if len(self.selected) == 1:
            resume(self._session.training, self.selected[0], self)

    def train_like(self) -> None:
        """Copy the choices of the selected run into the form for a new one."""
        config = self.selected[0].config if len(self.selected) == 1 else None
        if config is not None:
            self._session.instruments.plan.take(config)
            self.asked.emit("train.start")

    def ask_why(self) -> None:
        """Diagnose why the selected run does not learn."""
        if len(self.selected) == 1:
            self._session.instruments.examination.choose(self.selected[0].path)
            self.asked.emit("train.diagnose")

    def show_tensorboard(self) -> None:
        """Show the selected runs in TensorBoard."""
        for info in self.selected:
            self._session.instruments.tensorboard.open(info.path)

    def delete(self) -> None:
        """Delete the selected runs, after a question that gives their size on the disk."""
        runs = tuple(info for info in self.selected if info.state != "running")
        if not runs:
            return
        size = size_text(sum(info.size for info in runs))
        names = in_a_list(info.name for info in runs)
        box = MessageBox(QMessageBox.Icon.Question, self.tr("Delete runs?"), "", parent=self)
        box.setText(
            self.tr(
                "Delete {names}? This frees {size}, and deletes the checkpoints and models, too. Deleted runs "
                "cannot be restored."
            ).format(names=names, size=size)
        )
        yes = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def answered() -> None:
            if box.clickedButton() is yes:
                for info in runs:
                    self._session.runs.delete(info.path)

        box.finished.connect(answered)
        box.open()

    def add_folder(self) -> None:
        """Add another folder, whose runs are then listed too."""
        folder = QFileDialog.getExistingDirectory(self, self.tr("A run, or a folder of runs"))
        if folder:
            self._session.runs.add(Path(folder))

    def forget(self) -> None:
        """Remove the folder of the selected run from the list, if it was added."""
        for folder in self._added():
            self._session.runs.forget(folder)

    # How it is shown

    def _arrange_table(self) -> None:
        table = self.table
        table.setSortingEnabled(True)
        table.sortByColumn(NAME, Qt.SortOrder.DescendingOrder)
        arrange_rows(table, several=True)
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        )
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        header.moveSection(SCORE, 1)  # what one looks for first
        self.rows.size_columns(header)
        table.selectionModel().selectionChanged.connect(self._selected)

    def _training_changed(self) -> None:
        if self._session.training.state.phase == "starting":
            self._trained = None  # a run that is resumed comes in sight again
        self._show_runs()

    def _show_runs(self) -> None:
        before, self._is_selecting = self._is_selecting, True
        self._fill_table()
        self._is_selecting = before

    def _fill_table(self) -> None:
        kept = [info.path for info in self.selected]
        run = self._session.training.state.run
        if run is not None and run != self._trained and self._session.runs.entry(run) is not None:
            kept = [run]  # a training that has begun is what one wants to see
            self._trained = run
        columns = len(self.rows.columns)
        self.rows.set_runs(self._session.runs.entries)
        if len(self.rows.columns) != columns:
            self.rows.size_columns(self.table.horizontalHeader())
        self._pages.setCurrentIndex(0 if self.rows.entries else 1)
        is_busy = self._session.training.is_busy
        self.empty.setText(
            self.tr("Its curves appear here after the first step.") if is_busy else self.tr("No run yet.")
        )
        self.train.setVisible(not is_busy)
        if kept and [info.path for info in self.selected] != kept:
            self.select(*kept)
        elif not self.selected and self.rows.entries:
            self.select(self.rows.entries[0].path)
        self._selected()

    def _selected(self) -> None:
        chosen = self.selected
        if len(chosen) == 1 and not self._is_selecting and (chosen[0].model or self._is_live(chosen[0])):
            self._session.predictions.look_at(chosen[0].path)
        self.details.show_runs(chosen[:_COMPARED])
        self.outcome.show_run(chosen[0] if len(chosen) == 1 else None)
        self._update()

    def _is_live(self, info: RunInfo) -> bool:
        training = self._session.training
        return training.is_busy and training.state.run == info.path

    def _added(self) -> tuple[Path, ...]:
        folders = self._session.runs.others
        return tuple(
            folder for folder in folders if any(folder in {info.path, info.path.parent} for info in self.selected)
        )

    def _update(self) -> None:
        chosen = self.selected
        one = chosen[0] if len(chosen) == 1 else None
        is_free = not self._session.training.is_busy
        can = {
            "resume": one is not None and one.config is not None and one.state != "running" and is_free,
            "like": one is not None and one.config is not None and is_free,
            "why": one is not None and one.config is not None,
            "tensorboard": bool(chosen),
            "delete": any(info.state != "running" for info in chosen),
            "add": self._session.project is not None,
            "forget": bool(self._added()),
        }
        for name, action in self.offers.items():
            action.setEnabled(can[name])
        self.offers["forget"].setVisible(bool(self._session.runs.others))


class _RunTable(QTableView):
    """A table whose Delete key asks to delete."""

    delete_asked = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_asked.emit()
            return
        super().keyPressEvent(event)
