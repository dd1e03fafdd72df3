"""Budget: `textscanner --help` costs under 0.3 s."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

from benchmarks.measuring import Row, report, row


def cpu_of(command: list[str], rounds: int = 7) -> tuple[float, float]:
    """Median CPU and wall seconds of a command as a whole process."""
    cpu, wall = [], []
    for _ in range(rounds + 1):
        before, start = os.times(), time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        after = os.times()
        wall.append(time.perf_counter() - start)
        cpu.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return statistics.median(cpu[1:]), statistics.median(wall[1:])  # the first run warms the disk cache


def rows() -> list[Row]:
    """Start-up of the command, beside that of Python itself."""
    bare, _ = cpu_of([sys.executable, "-c", "pass"])
    cpu, wall = cpu_of([sys.executable, "-m", "app", "--help"])
    other = f"python -c pass ({bare:.3f} s)"
    return [
        row("textscanner --help, CPU", cpu, "s CPU", 0.3, compared_with=other, ratio=cpu / bare),
        row("textscanner --help, wall", wall, "s", 0.3),
    ]


if __name__ == "__main__":
    report(rows())
