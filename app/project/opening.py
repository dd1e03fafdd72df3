"""Opens a project's folder in the background, and holds the mark that tells other windows that it is open."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from app.desktop.folders import unwritable, why_not
from app.project.window_mark import WindowMark
from app.project.workspace import Workspace
from app.workers.background import Job
from core.base.images import is_image
from core.labels.files.journal import Journal, Recovered, journal_folder
from core.project.listing import in_natural_order, naturally_first
from core.project.project import Project

_SETTLE = 200  # ms: the journal's folder changes with each edit
_FOLDERS_TO_LOOK_INTO = 50  # listing all finds it anyway, a little later

FindUnsaved = Callable[[Path, Journal], tuple[Recovered, ...]]
"""(project's folder, its journal) → the edits that ended programs have left; runs in another thread."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The result of opening a project."""

    project: Project
    """The project with its choices as read from the disk."""
    first: str | None
    """The image to begin with."""
    recovered: tuple[Recovered, ...]
    """Edits that ended programs have left."""
    torn: tuple[str, ...]
    """A sentence for each recovered edit that cannot be read."""
    mark: WindowMark
    """The mark of this window, until the project is closed."""
    shared: bool
    """True if another window has the project open."""
    read_only: bool
    """True if the folder may not be written to."""
    protected: bool
    """True if the journal can be written."""
    unkept: str
    """Reason why the program's own folders cannot be written. "" if they can."""


class Opening(QObject):
    """Opens one project after the other, which the session then puts into the workspace."""

    changed = Signal()  # `folder` is another, or none
    opened = Signal(object, object)  # (`Opened`, the image that was asked for or None)
    shared_changed = Signal()  # another window has opened the open project, too, or the last of them has closed it

    def __init__(self, workspace: Workspace, find_unsaved: FindUnsaved, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder: Path | None = None  # what is being opened
        self.is_shared = False  # True if another window has the open project open, too
        self._workspace = workspace
        self._find_unsaved = find_unsaved
        self._mark: WindowMark | None = None
        self._watch = QFileSystemWatcher(self)
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._check_shared)
        self._watch.directoryChanged.connect(lambda _: self._soon.start())

    def expect(self, folder: Path) -> None:
        """Set the project to open next, and cancel the opening of another one."""
        self.folder = folder
        self.changed.emit()

    def read(self, folder: Path, image: str | None, left_at: str | None = None) -> None:
        """Read the folder in the background, and emit `opened` unless another folder is expected by then.

        `image`: the image that was asked for. `left_at`: the image to begin with if none was asked for and this one is
        still there.
        """
        if self.folder != folder:
            return
        self._workspace.background.start(
            self.tr("Opening {folder}").format(folder=folder.name),
            partial(_open, folder, left_at, self._workspace.settings.path.parent, self._find_unsaved),
            finished=partial(self._found, image),
            failed=self._failed,
        )

    def hold(self, opened: Opened | None) -> None:
        """Hold the mark of the newly opened project, and release that of the previous one."""
        if self._mark is not None:
            self._watch.removePath(str(self._mark.folder))
            self._mark.take_away()
        self._mark = None if opened is None else opened.mark
        self.is_shared = opened is not None and opened.shared
        if self._mark is not None:
            self._watch.addPath(str(self._mark.folder))

    def _check_shared(self) -> None:
        """Look if another window has come or gone."""
        is_shared = self._mark is not None and self._mark.has_others
        if is_shared != self.is_shared:
            self.is_shared = is_shared
            self.shared_changed.emit()

    def _found(self, image: str | None, opened: Opened) -> None:
        if self.folder is None or self.folder.absolute() != opened.project.root:
            opened.mark.take_away()
            return
        self.folder = None
        self.opened.emit(opened, image)
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self.folder = None
        self.changed.emit()
        self._workspace.notify(error, "error")


def _open(folder: Path, left_at: str | None, settings: Path, find_unsaved: FindUnsaved, job: Job) -> Opened:
    project = Project.open(folder)
    journal = Journal(journal_folder(project.root))
    unkept = unwritable(settings, journal.folder)
    mark = WindowMark(journal.folder)
    read_only = not os.access(project.root, os.W_OK)
    left = find_unsaved(project.root, journal)
    protected = not why_not(journal.folder)
    torn = journal.unreadable()
    first = left_at if left_at and (project.root / left_at).is_file() else first_image(project.root)
    return Opened(
        project,
        first,
        recovered=left,
        torn=torn,
        mark=mark,
        shared=mark.has_others,
        read_only=read_only,
        protected=protected,
        unkept=unkept,
    )


def first_image(root: Path) -> str | None:
    """Return an image to show during the listing: the first by name in the first folder with any, or None."""
    waiting = [""]
    for _ in range(_FOLDERS_TO_LOOK_INTO):
        if not waiting:
            break
        folder = waiting.pop()
        names: list[str] = []
        folders: list[str] = []
        # A string, not a Path: see `core.project.listing.folders_of`
        with contextlib.suppress(OSError), os.scandir(os.path.join(root, folder)) as entries:  # noqa: PTH118
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if is_image(Path(entry.name)) and entry.is_file():
                    names.append(entry.name)
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(f"{folder}{entry.name}/")
        if names:
            return folder + (naturally_first(names) or "")
        waiting += reversed(in_natural_order(folders))
    return None
