"""A Python of its own, which knows the program and the helpers of its tests."""

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


def run_python(*arguments: object, folder: Path = REPOSITORY, **variables: str) -> str:
    """Run it to its end, which has to be a good one; return what it prints."""
    known = {"PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "tests")]), "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, *map(str, arguments)]
    environment = os.environ | known | variables
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout
