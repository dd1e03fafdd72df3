"""F1 and intersection over union of the predicted character and order maps, as Keras metrics."""

from __future__ import annotations

from typing import Any, Literal

import keras
from keras import ops

from core.labels.maps.render import IGNORE
from core.model.network.blocks import PACKAGE

Measure = Literal["f1", "iou"]


def count_pixels(target: Any, classes: Any, weight: Any = None) -> Any:
    """Count hits, target pixels and predicted pixels, all classes but 0 together.

    Parameters
    ----------
    target : (b, h, w) int32
        Target map; pixels of `IGNORE` count nowhere.
    classes : (b, h, w) int32
        Predicted map.
    weight : (b,), optional
        1 for images that count, 0 for those without a target map.

    Returns
    -------
    (3,) float32
        Hits, target pixels, predicted pixels.
    """
    counts = ops.cast(target != IGNORE, "float32")
    if weight is not None:
        counts = counts * ops.reshape(ops.cast(weight, "float32"), (-1, 1, 1))
    wanted, predicted = (counts * ops.cast(ids > 0, "float32") for ids in (target, classes))
    hits = wanted * ops.cast(ops.equal(target, ops.cast(classes, target.dtype)), "float32")
    return ops.stack([ops.sum(pixels) for pixels in (hits, wanted, predicted)])


def map_score(counts: Any, measure: Measure) -> Any:
    """Return a measure of counted pixels (`count_pixels`), from 0 to 1, or 0 without a pixel.

    F1 = 2·hits / (targets + predicted), the Dice coefficient; IoU = hits / (targets + predicted − hits), the Jaccard
    index.
    """
    hits = counts[0]
    targets = counts[1]
    predicted = counts[2]
    part, whole = (2 * hits, targets + predicted) if measure == "f1" else (hits, targets + predicted - hits)
    return part / ops.maximum(whole, 1)


@keras.saving.register_keras_serializable(package=PACKAGE)
class MapScore(keras.metrics.Metric):  # type: ignore[misc]  # Keras has no types
    """The F1 or IoU of a character map or an order map over all images, by `map_score`.

    Predictions are logits or probabilities (b, h, w, classes), targets (b, h, w) int32.
    """

    def __init__(self, measure: Measure = "iou", name: str | None = None, **options: Any) -> None:
        super().__init__(name=name or f"map_{measure}", **options)
        self.measure: Measure = measure
        self.counts = self.add_weight(shape=(3,), initializer="zeros", name="counts")

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Count the pixels of a batch, weighed by `sample_weight`, (b,), if it is given."""
        self.counts.assign_add(count_pixels(y_true, ops.argmax(y_pred, axis=-1), sample_weight))

    def result(self) -> Any:
        """Return the measure of all pixels counted since the last reset."""
        return map_score(self.counts, self.measure)

    def get_config(self) -> dict[str, Any]:
        """Return the arguments of `__init__` for Keras to save."""
        return {**super().get_config(), "measure": self.measure}
