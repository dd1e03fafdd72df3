import json
import math
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import FileWriteError
from core.model.training.checkpoints import Checkpoints, Progress, State


def state_of(value: float, size: int = 4) -> State:
    return {"weights": {"conv/kernel": np.full((2, size), value, np.float32)}, "first": {"conv/kernel": np.zeros(size)}}


@pytest.fixture
def checkpoints(tmp_path: Path) -> Checkpoints:
    return Checkpoints(tmp_path / "checkpoints")


def test_what_is_saved_comes_back(checkpoints: Checkpoints):
    progress = Progress(7, 56, 3, 12.5, {"scale": 1.0}, (0.5, -1.0), {"word_accuracy": 0.5}, 7, (0.5, -1.0), {}, 2, 4.5)
    path = checkpoints.save(progress, state_of(1.5))
    assert path.name == "step_00000007"
    found, damaged = checkpoints.latest()
    assert found[0] == progress
    assert damaged == ()
    np.testing.assert_array_equal(found[1]["weights"]["conv/kernel"], state_of(1.5)["weights"]["conv/kernel"])
    assert found[1].keys() == {"weights", "first"}


def test_last_three_and_the_best_are_kept(checkpoints: Checkpoints):
    for step in range(1, 9):
        checkpoints.save(Progress(step, best_step=2 if step > 1 else 0, best_score=(1.0,)), state_of(step))
    assert checkpoints.steps() == [2, 6, 7, 8]
    assert len(list(checkpoints.folder.iterdir())) == 4


@pytest.mark.parametrize("part", ["state.npz", "checkpoint.json"])
@pytest.mark.parametrize("damage", ["cut", "empty", "gone", "flipped"])
def test_damaged_one_is_passed_over_and_named(checkpoints: Checkpoints, part: str, damage: str):
    checkpoints.save(Progress(1), state_of(1))
    path = checkpoints.save(Progress(2), state_of(2, 4000)) / part
    data = bytearray(path.read_bytes())
    if damage == "gone":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "empty":
        path.write_bytes(b"")
    else:
        data[len(data) // 2] ^= 0xFF
        path.write_bytes(data)
    found, damaged = checkpoints.latest()
    assert found[0].step == 1
    assert damaged == ("step_00000002",)


@pytest.mark.parametrize(
    ("place", "value"), [(8, 99), (8, 8), (8, 14), (6, 1)], ids=["unknown method", "deflate", "lzma", "encrypted"]
)
def test_array_file_whose_headers_are_damaged_is_passed_over(checkpoints: Checkpoints, place: int, value: int):
    checkpoints.save(Progress(1), state_of(1))
    path = checkpoints.save(Progress(2), state_of(2)) / "state.npz"
    data = bytearray(path.read_bytes())
    for sign, shift in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):  # the entry's own header and the archive's list
        start = data.find(sign)
        data[start + place + shift] = value
    path.write_bytes(data)
    found, damaged = checkpoints.latest()
    assert (found[0].step, damaged) == (1, ("step_00000002",))


def test_worst_score_comes_back_from_valid_json(checkpoints: Checkpoints):
    worst = (0.5, -math.inf)
    path = checkpoints.save(Progress(1, score=worst, best_score=worst), state_of(1))
    assert "Infinity" not in (path / "checkpoint.json").read_text()
    found = checkpoints.describe(1)
    assert (found.score, found.best_score) == (worst, worst)


def test_half_written_one_is_ignored_and_cleared_away(checkpoints: Checkpoints):
    left = checkpoints.folder / ".writing-0123456789ab"
    left.mkdir(parents=True)
    (left / "state.npz").write_bytes(b"half")
    assert checkpoints.latest() == (None, ())
    checkpoints.save(Progress(1), state_of(1))
    assert [path.name for path in checkpoints.folder.iterdir()] == ["step_00000001"]


def test_same_step_again_takes_the_place_of_the_old_one(checkpoints: Checkpoints):
    checkpoints.save(Progress(1, seconds=1), state_of(1))
    checkpoints.save(Progress(1, seconds=2), state_of(2))
    found, _ = checkpoints.latest()
    assert found[0].seconds == 2
    assert checkpoints.steps() == [1]


def test_later_ones_are_discarded(checkpoints: Checkpoints):
    for step in (1, 99_999_999, 100_000_000):  # also those over eight digits are in order
        checkpoints.save(Progress(step), state_of(1))
    assert checkpoints.steps() == [1, 99_999_999, 100_000_000]
    checkpoints.discard_after(1)
    assert checkpoints.steps() == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files, which Windows has not")
def test_full_disk_leaves_the_old_ones_and_nothing_half(checkpoints: Checkpoints):
    import resource

    checkpoints.save(Progress(1), state_of(1))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(FileWriteError, match=r"step_00000002: the checkpoint was not written .*Free some space"):
            checkpoints.save(Progress(2), state_of(2, 100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.name for path in checkpoints.folder.iterdir()] == ["step_00000001"]


def test_one_of_a_newer_version_is_passed_over(checkpoints: Checkpoints):
    path = checkpoints.save(Progress(1), state_of(1)) / "checkpoint.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"schema": 2}))
    assert checkpoints.latest() == (None, ("step_00000001",))


def test_every_whole_checkpoint_was_flushed_before_it_took_its_place(
    checkpoints: Checkpoints, monkeypatch: pytest.MonkeyPatch
):
    done: list[str] = []
    flush, rename = __import__("os").fsync, Path.rename

    def noted_flush(descriptor: int) -> None:
        done.append("flush")
        flush(descriptor)

    def noted_rename(self: Path, target: Path) -> Path:
        done.append("rename")
        return rename(self, target)

    monkeypatch.setattr("os.fsync", noted_flush)
    monkeypatch.setattr(Path, "rename", noted_rename)
    checkpoints.save(replace(Progress(), step=1), state_of(1))
    assert done.index("rename") >= 2, "both files are on the disk"
    assert done[-1] == "flush", "and then the name"
