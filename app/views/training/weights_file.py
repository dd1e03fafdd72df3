"""The file with ImageNet's weights, which the person has to provide because nothing is downloaded."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from app.language.sentences import translated
from app.session import Session
from app.training.plan import TrainingPlan
from app.widgets.boxes import colour_text, column, plain_label, push_button
from app.workers.latest import LatestJob
from core.base.keras_home import weight_folders
from core.base.published_weights import RESNET50, PublishedWeights, keep_weights, kept_weights

_IMAGENET = "imagenet"


class WeightsFile(QWidget):
    """Asks for the file if a plan starts from ImageNet's weights and Keras' folder does not contain them."""

    def __init__(
        self,
        session: Session,
        plan: TrainingPlan,
        weights: PublishedWeights = RESNET50,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._plan = plan
        self._weights = weights
        self._is_wanted = False
        self._work = LatestJob(session.workspace.background, "checks", self)
        self.says = plain_label(selectable=True)
        self.button = push_button(self.tr("Choose the file…"), self._ask_for_file, default=False)
        lines = column(self.says, self.button, parent=self, spacing=4)
        lines.setAlignment(self.button, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_plan(self) -> None:
        """Check if the file is there, as soon as the plan needs it."""
        is_wanted = self._plan.value("weights") == _IMAGENET
        if is_wanted == self._is_wanted:
            return
        self._is_wanted = is_wanted
        self._work.drop()
        self.hide()
        if is_wanted:
            self._work.ask(lambda job: kept_weights(self._weights), self._looked)

    def take(self, path: Path) -> None:
        """Compare a file with the published one, and copy it into Keras' folder."""
        self.button.setEnabled(False)
        self._say(self.tr("Comparing and copying {file} …").format(file=path.name))
        self._work.ask(lambda job: keep_weights(path, self._weights), self._kept, self._failed)

    def _looked(self, kept: Path | None) -> None:
        if kept is not None:
            return
        text = self.tr(
            "ImageNet's weights are not in {folder}, and the program does not download them. Choose the file {file}. "
            "It is in .keras/models on every computer where Keras has made a ResNet50 with the weights “imagenet” and "
            "without the top. The program compares its checksum and copies it to {folder}. The network “paper” can "
            "then use it."
        )
        self._say(text.format(folder=weight_folders()[0], file=self._weights.file))
        self.button.show()
        self.show()

    def _kept(self, path: Path) -> None:
        self.button.hide()
        self.button.setEnabled(True)
        self._say(self.tr("ImageNet's weights are in {folder}.").format(folder=path.parent))
        self._plan.changed.emit()

    def _failed(self, error: Exception) -> None:
        self.button.setEnabled(True)
        self._say(translated(error), is_fault=True)

    def _ask_for_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose {file}").format(file=self._weights.file), "", self.tr("Weights") + " (*.h5)"
        )
        if path:
            self.take(Path(path))

    def _say(self, text: str, *, is_fault: bool = False) -> None:
        colour_text(self.says, "error" if is_fault else None)
        self.says.setText(text)
