"""Budget: `textscanner --help` costs under 0.3 s."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from benchmarks.measuring import Row, report, row


def cpu_in_turn(*commands: list[str], rounds: int = 9) -> list[tuple[float, float]]:
    """Least CPU and wall seconds of some commands as whole processes, in turn; the first round warms the disk cache."""
    found: list[list[tuple[float, float]]] = [[] for _ in commands]
    for _ in range(rounds + 1):
        for command, times in zip(commands, found, strict=True):
            before, start = os.times(), time.perf_counter()
            subprocess.run(command, capture_output=True, check=True)
            wall, after = time.perf_counter() - start, os.times()
            cpu = after.children_user + after.children_system - before.children_user - before.children_system
            times.append((cpu, wall))
    return [(min(cpu for cpu, _ in times[1:]), min(wall for _, wall in times[1:])) for times in found]


def rows() -> list[Row]:
    """Return the start-up time of the command, beside Python's own."""
    (bare, _), (cpu, wall) = cpu_in_turn([sys.executable, "-c", "pass"], [sys.executable, "-m", "app", "--help"])
    other = f"python -c pass ({bare:.3f} s)"
    return [
        row("textscanner --help, CPU", cpu, "s CPU", 0.3, compared_with=other, ratio=cpu / bare),
        row("textscanner --help, wall", wall, "s", 0.3),
    ]


if __name__ == "__main__":
    report(rows())
