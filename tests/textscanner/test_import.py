"""Importing the Python interface: cheap, without a trace, and never with another program's `core`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.processes.python import REPOSITORY, run_python

pytestmark = pytest.mark.long

HEAVY = "('tensorflow', 'keras', 'matplotlib', 'cv2', 'PySide6', 'app')"


def message_of_import(
    folder: Path, code: str = "import textscanner", paths: tuple[Path, ...] = (), *options: str
) -> str:
    """The last line that Python says in a folder whose modules it finds first. "" if nothing went wrong."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths or (REPOSITORY,)))}
    command = [sys.executable, *options, "-c", code]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


def test_importing_loads_neither_tensorflow_nor_what_draws(tmp_path: Path):
    code = f"import sys, textscanner, textscanner.keras; print([name for name in {HEAVY} if name in sys.modules])"
    assert run_python("-c", code, folder=tmp_path).strip() == "[]"


def test_importing_leaves_environment_loggers_warnings_and_signals_as_they_are(tmp_path: Path):
    code = (
        "import logging, os, signal, sys, warnings, numpy\n"
        "def seen():\n"
        "    loggers = {name: logging.getLogger(name).level for name in ('', 'fontTools', 'tensorflow', 'PIL')}\n"
        "    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]\n"
        "    return dict(os.environ), loggers, logging.root.handlers[:], warnings.filters[:], handlers, sys.path[:]\n"
        "before = seen()\n"
        "import textscanner\n"
        "print(seen() == before)"
    )
    assert run_python("-c", code, folder=tmp_path).strip() == "True"


PROGRAM = """
import json, os, sys
import textscanner as ts
project = ts.open_project("words")
project.rows(), project.problems(), project.foreign_labels()
maps = ts.target_maps(project[0])
ts.decode(maps), ts.plot(project[0]), ts.synthetic_words(1), ts.convert("words", "copy")
seen = {"loaded": [name for name in ("tensorflow", "keras", "matplotlib.pyplot", "PySide6") if name in sys.modules]}
before = dict(os.environ)
ts.load_model("reader")
seen["loaded by a model"] = "tensorflow" in sys.modules
ts.keras.Watch
seen["changed"] = [name for name, value in os.environ.items() if before.get(name) != value]
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def seen(synthetic_project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a program of its own sees of itself. TensorFlow changes its environment when it is imported."""
    folder = tmp_path_factory.mktemp("program")
    shutil.copytree(synthetic_project, folder / "words")
    seen: dict[str, object] = json.loads(run_python("-c", PROGRAM, folder=folder))
    return seen


@pytest.mark.long
def test_everything_but_a_model_works_without_tensorflow(seen: dict[str, object]):
    assert seen["loaded"] == []


def test_loading_a_model_loads_tensorflow(seen: dict[str, object]):
    assert seen["loaded by a model"]


def test_a_model_and_watch_leave_keras_its_backend_and_its_folder(seen: dict[str, object]):
    changed = seen["changed"]
    assert isinstance(changed, list)
    assert [name for name in changed if "KERAS" in name or name.startswith("TEXTSCANNER")] == []


@pytest.mark.parametrize("name", ["core.py", "core/__init__.py"])
def test_another_core_that_is_found_first_is_named_in_one_sentence(tmp_path: Path, name: str):
    other = tmp_path / name
    other.parent.mkdir(exist_ok=True)
    other.write_text("raise SystemExit('the other one ran')")
    assert message_of_import(tmp_path) == (
        f"ImportError: textscanner: Python finds another “core” first, {other}. "
        "Rename it, or start Python in another folder."
    )


def test_another_core_that_was_imported_before_is_named(tmp_path: Path):
    (tmp_path / "core.py").write_text("")
    said = message_of_import(tmp_path, "import core, textscanner")
    assert said.startswith("ImportError: textscanner: Python finds another “core” first")
    assert str(tmp_path / "core.py") in said


def test_a_folder_called_core_without_modules_is_no_hindrance(tmp_path: Path):
    (tmp_path / "core").mkdir()
    assert message_of_import(tmp_path) == ""


def test_a_core_that_is_missing_is_said_to_be_missing(tmp_path: Path):
    installed = tmp_path / "installed"
    shutil.copytree(REPOSITORY / "textscanner", installed / "textscanner")
    assert message_of_import(tmp_path, "import textscanner", (installed,), "-S") == (  # -S: no installation is seen
        f"ImportError: textscanner: its package “core” is missing in {installed}. Install TextScanner Studio again."
    )


def test_another_app_is_no_hindrance_because_nothing_of_it_is_used(tmp_path: Path):
    (tmp_path / "app.py").write_text("raise SystemExit('the other one ran')")
    assert message_of_import(tmp_path, "import textscanner; textscanner.synthetic_words(1)") == ""


def test_another_app_does_not_run_when_plugins_are_looked_for(tmp_path: Path):
    (tmp_path / "app.py").write_text("raise SystemExit('the other one ran')")
    code = "import textscanner; from core.base.plugins.active import plugins; print(plugins().on, plugins().failures)"
    assert message_of_import(tmp_path, f"{code}; assert not plugins().on and not plugins().failures") == ""
