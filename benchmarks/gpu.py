"""Training on this machine's GPU, or on its CPU: images a second by network, batch and backend, and who waits for whom.

`script/bench gpu`, or `python -m benchmarks.gpu [--backend NAME …] [--only TEXT] [--seconds S] [--fonts DIR]`. Each row
is a process of its own. "resident": the same batch again and again, so that nothing is fed; with the processor's time
for each image, which on a CPU may be half as much again as TensorFlow's. "fed": synthetic words made meanwhile by
processes; the step's share of waiting for them stands beside.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measuring import Row, report, row

TENSORFLOW = "tensorflow"
BACKENDS = {TENSORFLOW: "tensorflow", "jax": "jax", "torch": "torch"}
"""Packages by backend, TensorFlow first: the others are compared with it."""

_MOST_PROCESSES = 15  # that draw words
_WARM_UP = 3  # steps
_RESIDENT_SHARE = 0.4  # of the seconds of a row
_COSTLIER = 1.5  # the CPU time an image on another backend, as a share of TensorFlow's on the same CPU


@dataclass(frozen=True, slots=True)
class Case:
    """A network, and the size of its batches."""

    preset: str
    charset: str
    height: int
    width: int
    batch: int

    def __str__(self) -> str:
        return f"{self.preset} {self.height} × {self.width}, {self.charset}, batch {self.batch}"


CASES = (
    Case("reader", "alnum", 32, 128, 64),
    Case("reader", "alnum", 32, 128, 256),
    Case("paper", "alnum", 64, 256, 16),
    Case("paper", "alnum", 64, 256, 64),
    Case("wide", "zh", 32, 128, 64),
)


def main(arguments: list[str] | None = None) -> None:
    """Print the rows of all cases and backends."""
    parser = argparse.ArgumentParser(prog="benchmarks.gpu", description=__doc__)
    parser.add_argument("--backend", nargs="*", choices=list(BACKENDS), help="by default all that are installed")
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    parser.add_argument("--seconds", type=float, default=20.0, help="of measuring, for each row")
    parser.add_argument("--fonts", type=Path, help="faces to draw with, in place of those that matplotlib brings")
    parser.add_argument("--one", help="a row's case as JSON, in this process")
    parser.add_argument("--began", type=float, default=0.0, help="the time at which that process was started")
    chosen = parser.parse_args(arguments)
    if chosen.one is not None:
        print(json.dumps(measured(Case(**json.loads(chosen.one)), chosen.seconds, chosen.fonts, chosen.began)))
        return
    installed = [name for name, package in BACKENDS.items() if importlib.util.find_spec(package) is not None]
    rows: list[Row] = []
    of_tensorflow: dict[Case, float] = {}  # milliseconds of the processor for each image
    for backend in chosen.backend or installed:
        for case in CASES:
            if chosen.only in str(case):
                found = found_in(backend, case, chosen.seconds, chosen.fonts)
                if backend == TENSORFLOW:
                    of_tensorflow[case] = found["cost"]
                of_case = rows_of(backend, case, found, of_tensorflow.get(case))
                for each in of_case:
                    print(f"{each['name']}: {each['value']:g} {each['unit']}", file=sys.stderr, flush=True)
                rows += of_case
    report(rows)


def found_in(backend: str, case: Case, seconds: float, fonts: Path | None) -> dict[str, Any]:
    """Measure a case in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.gpu", "--seconds", str(seconds), "--began", str(time.time())]
    command += ["--one", json.dumps({name: getattr(case, name) for name in case.__slots__})]
    command += [] if fonts is None else ["--fonts", str(fonts)]
    done = subprocess.run(
        command, env=os.environ | {"TEXTSCANNER_BACKEND": backend}, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def rows_of(backend: str, case: Case, found: dict[str, Any], of_tensorflow: float | None) -> list[Row]:
    """Return the rows of what `measured` has found.

    `of_tensorflow`: the cost of an image on TensorFlow, None if it was not measured.
    """
    compared: dict[str, Any] = {}
    if backend != TENSORFLOW and of_tensorflow is not None:
        compared = {"compared_with": "TensorFlow", "ratio": found["cost"] / of_tensorflow}
        compared |= {} if found["has_gpu"] else {"budget": _COSTLIER * of_tensorflow}
    name = f"{backend} on {found['device']}, {found['precision']}: {case}"
    rows = [
        row(f"{name}, resident", found["resident"], "images/s"),
        row(f"{name}, time of the processor for each image, resident", found["cost"], "ms", **compared),
        row(f"{name}, fed by {found['processes']} processes", found["fed"], "images/s"),
        row(f"{name}, share of waiting for words", 100 * found["waits"], "%"),
        row(f"{name}, from the command to the first step", found["first"], "s"),
    ]
    for whose, size in (("process", found["resident_memory"]), ("GPU", found["memory"])):
        if size is not None:
            rows.append(row(f"{name}, memory of the {whose}", size / 1e9, "GB"))
    return rows


def measured(case: Case, seconds: float, fonts: Path | None, began: float) -> dict[str, Any]:
    """Train on a case for some seconds, in this process, which was started at a time."""
    import tempfile

    from core.base.systems import system
    from core.charset import Charset
    from core.labels.maps.spec import MapSpec
    from core.model.network.saving import build_recogniser  # noqa: F401  Keras is loaded
    from core.model.steps import backends
    from core.model.steps.hardware import policy
    from core.model.training.building import build, loader_of, step_of
    from core.model.training.trainingdata import open_data
    from core.project.project import ProjectSettings, write_settings
    from core.runs.config import make_config

    processes = max(1, min(_MOST_PROCESSES, (os.cpu_count() or 1) - 1))
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        project.mkdir()
        maps = MapSpec(height=case.height, width=case.width)
        write_settings(project, ProjectSettings(charset=Charset.named(case.charset), maps=maps))
        values = {
            "folder": project,
            "run": Path(folder) / "run",
            "preset": case.preset,
            "batch": case.batch,
            "start": None,
            "synthetic": 1,
            "synthetic_length": (1, 10),
            "effects": "scene",
            "augmentation": "mild",
            "fonts": fonts,
            "threads": processes,
            "loading": "processes" if processes > 2 else "threads",
            "tensorboard": False,
        }
        config = make_config(values).resolved()
        hardware = backends.prepare(config)
        data = open_data(config)
        with hardware.scope(), policy(hardware.precision):
            recogniser = build(config, data.spec, fresh=True).recogniser
        step = step_of(config, recogniser, hardware, all_have_maps=True)
        with loader_of(data, config, 0) as loader:
            batch = step.distributed(next(iter(loader)))
        step(batch, 1e-4, 0.0, 0)
        first = time.time() - began
        resident, cost = _resident(step, batch, case.batch, seconds * _RESIDENT_SHARE)  # while no word is made
        with loader_of(data, config, case.batch) as loader:
            fed, waits = _fed(step, step.batches(loader, config.feed), case.batch, seconds * (1 - _RESIDENT_SHARE))
    return {
        "device": hardware.description,
        "precision": hardware.precision,
        "processes": processes,
        "first": first,
        "has_gpu": hardware.gpu_memory is not None or "CPU" not in hardware.description,
        "resident": resident,
        "cost": cost,
        "resident_memory": system.resident_memory(),
        "fed": fed,
        "waits": waits,
        "memory": _gpu_memory(),
    }


def _resident(step: Any, batch: Any, size: int, seconds: float) -> tuple[float, float]:
    """Images a second, and milliseconds of the processor for each."""
    for number in range(_WARM_UP):
        step(batch, 1e-4, 0.0, number)
    began, computed, done = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - began < seconds:
        step(batch, 1e-4, 0.0, done)
        done += 1
    spent = 1000 * (time.process_time() - computed)
    return done * size / (time.perf_counter() - began), spent / (done * size)


def _fed(step: Any, batches: Any, size: int, seconds: float) -> tuple[float, float]:
    """Images a second, and the share of the time in which the step waits for its batch."""
    step(next(batches), 1e-4, 0.0, 0)  # the workers have to start
    began, done, waited = time.perf_counter(), 0, 0.0
    while time.perf_counter() - began < seconds:
        asked = time.perf_counter()
        batch = next(batches)
        waited += time.perf_counter() - asked
        step(batch, 1e-4, 0.0, done)
        done += 1
    took = time.perf_counter() - began
    return done * size / took, waited / took


def _gpu_memory() -> int | None:
    """Bytes of the first NVIDIA card that are in use, by its driver."""
    command = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return int(told.splitlines()[0]) << 20


if __name__ == "__main__":
    main()
