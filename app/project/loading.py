"""Reads pictures and label files on background threads, and caches the latest ones."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.project.workspace import Workspace
from app.workers.background import Job
from core.base.errors import ImageError, LabelError, Sentence, reason_of
from core.base.files import open_file
from core.base.images import read_picture
from core.labels.files.storage import LabelFile, label_path, read_label
from core.project.project import Project

_ROOM = 2 << 20  # bytes of decoded pictures besides those that are wanted: a hundred words, 40 kB each with label
_FRESH = 0.3  # seconds: an image read so lately need not be read once more because it is shown
_SHOWN_OF_A_FAULTY_LABEL = 1 << 16


@dataclass(frozen=True, slots=True)
class Loaded:
    """One image with its label, as read from the disk."""

    image: str
    """Path of the image relative to the project."""
    pixels: NDArray[np.uint8] | None = None
    """The picture, (height, width, 3) uint8, RGB after EXIF orientation. None if it cannot be read."""
    changes: tuple[Sentence, ...] = ()
    """Decisions in decoding the picture, as those of `DecodedImage`."""
    picture_error: str = ""
    """Reason why the picture cannot be read. "" if it can."""
    is_there: bool = True
    """False if there is no such picture: its folder may be away for a moment."""
    file: LabelFile | None = None
    """The label file. None if there is none, or it cannot be read."""
    label_error: str = ""
    """Reason why the label file cannot be read. "" if it can, or there is none."""
    label_text: str = ""
    """The beginning of the label file that cannot be read, to be shown."""

    @property
    def size(self) -> tuple[int, int] | None:
        """The (height, width) of the image in pixels."""
        return None if self.pixels is None else (int(self.pixels.shape[0]), int(self.pixels.shape[1]))

    def has_picture_of(self, loaded: Loaded) -> bool:
        """Return True if both are of one image and their pictures are equal, or both unreadable."""
        if self.image != loaded.image or self.pixels is None or loaded.pixels is None:
            return self.image == loaded.image and self.pixels is loaded.pixels
        return self.pixels is loaded.pixels or np.array_equal(self.pixels, loaded.pixels)


def load(path: Path, image: str, kept: Loaded | None = None) -> Loaded:
    """Read one image with its label, and return a reason in the result if one of them cannot be read.

    `kept`: the image as it was read before, if its picture is still the same.
    """
    read = Loaded(image, is_there=os.path.lexists(path))
    if kept is not None and kept.pixels is not None:
        read = replace(read, pixels=kept.pixels, changes=kept.changes)
    else:
        try:
            picture = read_picture(path)
            read = replace(read, pixels=picture.pixels, changes=picture.changes)
        except ImageError as error:
            read = replace(read, picture_error=str(error))
    beside = label_path(path)
    try:
        file = read_label(beside) if beside.exists() else None
    except (LabelError, OSError) as error:
        return replace(read, label_error=str(error), label_text=_beginning(beside))
    return replace(read, file=file)


def _beginning(path: Path) -> str:
    try:
        with open_file(path) as file:
            return file.read(_SHOWN_OF_A_FAULTY_LABEL).decode("utf-8", errors="replace")
    except OSError as error:
        return reason_of(error)


class Loader(QObject):
    """Reads the wanted images, and drops requests that are no longer wanted.

    `room`: bytes of decoded pictures that are kept besides the wanted ones. `fresh`: seconds after a reading without a
    new one. The next look at the folder finds what another program has written meanwhile.
    """

    loaded = Signal(object)  # a `Loaded`, each time one was read
    load = staticmethod(load)  # reads one image with its label; in background threads

    def __init__(
        self,
        workspace: Workspace,
        parent: QObject | None = None,
        *,
        room: int = _ROOM,
        fresh: float = _FRESH,
    ) -> None:
        super().__init__(parent)
        # called in the thread that has read an image that was not kept, for work that showing it would wait for
        self.prepare: Callable[[Loaded], None] = lambda loaded: None
        self._background = workspace.background
        self._room, self._fresh = room, fresh
        self._project: Project | None = None
        self._kept: OrderedDict[str, Loaded] = OrderedDict()
        self._bytes = 0
        self._read_at: dict[str, float] = {}
        self._wanted: set[str] = set()
        self._running: dict[str, Job] = {}
        self._outdated: set[str] = set()

    def set_project(self, project: Project | None) -> None:
        """Read from another project, and drop the images of the previous one."""
        if project is None or self._project is None or project.root != self._project.root:
            self._kept.clear()
            self._read_at.clear()
            self._bytes = 0
            self._wanted.clear()
            self._running.clear()
            self._outdated.clear()
        self._project = project

    def kept(self, image: str) -> Loaded | None:
        """Return the cached image without reading the disk, or None if it is not cached."""
        loaded = self._kept.get(image)
        if loaded is not None:
            self._kept.move_to_end(image)
        return loaded

    def want(self, images: Sequence[str]) -> None:
        """Read these images, the first one again even if it is cached, since its label may have changed meanwhile."""
        self._wanted = set(images)
        outdated = time.monotonic() - self._fresh
        for number, image in enumerate(images):
            is_outdated = number == 0 and self._read_at.get(image, outdated) <= outdated
            if image not in self._running and (is_outdated or image not in self._kept):
                self._start(image)

    def refile(self, image: str, file: LabelFile | None) -> None:
        """Adopt a label file that this program has written."""
        self._outdate(image)
        kept = self._kept.get(image)
        if kept is not None and not kept.label_error:
            self._kept[image] = replace(kept, file=file)

    def forget(self, images: Sequence[str]) -> None:
        """Drop these images, because they have changed on the disk."""
        for image in images:
            self._outdate(image)
            self._drop(image)

    def _outdate(self, image: str) -> None:
        """Read an image once more: the reading in progress may predate the writing of its label file."""
        if image in self._running:
            self._outdated.add(image)

    def _start(self, image: str) -> None:
        project = self._project
        if project is None:
            return
        kept = self._kept.get(image)
        job = self._background.start(
            "",
            partial(self._read_image, project.path_of(image), image, kept),
            lane="pictures",
            finished=partial(self._arrived, project.root, image, time.monotonic()),
        )
        self._running[image] = job
        self._outdated.discard(image)
        job.ended.connect(lambda: self._running.pop(image, None) if self._running.get(image) is job else None)

    def _read_image(self, path: Path, image: str, kept: Loaded | None, job: Job) -> Loaded | None:
        if image not in self._wanted:
            return None
        loaded = self.load(path, image, kept)
        if kept is None:
            self.prepare(loaded)
        return loaded

    def _arrived(self, root: Path, image: str, begun: float, loaded: Loaded | None) -> None:
        if self._project is None or self._project.root != root:
            return
        if image in self._outdated or (loaded is None and image in self._wanted):  # not wanted then, but now
            self._start(image)
            return
        if loaded is None:
            return
        self._drop(loaded.image)
        self._kept[loaded.image], self._read_at[loaded.image] = loaded, begun
        self._bytes += _size(loaded)
        while self._bytes > self._room:
            oldest = next((kept for kept in self._kept if kept not in self._wanted), None)
            if oldest is None:
                break
            self._drop(oldest)
        self.loaded.emit(loaded)

    def _drop(self, image: str) -> None:
        gone = self._kept.pop(image, None)
        if gone is not None:
            self._bytes -= _size(gone)
            del self._read_at[image]


def _size(loaded: Loaded) -> int:
    return 0 if loaded.pixels is None else loaded.pixels.nbytes
