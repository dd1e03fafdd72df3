"""What more data and more processes cost: record files of 10,000 and of 100,000 words, two workers, a million images.

Peak memory of a training from ten times the words may be a tenth higher. Two workers share what one process has to
itself, so their ratio is what working together costs; both train the same network on the same batches. The window is
measured on a million images while their labels are being read, which nobody waits for.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.folders import write_words
from benchmarks.gui import isolate, synthetic_words
from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child

_COUNTS = (10_000, 100_000)
_FILES = 20
_BATCH, _STEPS, _WARM = 16, 40, 10  # steps left out of the speed: TensorFlow tunes itself
_ROUNDS = 3
_IMAGES, _DIFFERENT = 1_000_000, 200
_PORTS = ("127.0.0.1:5741", "127.0.0.1:5742")
_CHOICES: dict[str, Any] = {
    "preset": "small", "charset": "alnum", "synthetic": 0.0, "batch": _BATCH, "steps": _STEPS, "validation": 0.5,
    "start": None, "tensorboard": False, "live_every": 86_400, "checkpoint_minutes": 60,
}  # fmt: skip


class Words:
    """Draws words, in a child: as a project, or as record files."""

    def __init__(self, folder: str, count: int) -> None:
        from core.charset import Charset
        from core.data.drawing.demo import prepare
        from core.data.drawing.scene_effects import PRESETS

        self._folder, self._count = Path(folder), count
        self._config = prepare(Charset.named("alnum"), PRESETS["mild"]).config

    def project(self) -> None:
        """Images with labels."""
        from core.data.drawing.demo import write_demo

        write_demo(self._folder, self._config, count=self._count, seed=1, errors=0)

    def records(self) -> int:
        """Record files; return their bytes."""
        from core.data.records.writing import write_words
        from core.data.samples.sources import SyntheticReader

        class Synthetic(SyntheticReader):
            size = self._count

        manifest = write_words(self._folder, Synthetic(self._config, 7), per_shard=self._count // _FILES)
        return sum(shard.bytes for shard in manifest.shards)


class Trained:
    """A training from record files, in a child."""

    def __init__(self, project: str, records: str, run: str, resume: bool) -> None:
        from core.runs.config import make_config

        choices = _CHOICES | {"folder": project, "run": run, "sources": [{"path": records}], "resume": resume}
        self._config, self._last = make_config(choices, "benchmark"), _STEPS if resume else _STEPS // 2

    def check(self) -> None:
        """Check all words, as `textscanner records` does behind the writing."""
        from core.model.training.trainingdata import check_records

        check_records(self._config.resolved())

    def train(self) -> float:
        """Train half of the steps and stop, or the rest; return the seconds until all was open, before compiling."""
        from core.model.training.control import Control
        from core.model.training.training import train
        from core.runs.events import Failed, Started, Step

        control, began, opened = Control(), time.perf_counter(), 0.0
        for event in train(self._config, control):
            match event:
                case Started():
                    opened = time.perf_counter() - began
                case Step(step=step) if step == self._last:
                    control.stop()
                case Failed():
                    raise RuntimeError(event.message)
                case _:
                    pass
        return opened


def _steps(run: Path) -> list[dict[str, Any]]:
    if not (run / "metrics.jsonl").exists():
        return []
    text = (run / "metrics.jsonl").read_text(encoding="utf-8")
    lines = map(json.loads, text[: text.rfind("\n") + 1].splitlines())  # the last may be being written
    return [line for line in lines if line["kind"] == "step"]


def _speed(steps: list[dict[str, Any]]) -> float:
    """Images a second behind the warm-up."""
    first, last = steps[_WARM], steps[-1]
    return float(_BATCH * (last["step"] - first["step"]) / (last["seconds"] - first["seconds"]))


def _from_records(folder: Path, project: Path, count: int) -> tuple[list[Row], float]:
    """The rows of one size, and the peak in MB."""
    records, run = folder / f"records_{count}", folder / f"run_{count}"
    with Child("benchmarks.scale:Words", folder=str(records), count=count) as child:
        written = child.call("records")
    training = {"project": str(project), "records": str(records), "run": str(run)}
    with Child("benchmarks.scale:Trained", **training, resume=False) as child:
        checked = child.call("check")
    peaks, opened = [], []
    for resume in (False, True):
        with Child("benchmarks.scale:Trained", **training, resume=resume) as child:
            found = child.call("train")
        peaks.append(1000 * found.peak)
        opened.append(found.value)
    steps = _steps(run)
    if [each["step"] for each in steps] != list(range(1, _STEPS + 1)):
        raise RuntimeError("the training that was stopped in the middle did not go on with its next step")
    name = f"{count:,} words as records"
    return [
        row(f"{name}: drawn and written", count / written.wall, "images/s"),
        row(f"{name}: checked once, and the result kept", checked.wall, "s"),
        row(f"{name}: from the start of a training to its first step", opened[0], "s"),
        row(f"{name}: training", _speed(steps[: _STEPS // 2]), "images/s"),
        row(f"{name}: training, resumed in the middle", _speed(steps[_STEPS // 2 :]), "images/s"),
        row(f"{name}: peak memory of the resumed training", peaks[1], "MB"),
    ], max(peaks)


def _processor_seconds(processes: list[subprocess.Popen[bytes]]) -> float:
    """What the processes have had of the processors so far; Linux alone tells."""
    stats = [Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8") for process in processes]
    return sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats) / os.sysconf("SC_CLK_TCK")


def _together(folder: Path, project: Path, workers: int) -> tuple[float, float]:
    """Images a second of one process, or of some workers that share its batch; and images a second of a processor.

    The latter does not depend on what else the machine does meanwhile.
    """
    run, choices = folder / "run", folder / "choices.json"
    choices.write_text(json.dumps({key: value for key, value in _CHOICES.items() if value is not None}))
    shared = ["--allow-network", "--workers", ",".join(_PORTS[:workers]), "--index"] if workers > 1 else []
    processes = []
    for index in range(workers):
        words = [str(project), *shared, *([str(index)] if shared else [])]
        words += [] if index else ["--run", str(run), "--config", str(choices), "--start", "none"]
        command = [sys.executable, "-m", "app", "train", *words]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        processes.append(subprocess.Popen(command, env=os.environ | {"CUDA_VISIBLE_DEVICES": ""}, **quiet))
    seen: list[tuple[int, float]] = []  # steps that were done, and what they had taken of the processors
    try:
        for wanted in (_WARM, _STEPS - 1):
            while (done := len(_steps(run))) < wanted:
                if any(process.poll() is not None for process in processes):
                    raise RuntimeError("a process of a training has ended too early")
                time.sleep(0.05)
            seen.append((done, _processor_seconds(processes)))
        ended = [process.wait() for process in processes]
    finally:
        for process in processes:
            process.kill()
    if any(ended):
        raise RuntimeError(f"the processes of a training ended with {ended}")
    (first, before), (last, after) = seen
    return _speed(_steps(run)), _BATCH * (last - first) / (after - before)


def _ratios(folder: Path) -> list[Row]:
    """One process and two workers in turn."""
    measured: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for number in range(_ROUNDS):
        for workers, into in measured.items():
            own = folder / f"together_{number}_{workers}"
            own.mkdir()
            into.append(_together(own, folder / "words", workers))
    found = []
    for which, unit in enumerate(("images/s", "images per second of a processor")):
        one, two = ([each[which] for each in measured[workers]] for workers in (1, 2))
        ratios = sorted(ours / alone for alone, ours in zip(one, two, strict=True))
        said = f"one process ({statistics.median(one):.3g}), of {_ROUNDS} pairs {ratios[0]:.2f} to {ratios[-1]:.2f}"
        ratio = statistics.median(ratios)
        found.append(row("two workers on one machine", statistics.median(two), unit, compared_with=said, ratio=ratio))
    return found


def million(folder: Path) -> list[Row]:
    """The rows of the window on a million images."""
    isolate(folder)
    images = folder / "images"
    write_words(images, synthetic_words(folder / "synthetic", _DIFFERENT), _IMAGES)
    with Child("benchmarks.gui_window:Studio", folder=str(images)) as child:
        opened, keys, memory = (child.call(step).value for step in ("open", "type_filter", "switch"))
    where = f", {_IMAGES:,} images"
    return [
        row(f"open a folder: list, wall{where}", opened["wall"], "s", 12.0),
        row(f"the slowest key typed into the filter, waited{where}", max(keys["wall"]), "ms", 150.0),
        row(f"memory after 1,000 switches{where}", memory["after"], "MB", 1200.0),
    ]


def rows() -> list[Row]:
    """The figures, as `script/bench` prints them."""
    found, peaks = [], []
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as made:
        folder = Path(made)
        with Child("benchmarks.scale:Words", folder=str(folder / "words"), count=200) as child:
            child.call("project")
        for count in _COUNTS:
            of_count, peak = _from_records(folder, folder / "words", count)
            found += of_count
            peaks.append(peak)
        few, many = (f"{count:,}" for count in _COUNTS)
        found.append(
            row(
                f"peak memory, {many} words",
                peaks[1],
                "MB",
                1.1 * peaks[0],
                compared_with=few,
                ratio=peaks[1] / peaks[0],
            )
        )
        found += _ratios(folder)
        found += million(folder / "window")
    return found


if __name__ == "__main__":
    report(rows())
