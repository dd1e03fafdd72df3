"""Predictions from the arrays that a network has put out, for background threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from app.predicting.predicted import Predicted
from core.charset import Charset
from core.labels.maps.decoding import word_of
from core.runs.spec import NetworkSpec


def from_outputs(
    image: str,
    outputs: Mapping[str, NDArray[Any]],
    spec: NetworkSpec,
    image_size: tuple[int, int],
    step: int | None = None,
    loss: float | None = None,
) -> Predicted:
    """What is shown of the outputs of a predicting model.

    Parameters
    ----------
    image : str
        Relative path in the project.
    outputs : mapping of arrays
        Of `core.model.network.formation.WordFormation` for this image alone.
    spec : NetworkSpec
    image_size : (height, width)
        After EXIF orientation.
    step, loss
        As `Predicted`.
    """
    from core.judging.predicted_maps import PredictedMaps  # noqa: PLC0415  SciPy, which the start of the program must not wait for

    word = word_of(outputs, spec.charset, spec.maps, image_size)
    maps = PredictedMaps.of(outputs, word, len(spec.charset))
    return Predicted(image, maps, spec.maps, Charset(spec.charset), step, loss)
