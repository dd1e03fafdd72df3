"""Moves chosen images and their labels to the system's trash or into another folder of the project, and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFile, QObject

from app.bulk.bulk import Bulk
from app.bulk.noting import ImageNotes
from app.bulk.report import refused
from app.language.figures import counted
from app.language.languages import translate
from app.language.sentences import translated
from app.project.catalog import Catalog
from app.project.undo_list import UndoableEdit, undo_title
from app.project.workspace import FollowUp, Workspace
from core.base.errors import FileWriteError, Sentence
from core.base.files import read_file
from core.base.progress import Cancelled, Progress, ignore_news
from core.labels.files.history import History, HistoryEntry, new_action
from core.labels.formats.record import Refusal
from core.project.moving import MovedImage, Put, copied_into, into, move_away, put_back
from core.project.notes import NOTHING
from core.project.project import Project
from core.readings.store import rename

_BATCH = 100  # labels an entry into the history
_FAILURES_IN_A_ROW = 20  # then the trash is at fault, not the file

Move = Callable[[Path, str], MovedImage]
"""A function of (root of the project, image) that returns the new places of the image's files.

FileWriteError is raised if they were not moved.
"""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The moved images, and the refused ones."""

    title: str
    """The action in the person's language, as the undo list and the report name it."""
    moved: tuple[MovedImage, ...]
    """The moved images, in the order of the work."""
    refusals: tuple[Refusal, ...] = ()
    """Images that were not moved, each with the reason."""
    trouble: str = ""
    """Reason why the labels that were moved are not in the history. "" if they are."""
    left_behind: str = ""
    """Reason why the readings of other readers have not followed. "" if they have."""


class Moving(QObject):
    """Moves images to another folder or, with `to_trash`, to the system's trash, and can restore the last ones."""

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        bulk: Bulk,
        notes: ImageNotes,
        parent: QObject | None = None,
        *,
        to_trash: Put | None = None,
    ) -> None:
        super().__init__(parent)
        self.last: MoveReport | None = None  # what `undo` puts back
        self._workspace = workspace
        self._catalog = catalog
        self._bulk = bulk
        self._notes = notes
        self._to_trash = to_trash or move_to_trash
        workspace.folder_changed.connect(self._forget)

    def trash(self, images: Sequence[str]) -> None:
        """Move images and their labels to the system's trash."""
        one = self.tr("Move one image to the trash")
        several = self.tr("Move {count} images to the trash")
        self._start(counted(one, several, len(images)), images, partial(move_away, put=self._to_trash))

    def move(self, images: Sequence[str], folder: Path) -> None:
        """Move images and their labels into a folder of the project."""
        project = self._workspace.project
        if project is None:
            return
        root, wanted = project.root.resolve(), folder.resolve()
        inside = wanted.relative_to(root) if wanted.is_relative_to(root) else None
        if inside is None or any(part.startswith(".") for part in inside.parts):
            why = self.tr(
                "{folder} is not a folder of the open project. Choose one of its folders, or create one there."
            )
            self._workspace.notify(why.format(folder=folder), "warning")
            return
        one, several = self.tr("Move one image to {folder}"), self.tr("Move {count} images to {folder}")
        title = counted(one, several, len(images), folder=folder.name)
        target = project.root / inside
        self._start(title, images, partial(move_away, put=into(target), copy=copied_into(target)))

    def undo(self) -> None:
        """Move the images that were moved last back."""
        report, project = self.last, self._workspace.project
        if report is None or project is None:
            return
        self.last = None
        title = undo_title(report.title)
        moved = {_name(project.root, moved.files[-1][1]) or moved.image: moved for moved in report.moved}
        self._run(project, title, [*moved], lambda root, image: put_back(root, moved[image]), None, False)

    def _run(
        self,
        project: Project,
        title: str,
        images: Sequence[str],
        move: Move,
        undoable: UndoableEdit | None,
        is_new: bool,
    ) -> None:
        """Save edited labels, then move in the background, with no edit undone and no label edited meanwhile.

        An image with an edit that cannot be saved keeps its place.
        """
        workspace = self._workspace

        def begin() -> None:
            unsaved = self._bulk.unsaved_images
            ready = [image for image in images if image not in unsaved]
            if workspace.image in ready:
                workspace.show(self._beside(ready))
            workspace.hold(ready)
            workspace.undo_list.hold(True)
            work = partial(move_all, project.root, title, images, move, unsaved)
            job = workspace.background.start(
                title, lambda job: work(job.progress), finished=partial(self._over, project, undoable, is_new)
            )
            job.ended.connect(over)

        def over() -> None:
            workspace.hold(())
            workspace.undo_list.hold(False)

        self._bulk.when_saved(begin)

    def _start(self, title: str, images: Sequence[str], move: Move, is_new: bool = True) -> None:
        workspace, project = self._workspace, self._workspace.project
        if project is None or not images or workspace.refuses_edits():
            return
        again = partial(self._start, title, images, move, False)
        self._run(project, title, images, move, UndoableEdit(title, self.undo, again), is_new)

    def _beside(self, images: Sequence[str]) -> str | None:
        """The image to show in place of the current one, which goes."""
        gone, catalog = {*images}, self._catalog
        shown = [catalog.table.images[place] for place in catalog.visible]
        at = catalog.row_of(self._workspace.image) or 0
        return next((image for image in (*shown[at:], *reversed(shown[:at])) if image not in gone), None)

    def _over(self, project: Project, undoable: UndoableEdit | None, is_new: bool, report: MoveReport) -> None:
        present = self._workspace.project
        if present is None or present.root != project.root:
            return
        names = _new_names(present.root, report.moved)
        self._bulk.follow(names)
        notes = {was: present.notes[was] for was in names if was in present.notes}
        self._notes.write(dict.fromkeys(notes, NOTHING) | {names[was]: note for was, note in notes.items()})
        self._catalog.look_for_changes()
        offers: tuple[FollowUp, ...] = ()
        if undoable is not None and report.moved:
            self.last = report
            if is_new:
                self._workspace.undo_list.add(undoable)
            offers = (self._workspace.undo_of(undoable, self.undo),)
        one, several = self.tr("{title}: one image moved."), self.tr("{title}: {count} images moved.")
        moved = counted(one, several, len(report.moved), title=report.title)
        sentences = [moved, refused(report.refusals)]
        if report.trouble:
            trouble = self.tr("The labels of the moved images could not be added to the history: {trouble}")
            sentences.append(trouble.format(trouble=translated(report.trouble)))
        if report.left_behind:
            trouble = self.tr("The readings of other readers will be moved when the project is next opened: {trouble}")
            sentences.append(trouble.format(trouble=translated(report.left_behind)))
        text = " ".join(filter(None, sentences))
        self._workspace.notify(
            text, "warning" if report.refusals or report.trouble or report.left_behind else "note", offers
        )

    def _forget(self) -> None:
        self.last = None


def move_to_trash(path: Path) -> Path:
    """Move a file to the system's trash, or raise OSError if there is no trash or if it is full."""
    file = QFile(str(path))
    if not file.moveToTrash():
        raise OSError(
            None,
            translate("Moving", "there is no trash for this folder, or it is full: {why}").format(
                why=file.errorString()
            ),
        )
    return Path(file.fileName())


def move_all(
    root: Path,
    title: str,
    images: Sequence[str],
    move: Move,
    unsaved: Collection[str] = (),
    progress: Progress = ignore_news,
) -> MoveReport:
    """Move images and their labels, in a background thread.

    `unsaved`: images with an edit that is in no label file, which stay. `progress`: may stop the work between two
    images.
    """
    moved: list[MovedImage] = []
    refusals = [Refusal(image, str(_unsaved(image))) for image in images if image in unsaved]
    images = [image for image in images if image not in unsaved]
    waiting: list[HistoryEntry] = []
    history = History(root)
    action = new_action()
    failures = 0
    trouble = ""
    try:
        for number, image in enumerate(images):
            progress(number, len(images))
            try:
                moved.append(move(root, image))
            except FileWriteError as error:
                refusals.append(Refusal(image, str(error)))
                failures += 1
                if failures >= _FAILURES_IN_A_ROW:
                    break
                continue
            failures = 0
            waiting += _entries(root, moved[-1], title, action)
            if len(waiting) >= _BATCH:
                trouble = _record(history, waiting) or trouble
        progress(len(images), len(images))
    except Cancelled:
        pass
    trouble = _record(history, waiting) or trouble
    return MoveReport(title, tuple(moved), tuple(refusals), trouble, _take_readings_along(root, moved))


def _unsaved(image: str) -> Sentence:
    return Sentence(
        "{image}: its last edit cannot be saved, so it stays where it is. Save the edit first.", image=image
    )


def _entries(root: Path, moved: MovedImage, title: str, action: str) -> list[HistoryEntry]:
    """A label file that is gone from one place in the project, or new in another."""
    if len(moved.files) < 2:
        return []
    try:
        data = read_file(moved.files[0][1])
    except OSError:  # of no use to anybody by now
        return []
    was, now = (_name(root, path) for path in moved.files[-1])
    gone = [] if was is None else [HistoryEntry(was, data, None, title, action)]
    return gone + ([] if now is None else [HistoryEntry(now, None, data, title, action)])


def _record(history: History, waiting: list[HistoryEntry]) -> str:
    """Put entries into the history, or return why that is not possible: nothing is lost, the files are there."""
    entries = [*waiting]
    waiting.clear()
    try:
        history.append(*entries)
    except FileWriteError as error:
        return str(error)
    return ""


def _name(root: Path, path: Path) -> str | None:
    """Return the relative path of an image of the project, or None for a file elsewhere."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else None


def _take_readings_along(root: Path, moved: Iterable[MovedImage]) -> str:
    """Let the readings of other readers follow, or return why that is not possible.

    Those of an image in the trash stay as they are: they count again as soon as the image is back.
    """
    try:
        rename(root, _new_names(root, moved))
    except FileWriteError as error:
        return str(error)
    return ""


def _new_names(root: Path, moved_images: Iterable[MovedImage]) -> dict[str, str]:
    """The new names of the images that were moved within a project, by their old ones."""
    names = {}
    for moved in moved_images:
        was, now = (_name(root, path) for path in moved.files[-1])
        if was is not None and now is not None:
            names[was] = now
    return names
