"""Budget: the bare command to a window that takes input in 0.5 s CPU, or 2.5 × PySide6's own import and window."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.command_line import cpu_in_turn
from benchmarks.gui import either, isolate
from benchmarks.measuring import Row, report, row

_BARE = (
    "from PySide6.QtWidgets import QApplication, QMainWindow; application = QApplication([]); "
    "window = QMainWindow(); window.show(); application.processEvents()"
)


def rows() -> list[Row]:
    """Whole processes, in turn: ours ends once its window has handled a key press."""
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as folder:
        isolate(Path(folder))
        (bare, bare_wall), (cpu, wall) = cpu_in_turn(
            [sys.executable, "-c", _BARE], [sys.executable, "-m", "benchmarks.gui_command"]
        )
    name = "bare command to a window that takes input"
    other = "PySide6's import and a bare window"
    return [
        row(name, cpu, "s CPU", either(0.5, bare, 2.5), compared_with=f"{other} ({bare:.3f} s)", ratio=cpu / bare),
        row(f"{name}, wall", wall, "s", compared_with=f"{other} ({bare_wall:.3f} s)", ratio=wall / bare_wall),
    ]


if __name__ == "__main__":
    report(rows())
