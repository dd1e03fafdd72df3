"""Small pictures of word images, decoded and scaled on a background thread and cached for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from shiboken6 import isValid

from app.project.workspace import Workspace
from app.workers.background import Job
from core.base.errors import ImageError, Sentence
from core.base.images import read_picture
from core.project.project import Project

ASPECT = 3  # greatest ratio of a thumbnail's width to its height: words are wide

_ROOM = 2 << 20  # bytes of small pictures, besides those that are wanted: several screens of the list


class Thumbnails(QObject):
    """Makes the wanted thumbnails, and drops requests that are no longer wanted."""

    arrived = Signal(str)  # the image whose thumbnail was made, or could not be made

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = workspace.background
        self._project: Project | None = None
        self._height = 0
        self._ratio = 1.0
        self._kept: OrderedDict[str, QImage] = OrderedDict()
        self._changes: dict[str, tuple[Sentence, ...]] = {}  # of kept images whose decoding decided something
        self._bytes = 0
        self._wanted: frozenset[str] = frozenset()
        self._running: dict[str, Job] = {}

    def set_source(self, project: Project | None, height: int, ratio: float = 1.0) -> None:
        """Set the project and the size of thumbnails, and drop all cached ones if either changes.

        `height`: device-independent pixels. `ratio`: device pixels a device-independent pixel.
        """
        root = None if project is None else project.root
        known = None if self._project is None else self._project.root
        if (root, height, ratio) != (known, self._height, self._ratio):
            self._kept.clear()
            self._changes.clear()
            self._bytes = 0
            self._wanted = frozenset()
            self._running.clear()
        self._project = project
        self._height = height
        self._ratio = ratio

    def kept(self, image: str) -> QImage | None:
        """Return the thumbnail of an image, a null one if the image cannot be read, or None if it is not made yet."""
        thumbnail = self._kept.get(image)
        if thumbnail is not None:
            self._kept.move_to_end(image)
        return thumbnail

    def changes(self, image: str) -> tuple[Sentence, ...]:
        """Return the changes noted by `core.base.images.DecodedImage` for an image whose thumbnail is cached."""
        return self._changes.get(image, ())

    def want(self, images: Sequence[str]) -> None:
        """Make these thumbnails in this order, and drop all earlier requests."""
        self._wanted = frozenset(images)
        missing = [image for image in images if image not in self._kept and image not in self._running]
        if self._project is None or not missing:
            return
        job = self._background.start(
            "",
            partial(self._make, self._project, self._height, self._ratio, missing),
            lane="thumbnails",
            reported=lambda news: self._keep(job, *news),
        )
        self._running |= dict.fromkeys(missing, job)
        job.ended.connect(lambda: self._over(job))

    def forget(self, images: Iterable[str]) -> None:
        """Drop the thumbnails of these images, because they have changed on the disk."""
        for image in images:
            self._running.pop(image, None)
            self._drop(image)

    def _make(self, project: Project, height: int, ratio: float, images: Sequence[str], job: Job) -> None:
        """In the background: one picture after the other, each handed over as it is there."""
        for image in images:
            if image not in self._wanted:  # looked up anew each time: the list may have been scrolled on
                continue
            try:
                picture = read_picture(project.path_of(image))
                small, changes = thumbnail(picture.pixels, height, ratio), picture.changes
            except ImageError:
                small, changes = QImage(), ()  # the list marks it; the reason is shown when the image is opened
            job.report((image, small, changes))

    def _keep(self, job: Job, image: str, small: QImage, changes: tuple[Sentence, ...]) -> None:
        if not isValid(self) or self._running.get(image) is not job:
            return  # of a dialog that is gone, of another project or size, or changed meanwhile
        del self._running[image]
        self._kept[image] = small
        if changes:
            self._changes[image] = changes
        self._bytes += small.sizeInBytes()
        while self._bytes > _ROOM and (old := next((name for name in self._kept if name not in self._wanted), None)):
            self._drop(old)
        self.arrived.emit(image)

    def _over(self, job: Job) -> None:
        self._running = {image: running for image, running in self._running.items() if running is not job}

    def _drop(self, image: str) -> None:
        gone = self._kept.pop(image, None)
        self._changes.pop(image, None)
        if gone is not None:
            self._bytes -= gone.sizeInBytes()


def thumbnail(pixels: NDArray[np.uint8], height: int, ratio: float = 1.0) -> QImage:
    """Return a picture scaled down without distortion.

    `height`: largest height in device-independent pixels; the largest width is `ASPECT` times as much. `ratio`: device
    pixels a device-independent pixel.
    """
    room = height * ratio
    scale = min(room / pixels.shape[0], ASPECT * room / pixels.shape[1])
    size = (max(round(pixels.shape[1] * scale), 1), max(round(pixels.shape[0] * scale), 1))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    image = QImage(small.data, size[0], size[1], 3 * size[0], QImage.Format.Format_RGB888)
    # A copy, because `small` goes; in the format that is drawn without being converted each time
    converted = image.convertToFormat(QImage.Format.Format_RGB32)
    converted.setDevicePixelRatio(ratio)
    return converted
