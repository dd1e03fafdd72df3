"""Mixes character-level and word-level labels in one training, with a fixed share of each kind in every batch.

If few of the labels have polygons, samples drawn alike would leave next to no polygons in a batch. The losses that
need polygons would be computed from one or two words a step, although learning from word-level labels rests upon these
losses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DataError
from core.data.batches.feeds import Mix, Part, whole_number
from core.data.samples.samples import LeftOut, Prepared, Selection
from core.labels.maps.spec import MapSpec

_FINEST = 1000  # shares are fractions with denominators up to this, so that places are whole-number arithmetic
_OTHER_RANDOM = 1 << 32  # the seeds of users are below: both mixes have random numbers of their own


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A `Feed` of training samples from two mixes in a fixed share, interleaved as evenly as possible.

    Any n positions in a row from `start` on hold n · share character-level samples, rounded up or down.
    """

    character: Mix
    """The mix of character-level labels."""
    word: Mix
    """The mix of word-level labels."""
    share: Fraction
    """Share of `character`, over 0 and below 1."""
    start: int = 0
    """Position from which samples of `word` are used. Before it all samples are of `character`."""
    length: ClassVar[None] = None
    replaces: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not 0 < self.share < 1:
            raise DataError(
                "training data: {share} is not a share of character-level samples between 0 and 1.", share=self.share
            )
        whole_number(self.start, "start")

    @property
    def dropped(self) -> int:
        """The number of samples that each round of the finite sources leaves out."""
        return self.character.dropped + self.word.dropped

    @property
    def spec(self) -> MapSpec:
        return self.character.spec

    def place(self, position: int) -> tuple[Mix, int]:
        """Return the mix from which a position's sample comes, and the position in that mix."""
        behind = position - self.start
        if behind < 0:
            return self.character, position
        before, after = (-(-place * self.share.numerator // self.share.denominator) for place in (behind, behind + 1))
        if after > before:  # ⌈place · share⌉ grows here
            return self.character, self.start + before
        return self.word, behind - before

    def name_of(self, position: int) -> str:
        mix, place = self.place(position)
        return mix.name_of(place)

    def sample(self, position: int, attempt: int = 0) -> Prepared | LeftOut:
        """Return the sample at a position, or a replacement of the same kind for an `attempt` from 1 on."""
        mix, place = self.place(position)
        return mix.sample(place, attempt)


def mixed(
    parts: Sequence[Part],
    has_maps: Sequence[Sequence[bool] | None],
    seed: int = 0,
    *,
    least: float = 0.5,
    start: int = 0,
    buffer: int | None = None,
    whole: int = 1,
) -> Mix | Levels:
    """Mix the training samples of all parts, with at least a share of character-level ones if both kinds exist.

    Parameters
    ----------
    parts : sequence of Part
        The sources with their shares.
    has_maps : sequence of (sequence of bool, or None)
        For each part, which of its samples have polygons; None for an endless part, whose synthetic words all have
        polygons.
    seed : int
        From 0.
    least : float in [0, 1)
        The least share of character-level samples; a larger share that the parts have by themselves is kept. Within
        each kind the parts keep their shares.
    start : int
        Position from which word-level samples are drawn.
    buffer, whole : int
        As `core.data.batches.feeds.Mix`.

    Raises
    ------
    DataError
        As `core.data.batches.feeds.Mix`.
    """
    made = partial(Mix, seed=seed, buffer=buffer, whole=whole)
    divided = [_divided(part, flags) for part, flags in zip(parts, has_maps, strict=True)]
    character = [part for part, _ in divided if part is not None]
    word = [part for _, part in divided if part is not None]
    if not character or not word:
        return made(parts)
    with_polygons, without = (sum(part.share for part in kind) for kind in (character, word))
    share = Fraction(max(least, with_polygons / (with_polygons + without))).limit_denominator(_FINEST)
    share = min(max(share, Fraction(1, _FINEST)), Fraction(_FINEST - 1, _FINEST))
    return Levels(made(character), made(word, seed=seed + _OTHER_RANDOM), share, start)


def _divided(part: Part, has_maps: Sequence[bool] | None) -> tuple[Part | None, Part | None]:
    """Divide a part into its character-level and its word-level samples, each with its share of the part's."""
    if has_maps is None:
        return part, None
    with_polygons = np.asarray(has_maps, np.bool_)
    return _chosen(part, with_polygons), _chosen(part, ~with_polygons)


def _chosen(part: Part, which: NDArray[np.bool_]) -> Part | None:
    weights = np.ones(len(which)) if part.weights is None else part.weights
    portion = float(weights[which].sum() / weights.sum())
    if not portion:
        return None
    indices = tuple(np.flatnonzero(which).tolist())
    kept = None if part.weights is None else weights[which]
    return Part(Selection(part.source, indices), part.share * portion, kept)
