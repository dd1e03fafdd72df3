"""What the doctor says of TensorFlow and GPUs, for answers that this machine would not give."""

import re
from typing import Any

import pytest

from app.desktop.doctor import MachineFinding, ask_child, look_at_tensorflow
from app.language.sentences import translated

WORKS = {
    "tensorflow": "2.21.0", "keras": "3.15.0", "backend": "tensorflow", "cuda": True, "gpus": [], "capabilities": [],
    "growth": True, "sum": 512,
}  # fmt: skip


def look(answer: dict[str, Any] | None, cards: list[str]) -> dict[str, MachineFinding]:
    failure = "" if answer is not None else "exit code 1: ImportError: libtensorflow_framework.so.2"
    return {finding.name: finding for finding in look_at_tensorflow(lambda code: (answer, failure), cards)}


def test_gpu_that_works_is_told_with_memory_growth_and_mixed_precision():
    found = look(WORKS | {"gpus": ["NVIDIA L4"], "capabilities": [(8, 9)]}, ["NVIDIA L4"])
    assert [found[name].works for name in ("GPU", "GPU memory growth", "Mixed precision")] == [True, True, True]
    assert found["GPU"].value == "NVIDIA L4"
    assert all(not finding.advice for finding in found.values())


def test_card_before_volta_gains_nothing_by_mixed_precision():
    found = look(WORKS | {"gpus": ["GTX 1080"], "capabilities": [(6, 1)]}, ["GTX 1080"])
    assert found["Mixed precision"].works is None
    assert "gains nothing" in found["Mixed precision"].value


def test_memory_growth_that_cannot_be_set_is_told_with_what_to_do():
    answer = WORKS | {"gpus": ["NVIDIA L4"], "capabilities": [(8, 9)], "growth": "Physical devices cannot be modified"}
    growth = look(answer, ["NVIDIA L4"])["GPU memory growth"]
    assert growth.works is False
    assert "Physical devices" in growth.value
    assert growth.advice


@pytest.mark.parametrize(("cuda", "why"), [(False, "built without CUDA"), (True, "CUDA libraries are missing")])
def test_card_that_tensorflow_cannot_use_is_a_fault_with_its_reason(cuda, why):
    found = look(WORKS | {"cuda": cuda}, ["NVIDIA L4"])
    assert found["GPU"].works is False
    assert why in found["GPU"].value
    assert "script/bootstrap --gpu" in found["GPU"].advice


def test_machine_without_a_card_is_no_fault():
    found = look(WORKS, [])
    assert found["GPU"].works is None
    assert "small" in found["GPU"].value
    assert found["Mixed precision"].works is None


def test_tensorflow_that_does_not_start_is_told_with_its_last_line():
    found = look(None, [])
    assert found["TensorFlow"].works is False
    assert "libtensorflow_framework" in found["TensorFlow"].value
    assert "labelling does not" in found["TensorFlow"].advice


def test_wrong_results_are_noticed():
    found = look(WORKS | {"sum": 511.5}, [])
    assert found["TensorFlow"].works is False
    assert "computes wrongly" in found["TensorFlow"].advice


def test_child_that_crashes_or_hangs_is_an_answer():
    answer, failure = ask_child("import os; os.abort()")
    assert answer is None
    assert "exit code" in failure
    answer, failure = ask_child("import time; time.sleep(30)", patience=0.5)
    assert answer is None
    assert "no answer" in failure


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
def test_findings_are_told_in_chinese_in_columns(answer, cards):
    found = look(answer, cards)
    said = [finding.said(translated) for finding in found.values()]
    names = "script/bootstrap|pip install|textscanner-studio|"
    names += "TensorFlow|NVIDIA|CUDA|Keras|tensorflow|GPU|CPU|Volta|small|float32|gpu|Windows|WSL|L4"
    assert not re.search(r"[A-Za-z]{2,}", re.sub(names, "", "\n".join(said))), said
    assert said[-1].startswith(("-      混合精度            ", "正常   混合精度            "))


def test_report_in_english_is_what_a_terminal_prints():
    found = look(WORKS | {"sum": 511.5}, [])["TensorFlow"]
    assert str(found) == (
        "NOT OK TensorFlow          2.21.0, Keras 3.15.0 on tensorflow\n"
        "                           → It computes wrongly on this machine: install the program again."
    )
