"""The hashes of images, which are kept until the file is another."""

import os
from pathlib import Path

import pytest

from core.base.progress import Cancelled
from core.index.index import Index
from core.project.project import Project
from core.readings.store import picture_hash

LONG_AGO = 10**18  # ns


def write(path: Path, data: bytes, changed: int = LONG_AGO) -> None:
    path.write_bytes(data)
    os.utime(path, ns=(changed, changed))


def opened(root: Path, cache: Path) -> Index:
    return Index.open(Project.open(root), cache)


def test_hashes_are_those_of_the_files(tmp_path: Path):
    write(tmp_path / "a.png", b"one")
    write(tmp_path / "b.png", b"two")
    with opened(tmp_path, tmp_path / "cache") as index:
        assert index.pictures(["a.png", "b.png", "gone.png"]) == {
            name: picture_hash(tmp_path / name) for name in ("a.png", "b.png")
        }


def test_a_file_of_the_same_time_and_size_is_not_read_again(tmp_path: Path):
    write(tmp_path / "a.png", b"one")
    before = picture_hash(tmp_path / "a.png")
    with opened(tmp_path, tmp_path / "cache") as index:
        index.pictures(["a.png"])
    write(tmp_path / "a.png", b"two")
    with opened(tmp_path, tmp_path / "cache") as index:
        assert index.pictures(["a.png"]) == {"a.png": before}
    write(tmp_path / "a.png", b"two", LONG_AGO + 1)
    with opened(tmp_path, tmp_path / "cache") as index:
        assert index.pictures(["a.png"]) == {"a.png": picture_hash(tmp_path / "a.png")}


def test_a_file_that_was_just_written_is_read_again(tmp_path: Path):
    (tmp_path / "a.png").write_bytes(b"one")
    stamp = (tmp_path / "a.png").stat().st_mtime_ns
    with opened(tmp_path, tmp_path / "cache") as index:
        index.pictures(["a.png"])
        write(tmp_path / "a.png", b"two", stamp)
        assert index.pictures(["a.png"]) == {"a.png": picture_hash(tmp_path / "a.png")}


def test_hashes_made_before_a_stop_are_kept(tmp_path: Path):
    for number in range(3):
        write(tmp_path / f"{number}.png", bytes([number]))
    before = picture_hash(tmp_path / "0.png")

    def stop(done: int, total: int) -> None:
        if done == 1:
            raise Cancelled

    with opened(tmp_path, tmp_path / "cache") as index:
        with pytest.raises(Cancelled):
            index.pictures(["0.png", "1.png", "2.png"], stop)
        write(tmp_path / "0.png", b"another"[:1])
        assert index.pictures(["0.png"]) == {"0.png": before}
