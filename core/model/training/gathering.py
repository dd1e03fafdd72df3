"""Brings the workers of a cluster to their first training step: they meet, open their data and compare it."""

from __future__ import annotations

import importlib.metadata
import threading
from collections.abc import Callable, Generator
from functools import partial
from typing import Any

from core.base.errors import RunError, Sentence
from core.base.phrases import listed
from core.base.progress import Cancelled, Staged
from core.base.progress import Progress as Look
from core.cluster.addresses import OPEN_NETWORK, ClusterSpec, is_alone
from core.cluster.cluster import Cluster, differing
from core.cluster.meeting import PATIENCE, meet
from core.model.training.control import Control
from core.model.training.reporting import announced
from core.model.training.trainingdata import TrainingData
from core.runs.config import TrainConfig
from core.runs.events import Compiling, Event, Warned
from core.runs.folder import versions
from core.runs.spec import NetworkSpec

Opening = Callable[[TrainConfig, NetworkSpec | None, Look], TrainingData]

_COMPARED = ("tensorflow", "keras")


def gathered(cluster_spec: ClusterSpec, config: TrainConfig, control: Control) -> Generator[Event, None, Cluster]:
    """Wait for the other workers to meet, and yield signs of life meanwhile.

    Raises
    ------
    RunError
        If the workers cannot meet.
    Cancelled
        If the training is stopped.
    """
    waited_for = ""

    def look(missing: str) -> None:
        nonlocal waited_for
        waited_for = missing
        if control.stopped:
            raise Cancelled

    if not is_alone():
        sentence = Sentence(
            "Port {port} is open on all addresses of this machine. {why}", port=cluster_spec.own.port, why=OPEN_NETWORK
        )
        yield Warned(sentence, "workers")
    peers = [str(address) for index, address in enumerate(cluster_spec.addresses) if index != cluster_spec.index]
    yield Warned(
        Sentence(
            "Worker {index} of {count} at {own}; the others: {others}. As TF_CONFIG: {variable}",
            index=cluster_spec.index,
            count=len(cluster_spec.addresses),
            own=str(cluster_spec.own),
            others=listed(peers),
            variable=cluster_spec.tf_config(),
        ),
        "workers",
    )
    work = partial(meet, cluster_spec, program(), look, patience=None if config.wait else PATIENCE)
    cluster = yield from announced(
        "meeting of the workers", work, control.tick, at_once=False, missing=lambda: waited_for
    )
    if cluster_spec.leads:
        cluster.when_stopped = control.stop
    return cluster


def program() -> dict[str, str | None]:
    """Return the versions that must be the same for all workers."""
    try:
        own: str | None = importlib.metadata.version("textscanner-studio")
    except importlib.metadata.PackageNotFoundError:  # run from its source
        own = None
    program_versions = versions()
    return {"TextScanner Studio": own, **{name: program_versions[name] for name in _COMPARED}}


def opened(
    config: TrainConfig, spec: NetworkSpec | None, control: Control, opening: Opening
) -> Generator[Compiling, None, TrainingData]:
    """Open the data, and yield signs of life meanwhile.

    Raises
    ------
    Cancelled
        If the training is stopped.
    """
    closed = threading.Event()

    def look(done: int, total: int) -> None:
        if control.stopped or closed.is_set():
            raise Cancelled

    stage = ""

    def report(sentence: str) -> None:
        nonlocal stage
        stage = sentence

    try:
        work = partial(opening, config, spec, Staged(look, report))
        return (yield from announced("check of the images", work, control.tick, at_once=False, doing=lambda: stage))
    finally:
        closed.set()  # also without a listener: no thread may read on


def facts_of(data: TrainingData) -> dict[str, Any]:
    """Return the facts that must be the same in every worker's copy of the folder."""
    symbols = "".join(data.spec.charset)
    # the language is the start's, which worker 0 alone knows; the network is the same in any
    sizes = {key: value for key, value in data.spec.to_dict().items() if key not in {"charset", "language"}}
    return {"charset": f"{len(symbols)} symbols {symbols}", "sizes": sizes, "labels": data.digest}


def compare(cluster: Cluster, data: TrainingData) -> None:
    """Compare the workers' copies of the folder.

    Raises
    ------
    RunError
        If a worker's copy is another.
    """
    names: dict[str, str] = {
        "charset": Sentence("the charset"),
        "sizes": Sentence("the network"),
        "labels": Sentence("the hash of the folder's labels"),
    }
    ours: dict[str, Any] = {names[key]: value for key, value in facts_of(data).items()}
    for index, facts in cluster.hear("facts").items():
        difference = differing(ours, {names[key]: facts.get(key) for key in names}, index)
        if difference is not None:
            raise RunError(difference)
    cluster.send("begin")
