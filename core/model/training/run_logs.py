"""Writes a training's logs for TensorBoard; where they cannot be written, the training goes on without logs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from core.base.advice import first_line
from core.base.errors import Sentence
from core.model.training.observing import Measured, Observer
from core.model.training.step import StepOutcome, TrainingStep
from core.model.training.tensorboard import PICTURES, Logs
from core.runs.config import TrainConfig


def open_logs(folder: Path, kind: Callable[[Path], Logs] = Logs) -> tuple[Logs | None, str]:
    """Open event files in a folder; without the package, or on a full disk, none and a sentence why."""
    try:
        return kind(folder), ""
    except ImportError:
        return None, Sentence("TensorBoard is not installed, so no logs are written for it. Install it with pip.")
    except (OSError, tf.errors.OpError) as error:
        return None, _not_written(error)


def _not_written(error: Exception) -> str:
    return Sentence(
        "The training goes on without logs for TensorBoard, which cannot be written ({error}). Free space "
        "on the disk of the run's folder; a run that is resumed writes them again.",
        error=first_line(error),
    )


class RunLogs:
    """The logs of one run; without event files it does nothing."""

    def __init__(self, logs: Logs | None, config: TrainConfig, step: TrainingStep, observer: Observer) -> None:
        self._logs, self._config, self._step, self._observer = logs, config, step, observer
        self._failure = ""

    def graph(self) -> None:
        """Log the graph of the compiled training step; an eager step has none."""
        if not self._config.eager:
            self._write(lambda logs: logs.graph(self._step.concrete()))

    def step(self, done: int, outcome: StepOutcome, rate: float, batch: Any) -> None:
        """Log a training step: always its curves, now and then pictures and histograms."""
        if self._logs is None:
            return
        values = {f"training/{name}": value for name, value in outcome.losses.items()}
        values |= {"training/learning_rate": rate, "training/gradient_norm": outcome.gradient_norm}
        values |= {f"training/gradient_norm/{part}": norm for part, norm in outcome.part_norms.items()}
        self._write(lambda logs: logs.scalars(done, values))
        if done % self._config.picture_every == 0 or done == 1:
            self._draw(done, batch)
        if done % self._config.histogram_every == 0 or done == 1:
            self._write(lambda logs: logs.histograms(done, self._step.groups))

    def validation(self, done: int, measured: Measured) -> None:
        """Log the curves of a validation, and flush all waiting logs."""
        values = {f"validation/{name}": value for name, value in (measured.losses | measured.metrics).items()}
        self._write(lambda logs: logs.scalars(done, values))
        self.flush()

    def flush(self) -> None:
        """Write the waiting logs."""
        self._write(lambda logs: logs.flush())

    def close(self) -> None:
        """Write the waiting logs, and close the files."""
        self._write(lambda logs: logs.close())
        self._logs = None

    def take_failure(self) -> str:
        """Return once why no more logs are written; empty where they are written, or after the first call."""
        failure, self._failure = self._failure, ""
        return failure

    def _draw(self, done: int, batch: Any) -> None:
        local = {
            name: np.asarray(self._step.strategy.experimental_local_results(value)[0])[:PICTURES]
            for name, value in batch.items()
        }
        with self._step.averaged():
            predicted = self._observer.maps(local["image"])
        symbols = len(self._observer.charset)
        self._write(lambda logs: logs.pictures(done, local, predicted, symbols))

    def _write(self, work: Callable[[Logs], None]) -> None:
        if self._logs is None:
            return
        try:
            work(self._logs)
        except (OSError, tf.errors.OpError) as error:
            # TensorFlow tells of a write that failed once, and loses what follows without a word
            self._failure, self._logs = _not_written(error), None
