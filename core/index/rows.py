"""The row of one image in the project's index and in the image list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from core.project.notes import Split

RowStatus = Literal["none", "draft", "prelabelled", "reviewed", "unreadable"]
"""How far an image's label is: there is none, nobody has reviewed it, a person has, or its file cannot be read."""


class FoundProblem(Protocol):
    """The facts of a problem that the index keeps. `core.labels.checks.label.Problem` does."""

    @property
    def id(self) -> str:
        """Its kind, such as `order-gap`."""

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
    """The reading of an image by a model, and its distance from the label.

    Attributes
    ----------
    text : str
        What it read.
    confidence : float
        Product of the characters' scores, 0 to 1.
    score : float or None
        How well the reading fits the label, 0 to 1.
    loss : float or None
        The model's loss for this label.
    model : str
        Hash of the model.
    label_hash : str
        `ImageRow.label_hash` of the label that `score` and `loss` refer to: another one now means that they are stale.
    """

    text: str
    confidence: float
    score: float | None = None
    loss: float | None = None
    model: str = ""
    label_hash: str = ""


@dataclass(frozen=True, slots=True)
class ImageRow:
    """One image of a project.

    Attributes
    ----------
    image : str
        Path relative to the project, `/` between folders.
    status : RowStatus
        A label that does not say how far it is counts as a draft; "prelabelled": a draft's text, or all of its
        characters, are a model's.
    text : str
        The label's word (NFC); "" without one.
    length : int or None
        Symbols of the word; None without a readable label.
    symbols : str
        The distinct symbols of text and characters, as the project normalises them, sorted.
    problems : tuple of StoredProblem
        What the check found.
    split : {"train", "val"}
        Which part the image belongs to.
    label_hash : str
        Changes with the label's file; "" without one.
    prediction : IndexedPrediction or None
        By the model that predicted last, if the image is still the same.
    others : tuple of IndexedPrediction
        By other models, the latest first.
    tags : tuple of str
        Sorted.
    own_split : {"train", "val"} or None
        What a person has said that the image is for; None: `split` is the project's choice.
    is_known : bool
        False if the text is a model's reading that nobody has accepted (`core.labels.label.WordLabel.known`).
    is_word_level : bool
        True if the label has a text and no character.
    """

    image: str
    status: RowStatus
    text: str = ""
    length: int | None = None
    symbols: str = ""
    problems: tuple[StoredProblem, ...] = ()
    split: Split = "train"
    label_hash: str = ""
    prediction: IndexedPrediction | None = None
    others: tuple[IndexedPrediction, ...] = ()
    tags: tuple[str, ...] = ()
    own_split: Split | None = None
    is_known: bool = True
    is_word_level: bool = False

    @property
    def predictions(self) -> tuple[IndexedPrediction, ...]:
        """By all models whose readings are kept, the latest first."""
        return () if self.prediction is None else (self.prediction, *self.others)
