"""Training, prediction or the window itself is killed at random moments, with real processes and edits going on."""

import random
import shutil
import sys
import time
from pathlib import Path

import pytest
from support.networks.tiny_training import make_project
from support.window.driver import drive
from support.window.watched_window import lost_edits, news_of, start, wait_for_news, wait_until_alone

from core.runs.info import read_run

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

PATIENCE = 300  # seconds for two processes with TensorFlow to begin
SECONDS_A_KILL = 40  # until the next process works, on a busy machine
LINE = ["--lang", "en", "--theme", "light"]


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    """A network that has learnt nothing."""
    from core.charset import Charset
    from core.labels.maps.spec import MapSpec
    from core.model.network.saving import build_recogniser, save_model
    from core.runs.spec import NetworkSpec

    path = tmp_path_factory.mktemp("model") / "model.keras"
    save_model(path, build_recogniser(NetworkSpec.of("small", Charset.named("digits"), MapSpec(32, 64, max_length=4))))
    return path


@pytest.mark.slow
def test_both_processes_are_killed_a_hundred_times_each_while_labels_are_edited(tmp_path, model):
    times = 100
    project, home, news = make_project(tmp_path / "words"), tmp_path / "home", tmp_path / "news"
    patience = PATIENCE + SECONDS_A_KILL * 2 * times
    drive(home, "job_scripts.kill_children", [news, times, model, times], [project, *LINE], timeout=patience)
    wait_until_alone(home)
    assert len(news_of(news)) >= 4 * times
    assert lost_edits(project, news) == []
    (run,) = (project / ".textscanner" / "runs").iterdir()
    assert read_run(run).model is not None


@pytest.mark.slow
def test_a_window_is_killed_a_hundred_times_while_it_edits_trains_and_predicts(tmp_path, model):
    """Windows are killed in `test_window.py` and `workers/test_killed_window.py`, too, without TensorFlow."""
    rng = random.Random(100)
    for number in range(100):
        words, home, news = (tmp_path / f"{name}-{number}" for name in ("words", "home", "news"))
        project = make_project(words)
        process = start(home, "job_scripts.train_until_killed", news, number, model, line=[project, *LINE])
        while_it_starts = number % 3 == 1
        if while_it_starts:
            wait_for_news(news, process, 2)
            time.sleep(rng.uniform(0, 12))
        else:
            wait_for_news(news, process, what="trains", patience=PATIENCE)
            time.sleep(rng.uniform(0, 2))
        assert process.poll() is None, process.communicate()[1]
        process.kill()
        process.communicate()
        wait_until_alone(home)
        runs = project / ".textscanner" / "runs"
        trained = [run for run in (runs.iterdir() if runs.is_dir() else ()) if read_run(run).step]
        assert trained or while_it_starts
        if trained:
            drive(home, "job_scripts.go_on", [trained[0]], [project, *LINE], timeout=PATIENCE)
        else:
            drive(home, "recover", [], [project, *LINE])
        wait_until_alone(home)
        assert lost_edits(project, news) == [], f"round {number}: edits that were committed are lost"
        shutil.rmtree(project)
