"""Every command that README and the page of commands show is run as it is written, in the order of the page."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

_ROOT = Path(__file__).parents[2]
_PAGES = ("README.md", "docs/details/commands.md", "docs/details/commands.zh_CN.md")
_LONG = {"train", "predict", "evaluate", "export"}
"""Commands that train, or need what a training has made; `--slow` runs them."""


def commands_of(page: str) -> list[list[str]]:
    """The commands of the blocks of a page, as a shell takes them apart."""
    blocks = re.findall(r"^```sh\n(.*?)^```", (_ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("script/run ")]
    commands = [shlex.split(line, comments=True)[1:] for line in lines]
    return [command for command in commands if command]


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "app", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, (command, done.stderr[-2000:])
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("page", _PAGES)
def test_pages_show_the_way_from_words_to_a_reading(page: Any):
    shown = [command[0] for command in commands_of(page)]
    assert {"demo", "check", "maps", "convert", "train", "predict"} <= set(shown)
    assert [name for name in shown if name in _LONG] == [name for name in shown[-len(_LONG) :] if name in _LONG]


@pytest.mark.parametrize("page", _PAGES[:2])
def test_commands_without_a_training_do_as_the_page_says(page: Any, tmp_path: Path):
    for command in commands_of(page):
        if command[0] in _LONG:
            continue
        done = run(command, tmp_path)
        match command[0]:
            case "demo":
                assert len(list((tmp_path / command[1]).glob("*.png"))) == 400
                assert "400 words" in done.stdout
                planted = json.loads((tmp_path / command[1] / "planted.json").read_text(encoding="utf-8"))
                assert len(planted) == 21 or "--errors" not in command  # 20 wrong labels, and one for the tour
            case "check":
                assert "word_" in done.stdout
            case "maps":
                names = {"character.png", "order.png", "localization.png", "overlay.png", "maps.npz"}
                assert {path.name for path in (tmp_path / "maps").iterdir()} == names
            case "convert":
                assert list((tmp_path / command[2]).glob("*.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize("page", _PAGES[:2])
def test_all_commands_of_a_page_run_one_after_the_other(page: Any, tmp_path: Path):
    for command in commands_of(page):
        run(command, tmp_path)
    assert (tmp_path / "run1" / "model.keras").is_file()
