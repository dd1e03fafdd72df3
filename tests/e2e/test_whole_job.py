"""The main job as a user does it: correct a label, train from the button, watch a word, see what the model reads."""

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
    project, home = make_project(tmp_path / "words", 24), tmp_path / "home"
    switched = {HANDED_DOWN: handed_down(PluginChoices(off=frozenset(off)))}
    drive(home, "job_scripts.whole_job", [], [project, "--lang", "en", "--theme", "light"], timeout=800, **switched)
    wait_until_alone(home)
    (run,) = (project / ".textscanner" / "runs").iterdir()
    info = read_run(run)
    assert info.step > 0
    assert info.model is not None
    assert "word_accuracy" in info.metrics
