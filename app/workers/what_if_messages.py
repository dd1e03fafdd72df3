"""The messages between a window and the prediction process about a changed image: pixels travel, not a file's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.analysis.predicted_maps import PredictedMaps
    from core.data.what_if.change import Change
    from core.data.what_if.searching import Flip
    from core.labels.label import WordLabel

# To the child


@dataclass(frozen=True, slots=True, eq=False)
class TryOut:
    """Predict pixels with a model; an earlier `TryOut` for the same model is dropped.

    Attributes
    ----------
    number : int
        To tell its answer from that of another one; it rises.
    model : Path
        As that of `app.workers.prediction_messages.Load`.
    image : str
        Relative path in the project, by which a cross-check chooses its network.
    pixels : (height, width, 3) uint8
        RGB.
    """

    number: int
    model: Path
    image: str
    pixels: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class FindFlips:
    """Find for each slider the nearest value at which another text is read; an earlier search is dropped.

    Attributes
    ----------
    number, model, image, pixels
        As those of `TryOut`; before the change.
    label : WordLabel
        Of these pixels.
    change : Change
        Where the sliders stand.
    """

    number: int
    model: Path
    image: str
    pixels: NDArray[np.uint8]
    label: WordLabel
    change: Change


@dataclass(frozen=True, slots=True, eq=False)
class Occlude:
    """Find which pixels each character depends on; an earlier search is dropped. Attributes as those of `TryOut`."""

    number: int
    model: Path
    image: str
    pixels: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class StopSearch:
    """Stop the search for flips, or that for the pixels."""


WhatIfQuestion = TryOut | FindFlips | Occlude | StopSearch

# From the child


@dataclass(frozen=True, slots=True, eq=False)
class TriedOut:
    """What a model sees in the pixels, or why that is not known.

    Attributes
    ----------
    number, model
        Those of `TryOut`.
    size : (height, width)
        Of the pixels.
    spec : mapping
        As that of `app.workers.prediction_messages.Ready`; empty where the model cannot be used.
    message : str
        One sentence where there are no maps.
    """

    number: int
    model: Path
    size: tuple[int, int]
    spec: Mapping[str, Any] = field(default_factory=dict)
    maps: PredictedMaps | None = None
    message: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """How far a search has come.

    Attributes
    ----------
    number : int
        That of `FindFlips` or `Occlude`.
    done, total : int
        Sliders, or patches.
    flips : mapping of str to tuple of Flip
        Of the sliders that were searched since the last message.
    heat : (n, rows, columns) float32 or None
        As `core.data.what_if.searching.occlude` returns it, at the end.
    is_over : bool
        Whether this message is the last.
    message : str
        One sentence where the model cannot be used.
    """

    number: int
    done: int
    total: int
    flips: Mapping[str, tuple[Flip, ...]] = field(default_factory=dict)
    heat: NDArray[np.float32] | None = None
    is_over: bool = False
    message: str = ""


WhatIfAnswer = TriedOut | Searched
