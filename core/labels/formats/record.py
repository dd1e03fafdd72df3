"""Describes one word of a source, or the reason that it was not used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from core.base.errors import Sentence
from core.labels.formats.report import Remark
from core.labels.label import Polygon, WordLabel


class Reject(Exception):  # noqa: N818  the reason of a `Refusal` on its way up, never seen by a user
    """Raised if a record cannot be used, with the reason in `str(reject)`, which does not name the record's place.

    `template` is the reason, or a template of it. `places` are the values of the template's places; see
    `core.base.errors.Sentence`.
    """

    def __init__(self, template: str, /, **places: object) -> None:
        kept = isinstance(template, Sentence) and not places
        super().__init__(template if kept else Sentence(template, **places))


class Unsupported(Reject):
    """Raised if a record needs a feature that this program lacks, which a report mentions once for each file."""


@dataclass(frozen=True, slots=True)
class ForeignReading:
    """The mark in a source that a program has read a text."""

    probability: float | None = None
    """Probability of the text as it is written, a number of any size. NaN: something else is written there. None: it is
    missing."""
    is_marked: bool = False
    """True if the source says that a model has read the text: `source: model`."""


@dataclass(frozen=True, slots=True)
class Record:
    """One word as a source describes it, with its picture still unopened."""

    label: WordLabel
    """The label in pixels of the picture or, if `crop` is set, in those of the scene."""
    where: str
    """The place in the source, for messages: `train.jsonl, line 3`."""
    image: str | None = None
    """The picture's path relative to the folder of images, "/" between its parts, as `parsing.image_name` cleans it."""
    stem: str | None = None
    """The path without ending, for formats that name the picture by the label's file name only. Tried after `image`."""
    elsewhere: str | None = None
    """A path that is absolute or leads out of the folder of images. Only its end counts, see `ImageFinder`."""
    size: tuple[int, int] | None = None
    """(height, width): the picture's size as the source states it, for comparison with the picture."""
    crop: Polygon | None = None
    """The word's polygon in a scene, from which the word image is not cut out yet."""
    begins: Literal["chosen", "as written", "anywhere"] = "as written"
    """The reason why the first corner of `crop` begins the word, or does not.

    "chosen": a person has chosen it here. "as written": the file says so. "anywhere": the first corner means nothing.
    See `core.labels.formats.placing`."""
    number: int = 0
    """Number of the word in its scene, from 1, which names the crop."""
    picture: bytes | None = None
    """Bytes of the picture's file if the source holds it itself. The name to write is `image` then."""
    inside: Callable[[], bytes] | None = field(default=None, compare=False)
    """Decodes the picture that a label file holds beside its label, for use if there is no such file. Raises
    `Reject`."""
    remarks: tuple[Remark, ...] = ()
    """Remarks on the reader's changes to the record, for the report."""
    reading: ForeignReading | None = None
    """The sign that a program has read the text, if the source has one (`core.labels.formats.whose_texts`)."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record or a whole file that could not be used, with the reason."""

    where: str
    """The file, and the line, record or shape in it."""
    reason: str
    """The reason why it was not used, and the remedy. The reason of a whole file begins with `where`."""

    once: str = ""
    """The file, if one sentence is enough for all of its records."""

    @property
    def sentence(self) -> str:
        """The place of the refused record and the reason."""
        if self.reason.startswith(f"{self.where}: "):
            return self.reason
        return Sentence("{name}: {problem}", name=self.where, problem=self.reason)

    def __str__(self) -> str:
        return self.sentence


def without_repeats(refusals: Iterable[Refusal]) -> Iterator[Refusal]:
    """Yield the refusals, but of those that need one sentence for a file only the first."""
    seen: set[tuple[str, str]] = set()
    for refusal in refusals:
        key = (refusal.once, getattr(refusal.reason, "template", refusal.reason))
        if not refusal.once or key not in seen:
            seen.add(key)
            yield refusal
