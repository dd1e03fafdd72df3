"""Predictions made of target maps: what a network would see that has learned nearly everything, spoilt on purpose."""

from functools import cache
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from core.analysis.predicted_maps import PredictedMaps
from core.charset import ALNUM, DIGITS, Charset
from core.data.drawing.demo import prepare
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import Synthesis, label_of, layout_of
from core.labels.label import Polygon, WordLabel
from core.labels.maps.decoding import form_word
from core.labels.maps.render import TargetMaps, render
from core.labels.maps.spec import MapSpec
from tests.support.words.evidence import evidence

Float = NDArray[np.float64]

CHARSETS = {"digits": Charset(tuple(DIGITS)), "alnum": Charset(tuple(ALNUM))}
SPEC = MapSpec(height=64, width=256, stride=4, max_length=12)
KEPT, CANDIDATES = 8, 5  # as word formation keeps them


class Dense(NamedTuple):
    """Probabilities: G (h, w, C + 1), S (h, w, n + 1), Q (h, w)."""

    character: Float
    order: Float
    localization: Float


@cache
def _recipe(charset: str, effects: str, length: tuple[int, int]) -> Synthesis:
    return prepare(CHARSETS[charset], PRESETS[effects], length).config


@cache
def synthetic_word(
    index: int, *, charset: str = "alnum", effects: str = "mild", length: tuple[int, int] = (3, 8), seed: int = 7
) -> tuple[WordLabel, tuple[int, int]]:
    """The right label of a synthetic word, and (height, width) of its image."""
    config = _recipe(charset, effects, length)
    return label_of(config, seed, index), layout_of(config, seed, index).size


def probabilities(maps: TargetMaps, charset_size: int, spec: MapSpec = SPEC, sure: float = 1.0) -> Dense:
    """Target maps as a network gives them: `sure` for what is right, the rest shared out evenly.

    Where the loss looks away, G says background.
    """
    classes, positions = charset_size + 1, spec.max_length + 1
    character = np.eye(classes)[np.maximum(maps.character, 0)]
    order = np.eye(positions)[maps.order]
    return Dense(
        character * sure + (1 - sure) / classes,
        order * sure + (1 - sure) / positions,
        maps.localization.astype(np.float64),
    )


def noisy(maps: Dense, rng: np.random.Generator, amount: float = 0.1) -> Dense:
    """Maps off by chance: up to `amount` of the probability in G and S is anywhere, Q is off by a tenth of that."""
    spread = []
    for probability in maps[:2]:
        share = rng.uniform(0, amount, (*probability.shape[:2], 1))
        spread.append(probability * (1 - share) + share * rng.dirichlet(np.ones(probability.shape[2]), maps[2].shape))
    localization = np.clip(maps.localization + rng.normal(0, amount / 10, maps.localization.shape), 0, 1)
    return Dense(*spread, localization)


def compact(maps: Dense, charset: Charset, image_size: tuple[int, int], spec: MapSpec = SPEC) -> PredictedMaps:
    """Maps as they travel, with the word that a network would form of them."""
    found = evidence(*maps)
    best = np.argsort(-maps.character, axis=-1, kind="stable")[..., :KEPT]
    shares = found.votes / np.maximum(found.mass, 1e-12)[:, None]
    top = np.argsort(-shares, axis=-1, kind="stable")[:, :CANDIDATES]
    return PredictedMaps.of(
        {
            "order_map": maps.order,
            "localization_map": maps.localization,
            "symbol_ids": best,
            "symbol_scores": np.take_along_axis(maps.character, best, axis=-1),
            "candidate_ids": top + 1,
            "candidate_scores": np.take_along_axis(shares, top, axis=-1),
        },
        form_word(found, charset, spec, image_size),
        len(charset),
    )


def seen(
    label: WordLabel,
    image_size: tuple[int, int],
    charset: Charset,
    rng: np.random.Generator | None = None,
    spec: MapSpec = SPEC,
) -> PredictedMaps:
    """What a good network sees of a word whose right label this is; without `rng` a perfect one."""
    maps = probabilities(render(label, image_size, charset, spec), len(charset), spec, 0.98 if rng else 1.0)
    return compact(noisy(maps, rng) if rng else maps, charset, image_size, spec)


def overlap(first: Polygon, second: Polygon) -> float:
    a, b = shapely.Polygon(first), shapely.Polygon(second)
    return float(a.intersection(b).area / a.union(b).area)
