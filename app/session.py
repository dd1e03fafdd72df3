"""The open project: the one state that all views show, and the ways to change it. It knows no widget."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from app.desktop.folders import unwritable, why_not
from app.display import Display, Viewport
from app.editing.document import Document, Documents
from app.editing.editor import Editor
from app.editing.recovery import unsaved
from app.editing.saver import Saver
from app.language.sentences import translated
from app.predicting.client import PredictionClient
from app.predicting.drafting import Prelabelling
from app.predicting.predictions import Predictions
from app.problems.findings import Findings
from app.project import stepping
from app.project.catalog import Catalog
from app.project.first_image import first_image
from app.project.loading import Loaded, Loader
from app.reviewing.cross_check import CrossChecking
from app.reviewing.queue import Reviewing
from app.settings.settings import Settings
from app.training.runs import Runs
from app.training.training import Training
from app.workers.background import Background, Job
from core.charset import Charset
from core.labels.files.journal import Journal, Recovered, journal_folder
from core.labels.files.storage import LabelFile
from core.project.project import Project, ProjectSettings

Tool = Literal["select", "polygon", "box", "word", "split", "brush", "eraser", "renumber", "gaussian"]
Severity = Literal["note", "warning", "error"]


@dataclass(frozen=True, slots=True)
class _Opened:
    """What opening a project has found."""

    project: Project
    first: str | None
    recovered: tuple[Recovered, ...]
    torn: tuple[str, ...]
    lock: QLockFile | None
    shared: bool
    read_only: bool
    protected: bool
    unkept: str


class Session(QObject):
    """The state of one window.

    Attributes
    ----------
    settings, background, catalog, loader, editor, findings, predictions, prelabelling, reviewing, cross_checking,
    saver, display, viewport, documents
        Its parts, each with signals of its own.
    project : Project or None
    image : str or None
        Relative path of the image on screen, also while it is still being read.
    tool : Tool
        What the mouse does on the canvas.
    is_shared : bool
        Whether another window has the same project open.
    """

    project_changed = Signal()
    """Another project, other settings of it, or none."""
    image_changed = Signal()
    leaving = Signal()
    """The image on screen is about to be left: what is typed and not finished belongs in its label now."""
    tool_changed = Signal()
    told = Signal(str, str)
    """(severity, sentence) to be shown: "note", "warning" or "error"."""
    recovered = Signal()
    """There are edits of a program that was killed: `saver.recovered`."""
    text_wanted = Signal()
    """What the word reads is to be typed now: the text line takes the keyboard."""
    opening_changed = Signal()
    ending = Signal()
    """Everything is about to end: child processes are let go."""
    history_changed = Signal()
    """The history has new entries."""

    def __init__(
        self, settings: Settings, parent: QObject | None = None, *, prediction_client: PredictionClient | None = None
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.project: Project | None = None
        self.image: str | None = None
        self.tool: Tool = "select"
        self.is_shared = False
        self.is_read_only = False
        self.opening: Path | None = None
        self.background = Background(self)
        self.display = Display(self)
        self.viewport = Viewport(self)
        self.documents = Documents()
        self.catalog = Catalog(self.background, self)
        self.loader = Loader(self.background, self)
        self.saver = Saver(self.documents, self.background, self)
        self.editor = Editor(self.documents, self.saver, self.display, self.background, self)
        self.findings = Findings(self.catalog, self.editor, self.background, self)
        self.runs = Runs(self.background, self)
        self.training = Training(self.runs, self)
        self.prediction_client = prediction_client or PredictionClient()
        self.prediction_client.setParent(self)
        self.predictions = Predictions(self, self.prediction_client)
        self.prelabelling = Prelabelling(self)
        self.cross_checking = CrossChecking(self)
        self.reviewing = Reviewing(self)
        self._lock: QLockFile | None = None
        self._unkept = ""
        self._read_soon = QTimer(self, singleShot=True, interval=0)
        self._read_soon.timeout.connect(self._read)
        self._wire()

    def _wire(self) -> None:
        self.loader.loaded.connect(self._arrived)
        self.saver.saved.connect(self._saved)
        self.saver.conflicted.connect(self.editor.conflicted)
        self.saver.trouble.connect(lambda sentence: self.tell(sentence, "error"))
        self.catalog.trouble.connect(lambda sentence: self.tell(sentence, "error"))
        self.runs.trouble.connect(lambda sentence: self.tell(sentence, "error"))
        self.runs.found_training.connect(self.training.attach)
        self.training.told.connect(self.told)
        self.catalog.charset_changed.connect(self._settings_changed)
        self.catalog.changed_on_disk.connect(self._changed_on_disk)
        self.catalog.images_changed.connect(self._images_changed)
        self.editor.refused.connect(lambda sentence: self.tell(sentence, "warning"))
        self.background.failed.connect(lambda error: self.tell(str(error), "error"))
        self.display.changed.connect(self.editor.label_changed)
        for setting in ("maps.colormap", "maps.opacity"):
            self._apply_setting(setting)
        self._apply_settings()
        self.settings.changed.connect(self._apply_setting)

    def _apply_setting(self, setting: str) -> None:
        """Follow one that is another now; the display has choices of its own, which no other setting may undo."""
        if setting == "maps.colormap":
            self.display.set(colormap=self.settings.value(setting))
        elif setting == "maps.opacity":
            self.display.set(opacity=self.settings.value(setting))
        else:
            self._apply_settings()

    def _apply_settings(self) -> None:
        self.saver.delay = round(1000 * self.settings.value("saving.delay"))
        self.catalog.watch_interval = self.settings.value("projects.look_every")

    # Messages and tools

    def tell(self, sentence: str, severity: Severity = "note") -> None:
        """Show a sentence to the user."""
        self.told.emit(severity, translated(sentence))

    def tell_unkept(self, sentence: str) -> None:
        """Say once, here and on standard error, that the program's own folders cannot be written; "" says nothing."""
        if sentence and sentence != self._unkept:
            self._unkept = sentence
            self.tell(sentence, "warning")
            print(sentence, file=sys.stderr)

    def set_tool(self, tool: Tool) -> None:
        """Let the mouse do something else on the canvas."""
        if tool != self.tool:
            self.tool = tool
            self.editor.drop_preview()
            self.tool_changed.emit()

    # The project

    def open(self, folder: Path, image: str | None = None) -> None:
        """Open a project in the background, and show `image` or its first one; what was open is saved and closed."""
        self.leaving.emit()
        self.opening = folder
        self.opening_changed.emit()
        self.saver.when_saved(lambda: self._open(folder, image))

    def close(self, then: Callable[[], None] | None = None) -> None:
        """Save and close the project; `then` is called once that is done."""

        def close() -> None:
            self._take_project(None)
            if then is not None:
                then()

        self.leaving.emit()
        self.saver.when_saved(close)

    def shutdown(self) -> None:
        """End everything; what is being saved is saved whole."""
        self.leaving.emit()
        self.saver.flush()
        self._read_soon.stop()
        self.catalog.open(None)
        self.ending.emit()
        self.predictions.shutdown()
        self.training.shutdown()
        self.background.shutdown()
        self.saver.close()
        if self._lock is not None:
            self._lock.unlock()

    @property
    def charset(self) -> Charset:
        """The project's charset; where it has chosen none, the symbols of its labels."""
        chosen = None if self.project is None else self.project.settings.charset
        return self.catalog.charset if chosen is None else chosen

    def save_settings(self, settings: ProjectSettings, then: Callable[[], None] | None = None) -> None:
        """Write other choices to the project's `textscanner.json`, in the background."""
        project = self.project
        if project is None or settings == project.settings:
            return

        def saved(changed: Project) -> None:
            if self.project is not None and self.project.root == changed.root:
                self.project = changed
                self.catalog.set_settings(changed)
                self._settings_changed()
                if then is not None:
                    then()

        self.background.start(
            "",
            lambda job: project.save(settings),
            lane="saving",
            finished=saved,
            failed=lambda error: self.tell(str(error), "error"),
        )

    # The image

    def show(self, image: str | None) -> None:
        """Put an image on screen."""
        if image == self.image:
            return
        self.leaving.emit()
        self.saver.flush()
        self.image = image
        kept = None if image is None else self.loader.kept(image)
        if kept is not None and kept.size is not None:
            self.viewport.show_image(kept.size[1], kept.size[0])
        self.editor.show(kept)
        self.image_changed.emit()
        if kept is None:
            self._read()
        else:
            self._read_soon.start()  # threads that read would hold up the painting of what is there already
        self.catalog.watch(image)

    def step(self, step: int, kind: stepping.Kind = "any") -> bool:
        """Show the next image of the list (step 1) or the one before (-1); whether there is one.

        Parameters
        ----------
        step : {1, -1}
        kind : {"any", "unreviewed", "problem"}
            Pass over images that a person has reviewed, or that have no problem.
        """
        return stepping.step(self, step, kind)

    def mark_reviewed(self) -> None:
        """Mark the word on screen reviewed, and go where the settings say."""
        self.editor.mark_reviewed(self.tr("Mark reviewed"))
        where = self.settings.value("label.after_review")
        if where != "stay" and self.editor.label.status == "reviewed":
            self.step(1, "unreviewed" if where == "next_unreviewed" else "any")

    # How its parts hang together

    def _open(self, folder: Path, image: str | None) -> None:
        if self.opening != folder:
            return  # another one was asked for meanwhile
        self.background.start(
            self.tr("Opening {folder}").format(folder=folder.name),
            partial(_open, folder, self.settings.path.parent),
            finished=partial(self._opened, image),
            failed=self._not_opened,
        )

    def _opened(self, image: str | None, opened: _Opened) -> None:
        if self.opening is None or self.opening.absolute() != opened.project.root:
            if opened.lock is not None:
                opened.lock.unlock()
            return
        self.opening = None
        self._take_project(opened)
        self.show(image or opened.first)
        if self.image is None:
            self.catalog.first_shown()
        self.tell_unkept(opened.unkept)
        for sentence in opened.torn:
            self.tell(sentence, "error")
        if opened.recovered:
            self.recovered.emit()
        self.opening_changed.emit()

    def _not_opened(self, error: Exception) -> None:
        self.opening = None
        self.opening_changed.emit()
        self.tell(str(error), "error")

    def _take_project(self, opened: _Opened | None) -> None:
        project = None if opened is None else opened.project
        self.show(None)
        self.display.set(position=None, trial_width=None, trial_stride=None)
        self.saver.close()
        self.documents.clear()
        self.findings.set_project(project)
        if self._lock is not None:
            self._lock.unlock()
        self._lock = None if opened is None else opened.lock
        self.is_shared = opened is not None and opened.shared
        self.is_read_only = opened is not None and opened.read_only
        self.project = project
        self.loader.set_project(project)
        self.runs.set_project(project)
        self.training.set_folder(None if project is None else project.root)
        if opened is not None:
            self.saver.open(opened.project, opened.recovered, is_protected=opened.protected)
        self.catalog.open(project)
        self._settings_changed()

    def _settings_changed(self) -> None:
        read_only = ""
        if self.is_read_only:
            read_only = self.tr(
                "This folder may not be written to, so its labels cannot be edited. Copy it, then open the copy."
            )
        self.editor.set_project(self.project, self.catalog.charset, read_only)
        self.project_changed.emit()

    def _images_changed(self) -> None:
        if self.image is None and self.project is not None and not self.catalog.is_listing:
            self.show(self.catalog.image_at(0))
        elif self.image is not None and len(self.catalog.visible):
            self._read_soon.start()

    def _arrived(self, loaded: Loaded) -> None:
        if loaded.image != self.image:
            return
        shown = self.editor.loaded
        if shown is None or not shown.has_picture_of(loaded) or shown.label_error != loaded.label_error:
            if loaded.size is not None:
                self.viewport.show_image(loaded.size[1], loaded.size[0])
            self.editor.show(loaded)
        else:
            self.editor.reconcile(loaded)
        QTimer.singleShot(0, self.catalog.first_shown)  # after it is painted

    def _saved(self, image: str) -> None:
        document = self.documents.get(image)
        if document is not None:
            self.loader.refile(image, document.base)
        self.catalog.saved((image,))
        self.findings.forget((image,))
        self.history_changed.emit()

    def _changed_on_disk(self, images: Sequence[str]) -> None:
        self.findings.forget(images)
        ours = {document.image for document in self.documents if document.is_saving}
        self.loader.forget([image for image in images if image not in ours])
        if self.image in images:
            self._read()

    def _read(self) -> None:
        """Read the image on screen, anew if it is kept, and its neighbours, to which the person may go next."""
        self._read_soon.stop()
        if self.image is not None:
            self.loader.want((self.image, *self._neighbours(self.image)))

    def _neighbours(self, image: str) -> Iterable[str]:
        row = self.catalog.row_of(image)
        if row is None:
            return
        for distance in range(1, self.settings.value("list.read_ahead") + 1):
            for other in (row + distance, row - distance):
                name = self.catalog.image_at(other)
                if name is not None:
                    yield name

    def labels_written(
        self, images: Sequence[str], title: str = "", files: Mapping[str, LabelFile | None] | None = None
    ) -> None:
        """Something of ours other than the editor has written these images' labels (a bulk action, an import).

        Parameters
        ----------
        images : sequence of str
        title : str
            What was done.
        files : mapping, optional
            What it has written of images that are open, None for no file: they take it over as one step that can be
            undone, which the history knows already. One edited meanwhile is asked about, as after another program.
        """
        for image, file in (files or {}).items():
            document = self.documents.get(image)
            if document is not None and not (document.is_dirty or document.is_saving or document.conflict):
                self.editor.take(document, file, title)
        self._changed_on_disk(images)
        self.catalog.saved(images)
        self.history_changed.emit()

    def document_of(self, image: str) -> Document | None:
        """The open document of an image, None where it is not open."""
        return self.documents.get(image)


def _open(folder: Path, settings: Path, job: Job) -> _Opened:
    project = Project.open(folder)
    journal = Journal(journal_folder(project.root))
    unkept = unwritable(settings, journal.folder)
    lock: QLockFile | None = QLockFile(str(journal.folder / "window.lock"))
    shared = False
    if lock is not None and not lock.tryLock(0):
        shared = lock.error() == QLockFile.LockError.LockFailedError  # and not that there can be no such file
        lock = None
    read_only = not os.access(project.root, os.W_OK)
    left = unsaved(project.root, journal)
    protected = not why_not(journal.folder)
    torn = journal.unreadable()
    return _Opened(project, first_image(project.root), left, torn, lock, shared, read_only, protected, unkept)
