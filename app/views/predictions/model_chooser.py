"""The chooser of the model that predicts: the bundled model, a run, a checkpoint of a run, or a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QDir, QLocale, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QSizePolicy, QToolButton, QWidget

from app.language.figures import validation_share
from app.language.languages import translate
from app.session import Session
from app.widgets.boxes import set_tip
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.runs.bundled import BUNDLED, BundledModel
from core.runs.files import RUNS, RunFiles, step_of
from core.runs.info import RunInfo
from core.runs.model_ref import CrossCheckModel, ModelFile, model_ref

_SI = QLocale.DataSizeFormat.DataSizeSIFormat
_MOST = 20  # runs in the menu: all others are in the panel of the runs

_AROUND = 24  # px of the button beside its text


class ModelChooser(QToolButton):
    """Shows the name of the model in use on a button, which opens a menu of all models."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._checkpoints: Mapping[Path, tuple[Path, ...]] = {}
        self._looking = LatestJob(session.workspace.background, "runs", self)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self.fill)
        session.in_use.model_changed.connect(self.show_model)
        session.project_changed.connect(self.show_model)
        session.training.state_changed.connect(self.show_model)
        session.runs.changed.connect(self._find_checkpoints)
        self._find_checkpoints()
        self.show_model()

    def show_model(self) -> None:
        """Show the name of the model in use, or nothing while there is no word to read."""
        self.setVisible(self._session.project is not None)
        in_use = self._session.in_use
        name = name_of(in_use.model, self._session.models.bundled) + self._reading_options()
        match in_use.state:
            case "none":
                text = self.tr("No model")
            case "loading":
                text = self.tr("{model}, loading…").format(model=name)
            case "failed":
                text = self.tr("{model}, cannot be used").format(model=name)
            case _:
                text = name
        title = text if in_use.model is None else self.tr("In use for drafts: {model}").format(model=text)
        room = self.maximumWidth() - _AROUND
        self.setText(self.fontMetrics().elidedText(title, Qt.TextElideMode.ElideMiddle, room))  # Qt would cut it
        tip = self.tr("The model in use drafts labels, fills the list and sorts the queue: {model}").format(model=text)
        set_tip(self, tip if in_use.model is None else f"{tip}\n{in_use.model}")
        self.setAccessibleName(tip)

    def _reading_options(self) -> str:
        """The reading options, if they are not the plain ones: every figure of a model depends on them."""
        value = self._session.settings.value
        parts = [self.tr(", without regard to case")] if value("predicting.ignore_case") else []
        crops = value("predicting.crops")
        if crops != "auto":
            parts.append(self.tr(", one crop") if crops == "1" else self.tr(", {count} crops").format(count=crops))
        spec = self._session.in_use.spec
        project = self._session.project
        if project is not None and project.expected:
            parts.append(self.tr(", expected words"))
        elif spec is not None and spec.language:
            has_language = self._session.in_use.reads_with_language
            parts.append(self.tr(", with language") if has_language else self.tr(", the network alone"))
        return "".join(parts)

    def fill(self) -> None:
        """Fill the menu with the current runs, checkpoints and files."""
        session, menu = self._session, self.menu()
        menu.clear()
        for model in [model for model in session.models.bundled if model.exists]:
            text = self.tr("{name}, which comes with the program ({size})")
            size = self.locale().formattedDataSize(model.path.stat().st_size, 1, _SI)
            self._offer(menu, text.format(name=model.name, size=size), model.path)
        self._offer(menu, self.tr("No model"), None)
        if session.models.cross_checking.model is not None:
            self._offer(
                menu,
                self.tr("Cross-check: for each image, the model that did not learn it"),
                session.models.cross_checking.model,
            )
        menu.addSeparator()
        for info in session.runs.entries[:_MOST]:
            self._offer_run(menu, info)
        if session.runs.entries:
            menu.addSeparator()
        menu.addAction(self.tr("Model file…")).triggered.connect(lambda _: self.choose_file())

    def choose_file(self) -> None:
        """Ask for a model file, and predict with it."""
        model_file_dialog(self._session, self.window()).open()

    def _offer(self, menu: QMenu, text: str, model: Path | None) -> None:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(self._session.in_use.model == model)
        action.triggered.connect(lambda _, model=model: self._session.in_use.choose(model))

    def _offer_run(self, menu: QMenu, info: RunInfo) -> None:
        training = self._session.training
        is_live = training.state.run == info.path and training.is_busy
        checkpoints = self._checkpoints.get(info.path, ())
        if not (is_live or info.model is not None or checkpoints):
            return  # nothing of it can predict
        inside = menu.addMenu(info.name)
        if is_live:
            look = inside.addAction(self.tr("Look at the training"))
            look.triggered.connect(lambda _, run=info.path: self._session.predictions.look_at(run))
        elif info.model is not None:
            accuracy = info.metrics.get("word_accuracy")
            best = self.tr("Best, step {step}").format(step=info.best_step)
            text = "" if accuracy is None else f": {validation_share(accuracy, info.validated)}"
            self._offer(inside, best + text, info.path)
        for checkpoint in checkpoints:
            self._offer(inside, self.tr("Checkpoint, step {step}").format(step=step_of(checkpoint)), checkpoint)

    def _find_checkpoints(self) -> None:
        runs = [info.path for info in self._session.runs.entries]

        def work(job: Job) -> Mapping[Path, tuple[Path, ...]]:
            return {run: RunFiles(run).checkpoint_folders() for run in runs}

        def then(checkpoints: Mapping[Path, tuple[Path, ...]]) -> None:
            self._checkpoints = checkpoints

        self._looking.ask(work, then)


def name_of(model: Path | None, bundled: Sequence[BundledModel] = BUNDLED) -> str:
    """Return a model's name: its run, its run and step, its file, or the run and project of a run's model file.

    Every run's file is called model.keras: that alone would say nothing.
    """
    ref = model_ref(model, bundled)
    if isinstance(ref, CrossCheckModel):
        return translate("ModelChooser", "Cross-check")
    if isinstance(ref, ModelFile) and ref.is_of_run:
        runs = ref.path.parent.parent
        if len(runs.parents) > len(RUNS.parts) and runs.parts[-len(RUNS.parts) :] == RUNS.parts:
            project = runs.parents[len(RUNS.parts) - 1]
            text = translate("ModelChooser", "{run} of {project}")
            return text.format(run=ref.path.parent.name, project=project.name)
    return ref.name


def model_file_dialog(session: Session, parent: QWidget) -> QFileDialog:
    """Return a dialog, not opened yet, for choosing the model file to predict with."""
    folder = session.runs.folder
    beside = session.workspace.beside  # the project that has the runs may be there
    start = folder if folder is not None and session.runs.entries else beside
    dialog = QFileDialog(parent, translate("ModelFile", "Choose a model"), str(start))
    dialog.setNameFilter(translate("ModelFile", "Models (*.keras)"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)  # a project's runs lie in a hidden folder
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda file: session.in_use.choose(Path(file)))
    return dialog
