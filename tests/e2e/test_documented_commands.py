"""Every command that README and the pages of the manual show is run as it is written, in the order of the page."""

import json
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.processes.python import run_python

from app.console.window import command_names

pytestmark = pytest.mark.long

_ROOT = Path(__file__).parents[2]
_PAGES = ("README.md", "docs/details/commands.md", "docs/details/commands.zh_CN.md")
_OTHERS = ("docs/debugging.md", "docs/tutorial.md", "docs/watching.md")
_LONG = {"train", "predict", "evaluate", "export", "cross-check"}
"""Commands that train, or need what a training has made; `--slow` runs them."""


def blocks_of(page: str, kind: str) -> list[str]:
    text = (_ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands_of(page: str) -> list[list[str]]:
    """The commands of the blocks of a page, as a shell takes them apart, but for those that open the window."""
    lines = [line for block in blocks_of(page, "sh") if "--workers" not in block for line in block.splitlines()]
    written = [shlex.split(line, comments=True) for line in lines if line.startswith(("script/run ", "textscanner "))]
    return [words[1:] for words in written if words[1:] and words[1] in command_names()]


def commands_within(page: str) -> list[list[str]]:
    """The commands in the sentences of a page that are whole: without FILE, … or another word to be replaced."""
    text = (_ROOT / page).read_text(encoding="utf-8")
    written = [" ".join(code.split()) for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)]
    whole = [code for code in written if not re.search(r"…|\||\b(?!DIR\b)[A-Z]{4,}\b|\b(?:FILE|IMAGE)\b", code)]
    taken_apart = [shlex.split(code) for code in whole if code.startswith(("script/run ", "textscanner "))]
    return [words[1:] for words in taken_apart if len(words) > 2 and words[1] in command_names()]


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


@pytest.mark.parametrize("page", [*_PAGES[:2], *_OTHERS])
def test_commands_without_a_training_do_as_the_page_says(page: Any, tmp_path: Path):
    for command in commands_of(page):
        if command[0] in _LONG:
            continue
        done = run(command, tmp_path)
        match command[0]:
            case "demo":
                count = int(command[command.index("--count") + 1]) if "--count" in command else 400
                assert len(list((tmp_path / command[1]).glob("*.png"))) == count
                assert f"{count} words" in done.stdout
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
def test_whole_commands_within_the_sentences_of_the_page_run(tmp_path: Path):
    commands = commands_within("docs/details/commands.md")
    assert {"adapt", "export", "train"} <= {command[0] for command in commands}
    run(["demo", "words", "--count", "20", "--errors", "0"], tmp_path)
    for command in commands:
        run(command, tmp_path)


def test_python_of_the_readme_runs_as_it_is_written(tmp_path: Path):
    run(commands_of("README.md")[0], tmp_path)
    (code,) = blocks_of("README.md", "python")
    run_python("-c", code, folder=tmp_path)
    assert (tmp_path / "word.png").stat().st_size > 0


@pytest.mark.slow
def test_two_workers_train_as_the_page_says(tmp_path: Path):
    run(["demo", "words", "--count", "40"], tmp_path)
    (block,) = [block for block in blocks_of("docs/details/commands.md", "sh") if "--workers" in block]
    first, second = [shlex.split(line, comments=True)[1:] for line in block.splitlines()]
    with ThreadPoolExecutor() as both:
        for training in (both.submit(run, [*first, "--steps", "4"], tmp_path), both.submit(run, second, tmp_path)):
            training.result()
    assert (tmp_path / "run1" / "model.keras").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("page", [*_PAGES[:2], *_OTHERS])
def test_all_commands_of_a_page_run_one_after_the_other(page: Any, tmp_path: Path):
    for command in commands_of(page):
        run(command, tmp_path)
    trained = [command for command in commands_of(page) if command[0] == "train"]
    assert all((tmp_path / command[command.index("--run") + 1] / "model.keras").is_file() for command in trained)
