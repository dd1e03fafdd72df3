"""Chosen images moved to the system's trash, or into another folder of the project, with their labels, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from app.project.deeds import Deed, undo_title
from app.project.workspace import FollowUp, Workspace
from app.workers.background import Job
from core.base.errors import FileWriteError
from core.base.files import read_file
from core.base.progress import Cancelled, Progress, ignore_news
from core.labels.files.history import History, HistoryEntry, new_action
from core.labels.formats.record import Refusal
from core.project.moving import MovedImage, Put, into, move_away, put_back
from core.project.notes import NOTHING, ImageNote
from core.project.project import Project

_BATCH = 100  # labels an entry into the history
_FAILURES_IN_A_ROW = 20  # then the trash is at fault, not the file


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The moved images, and what was refused."""

    title: str
    moved: tuple[MovedImage, ...]  # in the order of the work
    refusals: tuple[Refusal, ...] = ()  # images that were not moved, each with the reason
    trouble: str = ""  # why the labels that were moved are not in the history; "" if they are


class Moving(QObject):
    """Moves images. What was moved last can be put back. `to_trash`: moves a file to the system's trash."""

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
        self._workspace, self._catalog, self._bulk, self._notes = workspace, catalog, bulk, notes
        self._to_trash = to_trash or move_to_trash
        workspace.folder_changed.connect(self._forget)

    def trash(self, images: Sequence[str]) -> None:
        """Move images and their labels to the system's trash."""
        one = self.tr("Move one image to the trash")
        several = self.tr("Move {count} images to the trash")
        self._start(counted(one, several, len(images)), images, self._to_trash)

    def move(self, images: Sequence[str], folder: Path) -> None:
        """Move images and their labels into a folder of the project."""
        project = self._workspace.project
        if project is None:
            return
        root, wanted = project.root.resolve(), folder.resolve()
        inside = wanted.relative_to(root) if wanted.is_relative_to(root) else None
        if inside is None or any(part.startswith(".") for part in inside.parts):
            why = self.tr("{folder} is no folder of the open project. Choose one of its folders, or make one there.")
            self._workspace.tell(why.format(folder=folder), "warning")
            return
        one, several = self.tr("Move one image to {folder}"), self.tr("Move {count} images to {folder}")
        title = counted(one, several, len(images), folder=folder.name)
        self._start(title, images, into(project.root / inside))

    def undo(self) -> None:
        """Put back what was moved last."""
        report, project = self.last, self._workspace.project
        if report is None or project is None:
            return
        self.last = None
        title = undo_title(report.title)
        work = partial(_put_all_back, project.root, title, report)
        self._run(title, lambda job: work(job.progress), partial(self._over, project, None, False))

    def _run(self, title: str, work: Callable[[Job], MoveReport], then: Callable[[MoveReport], None]) -> None:
        """Move in the background. No deed is undone meanwhile."""
        deeds = self._workspace.deeds
        deeds.hold(True)
        self._workspace.background.start(title, work, finished=then).ended.connect(lambda: deeds.hold(False))

    def _start(self, title: str, images: Sequence[str], put: Put, is_deed: bool = True) -> None:
        workspace, project = self._workspace, self._workspace.project
        if project is None or not images or workspace.refuses_edits():
            return

        def work(job: Job) -> MoveReport:
            return move_all(project.root, title, images, put, job.progress)

        again = partial(self._start, title, images, put, False)
        deed = Deed(title, self.undo, again)

        def begin() -> None:
            if workspace.image in images:
                workspace.show(self._beside(images))
            self._run(title, work, partial(self._over, project, deed, is_deed))

        self._bulk.when_saved(begin)

    def _beside(self, images: Sequence[str]) -> str | None:
        """The image to show in place of the current one, which goes."""
        gone, catalog = {*images}, self._catalog
        shown = [catalog.table.images[place] for place in catalog.visible]
        at = catalog.row_of(self._workspace.image) or 0
        return next((image for image in (*shown[at:], *reversed(shown[:at])) if image not in gone), None)

    def _over(self, project: Project, deed: Deed | None, is_new: bool, report: MoveReport) -> None:
        present = self._workspace.project
        if present is None or present.root != project.root:
            return
        self._notes.write(_moved_notes(present, report))
        self._catalog.look()
        offers: tuple[FollowUp, ...] = ()
        if deed is not None and report.moved:
            self.last = report
            if is_new:
                self._workspace.deeds.add(deed)
            offers = (self._workspace.undo_of(deed, self.undo),)
        one, several = self.tr("{title}: one image moved."), self.tr("{title}: {count} images moved.")
        moved = counted(one, several, len(report.moved), title=report.title)
        sentences = [moved, refused(report.refusals)]
        if report.trouble:
            trouble = self.tr("Their labels are not in the history: {trouble}")
            sentences.append(trouble.format(trouble=translated(report.trouble)))
        text = " ".join(filter(None, sentences))
        self._workspace.tell(text, "warning" if report.refusals or report.trouble else "note", offers)

    def _forget(self) -> None:
        self.last = None


def move_to_trash(path: Path) -> Path:
    """Move a file to the system's trash. Raises OSError if there is none, or it is full."""
    file = QFile(str(path))
    if not file.moveToTrash():
        raise OSError(
            None,
            translate("Moving", "there is no trash for this folder, or it is full: {why}").format(
                why=file.errorString()
            ),
        )
    return Path(file.fileName())


def move_all(root: Path, title: str, images: Sequence[str], put: Put, progress: Progress = ignore_news) -> MoveReport:
    """Move images and their labels. For a background thread. `progress`: may stop the work between two images."""
    return _each(root, title, images, lambda image: move_away(root, image, put), progress)


def _put_all_back(root: Path, title: str, report: MoveReport, progress: Progress) -> MoveReport:
    of_image = {moved.image: moved for moved in report.moved}

    def back(image: str) -> MovedImage:
        put_back(of_image[image])
        return MovedImage(image, tuple((now, was) for was, now in of_image[image].files))

    return _each(root, title, [*of_image], back, progress)


def _each(
    root: Path, title: str, images: Sequence[str], move: Callable[[str], MovedImage], progress: Progress
) -> MoveReport:
    moved: list[MovedImage] = []
    refusals: list[Refusal] = []
    waiting: list[HistoryEntry] = []
    history, action, failures, trouble = History(root), new_action(), 0, ""
    try:
        for number, image in enumerate(images):
            progress(number, len(images))
            try:
                moved.append(move(image))
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
    return MoveReport(title, tuple(moved), tuple(refusals), _record(history, waiting) or trouble)


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
    """The relative path of an image of the project. None for a file elsewhere."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else None


def _moved_notes(project: Project, report: MoveReport) -> dict[str, ImageNote]:
    """The notes on images that have another name in the project now."""
    notes: dict[str, ImageNote] = {}
    for moved in report.moved:
        was, now = (_name(project.root, path) for path in moved.files[-1])
        if was is not None and now is not None and was in project.notes:
            notes |= {was: NOTHING, now: project.notes[was]}
    return notes
