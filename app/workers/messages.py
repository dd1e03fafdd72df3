"""The messages between a window and its child processes other than a training's events, frozen for pickling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # loaded by those who make and draw samples
    from core.data.batches.seen import SeenSample
    from core.model.metrics.breakdown import Words
    from core.runs.config import TrainConfig


@dataclass(frozen=True, slots=True)
class Launch:
    """The data that a child process receives when it starts."""

    entry: str
    """Name of the module with `main(channel, argument)`, imported in the child only."""
    argument: object
    """The argument for `main`."""
    address: str
    """The address that the child listens at, see `app.workers.links`."""
    key: bytes = field(repr=False)
    """The secret that every connecting window has to know."""
    log: Path = Path()
    """The file that the child's standard output and error go to."""
    run: Path | None = None
    """The run that leads other windows to the child (`app.workers.running`). None: nobody else is to find it."""
    niceness: int = 0
    """The child's rank behind the window if both want the processor, 0 to 19 as Unix counts."""


# From the child


@dataclass(frozen=True, slots=True)
class Alive:
    """The sign of life that a child sends once a second."""

    memory: int | None = None
    """Bytes that the child holds. None if the system does not tell."""


@dataclass(frozen=True, slots=True)
class LogMoved:
    """The message that the child's output, with all that was written before, is in another file from now on."""

    path: Path
    """The new file."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The child's acceptance of `Keep`."""

    keep: bool
    """The value of the `Keep` that was accepted."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer that a request cannot be carried out."""

    message: str
    """The sentence that gives the reason."""


# To the child


@dataclass(frozen=True, slots=True)
class Stop:
    """The request to stop the work and to keep its results."""


@dataclass(frozen=True, slots=True)
class Keep:
    """The request for the time when no window is connected any more."""

    keep: bool = True
    """True if the child is to go on then, False if it is to end."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The request to pause the training."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The request to resume the training."""


@dataclass(frozen=True, slots=True)
class WatchImages:
    """The request to predict images at once and then regularly."""

    images: tuple[Path, ...]
    """The images' files. Empty: none is predicted any more."""
    layer: str = ""
    """Name of a layer whose output for the first image is wanted, too. "" for none."""


@dataclass(frozen=True, slots=True)
class StopTraining:
    """The request to end the training after the current step, while its process still predicts watched images."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """The request to stop predicting after the training, because the finished model is asked from now on."""


@dataclass(frozen=True, slots=True)
class ProfileSteps:
    """The request to profile some steps of the training, beginning with the next one."""

    steps: int
    """Number of the steps."""


@dataclass(frozen=True, slots=True, eq=False)
class WriteFigures:
    """The request to write figures and tables of an evaluation, with parameters as in `core.model.metrics.figures`."""

    folder: Path
    """The folder to write into, created if missing."""
    words: Words
    """The judged words, by relative path of the image."""
    maps: Mapping[str, Any] | None
    """Scores of the maps. None if no maps were compared."""


# Of the check before a training


@dataclass(frozen=True, slots=True)
class Checking:
    """The progress of checking the images."""

    done: int
    """Number of images that were checked so far."""
    total: int
    """Number of all images. 0 if it is not known."""
    stage: str = ""
    """A sentence on the stage that takes long at the moment. "" if it is nothing special."""
    seconds_left: float | None = None
    """The time left, or None if it cannot be known."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The images that a training would use, and those that it would leave out, with the reasons."""

    spec: Mapping[str, Any]
    """The network, as `NetworkSpec.to_dict()`."""
    steps: int
    """Number of steps of the training."""
    batch: int
    """Number of images a step."""
    training: int
    """Number of words to train with. 0: synthetic words without end."""
    character_level: int
    """Number of those words that have polygons."""
    validation: int
    """Number of words to validate with."""
    left_out: tuple[tuple[str, str], ...]
    """Name and reason of each sample that would not be used."""
    warnings: tuple[str, ...]
    """Warnings, a sentence each."""
    synthetic: float = 0.0
    """Share of synthetic words in what the training would see, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Estimated:
    """The resources that a training would need."""

    device: str
    """The device in words, as in `core.runs.events.Started`."""
    precision: str
    """The precision by Keras' name of the policy, or a sentence with two names if a trial is to decide."""
    parameters: int
    """Number of all parameters of the network."""
    memory: int
    """Bytes that the training would need, estimated."""
    available: int | None
    """Bytes that are free. None if the system does not tell."""
    advice: str = ""
    """Advice on what to lower if the memory does not suffice. "" if it does."""


@dataclass(frozen=True, slots=True)
class Timed:
    """The estimated time of a training, measured on a few of its steps."""

    compiling: float
    """Seconds until the first step is done, those of `trial` among them."""
    step: float
    """Seconds of each step after the first."""
    total: float
    """Seconds of all steps, or the limit of time if that comes first. Validations are not counted."""
    trial: float = 0.0
    """Seconds before the first step for trying which precision is faster. 0 if nothing is tried."""


# Of what a training would see


@dataclass(frozen=True, slots=True)
class MoreSamples:
    """The request to prepare the samples at the next positions of the training."""


@dataclass(frozen=True, slots=True)
class Samples:
    """The prepared samples as the network would get them."""

    config: TrainConfig
    """The configuration, resolved."""
    first: int
    """Position of the first sample in the training."""
    samples: tuple[SeenSample, ...]
    """The samples, in the order of the training."""
    symbols: int
    """Number of symbols of the charset."""
    warnings: tuple[str, ...] = ()
    """Warnings about the data, a sentence each."""
