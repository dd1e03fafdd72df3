"""The window, started by the command as a user starts it, and worked on with real keys and mouse events."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support.networks.tiny_training import make_project
from support.window.driver import drive
from support.window.watched_window import PATIENCE, lost_edits, news_of, start, wait_for_news, wait_until_alone
from support.words.synthetic_project import synthetic_project

from core.labels.files.storage import label_path, read_label
from core.runs.info import read_run

pytestmark = pytest.mark.long


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return synthetic_project(tmp_path / "示例 words", 12)


def test_label_is_corrected_by_hand_and_its_file_follows(project: Path, home: Path):
    drive(home, "correct", [], [project, "--lang", "en", "--theme", "light"])


def test_list_is_filtered_theme_changes_at_once_and_language_at_the_next_start(project: Path, home: Path):
    drive(home, "look_around", [], [project, "--lang", "en", "--theme", "light"])


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
@pytest.mark.parametrize("times", [1, pytest.param(50, marks=pytest.mark.slow)])
def test_kills_at_random_moments_lose_no_committed_edit(tmp_path: Path, times: int):
    rng = random.Random(times)
    settings = tmp_path / "settings.json"
    settings.write_text('{"saving.delay": 0.2}', encoding="utf-8")  # often in the middle of a writing
    line: list[object] = ["--lang", "en", "--config", settings]
    for number in range(times):
        folder, home, news = (tmp_path / f"{name}-{number}" for name in ("words", "home", "news"))
        synthetic_project(folder)
        process = start(home, "edit_on", news, number, line=[folder, *line])
        wait_for_news(news, process, 2)
        time.sleep(rng.uniform(0, 2))
        assert process.poll() is None, process.communicate()[1]
        process.kill()
        process.communicate()
        drive(home, "recover", [], [folder, *line])
        assert lost_edits(folder, news) == [], f"round {number}: edits that were committed are lost"
        shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_window_is_killed_a_hundred_times_while_it_edits_trains_and_predicts(tmp_path: Path, model: Path):
    patience = 300  # seconds for two processes with TensorFlow to begin
    rng, line = random.Random(100), ["--lang", "en", "--theme", "light"]
    for number in range(100):
        words, home, news = (tmp_path / f"{name}-{number}" for name in ("words", "home", "news"))
        project = make_project(words)
        process = start(home, "job_scripts.train_until_killed", news, number, model, line=[project, *line])
        while_it_starts = number % 3 == 1
        if while_it_starts:
            wait_for_news(news, process, 2)
            time.sleep(rng.uniform(0, 12))
        else:
            wait_for_news(news, process, what="trains", patience=patience)
            time.sleep(rng.uniform(0, 2))
        assert process.poll() is None, process.communicate()[1]
        process.kill()
        process.communicate()
        wait_until_alone(home)
        trained = [run for run in project.glob(".textscanner/runs/*") if read_run(run).step]
        assert trained or while_it_starts
        if trained and not number % 5:  # hundreds of killed runs go on in tests/app/training and tests/core/model
            drive(home, "job_scripts.go_on", [trained[0]], [project, *line], timeout=patience)
        else:
            drive(home, "recover", [], [project, *line])
        wait_until_alone(home)
        assert lost_edits(project, news) == [], f"round {number}: edits that were committed are lost"
        shutil.rmtree(project)


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_from_the_terminal_saves_and_ends_with_0(number: Any, project: Path, home: Path, tmp_path: Path):
    news = tmp_path / "news"
    process = start(home, "stay", news, line=[project, "--lang", "en"])
    wait_for_news(news, process)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    ((_, image, label),) = news_of(news)
    assert repr(read_label(label_path(project / image)).label) == label


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_five_thousand_images_later_the_window_takes_no_more_memory(tmp_path: Path, home: Path):
    folder = synthetic_project(tmp_path / "words", 60)
    drive(home, "switch_images", [5000], [folder, "--lang", "en"], timeout=1800)


def test_without_a_screen_the_command_says_so_in_one_line(tmp_path: Path):
    without = {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems always have one")
    done = subprocess.run(
        [sys.executable, "-m", "app", str(tmp_path)],
        env={name: value for name, value in os.environ.items() if name not in without},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "no screen" in done.stderr
