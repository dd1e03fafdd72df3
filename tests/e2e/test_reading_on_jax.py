"""Reading, diagnosing and judging labels on another backend than TensorFlow, by the command."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from support.processes.python import run_python

from core.labels.files.storage import write_label
from core.labels.label import WordLabel
from core.runs.config import make_config
from core.runs.folder import create

pytestmark = pytest.mark.long


def run(*arguments: str | Path, expected: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the command. Its last line on standard error says if it has imported TensorFlow."""
    program = (
        "import sys, runpy, atexit\n"
        "atexit.register(lambda: print('TensorFlow:', 'tensorflow.python' in sys.modules, file=sys.stderr))\n"
        "runpy.run_module('app', run_name='__main__')"
    )
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == expected, done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("jax")
    folder = tmp_path_factory.mktemp("reading") / "words"
    run("demo", folder, "--count", "6", "--errors", "0")
    return folder


def test_words_are_read_alike_and_tensorflow_is_not_imported(words: Path):
    images = sorted(words.glob("*.png"))
    here = run("predict", "reader", *images, "--json")
    there = run("predict", "reader", *images, "--json", "--backend", "jax")
    assert here.stderr.endswith("TensorFlow: True\n")
    assert there.stderr.endswith("TensorFlow: False\n")
    for one, other in zip(json.loads(here.stdout), json.loads(there.stdout), strict=True):
        assert one["text"] == other["text"]
        assert one["probability"] == pytest.approx(other["probability"], abs=1e-3)


def test_an_evaluation_counts_the_same_words(words: Path):
    here, there = (
        json.loads(run("evaluate", "reader", words, "--json", "--backend", backend).stdout)
        for backend in ("tensorflow", "jax")
    )
    for name in ("word_accuracy", "character_f1", "center_in_box", "order_accuracy"):
        assert here[name] == pytest.approx(there[name])


def test_a_backend_that_is_not_installed_is_one_sentence(words: Path):
    if importlib.util.find_spec("torch") is not None:
        pytest.skip("PyTorch is installed")
    done = run("predict", "reader", sorted(words.glob("*.png"))[0], "--backend", "torch", expected=2)
    assert "PyTorch is not installed" in done.stderr
    assert done.stdout == ""


@pytest.fixture
def run_on_jax(tmp_path: Path) -> Path:
    """The folder of a run on JAX, whose words have symbols that no bundled model knows and no polygons."""
    pytest.importorskip("jax")
    folder = tmp_path / "greek"
    folder.mkdir()
    for number, text in enumerate(("αβγ", "γβα", "βαγ")):
        Image.new("L", (64, 32), 40 * number).save(folder / f"{number}.png")
        write_label(folder / f"{number}.json", WordLabel((), text), (32, 64))
    choices = {"folder": folder, "run": tmp_path / "run", "height": 32, "width": 64, "validation": 0.4}
    return create(make_config({**choices, "backend": "jax"})).path


def test_a_run_on_jax_is_diagnosed_there(run_on_jax: Path):
    done = run("diagnose", run_on_jax, "--json")
    assert "mutual-start" in [finding["id"] for finding in json.loads(done.stdout)]
    assert done.stderr.endswith("TensorFlow: False\n")


def test_the_process_that_diagnoses_computes_with_the_runs_backend(run_on_jax: Path):
    code = (
        "import sys; from pathlib import Path; from app.workers.children.job import main; "
        "from core.model.diagnosing.findings import DiagnoseJob; from core.runs.folder import stored_config\n"
        "class Heard:\n"
        "    is_over = False\n"
        "    def send(self, message, keep=''):\n"
        "        print(type(message).__name__, message)\n"
        f"run = Path({str(run_on_jax)!r})\n"
        "main(Heard(), DiagnoseJob(stored_config(run), run))\n"
        "print('tensorflow.python' in sys.modules)"
    )
    lines = run_python("-c", code).splitlines()
    assert lines[-2].startswith("Examined ") and lines[-1] == "False"


@pytest.mark.slow
def test_a_cross_check_trains_on_the_backend_of_its_configuration(words: Path, tmp_path: Path):
    choices = tmp_path / "choices.json"
    values = {"backend": "jax", "preset": "small", "height": 32, "width": 64, "batch": 2, "tensorboard": False}
    choices.write_text(json.dumps(values), encoding="utf-8")
    done = run("cross-check", words, "--folds", "2", "--steps", "1", "--config", choices, "--json")
    assert len(json.loads(done.stdout)) > 0
    assert done.stderr.endswith("TensorFlow: False\n")
