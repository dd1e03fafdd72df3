"""The lock of a cross-check: one window or one command at a time, and a killed one leaves none behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.reviewing.lock import cross_check_lock, take_lock

HOLD = """
import sys
from pathlib import Path
from app.reviewing.lock import cross_check_lock, take_lock
lock = cross_check_lock(Path(sys.argv[1]))
print(take_lock(lock), flush=True)
sys.stdin.read()
"""


def test_two_cross_checks_of_one_project_never_run_at_once(isolated_home: Path, tmp_path: Path):
    first, second, elsewhere = (cross_check_lock(root) for root in (tmp_path, tmp_path, tmp_path / "other"))
    assert take_lock(first) and not take_lock(second)
    assert take_lock(first), "who holds it may ask again"
    assert take_lock(elsewhere), "another project has a lock of its own"
    first.unlock()
    assert take_lock(second)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_a_killed_cross_check_stops_no_later_one(isolated_home: Path, tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "True"
        lock = cross_check_lock(tmp_path)
        assert not take_lock(lock)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert take_lock(lock)
