"""The main job as a user does it: correct a label, train from the button, watch a word, see what the model reads."""

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from support.networks.tiny_training import make_project
from support.window.driver import drive
from support.window.watched_window import wait_until_alone

from core.base.plugins.choices import HANDED_DOWN, PluginChoices, handed_down
from core.base.plugins.ours import OURS
from core.runs.info import read_run

pytestmark = [pytest.mark.long, pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")]


@pytest.mark.parametrize("off", [(), tuple(OURS)], ids=["plug-ins on", "all plug-ins off"])
def test_word_is_corrected_trained_on_watched_and_explained_and_no_process_is_left(tmp_path: Path, off: Any):
    run = run_of_job(tmp_path, "whole_job", **{HANDED_DOWN: handed_down(PluginChoices(off=frozenset(off)))})
    assert json.loads((run / "run.json").read_text(encoding="utf-8"))["beginnings"][0]["backend"] == "tensorflow"


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_the_same_job_is_done_with_a_training_on_another_backend(tmp_path: Path, backend: str):
    if importlib.util.find_spec(backend) is None:
        pytest.skip(f"{backend} is not installed")
    run = run_of_job(tmp_path, f"whole_job_on_{backend}")
    assert json.loads((run / "run.json").read_text(encoding="utf-8"))["beginnings"][0]["backend"] == backend


def run_of_job(folder: Path, script: str, **variables: str) -> Path:
    """Do the job in a window, and return the folder of its run once no process is left."""
    project, home = make_project(folder / "words", 24), folder / "home"
    arguments = [project, "--lang", "en", "--theme", "light"]
    drive(home, f"job_scripts.{script}", [], arguments, timeout=800, **variables)
    wait_until_alone(home)
    (run,) = (project / ".textscanner" / "runs").iterdir()
    info = read_run(run)
    assert info.step > 0
    assert info.model is not None
    assert "word_accuracy" in info.metrics
    return run
