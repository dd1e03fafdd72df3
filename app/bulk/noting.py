"""Sets tags and splits of many images at once, in their labels or in the project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.bulk.bulk import Bulk
from app.bulk.report import BulkReport, severity_of, summary
from app.language.figures import counted
from app.project.catalog import Catalog
from app.project.undo_list import UndoableEdit, redo_title, undo_title
from app.project.workspace import FollowUp, Workspace
from app.workers.background import Job
from core.labels.files.history import History, HistoryEntry, new_action
from core.labels.files.storage import label_path, parse_label, serialise_label
from core.project.notes import NOTHING, SPLIT_IN_FILES, ImageNote, Split
from core.project.project import write_notes

Change = Callable[[ImageNote], ImageNote]


class ImageNotes(QObject):
    """Sets tags and splits of images, and records an edit of many as one entry of the history and one undo step."""

    def __init__(self, workspace: Workspace, catalog: Catalog, bulk: Bulk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._catalog = catalog
        self._bulk = bulk

    def tag(self, images: Sequence[str], add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Add tags to images, and remove others from them."""
        more, fewer = tuple(add), tuple(remove)
        one, several = self.tr("Tags of one image"), self.tr("Tags of {count} images")
        changes = ", ".join([*(f"+{tag}" for tag in more), *(f"−{tag}" for tag in fewer)])
        title = f"{counted(one, several, len(images))} ({changes})"
        self._change(title, images, lambda note: note.tagged(more, fewer))

    def split(self, images: Sequence[str], split: Split | None) -> None:
        """Assign images to training or validation, or leave that to the project if the split is None."""
        titles = {
            "train": (self.tr("One image for training"), self.tr("{count} images for training")),
            "val": (self.tr("One image for validation"), self.tr("{count} images for validation")),
            None: (self.tr("One image as the project chooses"), self.tr("{count} images as the project chooses")),
        }
        self._change(counted(*titles[split], len(images)), images, lambda note: ImageNote(note.tags, split))

    def write(self, notes: Mapping[str, ImageNote], entries: Sequence[HistoryEntry] = ()) -> None:
        """Set tags and splits of images, write them, and then write entries to the history."""
        workspace, project = self._workspace, self._workspace.project
        if project is None or not notes:
            return
        before = {image: project.notes.get(image, NOTHING) for image in notes}
        self._catalog.take_notes(notes)

        def failed(error: Exception) -> None:
            if workspace.project is not None and workspace.project.root == project.root:
                self._catalog.take_notes(before)
            workspace.notify(error, "error")

        def recorded(_: object) -> None:
            def append(job: Job) -> None:
                History(project.root, workspace.annotator).append(*entries)

            workspace.background.start(
                "",
                append,
                lane="saving",
                finished=lambda _: workspace.labels_written.emit(()),
                failed=partial(workspace.notify, severity="error"),
            )

        workspace.background.start(
            "", lambda job: write_notes(project.root, notes), lane="saving", finished=recorded, failed=failed
        )

    def _change(self, title: str, images: Sequence[str], change: Change) -> None:
        project = self._workspace.project
        if project is None:
            return
        unlabelled: list[str] = []
        taken_over: list[str] = []  # by the label, from the notes

        def edit(image: str, data: bytes | None) -> bytes | None:
            if data is None:
                unlabelled.append(image)
                return None
            name = image.rpartition("/")[2]
            file = parse_label(data, label_path(Path(name)).name)
            note = change(project.note_of(image, ImageNote.of(file.label)))
            if image in project.notes:
                taken_over.append(image)
            split = None if note.split is None else SPLIT_IN_FILES[note.split]
            label = replace(file.label, tags=note.tags, split=split)
            return serialise_label(label, name, file.image_size or (0, 0), file)

        def done(report: BulkReport) -> None:
            present = self._workspace.project
            if present is None or present.root != project.root:
                return
            before = {image: present.notes.get(image, NOTHING) for image in (*unlabelled, *taken_over)}
            after = {image: change(before[image]) for image in unlabelled} | dict.fromkeys(taken_over, NOTHING)
            changed = {image: note for image, note in after.items() if note != before[image]}
            noted = [image for image in unlabelled if image in changed]
            self.write(changed, _entries(noted, report.title, report.action))
            self._notify(report, {image: before[image] for image in changed}, changed, noted)

        self._bulk.start(title, images, edit, done, is_undoable=False)

    def _notify(
        self, report: BulkReport, before: Mapping[str, ImageNote], after: Mapping[str, ImageNote], noted: Sequence[str]
    ) -> None:
        sentences = [summary(report)] if report.changed or report.refusals or not noted else [f"{report.title}."]
        if noted:
            one = self.tr("One image without a label is noted in the project.")
            several = self.tr("{count} images without a label are noted in the project.")
            sentences.append(counted(one, several, len(noted)))

        labels, undo_list = self._bulk.undoable_edit_of(report), self._workspace.undo_list

        def turn(notes: Mapping[str, ImageNote], title: str, turn_labels: Callable[[], object]) -> None:
            self.write(notes, _entries(noted, title, new_action()))
            if report.changed:
                turn_labels()

        offers: tuple[FollowUp, ...] = ()
        if report.changed or before:
            undo = partial(turn, before, undo_title(report.title), labels.undo)
            redo = partial(turn, after, redo_title(report.title), labels.redo)
            undoable = undo_list.add(UndoableEdit(report.title, undo, redo))
            offers = (self._workspace.undo_of(undoable, undo),)
        self._workspace.notify(" ".join(sentences), severity_of(report), offers)


def _entries(images: Sequence[str], title: str, action: str) -> tuple[HistoryEntry, ...]:
    """The entries of the history for images that have no label."""
    return tuple(HistoryEntry(image, None, None, title, action) for image in images)
