"""The messages between a window and the prediction process: frozen, plain data that pickles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from core.base.plugins.asked import NetworkQuestion
from core.project.project import ProjectSettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.analysis.attribution.error_attribution import MapOutcome
    from core.analysis.predicted_maps import PredictedMaps
    from core.data.what_if.change import Change
    from core.data.what_if.searching import Flip
    from core.index.rows import IndexedPrediction
    from core.labels.label import WordLabel
    from core.labels.maps.decoding import ReadWord
    from core.model.metrics.breakdown import JudgedWord
    from core.model.metrics.map_metrics import Counts

Asked = Literal["readings", "words", "maps", "outcomes", "judged", "judged without marks", "features"]
"""Of each image of a folder: what is read and how far the label is from it, the word with its scores, what the network
sees, which oracle combinations of predicted and target maps give the label's text, all that an evaluation counts, or
what the network sees as a vector."""

# To the child


@dataclass(frozen=True, slots=True)
class Load:
    """Predict with this model from now on: a model file, a run, or a checkpoint."""

    model: Path
    options: Mapping[str, Any] = field(default_factory=dict)  # of `core.model.using.reading_options.ReadingOptions`


@dataclass(frozen=True, slots=True)
class Want:
    """Predict these images now, in this order, and drop earlier requests."""

    images: tuple[tuple[str, Path], ...]  # relative path in the project, and the file
    settings: ProjectSettings = ProjectSettings()  # noqa: RUF009  of that project; frozen


@dataclass(frozen=True, slots=True)
class WantFolder:
    """Read these images one after the other, while no other request waits."""

    number: int  # to tell its answers from those of another one
    root: Path
    images: tuple[str, ...]  # relative paths
    asked: Asked = "readings"
    model: Path | None = None  # as that of `Look`; None: the model in use
    options: Mapping[str, Any] = field(default_factory=dict)  # of this model, as those of `Load`


@dataclass(frozen=True, slots=True)
class StopFolder:
    """Stop reading the images of a folder request."""

    number: int


@dataclass(frozen=True, slots=True)
class Compare:
    """Predict an image with a model, whichever model is chosen, and answer with a `Seen`.

    An earlier question for the same model is dropped.
    """

    number: int  # to tell its answer from that of another question, as in all that follow
    model: Path  # as that of `Load`
    image: str
    path: Path


@dataclass(frozen=True, slots=True)
class Look:
    """Predict an image with a model that is looked at and not in use, and answer with a `Looked`.

    An earlier `Look` is dropped.
    """

    # as those of `Compare`
    number: int
    model: Path
    image: str
    path: Path
    options: Mapping[str, Any] = field(default_factory=dict)  # as those of `Load`


@dataclass(frozen=True, slots=True)
class AskSureness:
    """Ask how sure a model is: by image, the probability of its reading without a language.

    Images that cannot be read are left out. An earlier question is dropped.
    """

    number: int
    model: Path  # as that of `Load`
    images: tuple[tuple[str, Path], ...]  # as those of `Want`


@dataclass(frozen=True, slots=True)
class AskPlugin:
    """Ask a function of a plug-in about a network, apart from the chosen model.

    An earlier question of the same class is dropped.
    """

    number: int
    model: Path
    """As that of `Load`."""
    question: NetworkQuestion
    image: str = ""
    """Relative path in the project: a cross-check chooses its network by it."""


@dataclass(frozen=True, slots=True)
class AskLoss:
    """Compute the loss of an image, and answer with the sentences of `core.model.using.image_loss`.

    An earlier `AskLoss` is dropped.
    """

    # number, model, image: as those of `AskPlugin`
    number: int
    model: Path
    image: str
    path: Path
    label: WordLabel  # normalised


@dataclass(frozen=True, slots=True, eq=False)
class Reread:
    """Form the word of repaired maps with all symbols of the character map.

    The answer is the same maps with that word, or None if the image or the model is no longer that of the maps. An
    earlier `Reread` is dropped.
    """

    # number, model, image: as those of `AskPlugin`
    number: int
    model: Path
    image: str
    path: Path  # the image
    maps: PredictedMaps  # after the repair


@dataclass(frozen=True, slots=True, eq=False)
class TryOut:
    """Predict pixels with a model, and answer with a `Seen`.

    An earlier `TryOut` for the same model is dropped.
    """

    number: int
    model: Path  # as that of `Load`
    image: str  # relative path in the project; a cross-check chooses its network by it
    pixels: NDArray[np.uint8]  # (height, width, 3) uint8: RGB


@dataclass(frozen=True, slots=True, eq=False)
class FindFlips:
    """Find the nearest value of each slider at which another text is read, in parts: `Searched`.

    An earlier search is dropped.
    """

    # number, model, image, pixels: as those of `TryOut`; before the change
    number: int
    model: Path
    image: str
    pixels: NDArray[np.uint8]
    label: WordLabel  # of these pixels
    change: Change  # the values of the sliders


@dataclass(frozen=True, slots=True, eq=False)
class Occlude:
    """Find which pixels each character depends on.

    An earlier search is dropped, as by `FindFlips`.
    """

    # as those of `TryOut`
    number: int
    model: Path
    image: str
    pixels: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class StopSearch:
    """Stop the search for flips, or that for the pixels."""


AboutNetwork = AskPlugin | AskLoss | Reread

WhatIfQuestion = TryOut | FindFlips | Occlude

Question = Compare | Look | AskSureness | AboutNetwork | WhatIfQuestion
"""A question about a network, whichever is chosen, that is answered with `Answered`."""

# From the child


@dataclass(frozen=True, slots=True)
class Ready:
    """The model is loaded and compiled."""

    model: Path  # as asked for
    hash: str  # changes with its weights
    spec: Mapping[str, Any]  # `core.runs.spec.NetworkSpec.to_dict()`


@dataclass(frozen=True, slots=True)
class NotLoaded:
    """The model cannot be used, for the reason that the sentence `message` gives."""

    model: Path
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The prediction of the model for an image."""

    image: str
    model: Path
    result: PredictedMaps | str  # a `str` if the image cannot be predicted: the one sentence to show


@dataclass(frozen=True, slots=True)
class Indexed:
    """The reading of an `Answer` for the index: after it, once nothing more urgent is left to do."""

    image: str
    path: Path  # the image
    found: IndexedPrediction


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """An answer to a question, or the next part of it."""

    number: int  # that of the question
    result: Any  # what the question's class says; a `str` if there is none: the one sentence that says why
    is_over: bool = True  # False if another part follows
    is_lost: bool = False  # True if the process has ended, or none starts: the question may be asked again


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The prediction of a model for a picture."""

    spec: Mapping[str, Any]  # as that of `Ready`
    maps: PredictedMaps


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """The prediction of a model that is looked at."""

    hash: str  # as that of `Ready`
    seen: Seen


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """The progress of a search."""

    # done, total: sliders, or patches
    done: int
    total: int
    # of the sliders that were searched since the last message
    flips: Mapping[str, tuple[Flip, ...]] = field(default_factory=dict)
    # (n, rows, columns) float32: as `core.data.what_if.searching.occlude` returns it, at the end
    heat: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The reading of an image, and the oracle combinations that give its label's text."""

    text: str  # as the network itself reads
    outcome: MapOutcome
    label_hash: str  # of the label's file, as `core.index.rows.ImageRow.label_hash`


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """All that an evaluation counts of one labelled word."""

    word: JudgedWord
    label_hash: str  # of the label's file, as `core.index.rows.ImageRow.label_hash`
    outcome: MapOutcome | None = None  # of a misread word whose label has characters
    # character, order: (k, 4) int64: pixels of both maps by class (`core.model.metrics.map_metrics.MapCounts.rows`);
    # None if the label has no target maps
    character: Counts | None = None
    order: Counts | None = None


@dataclass(frozen=True, slots=True)
class FolderRead:
    """Some images of a folder were read: a part of the answer to a `WantFolder`."""

    done: int  # images so far, those left out among them
    found: Mapping[str, IndexedPrediction]  # for the index
    left_out: tuple[str, ...] = ()  # one sentence for each image that cannot be read
    maps: Mapping[str, PredictedMaps] = field(default_factory=dict)
    # each if it is asked for; `found` is empty beside `diagnosed`, and compares with no label beside `maps`
    diagnosed: Mapping[str, Diagnosed] = field(default_factory=dict)
    words: Mapping[str, ReadWord] = field(default_factory=dict)  # if they are asked for; `found` is empty then
    judged: Mapping[str, Evaluated] = field(default_factory=dict)  # each if it is asked for, beside `found`
    # if they are asked for (`core.model.using.word_features`); nothing else is there then
    features: Mapping[str, NDArray[np.float16]] = field(default_factory=dict)
