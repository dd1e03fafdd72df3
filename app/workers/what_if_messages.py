"""The questions about a changed image: pixels travel, not a file's name. The answers are `Answered`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.data.what_if.change import Change
    from core.data.what_if.searching import Flip
    from core.labels.label import WordLabel


@dataclass(frozen=True, slots=True, eq=False)
class TryOut:
    """Predict pixels with a model: a `Seen`. An earlier `TryOut` for the same model is dropped."""

    number: int
    model: Path  # as that of `app.workers.prediction_messages.Load`
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
    """Find which pixels each character depends on, as `FindFlips`. An earlier search is dropped."""

    # as those of `TryOut`
    number: int
    model: Path
    image: str
    pixels: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class StopSearch:
    """Stop the search for flips, or that for the pixels."""


WhatIfQuestion = TryOut | FindFlips | Occlude


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
