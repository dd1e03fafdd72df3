"""Budget: at least 150 demo images a second on one core with mild effects, and as many of words in scenes."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.measuring import Row, report, row
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import sample


def rows() -> list[Row]:
    """Images a CPU second, drawn, for each preset of effects; and written as a project."""
    found = []
    for name in ("mild", "full", "scene"):
        config = prepare(Charset.named("alnum"), PRESETS[name]).config
        for index in range(100):  # fills the glyph cache
            sample(config, 1, index)
        start = time.process_time()
        for index in range(600):
            sample(config, 0, index)
        budget = None if name == "full" else 150.0
        rate = 600 / (time.process_time() - start)
        found.append(row(f"demo images drawn, {name} effects", rate, "images/s", budget, at_least=True))
    config = prepare(Charset.named("alnum"), PRESETS["mild"]).config
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        write_demo(Path(folder) / "demo", config, count=400)
        found.append(row("demo images drawn and written, mild", 400 / (time.process_time() - start), "images/s"))
    return found


if __name__ == "__main__":
    report(rows())
