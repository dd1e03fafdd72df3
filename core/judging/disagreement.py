"""How far a prediction contradicts a label: for the order in which labels are reviewed, and as the training's loss."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LabelError
from core.charset import Charset
from core.judging.predicted_maps import PredictedMaps
from core.judging.spots import Spot, find_spots
from core.judging.text_placing import place_text
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.gaussians import automatic_gaussian
from core.labels.maps.render import IGNORE, TargetMaps
from core.labels.maps.spec import MapSpec, Sigma

_RELATIVE = Sigma()  # of a character's own size, whatever the project draws its targets with


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How far a prediction contradicts a label. Both parts are natural logarithms of odds, so that they add up.

    Attributes
    ----------
    text : float
        How many times as likely the maps find their own reading as what the label says (`Placing.odds`), ≥ 0.
    place : float
        The largest over the characters of ½ d²: -log Ŷ of the label's own Gaussian where the network sees the
        character's centre; d is the distance in standard deviations, a quarter of the character's size each. 0 for
        none. Of all characters the worst one counts, so that long words do not collect small deviations.
    rank : int
        Of that character, from 1; 0 where no character was seen.
    """

    text: float
    place: float = 0.0
    rank: int = 0

    @property
    def score(self) -> float:
        """The sort key of the queue, ≥ 0; a single character that is half its width off gives 2."""
        return self.text + self.place


def disagreement(
    label: WordLabel,
    predicted: PredictedMaps,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec,
    name: str = "label",
) -> Disagreement:
    """How far a prediction contradicts a label.

    Parameters
    ----------
    label : WordLabel
        Normalised as the project compares it; with characters, or with a text alone. An ignored character stands for
        any one symbol.
    predicted : PredictedMaps
        Of the same image, best by a model that did not train on it.
    image_size : (height, width)
        After EXIF orientation.
    charset, spec
        Of the model.
    name : str
        The image's name, for errors.

    Raises
    ------
    LabelError
        If the label says nothing: neither text nor characters.
    """
    characters = label.in_order
    if not characters and label.text is None:
        raise LabelError(
            "{name}: the label says nothing that could be compared. Type its text or prelabel it.", name=name
        )
    spots = find_spots(predicted, image_size, spec)
    spoken = [_symbol(character) for character in characters]
    text: list[str | None] = list(unicodedata.normalize("NFC", label.text or ""))
    placing = place_text(spoken if characters else text, spots, predicted, charset)
    odds = placing.odds
    if label.disagrees:  # then at least one of the two is wrong: the worse one counts
        odds = max(odds, place_text(text, spots, predicted, charset).odds)
    far = [
        0.0 if spot is None else half_square(character, spot, image_size, spec)
        for character, spot in zip(characters, placing.spots, strict=False)
    ]
    worst = int(np.argmax(far)) if any(far) else -1
    return Disagreement(max(odds, 0.0), far[worst] if worst >= 0 else 0.0, worst + 1)


def _symbol(character: CharacterLabel) -> str | None:
    return None if character.is_ignored else unicodedata.normalize("NFC", character.symbol)


def half_square(character: CharacterLabel, spot: Spot, image_size: tuple[int, int], spec: MapSpec) -> float:
    """How far a spot lies from a character: ½ d², d in standard deviations of the character's own Gaussian.

    Those are a quarter of the character's size each, so that half its width off gives 2.
    """
    gaussian = automatic_gaussian(character.polygon, spec.with_(sigma=_RELATIVE), image_size)
    away = np.subtract(spot.center, gaussian.center)
    return float(away @ np.linalg.solve(gaussian.covariance, away)) / 2


@dataclass(frozen=True, slots=True)
class Judged:
    """One image in the queue.

    Attributes
    ----------
    image : str
        Path relative to the project.
    confidence : float
        Of the word that the network reads, 0 to 1.
    was_trained_on : bool
        Whether the model that judged it has learned from this very label, so that the score says little: a model that
        trained on a wrong label has learned it.
    """

    image: str
    disagreement: Disagreement
    confidence: float
    was_trained_on: bool = False


def rank(judged: Iterable[Judged]) -> list[Judged]:
    """The order in which to look at images: most disagreement first.

    Scores of models that trained on the image count behind all the others; of equal scores the less confident reading
    comes first, then the path decides.
    """
    return sorted(judged, key=lambda one: (one.was_trained_on, -one.disagreement.score, one.confidence, one.image))


LOCALIZATION, ORDER, CHARACTER = 10.0, 10.0, 1.0
"""Weights of L_l, L_o and L_s (Wan et al. 2020, "Loss")."""

_LEAST = 2.0**-24  # the smallest probability above 0 that float16 can hold


def map_loss(predicted: PredictedMaps, target: TargetMaps) -> float:
    """L = 10·L_l + 10·L_o + L_s of one image, as `compute_loss` of the network has it for a batch of this alone.

    Parameters
    ----------
    predicted : PredictedMaps
        Of symbols that were not kept, the even share of what is left of a pixel's probability.
    target : TargetMaps
        Rendered with the model's charset and spec.
    """
    deviation = np.abs(predicted.localization.astype(np.float64) - target.localization)
    localization = np.where(deviation < 1, 0.5 * deviation**2, deviation - 0.5).mean()  # Girshick 2015, eq. 3
    order = np.take_along_axis(predicted.order, target.order[..., None].astype(np.int64), axis=-1)[..., 0]
    wanted = np.maximum(target.character, 0)
    kept = predicted.symbol_ids == wanted[..., None]
    known = (kept * predicted.symbol_scores.astype(np.float64)).sum(axis=-1)
    rest = predicted.symbols.rest.reshape(predicted.map_size)
    character = np.where(kept.any(axis=-1), known, rest)
    judged = target.character != IGNORE
    return float(
        LOCALIZATION * localization
        + ORDER * _balanced(order, target.order)
        + CHARACTER * _balanced(character[judged], target.character[judged])
    )


def _balanced(probability: NDArray[np.floating], classes: NDArray[np.int32]) -> float:
    """Mean cross-entropy in which background and foreground carry half the weight each."""
    entropy = -np.log(np.maximum(probability.astype(np.float64), _LEAST))
    halves = (entropy[classes == 0], entropy[classes > 0])
    return 0.5 * sum(float(half.mean()) for half in halves if half.size)
