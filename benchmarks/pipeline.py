"""The input pipeline: at least 4 × as fast as the training step of `small` consumes, measured in the same run.

Figures are images a second of CPU time, so that they mean the same on a busy machine; the pipeline's are those of
`BatchLoader` with one thread behind it, the training's those of a compiled step at the same batch size.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.measuring import Row, report, row
from benchmarks.processes import Child
from core.charset import PRESETS, Charset
from core.data.augmentation.augmentation import FULL, MILD, Augmentation
from core.data.batches.feeds import Feed, Mix, Part
from core.data.batches.loading import BatchLoader
from core.data.drawing.demo import prepare, write_demo
from core.data.drawing.effects import MILD as MILD_EFFECTS
from core.data.preflight import inspect
from core.data.samples.samples import Preparation, SampleSource, Words
from core.data.samples.sources import SyntheticReader, read_project
from core.labels.maps.spec import MapSpec
from core.project.project import Project

BATCH = 16
BATCHES = 25
IMAGES = 400
STEPS = 8
FACTOR = 4
MAPS = MapSpec(stride=4)


class Dataset:
    """The `tf.data.Dataset` over the loader, in a child."""

    def __init__(self, words: str) -> None:
        from core.data.batches.pipeline import dataset

        loader = BatchLoader(Mix([Part(_folder(Path(words), FULL))]), BATCH, workers=1)
        self.batches = iter(dataset(loader))

    def read(self) -> int:
        """Some batches."""
        return sum(1 for _ in islice(self.batches, BATCHES))


def _folder(path: Path, augmentation: Augmentation | None) -> Words:
    preparation = Preparation(Charset.named("alnum"), MAPS)
    return Words(read_project(Project.open(path)), preparation, augmentation)


def _rate(feed: Feed, **options: Any) -> float:
    """Images a CPU second, the median of some rounds."""
    with BatchLoader(feed, BATCH, **options) as loader:
        batches = iter(loader)
        _take(batches, 2)
        found = []
        for _ in range(5):
            start = time.process_time()
            count = _take(batches, BATCHES)
            found.append(count / (time.process_time() - start))
    return statistics.median(found)


def _take(batches: Iterable[dict[str, Any]], count: int) -> int:
    return sum(len(batch["image"]) for batch in islice(batches, count))


def _training() -> float:
    """Images a CPU second that the training step of `small` consumes."""
    with Child("benchmarks.model:Training", preset="small", symbols=len(PRESETS["alnum"]), batch=BATCH) as child:
        child.call("step")
        child.call("step")
        return BATCH / statistics.median(child.call("step").cpu for _ in range(STEPS))


def rows() -> list[Row]:
    """The figures, as `script/bench` prints them."""
    config = prepare(Charset.named("alnum"), MILD_EFFECTS).config
    preparation = Preparation(config.charset, MAPS)
    consumed = _training()
    with tempfile.TemporaryDirectory(prefix="textscanner-bench-") as temporary:
        words = Path(temporary) / "words"
        write_demo(words, config, count=IMAGES, errors=0)
        sources: list[tuple[str, SampleSource]] = [
            ("folder, not augmented", _folder(words, None)),
            ("folder, mild augmentation", _folder(words, MILD)),
            ("folder, full augmentation", _folder(words, FULL)),
            ("synthetic stream, mild effects, mild augmentation", Words(SyntheticReader(config), preparation, MILD)),
        ]
        found = [
            _against(f"pipeline: {name}", _rate(Mix([Part(source)]), workers=1), consumed) for name, source in sources
        ]
        with Child("benchmarks.pipeline:Dataset", words=str(words)) as child:
            child.call("read")
            rate = BATCH * BATCHES / statistics.median(child.call("read").cpu for _ in range(3))
        found.append(_against("pipeline: folder, full augmentation, through tf.data", rate, consumed))
        start = time.process_time()
        inspect(_folder(words, None))
        seconds = time.process_time() - start
    return [
        row("training step of small, batch 16", consumed, "images/s CPU"),
        *found,
        row("preflight of 10,000 images", seconds / IMAGES * 10_000, "s CPU", 20),
    ]


def _against(name: str, rate: float, consumed: float) -> Row:
    budget = float(f"{FACTOR * consumed:.4g}")
    compared = "what the training step of small consumes"
    return row(name, rate, "images/s CPU", budget, at_least=True, compared_with=compared, ratio=rate / consumed)


if __name__ == "__main__":
    report(rows())
