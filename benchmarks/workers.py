"""The budgets of the window while processes predict and train, with `small` on the CPU.

The network has learnt nothing: a forward pass, its maps and the way to the screen cost what they cost a trained one.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.gui import either, isolate, p95, synthetic_words
from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child

_COUNT = 1_000


class Model:
    """Makes a model file, in a child: TensorFlow would be in the peak of all that follow."""

    def __init__(self, path: str) -> None:
        from benchmarks.model import ALNUM, HEIGHT, WIDTH
        from core.charset import Charset
        from core.labels.maps.spec import MapSpec
        from core.model.network.saving import build_recogniser, save_model
        from core.runs.spec import NetworkSpec

        charset = Charset.named("alnum")
        if len(charset) != ALNUM:
            raise RuntimeError("the charset is another one")
        save_model(Path(path), build_recogniser(NetworkSpec.of("small", charset, MapSpec(HEIGHT, WIDTH))))


def rows() -> list[Row]:
    """The figures, as `script/bench` prints them."""
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as made:
        folder = Path(made)
        isolate(folder)
        images, model = folder / "words", folder / "model.keras"
        synthetic_words(images, _COUNT)  # different words: a training leaves out words of the validation
        with Child("benchmarks.workers:Model", path=str(model)):
            pass
        stop = folder / "stalled"
        with (
            Child("benchmarks.gui_idle:Idle", stop=str(stop)) as empty,
            Child("benchmarks.workers_window:Predicting", folder=str(images), model=str(model)) as child,
        ):
            for step in ("open", "settle"):
                child.call(step)
            chosen = child.call("choose").value
            selected = child.call("select").value
            begun = child.call("train").value
            empty.begin("watch")
            stalled = child.call("stall").value
            stop.touch()
            idle = empty.answer().value
            child.call("end")
    return [
        row("choosing a model to its first prediction painted", chosen, "s"),
        row("select an image to predicted heatmaps painted, median", statistics.median(selected["wall"]), "ms"),
        row("select an image to predicted heatmaps painted, p95", p95(selected["wall"]), "ms", 100),
        row("work of the thread that paints in that, p95", p95(selected["cpu"]), "ms CPU"),
        row("start of a training to its first step", begun, "s"),
        row(
            "longest stall: train, predict folder, scroll",
            stalled["wall"],
            "ms",
            either(50, idle, more=20),
            compared_with=f"an empty event loop meanwhile ({idle:.3g} ms)",
            ratio=stalled["wall"] / idle,
        ),
        row("of a stall, less the wait for a processor", stalled["held"], "ms"),
        row("work of the thread that paints in a stall", stalled["cpu"], "ms CPU", 50),
        row("stalls of more than 16 ms meanwhile", stalled["frames"], "stalls"),
        row("stalls of more than 50 ms meanwhile", stalled["over"], "stalls"),
        row("time of all that at once", stalled["seconds"], "s"),
        row("training steps meanwhile", stalled["steps"], "steps"),
        row("images predicted meanwhile", stalled["read"], "images"),
    ]


if __name__ == "__main__":
    report(rows())
