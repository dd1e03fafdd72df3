"""The catalogue's background work, which lists a folder and updates the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.workers.background import Job
from core.charset import Charset
from core.index.checks import check_scanned, version_of_check
from core.index.index import Index
from core.index.rows import ImageRow
from core.index.scanners import processors
from core.index.table import ImageTable
from core.project.listing import Skipped
from core.project.project import Project
from core.project.watching import Snapshot, take_snapshot


@dataclass(frozen=True, slots=True)
class ListedImages:
    """The listed images, with their rows of the index and their folders."""

    table: ImageTable
    """The images in natural order, with the facts that the index has of them so far."""
    folders: frozenset[str]
    """Paths of the folders with images, relative to the project. "" for the project's own folder."""


@dataclass(frozen=True, slots=True)
class KnownLabels:
    """The facts about all labels of the project taken together."""

    charset: Charset
    """The project's charset. If the project has chosen none, the sorted symbols of all labels."""
    skipped: tuple[Skipped, ...]
    """Folders and images that are left out."""
    note: str | None
    """Reason why the index cannot be kept on the disk. None if it can."""


def list_images_of(project: Project, job: Job) -> ListedImages:
    """Return the images with their known facts from the index, and the folders that contain them."""
    listing = project.images()
    table = ImageTable(listing.images, project.settings.normalise)
    job.progress(0, 0)
    with Index.open(project) as index:
        index.pass_rows(table.update)
    return ListedImages(table, frozenset(image.rpartition("/")[0] for image in listing.images))


def refresh_index(project: Project, images: Sequence[str], snapshot: Snapshot | None, job: Job) -> KnownLabels:
    """Update the index, first with the contents of the labels, then, once the charset is known, with their problems."""
    now = snapshot or take_snapshot(project.root, job.progress, images)
    job.report(now)
    with Index.open(project) as index:
        if project.settings.charset is None:
            index.refresh(None, None, now, job.progress, job.report, processors())
            job.report(index.charset())
        charset = project.settings.charset or index.charset()
        version = version_of_check(project.settings, charset)
        index.refresh(check_scanned(project.settings, charset), version, now, job.progress, job.report, processors())
        return KnownLabels(charset if project.settings.charset is None else index.charset(), now.skipped, index.note)


def index_again(project: Project, charset: Charset, images: Sequence[str], job: Job) -> tuple[ImageRow, ...]:
    """Read the labels of these images again with the project's charset, and return their rows."""
    with Index.open(project) as index:
        return index.update(
            images, check_scanned(project.settings, charset), version_of_check(project.settings, charset)
        )
