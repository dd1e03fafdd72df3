"""Marks of windows that have one project open."""

import subprocess
import sys
from pathlib import Path

from app.project.window_mark import WindowMark


def test_windows_know_of_each_other_until_all_others_are_closed(tmp_path: Path):
    first, second, third = (WindowMark(tmp_path) for _ in range(3))
    assert [mark.has_others for mark in (first, second, third)] == [True, True, True]
    second.take_away()
    assert (first.has_others, third.has_others) == (True, True)
    first.take_away()
    assert not third.has_others
    assert WindowMark(tmp_path).has_others


def test_a_window_that_was_killed_counts_for_nothing(tmp_path: Path):
    killed = (
        "import os, sys; from pathlib import Path; from app.project.window_mark import WindowMark\n"
        "mark = WindowMark(Path(sys.argv[1])); os._exit(1)"
    )
    own = WindowMark(tmp_path)
    subprocess.run([sys.executable, "-c", killed, str(tmp_path)], check=False, cwd=Path(__file__).parents[3])
    assert len([*tmp_path.iterdir()]) == 2, "the lock of the killed window is still there"
    assert not own.has_others


def test_a_folder_that_cannot_have_a_lock_tells_of_nobody(tmp_path: Path):
    mark = WindowMark(tmp_path / "missing")
    assert not mark.has_others
    mark.take_away()


def test_more_windows_than_have_a_name_are_told_all_the_same(tmp_path: Path):
    marks = [WindowMark(tmp_path) for _ in range(10)]
    assert all(mark.has_others for mark in marks)
