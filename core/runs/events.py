"""The events of a training, as frozen messages that know nothing about their listeners.

All are plain data (numbers, texts, paths, NumPy arrays), so that they cross the border of a process. A training
ends with `Finished` or `Failed`; that of a worker other than 0 with `Followed` or `Failed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from core.runs.profile import Profile

if TYPE_CHECKING:  # SciPy, which the start of the program must not wait for
    from core.analysis.predicted_maps import PredictedMaps

FinishReason = Literal["steps", "minutes", "stopped", "patience"]
Work = Literal[
    "check of the images",
    "meeting of the workers",
    "trial of the precision",
    "network",
    "training step",
    "validation",
    "prediction",
]
FailureKind = Literal["not_finite", "memory", "data", "model", "worker", "other"]


@dataclass(frozen=True, slots=True)
class Started:
    """Reports that everything is ready, and that nothing has been computed so far."""

    run: Path
    """The run's folder."""
    step: int
    """The number of steps done, over 0 if the run is resumed."""
    steps: int
    """The number of steps in total."""
    spec: Mapping[str, Any]
    """The result of `NetworkSpec.to_dict()`."""
    parameters: int
    """The number of parameters that the network learns, frozen ones included."""
    device: str
    """The device in words, such as "CPU" or "2 × NVIDIA L4"."""
    precision: str
    """The precision by Keras' name of the policy, such as "mixed_float16"."""
    batch: int
    """The number of images a step."""
    training: int
    """The number of samples for training. 0: without end."""
    validation: int
    """The number of samples for validation."""
    left_out: int
    """The number of samples left out."""
    memory: int
    """The bytes that the training is estimated to need."""
    memory_available: int | None
    """The free bytes. None if the system does not tell."""
    character_level: int = 0
    """The number of training samples with polygons."""


@dataclass(frozen=True, slots=True)
class Compiling:
    """Reports that long work without progress of its own goes on, every second, and its end with `done`."""

    what: Work
    """The work. "meeting of the workers": before all else, other workers are waited for. "check of the images": before
    `Started`, labels are read and every sample is prepared once. It is sent only if the check takes over a second.
    "trial of the precision": before `Started`, steps in two precisions are compared, once on a machine. "network": the
    network is built. Others: a function is traced and optimised at its first use."""
    seconds: float
    """Time since the work began."""
    done: bool = False
    """True if the work has ended."""
    missing: str = ""
    """The workers that are waited for, such as "1 (127.0.0.1:5002)", or "" if there are none."""
    doing: str = ""
    """A sentence on the part of the work that takes long. Empty if it is nothing special."""


@dataclass(frozen=True, slots=True)
class Step:
    """Reports the results of one training step."""

    step: int
    """The number of the step, from 1."""
    steps: int
    """The number of steps that are planned."""
    losses: Mapping[str, float]
    """The losses `loss`, `localization`, `order`, `character` and `mutual`, and `term` of a plug-in."""
    learning_rate: float
    """The learning rate of the step."""
    gradient_norm: float
    """The norm of the gradient before clipping."""
    images_per_second: float
    """The speed over the last steps. 0 while there is no measure yet."""
    seconds_left: float | None
    """The time until the last step or the end of the training time, whichever comes first. While there is no measure
    yet, that is the end of the training time, or None without a limit."""
    part_norms: Mapping[str, float] = field(default_factory=dict)
    """The norm by part of the network (`core.runs.curves.PARTS`), without frozen parts. The squares of all add up to
    the square of `gradient_norm`."""
    layer_norms: Mapping[str, float] = field(default_factory=dict)
    """The norm by layer, called `PART/LAYER`. Empty except at the first of every ten steps."""
    time_shares: Mapping[str, float] = field(default_factory=dict)
    """Shares of the last half minute, 0 to 1, by `core.runs.curves.TIME_KINDS`, empty before there is a measure."""
    is_timed: bool = False
    """True if the training time ends before `steps` are done, or if there is a limit and no measure yet."""


@dataclass(frozen=True, slots=True)
class ValidationDone:
    """Reports the measures of the averaged weights on the validation images."""

    step: int
    """The step of the weights."""
    losses: Mapping[str, float]
    """The losses as those of a step, over the validation images."""
    metrics: Mapping[str, float]
    """The measures `word_accuracy`, `one_minus_ned`, `character_f1` …, 0 to 1."""
    images: int
    """The number of images with a known text, which the measures of texts count."""
    seconds: float
    """The time that it took."""
    best: bool
    """True if this validation is the best so far."""
    difficulty: int | None = None
    """The level of difficulty of the training samples before this validation. None if it does not rise."""


@dataclass(frozen=True, slots=True)
class CheckpointSaved:
    """Reports that a checkpoint has been written completely to the disk."""

    step: int
    """The number of steps done."""
    path: Path
    """The folder of the checkpoint."""
    best: bool
    """True if `model.keras` was written with the checkpoint."""


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """Reports a prediction of a watched image by the averaged weights."""

    step: int
    """The number of steps done."""
    image: str
    """The image's name as given to `watch`."""
    maps: PredictedMaps = field(repr=False)
    """The predicted maps, with the word that they give."""
    path: Path | None = None
    """The `.npz` file in the run's folder. None if the file could not be written."""


@dataclass(frozen=True, slots=True, eq=False)
class LayerSeen:
    """Reports a layer's output for the first watched image by the averaged weights, after its `Prediction`."""

    step: int
    """The number of steps done."""
    image: str
    """The image's name, as that of `Prediction`."""
    layer: str
    """The layer's name as given to `watch`."""
    values: Any = field(repr=False)
    """(h, w, channels) float32: the output."""


@dataclass(frozen=True, slots=True)
class LayersTraced:
    """Reports every layer's output in the first step of a process, which was run eagerly (`TrainConfig.eager`)."""

    step: int
    """The step that was traced."""
    table: str
    """The result of `core.model.network.layer_outputs.as_table`: classes, shapes and values of the tensors, a line a
    layer."""


@dataclass(frozen=True, slots=True)
class Profiled:
    """Reports the profile of some steps, which is also in `profile.json` in the run's folder."""

    step: int
    """The number of steps done."""
    profile: Profile
    """The mean cost of the steps that were measured."""


@dataclass(frozen=True, slots=True)
class Paused:
    """Reports that the training has been paused."""

    step: int
    """The number of steps done."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Reports that the training goes on after a pause."""

    step: int
    """The number of steps done."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Warns the user of a difficulty, after which the training goes on."""

    message: str
    """One sentence: fault, place, remedy."""
    kind: str
    """The kind: `gpu`, `memory`, `disk`, `schedule`, `data`, `eager`, `tensorboard`, `watch`, `resume`, `devices`,
    `start`, `workers`, `profile` or `speed`."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Reports that the training has ended and written its model file."""

    step: int
    """The number of steps done."""
    reason: FinishReason
    """The limit that ended the training, or "stopped" by a person."""
    model: Path
    """The best model by validation, or the last if there was none."""
    best_step: int
    """The step of that model."""
    metrics: Mapping[str, float]
    """The metrics of that model. Empty without validation."""
    seconds: float
    """The training time over all resumptions."""


@dataclass(frozen=True, slots=True)
class Followed:
    """Reports that a worker other than 0, which has neither run nor model, has finished."""

    step: int
    """The number of steps done."""
    reason: FinishReason
    """The reason that worker 0 gave for the end, as in `Finished`."""
    weights: str
    """The hash of weights and optimizer, the same on all workers."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Reports that the training has failed, with the checkpoints that it wrote before still whole.

    A training that is stopped before `Started` has no model and ends so, too: kind "other", "Stopped before the first
    step."
    """

    step: int
    """The number of steps done."""
    message: str
    """One sentence: fault, place, remedy."""
    kind: FailureKind
    """The kind of the fault: loss or gradient "not_finite", too little "memory", an image or label ("data"), a "model"
    or file of weights, a lost "worker", or any "other" one."""
    details: str = ""
    """A text for a log: a traceback, the images of a batch. `failure.txt` in the run's folder holds the same text, if
    the folder exists already, and the message names the file."""


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
