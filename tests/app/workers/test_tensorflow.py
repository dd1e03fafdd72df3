from __future__ import annotations

import os
import sys
from types import ModuleType

import pytest

from app.workers.tensorflow import load_tensorflow


class Noisy:
    """Stands in TensorFlow's way: writes past Python, and fails."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "tensorflow":
            os.write(2, b"oneDNN custom operations are on\n")
            raise ImportError("libcudart.so is missing")


@pytest.fixture
def without_tensorflow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorflow", ModuleType("tensorflow"))  # to be put back
    monkeypatch.delitem(sys.modules, "tensorflow")
    for name in ("TF_CPP_MIN_LOG_LEVEL", "TF_FORCE_GPU_ALLOW_GROWTH"):
        monkeypatch.setenv(name, "to be put back")
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("without_tensorflow")
def test_every_process_takes_gpu_memory_as_it_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorflow", ModuleType("tensorflow"))
    load_tensorflow()
    assert os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] == "true"


@pytest.mark.usefixtures("without_tensorflow")
def test_what_a_user_has_chosen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorflow", ModuleType("tensorflow"))
    monkeypatch.setenv("TF_FORCE_GPU_ALLOW_GROWTH", "false")
    load_tensorflow()
    assert os.environ["TF_FORCE_GPU_ALLOW_GROWTH"] == "false"


@pytest.mark.usefixtures("without_tensorflow")
def test_start_up_notes_are_shown_only_where_the_import_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "meta_path", [Noisy(), *sys.meta_path])
    with pytest.raises(ImportError, match="libcudart"):
        load_tensorflow()
    assert "oneDNN" in capfd.readouterr().err
