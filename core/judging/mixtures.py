"""Word formation on every mixture of predicted and target maps: which exchange of maps would mend a word.

Three maps, each either predicted or target, make eight mixtures. Between the network's own word (nothing exchanged) and
the ceiling (all three exchanged) they tell which branch of the network a mistake comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Literal

from core.charset import Charset
from core.judging.predicted_maps import PredictedMaps, SymbolMap, target_positions
from core.labels.maps.decoding import L_SCORE, ReadWord, form_word, weighed
from core.labels.maps.render import TargetMaps
from core.labels.maps.spec import MapSpec

Branch = Literal["class", "order", "localization"]  # the branch of the network that gives G, S or Q

BRANCHES: tuple[Branch, ...] = ("class", "order", "localization")

Mixture = frozenset[Branch]  # a mixture, as the set of branches whose predicted maps are exchanged for the targets

MIXTURES: tuple[Mixture, ...] = tuple(frozenset(chosen) for size in range(4) for chosen in combinations(BRANCHES, size))
"""All eight mixtures, those with fewer exchanges first."""

PREDICTED, TARGET = MIXTURES[0], MIXTURES[-1]


def words_of_mixtures(
    predicted: PredictedMaps,
    targets: TargetMaps,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec,
    score_threshold: float = L_SCORE,
) -> dict[Mixture, ReadWord]:
    """Form the word of each mixture.

    `predicted` and `targets`: of one image, of the same size. `image_size`: (height, width): of the image after EXIF
    orientation. `charset`, `spec` and `score_threshold`: of the model: its symbols, the maps' geometry, L_score.
    Returns dict of Mixture to Word: in the order of `MIXTURES`. With nothing exchanged it is the word that the network
    itself formed.
    """
    size = len(charset)
    symbols = {False: predicted.symbols, True: SymbolMap.of_targets(targets.character, size)}
    count = predicted.positions.shape[1]
    positions = {False: predicted.positions, True: target_positions(targets, count)}
    nearness = {False: predicted.localization, True: targets.localization}
    words: dict[Mixture, ReadWord] = {}
    for mixture in MIXTURES:
        if mixture == PREDICTED:
            words[mixture] = predicted.word
            continue
        strength = positions["order" in mixture] * nearness["localization" in mixture].reshape(-1, 1)
        found = weighed(strength, symbols["class" in mixture].votes(strength))
        words[mixture] = form_word(found, charset, spec, image_size, score_threshold)
    return words


def repairs(right: Mapping[Mixture, bool]) -> tuple[Mixture, ...]:
    """Return the smallest mixtures that read the word right.

    Parameters
    ----------
    right : mapping of Mixture to bool
        Whether each mixture reads the word right.

    Returns
    -------
    tuple of Mixture
        Those that read it right while no part of them does; fewest exchanges first, and among as many, those first
        whose predicted maps spoil it by themselves (in otherwise target maps): needed and enough. Empty if none does.
    """
    least: list[Mixture] = []
    for mixture in MIXTURES:
        if right[mixture] and not any(smaller <= mixture for smaller in least):
            least.append(mixture)
    return tuple(sorted(least, key=lambda mixture: (len(mixture), right[TARGET - mixture])))
