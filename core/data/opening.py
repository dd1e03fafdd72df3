"""Opens training data of every kind that a user can name."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from core.base.errors import DataError
from core.base.progress import Progress, ignore_progress
from core.data.augmentation.augmentation import Augmentation
from core.data.records.format import MANIFEST_NAME, read_manifest
from core.data.samples.samples import Preparation, Reader, SampleSource, Words
from core.data.samples.sources import LISTS, ArrayReader, read_list, read_project
from core.project.project import Project


class DigestedReader(Reader, Protocol):
    """A finite reader with a digest of its words."""

    @property
    def size(self) -> int:
        """The number of words."""

    @property
    def digest(self) -> str:
        """A digest that changes with any word."""


def open_reader(path: Path, progress: Progress = ignore_progress) -> DigestedReader:
    """Open the labelled words in a file or folder.

    Parameters
    ----------
    path : Path
        A folder of `labelled` records (it has a `manifest.json` of ours), another folder of images with their labels, a
        list of paths and texts (`LISTS`), or arrays (`.npz`).

    Raises
    ------
    StudioError
        If the path is none of these or cannot be read.
    """
    if path.is_dir():
        if _has_records(path):
            from core.data.records.reading import RecordReader  # noqa: PLC0415  brings TensorFlow

            return RecordReader.open(path)
        return read_project(Project.open(path), progress=progress)
    if path.suffix.lower() in LISTS:
        return read_list(path)
    if path.suffix.lower() == ".npz":
        return ArrayReader.open(path)
    raise DataError(
        "{path}: neither a folder nor a list of paths and texts ({kinds}) nor arrays (.npz). Name one of them.",
        path=path,
        kinds=", ".join(sorted(LISTS)),
    )


def open_source(
    path: Path,
    preparation: Preparation,
    augmentation: Augmentation | None = None,
    progress: Progress = ignore_progress,
) -> SampleSource:
    """Open prepared samples, as `open_reader` opens words; a folder of `prepared` records is never augmented.

    Raises
    ------
    StudioError
        As `open_reader`, or if the records were prepared otherwise.
    """
    manifest = read_manifest(path) if path.is_dir() and _has_records(path) else None
    if manifest is None or manifest.kind == "labelled":
        return Words(open_reader(path, progress), preparation, augmentation)
    if manifest.preparation != preparation:
        raise DataError(
            "{name}: its records were prepared with another charset, other map sizes or another "
            "normalisation. Write them again for this training, or train with theirs.",
            name=path.name,
        )
    from core.data.records.reading import RecordSource  # noqa: PLC0415  brings TensorFlow

    return RecordSource.open(path)


def _has_records(folder: Path) -> bool:
    return (folder / MANIFEST_NAME).exists() and any(folder.glob("part-*.tfrecord"))
