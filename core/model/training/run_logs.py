"""Writes a training's logs for TensorBoard, and lets the training go on if they cannot be written."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.base.errors import Sentence
from core.base.explaining.advice import first_line
from core.data.batches.batches import collate, usable_sample
from core.data.batches.feeds import Feed
from core.data.samples.samples import Prepared
from core.model.steps.step import StepOutcome, TrainingStep
from core.model.training.observing import Measured, Observer
from core.model.training.tensorboard import PICTURES, Logs
from core.runs.config import TrainConfig


def open_logs(folder: Path, kind: Callable[[Path], Logs] = Logs) -> tuple[Logs | None, str]:
    """Open event files in a folder, or return None and the reason: no package `tensorboard`, or a full disk."""
    try:
        return kind(folder), ""
    except ImportError:
        return None, Sentence("TensorBoard is not installed, so no logs are written for it. Install it with pip.")
    except OSError as error:
        return None, _not_written(error)


def _not_written(error: Exception) -> str:
    return Sentence(
        "The training goes on without logs for TensorBoard, which cannot be written ({error}). Free space "
        "on the disk of the run's folder; a run that is resumed writes them again.",
        error=first_line(error),
    )


class RunLogs:
    """The TensorBoard logs of one run, which do nothing without event files.

    `drawn` are the samples that are drawn with their maps, the same ones every time.
    """

    def __init__(
        self, logs: Logs | None, config: TrainConfig, step: TrainingStep, observer: Observer, drawn: Feed
    ) -> None:
        self._logs = logs
        self._config = config
        self._step = step
        self._observer = observer
        self._feed = drawn
        self._drawn: tuple[Prepared, ...] | None = None
        self._failure = ""

    def graph(self) -> None:
        """Log the graph of the compiled training step, if there is one: an eager step has none."""
        if not self._config.eager:
            self._write(lambda logs: logs.graph(self._step.concrete()))

    def step(self, done: int, outcome: StepOutcome, rate: float) -> None:
        """Log a training step: its curves always, pictures and histograms now and then."""
        if self._logs is None:
            return
        values = {f"training/{name}": value for name, value in outcome.losses.items()}
        values |= {"training/learning_rate": rate, "training/gradient_norm": outcome.gradient_norm}
        values |= {f"training/gradient_norm/{part}": norm for part, norm in outcome.part_norms.items()}
        self._write(lambda logs: logs.scalars(done, values))
        if done % self._config.picture_every == 0 or done == 1:
            self._draw(done)
        if done % self._config.histogram_every == 0 or done == 1:
            self._write(lambda logs: logs.histograms(done, self._step.groups, self._step.state()["weights"]))

    def validation(self, done: int, measured: Measured) -> None:
        """Log the curves of a validation, and write all waiting logs."""
        values = {f"validation/{name}": value for name, value in (measured.losses | measured.metrics).items()}
        self._write(lambda logs: logs.scalars(done, values))
        self.flush()

    def flush(self) -> None:
        """Write the waiting logs to the files."""
        self._write(lambda logs: logs.flush())

    def close(self) -> None:
        """Write the waiting logs, and close the files."""
        self._write(lambda logs: logs.close())
        self._logs = None

    def take_failure(self) -> str:
        """Return the reason that no more logs are written, but only once, and "" otherwise."""
        failure, self._failure = self._failure, ""
        return failure

    def _draw(self, done: int) -> None:
        if self._drawn is None:
            self._drawn = _some_of(self._feed)
        if not self._drawn:
            return
        batch, names = collate(self._drawn, self._feed.spec), [sample.name for sample in self._drawn]
        with self._step.averaged():
            predicted = self._observer.maps(np.asarray(batch["image"], np.uint8))
        symbols = self._observer.charset.symbols
        self._write(lambda logs: logs.pictures(done, batch, predicted, symbols, names))

    def _write(self, work: Callable[[Logs], None]) -> None:
        if self._logs is None:
            return
        try:
            work(self._logs)
        except OSError as error:
            self._failure = _not_written(error)
            with contextlib.suppress(OSError):  # what waits is lost with it
                self._logs.close()
            self._logs = None


def _some_of(feed: Feed) -> tuple[Prepared, ...]:
    """Return some usable samples of a feed, evenly chosen of one that ends."""
    count = PICTURES if feed.length is None else min(PICTURES, feed.length)
    positions = range(count) if feed.length is None else (number * feed.length // count for number in range(count))
    samples = (usable_sample(feed, position)[0] for position in positions)
    return tuple(sample for sample in samples if sample is not None)
