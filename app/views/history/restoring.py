"""Restores labels from the history as one action, planned in the background, with a question if edits would be lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.bulk.bulk import restoring
from app.language.figures import counted, short_time
from app.language.sentences import in_a_list
from app.project.undo_list import undo_title
from app.session import Session
from app.views.history.reading import PastAction
from app.widgets.boxes import MessageBox, without_icons
from app.workers.latest import LatestJob
from core.labels.files.history import History, edited_since, plan_action, plan_image, plan_project

_NAMED = 5  # images in a question


@dataclass(frozen=True, slots=True)
class _RestorePlan:
    """The files to write, and the images whose later edits would be lost."""

    files: Mapping[str, bytes | None]
    edited: tuple[str, ...] = ()


class Restorer(QObject):
    """Restores labels, each time as one action of the history that can be undone."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.question: QMessageBox | None = None  # what is being asked
        self._session = session
        self._window = parent
        self._planning = LatestJob(session.workspace.background, "jobs", self)

    def restore_image(self, action: PastAction, image: str) -> None:
        """Restore one label to its state after an action."""
        title = self.tr("Restore the label as of {time}").format(time=short_time(action.last))
        self._plan(title, lambda history: _RestorePlan(plan_image(history, image, action.last)))

    def take_back(self, action: PastAction) -> None:
        """Restore all labels of an action to their state before it, after a question if some were edited since."""

        def plan(history: History) -> _RestorePlan:
            return _RestorePlan(plan_action(history, action.id), edited_since(history, action.id))

        def question(plan: _RestorePlan) -> str:
            if not plan.edited:
                return ""
            names = in_a_list(plan.edited[:_NAMED]) + (" …" if len(plan.edited) > _NAMED else "")
            one = self.tr("One of the labels was edited after that time; this edit is undone, too: {names}.")
            several = self.tr(
                "{count} of the labels were edited after that time; these edits are undone, too: {names}."
            )
            return counted(one, several, len(plan.edited), names=names)

        self._plan(undo_title(action.title), plan, question)

    def restore_folder(self, action: PastAction) -> None:
        """Restore every label of the project to its state after an action, once the person has agreed."""
        time = short_time(action.last)

        def question(plan: _RestorePlan) -> str:
            one, several = (
                self.tr("One label has been edited since {time}."),
                self.tr("{count} labels have been edited since {time}."),
            )
            sentence = one if len(plan.files) == 1 else several
            return (
                sentence.format(count=len(plan.files), time=time)
                + " "
                + self.tr("These labels are restored to their state at that time.")
            )

        title = self.tr("Restore the folder to {time}").format(time=time)
        self._plan(title, lambda history: _RestorePlan(plan_project(history, action.last)), question)

    def _plan(
        self,
        title: str,
        plan: Callable[[History], _RestorePlan],
        question: Callable[[_RestorePlan], str] = lambda plan: "",
    ) -> None:
        session = self._session
        project = session.project
        if project is None:
            return
        if session.editor.read_only:
            session.notify(session.editor.read_only, "warning")
            return

        def planned(restore_plan: _RestorePlan) -> None:
            if not restore_plan.files:
                session.notify(self.tr("Nothing has been edited since then."))
                return
            asked = question(restore_plan)
            if asked:
                self._ask(title, asked, restore_plan)
            else:
                self._do(title, restore_plan)

        def begin() -> None:  # what is edited now has to be in the history first
            self._planning.ask(lambda job: plan(History(project.root)), planned, title=self.tr("Reading the history"))

        session.workspace.leaving.emit()
        session.saver.when_saved(begin)

    def _ask(self, title: str, question: str, plan: _RestorePlan) -> None:
        box = MessageBox(QMessageBox.Icon.Question, title, question, parent=self._window)
        box.setInformativeText(self.tr("The history keeps the present labels, so you can undo this."))
        yes = box.addButton(self.tr("Restore"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        yes.clicked.connect(lambda: self._do(title, plan))
        box.finished.connect(self._answered)
        self.question = box
        without_icons(box)
        box.open()

    def _answered(self) -> None:
        self.question = None

    def _do(self, title: str, plan: _RestorePlan) -> None:
        self._session.folder.bulk.start(title, [*plan.files], restoring(plan.files))
