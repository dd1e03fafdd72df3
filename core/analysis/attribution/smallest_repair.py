"""Finds the smallest repair of a misread word: the fewest map pixels that must be as the label wants them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.analysis.attribution.oracle_combinations import Branch
from core.analysis.attribution.repairing import Area, paint_symbols, read_again
from core.analysis.predicted_maps import PredictedMaps
from core.charset import Charset
from core.labels.maps.decoding import L_SCORE, Float
from core.labels.maps.render import TargetMaps
from core.labels.maps.spec import MapSpec

SECONDS = 2.0  # how long the search may take; then the smallest repair that was found until then is taken


@dataclass(frozen=True, slots=True, eq=False)
class Repair:
    """A repair after which a word is read right."""

    branch: Branch
    """The branch whose map is repaired."""
    area: Area
    """(h, w) bool: the map pixels that are exchanged for the target's."""
    maps: PredictedMaps
    """The maps after the repair, with the word that they give."""

    @property
    def pixels(self) -> int:
        """The number of map pixels that the repair exchanges."""
        return int(self.area.sum())


def smallest_repair(
    predicted: PredictedMaps,
    targets: TargetMaps,
    texts: Mapping[Branch, str],
    image_size: tuple[int, int],
    *,
    charset: Charset,
    spec: MapSpec,
    score_threshold: float = L_SCORE,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Repair | None:
    """Find the fewest pixels of one map whose exchange for the target's pixels makes the word right.

    The pixels of a map are taken in the order of their effect on word formation; bisection finds how many are enough,
    and then those that are not needed are given back, half of them at a time, a quarter, … one by one. This is greedy:
    no single pixel of the result can be given back, but another choice might need fewer.

    Parameters
    ----------
    predicted, targets : PredictedMaps, TargetMaps
        Of one image, of the same size.
    texts : mapping of Branch to str
        The right text by each branch whose whole map mends the word when it is exchanged (`Diagnosis.repairs`).
    image_size : (height, width)
        Of the image after EXIF orientation.
    seconds, clock
        The longest time that the search may take, and its clock.

    Returns
    -------
    Repair or None
        None if `texts` is empty, or no exchange of compact maps gives the text.
    """
    end = clock() + seconds
    best: Repair | None = None
    for branch, text in texts.items():

        def repaired(area: Area, branch: Branch = branch) -> PredictedMaps:
            return read_again(exchange(predicted, targets, branch, area), charset, spec, image_size, score_threshold)

        def is_right(pixels: Area, text: str = text, repaired: Callable[[Area], PredictedMaps] = repaired) -> bool:
            return repaired(pixels).word.text == text

        weight = effect(predicted, targets, branch)
        area = _fewest(weight, is_right, lambda: clock() > end)
        if area is not None and (best is None or area.sum() < best.pixels):
            best = Repair(branch, area, repaired(area))
    return best


def exchange(predicted: PredictedMaps, targets: TargetMaps, branch: Branch, area: Area) -> PredictedMaps:
    """Replace one map by its target in an area, without forming the word again.

    If a target character map says nothing, or `IGNORE`, the exchanged pixel is background.
    """
    match branch:
        case "class":
            return paint_symbols(predicted, area, np.maximum(targets.character[area], 0))
        case "order":
            order = predicted.order.copy()
            order[area] = np.eye(order.shape[-1], dtype=order.dtype)[targets.order[area]]
            return replace(predicted, order=order)
        case "localization":
            return replace(predicted, localization=np.where(area, targets.localization, predicted.localization))


def effect(predicted: PredictedMaps, targets: TargetMaps, branch: Branch) -> Float:
    """Return the most that exchanging each map pixel can change word formation, (h, w) float64.

    The change of the exchanged map times what word formation multiplies it with: H for G, Q for S, the sum of S for Q.
    """
    wanted = np.maximum(targets.character, 0) if branch == "class" else targets.order
    match branch:
        case "class":
            held = np.where(predicted.symbol_ids == wanted[..., None], predicted.symbol_scores, 0).sum(axis=-1)
            return np.asarray((1 - held) * predicted.strength.sum(axis=1).reshape(predicted.map_size), np.float64)
        case "order":
            held = np.take_along_axis(predicted.order, wanted[..., None].astype(np.int64), axis=-1)[..., 0]
            return np.asarray((1 - held) * predicted.localization, np.float64)
        case "localization":
            change = np.abs(targets.localization - predicted.localization)
            return np.asarray(change * predicted.positions.sum(axis=1).reshape(predicted.map_size), np.float64)


def _fewest(weight: Float, is_right: Callable[[Area], bool], is_over: Callable[[], bool]) -> Area | None:
    """Return a smallest area in the sense of `smallest_repair`, or None if all pixels of any weight are too few."""
    ranked = np.argsort(-weight, axis=None, kind="stable")[: np.count_nonzero(weight > 0)]

    def area(pixels: NDArray[np.integer]) -> Area:
        chosen = np.zeros(weight.size, bool)
        chosen[pixels] = True
        return chosen.reshape(weight.shape)

    enough, few = len(ranked), 0
    if not is_right(area(ranked)):
        return None
    while enough - few > 1 and not is_over():
        middle = (few + enough) // 2
        if is_right(area(ranked[:middle])):
            enough = middle
        else:
            few = middle
    kept = ranked[:enough]
    part = len(kept) // 2
    while part and not is_over():
        start = 0
        while start < len(kept) and len(kept) > 1 and not is_over():
            fewer = np.delete(kept, slice(start, start + part))
            if is_right(area(fewer)):
                kept = fewer
            else:
                start += part
        part //= 2
    return area(kept)
