"""Predicted maps with one branch spoilt on purpose, each in a way that networks fail in."""

from collections.abc import Callable

import cv2
import numpy as np

from core.analysis.attribution.oracle_combinations import Branch
from core.labels.maps.render import TargetMaps
from support.words.synthetic_maps import Dense


def another_symbol(maps: Dense, targets: TargetMaps, rng: np.random.Generator) -> Dense:
    """G takes one of the word's symbols for another."""
    classes = maps.character.shape[-1]
    one = int(rng.choice(np.unique(targets.character[targets.character > 0])))
    other = int(rng.choice([c for c in range(1, classes) if c != one]))
    character = maps.character.copy()
    character[..., [one, other]] = character[..., [other, one]]
    return maps._replace(character=character)


def merged_positions(maps: Dense, targets: TargetMaps, rng: np.random.Generator) -> Dense:
    """S takes two neighbours for one, and counts those behind them one too low."""
    k = int(rng.integers(1, targets.order.max()))
    order = maps.order.copy()
    order[..., k] += order[..., k + 1]
    order[..., k + 1 : -1] = maps.order[..., k + 2 :]
    order[..., -1] = 0
    return maps._replace(order=order)


def swapped_positions(maps: Dense, targets: TargetMaps, rng: np.random.Generator) -> Dense:
    """S reads two neighbours with different symbols in the wrong order."""
    symbols = [int(targets.character[targets.order == k].max()) for k in range(1, targets.order.max() + 1)]
    pairs = [k for k in range(1, len(symbols)) if symbols[k - 1] != symbols[k]]
    k = int(rng.choice(pairs))
    order = maps.order.copy()
    order[..., [k, k + 1]] = order[..., [k + 1, k]]
    return maps._replace(order=order)


def faded(maps: Dense, targets: TargetMaps, rng: np.random.Generator) -> Dense:
    """Q hardly sees one character."""
    k = int(rng.integers(1, targets.order.max() + 1))
    localization = maps.localization.copy()
    localization[targets.order == k] *= 0.2
    return maps._replace(localization=localization)


def blurred(maps: Dense, targets: TargetMaps, rng: np.random.Generator) -> Dense:
    """Q has no peaks."""
    return maps._replace(localization=cv2.GaussianBlur(maps.localization, (0, 0), float(rng.uniform(6, 8))))


SPOILS: dict[Branch, tuple[Callable[[Dense, TargetMaps, np.random.Generator], Dense], ...]] = {
    "class": (another_symbol,),
    "order": (merged_positions, swapped_positions),
    "localization": (faded, blurred),
}
