"""The choosers of training words, validation words and initial weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFileDialog

from app.language.words import plain_tip
from app.session import Session
from app.training.plan import Data, TrainingPlan
from app.views.training.editors import ChoiceBox, FieldEditor, NumberBox
from app.widgets.boxes import explain, row


class Chooser(FieldEditor):
    """Offers a list of possibilities, which is updated whenever the plan changes."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__()
        self.session, self.plan = session, plan
        self.main = self.box = ChoiceBox()
        self.box.activated.connect(lambda place: self.choose(self.box.itemData(place)))
        self.box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def choose(self, value: Any) -> None:
        """Store the person's choice in the plan."""
        raise NotImplementedError

    def fill(self, entries: Sequence[tuple[str, object]], current: object) -> None:
        """Offer possibilities as pairs (text, value), with the current one selected."""
        self.box.clear()
        for text, value in entries:
            self.box.addItem(text, value)
            self.box.setItemData(self.box.count() - 1, plain_tip(text), Qt.ItemDataRole.ToolTipRole)
        self.box.setCurrentIndex([value for _, value in entries].index(current))


class DataChooser(Chooser):
    """Chooses the project's words, synthetic words, or both, with the share of synthetic ones."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        self.share = NumberBox(is_whole=True)
        self.share.setRange(1, 99)
        self.share.setSuffix(" %")
        self.share.valueChanged.connect(lambda percent: self.plan.set("synthetic", percent / 100))
        self.share.setFixedWidth(70)
        row(self.box, self.share, parent=self, spacing=6)

    def choose(self, value: Data) -> None:
        self.plan.set_data(value)

    def set_value(self, value: Any, unset: str) -> None:
        entries: list[tuple[str, object]] = [
            (self.tr("This project"), "project"),
            (self.tr("Project + synthetic"), "mix"),
            (self.tr("Synthetic words only"), "synthetic"),
        ]
        self.fill(entries, self.plan.data)
        self.share.setVisible(self.plan.data == "mix")
        _show_share(self.share, self.plan.value("synthetic"), self.tr("Share of synthetic words"))


class ValidationChooser(Chooser):
    """Chooses the project's own split, another share of its images, or a folder for validation."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        self.share = NumberBox(is_whole=True)
        self.share.setRange(0, 90)
        self.share.setSuffix(" %")
        self.share.valueChanged.connect(lambda percent: self.plan.set("validation", percent / 100))
        self.share.setFixedWidth(70)
        row(self.box, self.share, parent=self, spacing=6)

    def choose(self, value: Any) -> None:
        if value == "folder":
            start = "" if self.session.project is None else str(self.session.project.root)
            folder = QFileDialog.getExistingDirectory(self, self.tr("A folder of labelled images"), start)
            if folder:
                self.plan.set("validation", Path(folder))
            self.set_value(self.plan.value("validation"), "")
        else:
            self.plan.set("validation", value)

    def set_value(self, value: Any, unset: str) -> None:
        entries: list[tuple[str, object]] = [(self._said_project(), None)]
        share = value if isinstance(value, float) else 0.1
        entries.append((self.tr("A share of the images"), share))
        if isinstance(value, Path):
            entries.append((value.name, value))
        entries.append((self.tr("A folder…"), "folder"))
        self.fill(entries, value)
        self.share.setVisible(isinstance(value, float))
        _show_share(self.share, share, self.tr("Share of the project's images that is set apart for validation"))

    def _said_project(self) -> str:
        project = self.session.project
        if project is None:
            return self.tr("Same as the project")
        chosen = project.settings.validation
        if chosen.folder is not None:
            return self.tr("Project: folder {folder}").format(folder=chosen.folder)
        return self.tr("Project: {share} % of the images").format(share=f"{100 * chosen.share:g}")


class StartChooser(Chooser):
    """Chooses the bundled model, random weights, the best weights of a run, or a model file as the start."""

    def __init__(self, session: Session, plan: TrainingPlan) -> None:
        super().__init__(session, plan)
        row(self.box, parent=self)

    def choose(self, value: Any) -> None:
        if value == "file":
            file, _ = QFileDialog.getOpenFileName(self, self.tr("A model to start from"), "", "Keras (*.keras)")
            if file:
                self.plan.set_start(Path(file))
            self.set_value(self.plan.value("start"), "")
        else:
            self.plan.set_start(value)

    def set_value(self, value: Any, unset: str) -> None:
        text = self.tr("{name} (bundled)")
        entries: list[tuple[str, object]] = [
            (text.format(name=model.name), model.path) for model in self.session.models.bundled if model.exists
        ]
        entries.append((self.tr("Random weights"), None))
        models = [info.model for info in self.session.runs.entries if info.model is not None]
        entries += [(self.tr("Run {run}").format(run=model.parent.name), model) for model in models]
        if value not in [value_of for _, value_of in entries]:
            entries.append((value.name, value))
        entries.append((self.tr("A model file…"), "file"))
        self.fill(entries, value)


def _show_share(box: NumberBox, share: float, says: str) -> None:
    """Show a share in percent without telling it as a choice, and say what it is a share of."""
    with QSignalBlocker(box):
        box.setValue(round(100 * share))
    explain(box, says)
