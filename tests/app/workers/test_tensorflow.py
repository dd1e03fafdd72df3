import os
import subprocess
import sys
from types import ModuleType

import pytest

from app.workers.tensorflow import load_tensorflow

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows tells of it itself, and knows no SIGKILL")


class Noisy:
    """Stands in TensorFlow's way: writes past Python, and fails."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "tensorflow":
            os.write(2, b"oneDNN custom operations are on\n")
            raise ImportError("libcudart.so is missing")


class Looks:
    """Stands in TensorFlow's way: notes how the cards are counted by then."""

    order: str | None = None

    def find_spec(self, name: str, *_: object) -> None:
        if name == "tensorflow":
            self.order = os.environ.get("CUDA_DEVICE_ORDER")
            raise ImportError("no TensorFlow")


@pytest.fixture
def without_tensorflow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorflow", ModuleType("tensorflow"))  # to be put back
    monkeypatch.delitem(sys.modules, "tensorflow")
    for name in ("TF_CPP_MIN_LOG_LEVEL", "TF_FORCE_GPU_ALLOW_GROWTH", "CUDA_DEVICE_ORDER"):
        monkeypatch.setenv(name, "to be put back")
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("without_tensorflow")
def test_every_process_takes_gpu_memory_as_it_needs_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "tensorflow", ModuleType("tensorflow"))
    load_tensorflow()
    assert os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] == "true"


@pytest.mark.usefixtures("without_tensorflow")
def test_cards_are_counted_as_the_drivers_tool_counts_them_before_tensorflow_looks(monkeypatch: pytest.MonkeyPatch):
    looks = Looks()
    monkeypatch.setattr(sys, "meta_path", [looks, *sys.meta_path])
    with pytest.raises(ImportError):
        load_tensorflow()
    assert looks.order == "PCI_BUS_ID"


@pytest.mark.usefixtures("without_tensorflow")
def test_what_a_user_has_chosen_stays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "tensorflow", ModuleType("tensorflow"))
    monkeypatch.setenv("TF_FORCE_GPU_ALLOW_GROWTH", "false")
    monkeypatch.setenv("CUDA_DEVICE_ORDER", "FASTEST_FIRST")
    load_tensorflow()
    assert os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] == "false"
    assert os.environ["CUDA_DEVICE_ORDER"] == "FASTEST_FIRST"


@pytest.mark.usefixtures("without_tensorflow")
def test_start_up_notes_are_shown_only_where_the_import_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "meta_path", [Noisy(), *sys.meta_path])
    with pytest.raises(ImportError, match="libcudart"):
        load_tensorflow()
    assert "oneDNN" in capfd.readouterr().err


@posix_only
def test_process_that_is_killed_while_it_loads_leaves_a_sentence():
    code = (
        "import builtins, os, signal; from app.workers.tensorflow import load_tensorflow\n"
        "def killed(name, *rest, whole=builtins.__import__):\n"
        "    if name == 'tensorflow': os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return whole(name, *rest)\n"
        "builtins.__import__ = killed\n"
        "load_tensorflow()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == -9 and done.stdout == ""
    assert "ended while loading TensorFlow" in done.stderr and len(done.stderr.splitlines()) == 1
