"""The figures of the window: that they are of what they say, on a small folder."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from support.words.synthetic_project import synthetic_project

from benchmarks import folders, gui, gui_driving, gui_labelme

REPOSITORY = Path(__file__).resolve().parents[2]
STEPS = ("open", "settle", "type_filter", "next_at_once", "next_everywhere", "jump", "drag", "switch", "end")

DRIVE = f"""
import json, sys
from pathlib import Path
from benchmarks import gui_driving, gui_window
gui_driving._AT_ONCE, gui_driving._AT_LEISURE, gui_driving._JUMPS, gui_driving._SWITCHES = 3, 2, 5, 5
gui_window._MOVES = 5
studio = gui_window.Studio(sys.argv[1])
found = {{step: getattr(studio, step)() for step in {STEPS}}}
Path(sys.argv[2]).write_text(json.dumps(found), encoding="utf-8")
"""


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """24 words; `d_12` of the filter is in the name of one."""
    images = sorted(synthetic_project(tmp_path / "synthetic", 4).glob("*.png"))
    files = [(image.read_bytes(), image.with_suffix(".json").read_bytes()) for image in images]
    folders.write_words(tmp_path / "words", files, 24)
    return tmp_path / "words"


def test_words_are_written_in_turn_each_with_its_label(words: Path):
    assert len([*words.glob("word_*.png")]) == len([*words.glob("word_*.json")]) == 24
    assert (words / "word_1.png").read_bytes() == (words / "word_5.png").read_bytes()
    assert (words / "word_1.json").read_bytes() != (words / "word_2.json").read_bytes()


def test_very_many_words_lie_in_subfolders(tmp_path: Path):
    folders.write_words(tmp_path, [(b"image", b"label")], folders.IN_A_FOLDER + 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["part 1", "part 2"]
    assert len([*tmp_path.glob("part */*.png")]) == folders.IN_A_FOLDER + 1


@pytest.mark.long
def test_window_is_driven_through_all_that_is_measured(words: Path, tmp_path: Path):
    answer = tmp_path / "found.json"
    command = [sys.executable, "-c", DRIVE, str(words), str(answer)]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(answer.read_text(encoding="utf-8"))
    assert found["open"]["first"] > 0
    assert found["open"]["cpu"] > 0
    assert found["settle"]["wall"] >= 1  # a tick of the watchdog is a millisecond
    counts = {"type_filter": 4, "next_at_once": 3, "next_everywhere": 2, "jump": 5, "drag": 5}
    assert {step: len(found[step]["wall"]) for step in counts} == counts
    assert all(time > 0 for step in counts for time in found[step]["cpu"])
    assert found["switch"]["after"] > 50  # MB: no Python with Qt is smaller


def test_program_is_seen_to_stall_where_it_does(qtbot: QtBot):
    watchdog = gui_driving.Watchdog()
    watchdog.begin()
    QTimer.singleShot(0, lambda: time.sleep(0.2))
    qtbot.waitUntil(lambda: watchdog.wall >= 0.2)
    watchdog.stop()
    assert watchdog.cpu < 0.2  # it slept, which is no work


def test_painting_counts_only_once_it_is_over_and_only_of_what_can_be_seen(qtbot: QtBot):
    class Pane(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            assert not paints.since(start, (self,))

    paints = gui_driving.Paints()
    paints.watch(Pane)
    pane, hidden = Pane(), Pane()
    qtbot.addWidget(pane)
    qtbot.addWidget(hidden)
    start = time.perf_counter()
    with qtbot.waitSignal(paints.happened):
        pane.show()
    assert paints.since(start, (pane, hidden))
    assert not paints.since(time.perf_counter(), (pane,))


def ours() -> dict[str, Any]:
    times = {"wall": [8.0, 9.0, 30.0], "cpu": [7.0, 7.0, 7.0]}
    return {
        "open": {"cpu": 1.0, "wall": 2.0, "first": 0.2},
        "settle": {"wall": 60.0, "cpu": 20.0, "seconds": 5.0},
        "idle": 10.0,
        "switch": {"before": 100.0, "after": 120.0},
    } | dict.fromkeys(("type_filter", "next_at_once", "next_at_leisure", "next_everywhere", "jump", "drag"), times)


def test_figures_stand_beside_their_budgets():
    rows = {row["name"]: row for row in gui.compared(2000, ours(), {})}
    assert rows["next image at five a second, median, waited, 2,000 images"]["value"] == 9
    assert rows["next image at five a second, median, waited, 2,000 images"]["holds"] is True
    assert rows["the slowest key typed into the filter, waited, 2,000 images"]["holds"] is False
    assert rows["longest stall while it is opened and read, 2,000 images"]["holds"] is False
    assert rows["memory grown over 1,000 switches, 2,000 images"]["value"] == 20
    stall = rows.pop("longest stall while it is opened and read, 2,000 images")
    assert (stall["ratio"], stall["compared_with"]) == (6.0, "an empty event loop meanwhile (10 ms)")
    assert all(row["compared_with"] is None and row["ratio"] is None for row in rows.values())


def test_a_budget_is_a_number_or_follows_the_peer():
    busy = ours() | {"idle": 45.0}
    peer = ours() | {"next_at_once": {"wall": [20.0, 20.0, 20.0], "cpu": [20.0, 20.0, 20.0]}}
    rows = {row["name"]: row for row in gui.compared(2000, busy, peer)}
    assert rows["longest stall while it is opened and read, 2,000 images"]["budget"] == 65
    assert rows["next image as fast as possible, median, waited, 2,000 images"]["budget"] == 20
    assert rows["next image as fast as possible, p95, waited, 2,000 images"]["budget"] == 24
    assert rows["the slowest key typed into the filter, waited, 2,000 images"]["budget"] == 20


def test_figures_stand_beside_those_of_the_other_program():
    peer = ours()
    del peer["next_at_leisure"], peer["drag"]
    peer["open"] = {"cpu": 16.5, "wall": 42.0, "first": 42.0}
    rows = {row["name"]: row for row in gui.compared(100_000, ours(), peer)}
    opened = rows["open a folder: list complete, sorted, painted, 100,000 images"]
    assert opened["ratio"] == 0.0606
    assert opened["compared_with"] == "labelme 7.1.0 (16.5 s CPU)"
    assert rows["preview while dragging, maps painted, median, waited, 100,000 images"]["ratio"] is None


def test_without_a_python_that_it_runs_on_the_other_program_is_left_out(tmp_path: Path):
    python, reason = gui_labelme.install(tmp_path / "labelme", lambda: None)
    assert python == ""
    assert "needs Python 3.12" in reason
