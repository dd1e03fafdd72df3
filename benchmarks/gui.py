"""The budgets of the window, on folders of 2,000 and of 100,000 images, beside labelme on the same folders.

`TEXTSCANNER_BENCH_LABELME` names a Python that has labelme 7.1 already; without it, labelme is installed into a
throw-away environment, and where that is not possible, our figures stand alone.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.command_line import cpu_of
from benchmarks.folders import write_words
from benchmarks.gui_labelme import VERSION, install
from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child

_SIZES = (2_000, 100_000)
_WORDS = 16  # different ones
_ROOT = Path(__file__).resolve().parent.parent
_PEER = f"labelme {VERSION}"

Figures = dict[str, Any]
"""What each method of `benchmarks.gui_driving.Driven` has given, by its name."""


def rows() -> list[Row]:
    """The figures, as `script/bench` prints them."""
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as folder:
        python, reason = _python_with_labelme(Path(folder))
        if reason:
            print(reason, file=sys.stderr)
        isolate(Path(folder))
        return _rows(Path(folder), python)


def _python_with_labelme(folder: Path) -> tuple[str, str]:
    """As `install`."""
    ready = os.environ.get("TEXTSCANNER_BENCH_LABELME")
    return (ready, "") if ready else install(folder / "labelme")


def isolate(folder: Path) -> None:
    """Settings and caches of their own, no screen, and compiled modules kept, as an installed program has them."""
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[variable] = str(folder / "home" / variable)
        Path(os.environ[variable]).mkdir(parents=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPATH"] = str(_ROOT)


def _rows(folder: Path, python: str) -> list[Row]:
    words = drawn(folder / "drawn")
    found = _start()
    for count in _SIZES:
        images = folder / f"{count} images"
        write_words(images, words, count)
        peer = _measure("benchmarks.gui_labelme:Labelme", images, _PEER_STEPS, python) if python else {}
        ours = _measure("benchmarks.gui_window:Studio", images, _OUR_STEPS, sys.executable)
        found += _compared(count, ours, peer)
    return found


_PEER_STEPS = ("open", "settle", "type_filter", "next_at_once", "switch")
_OUR_STEPS = ("open", "settle", "type_filter", "next_at_once", "next_at_leisure", "drag", "switch", "end")


def drawn(folder: Path, count: int = _WORDS) -> list[tuple[bytes, bytes]]:
    """Some words with their labels; each label names its image so that it is found from any folder."""
    code = (
        "import sys; from pathlib import Path; from core.charset import Charset; from core.data.drawing.demo import *; "
        "write_demo(Path(sys.argv[1]), prepare(Charset.named('alnum')).config, count=int(sys.argv[2]), errors=0.0)"
    )
    subprocess.run([sys.executable, "-c", code, str(folder), str(count)], cwd=_ROOT, check=True)
    images = sorted(folder.glob("*.png"))
    return [
        (
            image.read_bytes(),
            image.with_suffix(".json").read_bytes().replace(f'"{image.name}"'.encode(), f'"{image}"'.encode()),
        )
        for image in images
    ]


def _start() -> list[Row]:
    """From the bare command to a window that has handled a key press, as whole processes."""
    bare, _ = cpu_of([sys.executable, "-c", "from PySide6.QtWidgets import QApplication"])
    cpu, wall = cpu_of([sys.executable, "-m", "benchmarks.gui_start"])
    other = f"python -c 'import PySide6.QtWidgets' ({bare:.3f} s)"
    return [
        row("bare command to a window that takes input", cpu, "s CPU", 0.5, compared_with=other, ratio=cpu / bare),
        row("bare command to a window that takes input, wall", wall, "s"),
    ]


def _measure(work: str, folder: Path, steps: Sequence[str], python: str) -> Figures:
    with Child(work, python=python, folder=str(folder)) as child:
        return {step: child.call(step).value for step in steps}


def _compared(count: int, ours: Figures, peer: Figures) -> list[Row]:
    where = f", {count:,} images"

    def figure(name: str, value: float, unit: str, budget: float | None = None, other: float | None = None) -> Row:
        compared_with = None if other is None else f"{_PEER} ({other:.3g} {unit})"
        ratio = None if other is None else other / value
        return row(name + where, value, unit, budget, compared_with=compared_with, ratio=ratio)

    def of_peer(step: str, key: str) -> Any:
        return peer[step][key] if peer else None

    def timed(name: str, step: str, budget: float | None, most: Callable[[Sequence[float]], float]) -> list[Row]:
        # It reads nothing ahead, so it makes no difference to it how fast the keys come; and it has no maps to drag
        other = None if step == "drag" else peer.get(step, peer.get("next_at_once"))
        return [
            figure(f"{name}, {what}", most(ours[step][key]), unit, limit, most(other[key]) if other else None)
            for key, what, unit, limit in (("wall", "waited", "ms", budget), ("cpu", "worked", "ms CPU", None))
        ]

    grown = ours["switch"]["after"] - ours["switch"]["before"]
    other_grown = peer["switch"]["after"] - peer["switch"]["before"] if peer else None
    return [
        figure(
            "open a folder: list complete, sorted, painted", ours["open"]["cpu"], "s CPU", 1.3, of_peer("open", "cpu")
        ),
        figure("open a folder: list, wall", ours["open"]["wall"], "s", None, of_peer("open", "wall")),
        figure("open a folder: first image on screen", ours["open"]["first"], "s", 0.3, of_peer("open", "first")),
        figure(
            "longest stall while it is opened and read", ours["settle"]["wall"], "ms", 50, of_peer("settle", "wall")
        ),
        figure(
            "work of the thread that paints in a stall", ours["settle"]["cpu"], "ms CPU", 50, of_peer("settle", "cpu")
        ),
        figure("labels read and checked after the list is there", ours["settle"]["seconds"], "s"),
        *timed("the slowest key typed into the filter", "type_filter", 20, max),
        *timed("next image as fast as possible, median", "next_at_once", 10, statistics.median),
        *timed("next image as fast as possible, p95", "next_at_once", None, p95),
        *timed("next image at five a second, median", "next_at_leisure", 10, statistics.median),
        *timed("next image at five a second, p95", "next_at_leisure", None, p95),
        *timed("preview while dragging, maps painted, median", "drag", 10, statistics.median),
        *timed("preview while dragging, maps painted, p95", "drag", None, p95),
        figure("memory grown over 1,000 switches", grown, "MB", 50, other_grown),
        figure("memory after 1,000 switches", ours["switch"]["after"], "MB", None, of_peer("switch", "after")),
    ]


def p95(values: Sequence[float]) -> float:
    """The value that one in twenty is above."""
    return statistics.quantiles(values, n=20)[-1]


if __name__ == "__main__":
    report(rows())
