"""`script/bench [GROUP …] [--json]`: run the benchmarks of some groups and print the figures beside their budgets.

Each file runs in a process of its own, so that none warms up another's caches. The exit status is 1 only if one did not
run; a budget that does not hold is news, not a failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

GROUPS = {
    "labels": ("maps", "synthesis", "index", "command_line"),
    "hands": ("hands",),
    "model": ("model", "reading", "reference", "pipeline"),
    "gui": ("gui_start", "gui"),
    "gui-large": ("gui_large",),
    "workers": ("workers",),
    "scale": ("scale",),
    "gpu": ("gpu",),
}
TIMEOUT = 3600  # seconds


def measure(name: str) -> tuple[list[dict[str, Any]], str]:
    """Return the rows of one benchmark file, or none and the reason."""
    root = Path(__file__).resolve().parent.parent
    try:
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}"],
            cwd=root,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [], f"no end after {TIMEOUT} s"
    if done.returncode:
        return [], (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows, ""


def line(row: dict[str, Any]) -> str:
    """Return a figure as a line of text."""
    mark = {True: "holds", False: "MISSED", None: ""}[row["holds"]]
    budget = "" if row["budget"] is None else f"budget {row['budget']:g}"
    ratio = "" if row["ratio"] is None else f"{row['ratio']:g} × {row['compared_with']}"
    return f"{row['name']:62} {row['value']:>10g} {row['unit']:10} {budget:14} {mark:7} {ratio}".rstrip()


def main(arguments: list[str]) -> int:
    """Run the groups that the arguments name; all groups but that of the GPU without arguments."""
    as_json = "--json" in arguments
    groups = [argument for argument in arguments if argument != "--json"] or [
        group for group in GROUPS if group != "gpu"
    ]
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        print(f"There is no group {', '.join(unknown)}. Choose from: {', '.join(GROUPS)}.", file=sys.stderr)
        return 2
    everything, failed = [], False
    for name in dict.fromkeys(name for group in groups for name in GROUPS[group]):
        rows, failure = measure(name)
        if failure:
            failed = True
            print(f"benchmarks/{name}.py did not run: {failure}", file=sys.stderr)
        everything += rows
        if not as_json:
            for row in rows:
                print(line(row), flush=True)
    if as_json:
        print(json.dumps(everything, ensure_ascii=False, indent=2))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
