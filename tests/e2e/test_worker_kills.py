"""Training and prediction are killed at random moments, with real processes and edits going on."""

import sys
from pathlib import Path

import pytest
from support.networks.tiny_training import make_project
from support.window.driver import drive
from support.window.watched_window import lost_edits, news_of, wait_until_alone

from core.runs.info import read_run


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_both_processes_are_killed_a_hundred_times_each_while_labels_are_edited(tmp_path: Path, model: Path):
    times = 100
    project, home, news = make_project(tmp_path / "words"), tmp_path / "home", tmp_path / "news"
    patience = 300 + 40 * 2 * times  # seconds: on a busy machine a process with TensorFlow takes 40 to work
    line = [project, "--lang", "en", "--theme", "light"]
    drive(home, "job_scripts.kill_children", [news, times, model, times], line, timeout=patience)
    wait_until_alone(home)
    assert len(news_of(news)) >= 4 * times
    assert lost_edits(project, news) == []
    (run,) = (project / ".textscanner" / "runs").iterdir()
    assert read_run(run).model is not None
