"""Points at the places of a newcomer's steps: opens layout, panel and word, and lets a frame pulse there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.actions.action import LayoutName
from app.actions.action_set import ActionSet
from app.checklist.seeking import Seeking
from app.checklist.steps import StepName
from app.session import Session
from app.views.main_window.dialogs import Dialogs
from app.views.main_window.layouts import Layouts
from app.views.main_window.panels import Panels
from app.widgets.pulse import Pulse

_LAID_OUT = 60  # ms until panels that have come to the front have their places
_FIRST: Mapping[str, Any] = {"start": None, "steps": 450}  # choices of a newcomer's first training
_LAYOUTS: Mapping[StepName, LayoutName] = {
    "mend": "label",
    "label": "label",
    "train": "train",
    "why": "inspect",
    "review": "review",
}


class Pointing(QObject):
    """Goes to the place of a step, in the layout for its work, and points at it."""

    def __init__(
        self,
        *,
        session: Session,
        actions: ActionSet,
        panels: Panels,
        layouts: Layouts,
        dialogs: Dialogs,
        canvas: QWidget,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.pulse: Pulse | None = None  # the frame that was shown last
        self._session = session
        self._actions = actions
        self._panels = panels
        self._dialogs = dialogs
        self._layouts, self._canvas = layouts, canvas
        self._suggests = False  # True while the choices of the first training are suggested
        drafting = session.models.drafting
        self._seeking = Seeking(
            workspace=session.workspace,
            display=session.display,
            checklist=session.checklist,
            drafting=drafting,
            in_use=session.in_use,
            predictions=session.predictions,
            parent=self,
        )
        session.checklist.changed.connect(self._limit_training)

    def show(self, name: StepName) -> None:
        """Go to the place of a step, and report the widget there once everything is in its place."""
        self._actions.trigger(f"view.layout.{_LAYOUTS[name]}")
        goes: Mapping[StepName, Callable[[], QWidget]] = {
            "mend": self._to_problem,
            "label": self._to_unlabelled,
            "train": self._to_training,
            "why": self._to_misread,
            "review": self._to_queue,
        }
        target = goes[name]()
        QTimer.singleShot(_LAID_OUT, target, lambda: self._point(target))

    def _point(self, target: QWidget) -> None:
        if target.isVisible():
            self.pulse = Pulse(target)

    def _to_problem(self) -> QWidget:
        from app.views.problems.panel import ProblemsPanel

        session = self._session
        self._layouts.show("label")
        self._panels.show("problems")
        if not session.editor.problems:
            self._actions.trigger("go.next_problem")
        session.findings.select_in(session.image)
        self._canvas.setFocus()
        panel = self._panels.content("problems")
        assert isinstance(panel, ProblemsPanel)
        panel.show_image(session.image)
        return panel.fix

    def _to_unlabelled(self) -> QWidget:
        session = self._session
        image = session.checklist.unlabelled_image()
        if image is not None:
            session.show(image)
        self._layouts.show("label")
        self._panels.show("characters")
        session.set_tool("select")  # the text says which key chooses the word tool, which would type that key
        self._canvas.setFocus()
        return self._canvas

    def _to_training(self) -> QWidget:
        from app.views.training.dialog import TrainingDialog

        session = self._session
        self._layouts.show("train")
        self._panels.show("runs")
        if session.training.is_busy:
            return self._panels.content("runs")
        if not session.editor.has_label and len(session.catalog.visible):
            session.show(session.catalog.image_at(0))  # the targets that its predicted maps come to resemble
        self._seeking.seek("train")  # its maps are seen to change
        dialog = self._dialogs.show("train")
        assert isinstance(dialog, TrainingDialog)
        return dialog.start

    def _to_misread(self) -> QWidget:
        self._layouts.show("inspect")
        self._panels.show("predictions")
        self._seeking.seek("why")
        return self._panels.content("predictions")

    def _limit_training(self) -> None:
        """Let the training that the first steps speak of begin with nothing and take as long as they say.

        Then maps form on the screen, and it is compared with what step 0 has read, and with no other model.
        """
        session = self._session
        present = next((step.name for step in session.checklist.steps if step.state == "now"), None)
        is_first = session.checklist.is_shown and present == "train"
        session.models.learning.compares_with_nothing = is_first
        if is_first != self._suggests:
            self._suggests = is_first
            session.instruments.plan.suggest(_FIRST if is_first else {})

    def _to_queue(self) -> QWidget:
        from app.views.review.panel import ReviewPanel

        self._layouts.show("review")
        self._panels.show("review")
        panel = self._panels.content("review")
        assert isinstance(panel, ReviewPanel)
        if not self._session.checklist.facts.has_queue:
            return panel.predict
        self._session.reviewing.begin()  # the next one would be another if the open word is in the queue itself
        self._canvas.setFocus()
        return panel.table
