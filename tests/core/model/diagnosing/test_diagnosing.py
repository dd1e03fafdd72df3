import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from support.faults.planted import FAULTS, HEALTHY, Planted, choices_of, clean_project, words_of
from support.processes.python import run_python

from core.model.diagnosing.diagnosing import diagnose
from core.model.diagnosing.findings import DiagnoseJob
from core.runs.config import make_config

pytestmark = pytest.mark.slow


def found_in(planted: Planted, folder: Path) -> list[str]:
    planted.spoil(folder)
    files = words_of(folder)
    job = DiagnoseJob(make_config(choices_of(planted, folder)))
    found = diagnose(job)
    assert words_of(folder) == files
    return [each.id for each in found.findings]


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_named_first(name: Any, tmp_path: Path):
    assert found_in(FAULTS[name], clean_project(tmp_path / "words"))[:1] == [FAULTS[name].cause]


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_training_is_accused_of_nothing(name: Any, tmp_path: Path):
    assert found_in(HEALTHY[name], clean_project(tmp_path / "words")) == []


def test_a_diagnosis_without_time_says_that_something_was_not_tried(tmp_path: Path):
    folder = clean_project(tmp_path / "words")
    planted = HEALTHY["the usual choices"]
    found = diagnose(DiagnoseJob(make_config(choices_of(planted, folder))), seconds=0.0)
    assert not found.findings
    assert ["The time was over" in note for note in found.notes].count(True) == 1


ON_JAX = """
from core.base.keras_home import choose_backend
choose_backend("jax")
import json, sys
from pathlib import Path
from core.model.diagnosing.diagnosing import diagnose
from core.model.diagnosing.findings import DiagnoseJob
from core.runs.config import make_config
from support.faults.planted import HEALTHY, choices_of, clean_project

folder = clean_project(Path(sys.argv[1]))
choices = choices_of(HEALTHY["the usual choices"], folder)
found = diagnose(DiagnoseJob(make_config({**choices, "backend": "jax"})), seconds=3600.0)
print(json.dumps([[finding.id for finding in found.findings], bool(sys.modules.get("tensorflow"))]))
"""


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed")
def test_healthy_training_on_jax_is_accused_of_nothing(tmp_path: Path):
    """What a network has learned by heart is read with the weights of its last step."""
    out = run_python("-c", ON_JAX, tmp_path / "words", JAX_PLATFORMS="cpu")
    assert json.loads(out.splitlines()[-1]) == [[], False]
