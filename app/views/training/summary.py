"""The sentences about a plan that no check is needed for: what becomes of the start, and what the project offers."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.language.figures import agreeing
from app.language.sentences import translated
from app.session import Session
from app.training.plan import TrainingPlan
from app.widgets.boxes import colour_text, column, plain_label
from app.widgets.contrast import Recoloured


class PlanSummary(Recoloured, QWidget):
    """Says what a training keeps and changes of the model that it starts from, and for which labels its network is."""

    def __init__(self, session: Session, plan: TrainingPlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._plan = session, plan
        self._start_title = plain_label(self.tr("The model it starts from"), bold=True)
        self._project_title = plain_label(self.tr("The project"), bold=True)
        self.start, self.project, self.doubt = (plain_label(selectable=True) for _ in range(3))
        start = column(self._start_title, self.start, spacing=4)
        project = column(self._project_title, self.project, spacing=4)
        column(self.doubt, start, project, parent=self, spacing=12)  # the doubt is what one should read first
        plan.changed.connect(self.show_plan)
        session.runs.changed.connect(self.show_plan)
        self.show_plan()

    def show_plan(self) -> None:
        """Show the sentences about the current choices of the plan."""
        texts = [translated(sentence) for sentence in self._plan.said_start()]
        self.start.setText("\n".join(texts))
        for part in (self._start_title, self.start):
            part.setVisible(bool(texts))
        self.project.setText(self._said_project())
        doubt = "" if self._session.project is None else self._plan.said_validation()
        self.doubt.setText(doubt)
        self.doubt.setVisible(bool(doubt))
        colour_text(self.doubt, "warning")

    def recolour(self) -> None:
        self.show_plan()

    def _said_project(self) -> str:
        project = self._session.project
        if project is None:
            return self.tr("Open a folder first.")
        text = self.tr(
            "{project}: labels of {count} {count:|symbol|symbols}, pictures of {height} × {width} px, words of up "
            "to {length} {length:|symbol|symbols}."
        )
        return agreeing(
            text,
            project=project.root.name,
            count=f"{len(self._session.catalog.project_charset):,}",
            height=self._plan.map_size("height"),
            width=self._plan.map_size("width"),
            length=self._plan.map_size("max_length"),
        )
