"""The row of one image in the project's index and in the image list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from core.labels.label import WordLabel
from core.project.notes import Split

RowStatus = Literal["none", "draft", "prelabelled", "agreed", "reviewed", "unreadable"]
"""The progress of an image's label: there is none, nobody has reviewed it, a model made it, two readers agreed on it, a
person has reviewed it, or its file cannot be read."""


def status_of(label: WordLabel | None) -> RowStatus:
    """The progress of a label that can be read."""
    if label is None:
        return "none"
    if label.is_reviewed:
        return "reviewed"
    if label.is_agreed:
        return "agreed"
    is_drafted = bool(label.characters) and all(character.is_draft for character in label.characters)
    return "prelabelled" if is_drafted or label.known is None else "draft"


class FoundProblem(Protocol):
    """The facts of a problem that the index keeps, as `core.labels.checks.label.Problem` has them."""

    @property
    def id(self) -> str:
        """The kind of the problem, such as `order-gap`."""

    @property
    def severity(self) -> str:
        """`error`, `warning` or `note`."""

    @property
    def message(self) -> str:
        """The sentence for the user."""

    @property
    def character(self) -> int | None:
        """Rank of the character, None if it concerns the whole word."""


@dataclass(frozen=True, slots=True)
class StoredProblem:
    """A `FoundProblem` as the index gives it back."""

    id: str
    severity: str
    message: str
    character: int | None = None


@dataclass(frozen=True, slots=True)
class IndexedPrediction:
    """The reading of an image by a model, and its distance from the label."""

    text: str  # what it read
    probability: float  # of the reading being right (`core.labels.maps.certainty`), 0 to 1
    score: float | None = None  # how well the reading fits the label, 0 to 1
    loss: float | None = None  # the model's loss for this label
    model: str = ""  # hash of the model
    # `ImageRow.label_hash` of the label that `score` and `loss` refer to: another one now means that they are stale
    label_hash: str = ""


@dataclass(frozen=True, slots=True)
class ImageRow:
    """One image of a project.

    The index keeps each text, number and truth value from `status` to `is_word_level` as it is.
    """

    image: str  # path relative to the project, `/` between folders
    # a label that does not say how far it is counts as a draft; "prelabelled": a draft's text, or all of its
    # characters, are a model's
    status: RowStatus
    text: str = ""  # the label's word (NFC); "" without one
    length: int | None = None  # symbols of the word; None without a readable label
    symbols: str = ""  # the distinct symbols of text and characters, as the project normalises them, sorted
    split: Split = "train"  # which part the image belongs to
    label_hash: str = ""  # changes with the label's file; "" without one
    # False if the text is a model's reading that nobody has accepted (`core.labels.label.WordLabel.known`)
    is_known: bool = True
    is_word_level: bool = False  # True if the label has a text and no character
    problems: tuple[StoredProblem, ...] = ()  # what the check found
    prediction: IndexedPrediction | None = None  # by the model that predicted last, if the image is still the same
    others: tuple[IndexedPrediction, ...] = ()  # by other models, the latest first
    tags: tuple[str, ...] = ()  # sorted
    # what a person has said that the image is for; None: `split` is the project's choice
    own_split: Split | None = None

    @property
    def predictions(self) -> tuple[IndexedPrediction, ...]:
        """By all models whose readings are kept, the latest first."""
        return () if self.prediction is None else (self.prediction, *self.others)
