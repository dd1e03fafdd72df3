"""Builds the parts of a training: network, training step, batches, and the state that worker 0 hands out."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import keras
import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.base.archives import Arrays
from core.base.errors import Sentence
from core.base.json_text import parse_json
from core.base.progress import Cancelled
from core.cluster.cluster import Cluster
from core.data.batches.batches import structure
from core.data.batches.feeds import Feed, Share
from core.data.batches.loading import BatchLoader
from core.model.network.branches import CLASS_HEAD, without_class_head
from core.model.network.losses import compute_loss
from core.model.network.network import build_network
from core.model.network.saving import Recogniser, build_recogniser, load_model
from core.model.network.surgery import start_new_symbols, transfer
from core.model.network.transferred import SymbolChange
from core.model.steps import groups
from core.model.steps.backends import make_step
from core.model.steps.hardware import Hardware, policy
from core.model.steps.step import TrainingStep
from core.model.steps.updating import OptimizerSettings
from core.model.training.control import Control
from core.model.training.reporting import announced
from core.model.training.trainingdata import TrainingData
from core.runs.config import TrainConfig
from core.runs.events import Compiling
from core.runs.folder import versions
from core.runs.model_ref import model_ref, weights_file
from core.runs.model_spec import spec_of
from core.runs.precision import keep_precision, known_precisions, trial_of
from core.runs.spec import LossWeights, NetworkSpec

_COUNTERS = "counters"
_TRIAL_WARMS_UP, _TRIAL_STEPS = 2, 10
MANY_SYMBOLS = 1000
"""Number of symbols from which the class head costs more than the rest of the network.

It is then trained only at some pixels.
"""
_MOST_BYTES = 64 << 30  # of a state


class Built(NamedTuple):
    """A network with its initial weights, and notes on these weights."""

    recogniser: Recogniser
    """The network with word formation behind it. Its weights are those to begin or to go on with."""
    warnings: list[str]
    """Notes on the weights for the user, a sentence each."""
    start: Mapping[str, NDArray[Any]]
    """Weights that the model in `start` gave, by the paths of their variables. NaN if it gave none."""


def build(config: TrainConfig, spec: NetworkSpec, *, fresh: bool) -> Built:
    """Build the network with its initial weights, which a resumed run takes from the checkpoint.

    Parameters
    ----------
    config : TrainConfig
        The resolved choices.
    spec : NetworkSpec
        The network's spec.
    fresh : bool
        False for a resumed run, without weights of a start or a file.

    Raises
    ------
    ModelError
        If the weights of the backbone or the model to start from cannot be used.
    """
    keras.utils.set_random_seed(config.seed)  # whatever was drawn before
    network = build_network(spec, config.weights if fresh else None)
    warnings: list[str] = []
    start: dict[str, NDArray[Any]] = {}
    if config.start is not None and fresh:
        source = load_model(weights_file(config.start))
        initial = network.get_weights()
        network.set_weights([np.full_like(value, np.nan) for value in initial])
        done, symbols = transfer(source, network, spec), SymbolChange.of(source.spec.charset, spec.charset)
        start = {v.path: groups.read(v) for v in network.weights}
        network.set_weights(
            [np.where(np.isnan(given), own, given) for given, own in zip(start.values(), initial, strict=True)]
        )
        start_new_symbols(network, spec, symbols)
        if symbols.new:
            warnings.append(
                Sentence(
                    "{name} does not know {count} of the symbols: {symbols}",
                    name=model_ref(config.start).name,
                    count=len(symbols.new),
                    symbols="".join(symbols.new[:40]),
                )
            )
        warnings += [
            Sentence(
                "Not taken over from {model}: {name}, {reason}.",
                model=model_ref(config.start).name,
                name=name,
                reason=reason,
            )
            for name, reason in done.skipped
        ]
    return Built(build_recogniser(spec, network), warnings, start)


def kept_precision(config: TrainConfig, spec: NetworkSpec, hardware: Hardware, *, all_have_maps: bool) -> str:
    """Return the faster precision that an earlier trial has shown, or "" without a trial.

    The parameters are those of `faster_precision`.
    """
    known = known_precisions().get(_trial_of(config, spec, hardware, all_have_maps=all_have_maps), "")
    return known if known in (hardware.precision, hardware.may_be_faster) else ""


def faster_precision(
    config: TrainConfig,
    spec: NetworkSpec,
    hardware: Hardware,
    *,
    all_have_maps: bool,
    proceed: Callable[[], object] = lambda: None,
) -> str:
    """Return the faster of two precisions that the hardware offers, after a trial of ten steps in each.

    The outcome is kept for this machine and this shape of network and batch in the user's cache folder.

    Parameters
    ----------
    config : TrainConfig
        The resolved choices.
    spec : NetworkSpec
        The network's spec.
    hardware : Hardware
        The prepared hardware, with the other precision in `may_be_faster`.
    all_have_maps : bool
        As that of `step_of`.
    proceed : callable () -> object
        Called between steps. An error in it ends the trial.
    """
    known = kept_precision(config, spec, hardware, all_have_maps=all_have_maps)
    if known:
        return known
    costs = {
        precision: _seconds_of_steps(config, spec, hardware, precision, all_have_maps=all_have_maps, proceed=proceed)
        for precision in (hardware.precision, hardware.may_be_faster)
    }
    faster = min(costs, key=costs.__getitem__)
    keep_precision(_trial_of(config, spec, hardware, all_have_maps=all_have_maps), faster)
    return faster


def tried_precision(
    config: TrainConfig, spec: NetworkSpec, hardware: Hardware, control: Control, *, all_have_maps: bool
) -> Generator[Compiling, None, str]:
    """Return the faster precision, and yield signs of life during its trial.

    Raises
    ------
    Cancelled
        If the training is stopped.
    """
    known = kept_precision(config, spec, hardware, all_have_maps=all_have_maps)
    if known:
        return known
    closed = threading.Event()

    def look() -> None:
        if control.stopped or closed.is_set():
            raise Cancelled

    work = partial(faster_precision, config, spec, hardware, all_have_maps=all_have_maps, proceed=look)
    try:
        return (yield from announced("trial of the precision", work, control.tick, stop=lambda: control.stopped))
    finally:
        closed.set()  # also without a listener: the trial does not go on


def trial_steps() -> int:
    """Return the number of steps of a trial in each precision, including the first, which compiles."""
    return _TRIAL_WARMS_UP + _TRIAL_STEPS


def _trial_of(config: TrainConfig, spec: NetworkSpec, hardware: Hardware, *, all_have_maps: bool) -> str:
    """Return the machine and the configuration of a trial in words, which a few symbols more do not change."""
    assert config.batch
    symbols = len(spec.charset).bit_length()
    facts = (hardware.description, versions()["tensorflow"], config.batch, symbols, spec.preset, all_have_maps)
    configuration = (*facts, *spec.maps.map_size, hardware.precision, hardware.may_be_faster)
    return trial_of(" ".join(map(str, configuration)))


def _seconds_of_steps(
    config: TrainConfig,
    spec: NetworkSpec,
    hardware: Hardware,
    precision: str,
    *,
    all_have_maps: bool,
    proceed: Callable[[], object],
) -> float:
    with hardware.scope(), policy(precision):
        step = step_of(config, build(config, spec, fresh=True).recogniser, hardware, all_have_maps=all_have_maps)
    assert config.batch
    arrays = {name: np.zeros((config.batch, *shape), dtype) for name, (shape, dtype) in structure(spec.maps).items()}
    batch = step.distributed(arrays)
    for _ in range(_TRIAL_WARMS_UP):
        proceed()
        step(batch, 0.0, 0.0, 0)
    begun = time.perf_counter()
    for _ in range(_TRIAL_STEPS):
        proceed()
        step(batch, 0.0, 0.0, 0)
    return time.perf_counter() - begun


def step_of(
    config: TrainConfig,
    recogniser: Recogniser,
    hardware: Hardware,
    *,
    thawed: bool = False,
    all_have_maps: bool = False,
) -> TrainingStep:
    """Return the training step of a network on the hardware.

    Parameters
    ----------
    thawed : bool
        Frozen stages of the backbone are trained already.
    all_have_maps : bool
        All samples have maps, so that with thousands of symbols the class head is trained only at some pixels.
    """
    groups.freeze(recogniser.network, () if thawed else config.freeze, normalisation=config.normalisation == "frozen")
    for layer in groups.normalisations(recogniser.network):
        layer.momentum = config.momentum
    settings = OptimizerSettings(
        config.weight_decay, config.clip_norm, config.ema, config.backbone_rate, config.eager, config.start_share or 0.0
    )
    network = recogniser.network
    head, learning = network.get_layer(CLASS_HEAD), _learning_classes(config, recogniser.spec.charset)
    if learning is not None:
        head.trainable = bool(learning.any())
    loss = partial(compute_loss, weights=LossWeights(**config.loss.model_dump()))
    is_whole = config.trainer == "fit" or bool(config.loss.term)  # a plug-in's term may want all class logits
    if is_whole or not all_have_maps or len(recogniser.spec.charset) < MANY_SYMBOLS:
        return make_step(network, loss, hardware, settings, fits=config.trainer == "fit")
    with hardware.scope():
        trained = without_class_head(network)
    if learning is not None and learning.any():
        head = partial(_logits, head, learning)
    return make_step(network, partial(loss, head=head), hardware, settings, trained=trained)


def _learning_classes(config: TrainConfig, charset: Sequence[str]) -> NDArray[np.bool_] | None:
    """Return which classes the class head learns, (C + 1,) with background first. None: all.

    Adam gives every row of the head the same step, however small its gradient. A batch shows a few of thousands of
    symbols: the rows of all others would have wandered off before their symbols come.
    """
    if config.known_symbols != "kept" or config.start is None or len(charset) < MANY_SYMBOLS:
        return None
    known = frozenset(spec_of(config.start).charset)
    return np.array([False, *(symbol not in known for symbol in charset)])


def _logits(head: keras.layers.Conv2D, learning: NDArray[np.bool_], features: Any) -> Any:
    """Return the logits of a class head that learns only some classes: (1, 1, k, c) → (1, 1, k, C + 1)."""
    weights = map(ops.convert_to_tensor, (head.kernel, head.bias))
    kernel, bias = (ops.where(learning, value, ops.stop_gradient(value)) for value in weights)
    return ops.matmul(ops.cast(features, bias.dtype), kernel[0, 0]) + bias


def loader_of(data: TrainingData, config: TrainConfig, done: int, cluster: Cluster | None = None) -> BatchLoader:
    """Return the loader of the training samples that follow the first `done` steps.

    If there are several workers, it makes only this worker's part of each batch.
    """
    assert config.batch
    feed: Feed = data.training
    batch = config.batch
    if cluster is not None:
        feed = Share(data.training, batch, cluster.spec.index, len(cluster.spec.addresses))
        batch = feed.each
    processes = config.loading == "processes"
    return BatchLoader(feed, batch, start=done * batch, workers=config.threads, processes=processes)


@contextmanager
def batches_of(
    loader: BatchLoader, step: TrainingStep, config: TrainConfig, cluster: Cluster | None = None
) -> Iterator[Iterator[Any]]:
    """Open the batches of a loader, divided among the devices of this process, and close the loader with them."""
    if cluster is None:
        batches = step.batches(loader, config.feed)
    else:
        from core.model.training.sharing import shared_batches

        batches = shared_batches(loader, step, config.feed, cluster)
    try:
        yield batches
    finally:
        loader.close()  # before TensorFlow destroys the dataset that draws from the loader
        if isinstance(batches, Generator):
            batches.close()  # with its thread


def unfreeze(step: TrainingStep, config: TrainConfig) -> None:
    """Train the frozen stages of the backbone from now on."""
    groups.freeze(step.model, (), normalisation=config.normalisation == "frozen")
    step.regroup()


def packed(step: TrainingStep, done: int) -> bytes:
    """Return the state of a training after `done` steps as bytes."""
    arrays = {
        f"{kind}/{name}": array
        for kind, arrays_of_kind in step.state().items()
        for name, array in arrays_of_kind.items()
    }
    facts = json.dumps({"step": done, **step.counters()}).encode()
    buffer = io.BytesIO()
    np.savez(buffer, **{_COUNTERS: np.frombuffer(facts, np.uint8)}, **arrays)  # type: ignore[arg-type]  # NumPy's stubs see a flag
    return buffer.getvalue()


def unpacked(data: bytes, step: TrainingStep) -> int:
    """Restore a training step from the bytes that `packed` returned, and return the number of steps done."""
    state: dict[str, dict[str, Any]] = {"weights": {}}
    with Arrays(io.BytesIO(data), _MOST_BYTES) as arrays:
        counters = parse_json(arrays[_COUNTERS].tobytes())
        for key, array in arrays.items():
            kind, _, name = key.partition("/")
            if name:
                state.setdefault(kind, {})[name] = array
    step.restore(state)
    step.restore_counters(counters)
    return int(counters["step"])
