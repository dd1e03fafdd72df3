"""Commands started as a user starts them, stopped and killed while they work."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.base.images import read_image
from core.base.systems import system
from core.labels.files.storage import read_label

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")]


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "app", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_words(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(list(folder.glob("word_*.json"))) < count:
        assert time.monotonic() < deadline, "nothing was written"
        time.sleep(0.01)


def assert_whole(folder: Path) -> int:
    images = sorted(folder.glob("word_*.png"))
    for image in images:
        read_image(image)
    labels = sorted(folder.glob("word_*.json"))
    for label in labels:
        read_label(label)
    json.loads((folder / "planted.json").read_text(encoding="utf-8"))
    leftovers = [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]
    assert leftovers == []
    assert len(images) - len(labels) in (0, 1)
    return len(labels)


@pytest.mark.parametrize("number", system.ENDING)
def test_request_to_end_leaves_whole_files_only_and_exits_1_with_one_line(tmp_path: Path, number: Any):
    folder = tmp_path / "demo"
    process = start("demo", folder, "--count", "20000")
    wait_for_words(folder, 20)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert out == "" and err == "Stopped. The files written so far are whole.\n"
    assert 20 <= assert_whole(folder) < 20000


@pytest.mark.parametrize("times", [1, pytest.param(100, marks=pytest.mark.slow)])
def test_kills_at_random_moments_leave_whole_files_only(tmp_path: Path, times: int):
    rng = random.Random(times)
    for number in range(times):
        target = tmp_path / str(number)
        process = start("demo", target, "--count", "20000")
        wait_for_words(target, 1)
        time.sleep(rng.uniform(0, 0.5))
        process.kill()
        process.communicate()
        marker = target / ".demo-unfinished"  # by which the next demo goes on with the folder
        hidden = [path for path in target.iterdir() if path.name.startswith(".") and path != marker]
        assert len(hidden) <= 1  # the file that was being written, under a name that nothing reads
        for path in hidden:
            path.unlink()
        assert_whole(target)
        shutil.rmtree(target)


def test_reader_that_closes_the_pipe_ends_the_command_without_a_traceback(tmp_path: Path):
    folder = tmp_path / "demo"
    with start("demo", folder, "--count", "60", "--errors", "1") as process:
        process.communicate(timeout=60)
    with start("check", folder) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


def test_commands_work_in_a_read_only_home_and_without_a_terminal(tmp_path: Path):
    environment = os.environ | {"HOME": "/nonexistent", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    folder = tmp_path / "中文 📁"
    done = subprocess.run(
        [sys.executable, "-m", "app", "demo", str(folder), "--count", "5"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "中文" in done.stdout.decode("utf-8")
