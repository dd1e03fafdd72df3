"""Predicted maps in a compact form for sending between processes, from which words can still be formed.

A network gives C + 1 probabilities a map pixel; of those only the best ones are kept (`WordFormation.TOP_SYMBOLS`). The
rest of a pixel's probability is shared out evenly among all the classes that were not kept: nothing is known of it but
its sum, and the even distribution is the one that claims nothing more (maximum entropy). Giving it to the background
instead would say of a symbol in ninth place that the network rules it out, which a text that is known
(`core.analysis.text_placing`) would then be charged with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.labels.maps.decoding import Float, ReadWord
from core.labels.maps.render import TargetMaps

if TYPE_CHECKING:
    from scipy import sparse


Aid = Literal["language", "expected", "looks", "case"]
"""An aid that made another word of the network's own reading: a language, expected words, further looks at the picture,
or reading without regard to case."""


def _sparse(entries: tuple[Any, ...], shape: tuple[int, int]) -> sparse.csr_array:
    from scipy import sparse  # with 190 modules and 15 MB; the window starts without it

    return sparse.csr_array(entries, shape=shape)


class SymbolMap(NamedTuple):
    """The map G, symbol probabilities without zeros: `best` + `rest` for each of the C + 1 classes."""

    best: sparse.csr_array
    """(h·w, C + 1) sparse float64: the probability of the classes that are kept, less `rest`."""
    rest: Float
    """(h·w,) float64: the probability of each class that is not kept."""

    @classmethod
    def of_targets(cls, character: NDArray[np.int32], charset_size: int) -> SymbolMap:
        """Return the symbol map of a target character map, (h, w), which is certain inside P′.

        Background and `IGNORE` vote for nobody.
        """
        flat = character.ravel()
        known = np.flatnonzero(flat > 0)
        entries = (np.ones(len(known)), (known, flat[known]))
        return cls(_sparse(entries, (len(flat), charset_size + 1)), np.zeros(len(flat)))

    def votes(self, strength: Float) -> Float:
        """Return Σ_(x,y) G_c(x, y)·strength(x, y), (n, C) with column c - 1 for symbol id c, for (h·w, n) weights."""
        return np.asarray((self.best.T @ strength).T + (strength.T @ self.rest)[:, None])[:, 1:]


@dataclass(frozen=True, eq=False)
class PredictedMaps:
    """The predicted maps of one image, some hundred kilobytes, in the frame of the turned and resized input."""

    order: NDArray[np.float16]
    """(h, w, n + 1) float16: S, the probabilities of the positions, with n = max_length. Channel 0 is "no character".
    """
    localization: NDArray[np.float32]
    """(h, w) float32: Q."""
    symbol_ids: NDArray[np.uint16]
    """(h, w, m) uint16: the best ids of each map pixel, background 0 among them, best first, with m = 8, or fewer with
    a smaller charset."""
    symbol_scores: NDArray[np.float16]
    """(h, w, m) float16: the probabilities of these ids."""
    candidate_ids: NDArray[np.uint16]
    """(n, 5) uint16: the best symbols of each position, best first. Fewer than 5 with a smaller charset."""
    candidate_scores: NDArray[np.float32]
    """(n, 5) float32: the scores p_k(c)/Σ H_k of these symbols."""
    word: ReadWord
    """The word that was read from the whole maps."""
    charset_size: int
    """The number C of symbols."""
    alone: ReadWord | None = None
    """The network's own reading, if `word` was read with other reading options (`core.model.using.reading_options`)."""
    aid: Aid | None = None
    """The aid that made `word` of `alone`, if the two differ."""

    @classmethod
    def of(
        cls,
        outputs: Mapping[str, NDArray[Any]],
        word: ReadWord,
        charset_size: int,
        alone: ReadWord | None = None,
        aid: Aid | None = None,
    ) -> PredictedMaps:
        """Make compact maps from the outputs of a prediction.

        Parameters
        ----------
        outputs : mapping of arrays
            Of `core.model.network.formation.WordFormation` for one image, as `WordPrediction.maps` holds them.
        word : ReadWord
            `WordPrediction.word`.
        charset_size : int
            C, at most 65,535.
        alone : ReadWord, optional
            `WordPrediction.alone`.
        aid : Aid, optional
            The aid that made `word` of `alone`, if the two differ.
        """
        return cls(
            order=outputs["order_map"].astype(np.float16),
            localization=outputs["localization_map"].astype(np.float32),
            symbol_ids=outputs["symbol_ids"].astype(np.uint16),
            symbol_scores=outputs["symbol_scores"].astype(np.float16),
            candidate_ids=outputs["candidate_ids"].astype(np.uint16),
            candidate_scores=outputs["candidate_scores"].astype(np.float32),
            word=word,
            charset_size=charset_size,
            alone=alone,
            aid=aid,
        )

    @property
    def own(self) -> ReadWord:
        """The network's own reading of these maps, with which every experiment on the maps is compared."""
        return self.alone or self.word

    @property
    def map_size(self) -> tuple[int, int]:
        """The size of the maps, (h, w), in map pixels."""
        return self.localization.shape[0], self.localization.shape[1]

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}  # not what is worked out from them

    @cached_property
    def symbols(self) -> SymbolMap:
        """The character map G, as far as it can be restored."""
        h, w, kept = self.symbol_ids.shape
        scores = self.symbol_scores.reshape(h * w, kept).astype(np.float64)
        left = np.clip(1 - scores.sum(axis=1), 0, None)  # a little below 0 by float16's rounding
        rest = left / max(self.charset_size + 1 - kept, 1) * (kept <= self.charset_size)
        starts = np.arange(0, h * w * kept + 1, kept)
        entries = ((scores - rest[:, None]).ravel(), self.symbol_ids.ravel().astype(np.int64), starts)
        return SymbolMap(_sparse(entries, (h * w, self.charset_size + 1)), rest)

    @cached_property
    def positions(self) -> Float:
        """The positions S_k without "no character", (h·w, n) float64."""
        return self.order.reshape(-1, self.order.shape[-1])[:, 1:].astype(np.float64)

    @property
    def strength(self) -> Float:
        """The strengths H_k = Q·S_k, (h·w, n) float64."""
        return self.positions * self.localization.reshape(-1, 1)


def target_positions(maps: TargetMaps, count: int) -> Float:
    """Return a target order map as S_k, (h·w, `count`) float64, with 1 if order = k and 0 otherwise."""
    order = maps.order.ravel()
    where = np.flatnonzero(order)
    positions = np.zeros((len(order), count))
    positions[where, order[where] - 1] = 1
    return positions
