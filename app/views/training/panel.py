"""The panel of the training: progress, curves, warnings, log and result."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.language.sentences import translated
from app.session import Session
from app.training.training import Training
from app.views.training.outcome import OutcomeBar
from app.views.training.progress import ProgressBar
from app.widgets.boxes import column, named
from app.widgets.contrast import tabs_of
from app.widgets.curve_plot import ShownRun
from app.widgets.curves_view import CurvesView
from app.widgets.log_view import LogView
from app.widgets.profile_view import ProfileView
from core.runs.events import Profiled


class TrainingPanel(QWidget):
    """Shows the training of the session."""

    asked = Signal(str)
    """Something is to be done, by the id of an action."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training: Training = session.training
        self.progress = ProgressBar(session)
        self.progress.asked.connect(self.asked)
        self.outcome = OutcomeBar(session)
        self.curves = CurvesView(session.curve_drawer)
        self._lines = QStringListModel(self)
        self.warnings = named(QListView(), self.tr("Warnings of the training"))
        self.warnings.setModel(self._lines)
        self.warnings.setWordWrap(True)
        self.warnings.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.warnings.setAlternatingRowColors(True)
        self.log = LogView(session.background)
        self.profile = ProfileView()
        self.tabs = tabs_of(
            (self.curves, self.tr("Curves")),
            (self.warnings, self.tr("Messages")),
            (self.log, self.tr("Log")),
            (self.profile, self.tr("Cost")),
        )
        self.outcome.log_asked.connect(lambda: self.tabs.setCurrentWidget(self.log))
        whole = column(self.progress, self.outcome, self.tabs, parent=self, spacing=0)
        whole.setStretchFactor(self.tabs, 1)
        training = self._training
        training.state_changed.connect(self._show)
        training.news.connect(self._show_news)
        training.curves_changed.connect(self._show_curves)
        self._show_warnings()
        self._name_warnings()
        self._show()

    def _show(self) -> None:
        self.log.follow(self._training.log)
        self._show_curves()
        self._show_profile()
        self._show_warnings()

    def _show_news(self, event: object) -> None:
        if isinstance(event, Profiled):
            self._show_profile()
            self.tabs.setCurrentWidget(self.profile)
        self.log.follow(self._training.log)  # it moves into the run's folder once there is one
        self._show_warnings()

    def _show_curves(self) -> None:
        self.curves.set_runs([ShownRun("", self._training.curves)])

    def _show_profile(self) -> None:
        self.profile.set_profile(self._training.state.profile)

    def _show_warnings(self) -> None:
        warnings = [translated(warning) for warning in self._training.state.warnings]
        if len(warnings) == self._lines.rowCount() and (not warnings or warnings[-1] == self._lines.stringList()[-1]):
            return
        self._lines.setStringList(warnings)
        self._name_warnings()

    def _name_warnings(self) -> None:
        count = self._lines.rowCount()
        title = self.tr("Messages ({count})").format(count=count) if count else self.tr("Messages")
        self.tabs.setTabText(self.tabs.indexOf(self.warnings), title)
