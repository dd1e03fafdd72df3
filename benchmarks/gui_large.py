"""The budgets of the window on a folder of 100,000 images; `benchmarks.gui` has the same of 2,000, in a minute.

A module of its own, since `script/bench` runs a module without arguments.
"""

from __future__ import annotations

from benchmarks.gui import rows
from benchmarks.measuring import report

COUNT = 100_000

if __name__ == "__main__":
    report(rows(COUNT))
