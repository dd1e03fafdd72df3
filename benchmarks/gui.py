"""The budgets of the window on a folder of 2,000 images, beside labelme on the same folder; a minute.

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
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.folders import write_words
from benchmarks.gui_driving import ROUNDS
from benchmarks.gui_labelme import VERSION, install
from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child

COUNT = 2_000
_WORDS = 16  # different ones
_ROOT = Path(__file__).resolve().parent.parent
_PEER = f"labelme {VERSION}"
_LABELME = "benchmarks.gui_labelme:Labelme"

Figures = dict[str, Any]
"""The result of each method of `benchmarks.gui_driving.Driven`, by the method's name."""


def rows(count: int = COUNT) -> list[Row]:
    """Return the figures of a folder of this many images, as `script/bench` prints them."""
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as folder:
        python, reason = _python_with_labelme(Path(folder))
        if reason:
            print(reason, file=sys.stderr)
        isolate(Path(folder))
        return _rows(Path(folder), python, count)


def _python_with_labelme(folder: Path) -> tuple[str, str]:
    """As `install`."""
    ready = os.environ.get("TEXTSCANNER_BENCH_LABELME")
    return (ready, "") if ready else install(folder / "labelme")


def isolate(folder: Path) -> None:
    """Use separate settings and caches, no screen, and kept compiled modules, as an installed program does."""
    for variable in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[variable] = str(folder / "home" / variable)
        Path(os.environ[variable]).mkdir(parents=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPATH"] = str(_ROOT)


def _rows(folder: Path, python: str, count: int) -> list[Row]:
    images = folder / f"{count} images"
    write_words(images, synthetic_words(folder / "synthetic"), count)
    ours, peer = _measure(images, python)
    return compared(count, ours, peer)


_TURNS = (
    ("open", "settle"),  # in one go: meanwhile our window is watched
    ("type_filter",),
    *[("next_at_once",)] * ROUNDS,
    ("next_everywhere",),
    ("jump",),
    ("next_at_leisure", "drag"),
    ("switch",),
    ("end",),
)
_OURS_ALONE = frozenset(("next_at_leisure", "drag", "end"))


def synthetic_words(folder: Path, count: int = _WORDS) -> list[tuple[bytes, bytes]]:
    """Make synthetic words with their labels; each label names its image so that the image is found from any folder."""
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


def _measure(folder: Path, python: str) -> tuple[Figures, Figures]:
    """Figures of our window, and of labelme where a Python has it, turn by turn.

    So a machine whose speed drifts is equally fast for both. The figure `idle` of our window says how long an empty
    event loop stalls while the folder is opened and read.
    """
    stop = folder.with_name("all is read")
    ours: Figures = {}
    peer: Figures = {}
    with ExitStack() as children:
        other = children.enter_context(Child(_LABELME, python=python, folder=str(folder))) if python else None
        idle = children.enter_context(Child("benchmarks.gui_idle:Idle", stop=str(stop)))
        studio = children.enter_context(Child("benchmarks.gui_window:Studio", folder=str(folder)))
        idle.begin("watch")
        for turn in _TURNS:
            for step in turn:
                _add(ours, step, studio.call(step).value)
            if "settle" in turn:
                stop.touch()
                ours["idle"] = idle.answer().value
            for step in turn:
                if other is not None and step not in _OURS_ALONE:
                    _add(peer, step, other.call(step).value)
    return ours, peer


def _add(figures: Figures, step: str, found: Any) -> None:
    """Add the figures of a step, or of one more round of it."""
    before = figures.get(step)
    figures[step] = found if before is None else {key: before[key] + found[key] for key in found}


def either(limit: float, other: float | None, times: float = 1.0, more: float = 0.0) -> float:
    """Return the larger of a fixed budget and a budget relative to a peer."""
    return limit if other is None else max(limit, times * other + more)


def compared(count: int, ours: Figures, peer: Figures) -> list[Row]:
    where = f", {count:,} images"

    def figure(name: str, value: float, unit: str, budget: float | None = None, other: float | None = None) -> Row:
        compared_with = None if other is None else f"{_PEER} ({other:.3g} {unit})"
        ratio = value / other if other else None  # labelme's memory does not always grow
        return row(name + where, value, unit, budget, compared_with=compared_with, ratio=ratio)

    def of_peer(step: str, key: str) -> Any:
        return peer[step][key] if peer else None

    def timed(
        name: str, step: str, budget: float, most: Callable[[Sequence[float]], float], times: float = 0.0
    ) -> list[Row]:
        """Time and work of a step; the budget is so many times what the peer takes, if there is one."""
        # labelme reads nothing ahead, so the speed of the keys makes no difference; and it has no maps to drag
        other = None if step == "drag" else peer.get(step, peer.get("next_at_once"))
        its = {key: most(other[key]) if other else None for key in ("wall", "cpu")}
        limit = times * its["wall"] if times and its["wall"] is not None else budget
        return [
            figure(f"{name}, waited", most(ours[step]["wall"]), "ms", limit, its["wall"]),
            figure(f"{name}, worked", most(ours[step]["cpu"]), "ms CPU", None, its["cpu"]),
        ]

    grown = ours["switch"]["after"] - ours["switch"]["before"]
    other_grown = peer["switch"]["after"] - peer["switch"]["before"] if peer else None
    settled, idle = ours["settle"], ours["idle"]
    return [
        figure(
            "open a folder: list complete, sorted, painted", ours["open"]["cpu"], "s CPU", 0.9, of_peer("open", "cpu")
        ),
        figure("open a folder: list, wall", ours["open"]["wall"], "s", None, of_peer("open", "wall")),
        figure("open a folder: first image on screen", ours["open"]["first"], "s", 0.3, of_peer("open", "first")),
        row(
            f"longest stall while it is opened and read{where}",
            settled["wall"],
            "ms",
            either(50, idle, more=20),
            compared_with=f"an empty event loop meanwhile ({idle:.3g} ms)",
            ratio=settled["wall"] / idle,
        ),
        figure("work of the thread that paints in a stall", settled["cpu"], "ms CPU", 50, of_peer("settle", "cpu")),
        figure("labels read and checked after the list is there", settled["seconds"], "s"),
        figure("labels read and checked, a label", 1e3 * settled["seconds"] / count, "ms", 0.8),
        *timed("the slowest key typed into the filter", "type_filter", 20, max),
        *timed("next image as fast as possible, median", "next_at_once", 10, statistics.median, 1.0),
        *timed("next image as fast as possible, p95", "next_at_once", 15, p95, 1.2),
        *timed("next image at five a second, median", "next_at_leisure", 10, statistics.median, 1.0),
        *timed("next image at five a second, p95", "next_at_leisure", 15, p95, 1.2),
        *timed(
            "next image until list, text, table, problems and title show it, median",
            "next_everywhere",
            15,
            statistics.median,
            1.5,
        ),
        *timed("next image until list, text, table, problems and title show it, p95", "next_everywhere", 20, p95, 1.5),
        *timed("a jump to an image anywhere, median", "jump", 15, statistics.median, 1.5),
        *timed("a jump to an image anywhere, p95", "jump", 20, p95, 1.5),
        *timed("preview while dragging, maps painted, median", "drag", 8, statistics.median),
        *timed("preview while dragging, maps painted, p95", "drag", 12, p95),
        figure("memory grown over 1,000 switches", grown, "MB", 25, other_grown),
        figure(
            "memory after 1,000 switches",
            ours["switch"]["after"],
            "MB",
            200 if count <= COUNT else 280,
            of_peer("switch", "after"),
        ),
    ]


def p95(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


if __name__ == "__main__":
    report(rows())
