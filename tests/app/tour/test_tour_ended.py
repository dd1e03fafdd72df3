"""A tour that is asked to end leaves no process behind, whatever it was doing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program could answer"),
]

_TOUR = """
import sys
from pathlib import Path
from core.runs.bundled import BUNDLED
from tests.tour.hands import Hands
from tests.tour.patience import children
from tests.tour.program import clear_up_when_ended, empty_home, work_in_window
from tests.tour.project import drawn

clear_up_when_ended()

def work(window):
    hands, session = Hands(window), window.session
    session.open(Path(sys.argv[1]))
    hands.wait_until_open()
    session.in_use.choose(BUNDLED[0].path)
    session.training.start({"start": None, "steps": 10_000})
    hands.wait(lambda: session.training.pid in children() and len(children()) > 1, "the processes")
    print(*children(), flush=True)
    hands.wait(lambda: False, "what never comes", 600.0)

with empty_home() as home:
    drawn(Path(sys.argv[1]))
    print(home, flush=True)
    work_in_window(work)
"""


@pytest.mark.parametrize("asked", [1, 2])
def test_a_tour_that_is_ended_ends_its_processes(tmp_path: Path, asked: int):
    command = [sys.executable, "-c", _TOUR, str(tmp_path / "demo")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as tour:
        assert tour.stdout is not None
        home = Path(tour.stdout.readline().strip())
        children = [int(pid) for pid in tour.stdout.readline().split()]
        for _ in range(asked):
            tour.send_signal(signal.SIGTERM)
            time.sleep(0.2)
        _, told = tour.communicate(timeout=120)
    assert tour.returncode != 0 or "InterruptedError" in told, told
    assert len(children) > 1
    ends = time.monotonic() + 30
    while (alive := [pid for pid in children if _is_alive(pid)]) and time.monotonic() < ends:
        time.sleep(0.1)
    assert not alive
    assert asked > 1 or not home.exists()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
