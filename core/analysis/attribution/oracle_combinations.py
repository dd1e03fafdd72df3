"""Forms a word from every oracle combination of predicted and target maps, to see which exchange mends it.

Three maps, each either predicted or target, make eight oracle combinations. Between the network's own word (nothing
exchanged) and the upper bound (all three exchanged) they show which branch of the network a mistake comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Literal

from core.analysis.predicted_maps import PredictedMaps, SymbolMap, target_positions
from core.charset import Charset
from core.labels.maps.decoding import L_SCORE, ReadWord, form_word, weighed
from core.labels.maps.render import TargetMaps
from core.labels.maps.spec import MapSpec

Branch = Literal["class", "order", "localization"]  # the branch of the network that gives G, S or Q

BRANCHES: tuple[Branch, ...] = ("class", "order", "localization")

OracleCombination = frozenset[
    Branch
]  # an oracle combination, as the set of branches whose predicted maps are exchanged for the targets

COMBINATIONS: tuple[OracleCombination, ...] = tuple(
    frozenset(chosen) for size in range(4) for chosen in combinations(BRANCHES, size)
)
"""All eight oracle combinations, those with fewer exchanges first."""

PREDICTED, TARGET = COMBINATIONS[0], COMBINATIONS[-1]


def words_of_combinations(
    predicted: PredictedMaps,
    targets: TargetMaps,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec,
    score_threshold: float = L_SCORE,
) -> dict[OracleCombination, ReadWord]:
    """Form the word of each oracle combination of maps.

    Parameters
    ----------
    predicted : PredictedMaps
        The predicted maps of one image.
    targets : TargetMaps
        The target maps of the image, of the same size.
    image_size : (int, int)
        (height, width): of the image after EXIF orientation.
    charset : Charset
        The model's symbols.
    spec : MapSpec
        The geometry of the model's maps.
    score_threshold : float
        The model's L_score.

    Returns
    -------
    dict of OracleCombination to ReadWord
        The words in the order of `COMBINATIONS`. With nothing exchanged it is the word that the network itself formed,
        without a language or further looks: the other seven have no such help, either.
    """
    size = len(charset)
    symbols = {False: predicted.symbols, True: SymbolMap.of_targets(targets.character, size)}
    count = predicted.positions.shape[1]
    positions = {False: predicted.positions, True: target_positions(targets, count)}
    nearness = {False: predicted.localization, True: targets.localization}
    words: dict[OracleCombination, ReadWord] = {}
    for combination in COMBINATIONS:
        if combination == PREDICTED:
            words[combination] = predicted.own
            continue
        strength = positions["order" in combination] * nearness["localization" in combination].reshape(-1, 1)
        evidence = weighed(strength, symbols["class" in combination].votes(strength))
        words[combination] = form_word(evidence, charset, spec, image_size, score_threshold)
    return words


def repairs(right: Mapping[OracleCombination, bool]) -> tuple[OracleCombination, ...]:
    """Return the smallest oracle combinations with which the word is read right.

    Parameters
    ----------
    right : mapping of OracleCombination to bool
        True if each oracle combination reads the word right.

    Returns
    -------
    tuple of OracleCombination
        Those that read it right while no part of them does. Fewest exchanges come first, and among as many, those first
        whose predicted maps spoil it by themselves (in otherwise target maps): needed and enough. Empty if none does.
    """
    least: list[OracleCombination] = []
    for combination in COMBINATIONS:
        if right[combination] and not any(smaller <= combination for smaller in least):
            least.append(combination)
    return tuple(sorted(least, key=lambda combination: (len(combination), right[TARGET - combination])))
