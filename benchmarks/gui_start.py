"""Budgets: the bare command to a window that takes input in 0.5 s CPU, or 2.5 × PySide6's own import and window.

At most 120 of our modules are loaded before the first painting; the rest of the window comes while it takes input.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.gui import either, isolate
from benchmarks.measuring import Row, report, row

_BARE = (
    "import json, time; "
    "from PySide6.QtWidgets import QApplication, QMainWindow; application = QApplication([]); "
    "window = QMainWindow(); window.show(); application.processEvents(); "
    "print(json.dumps([time.process_time(), time.time(), 0]))"
)
_COMMANDS = (("-c", _BARE), ("-m", "benchmarks.gui_command"), ("-m", "benchmarks.gui_command", "whole"))
_ROUNDS = 9
_MODULES = 120


def rows() -> list[Row]:
    """Processes in turn: the least seconds of CPU and of time until ours have handled a key press."""
    found: list[list[tuple[float, float, int]]] = [[] for _ in _COMMANDS]
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as folder:
        isolate(Path(folder))
        for _ in range(_ROUNDS + 1):
            for arguments, into in zip(_COMMANDS, found, strict=True):
                start = time.time()
                ran = subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
                cpu, end, modules = json.loads(ran.stdout)
                into.append((cpu, end - start, modules))
    # the first round has compiled the modules
    (bare, bare_wall), *ours = [(min(run[0] for run in runs[1:]), min(run[1] for run in runs[1:])) for runs in found]
    other, lines = "PySide6's import and a bare window", []
    for until, (cpu, wall) in zip(("a window that takes input", "the whole window"), ours, strict=True):
        name, limit = f"bare command to {until}", None if lines else either(0.5, bare, 2.5)
        lines += [
            row(name, cpu, "s CPU", limit, compared_with=f"{other} ({bare:.3f} s)", ratio=cpu / bare),
            row(f"{name}, wall", wall, "s", compared_with=f"{other} ({bare_wall:.3f} s)", ratio=wall / bare_wall),
        ]
    return [*lines, row("our modules loaded before the first painting", found[1][0][2], "modules", _MODULES)]


if __name__ == "__main__":
    report(rows())
