"""The events of a training: frozen messages that know nothing of their listeners.

All are plain data (numbers, texts, paths, NumPy arrays), so that they cross the border of a process. A training
ends with `Finished` or `Failed`; that of a worker other than 0 with `Followed` or `Failed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.runs.profile import Profile

FinishReason = Literal["steps", "minutes", "stopped", "patience"]
Work = Literal["check of the images", "meeting of the workers", "training step", "validation", "prediction"]
FailureKind = Literal["not_finite", "memory", "data", "model", "worker", "other"]


@dataclass(frozen=True, slots=True)
class Started:
    """Everything is ready. Nothing has been computed yet.

    Attributes
    ----------
    step, steps : int
        Steps done (over 0 when resumed) and steps in total.
    spec : dict
        `NetworkSpec.to_dict()`.
    parameters : int
        Numbers the network learns, frozen ones included.
    device : str
        In words, such as "CPU" or "2 × NVIDIA L4".
    batch, training, validation, left_out : int
        Images a step; samples for training (0: without end); samples for validation; samples left out.
    memory : int
        Bytes the training is estimated to need.
    memory_available : int or None
        Free bytes; None if the system does not tell.
    character_level : int
        Number of training samples with polygons.
    """

    run: Path
    step: int
    steps: int
    spec: Mapping[str, Any]
    parameters: int
    device: str
    precision: str
    batch: int
    training: int
    validation: int
    left_out: int
    memory: int
    memory_available: int | None
    character_level: int = 0


@dataclass(frozen=True, slots=True)
class Compiling:
    """Work without progress of its own: sent every second meanwhile, and with `done` at the end.

    Attributes
    ----------
    what : {"check of the images", "meeting of the workers", "training step", "validation", "prediction"}
        "meeting of the workers": before all else, other workers are waited for. "check of the images": before
        `Started`, labels are read and every sample is prepared once; sent only if the check takes over a second. The
        others: a function is traced and optimised at its first use.
    seconds : float
        Time since the work began.
    missing : str
        The workers that are waited for, such as "1 (127.0.0.1:5002)".
    """

    what: Work
    seconds: float
    done: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One training step was done.

    Attributes
    ----------
    losses : mapping
        `loss`, `localization`, `order`, `character`, `mutual`.
    learning_rate, gradient_norm : float
        The norm before clipping.
    part_norms : mapping
        The norm by part of the network (`core.runs.curves.PARTS`); frozen parts have none. The squares of all add up
        to the square of `gradient_norm`.
    layer_norms : mapping
        The norm by layer, called `PART/LAYER`; empty but at the first of every ten steps.
    images_per_second : float
        Speed over the last steps; 0 while there is no measure yet.
    seconds_left : float or None
        Time until the last step or the end of the training time, whichever comes first; None while there is no measure
        yet.
    """

    step: int
    steps: int
    losses: Mapping[str, float]
    learning_rate: float
    gradient_norm: float
    images_per_second: float
    seconds_left: float | None
    part_norms: Mapping[str, float] = field(default_factory=dict)
    layer_norms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ValidationDone:
    """The averaged weights were measured on the validation images.

    Attributes
    ----------
    metrics : mapping
        `word_accuracy`, `one_minus_ned`, `character_f1` …, 0 to 1.
    best : bool
        Whether this validation is the best so far.
    difficulty : int or None
        The level of difficulty of the training samples before this validation; None if it does not rise.
    """

    step: int
    losses: Mapping[str, float]
    metrics: Mapping[str, float]
    images: int
    seconds: float
    best: bool
    difficulty: int | None = None


@dataclass(frozen=True, slots=True)
class CheckpointSaved:
    """A checkpoint is whole and on the disk.

    Attributes
    ----------
    best : bool
        Whether `model.keras` was written with the checkpoint.
    """

    step: int
    path: Path
    best: bool


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """A prediction of a watched image by the averaged weights.

    Attributes
    ----------
    image : str
        The image's name as given to `watch`.
    arrays : mapping of str to ndarray
        The predicting model's answer for this image (`core.model.network.formation.WordFormation`, without its first
        axis).
    path : Path or None
        The `.npz` file in the run's folder; None if the file could not be written.
    """

    step: int
    image: str
    text: str
    confidence: float
    arrays: Mapping[str, Any] = field(repr=False)
    path: Path | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LayerSeen:
    """The output of a layer for the first watched image with the averaged weights, sent after its `Prediction`.

    Attributes
    ----------
    image : str
        As that of `Prediction`.
    layer : str
        As given to `watch`.
    values : (h, w, channels) float32
    """

    step: int
    image: str
    layer: str
    values: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class LayersTraced:
    """The output of every layer in the first step of a process, run eagerly (`TrainConfig.eager`).

    Attributes
    ----------
    step : int
        Of this step.
    table : str
        `core.model.network.layer_outputs.as_table`: classes, shapes and values of the tensors, a line a layer.
    """

    step: int
    table: str


@dataclass(frozen=True, slots=True)
class Profiled:
    """Some steps were profiled. `profile.json` in the run's folder holds the same."""

    step: int
    profile: Profile


@dataclass(frozen=True, slots=True)
class Paused:
    """The training is paused."""

    step: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The training goes on after a pause."""

    step: int


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning to the user. The training goes on.

    Attributes
    ----------
    message : str
        One sentence: fault, place, remedy.
    kind : str
        `gpu`, `memory`, `disk`, `schedule`, `data`, `eager`, `tensorboard`, `watch`, `resume`, `devices`, `start`,
        `workers`, `profile`.
    """

    message: str
    kind: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The training has ended with a model file.

    Attributes
    ----------
    model : Path
        The best by validation; the last if there was none.
    best_step : int
        Step of that model.
    metrics : mapping
        Metrics of that model; empty without validation.
    seconds : float
        Training time over all resumptions.
    """

    step: int
    reason: FinishReason
    model: Path
    best_step: int
    metrics: Mapping[str, float]
    seconds: float


@dataclass(frozen=True, slots=True)
class Followed:
    """A worker other than 0 is through. Worker 0 has the run and the model.

    Attributes
    ----------
    weights : str
        Hash of weights and optimizer, the same on all workers.
    """

    step: int
    reason: FinishReason
    weights: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The training has failed. Checkpoints written before are whole.

    A training that is stopped before `Started` has no model and ends so, too: kind "other", "Stopped before the first
    step."

    Attributes
    ----------
    step : int
        Number of steps done.
    message : str
        One sentence: fault, place, remedy.
    details : str
        For a log: a traceback, the images of a batch. `failure.txt` in the run's folder holds the same text, if the
        folder exists already; the message names the file.
    """

    step: int
    message: str
    kind: FailureKind
    details: str = ""


Event = (
    Started
    | Compiling
    | Step
    | ValidationDone
    | CheckpointSaved
    | Prediction
    | LayerSeen
    | LayersTraced
    | Profiled
    | Paused
    | Resumed
    | Warned
    | Finished
    | Followed
    | Failed
)
