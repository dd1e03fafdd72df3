"""The row of one image in a project's index and in the image list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from core.labels.label import WordLabel
from core.project.notes import Split

RowStatus = Literal["none", "draft", "prelabelled", "agreed", "reviewed", "unreadable"]
"""The progress of an image's label: there is none, nobody has reviewed it, a model made it, two readers agreed on it, a
person has reviewed it, or its file cannot be read."""


def status_of(label: WordLabel | None) -> RowStatus:
    """Return the progress of a label that could be read."""
    if label is None:
        return "none"
    if label.is_reviewed:
        return "reviewed"
    if label.is_agreed:
        return "agreed"
    is_drafted = bool(label.characters) and all(character.is_draft for character in label.characters)
    return "prelabelled" if is_drafted or label.known is None else "draft"


class FoundProblem(Protocol):
    """The facts on a problem that the index keeps, as in `core.labels.checks.label.Problem`."""

    @property
    def id(self) -> str:
        """The kind of the problem, such as `order-gap`."""

    @property
    def severity(self) -> str:
        """The severity: `error`, `warning` or `note`."""

    @property
    def message(self) -> str:
        """The sentence that the user sees."""

    @property
    def character(self) -> int | None:
        """The rank of the character, or None if the problem concerns the whole word."""


@dataclass(frozen=True, slots=True)
class StoredProblem:
    """A `FoundProblem` read back from the index."""

    id: str
    """The kind of the problem, such as `order-gap`. `not-checked`: the check itself has failed."""
    severity: str
    """The severity: `error`, `warning` or `note`."""
    message: str
    """The sentence that the user sees, which the window can still translate."""
    character: int | None = None
    """The rank of the character, from 1. None if the problem concerns the whole word, the image or the file."""


@dataclass(frozen=True, slots=True)
class IndexedPrediction:
    """A model's reading of an image, with its distance from the label."""

    text: str
    """The text that the model read."""
    probability: float
    """The probability that the reading is right (`core.labels.maps.certainty`), 0 to 1."""
    score: float | None = None
    """The fit of the reading to the label, 0 to 1."""
    loss: float | None = None
    """The model's loss for this label."""
    model: str = ""
    """The hash of the model."""
    label_hash: str = ""
    """The `ImageRow.label_hash` of the label that `score` and `loss` refer to. Another one now means that they are
    stale."""


@dataclass(frozen=True, slots=True)
class ImageRow:
    """The facts on one image of a project.

    The index keeps each text, number and truth value from `status` to `is_word_level` as it is.
    """

    image: str
    """The image's path relative to the project, `/` between folders."""
    status: RowStatus
    """The status of the label. A label that does not say how far it is counts as a draft. "prelabelled": a draft's
    text, or all of its characters, are a model's."""
    text: str = ""
    """The label's word (NFC), or "" if it has none."""
    length: int | None = None
    """The number of symbols of the word, or None if no label can be read."""
    symbols: str = ""
    """The distinct symbols of text and characters, as the project normalises them, sorted."""
    split: Split = "train"
    """The split that the image belongs to."""
    label_hash: str = ""
    """A hash that changes with the label's file, or "" if there is none."""
    is_known: bool = True
    """False if the text is a model's reading that nobody has accepted (`core.labels.label.WordLabel.known`)."""
    is_word_level: bool = False
    """True if the label has a text and no character."""
    problems: tuple[StoredProblem, ...] = ()
    """The problems of the check."""
    prediction: IndexedPrediction | None = None
    """The prediction of the model that predicted last, if the image is still the same."""
    others: tuple[IndexedPrediction, ...] = ()
    """The predictions of other models, the latest first."""
    tags: tuple[str, ...] = ()
    """The tags, sorted."""
    own_split: Split | None = None
    """The split that a person has chosen for the image. None: `split` is the project's choice."""

    @property
    def predictions(self) -> tuple[IndexedPrediction, ...]:
        """The readings by all models whose readings are kept, the latest first."""
        return () if self.prediction is None else (self.prediction, *self.others)
