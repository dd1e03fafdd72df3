"""Divides the batches of one worker of a cluster: its own part of each batch.

TensorFlow comes with it, which no other backend may import.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.cluster.cluster import Cluster
from core.data.batches import pipeline
from core.data.batches.loading import BatchLoader
from core.model.steps.step import TrainingStep
from core.model.steps.tensorflow_step import TensorFlowStep


def shared_batches(loader: BatchLoader, step: TrainingStep, feed: str, cluster: Cluster) -> Iterator[Any]:
    """Yield this worker's part of each batch, divided among its devices.

    `feed` is that of `core.runs.config.TrainConfig`.
    """
    assert isinstance(step, TensorFlowStep)
    index, workers = cluster.spec.index, len(cluster.spec.addresses)
    batches = iter(loader) if feed == "pydataset" else pipeline.checked(pipeline.dataset(loader), loader)
    return (step.shared(batch, index, workers) for batch in batches)
