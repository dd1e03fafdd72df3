"""What the doctor says of TensorFlow and GPUs, for answers that this machine would not give."""

import re
from pathlib import Path
from typing import Any

import pytest

from app.desktop.doctor import MachineFinding, examine, look_at_backends, look_at_readers, look_at_tensorflow
from app.language.sentences import translated
from core.base.progress import Cancelled
from core.base.systems import system
from core.readers.catalogue import ListedReader
from core.runs.backends import BackendSeen
from core.runs.precision import keep_precision, trial_of

WORKS = {
    "tensorflow": "2.21.0", "keras": "3.15.0", "backend": "tensorflow", "cuda": True, "gpus": [], "capabilities": [],
    "growth": True, "sum": 512,
}  # fmt: skip


ON_CPU = BackendSeen("tensorflow", "2.21.0")


def look(answer: dict[str, Any] | None, cards: list[str], used: BackendSeen = ON_CPU) -> dict[str, MachineFinding]:
    failure = "" if answer is not None else "exit code 1: ImportError: libtensorflow_framework.so.2"
    findings = look_at_tensorflow(lambda code: (answer, failure), cards, lambda: used)
    return {finding.name: finding for finding in findings}


def test_gpu_that_works_is_told_with_memory_growth_and_mixed_precision():
    found = look(WORKS | {"gpus": ["NVIDIA L4"], "capabilities": [(8, 9)]}, ["NVIDIA L4"])
    assert [found[name].works for name in ("GPU", "GPU memory growth", "Mixed precision")] == [True, True, True]
    assert found["GPU"].value == "NVIDIA L4"
    assert all(not finding.advice for finding in found.values())


GTX = {"gpus": ["GTX 1080"], "capabilities": [(6, 1)]}  # before Volta
FIXED = {"gpus": ["L4"], "capabilities": [(8, 9)], "growth": "Physical devices cannot be modified"}


@pytest.mark.parametrize(
    ("answer", "cards", "name", "works", "value", "advice"),
    [
        (WORKS | GTX, ["GTX 1080"], "Mixed precision", None, "gains nothing", ""),
        (WORKS | FIXED, ["L4"], "GPU memory growth", False, "Physical devices", "Close other programs"),
        (WORKS | {"cuda": False}, ["L4"], "GPU", False, "built without CUDA", "script/bootstrap --gpu"),
        (WORKS, ["L4"], "GPU", False, "CUDA libraries are missing", "script/bootstrap --gpu"),
        (WORKS, [], "GPU", None, "small", ""),
        (WORKS, [], "Mixed precision", None, "", ""),
        (None, [], "TensorFlow", False, "libtensorflow_framework", "labelling does not"),
        (WORKS | {"sum": 511.5}, [], "TensorFlow", False, "", "computes wrongly"),
    ],
)
def test_what_does_not_work_is_told_with_what_to_do(
    answer: Any, cards: list[Any], name: str, works: bool | None, value: str, advice: str
):
    found = look(answer, cards)[name]
    assert found.works is works
    assert value in found.value and advice in str(found.advice)


def test_readers_of_other_programs_are_told_with_their_file_or_what_is_wrong_with_them():
    works = ListedReader("Tesseract", "5.3.0", None, Path("/usr/bin/tesseract"))
    odd = ListedReader("odd", problem="odd.onnx is no recogniser.")
    findings = look_at_readers([works, odd])
    assert [(finding.name, finding.works) for finding in findings] == [("Tesseract", True), ("odd", False)]
    assert str(Path("/usr/bin/tesseract")) in findings[0].value and findings[1].value == "odd.onnx is no recogniser."
    assert [finding.works for finding in look_at_readers([])] == [None]


def test_each_backend_is_told_with_what_it_sees_and_which_one_a_training_takes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.runs.backends.may_have_gpu", lambda: True)
    seen = {
        "tensorflow": BackendSeen("tensorflow", "2.21.0"),
        "torch": BackendSeen("torch", "2.9", ("Radeon RX 7900",), (24 << 30,)),
        "jax": BackendSeen("jax", "0.10", failure="libcuda.so is missing"),
    }
    rows = look_at_backends(seen.__getitem__, lambda: "AMD")
    findings = {finding.name: finding for finding in rows}
    assert [str(finding) for finding in rows[:3]] == [
        "-      Backend             version       devices it sees                 memory        used for training",
        "ok     TensorFlow          2.21.0        CPU                             -             no",
        "ok     PyTorch             2.9           Radeon RX 7900                  24 GB         yes",
    ]
    assert findings["PyTorch"].to_dict()["cells"] == ("2.9", "Radeon RX 7900", "24 GB", "yes")
    assert "cells" not in findings["Training uses"].to_dict()
    assert findings["PyTorch"].value == "2.9, sees Radeon RX 7900 (24 GB)"
    assert findings["JAX"].works is False and "libcuda.so is missing" in findings["JAX"].value
    assert findings["Training uses"].value == "Radeon RX 7900, through PyTorch"
    assert not findings["Training uses"].advice


@pytest.mark.parametrize("maker", ["NVIDIA", "AMD", "Apple"])
def test_a_gpu_that_nothing_sees_is_told_with_the_command(maker: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.runs.backends.may_have_gpu", lambda: True)
    findings = {each.name: each for each in look_at_backends(lambda name: BackendSeen(name, None), lambda: maker)}
    assert "not installed: pip install" in findings["PyTorch"].value
    advice = findings["Training uses"].advice
    assert advice.startswith(f"This machine has a GPU ({maker}), but no installed backend can use it. Type: ")
    assert advice.endswith("--torch-backend=auto") or maker == "NVIDIA"


def test_a_backend_whose_cards_are_too_old_or_that_is_too_old_itself_is_told_with_what_helps(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("core.runs.backends.may_have_gpu", lambda: True)
    failure = "exit code 1: RuntimeError: CUDA error: no kernel image is available for execution on the device"
    seen = {
        "tensorflow": BackendSeen("tensorflow", "2.21.0"),
        "torch": BackendSeen("torch", "2.9", failure=failure),
        "jax": BackendSeen("jax", "0.4.30"),
    }
    findings = {finding.name: finding for finding in look_at_backends(seen.__getitem__, lambda: "")}
    assert findings["PyTorch"].works is False and "older version of the library" in findings["PyTorch"].advice
    assert findings["JAX"].value.startswith("0.4.30 is too old: pip install")
    assert findings["Training uses"].value == "CPU, through TensorFlow"


def test_a_card_that_another_backend_uses_is_no_fault_of_tensorflow():
    found = look(WORKS | {"cuda": False}, ["L4"], BackendSeen("torch", "2.9", ("L4",)))["GPU"]
    assert (found.works, found.value, found.advice) == (True, "L4, through PyTorch; TensorFlow cannot use it", "")


def test_the_doctor_says_of_half_precision_what_a_training_does(monkeypatch: pytest.MonkeyPatch):
    def said() -> str:
        return look(WORKS, [])["Mixed precision"].value

    monkeypatch.setattr(system, "processor_flags", lambda: frozenset({"avx2"}))
    assert "this processor has no bfloat16" in said()
    monkeypatch.setattr(system, "processor_flags", lambda: frozenset({"avx512_bf16"}))
    assert "a training of 300 steps or more tries it" in said()
    keep_precision("another-machine Intel 2.21 small", "mixed_bfloat16")
    assert "a training of 300 steps or more tries it" in said()
    keep_precision(trial_of("one network"), "mixed_bfloat16")
    keep_precision(trial_of("another"), "float32")
    assert "it was in 1 of 2 networks tried" in said()


@pytest.mark.long
def test_each_finding_is_told_as_it_comes():
    told: list[MachineFinding] = []
    steps: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        steps.append((done, len(told)))
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        examine(progress, told.append)
    assert steps == [(0, 0), (1, 2), (2, 3)] and told[0].name == "Python"


@pytest.mark.parametrize(
    ("answer", "cards"),
    [
        (WORKS | {"gpus": ["L4"], "capabilities": [(6, 1)], "growth": "12"}, []),
        (WORKS | {"sum": 511.5}, ["L4"]),
        (WORKS | {"cuda": False}, ["L4"]),
        (WORKS, []),
    ],
)
@pytest.mark.usefixtures("chinese")
def test_findings_are_told_in_chinese_in_columns(answer: Any, cards: list[Any]):
    found = look(answer, cards)
    said = [finding.said(translated) for finding in found.values()]
    names = "script/bootstrap|pip install|textscanner-studio|"
    names += "TensorFlow|NVIDIA|CUDA|Keras|tensorflow|GPU|CPU|Volta|small|float32|float16|bfloat16|AVX512-BF16|AMX|gpu"
    names += "|Windows|WSL|L4|PyTorch"
    assert not re.search(r"[A-Za-z]{2,}", re.sub(names, "", "\n".join(said))), said
    assert said[-1].startswith(("-      混合精度            ", "正常   混合精度            "))


def test_report_in_english_is_what_a_terminal_prints():
    found = look(WORKS | {"sum": 511.5}, [])["TensorFlow"]
    assert str(found) == (
        "NOT OK TensorFlow          2.21.0, Keras 3.15.0 on tensorflow\n"
        "                           → It computes wrongly on this machine: install the program again."
    )
