"""The rows that the benchmark of GPUs makes of what it has measured, and a row that is measured."""

import json
from typing import Any

import pytest
from support.processes.python import run_python

from benchmarks.gpu import CASES, rows_of
from benchmarks.measuring import Row

FOUND: dict[str, Any] = {
    "device": "CPU", "precision": "float32", "processes": 1, "has_gpu": False, "resident": 200.0, "cost": 9.0,
    "fed": 100.0, "waits": 0.4, "first": 12.0, "resident_memory": 10**9, "memory": None,
}  # fmt: skip


def cost_of(rows: list[Row]) -> Row:
    (row,) = [row for row in rows if row["unit"] == "ms"]
    return row


@pytest.mark.parametrize(("of_tensorflow", "holds"), [(6.0, True), (5.0, False), (None, None)])
def test_another_backend_may_cost_half_as_much_again_on_a_processor(of_tensorflow: float | None, holds: bool | None):
    row = cost_of(rows_of("jax", CASES[0], FOUND, of_tensorflow))
    assert row["holds"] is holds
    assert (row["ratio"] is None) == (of_tensorflow is None)


def test_a_gpu_has_no_budget_and_its_memory_is_told():
    rows = rows_of("torch", CASES[0], FOUND | {"device": "H200", "has_gpu": True, "memory": 4 * 10**9}, 6.0)
    assert cost_of(rows)["budget"] is None and cost_of(rows)["ratio"] == 1.5
    assert {row["name"].rpartition(", ")[2]: row["value"] for row in rows if row["unit"] == "GB"} == {
        "memory of the process": 1.0,
        "memory of the GPU": 4.0,
    }


@pytest.mark.slow
def test_a_case_is_measured_on_whatever_the_machine_has():
    rows = json.loads(
        run_python(
            "-m", "benchmarks.gpu", "--backend", "tensorflow", "--only", "batch 64", "--seconds", 2
        ).splitlines()[-1]
    )
    assert any(row["unit"] == "images/s" and row["value"] > 0 for row in rows)
