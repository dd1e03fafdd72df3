"""Edits the labels of many images in the background, as one entry of the history, and can stop between two files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal, Protocol

from PySide6.QtCore import QObject

from app.bulk.report import BulkReport, severity_of, summary
from app.language.figures import counted
from app.language.languages import translate
from app.project.undo_list import UndoableEdit, redo_title, undo_title
from app.project.workspace import FollowUp, Workspace
from app.workers.background import Job
from core.base.errors import FileWriteError, LabelError, StudioError
from core.base.progress import Cancelled, Progress, ignore_news
from core.labels.edits import edits
from core.labels.files.history import History, HistoryEntry, edited_since, new_action, plan_action
from core.labels.files.storage import (
    LabelConflict,
    LabelFile,
    check_image_is_there,
    label_path,
    parse_label,
    read_label_bytes,
    replace_label,
    serialise_label,
)
from core.labels.formats.record import Refusal
from core.labels.label import WordLabel

_BATCH = 100  # label files an entry into the history: what a power cut could leave out of it
_FAILURES_IN_A_ROW = 20  # of writing: then the disk is at fault, not the label

FileEdit = Callable[[str, bytes | None], bytes | None]
"""(image, its label file) → the label file to write, or None for no file; raises a StudioError to refuse."""

_Kind = Literal["made", "changed", "deleted"]  # what an action does to a label file

LabelEdit = Callable[[WordLabel], WordLabel | None]
"""A label → the label to write, or None to delete the label file; raises LabelError to refuse."""


class OpenLabels(Protocol):
    """The interface to the labels that are open for editing, as `Reconciler` implements it."""

    @property
    def open_images(self) -> frozenset[str]:
        """The images whose labels are open."""

    @property
    def unsaved_images(self) -> frozenset[str]:
        """The images with an edit that is not in their label files yet."""

    def when_saved(self, then: Callable[[], None]) -> None:
        """Save all open labels now, then call `then`."""

    def follow(self, images: Mapping[str, str]) -> None:
        """Keep the open labels of images that were moved, given the new names by the old ones."""

    def expect_draft(self, data: bytes) -> None:
        """Expect a label file that will be written as a draft, so that a person's edit replaces it unasked."""

    def take_over(self, files: Mapping[str, LabelFile | None]) -> None:
        """Show the label files that were written (None: deleted) in the documents that are open."""


class Bulk(QObject):
    """Edits the label files of many images.

    `labels`: saved before an action begins, and given what the action has written.
    """

    def __init__(self, workspace: Workspace, labels: OpenLabels, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._labels = workspace, labels
        self._undoable: dict[str, UndoableEdit] = {}  # by the action's id
        workspace.folder_changed.connect(self._undoable.clear)

    def start(
        self,
        title: str,
        images: Sequence[str],
        edit: FileEdit,
        then: Callable[[BulkReport], None] | None = None,
        kind: str = "",
        *,
        is_undoable: bool = True,
    ) -> None:
        """Edit the label files of some images of the open project, after its unsaved edits are saved.

        A project whose folder may not be written to is refused with a sentence. `edit`: runs in another thread. `then`:
        called with the report, in the GUI thread; without it, the report is shown as a sentence. `is_undoable`: True if
        the undo list gets the action as one edit; False: the caller adds it, together with all else that was done.
        """
        workspace, project = self._workspace, self._workspace.project
        if project is None or not images or workspace.refuses_edits():
            return

        by = workspace.annotator

        def work(job: Job) -> BulkReport:
            recorded = self._labels.open_images
            return carry_out(project.root, title, images, edit, recorded, job.progress, by=by, kind=kind)

        def done(report: BulkReport) -> None:
            if workspace.project is not None and workspace.project.root == project.root:
                self.written(report, is_undoable=is_undoable)
            (then or self.notify)(report)

        def begin() -> None:
            workspace.background.start(title, work, finished=done)

        self.when_saved(begin)

    def when_saved(self, then: Callable[[], None]) -> None:
        """Save every unsaved edit to its label file, then call `then`."""
        self._workspace.leaving.emit()
        self._labels.when_saved(then)

    @property
    def unsaved_images(self) -> frozenset[str]:
        """The images with an edit that is not in their label files, or that cannot be saved after `when_saved`."""
        return self._labels.unsaved_images

    @property
    def open_images(self) -> frozenset[str]:
        """The images whose labels are open, and whose new label files the caller has to pass to `written`."""
        return self._labels.open_images

    def follow(self, images: Mapping[str, str]) -> None:
        """Keep the open labels of images that were moved, given the new names by the old ones."""
        self._labels.follow(images)

    def expect_draft(self, data: bytes) -> None:
        """Expect a label file that will be written as a draft, so that a person's edit replaces it unasked."""
        self._labels.expect_draft(data)

    def written(self, report: BulkReport, *, is_undoable: bool = True) -> None:
        """Register labels that were written by this program, but not by the saver, as a single edit.

        `report`: its `files` are shown in their open documents. One edited meanwhile is asked about, as after another
        program.
        """
        self._labels.take_over(report.files)
        self._workspace.labels_written.emit(report.changed)
        if is_undoable and report.changed:
            self._undoable[report.action] = self._workspace.undo_list.add(self.undoable_edit_of(report))

    def undoable_edit_of(self, report: BulkReport) -> UndoableEdit:
        """Return an action as an edit, whose undo and redo restore the labels from before the latest writing."""
        latest = report

        def written(turned: BulkReport) -> None:
            nonlocal latest
            latest = turned

        def turn(title: str) -> None:
            self.take_back(latest, written, title)

        return UndoableEdit(
            report.title, partial(turn, undo_title(report.title)), partial(turn, redo_title(report.title))
        )

    def mark_reviewed(self, images: Sequence[str]) -> None:
        """Mark the labels of these images as reviewed, leaving out images without a label."""
        now, by = datetime.now(UTC), self._workspace.annotator

        def reviewed(label: WordLabel) -> WordLabel:
            return label if label.is_reviewed else edits.mark_reviewed(label, now, by)

        one = translate("Bulk", "Mark one word reviewed")
        several = translate("Bulk", "Mark {count} words reviewed")
        self.start(counted(one, several, len(images)), images, label_edit(reviewed))

    def delete_labels(self, images: Sequence[str]) -> None:
        """Delete these labels, and keep them all in the history, even unreadable ones."""
        one = translate("Bulk", "Delete one label")
        several = translate("Bulk", "Delete {count} labels")
        self.start(counted(one, several, len(images)), images, lambda image, data: None)

    def take_back(self, report: BulkReport, then: Callable[[BulkReport], None] | None = None, title: str = "") -> None:
        """Restore the labels of an action to their state before it, except those that were edited since.

        `then`: called with the report of the taking back, which is no edit of its own then.
        """
        project, undo_list = self._workspace.project, self._workspace.undo_list
        if project is None:
            return
        title = title or undo_title(report.title)

        def plan(job: Job) -> tuple[dict[str, bytes | None], tuple[str, ...]]:
            history = History(project.root)
            edited = edited_since(history, report.action)
            files = {image: data for image, data in plan_action(history, report.action).items() if image not in edited}
            return files, edited

        def begin(planned: tuple[dict[str, bytes | None], tuple[str, ...]]) -> None:
            files, edited = planned
            undo_list.hold(False)
            if self._workspace.root != project.root or self._workspace.refuses_edits():
                return
            if files:
                undo_list.hold(True)
                self.start(title, [*files], restoring(files), partial(done, edited), is_undoable=then is None)
            elif edited:
                report_on(edited, BulkReport(title, action=""))

        def done(edited: Sequence[str], undone: BulkReport) -> None:
            undo_list.hold(False)
            if then is not None:
                then(undone)
            report_on(edited, undone)

        def report_on(edited: Sequence[str], undone: BulkReport) -> None:
            stay = translate("Bulk", "{image}: the label has been edited since then, and stays as it is.")
            left = tuple(Refusal(image, stay.format(image=image)) for image in edited)
            self.notify(replace(undone, refusals=(*left, *undone.refusals)), can_undo=then is None)

        def look() -> None:
            self._workspace.background.start("", plan, finished=begin, failed=failed)

        def failed(error: Exception) -> None:
            undo_list.hold(False)
            self._workspace.background.failed.emit(error)

        undo_list.hold(True)
        self.when_saved(look)

    def notify(
        self,
        report: BulkReport,
        *,
        can_undo: bool = True,
        offers: tuple[FollowUp, ...] = (),
        more: str = "",
        doubtful: bool = False,
    ) -> None:
        """Report the result of an action with `more` sentences and an offer to undo it, as a warning if `doubtful`."""
        undo = self._workspace.undo_of(self._undoable.get(report.action), lambda: self.take_back(report))
        undone = (undo,) if can_undo and report.changed else ()
        sentence = f"{summary(report)} {more}".rstrip()
        self._workspace.notify(sentence, "warning" if doubtful else severity_of(report), (*offers, *undone))


def carry_out(
    root: Path,
    title: str,
    images: Sequence[str],
    edit: FileEdit,
    recorded: Collection[str] = (),
    progress: Progress = ignore_news,
    *,
    by: str = "",
    kind: str = "",
) -> BulkReport:
    """Edit label files and record the edits as one action, in a background thread.

    No label is changed without a record of its former content: if the history cannot be written, the action ends.
    `recorded`: images whose written files the report holds. `progress`: may stop the action between two files; the
    edits made until then are recorded.
    """
    work = _BulkWork(root, edit, Recording(root, title, recorded, by, kind))
    stopped, trouble = False, ""
    try:
        try:
            for number, image in enumerate(images):
                progress(number, len(images))
                work.take(image)
            progress(len(images), len(images))
        finally:
            work.write()
    except Cancelled:
        stopped = True
    except FileWriteError as error:
        stopped, trouble = True, str(error)
    done = work.recording
    files = {image: file for image, file in done.files.items() if _is_there(label_path(root / image), file)}
    return BulkReport(
        title=title,
        action=done.action,
        changed=tuple(done.changed),
        made=done.count("made"),
        deleted=done.count("deleted"),
        unchanged=work.unchanged,
        refusals=(*work.refusals, *done.refusals),
        files=files,
        stopped=stopped,
        trouble=trouble,
    )


def _is_there(path: Path, file: LabelFile | None) -> bool:
    """Return True if the label file still has the written content."""
    try:
        return read_label_bytes(path) == (None if file is None else file.data)
    except LabelError:
        return False


@dataclass(frozen=True, slots=True)
class LabelChange:
    """One label file of an action, with its content before and after."""

    image: str
    """Path of the image relative to the project."""
    before: bytes | None
    """Content of the label file before the action. None: there was no file."""
    after: bytes | None
    """Content of the label file after the action. None: there is no file."""


class Recording:
    """Writes the history of one running action, so that no label is changed for good without a record of its content.

    Who can say in advance what will be written calls `announce`, `note` and at last `withdraw`. Who learns of it
    afterwards calls `add` and at last `flush`.

    `recorded`: images whose written files `files` is to hold.
    """

    def __init__(self, root: Path, title: str, recorded: Collection[str] = (), by: str = "", kind: str = "") -> None:
        self.action = new_action(kind)
        # the images whose label file is another one now, in the order of the work, and what was done to it
        self.changed: dict[str, _Kind] = {}
        self.refusals: list[Refusal] = []  # labels that could not be taken back
        self.files: dict[str, LabelFile | None] = {}
        self._root = root
        self._title = title
        self._recorded = frozenset(recorded)
        self._history = History(root, by)
        self._waiting: list[HistoryEntry] = []

    def announce(self, changes: Sequence[LabelChange]) -> None:
        """Record changes that are about to be made in the history.

        Raises FileWriteError if that is not possible; then none of them may be made.
        """
        self._history.append(*[self._entry(change) for change in changes])

    def withdraw(self, changes: Sequence[LabelChange]) -> None:
        """Record in the history that announced changes were not made.

        FileWriteError is raised if that is not possible.
        """
        self._history.append(
            *[self._entry(LabelChange(change.image, change.after, change.before)) for change in changes]
        )

    def count(self, kind: _Kind) -> int:
        """Return the number of label files that were made, changed or deleted."""
        return [*self.changed.values()].count(kind)

    def note(self, image: str, before: bytes | None, file: LabelFile | None) -> None:
        """Note that a label file was written as announced, given its content before."""
        self.changed[image] = "made" if before is None else "deleted" if file is None else "changed"
        if image in self._recorded:
            self.files[image] = file

    def add(self, image: str, before: bytes | None, file: LabelFile | None) -> None:
        """Note that a label file was written unannounced, and record the notes in the history from time to time.

        FileWriteError is raised as by `flush`.
        """
        self.note(image, before, file)
        after = None if file is None else file.data
        self._waiting.append(self._entry(LabelChange(image, before, after)))
        if len(self._waiting) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Record all notes in the history.

        Raises FileWriteError if that is not possible; the labels are then what they were, or among the `refusals`.
        """
        entries, self._waiting = self._waiting, []
        try:
            self._history.append(*entries)
        except FileWriteError:
            for entry in reversed(entries):
                self._take_back(entry)
            raise

    def _entry(self, change: LabelChange) -> HistoryEntry:
        return HistoryEntry(change.image, change.before, change.after, self._title, self.action)

    def _take_back(self, entry: HistoryEntry) -> None:
        try:
            replace_label(label_path(self._root / entry.image), entry.before, entry.after)
        except StudioError as error:
            self.refusals.append(Refusal(entry.image, str(error)))
        else:
            self.changed.pop(entry.image, None)
            self.files.pop(entry.image, None)


class _BulkWork:
    """Edits label files in batches, and puts each into the history before a label file of it is touched.

    So a label that is replaced or deleted can be restored at whatever step the program is killed.
    """

    def __init__(self, root: Path, edit: FileEdit, recording: Recording) -> None:
        self.recording = recording
        self.unchanged = 0
        self.refusals: list[Refusal] = []
        self._root = root
        self._edit = edit
        self._failures = 0
        self._batch: list[LabelChange] = []

    def take(self, image: str) -> None:
        """Prepare the edit of one label, or note why it was refused, and write the batch if it is full.

        FileWriteError is raised as by `write`.
        """
        try:
            before = read_label_bytes(label_path(self._root / image))
            after = self._edit(image, before)
        except StudioError as error:
            self._refuse(image, error)
            return
        if after == before:
            self.unchanged += 1
            return
        self._batch.append(LabelChange(image, before, after))
        if len(self._batch) >= _BATCH:
            self.write()

    def write(self) -> None:
        """Write the prepared label files, after the history knows of them.

        Raises FileWriteError if the history cannot be written, and no label file was touched then, or if many label
        files in a row cannot be written.
        """
        batch, self._batch = self._batch, []
        self.recording.announce(batch)
        try:
            for change in batch:
                self._write(change)
        finally:
            self.recording.withdraw([change for change in batch if change.image not in self.recording.changed])

    def _write(self, change: LabelChange) -> None:
        path = label_path(self._root / change.image)
        try:
            check_image_is_there(self._root / change.image)
            file = replace_label(path, change.after, change.before)
        except StudioError as error:
            self._refuse(change.image, error)
        else:
            self._failures = 0
            self.recording.note(change.image, change.before, file)

    def _refuse(self, image: str, error: StudioError) -> None:
        self.refusals.append(Refusal(image, str(error)))
        self._failures = self._failures + 1 if isinstance(error, FileWriteError) else 0
        if self._failures >= _FAILURES_IN_A_ROW:
            raise FileWriteError(str(error)) from error


def label_edit(edit: LabelEdit) -> FileEdit:
    """Return the edit of label files for an edit of labels, which leaves images without a label as they are."""

    def edited(image: str, data: bytes | None) -> bytes | None:
        if data is None:
            return None
        name = image.rpartition("/")[2]
        file = parse_label(data, label_path(Path(name)).name)
        label = edit(file.label)
        return None if label is None else serialise_label(label, name, file.image_size or (0, 0), file)

    return edited


def planned(changes: Mapping[str, tuple[bytes | None, bytes | None]]) -> FileEdit:
    """Return the edit that makes the previewed changes, given the label file of each image before and after.

    A label that is another one by now is refused: nobody has seen what would come of it.
    """

    def edited(image: str, data: bytes | None) -> bytes | None:
        expected, wanted = changes[image]
        if data != expected:
            changed = translate("Bulk", "{image}: the label has changed since the preview. Look at it again.")
            raise LabelConflict(changed.format(image=image))
        return wanted

    return edited


def restoring(plan: Mapping[str, bytes | None]) -> FileEdit:
    """Return the edit that carries out a plan of `core.labels.files.history`, whatever the labels are now."""
    return lambda image, data: plan[image]
