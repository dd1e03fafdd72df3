"""The tests of this folder once more, in a process of their own that computes as another processor would.

A product adds its terms up in an order that follows from its instructions, and a test that passes only with those of
one machine asks more than float32 promises. Float16 is left out: TensorFlow asks the processor, not oneDNN, and aborts.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variable", "value"),
    [("ONEDNN_MAX_CPU_ISA", "SSE41"), ("TF_ENABLE_ONEDNN_OPTS", "0")],  # vectors of four, and TensorFlow's own kernels
)
def test_networks_and_trainings_pass_their_tests_with_other_instructions(variable: str, value: str):
    environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")} | {
        variable: value
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not of_a_float16", str(HERE)],
        cwd=HERE.parents[2],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-10_000:]
    assert " passed" in done.stdout.splitlines()[-1]
