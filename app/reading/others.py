"""The readings of the open folder by other readers: imported ones, and those of ONNX recognisers and Tesseract."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.language.figures import agreeing
from app.language.sentences import translated
from app.project.catalog import Catalog
from app.project.workspace import Workspace
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.index.project_readings import readings_of
from core.project.project import Project
from core.readings.current import CurrentReadings
from core.readings.reading import PictureReading
from core.readings.store import FILE, Readings, keep

_TROUBLE = "readings of other readers"

_Stamp = tuple[int, int] | None
"""(modification time in ns, bytes) of the file of readings, or None if there is none."""


class OtherReadings(QObject):
    """The readings of the folder's current pictures, read in the background, which follow renamed images."""

    changed = Signal()  # the readings of some images have changed

    def __init__(self, workspace: Workspace, catalog: Catalog, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current = CurrentReadings()  # with the images whose picture has changed since, or that are missing
        self._workspace = workspace
        self._catalog = catalog
        self._reading = LatestJob(workspace.background, "checks", self)
        self._stamp: _Stamp = None
        self._notified: tuple[str, ...] = ()
        workspace.folder_changed.connect(self._begin)
        catalog.pictures_changed.connect(lambda _: self.read_again())
        catalog.looked.connect(self._look_at_file)

    @property
    def readers(self) -> tuple[str, ...]:
        """The names of the readers, in the order of the file."""
        return self.current.readings.readers

    @property
    def images(self) -> tuple[str, ...]:
        """The images that have readings of their current pictures."""
        return self.current.readings.images

    def readings_of(self, image: str) -> tuple[PictureReading, ...]:
        """Return the newest reading of an image by each reader, in the order of `readers`."""
        return self.current.readings.of(image)

    def keep(self, readings: Iterable[PictureReading]) -> None:
        """Append readings to the project in the background and show them, or show an error if that fails."""
        project, kept = self._workspace.project, tuple(readings)
        if project is None or not kept:
            return

        def written(_: object) -> None:
            self._workspace.end_trouble(_TROUBLE)
            self.read_again()

        self._workspace.background.start(
            "",
            lambda job: keep(project.root, kept),
            lane="saving",
            finished=written,
            failed=partial(self._workspace.notify_trouble, _TROUBLE),
        )

    def read_again(self) -> None:
        """Load the readings of the folder again, in the background."""
        self._ask(is_forced=True)

    def _look_at_file(self) -> None:
        """Read the readings again if another window, or another program, has written their file."""
        if self._reading.job is None:
            self._ask(is_forced=False)

    def _begin(self) -> None:
        self._reading.drop()
        self._stamp, self._notified = None, ()
        self._forget()
        if self._workspace.project is not None:
            self.read_again()

    def _ask(self, *, is_forced: bool) -> None:
        project = self._workspace.project
        if project is not None:
            known = () if is_forced else (self._stamp,)
            self._reading.ask(partial(_read_readings, project, known, self.current.readings), self._took, self._failed)

    def _took(self, news: _News | None) -> None:
        if news is None:
            return
        self._stamp, self.current = news.stamp, news.current
        self._workspace.end_trouble(_TROUBLE)
        if news.differs:
            self._catalog.use_readings(news.texts)
            self.changed.emit()
        problems = news.current.readings.problems
        if problems and problems != self._notified:
            sentence = translated(problems[0])
            if len(problems) > 1:
                more = self.tr("{problem} {count:,} other {count:|line holds|lines hold} no reading either.")
                sentence = agreeing(more, problem=sentence, count=len(problems) - 1)
            self._workspace.notify(sentence, "warning")
        self._notified = problems

    def _forget(self) -> None:
        is_empty = not self.current.readings.by_image
        self.current = CurrentReadings()
        if not is_empty:
            self._catalog.use_readings({})
            self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._forget()
        self._workspace.notify_trouble(_TROUBLE, error)


@dataclass(frozen=True, slots=True, eq=False)
class _News:
    """The readings of a project as they are now."""

    current: CurrentReadings
    stamp: _Stamp  # of the file, after it was shortened, or images were renamed
    texts: dict[str, list[str]]  # what each reader reads, by image
    differs: bool  # True if the readings of some images have changed


def _read_readings(project: Project, known: tuple[_Stamp, ...], before: Readings, job: Job) -> _News | None:
    """Read the readings of a project in a background thread, or return None if the stamp of their file is a known one.

    `before`: the readings that are shown. They are compared here, because 100,000 would stop the window.
    """
    if _stamp_of(project.root / FILE) in known:
        return None
    current = readings_of(project, progress=job.progress)
    by_image = current.readings.by_image
    texts = {image: [entry.reading.text for entry in kept] for image, kept in by_image.items()}
    return _News(current, _stamp_of(project.root / FILE), texts, by_image != before.by_image)


def _stamp_of(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
