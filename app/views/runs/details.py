"""The details of one run, or the differences of two: curves, log, choices with notes, words, learning history, cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, QRectF, QStringListModel, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QPlainTextEdit, QSizePolicy, QSplitter, QWidget

from app.language.sentences import translated
from app.pictures.exporting import save_dialog
from app.pictures.map_colours import numbers_image
from app.session import Session
from app.training.runs import Follower
from app.views.runs.choices import ChoicesTable
from app.views.runs.curve_plot import ShownRun, title_of
from app.views.runs.curves_view import SHOWN_FIRST, CurvesView
from app.views.runs.learning_history_page import LearningHistoryPage
from app.views.runs.profile_view import ProfileView
from app.views.runs.rows import RunRows
from app.views.runs.scatter import ScatterPage
from app.views.runs.words import WordsTable
from app.widgets.boxes import Explained, column, named, plain_label
from app.widgets.contrast import tabs_of
from app.widgets.log_view import LogView
from app.workers.background import Background
from core.runs.curves import GRADIENT, Curve, Curves, Gradients, gradients
from core.runs.events import Profiled
from core.runs.info import RunInfo
from core.runs.profile import Profile

_COMPARED = frozenset({"loss", "validation_loss", "word_accuracy", "learning_rate"})


_MESSAGES = 90  # px at most


_AFTER = 1000  # ms of quiet until it is written


_COLORMAP = "viridis"
_LEFT = 150  # px for the names of the parts
_LEAST = 2  # px a layer
_WEAKEST = 1e-8  # a norm that is less, or none at all, has the colour of this


class GradientMap(Explained):
    """The picture: steps across, layers down in the order of an image's way. The mouse reads it off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Gradients | None = None
        self._image = QImage()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_gradients(self, found: Gradients | None) -> None:
        """Show norms, or nothing."""
        self._found = found
        if found is not None:
            powers = np.log10(np.maximum(found.norms, _WEAKEST))
            low, high = powers.min(), powers.max()
            self._image = numbers_image((powers - low) / max(high - low, 1e-9), _COLORMAP, True)
            self.setMinimumHeight(_LEAST * len(found.layers))
        self.update()

    def text_at(self, place: QPoint) -> str:
        """The layer, the step and the norm at a place of the widget. "" beside the picture."""
        box, norms = self._box(), self._found
        if norms is None or not box.contains(place):
            return ""
        row = int((place.y() - box.top()) / box.height() * len(norms.layers))
        number = int((place.x() - box.left()) / box.width() * len(norms.steps))
        norm = self.locale().toString(float(norms.norms[row, number]), "g", 3)
        return f"{norms.layers[row].rpartition('/')[2]} · {self.locale().toString(int(norms.steps[number]))} · {norm}"

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._found is None:
            return
        painter, box = QPainter(self), self._box()
        painter.drawImage(box, self._image)
        top = box.top()
        high = box.height() / len(self._found.layers)
        line = painter.fontMetrics().height()
        free = 0.0  # below the name before: names of parts with few layers would lie on each other
        for part, layers in groupby(self._found.layers, key=lambda layer: layer.rpartition("/")[0]):
            height = high * len(list(layers))
            free = max(free, top + (height - line) / 2)
            painter.drawText(QRectF(0, free, _LEFT - 6, line), Qt.AlignmentFlag.AlignRight, title_of(GRADIENT + part))
            free += line
            painter.drawLine(int(box.left()) - 4, int(top), int(box.left()), int(top))
            top += height

    def _box(self) -> QRectF:
        return QRectF(_LEFT, 0, max(self.width() - _LEFT - 6, 1), max(self.height() - 2, 1))


class GradientsPage(QWidget):
    """The picture with the meaning of its colours. A sentence if a run has no such norms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = plain_label()
        self.says.setWordWrap(True)
        self.map = GradientMap()
        whole = column(self.says, self.map, parent=self, spacing=4, margins=(6, 4, 6, 4))
        whole.setStretchFactor(self.map, 1)
        self.set_gradients(None)

    def set_gradients(self, found: Gradients | None) -> None:
        """Show norms, or nothing."""
        self.map.set_gradients(found)
        self.map.setVisible(found is not None)
        if found is None:
            self.says.setText(self.tr("There are no gradient norms by layer: they are kept of every tenth step."))
            return
        norms, shown = found.norms, self.locale().toString
        text = self.tr(
            "Gradient norm of each layer, from {low} (dark) to {high} (bright) by powers of ten; steps run across, and "
            "an image passes the layers from the top down. A layer that stays dark hardly learns."
        )
        self.says.setText(text.format(low=shown(float(norms.min()), "g", 2), high=shown(float(norms.max()), "g", 2)))
        self.map.setAccessibleName(self.says.text())


class NotesField(QPlainTextEdit):
    """Edits the notes of one run. Saves the notes a moment after the last key, and when the field loses the focus."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs = session.runs
        self._info: RunInfo | None = None
        self._written = ""
        self._soon = QTimer(self, singleShot=True, interval=_AFTER)
        self._soon.timeout.connect(self.write)
        self.textChanged.connect(self._soon.start)
        self.setAccessibleName(self.tr("Notes"))
        self.setPlaceholderText(self.tr("Notes on this run: what you tried, and the result"))

    def set_run(self, info: RunInfo | None) -> None:
        """Save the notes of the last run, then show those of a run."""
        is_same = info is not None and self._info is not None and info.path == self._info.path
        if not is_same:
            self.write()
        typed = self.toPlainText() != self._written
        self._info = info
        self.setEnabled(info is not None)
        if is_same and typed:
            return  # somebody is typing
        self._written = "" if info is None else info.notes
        if self.toPlainText() != self._written:
            blocked = self.blockSignals(True)
            self.setPlainText(self._written)
            self.blockSignals(blocked)

    def write(self) -> None:
        """Save the typed notes."""
        self._soon.stop()
        text = self.toPlainText()
        if self._info is not None and text != self._written:
            self._written = text
            self._runs.set_notes(self._info.path, text)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.write()
        super().focusOutEvent(event)


class LogPage(QWidget):
    """Shows messages and log. Without a message, the log alone."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = QStringListModel(self)
        self.messages = named(QListView(), self.tr("Warnings of the training"))
        self.messages.setModel(self._lines)
        self.messages.setWordWrap(True)
        self.messages.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.messages.setAlternatingRowColors(True)
        self.messages.setMaximumHeight(_MESSAGES)
        self.log = LogView(background)
        column(self.messages, self.log, parent=self, spacing=2).setStretchFactor(self.log, 1)

    def follow(self, log: Path | None, messages: Iterable[str]) -> None:
        """Show the messages, and the file as it grows."""
        lines = [*messages]
        if lines != self._lines.stringList():
            self._lines.setStringList(lines)
        self.messages.setVisible(bool(lines))
        self.log.follow(log)


class RunDetails(QWidget):
    """Shows one run, or two beside each other."""

    def __init__(self, session: Session, rows: RunRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._runs: tuple[RunInfo, ...] = ()
        self._curves: dict[Path, Mapping[str, Curve]] = {}
        self._followers: list[Follower] = []
        self.curves = CurvesView()
        self.curves.save_asked.connect(self._save_curves)
        self.log = LogPage(session.workspace.background)
        self.choices = ChoicesTable()
        self.words = WordsTable(session)
        self.learning_history = LearningHistoryPage(session)
        self.gradients = GradientsPage()
        self.profile = ProfileView()
        self.notes = NotesField(session)
        self.scatter = ScatterPage(rows)
        configuration = QSplitter(Qt.Orientation.Vertical)
        for part, share in ((self.choices, 3), (self.notes, 1)):
            configuration.addWidget(part)
            configuration.setStretchFactor(configuration.indexOf(part), share)
        self._seldom: dict[str, QWidget] = {"gradients": self.gradients, "cost": self.profile, "all": self.scatter}
        self._asked: set[QWidget] = set()  # those of them that a person, or what a training tells, has asked for
        self.tabs = tabs_of(
            (self.curves, self.tr("Curves")),
            (self.log, self.tr("Log")),
            (configuration, self.tr("Configuration")),
            (self.words, self.tr("Words")),
            (self.learning_history, self.tr("Learning history")),
            (self.gradients, self.tr("Gradients")),
            (self.profile, self.tr("Cost")),
            (self.scatter, self.tr("All runs")),
        )
        self.tabs.currentChanged.connect(self._show_page)
        column(self.tabs, parent=self)
        session.training.curves_changed.connect(self._trained)
        session.training.state_changed.connect(self._follow_log)
        session.training.news.connect(self._told)
        session.instruments.learning_histories.asked.connect(self._show_learning_history)
        session.runs.page_asked.connect(self.show_page)
        self.show_runs(())

    def _show_learning_history(self) -> None:
        self.tabs.setCurrentWidget(self.learning_history)

    def show_page(self, name: str) -> None:
        """Show one of the pages that few people need, and keep it in sight from now on."""
        page = self._seldom[name]
        self._asked.add(page)
        self._show_seldom()
        self.tabs.setCurrentWidget(page)

    def _show_seldom(self) -> None:
        for page in self._seldom.values():
            has_place = page is self.scatter or len(self._runs) == 1
            self.tabs.setTabVisible(self.tabs.indexOf(page), has_place and page in self._asked)

    def show_runs(self, runs: tuple[RunInfo, ...]) -> None:
        """Show no run, one or two."""
        before = [info.path for info in self._runs]
        now = [info.path for info in runs]
        was_running = [info.state for info in self._runs]
        self._runs = runs
        self.choices.set_runs(runs)
        self.notes.set_run(runs[0] if len(runs) == 1 else None)
        self.words.set_runs(runs)
        self.learning_history.set_runs(runs)
        self.scatter.diagram.select(frozenset(now))
        self.notes.setVisible(len(runs) == 1)
        self._show_seldom()
        self.tabs.setTabVisible(self.tabs.indexOf(self.words), len(runs) == 2)
        if now != before or was_running != [info.state for info in runs]:
            if len(now) != len(before) and runs:
                self.curves.shown = _COMPARED if len(runs) == 2 else SHOWN_FIRST
            self._read()
        self._follow_log()

    def _save_curves(self) -> None:
        name = f"{'-'.join(info.name for info in self._runs) or 'curves'}.png"
        plot = self.curves.plot
        save_dialog(self._session, plot, self, self.tr("Save the curves"), name, plot.rows()).open()

    def _told(self, event: object) -> None:
        """Show what the training has told. What its steps cost comes to the front."""
        training = self._session.training
        if isinstance(event, Profiled) and [info.path for info in self._runs] == [training.state.run]:
            self.profile.set_profile(training.state.profile)
            self.show_page("cost")
        self._follow_log()

    def _follow_log(self) -> None:
        """Show the log of the run that this window trains or has trained. Other runs keep none."""
        training = self._session.training
        is_own = training.log is not None and [info.path for info in self._runs] == [training.state.run]
        self.tabs.setTabVisible(self.tabs.indexOf(self.log), is_own)
        if is_own:
            warnings = training.state.warnings
            title = self.tr("Log ({count})").format(count=len(warnings)) if warnings else self.tr("Log")
            self.tabs.setTabText(self.tabs.indexOf(self.log), title)
            self.log.follow(training.log, map(translated, warnings))

    def _read(self) -> None:
        """Read the curves of the runs, and follow those that another process trains."""
        for follower in self._followers:
            follower.stop()
            follower.deleteLater()
        self._followers = []
        self._curves = {}
        training = self._session.training
        for info in self._runs:
            if info.path == training.state.run and training.is_busy:
                self._curves[info.path] = training.curves
            elif info.state == "running":
                follower = self._session.runs.follow(info.path, self)
                follower.curves_changed.connect(partial(self._followed, follower))
                self._followers.append(follower)
            else:
                self._session.runs.read_curves(info.path, partial(self._receive, info.path))
        self._show_curves()

    def _receive(self, run: Path, curves: Curves) -> None:
        if any(info.path == run for info in self._runs):
            self._curves[run] = curves
            self._show_curves()

    def _followed(self, follower: Follower) -> None:
        self._receive(follower.run, follower.curves)

    def _trained(self) -> None:
        training = self._session.training
        if training.state.run is not None and training.state.run in self._curves:
            self._receive(training.state.run, training.curves)

    def _show_curves(self) -> None:
        is_one = len(self._runs) == 1
        self.curves.set_runs(
            [
                ShownRun("" if is_one else info.name, self._curves[info.path])
                for info in self._runs
                if info.path in self._curves
            ]
        )
        self._show_page()

    def _show_page(self) -> None:
        """Show what is asked for only while somebody looks."""
        if len(self._runs) != 1:
            return
        run, page = self._runs[0].path, self.tabs.currentWidget()
        if page is self.gradients:
            self.gradients.set_gradients(gradients(self._curves.get(run, {})))
        elif page is self.profile:
            self._session.runs.read_profile(run, partial(self._receive_profile, run))

    def _receive_profile(self, run: Path, profile: Profile | None) -> None:
        if [info.path for info in self._runs] == [run]:
            self.profile.set_profile(profile)
