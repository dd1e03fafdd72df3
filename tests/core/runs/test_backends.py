"""The backends that a training may run on."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from core.base.errors import RunError
from core.base.folders import cache_folder
from core.runs import backends
from core.runs.backends import OLDEST, BackendSeen, backend_for, installed_version, look_at

PYPROJECT = tomllib.loads((Path(__file__).resolve().parents[3] / "pyproject.toml").read_text(encoding="utf-8"))

GPU = "\nnames, memory = ['Card'], [8]"


def seeing(*with_gpu: str) -> "object":
    return lambda name: BackendSeen(name, "3.0", ("Card",) if name in with_gpu else ())


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
    with pytest.raises(RunError, match=r"PyTorch is not installed\. Type: pip install .*\[torch\]"):
        backend_for("torch")


@pytest.mark.parametrize(
    ("version", "is_too_old"), [("2.5.1+cu118", True), ("1.13.0", True), ("2.6.0a0", False), ("2.13.0+cpu", False)]
)
def test_a_backend_that_is_too_old_is_refused_with_the_version_that_is_needed(
    version: str, is_too_old: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(backends, "installed_version", lambda name: version)
    if not is_too_old:
        assert backend_for("torch") == "torch"
        return
    assert look_at("torch", "raise SystemExit(1)") == BackendSeen("torch", version), "it is not asked"
    with pytest.raises(RunError, match=r"PyTorch .* is too old, and 2\.6 or a newer one is needed\. Type: pip install"):
        backend_for("torch")


def test_the_oldest_versions_are_those_of_the_requirements():
    needs = PYPROJECT["project"]["dependencies"] + [
        need for name in ("jax", "torch") for need in PYPROJECT["project"]["optional-dependencies"][name]
    ]
    bounds = {need.name: need.specifier for need in map(Requirement, needs)}
    assert all(f">={oldest}" in str(bounds[name]) for name, oldest in OLDEST.items())


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


CARDS = """
class Properties:
    def __init__(self, name):
        self.name, self.total_memory = name, 8
class cuda:
    is_available, device_count = lambda: True, lambda: 2
    get_device_properties = lambda number: Properties(f"Card {number}")
class Tensor:
    def __mul__(self, factor):
        return self
    def sum(self):
        return 16.0
def ones(size, device):
    if device in OLD:
        raise RuntimeError("CUDA error: no kernel image is available for execution on the device")
    return Tensor()
"""


@pytest.mark.parametrize(
    ("old", "gpus", "failure"),
    [
        ((), ("Card 0", "Card 1"), ""),
        (("cuda:0",), ("Card 1",), ""),
        (("cuda:0", "cuda:1"), (), "no kernel image is available"),
    ],
)
def test_a_card_that_a_library_lists_and_cannot_compute_on_is_none(
    old: tuple[str, ...], gpus: tuple[str, ...], failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """As PyTorch does of a card that is older than its build."""
    (tmp_path / "torch.py").write_text(f"OLD = {old!r}\n{CARDS}", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(backends, "installed_version", lambda name: "3.0")
    seen = look_at("torch")
    assert seen.gpus == gpus
    assert failure in seen.failure and bool(failure) == bool(seen.failure)
