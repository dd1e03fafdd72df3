"""Trainings small enough for a test: 32 × 64 input, ten digits, a few steps; and children to run, kill and resume.

Run as `python -m support.networks.tiny_training FOLDER RUN [JSON of choices]`, it trains and prints the name of each
event.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

REPOSITORY = Path(__file__).resolve().parents[3]
TINY: dict[str, Any] = {
    "height": 32, "width": 64, "max_length": 4, "steps": 6, "batch": 2, "validate_every": 3, "warmup": 2,
    "live_every": 86_400, "tensorboard": False, "validation": 0.3, "threads": 1, "checkpoint_minutes": 60,
    "precision": "float32",  # to find out which is faster would take longer than the training
}  # fmt: skip
"""Choices of a tiny training."""

VOLATILE = frozenset({"seconds", "images_per_second", "time_shares"})
"""What differs between two runs that are the same."""


def make_project(folder: Path, count: int = 12) -> Path:
    """A project of synthetic digits, all with polygons."""
    from core.charset import Charset
    from core.data.drawing.demo import prepare, write_demo

    write_demo(folder, prepare(Charset.named("digits"), length=(1, 3)).config, count=count, seed=5, errors=0)
    return folder


def images_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("word_*.png"))


def start_child(folder: Path, run: Path, **choices: Any) -> subprocess.Popen[str]:
    """A process that trains; its events come line by line on stdout."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "tests")]),
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "PYTHONUNBUFFERED": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "support.networks.tiny_training", str(folder), str(run), json.dumps(choices)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip


def run_child(folder: Path, run: Path, **choices: Any) -> list[str]:
    """Train in a process of its own to the end; the lines of its events."""
    with start_child(folder, run, **choices) as child:
        out, errors = child.communicate(timeout=600)
    assert child.returncode == 0, errors[-3000:]
    return out.splitlines()


def recorded(run: Path) -> list[dict[str, Any]]:
    """The metrics of a run, without times."""
    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    return [{key: value for key, value in line.items() if key not in VOLATILE} for line in lines]


def final_state(run: Path) -> dict[str, NDArray[Any]]:
    last = sorted((run / "checkpoints").glob("step_*"))[-1]
    with np.load(last / "state.npz") as arrays:
        return {name: arrays[name] for name in arrays.files}


def differing(one: dict[str, NDArray[Any]], other: dict[str, NDArray[Any]]) -> list[str]:
    """Names of arrays that are not the same to the bit."""
    return sorted(
        {name for name in one if name not in other or one[name].tobytes() != other[name].tobytes()}
        | (other.keys() - one.keys())
    )


def main() -> None:
    folder, run, choices = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])
    stop_at = choices.pop("stop_at", None)
    from core.base.keras_home import choose_backend

    is_told = "backend" in choices
    choose_backend(choices.get("backend", "tensorflow"))
    from core.model.training.control import Control
    from core.model.training.training import train
    from core.runs.config import make_config
    from core.runs.events import Step

    control = Control()
    for event in train(make_config({**TINY, "folder": folder, "run": run, **choices}), control):
        print(type(event).__name__, getattr(event, "step", ""), getattr(event, "message", ""), flush=True)
        if isinstance(event, Step) and event.step == stop_at:
            control.stop()
    if is_told:
        print("tensorflow" if sys.modules.get("tensorflow") else "no tensorflow", flush=True)


if __name__ == "__main__":
    main()
