"""How the benchmarks measure: CPU time, several rounds in turn, the least; and the row that each figure becomes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]


def row(
    name: str,
    value: float,
    unit: str,
    budget: float | None = None,
    *,
    at_least: bool = False,
    compared_with: str | None = None,
    ratio: float | None = None,
) -> Row:
    """One figure beside its budget; `holds` is None where there is no budget. A count, which is an int, is exact."""
    holds = None if budget is None else (value >= budget if at_least else value <= budget)
    return {
        "name": name,
        "value": value if isinstance(value, int) else float(f"{value:.4g}"),
        "unit": unit,
        "budget": budget,
        "holds": holds,
        "compared_with": compared_with,
        "ratio": None if ratio is None else float(f"{ratio:.3g}"),
    }


def in_turn(first: Callable[[], object], second: Callable[[], object], calls: tuple[int, int]) -> tuple[float, float]:
    """Least CPU seconds of one call each, over rounds in turn, so that other programs harm both alike and little."""
    first(), second()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(15):
        for work, count, into in ((first, calls[0], times[0]), (second, calls[1], times[1])):
            start = time.process_time()
            for _ in range(count):
                work()
            into.append((time.process_time() - start) / count)
    return min(times[0]), min(times[1])


def report(rows: list[Row]) -> None:
    """What a benchmark file prints when it is run: its rows as one JSON list."""
    print(json.dumps(rows))
