"""The recipe `reader` without TensorFlow: Keras' `fit` on JAX or PyTorch, on a machine with a GPU that has only those.

`KERAS_BACKEND=jax python -m benchmarks.recipes reader FOLDER …` trains so. The network, its losses and the drawn words
are those of the program, and so is the model file: the program opens it, measures it, and trains it further. The run
has no ledger and no readings, and goes on from the mean of its weights with a new optimizer.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from pathlib import Path
from typing import Any

import keras
import numpy as np

from benchmarks.recipes import CURVE, curve_of
from core.data.batches.loading import BatchLoader
from core.data.batches.sequence import WordSequence
from core.model.network.network import build_network
from core.model.network.saving import build_recogniser, load_model, save_model
from core.model.training.control import Control
from core.model.training.fitting import FitModel
from core.model.training.trainingdata import TrainingData, open_data
from core.runs.config import TrainConfig, make_config, read_values

_STEPS = 100  # of an epoch, after each of which the rate changes and the mean of the weights is taken
_MOST = 16  # processes that draw


def run_fit(path: Path, control: Control | None = None) -> None:
    """Train as a file says, and write `model.keras` and the curve, as `benchmarks.recipes.run_training` does."""
    values = read_values(path) | {"curriculum": False, "resume": False}  # a resumed run would have to have checkpoints
    config = make_config(values, path.name).resolved()
    if config.precision == "mixed_bfloat16":
        keras.mixed_precision.set_global_policy("mixed_bfloat16")
    data, file = open_data(config), path.with_suffix("") / "model.keras"
    file.parent.mkdir(exist_ok=True)
    network = build_network(data.spec, None if file.exists() else config.weights)
    if file.exists():
        network.set_weights(load_model(file).network.get_weights())
    model = FitModel(network, mutual_start=config.mutual_start or 0)
    model.compile(
        keras.optimizers.AdamW(config.learning_rate, weight_decay=config.weight_decay, global_clipnorm=config.clip_norm)
    )
    workers = max(1, min(_MOST, (os.cpu_count() or 1) - 1))
    curve = curve_of(path) if path.with_suffix(f".{CURVE}").exists() else []
    done = curve[-1]["step"] if curve else 0
    loader = BatchLoader(
        data.training,
        config.batch,
        start=done * config.batch,
        workers=workers,
        processes=workers > 2,
        ahead=2 * workers,
    )
    words = WordSequence(loader)
    follow = _Follow(config, data, path, control or Control(), done)
    with words.surfacing():
        model.fit(words, steps_per_epoch=_STEPS, epochs=sys.maxsize, shuffle=False, verbose=0, callbacks=[follow])


class _Follow(keras.callbacks.Callback):  # type: ignore[misc]  # Keras carries no types
    """Sets the rate, takes the mean of the weights, measures and saves it, and ends the training."""

    def __init__(self, config: TrainConfig, data: TrainingData, path: Path, control: Control, done: int) -> None:
        super().__init__()
        self._config, self._data, self._path, self._control, self._step = config, data, path, control, done
        self._begun = time.monotonic() - 60 * (curve_of(path)[-1]["minutes"] if done else 0)
        self._mean: list[Any] = []
        self._validated = done

    @property
    def _minutes(self) -> float:
        return (time.monotonic() - self._begun) / 60

    def on_epoch_begin(self, epoch: int, logs: object = None) -> None:
        """Set the rate: a warm-up by steps, then one cosine over the time."""
        assert self._config.learning_rate and self._config.minutes
        warm = min(1.0, (self._step + _STEPS) / max(1, self._config.warmup or 0))
        falls = 0.5 * (1 + math.cos(math.pi * min(1.0, self._minutes / self._config.minutes)))
        self.model.optimizer.learning_rate = self._config.learning_rate * warm * falls

    def on_epoch_end(self, epoch: int, logs: dict[str, float] | None = None) -> None:
        """Take the mean, and measure it as often as the configuration says."""
        self._step += _STEPS
        now, kept = self.model.network.get_weights(), min(self._config.ema or 0.0, 1 - 1 / (1 + self._step)) ** _STEPS
        self._mean = [kept * mean + (1 - kept) * own for mean, own in zip(self._mean or now, now, strict=True)]
        assert self._config.minutes and self._config.validate_every
        is_over = self._control.stopped or self._minutes >= self._config.minutes
        if is_over or self._step - self._validated >= self._config.validate_every:
            self._validated = self._step
            self._measure(logs or {})
        self.model.stop_training = is_over

    def _measure(self, losses: dict[str, float]) -> None:
        spec, own = self._data.spec, self.model.network.get_weights()
        self.model.network.set_weights(self._mean)
        recogniser = build_recogniser(spec, self.model.network)
        right = total = 0
        if self._data.validation is not None:
            for batch in BatchLoader(self._data.validation, self._config.batch or 32):
                ids = keras.ops.convert_to_numpy(recogniser.model(batch["image"], training=False)["ids"])
                width = max(ids.shape[1], batch["text"].shape[1])
                read, truth = (np.pad(a, ((0, 0), (0, width - a.shape[1]))) for a in (_in_front(ids), batch["text"]))
                right, total = right + int((read == truth).all(1).sum()), total + len(truth)
        save_model(self._path.with_suffix("") / "model.keras", recogniser)
        self.model.network.set_weights(own)
        figures = {"word_accuracy": right / max(1, total), "loss": losses.get("loss")}
        line = json.dumps({"step": self._step, "minutes": round(self._minutes, 2), **figures})
        with self._path.with_suffix(f".{CURVE}").open("a", encoding="utf-8") as curve:
            print(line, file=curve, flush=True)
        print(line, file=sys.stderr, flush=True)


def _in_front(ids: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Move the symbols of each row before its gaps. `ids`: (n, k) int32, 0 where nothing is read."""
    return np.take_along_axis(ids, np.argsort(ids == 0, axis=1, kind="stable"), axis=1)
