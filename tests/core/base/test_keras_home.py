"""What another program has left in Keras' folder decides nothing here, and its weights are still found."""

import importlib.util
import json
from pathlib import Path

import pytest
from support.processes.python import run_python

from core.base.keras_home import set_up_keras, weight_folders

pytestmark = pytest.mark.long

ASKED = "import core.model, keras; c = keras.config; print(c.backend(), c.floatx(), c.image_data_format())"


def test_the_backend_of_a_persons_other_programs_decides_nothing():
    assert run_python("-c", ASKED, KERAS_BACKEND="torch").split()[0] == "tensorflow"


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed")
def test_a_script_that_has_imported_keras_keeps_its_backend():
    asks = "import keras, core.model.watch, os, sys; print(keras.backend.backend(), os.environ['KERAS_BACKEND'])"
    assert run_python("-c", f"{asks}; import tensorflow", KERAS_BACKEND="jax").split() == ["jax", "jax"]


def test_nothing_in_the_environment_of_a_script_that_has_imported_keras_is_changed():
    asks = "import keras, os; before = dict(os.environ); import core.model.watch; print(dict(os.environ) == before)"
    assert run_python("-c", asks).split() == ["True"]


def test_a_chosen_backend_holds_for_this_process_and_for_those_that_it_starts():
    starts = "import os, subprocess, sys; from core.base.keras_home import choose_backend; choose_backend('jax'); "
    asks = "import core.model, os, sys; print(os.environ['KERAS_BACKEND'], sys.modules.get('tensorflow'))"
    assert run_python("-c", f"{starts}subprocess.run([sys.executable, '-c', {asks!r}], check=True)").split() == [
        "jax",
        "None",
    ]


@pytest.mark.parametrize("is_named", [False, True], ids=["in the home", "named by KERAS_HOME"])
def test_settings_of_another_program_do_not_count(tmp_path: Path, is_named: bool):
    home = tmp_path / ("named" if is_named else ".keras")
    home.mkdir()
    settings = {"backend": "torch", "floatx": "float64", "image_data_format": "channels_first"}
    (home / "keras.json").write_text(json.dumps(settings))
    variables = {"HOME": str(tmp_path)} | ({"KERAS_HOME": str(home)} if is_named else {})
    assert run_python("-c", ASKED, KERAS_BACKEND="", **variables).split() == ["tensorflow", "float32", "channels_last"]
    assert json.loads((home / "keras.json").read_text()) == settings


def test_weights_are_sought_in_the_persons_own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path / "named"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    set_up_keras()
    set_up_keras()
    assert weight_folders() == (tmp_path / "named" / "models", tmp_path / "home" / ".keras" / "models")


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed")
def test_no_process_takes_the_memory_of_a_gpu_for_itself_alone():
    """One trains while another one reads."""
    asks = "import os; from app.workers.tensorflow import load_named_backend; load_named_backend('jax'); "
    names = "'TF_FORCE_GPU_ALLOW_GROWTH', 'XLA_PYTHON_CLIENT_PREALLOCATE'"
    assert run_python("-c", f"{asks}print(*map(os.environ.get, ({names})))").split() == ["true", "false"]
