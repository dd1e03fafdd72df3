"""Opens training data of every kind that a user can name in a training."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from core.base.errors import DataError
from core.base.phrases import listed
from core.base.progress import Progress, ignore_news
from core.data.samples.samples import Reader
from core.data.samples.sources import LISTS, read_arrays, read_list, read_project
from core.labels.formats.readers.tfrecord.files import MANIFEST_NAME
from core.project.project import Project


class DigestedReader(Reader, Protocol):
    """A finite reader, with a digest of its words."""

    @property
    def size(self) -> int:
        """The number of words that the reader has."""

    @property
    def digest(self) -> str:
        """A digest that changes if any word changes."""


def has_statuses(path: Path) -> bool:
    """Return True for a folder of images, whose labels say whether they are reviewed, and False for other sources."""
    return path.is_dir() and not ((path / MANIFEST_NAME).exists() and any(path.glob("part-*.tfrecord")))


def open_reader(path: Path, progress: Progress = ignore_news, *, reviewed_only: bool = False) -> DigestedReader:
    """Open the labelled words of a file or folder.

    Parameters
    ----------
    path : Path
        A folder of records (it has a `manifest.json` of ours), another folder of images with their labels, a list of
        paths and texts (`LISTS`), or arrays (`.npz`).
    progress : Progress
        Called with the labels read of a folder of images.
    reviewed_only : bool
        Of a folder of images, pass over labels that no person has marked as reviewed. The other kinds are read whole.

    Raises
    ------
    StudioError
        If the path is none of these or cannot be read.
    """
    if path.is_dir():
        if not has_statuses(path):
            from core.data.records.reading import RecordReader  # brings TensorFlow

            return RecordReader.open(path)
        return read_project(Project.open(path), reviewed_only=reviewed_only, progress=progress)
    if path.suffix.lower() in LISTS:
        return read_list(path)
    if path.suffix.lower() == ".npz":
        return read_arrays(path)
    raise DataError(
        "{path}: neither a folder nor a list of paths and texts ({kinds}) nor arrays (.npz). Name one of them.",
        path=path,
        kinds=listed(sorted(LISTS)),
    )
