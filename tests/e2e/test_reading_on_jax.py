"""Reading on another backend than TensorFlow, by the command."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

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
