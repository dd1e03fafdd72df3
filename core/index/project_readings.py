"""Reads and imports the readings of a project with the help of its index, which has the pictures' hashes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from core.base.errors import FileWriteError
from core.base.progress import Progress, ignore_news
from core.index.index import Index
from core.project.project import Project
from core.readings.current import CurrentReadings, current_readings
from core.readings.importing import ImportedReadings, import_readings
from core.readings.store import readings_in, rename


def readings_of(
    project: Project,
    *,
    images: Collection[str] | None = None,
    cache: Path | None = None,
    progress: Progress = ignore_news,
) -> CurrentReadings:
    """Return the readings that fit a project's pictures, including images that another program has renamed.

    Parameters
    ----------
    project : Project
        The project.
    images : collection of str, optional
        Relative paths of its images. Without them the folder is listed, if there are readings at all.
    cache : Path, optional
        The folder that the index is in, instead of the user's cache folder.
    progress : Progress
        Called for each picture.

    Raises
    ------
    ProjectError
        If the folder or the readings cannot be read, or the readings are of a newer version of the program; or if
        another window keeps the index to itself.
    """
    kept = readings_in(project.root)
    if not kept.images:
        return CurrentReadings(kept)
    listed = dict.fromkeys(project.images().images if images is None else images)
    with Index.open(project, cache) as index:
        current = current_readings(kept, listed, partial(_pictures, index, progress))
    if current.renamed:
        with suppress(FileWriteError):  # a read-only project is looked through anew at each opening
            rename(project.root, current.renamed)
    return current


def import_into(
    project: Project,
    source: Path,
    *,
    reader: str = "",
    images: Collection[str] | None = None,
    cache: Path | None = None,
    progress: Progress = ignore_news,
) -> ImportedReadings:
    """Import the readings from a file or folder into a project.

    `images` are the images of the project, if they are known. Parameters and errors are those of `import_readings`.

    Raises
    ------
    ProjectError
        Also if the folder cannot be listed.
    """
    listed = project.images().images if images is None else images
    with Index.open(project, cache) as index:
        return import_readings(
            source, project.root, listed, reader=reader, hashes=partial(_pictures, index, progress), progress=progress
        )


def _pictures(index: Index, progress: Progress, images: Iterable[str]) -> Mapping[str, str]:
    return index.pictures(images, progress)
