"""The word in the outputs of a network, without the network: for predictions that were kept, or come from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.labels.maps.decoding import ReadCharacter, Word
from core.labels.maps.spec import MapSpec


def word_of(
    outputs: Mapping[str, NDArray[Any]], charset: Sequence[str], spec: MapSpec, image_size: tuple[int, int]
) -> Word:
    """The word that a network formed of one image.

    Parameters
    ----------
    outputs : mapping of arrays
        Of `core.model.network.formation.WordFormation` for this image alone: `ids`, `scores`, `centres` (resized input
        pixels), `gaps`, `confidence`.
    charset : sequence of str
        The network's symbols; `charset[i]` has id i + 1.
    spec : MapSpec
        The network's geometry.
    image_size : (height, width)
        Of the image as it is, upright and not resized.

    Returns
    -------
    Word
        Centres in image pixels, a turn of vertical text undone.
    """
    matrix = spec.to_image(image_size)
    centres = outputs["centres"].astype(np.float64) @ matrix[:, :2].T + matrix[:, 2]
    characters = tuple(
        ReadCharacter(
            charset[int(outputs["ids"][place]) - 1],
            int(place) + 1,
            float(outputs["scores"][place]),
            (float(centres[place, 0]), float(centres[place, 1])),
        )
        for place in np.flatnonzero(outputs["ids"])
    )
    return Word(
        "".join(character.symbol for character in characters),
        float(outputs["confidence"]),
        characters,
        tuple(int(place) + 1 for place in np.flatnonzero(outputs["gaps"])),
    )
