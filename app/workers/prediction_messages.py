"""The messages between a window and the prediction process: frozen, plain data that pickles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.analysis.error_attribution import MapOutcome
    from core.analysis.predicted_maps import PredictedMaps
    from core.index.rows import IndexedPrediction
    from core.labels.maps.decoding import ReadWord
    from core.model.metrics.breakdown import JudgedWord
    from core.model.metrics.map_metrics import Counts

Asked = Literal["readings", "words", "maps", "outcomes", "judged", "features"]
"""Of each image of a folder: what is read and how far the label is from it, the word with its scores, what the network
sees, which oracle combinations of predicted and target maps give the label's text, all that an evaluation counts, or
what the network sees as a vector."""

# To the child


@dataclass(frozen=True, slots=True)
class Load:
    """Predict with this model from now on: a model file, a run, or a checkpoint.

    Attributes
    ----------
    ignore_case, crops, language_model
        As those of `core.model.using.reading_options.ReadingOptions`.
    """

    model: Path
    ignore_case: bool = False
    crops: int = 1
    language_model: bool = False


@dataclass(frozen=True, slots=True)
class Want:
    """Predict these images now, in this order, and drop earlier requests.

    Attributes
    ----------
    images : tuple of (str, Path)
        Relative path in the project, and the file.
    """

    images: tuple[tuple[str, Path], ...]


@dataclass(frozen=True, slots=True)
class WantFolder:
    """Read these images one after the other, while no other request waits.

    Attributes
    ----------
    number : int
        To tell its answers from those of another one.
    root : Path
        Of the project.
    images : tuple of str
        Relative paths.
    """

    number: int
    root: Path
    images: tuple[str, ...]
    asked: Asked = "readings"


@dataclass(frozen=True, slots=True)
class StopFolder:
    """Stop reading the images of a folder request."""

    number: int


@dataclass(frozen=True, slots=True)
class Compare:
    """Predict an image with several models, apart from the chosen model; an earlier `Compare` is dropped.

    Attributes
    ----------
    number : int
        To tell its answers from those of another one.
    image : str
        Relative path in the project.
    models : tuple of Path
        As that of `Load`.
    """

    number: int
    image: str
    path: Path
    models: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class AskSureness:
    """Tell how sure a model is of its readings, apart from the chosen model; an earlier question is dropped.

    Attributes
    ----------
    number : int
        To tell its answer from that of another one.
    model : Path
        As that of `Load`.
    images : tuple of (str, Path)
        As those of `Want`.
    """

    number: int
    model: Path
    images: tuple[tuple[str, Path], ...]


# From the child


@dataclass(frozen=True, slots=True)
class Ready:
    """The model is loaded and compiled.

    Attributes
    ----------
    model : Path
        As asked for.
    hash : str
        Changes with its weights.
    spec : mapping
        `core.runs.spec.NetworkSpec.to_dict()`.
    """

    model: Path
    hash: str
    spec: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NotLoaded:
    """The model cannot be used; `message` is the one sentence to show."""

    model: Path
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What the model sees in an image."""

    image: str
    model: Path
    maps: PredictedMaps


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """An image cannot be predicted; `message` is the one sentence to show."""

    image: str
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What one of several models sees in an image.

    Attributes
    ----------
    number : int
        That of `Compare`.
    spec : mapping
        As that of `Ready`; empty where the model cannot be used.
    message : str
        Why there are none, in one sentence.
    """

    number: int
    model: Path
    spec: Mapping[str, Any] = field(default_factory=dict)
    maps: PredictedMaps | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Sureness:
    """The confidences of a model's readings without a language model, by image; without images that cannot be read.

    Attributes
    ----------
    number : int
        That of `AskSureness`.
    """

    number: int
    confidences: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """What is read in an image, and which oracle combinations of maps give its label's text.

    Attributes
    ----------
    text : str
        As read.
    label_hash : str
        Of the label's file, as `core.index.rows.ImageRow.label_hash`.
    """

    text: str
    outcome: MapOutcome
    label_hash: str


@dataclass(frozen=True, slots=True, eq=False)
class Evaluated:
    """All that an evaluation counts of one labelled word.

    Attributes
    ----------
    outcome : MapOutcome or None
        Of a misread word whose label has characters.
    label_hash : str
        Of the label's file, as `core.index.rows.ImageRow.label_hash`.
    character, order : (k, 4) int64 or None
        Pixels of both maps by class (`core.model.metrics.map_metrics.MapCounts.rows`); None where the label has no
        target maps.
    """

    word: JudgedWord
    label_hash: str
    outcome: MapOutcome | None = None
    character: Counts | None = None
    order: Counts | None = None


@dataclass(frozen=True, slots=True)
class FolderRead:
    """Some images of a folder were read.

    Attributes
    ----------
    number : int
        That of `WantFolder`.
    done : int
        Images so far, those left out among them.
    found : mapping of str to Prediction
        For the index.
    left_out : tuple of str
        One sentence for each image that cannot be read.
    is_over : bool
        Whether this answer is the last.
    diagnosed : mapping of str to Diagnosed
        Each where it is asked for; `found` is empty beside `diagnosed`, and compares with no label beside `maps`.
    words : mapping of str to ReadWord
        Where they are asked for; `found` is empty then.
    judged : mapping of str to Evaluated
        Each where it is asked for, beside `found`.
    features : mapping of str to (d,) float16
        Where they are asked for (`core.model.using.word_features`); nothing else is there then.
    """

    number: int
    done: int
    found: Mapping[str, IndexedPrediction]
    left_out: tuple[str, ...] = ()
    is_over: bool = False
    maps: Mapping[str, PredictedMaps] = field(default_factory=dict)
    diagnosed: Mapping[str, Diagnosed] = field(default_factory=dict)
    words: Mapping[str, ReadWord] = field(default_factory=dict)
    judged: Mapping[str, Evaluated] = field(default_factory=dict)
    features: Mapping[str, NDArray[np.float16]] = field(default_factory=dict)
