"""Writes the wall to a file: one picture, or an animated picture of the whole training. For a background thread."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from app.display import MapName
from app.pictures.wall_picture import PinnedWord, wall_picture
from app.predicting.predicted import from_outputs
from app.workers.background import Job
from core.base.errors import RunError
from core.base.files import write_atomically
from core.runs.spec import NetworkSpec
from core.runs.watched import read_watched

Frame = tuple[int, Mapping[str, Path]]  # a step, and the kept prediction of each image

_MOST = 100  # frames; of more steps, as many at equal distances
_SHOWN = 250  # ms of a frame; the last stays longer
_LAST = 2000


def write_wall(
    path: Path,
    words: Sequence[PinnedWord],
    name: MapName,
    colormap: str,
    frames: Sequence[Frame],
    spec: NetworkSpec | None,
    job: Job,
) -> None:
    """Write the words as they are, or, with frames, how they came about, in the format of the file's ending.

    Raises FileWriteError if the file cannot be written.
    """
    if not frames or spec is None:
        write_atomically(path, _encoded([wall_picture(words, name, colormap)], "png"))
        return
    chosen = [frames[place] for place in np.unique(np.linspace(0, len(frames) - 1, _MOST).round().astype(int))]
    pictures = []
    for number, (step, files) in enumerate(chosen):
        job.progress(number, len(chosen))
        shown = [_at(word, step, files.get(word.image), spec) for word in words]
        pictures.append(wall_picture(shown, name, colormap, f"{step:,}"))
    write_atomically(path, _encoded(pictures, path.suffix.lower().removeprefix(".")))


def _at(word: PinnedWord, step: int, file: Path | None, spec: NetworkSpec) -> PinnedWord:
    """A word as it was predicted at a step."""
    if file is None:
        return replace(word, predicted=None, text="", is_wrong=False)
    try:
        size = (word.picture.height(), word.picture.width())
        predicted = from_outputs(word.image, read_watched(file), spec, size, step)
    except RunError:  # that step is gone
        return replace(word, predicted=None, text="", is_wrong=False)
    read = predicted.maps.word
    is_wrong = bool(word.label) and word.label != read.text
    return replace(word, predicted=predicted, text=f"{read.text or '–'}  {read.probability:.2f}", is_wrong=is_wrong)


def _encoded(pictures: Sequence[QImage], form: str) -> bytes:
    from PIL import Image  # the window's start needs none

    images = [Image.fromarray(_pixels(picture)) for picture in pictures]
    file = io.BytesIO()
    if len(images) == 1 and form == "png":
        images[0].save(file, format="PNG")
    else:
        durations = [_SHOWN] * (len(images) - 1) + [_LAST]
        images[0].save(file, format=form, save_all=True, append_images=images[1:], duration=durations, loop=0)
    return file.getvalue()


def _pixels(picture: QImage) -> np.ndarray:
    image = picture.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()
