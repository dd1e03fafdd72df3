"""The state that all views of a window show: a workspace and the parts that work on it, without any widget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QObject, Signal

from app.bulk.bulk import Bulk
from app.bulk.noticing import Noticing
from app.checklist.checklist import Checklist
from app.checklist.guiding import Guiding
from app.display import Display, Viewport
from app.drafting.drafting import Drafting
from app.drafting.learning import Learning
from app.drafting.second_reader import SecondReaders
from app.drafting.surest import SurestModel
from app.editing.document import Documents
from app.editing.editor import Editor
from app.editing.on_screen import ImageOnScreen
from app.editing.reconciling import Reconciler
from app.editing.recovery import unsaved
from app.editing.saver import Saver
from app.editing.tools import TOOLS
from app.editing.typing import Typing, unknown_words
from app.language.sentences import translated
from app.on_demand import Instruments
from app.parts import FolderParts, ModelParts
from app.problems.findings import Findings
from app.problems.repairs import Repairs
from app.project import stepping
from app.project.catalog import Catalog
from app.project.loading import Loader
from app.project.memory import ProjectMemory
from app.project.opening import Opened, Opening
from app.project.reading_choice import ReadingChoice
from app.project.remembered_view import RememberedView
from app.project.saved_filters import SavedFilters
from app.project.thumbnails import Thumbnails
from app.project.workspace import Severity, Workspace
from app.reading.aids import ReadingAids
from app.reading.client import PredictionClient
from app.reading.model_in_use import ModelInUse
from app.reading.others import OtherReadings
from app.reading.own_writing import OwnWriting
from app.reading.predictions import Predictions
from app.reading.remembered import RememberedModel
from app.reviewing.agreeing import Agreeing
from app.reviewing.cross_check import CrossChecking
from app.reviewing.queue import Order, Reviewing
from app.settings.settings import Settings
from app.training.runs import Runs
from app.training.training import CHECK_ENTRY, ENTRY, Training
from core.base.errors import LabelError
from core.project.project import Project
from core.runs.bundled import BundledModel

if TYPE_CHECKING:
    from core.labels.divide.evidence import TextEvidence


class Session(QObject):
    """The state of one window, made of parts that have signals of their own."""

    tool_changed = Signal()
    recovered = Signal()  # a killed program has left unsaved edits: `saver.recovered`
    text_wanted = Signal(str)
    """The text line takes the keyboard, so that the person can type the word's text; carries the text typed already."""
    history_changed = Signal()  # the history has new entries

    def __init__(
        self,
        settings: Settings,
        parent: QObject | None = None,
        *,
        bundled: Sequence[BundledModel] = (),
        prediction_client: PredictionClient | None = None,
        training_entry: str = ENTRY,
        check_entry: str = CHECK_ENTRY,
        adopting_entry: str = "app.workers.children.job",
    ) -> None:
        super().__init__(parent)
        self._tool = "select"
        # what every part works on. The session shows views its settings, project and image
        workspace = self.workspace = Workspace(settings, self)
        self.settings = settings
        self.notify = workspace.notify
        self.show = workspace.show
        self.project_changed, self.image_changed = workspace.project_changed, workspace.image_changed
        self.display = Display(settings, self)
        self.viewport = Viewport(self)
        self.documents = Documents()
        self.opening = Opening(workspace, unsaved, self)
        self.catalog = Catalog(workspace, self)
        loader = Loader(workspace, self)
        self.saver = Saver(workspace, self.documents, self)
        self.editor = Editor(
            workspace=workspace, documents=self.documents, saver=self.saver, display=self.display, parent=self
        )
        self.typing = Typing(
            workspace=workspace, catalog=self.catalog, documents=self.documents, editor=self.editor, parent=self
        )
        reconciler = Reconciler(self.documents, self.saver, self.editor)
        self.findings = Findings(
            workspace=workspace, catalog=self.catalog, saver=self.saver, editor=self.editor, parent=self
        )
        self.runs = Runs(workspace, self)
        self.training = Training(workspace, self.runs, self, entry=training_entry, check_entry=check_entry)
        client = prediction_client or PredictionClient()
        client.setParent(self)
        self._wire()  # before other parts listen: the editor shows a project or an image before they hear of it
        ImageOnScreen(
            workspace=workspace,
            catalog=self.catalog,
            loader=loader,
            documents=self.documents,
            saver=self.saver,
            editor=self.editor,
            reconciler=reconciler,
            viewport=self.viewport,
            parent=self,
        )
        memory, bulk = ProjectMemory(workspace, self), Bulk(workspace, reconciler, self)
        self.in_use = ModelInUse(workspace=workspace, catalog=self.catalog, client=client, parent=self)
        self.predictions = Predictions(
            workspace=workspace,
            catalog=self.catalog,
            editor=self.editor,
            runs=self.runs,
            training=self.training,
            in_use=self.in_use,
            client=client,
            parent=self,
        )
        self.folder = FolderParts(
            loader=loader,
            reconciler=reconciler,
            thumbnails=Thumbnails(workspace, self),
            bulk=bulk,
            repairs=Repairs(workspace=workspace, catalog=self.catalog, editor=self.editor, parent=self),
            noticing=Noticing(workspace=workspace, catalog=self.catalog, memory=memory, parent=self),
            saved_filters=SavedFilters(workspace=workspace, catalog=self.catalog, memory=memory, parent=self),
            remembered_view=RememberedView(workspace=workspace, display=self.display, memory=memory, parent=self),
        )
        ReadingChoice(workspace, self.catalog, self)
        in_use = self.in_use
        readings = OtherReadings(workspace, self.catalog, self)
        seconds = SecondReaders(workspace=workspace, catalog=self.catalog, readings=readings, parent=self)
        drafting = Drafting(
            workspace=workspace,
            catalog=self.catalog,
            editor=self.editor,
            in_use=in_use,
            looked_at=self.predictions,
            seconds=seconds,
            bulk=bulk,
            memory=memory,
            bundled=bundled,
            parent=self,
        )
        cross_checking = CrossChecking(
            workspace=workspace, catalog=self.catalog, in_use=in_use, training=self.training, parent=self
        )
        agreeing = Agreeing(workspace=workspace, catalog=self.catalog, readings=readings, bulk=bulk, parent=self)
        self.reviewing = Reviewing(
            workspace=workspace,
            catalog=self.catalog,
            in_use=in_use,
            drafting=drafting,
            cross_checking=cross_checking,
            parent=self,
        )
        learning = Learning(
            workspace=workspace,
            saver=self.saver,
            runs=self.runs,
            training=self.training,
            in_use=in_use,
            memory=memory,
            opening=self.opening,
            parent=self,
            adopting_entry=adopting_entry,
        )
        self._let_choices_belong()
        workspace.image_changed.connect(self.display.restore)
        self.predictions.model_changed.connect(self._compare)
        self.display.changed.connect(self._compare)
        self.checklist = Checklist(
            workspace=workspace,
            catalog=self.catalog,
            editor=self.editor,
            display=self.display,
            findings=self.findings,
            training=self.training,
            reviewing=self.reviewing,
            memory=memory,
            parent=self,
        )
        surest = SurestModel(
            workspace=workspace,
            catalog=self.catalog,
            in_use=in_use,
            client=client,
            bundled=bundled,
            parent=self,
        )
        self.guiding = Guiding(
            workspace=workspace,
            catalog=self.catalog,
            noticing=self.folder.noticing,
            drafting=drafting,
            surest=surest,
            learning=learning,
            in_use=in_use,
            training=self.training,
            checklist=self.checklist,
            memory=memory,
            parent=self,
        )
        remembered = RememberedModel(
            workspace=workspace,
            catalog=self.catalog,
            editor=self.editor,
            in_use=in_use,
            memory=memory,
            bundled=bundled,
            parent=self,
        )
        remembered.settled.connect(learning.settle_model)
        aids = ReadingAids(workspace=workspace, catalog=self.catalog, in_use=in_use, parent=self)
        own_writing = OwnWriting(workspace=workspace, catalog=self.catalog, aids=aids, memory=memory, parent=self)
        self.models = ModelParts(
            bundled=bundled,
            client=client,
            remembered=remembered,
            drafting=drafting,
            cross_checking=cross_checking,
            learning=learning,
            other_readings=readings,
            agreeing=agreeing,
            aids=aids,
            own_writing=own_writing,
        )
        self.instruments = Instruments(
            workspace=workspace,
            catalog=self.catalog,
            saver=self.saver,
            editor=self.editor,
            runs=self.runs,
            training=self.training,
            in_use=in_use,
            predictions=self.predictions,
            client=client,
            bulk=bulk,
            memory=memory,
            checklist=self.checklist,
            bundled=bundled,
            parent=self,
        )

    def _wire(self) -> None:
        workspace = self.workspace
        workspace.project_changed.connect(self._project_changed)
        for written in (self.saver.saved, workspace.labels_written):
            written.connect(self.history_changed)
        self.opening.opened.connect(self._opened)
        self.saver.conflicted.connect(self.editor.conflicted)
        for trouble in (self.saver.trouble, self.catalog.trouble, self.runs.trouble, workspace.background.failed):
            trouble.connect(partial(workspace.notify, severity="error"))
        self.runs.found_training.connect(self.training.attach)
        self.training.notified.connect(self._notify_of_training)
        self.training.state_changed.connect(lambda _: self._end_trouble_of_training())
        self.catalog.charset_changed.connect(workspace.project_changed)
        self.editor.refused.connect(partial(workspace.notify, severity="warning"))
        self.editor.committed.connect(self._list_label)
        self.editor.sought.connect(self.viewport.reveal)

    def _notify_of_training(self, severity: Severity, sentence: str) -> None:
        if severity == "error":
            self.workspace.notify_trouble("training", sentence)
        else:
            self.workspace.notify(sentence, severity)

    def _end_trouble_of_training(self) -> None:
        if self.training.is_busy:  # another one has begun
            self.workspace.end_trouble("training")

    def _compare(self) -> None:
        """Draw targets as coarse as the predictions beside them: a model cannot do better than its stride."""
        choices, spec = self.display.choices, self.predictions.spec
        is_compared = choices.way == "swipe" or {*choices.columns} != {"target"}
        self.display.compare(spec.maps.stride if is_compared and spec is not None else None)

    def _let_choices_belong(self) -> None:
        """Let the choices that make sense for only one folder come and go with it."""
        view = self.folder.remembered_view
        catalog = self.catalog
        reviewing = self.reviewing

        def sort_queue(kept: object) -> None:
            reviewing.sort(next((order for order in get_args(Order) if order == kept), None))

        def take_tool(kept: object) -> None:  # typing ends with the folder and never survives a restart
            self.set_tool(next((tool.id for tool in TOOLS if tool.id == kept != "word"), "select"))

        listed = catalog.images_changed
        view.belongs("filter", lambda: catalog.filter_text, lambda kept: catalog.set_filter(str(kept or "")), listed)
        view.belongs("sort", lambda: [catalog.sort.key, catalog.sort.descending], catalog.take_sort, listed)
        view.belongs("queue order", lambda: reviewing.chosen_order, sort_queue, reviewing.changed)
        view.belongs("tool", lambda: self.tool, take_tool, self.tool_changed)

    # What lies in the workspace

    @property
    def project(self) -> Project | None:
        """The open project, or None if no project is open."""
        return self.workspace.project

    @property
    def image(self) -> str | None:
        """The relative path of the image on screen, also while it is being read, or None if there is none."""
        return self.workspace.image

    @property
    def tool(self) -> str:
        """The mouse tool on the canvas, as the id of one of `app.editing.tools.TOOLS`."""
        return self._tool

    # What a person does

    def set_tool(self, tool: str) -> None:
        """Choose the mouse tool on the canvas, given its id."""
        if tool != self._tool:
            self._tool = tool
            self.editor.drop_preview()
            if tool == "word":
                self.typing.turn(True)
            self.tool_changed.emit()
            if tool != "word":  # only now: the tool that is left has finished what was typed
                self.typing.turn(False)

    def end_typing(self) -> None:
        """End typing words, so that letters are shortcuts again.

        The letters typed on an image without a known label are kept.
        """
        if self.typing.is_on:
            self.set_tool("select")

    def open(self, folder: Path, image: str | None = None) -> None:
        """Open a project in the background at `image` or the last image, after saving and closing the previous one."""
        self._leave()
        self.opening.expect(folder)
        self.saver.when_saved(partial(self.opening.read, folder, image, self.folder.remembered_view.image_of(folder)))

    def close(self, then: Callable[[], None] | None = None) -> None:
        """Save and close the project, and call `then` once that is done."""

        def close() -> None:
            self._put_in_workspace(None)
            if then is not None:
                then()

        self._leave()
        self.saver.when_saved(close)

    def shutdown(self) -> bool:
        """Shut down all parts, as `Background.shutdown` does, once a label file that is being written is complete."""
        self._leave()
        self.saver.flush()
        self.catalog.open(None)
        self.workspace.ending.emit()
        self.predictions.shutdown()
        self.training.shutdown()
        is_over = self.workspace.background.shutdown()
        self.saver.close()
        self.opening.hold(None)
        return is_over

    def step(self, step: int, kind: stepping.Kind = "any") -> bool:
        """Show the next (step 1) or previous (-1) image of the list, and return True if there is one.

        Kinds are those of `stepping.step`.
        """
        reviewed = {
            document.image: document.label is not None and document.label.is_reviewed for document in self.documents
        }
        unknown = unknown_words(self.catalog, self.documents) if kind == "unknown" else None
        return stepping.step(self.workspace, self.catalog, step, kind, reviewed, unknown)

    def mark_reviewed(self, merges: str = "") -> None:
        """Mark the word on screen as reviewed (`merges` as in `Editor.apply`), and go on as queue or settings say.

        While words are typed the next one is that of an image without a known label.
        """
        self.editor.mark_reviewed(self.tr("Mark reviewed"), merges)
        where = self.settings.value("label.after_review")
        if where == "stay" or not self.editor.label.is_reviewed:
            return
        if self.reviewing.is_walked:
            self.reviewing.step(1)
        elif self.typing.is_on:
            self.step(1, "unknown")
        else:
            self.step(1, "unreviewed" if where == "next_unreviewed" else "any")

    def evidence(self, text: str) -> TextEvidence | None:
        """Return the model's evidence for dividing the image on screen into a text, or None if it was not read."""
        predicted, size = self.in_use.current, self.editor.image_size
        if predicted is None or size is None or predicted.image != self.editor.image:
            return None
        return predicted.evidence(text, size)

    def divide_picture(self, text: str = "", merges: str = "") -> bool:
        """Divide the picture on screen into the characters of a given text, or of its own text, as one edit.

        The result is True if that was done.

        `merges`: as for `Editor.apply`.
        """
        from app.bulk.dividing import legible, whole_divided, with_word

        editor, word = self.editor, text or self.editor.committed_label.word
        if editor.pixels is None or not editor.can_edit:
            return False
        if not word:
            self.text_wanted.emit("")
            return False
        try:
            drafts = editor.committed_label.characters if text else ()
            direction = str(self.settings.value("label.divide_direction"))
            division = whole_divided(editor.pixels, word, direction, self.evidence(word), drafts)
        except LabelError as error:
            self.notify(error, "warning")
            return False
        title = self.tr("Divide the picture into “{word}”").format(word=word)
        return editor.apply(title, with_word, legible(division.characters), text, select=(), merges=merges)

    # How the parts hang together

    def _list_label(self, image: str) -> None:
        document = self.documents.get(image)
        if document is not None:
            self.catalog.take_label(image, document.label)

    def _leave(self) -> None:
        """Before the project is left, make unfinished typing an edit, and keep the view."""
        self.workspace.leaving.emit()
        self.end_typing()
        self.folder.remembered_view.keep()

    def _opened(self, opened: Opened, image: str | None) -> None:
        self._put_in_workspace(opened)
        self.show(image or opened.first)
        self.workspace.notify_unkept(opened.unkept)
        for remark in opened.project.remarks:
            self.notify(translated(remark), "warning")
        for sentence in opened.torn:
            self.notify(sentence, "error")
        if opened.recovered:
            self.recovered.emit()

    def _put_in_workspace(self, opened: Opened | None) -> None:
        project = None if opened is None else opened.project
        self.show(None)
        self.display.set(position=None)
        self.saver.close()
        self.documents.clear()
        self.findings.set_project(project)
        self.opening.hold(opened)
        self.workspace.project, self.workspace.is_read_only = project, opened is not None and opened.read_only
        self.folder.loader.set_project(project)
        self.runs.set_project(project)
        self.training.set_folder(None if project is None else project.root)
        if opened is not None:
            self.saver.open(opened.project, opened.recovered, is_protected=opened.protected)
        self.catalog.open(project)
        self.project_changed.emit()

    def _project_changed(self) -> None:
        self.editor.set_project(self.project, self.catalog.charset, self.workspace.read_only)
