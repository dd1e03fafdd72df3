"""Recognises crops that read better upside down, because their reading does not start at the outline's first corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from core.base.errors import Sentence
from core.labels.formats.report import Remark

MOST = 200
"""Crops of one import that are looked at."""

READ_BETTER_TURNED = Remark(
    "turned",
    Sentence("crops read better turned upside down: check where their outlines begin"),
    Sentence("one crop reads better turned upside down: check where its outline begins"),
)

_MARGIN = 0.3  # the turned reading has to be nearer to the known text, or more probable, by so much
_SURE = 0.5  # similarity to the known text, or probability, that the turned reading has at least


@dataclass(frozen=True, slots=True)
class TurnedJob:
    """Crops for a model to examine, as plain data for the process that reads them."""

    folder: Path
    """Folder of the crops."""
    images: tuple[str, ...]
    """Paths of the crops relative to the folder."""
    model: Path
    """The model that reads them."""

    @property
    def sample(self) -> tuple[str, ...]:
        """At most `MOST` of the images, spread evenly over the import."""
        step = max(1, -(-len(self.images) // MOST))
        return self.images[::step]


def reads_better_turned(known: str, readings: Sequence[tuple[str, float]]) -> bool:
    """Return True if the second reading of a crop, turned upside down, is clearly better than the first.

    Parameters
    ----------
    known : str
        The crop's text, empty if nobody knows it.
    readings : sequence of (str, float)
        Text and probability, as the crop is and turned.
    """
    if known:
        now, turned = (Levenshtein.normalized_similarity(known.casefold(), text.casefold()) for text, _ in readings)
    else:
        now, turned = (probability for _, probability in readings)
    return bool(turned >= _SURE and turned >= now + _MARGIN)
