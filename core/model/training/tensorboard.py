"""Logs for TensorBoard: scalars, pictures of target and predicted maps, the graph of operations, histograms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tensorflow as tf
from numpy.typing import NDArray

from core.data.batches.batches import Batch
from core.labels.maps.pictures import character_picture, localization_picture, order_picture
from core.model.training.groups import VariableGroup, read

PICTURES = 9  # images whose maps are drawn

Rgb = NDArray[np.uint8]


class Logs:
    """Event files of a run.

    Raises ImportError if the package `tensorboard`, which TensorFlow no longer brings, is missing.
    """

    def __init__(self, folder: Path) -> None:
        import tensorboard.plugins.scalar.summary_v2  # noqa: F401  what tf.summary needs, and tells too late

        self._writer = tf.summary.create_file_writer(str(folder))

    def scalars(self, step: int, values: Mapping[str, float]) -> None:
        """Write curves, such as `training/loss`."""
        with self._writer.as_default(step=step):
            for name, value in values.items():
                tf.summary.scalar(name, value)

    def pictures(
        self, step: int, batch: Batch, predicted: Mapping[str, NDArray[Any]], symbols: int, names: Sequence[str]
    ) -> None:
        """Write target and predicted maps of the images of a batch, which have these names."""
        with self._writer.as_default(step=step):
            for number, name in enumerate(names):
                picture = comparison(batch, predicted, number, symbols)[None]
                # indented, TensorBoard, which reads Markdown, shows the name as it is
                tf.summary.image(f"maps/{number}", picture, description=f"    {name}")

    def graph(self, concrete: Sequence[Any]) -> None:
        """Write the graph of a compiled function."""
        with self._writer.as_default(step=0):
            for function in concrete:
                tf.summary.graph(function.graph)

    def histograms(self, step: int, groups: Sequence[VariableGroup]) -> None:
        """The weights and Adam's average of their gradients, variable by variable. Only finite values."""
        from tensorboard.compat.proto.summary_pb2 import Summary  # an optional package
        from tensorboard.plugins.histogram.summary_v2 import histogram_pb

        # Counted by NumPy and written as one message: tf.summary takes seconds for the variables of a small network
        whole = Summary()
        for group in groups:
            averages = {} if group.first is None else group.by_name(read(group.first))
            found = {f"weights/{v.path}": read(v) for v in group.variables}
            for name, values in (found | {f"gradients/{name}": array for name, array in averages.items()}).items():
                finite = values[np.isfinite(values)]  # NaN would be written without a word
                if finite.size:
                    whole.MergeFrom(histogram_pb(name, finite))
        with self._writer.as_default(step=step):
            tf.summary.experimental.write_raw_pb(whole.SerializeToString(), step)

    def close(self) -> None:
        """Write the waiting logs and close the files."""
        self._writer.close()

    def flush(self) -> None:
        """Write the waiting logs."""
        self._writer.flush()


def comparison(batch: Batch, predicted: Mapping[str, NDArray[Any]], number: int, symbols: int) -> Rgb:
    """Draw one image over its maps, a row each: targets to the left, predictions to the right.

    Parameters
    ----------
    batch : dict
        As the network takes it.
    predicted : dict
        `character`, `order` (b, h, w) ids, `localization` (b, h, w).
    number : int
        Of the image in the batch.
    symbols : int
        C.

    Returns
    -------
    (4·(H + 2) - 2, 2·W + 2, 3) uint8
        RGB.
    """
    image = np.asarray(batch["image"][number])
    height, width = image.shape[:2]
    rows = [np.hstack([image, _gap(height), image])]
    for name in ("character", "order", "localization"):
        pair = [_picture(name, np.asarray(maps[name][number]), symbols) for maps in (batch, predicted)]
        large = [cv2.resize(picture, (width, height), interpolation=cv2.INTER_NEAREST) for picture in pair]
        rows += [np.full((2, 2 * width + 2, 3), 255, np.uint8), np.hstack([large[0], _gap(height), large[1]])]
    return np.asarray(np.vstack(rows), np.uint8)


def _gap(height: int) -> Rgb:
    return np.full((height, 2, 3), 255, np.uint8)


def _picture(name: str, values: NDArray[Any], symbols: int) -> Rgb:
    if name == "character":
        return character_picture(values.astype(np.int32), symbols)
    if name == "order":
        return order_picture(values.astype(np.int32))
    return localization_picture(values.astype(np.float32))
