"""The messages between a window and the prediction process, which are frozen, plain data that can be pickled."""

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
"""Of each image of a folder: the reading and its distance from the label, the word with its scores, the predicted maps,
the oracle combinations of predicted and target maps that give the label's text, the counts of an evaluation, or the
features of the network as a vector."""

# To the child


@dataclass(frozen=True, slots=True)
class Load:
    """The request to predict with another model from now on."""

    model: Path
    """Path of the model, as `core.runs.model_ref.model_ref` takes it."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of `core.model.using.reading_options.ReadingOptions`."""


@dataclass(frozen=True, slots=True)
class Want:
    """The request to predict images now, in this order, in place of earlier requests."""

    images: tuple[tuple[str, Path], ...]
    """Relative path in the project, and the file, of each image."""
    settings: ProjectSettings = ProjectSettings()  # noqa: RUF009  frozen
    """The settings of that project."""


@dataclass(frozen=True, slots=True)
class WantFolder:
    """The request to read images one after the other while no other request waits."""

    number: int
    """Number that tells the answers from those of another request."""
    root: Path
    """The project's folder, which the paths are relative to."""
    images: tuple[str, ...]
    """Relative paths of the images."""
    asked: Asked = "readings"
    """The question about each image."""
    model: Path | None = None
    """The model, as that of `Look`. None: the model in use."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of this model, as those of `Load`."""


@dataclass(frozen=True, slots=True)
class StopFolder:
    """The request to stop reading the images of a folder request."""

    number: int
    """Number of that request."""


@dataclass(frozen=True, slots=True)
class Compare:
    """The request to predict an image with any model, answered by a `Seen`.

    An earlier question for the same model is dropped.
    """

    number: int
    """Number that tells the answer from that of another question, as in all that follow."""
    model: Path
    """As that of `Load`."""
    image: str
    """As that of `AskPlugin`."""
    path: Path
    """The image's file."""


@dataclass(frozen=True, slots=True)
class Look:
    """The request to predict an image with a model that is inspected but not in use, answered by a `Looked`.

    An earlier `Look` is dropped.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    image: str
    """As that of `AskPlugin`."""
    path: Path
    """The image's file."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """As those of `Load`."""


@dataclass(frozen=True, slots=True)
class AskSureness:
    """The request for a model's certainty: the probability of its reading of each image, without a language.

    Images that cannot be read are left out. An earlier question is dropped.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    images: tuple[tuple[str, Path], ...]
    """As those of `Want`."""


@dataclass(frozen=True, slots=True)
class AskPlugin:
    """The request to call a function of a plug-in about a network, apart from the chosen model.

    An earlier question of the same class is dropped.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    question: NetworkQuestion
    """The question, whose class names the function that answers it."""
    image: str = ""
    """Relative path in the project: a cross-check chooses its network by it."""


@dataclass(frozen=True, slots=True)
class AskLoss:
    """The request for the loss of an image, answered by the sentences of `core.model.using.image_loss`.

    An earlier `AskLoss` is dropped.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    image: str
    """As that of `AskPlugin`."""
    path: Path
    """The image's file."""
    label: WordLabel
    """The label, normalised."""


@dataclass(frozen=True, slots=True, eq=False)
class Reread:
    """The request to form the word from repaired maps with all symbols of the character map.

    The answer is the same maps with that word, or None if the image or the model is no longer that of the maps. An
    earlier `Reread` is dropped.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    image: str
    """As that of `AskPlugin`."""
    path: Path
    """The image's file."""
    maps: PredictedMaps
    """The maps after the repair."""


@dataclass(frozen=True, slots=True, eq=False)
class TryOut:
    """The request to predict given pixels with a model, answered by a `Seen`.

    An earlier `TryOut` for the same model is dropped.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    image: str
    """Relative path in the project: a cross-check chooses its network by it."""
    pixels: NDArray[np.uint8]
    """(height, width, 3) uint8, RGB."""


@dataclass(frozen=True, slots=True, eq=False)
class FindFlips:
    """The request for each slider's nearest value that changes the reading, answered in parts by `Searched`.

    An earlier search is dropped.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    image: str
    """As that of `TryOut`."""
    pixels: NDArray[np.uint8]
    """As those of `TryOut`, before the change."""
    label: WordLabel
    """The label of these pixels."""
    change: Change
    """The values of the sliders."""


@dataclass(frozen=True, slots=True, eq=False)
class Occlude:
    """The request for the pixels that each character depends on.

    An earlier search is dropped, as by `FindFlips`.
    """

    number: int
    """As that of `Compare`."""
    model: Path
    """As that of `Load`."""
    image: str
    """As that of `TryOut`."""
    pixels: NDArray[np.uint8]
    """As those of `TryOut`."""


@dataclass(frozen=True, slots=True)
class StopSearch:
    """The request to stop the search for flips or for pixels."""


AboutNetwork = AskPlugin | AskLoss | Reread

WhatIfQuestion = TryOut | FindFlips | Occlude

Question = Compare | Look | AskSureness | AboutNetwork | WhatIfQuestion
"""A question about a network, whichever is chosen, that is answered with `Answered`."""

# From the child


@dataclass(frozen=True, slots=True)
class Ready:
    """The message that the model is loaded and compiled."""

    model: Path
    """The model as it was asked for."""
    hash: str
    """A text that changes with the model's weights, and with the options and words that it reads with."""
    spec: Mapping[str, Any]
    """The network, as `core.runs.spec.NetworkSpec.to_dict()`."""


@dataclass(frozen=True, slots=True)
class NotLoaded:
    """The message that the model cannot be used."""

    model: Path
    """The model as it was asked for."""
    message: str
    """The sentence that gives the reason."""


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The model's prediction for an image."""

    image: str
    """Relative path in the project."""
    model: Path
    """The model that has predicted, as it was asked for."""
    result: PredictedMaps | str
    """The maps. A `str` if the image cannot be predicted: the one sentence to show."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """The reading of an `Answer` for the index, which follows it once nothing more urgent is left to do."""

    image: str
    """Relative path in the project."""
    path: Path
    """The image's file."""
    found: IndexedPrediction
    """The reading, with its distance from the label."""


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """The answer to a question, or the next part of it."""

    number: int
    """Number of the question."""
    result: Any
    """The result that the question's class names. A `str` if there is none: the one sentence that says why."""
    is_over: bool = True
    """False if another part follows."""
    is_lost: bool = False
    """True if the process has ended, or none starts: the question may be asked again."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A model's prediction for a picture."""

    spec: Mapping[str, Any]
    """As that of `Ready`."""
    maps: PredictedMaps
    """The predicted maps, with the word that they give."""


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """The prediction of a model that is inspected."""

    hash: str
    """As that of `Ready`."""
    seen: Seen
    """The prediction."""


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """The progress of a search."""

    done: int
    """Number of sliders, or of patches, that were searched so far."""
    total: int
    """Number of all sliders, or of all patches."""
    flips: Mapping[str, tuple[Flip, ...]] = field(default_factory=dict)
    """Flips of the sliders that were searched since the last message."""
    heat: NDArray[np.float32] | None = None
    """(n, rows, columns) float32, as `core.data.what_if.searching.occlude` returns it, at the end."""


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The reading of an image, and the oracle combinations that give its label's text."""

    text: str
    """The text as the network itself reads it."""
    outcome: MapOutcome
    """The oracle combinations that give the label's text, and the verdict."""
    label_hash: str
    """Hash of the label's file, as `core.index.rows.ImageRow.label_hash`."""


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """The counts that an evaluation makes for one labelled word."""

    word: JudgedWord
    """The comparison of the reading with the label."""
    label_hash: str
    """Hash of the label's file, as `core.index.rows.ImageRow.label_hash`."""
    outcome: MapOutcome | None = None
    """The outcome of a misread word whose label has characters."""
    character: Counts | None = None
    """Pixels of the character map by class, (k, 4) int64, as `core.model.metrics.map_metrics.MapCounts.rows` returns
    them. None if the label has no target maps."""
    order: Counts | None = None
    """Pixels of the order map by class, as `character` has them. None if the label has no target maps."""
    seconds: float | None = None
    """The time that the model took to read this word together with others, divided by their number, in seconds."""


@dataclass(frozen=True, slots=True)
class FolderRead:
    """The readings of some images of a folder, as a part of the answer to a `WantFolder`."""

    done: int
    """Number of images so far, those left out among them."""
    found: Mapping[str, IndexedPrediction]
    """Readings for the index."""
    left_out: tuple[str, ...] = ()
    """One sentence for each image that cannot be read."""
    maps: Mapping[str, PredictedMaps] = field(default_factory=dict)
    """Maps by image, if they are asked for. `found` then compares with no label."""
    diagnosed: Mapping[str, Diagnosed] = field(default_factory=dict)
    """Diagnoses by image, if they are asked for. `found` is empty then."""
    words: Mapping[str, ReadWord] = field(default_factory=dict)
    """Words by image, if they are asked for. `found` is empty then."""
    judged: Mapping[str, Evaluated] = field(default_factory=dict)
    """Evaluated words by image, if they are asked for, beside `found`."""
    features: Mapping[str, NDArray[np.float16]] = field(default_factory=dict)
    """Features by image, if they are asked for (`core.model.using.word_features`). Nothing else is there then."""
