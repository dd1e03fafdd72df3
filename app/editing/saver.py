"""Saves edits automatically, at once in the journal, and after a short pause in the label file."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.editing.document import Document, Documents, Write
from app.language.sentences import translated
from app.project.workspace import Workspace
from app.workers.background import Job
from core.base.errors import FileWriteError, StudioError
from core.base.files import read_file
from core.labels.files.history import History, HistoryEntry
from core.labels.files.journal import Journal, Recovered, hash_of, journal_folder
from core.labels.files.storage import (
    LabelConflict,
    LabelFile,
    check_image_is_there,
    label_path,
    read_label_bytes,
    replace_label,
)
from core.project.project import Project

_AGAIN_AFTER = 5000  # ms after which a write that failed is tried once more


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The result of writing one label file and its part of the history."""

    file: LabelFile | None = None
    unrecorded: tuple[HistoryEntry, ...] = ()
    trouble: StudioError | None = None


class Saver(QObject):
    """Saves the documents of one project in the background."""

    saved = Signal(str)  # the image whose label file was written or deleted
    conflicted = Signal(str)  # the image whose label file another program has changed while there are unsaved edits
    trouble = Signal(object)  # a text, or a `Sentence` of core: something could not be written
    state_changed = Signal()  # the number `unsaved` has changed

    def __init__(self, workspace: Workspace, documents: Documents, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.delay = 0  # milliseconds without an edit before a label file is written
        self.history: History | None = None  # of the open project; for reading in other threads, make one of your own
        # edits that a killed program has left, and about which the user has not decided yet
        self.recovered: tuple[Recovered, ...] = ()
        self._documents = documents
        self._workspace = workspace
        self._settings = workspace.settings
        self._background = workspace.background
        self._project: Project | None = None
        self.journal: Journal | None = None  # of the open project
        self._is_protected = True
        self._waiting: list[Callable[[], None]] = []
        self._troubles: dict[str, str] = {}  # by image: why its label could not be saved
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.flush)
        self._setting_changed("saving.delay")
        workspace.settings.changed.connect(self._setting_changed)

    def open(self, project: Project, recovered: tuple[Recovered, ...] = (), *, is_protected: bool = True) -> None:
        """Start saving the documents of this project.

        `is_protected`: False if it is known, and was said, that the journal cannot be written.
        """
        self._project = project
        self._is_protected = is_protected
        self.journal = Journal(journal_folder(project.root))
        self.history = History(project.root, self._workspace.annotator)
        self.recovered = recovered

    def close(self) -> None:
        """Forget the project, after the caller has called `flush` and waited for the threads."""
        if self.journal is not None:
            self.journal.close()
        self._timer.stop()
        self._project = self.journal = self.history = None
        self.recovered = ()

    @property
    def unsaved(self) -> int:
        """The number of label files with unsaved edits."""
        return sum(document.is_dirty or document.is_saving for document in self._documents)

    def committed(self, document: Document) -> None:
        """Save the label of an edited document, at once in the journal, and soon in its label file."""
        self._keep(document)
        self._timer.start(self.delay)
        self.state_changed.emit()

    def flush(self) -> None:
        """Write every unsaved label now, in the background."""
        self._timer.stop()
        for document in self._documents:
            if (document.is_dirty or document.unsaved) and not document.is_saving and not document.conflict:
                self._write(document)
        self._go_on()

    def when_saved(self, then: Callable[[], None]) -> None:
        """Save every unsaved label now, and call `then` when all writing has ended, except for conflicts."""
        self._waiting.append(then)
        self.flush()

    def keep_mine(self, document: Document) -> None:
        """End a conflict by replacing the label file of the other program."""
        self._write(document, keep_mine=True)

    def settled(self, document: Document) -> None:
        """Delete a document's entry in the journal, because the document has adopted the label file on the disk."""
        self._keep(document)
        self.state_changed.emit()

    def restore(self, recovered: Recovered) -> None:
        """Write a recovered edit to its label file in the background, and keep the former content in the history."""
        project, journal = self._project, self.journal
        if project is None or journal is None:
            return
        self.recovered = tuple(edit for edit in self.recovered if edit is not recovered)
        image = project.path_of(recovered.image)
        self._background.start(
            "",
            partial(_restore, image, recovered, History(project.root, self._workspace.annotator)),
            lane="saving",
            finished=lambda _: self._restored(recovered),
            failed=lambda error: self.trouble.emit(str(error)),
        )

    def follow(self, images: Mapping[str, str]) -> None:
        """Keep the recovered edits of images that were moved, given the new names by the old ones."""
        self.recovered = tuple(replace(edit, image=images.get(edit.image, edit.image)) for edit in self.recovered)

    def discard(self, recovered: Recovered) -> None:
        """Delete a recovered edit for good."""
        if self.journal is not None:
            self.journal.discard(recovered)
        self.recovered = tuple(edit for edit in self.recovered if edit is not recovered)

    def _setting_changed(self, setting: str) -> None:
        if setting == "saving.delay":
            self.delay = round(1000 * self._settings.value(setting))
        elif setting == "label.annotator" and self.history is not None:
            self.history.by = self._workspace.annotator

    def _restored(self, recovered: Recovered) -> None:
        if self.journal is not None:
            self.journal.discard(recovered)
        self.saved.emit(recovered.image)

    def _keep(self, document: Document) -> None:
        if self.journal is None:
            return
        if not document.is_dirty and not document.is_saving:  # what is being written may differ from what was there
            self.journal.clear(document.image)
            return
        base = None if document.base is None else document.base.data
        writing = () if document.write is None else (hash_of(document.write.data),)
        try:
            # No bytes mean "there is to be no label file": a label file is never empty.
            self.journal.record(document.image, document.data() or b"", hash_of(base), writing)
        except FileWriteError as error:
            if self._is_protected:  # said once, not with every edit
                note = self.tr("Edits are not protected from a crash until they are saved. {why}").format(
                    why=translated(error)
                )
                self.trouble.emit(note)
            self._is_protected = False
        else:
            self._is_protected = True

    def _write(self, document: Document, *, keep_mine: bool = False) -> None:
        project, history = self._project, self.history
        if project is None or history is None:
            return
        write = document.keep_mine() if keep_mine else document.writing()
        self._background.start(
            "",
            partial(_write, project.path_of(document.image), write, history, self._documents),
            lane="saving",
            finished=partial(self._written, document),
            failed=partial(self._not_written, document),
        )

    def _written(self, document: Document, outcome: _Outcome) -> None:
        document.written(outcome.file, outcome.unrecorded)
        if (solved := self._troubles.pop(document.image, "")) and outcome.trouble is None:
            self._workspace.solve(solved)
        if outcome.trouble is not None:
            self._notify_of(document, outcome.trouble)
        self._keep(document)
        self.saved.emit(document.image)
        if document.is_dirty or (document.unsaved and outcome.trouble is None):
            if self._waiting:  # an edit made while the one before was written belongs to what is waited for
                self._write(document)
            else:
                self._timer.start(self.delay)
        elif outcome.trouble is not None:
            self._timer.start(_AGAIN_AFTER)
        self.state_changed.emit()
        self._go_on()

    def _not_written(self, document: Document, error: Exception) -> None:
        if isinstance(error, LabelConflict):
            document.conflicted()
            self._keep(document)
            self.conflicted.emit(document.image)
        else:
            document.not_written()
            self._keep(document)
            self._notify_of(document, error)
            self._timer.start(_AGAIN_AFTER)
        self.state_changed.emit()
        self._go_on()

    def _notify_of(self, document: Document, error: Exception) -> None:
        """Report why a label could not be saved."""
        self._troubles[document.image] = str(error)
        self.trouble.emit(str(error))

    def _go_on(self) -> None:
        if not any(document.is_saving for document in self._documents):
            waiting, self._waiting = self._waiting, []
            for then in waiting:
                then()


def _write(image: Path, write: Write, history: History, documents: Documents, job: Job) -> _Outcome:
    entries = write.entries
    check_image_is_there(image)
    path = label_path(image)
    try:
        file = replace_label(path, write.data, write.expected, overwrite=write.overwrite)
    except LabelConflict:
        draft = read_label_bytes(path)
        if not entries or not documents.is_draft(draft):
            raise
        file = replace_label(path, write.data, draft)
        # Once more, because the draft is the later one: restoring the latest label must not give the draft.
        entries = (*entries, HistoryEntry(entries[-1].image, draft, write.data, entries[-1].title))
    try:
        history.append(*entries)
    except FileWriteError as error:
        return _Outcome(file, entries, error)
    return _Outcome(file)


def _restore(image: Path, recovered: Recovered, history: History, job: Job) -> None:
    check_image_is_there(image)
    path, before = label_path(image), None
    with contextlib.suppress(FileNotFoundError):
        before = read_file(path)
    after = recovered.label or None
    if after != before:
        replace_label(path, after, before)
        title = QCoreApplication.translate("Edits", "Recovered after a crash")
        history.append(HistoryEntry(recovered.image, before, after, title))
