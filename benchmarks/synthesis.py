"""Budget: at least 150 demo images a second on one core with mild effects, and as many of words in scenes.

Words in scenes are also drawn with some 1,400 faces and as many photographs, where `../shared/data` has them, in no
more than 400 MB.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import sample

_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
_WORDS = 600


class Drawing:
    """Draws words with the fonts and surfaces of two folders, in a child whose memory is its own.

    Parameters
    ----------
    effects : str
    fonts, surfaces : str
        Folders; "" for matplotlib's fonts, and for drawn textures.
    kept : str
        A folder that remembers what was found about the fonts: a user's second start has it.
    """

    def __init__(self, effects: str, fonts: str = "", surfaces: str = "", kept: str = "") -> None:
        recipe = prepare(
            Charset.named("alnum"),
            PRESETS[effects],
            fonts=Path(fonts) if fonts else None,
            surfaces=Path(surfaces) if surfaces else None,
            kept=Path(kept) if kept else None,
        )
        self.config, self.faces = recipe.config, len(recipe.config.fonts)

    def count(self) -> int:
        """The number of faces."""
        return self.faces

    def warm(self) -> None:
        """Draw until most glyphs and surfaces were used once, as after a minute of training."""
        for index in range(15 * _WORDS if self.faces > 100 else 100):
            sample(self.config, 1, index)

    def draw(self) -> None:
        """Draw the words that are measured."""
        for index in range(_WORDS):
            sample(self.config, 0, index)


def _measured(effects: str, fonts: str = "", surfaces: str = "", kept: str = "") -> tuple[float, float, int]:
    """Images a CPU second, peak memory in MB, faces."""
    with Child("benchmarks.synthesis:Drawing", effects=effects, fonts=fonts, surfaces=surfaces, kept=kept) as child:
        faces = int(child.call("count").value)
        child.call("warm")
        least = min((child.call("draw") for _ in range(3)), key=lambda each: each.cpu)
        return _WORDS / least.cpu, least.peak * 1000, faces


def rows() -> list[Row]:
    """Images a CPU second, drawn, for each preset of effects; and written as a project."""
    found = []
    for name in ("mild", "full", "scene"):
        rate, memory, _ = _measured(name)
        budget = None if name == "full" else 150.0
        found.append(row(f"demo images drawn, {name} effects", rate, "images/s", budget, at_least=True))
        found.append(row(f"memory for it, {name} effects", memory, "MB", 400.0))
    fonts, surfaces = _DATA / "fonts", _DATA / "surfaces"
    if fonts.is_dir() and surfaces.is_dir():
        with tempfile.TemporaryDirectory() as kept:
            prepare(Charset.named("alnum"), PRESETS["scene"], fonts=fonts, kept=Path(kept))  # the first start
            for name in ("full", "scene"):
                photographs = str(surfaces) if name == "scene" else ""
                rate, memory, faces = _measured(name, str(fonts), photographs, kept)
                budget = None if name == "full" else 150.0
                what = f"{name} effects, {faces:,} faces{', photographs' if photographs else ''}"
                found.append(row(f"demo images drawn, {what}", rate, "images/s", budget, at_least=True))
                found.append(row(f"memory for it, {what}", memory, "MB", 400.0 if name == "scene" else None))
    config = prepare(Charset.named("alnum"), PRESETS["mild"]).config
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        write_demo(Path(folder) / "demo", config, count=400)
        found.append(row("demo images drawn and written, mild", 400 / (time.process_time() - start), "images/s"))
    return found


if __name__ == "__main__":
    report(rows())
