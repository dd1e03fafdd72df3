"""The images of a project are read, and the readings kept beside them as they come."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import ModelError
from core.base.images import encode_png
from core.base.progress import Cancelled
from core.readers.folder import read_into_project
from core.readings.reading import Reading
from core.readings.store import picture_hash, readings_in


class Counting:
    """A reader that reads how many words it has read, up to a number."""

    name, version = "counting", "1"

    def __init__(self, most: int = 1000) -> None:
        self.most, self.count = most, 0

    def read(self, image: np.ndarray) -> Reading:
        if self.count == self.most:
            raise ModelError("{name}: has had enough.", name=self.name)
        self.count += 1
        return Reading(self.name, str(self.count), 0.5, (), "", self.version)

    def __enter__(self) -> "Counting":
        return self

    def __exit__(self, *_: object) -> None: ...


@pytest.fixture
def folder(tmp_path: Path):
    (tmp_path / "deep").mkdir()
    for name in ("a.png", "deep/b.png", "c.png"):
        (tmp_path / name).write_bytes(encode_png(np.zeros((4, 9, 3), np.uint8)))
    return tmp_path


IMAGES = ("a.png", "deep/b.png", "c.png")


def texts(root: Path):
    kept = readings_in(root)
    return {image: [read.reading.text for read in kept.of(image)] for image in kept.images}


def test_readings_are_kept_by_path_and_picture(folder: Any):
    done = read_into_project(Counting(), folder, IMAGES)
    assert (done.reader, done.read, done.refused) == ("counting", 3, ())
    assert texts(folder) == {"a.png": ["1"], "deep/b.png": ["2"], "c.png": ["3"]}
    (read,) = readings_in(folder).of("c.png")
    assert read.picture == picture_hash(folder / "c.png")
    assert read.reading.seconds is not None, "how long it took"


def test_an_image_that_cannot_be_read_is_named_by_its_path(folder: Any):
    (folder / "deep/b.png").write_bytes(b"no picture")
    (folder / "c.png").unlink()
    done = read_into_project(Counting(), folder, IMAGES)
    assert done.read == 1 and len(done.refused) == 2
    assert done.refused[0].startswith("deep/b.png: ") and done.refused[1].startswith("c.png: ")


def test_what_was_read_until_a_reader_fails_is_kept(folder: Any):
    with pytest.raises(ModelError, match="has had enough"):
        read_into_project(Counting(2), folder, IMAGES)
    assert texts(folder) == {"a.png": ["1"], "deep/b.png": ["2"]}


def test_what_was_read_until_somebody_stops_it_is_kept(folder: Any):
    def stop(done: int, total: int) -> None:
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        read_into_project(Counting(), folder, IMAGES, stop)
    assert set(texts(folder)) <= set(IMAGES) and texts(folder)


def test_nothing_to_read_writes_nothing(folder: Any):
    assert read_into_project(Counting(), folder, ()).read == 0
    assert not (folder / ".textscanner").exists()
