"""Writes logs for TensorBoard: scalars, pictures of target and predicted maps, the graph of operations, histograms."""

from __future__ import annotations

import os
import platform
import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from core.data.batches.batches import Batch
from core.model.metrics.map_pictures import channels_picture, map_picture
from core.model.steps.groups import VariableGroup, read

PICTURES = 9  # images whose maps are drawn


class Logs:
    """A run's event file, written record by record without TensorFlow.

    Raises
    ------
    ImportError
        If the package `tensorboard`, which TensorFlow no longer brings, is missing.
    OSError
        If the file cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        from tensorboard.compat.proto.event_pb2 import Event
        from tensorboard.summary.writer.record_writer import RecordWriter

        folder.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time()):010d}.{platform.node()}.{os.getpid()}.{secrets.token_hex(4)}.v2"
        self._writer = RecordWriter((folder / name).open("ab"))  # TensorBoard finds a file by the start of its name
        self._event = Event
        self._write(file_version="brain.Event:2")
        self.flush()

    def scalars(self, step: int, values: Mapping[str, float]) -> None:
        """Write the points of curves, such as `training/loss`, at a step."""
        from tensorboard.plugins.scalar.summary_v2 import scalar_pb

        self._write_all(step, [scalar_pb(name, value) for name, value in values.items()])

    def pictures(
        self,
        step: int,
        batch: Batch,
        predicted: Mapping[str, NDArray[Any]],
        symbols: Sequence[str],
        names: Sequence[str],
    ) -> None:
        """Write the target maps, predicted maps and order channels of a batch's images with these names.

        Parameters
        ----------
        step : int
            The training step.
        batch : Batch
            The batch.
        predicted : mapping of str to array
            The predictions as `core.model.metrics.map_pictures` takes them.
        symbols : sequence of str
            The charset's symbols.
        names : sequence of str
            Names of the batch's images.
        """
        summaries = []
        for number, name in enumerate(names):
            summaries.append(_picture(f"maps/{number}", map_picture(batch, predicted, number, symbols), name))
            summaries.append(_picture(f"order channels/{number}", channels_picture(batch, predicted, number), name))
        self._write_all(step, summaries)

    def graph(self, concrete: Sequence[Any]) -> None:
        """Write the graphs of TensorFlow's compiled functions."""
        for function in concrete:
            self._write(step=0, graph_def=function.graph.as_graph_def(add_shapes=True).SerializeToString())

    def histograms(self, step: int, groups: Sequence[VariableGroup], weights: Mapping[str, NDArray[Any]]) -> None:
        """Write histograms of the finite weights and of Adam's averages of their gradients, variable by variable."""
        from tensorboard.plugins.histogram.summary_v2 import histogram_pb

        arrays = {f"weights/{name}": array for name, array in weights.items()}
        for group in groups:
            averages = {} if group.first is None else group.by_name(read(group.first))
            arrays |= {f"gradients/{name}": array for name, array in averages.items()}
        finite = {name: values[np.isfinite(values)] for name, values in arrays.items()}  # NaN has no place in one
        self._write_all(step, [histogram_pb(name, values) for name, values in finite.items() if values.size])

    def close(self) -> None:
        """Write the waiting logs and close the files."""
        self._writer.close()

    def flush(self) -> None:
        """Write the waiting logs to the file."""
        self._writer.flush()

    def _write_all(self, step: int, summaries: Sequence[Any]) -> None:
        from tensorboard.compat.proto.summary_pb2 import Summary

        whole = Summary()
        for summary in summaries:
            whole.MergeFrom(summary)
        self._write(step=step, summary=whole)

    def _write(self, **contents: Any) -> None:
        self._writer.write(self._event(wall_time=time.time(), **contents).SerializeToString())


def _picture(tag: str, picture: NDArray[np.uint8], name: str) -> Any:
    """Return the summary of a picture, RGB, that is described by a name."""
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.plugins.image.metadata import create_summary_metadata
    from tensorboard.util.tensor_util import make_tensor_proto

    png = cv2.imencode(".png", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))[1].tobytes()
    height, width = (str(size).encode() for size in picture.shape[:2])
    # indented, TensorBoard, which reads Markdown, shows the name as it is
    metadata = create_summary_metadata(display_name=None, description=f"    {name}")
    tensor = make_tensor_proto(np.array([width, height, png], object))
    return Summary(value=[Summary.Value(tag=tag, metadata=metadata, tensor=tensor)])
