"""A network with thousands of symbols is trained on JAX, in a process of its own."""

import importlib.util
import json
from pathlib import Path

import pytest
from support.processes.python import run_python

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed"),
]

STEPS = """
from core.base.keras_home import choose_backend
choose_backend("jax")
import json, sys
from pathlib import Path
from core.model.training.building import MANY_SYMBOLS
from support.networks.one_step import rows_that_one_step_changes, start_with

start = start_with(Path(sys.argv[1]), MANY_SYMBOLS)
print(json.dumps([
    [each - MANY_SYMBOLS for rows in rows_that_one_step_changes(MANY_SYMBOLS + new, start=start, backend="jax")
     for each in rows]
    for new in (0, 2)
]))
print(len(rows_that_one_step_changes(MANY_SYMBOLS, backend="jax")[0]) - MANY_SYMBOLS)
"""


def test_only_new_ones_of_thousands_of_symbols_are_learned_on_jax(tmp_path: Path):
    """From nothing all are, and the background."""
    from_start, from_nothing = run_python("-c", STEPS, tmp_path / "start.keras", JAX_PLATFORMS="cpu").splitlines()
    assert json.loads(from_start) == [[], [1, 2, 1, 2]]
    assert int(from_nothing) == 1
