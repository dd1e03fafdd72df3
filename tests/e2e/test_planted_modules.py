"""Files of other people lie where a command is typed: none of them passes for a module of the standard library."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for room in ("app", "core", "textscanner") for path in (ROOT / room).rglob("*.py")]
COMMAND = Path(sys.executable).with_name("textscanner.exe" if os.name == "nt" else "textscanner")


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one word image, and a module of every name of the standard library that writes a file."""
    folder = tmp_path_factory.mktemp("planted")
    done = subprocess.run(
        [COMMAND, "demo", folder / "words", "--count", "8", "--errors", "0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in sys.stdlib_module_names:
        (folder / f"{name}.py").write_text("open('executed', 'a').write(__name__ + '\\n')\nraise SystemExit(97)\n")
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        pytest.param(("doctor", "--json"), marks=pytest.mark.slow),  # looks through all fonts of the machine
        ("check", "words"),
        ("maps", "words/word_00001.png", "--out", "maps"),
        ("predict", "reader", "words/word_00001.png", "--json"),
        ("convert", "words", "converted", "--to", "jsonl"),
        pytest.param(("diagnose", "words", "--json"), marks=pytest.mark.slow),  # imports what `predict` does
        ("layers", "reader", "--json"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_executes_no_module_of_the_current_folder(planted: Path, arguments: tuple[Any, ...]):
    done = subprocess.run([COMMAND, *arguments], cwd=planted, capture_output=True, text=True, check=False, timeout=300)
    executed = planted / "executed"
    assert not executed.exists(), executed.read_text()
    assert done.returncode == 0, done.stderr
    if "--json" in arguments:
        json.loads(done.stdout)


def test_children_are_started_by_the_one_command_that_passes_over_the_current_folder():
    naming = {path.name for path in SOURCES if re.search(r"\bsys\.executable\b", path.read_text(encoding="utf-8"))}
    assert naming <= {
        "child_process.py",
        "training.py",
        "exporting.py",
    }  # `exec` names it twice, a reader runs isolated
