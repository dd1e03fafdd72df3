"""Reads the images of a project with another program's reader, and keeps the readings in the project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ImageError, with_name
from core.base.progress import Progress, ignore_news
from core.readers.word_readers import WordReader, read_files
from core.readings.reading import PictureReading
from core.readings.store import keep, picture_hash

_AT_ONCE = 100  # readings that are written together, and the most that are lost if the machine stops


@dataclass(frozen=True, slots=True)
class FolderReading:
    """The result of reading images of a project."""

    reader: str
    """The reader's name, as a person sees it."""
    read: int
    """The number of images whose readings are kept."""
    refused: tuple[str, ...] = ()
    """A sentence for each image that was not read, with the reason."""


def read_into_project(
    reader: WordReader, root: Path, images: Sequence[str], progress: Progress = ignore_news
) -> FolderReading:
    """Read images, and append the readings to the project's, a hundred at a time.

    `images`: their relative paths. Raises ModelError if the reader fails, FileWriteError if readings cannot be kept.
    Readings made until then are kept, also if the work is stopped.
    """
    waiting: list[PictureReading] = []
    refused: list[str] = []
    count = 0

    def write() -> None:
        nonlocal count
        keep(root, waiting)
        count += len(waiting)
        waiting.clear()

    paths = [root / image for image in images]
    try:
        for image, (path, reading) in zip(images, read_files(reader, paths, progress, len(paths)), strict=True):
            try:
                if isinstance(reading, ImageError):
                    raise reading
                waiting.append(PictureReading(image, picture_hash(path), reading))
            except ImageError as error:
                refused.append(with_name(str(error), path.name, image))
            except OSError:  # it was deleted since it was read
                continue
            if len(waiting) >= _AT_ONCE:
                write()
    finally:
        if waiting:
            write()
    return FolderReading(reader.name, count, tuple(refused))
