"""The details of one run or the differences of two: curves, log, choices, notes, words, learning history, cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from app.language.sentences import translated
from app.pictures.exporting import save_dialog
from app.session import Session
from app.training.runs import Follower
from app.views.runs.choices import ChoicesTable
from app.views.runs.curve_plot import ShownRun
from app.views.runs.curves_view import SHOWN_FIRST, CurvesView
from app.views.runs.gradients import GradientsPage
from app.views.runs.learning_history_page import LearningHistoryPage
from app.views.runs.log_page import LogPage
from app.views.runs.notes_field import NotesField
from app.views.runs.profile_view import ProfileView
from app.views.runs.rows import RunRows
from app.views.runs.scatter import ScatterPage
from app.views.runs.words import WordsTable
from app.widgets.boxes import column
from app.widgets.contrast import tabs_of
from core.runs.curves import Curve, Curves, gradients
from core.runs.events import Profiled
from core.runs.info import RunInfo
from core.runs.profile import Profile

_COMPARED = frozenset({"loss", "validation_loss", "word_accuracy", "learning_rate"})


class RunDetails(QWidget):
    """Shows the details of one run, or compares two runs."""

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
        session.training.news.connect(self._take_event)
        session.instruments.learning_histories.asked.connect(self._show_learning_history)
        session.runs.page_asked.connect(self.show_page)
        self.show_runs(())

    def _show_learning_history(self) -> None:
        self.tabs.setCurrentWidget(self.learning_history)

    def show_page(self, name: str) -> None:
        """Open one of the pages that few people need, and keep its tab visible from now on."""
        page = self._seldom[name]
        self._asked.add(page)
        self._show_seldom()
        self.tabs.setCurrentWidget(page)

    def _show_seldom(self) -> None:
        for page in self._seldom.values():
            has_place = page is self.scatter or len(self._runs) == 1
            self.tabs.setTabVisible(self.tabs.indexOf(page), has_place and page in self._asked)

    def show_runs(self, runs: tuple[RunInfo, ...]) -> None:
        """Show the details of no run, one run or two."""
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
            self._read_curves()
        self._follow_log()

    def _save_curves(self) -> None:
        name = f"{'-'.join(info.name for info in self._runs) or 'curves'}.png"
        plot = self.curves.plot
        save_dialog(self._session, plot, self, self.tr("Save the curves"), name, plot.rows()).open()

    def _take_event(self, event: object) -> None:
        """Show an event of the training, and bring the cost of its steps to the front when that is the event."""
        training = self._session.training
        if isinstance(event, Profiled) and [info.path for info in self._runs] == [training.state.run]:
            self.profile.set_profile(training.state.profile)
            self.show_page("cost")
        self._follow_log()

    def _follow_log(self) -> None:
        """Show the log of the run that this window trains or has trained, since other runs keep none."""
        training = self._session.training
        is_own = training.log is not None and [info.path for info in self._runs] == [training.state.run]
        self.tabs.setTabVisible(self.tabs.indexOf(self.log), is_own)
        if is_own:
            warnings = training.state.warnings
            title = self.tr("Log ({count})").format(count=len(warnings)) if warnings else self.tr("Log")
            self.tabs.setTabText(self.tabs.indexOf(self.log), title)
            self.log.follow(training.log, map(translated, warnings))

    def _read_curves(self) -> None:
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
        """Show the contents of a page only while somebody looks."""
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
