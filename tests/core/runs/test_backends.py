"""The backends that a training may run on."""

from typing import Any

import pytest

from core.base.errors import RunError
from core.base.folders import cache_folder
from core.runs import backends
from core.runs.backends import BackendSeen, backend_for, installed_version, look_at

GPU = "\nnames, memory = ['Card'], [8]"


def seeing(*with_gpu: str) -> "object":
    return lambda name: BackendSeen(name, "1.0", ("Card",) if name in with_gpu else ())


@pytest.mark.parametrize(
    ("with_gpu", "taken"),
    [
        ((), "tensorflow"),
        (("jax",), "jax"),
        (("jax", "torch"), "torch"),
        (("tensorflow", "jax", "torch"), "tensorflow"),
    ],
)
def test_auto_takes_the_first_that_sees_a_gpu(with_gpu: tuple[Any, ...], taken: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backends, "may_have_gpu", lambda: True)
    assert backend_for("auto", seeing(*with_gpu)) == taken


def test_no_backend_is_asked_on_a_machine_without_a_sign_of_a_gpu(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backends, "may_have_gpu", lambda: False)

    def ask(name: str) -> BackendSeen:
        raise AssertionError(name)

    assert backend_for("auto", ask) == "tensorflow"


def test_a_backend_that_is_not_installed_is_refused_with_the_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backends, "installed_version", lambda name: None)
    with pytest.raises(RunError, match=r"PyTorch is not installed\. Type pip install .*\[torch\]"):
        backend_for("torch")


def test_an_answer_is_kept_and_a_backend_that_does_not_start_is_told_each_time():
    assert look_at("tensorflow", "raise SystemExit('libcuda is missing')").failure.endswith("libcuda is missing")
    seen = look_at("tensorflow", "print('noise')" + GPU)
    assert (seen.gpus, seen.memory, seen.version) == (("Card",), (8,), installed_version("tensorflow"))
    assert look_at("tensorflow") == seen, "it was not asked again"
    (cache_folder() / "backends.json").write_text("[damaged")
    assert look_at("tensorflow", GPU) == seen


def test_a_backend_that_is_not_installed_is_not_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backends, "installed_version", lambda name: None)
    assert look_at("jax", "raise SystemExit(1)") == BackendSeen("jax", None)
