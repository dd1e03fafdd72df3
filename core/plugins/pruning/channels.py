"""Finds the weak channels of a model, and sets their kernels to 0 in a copy."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import keras
import numpy as np
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.base.progress import Progress, ignore_news
from core.data.samples.sources import read_project
from core.model.network.layer_outputs import leaf_layers
from core.model.network.saving import Recogniser, save_model
from core.model.using.evaluation import Evaluation, evaluate
from core.model.using.opening import open_recogniser
from core.model.using.predicting import BATCH_SIZE
from core.model.using.prediction import Predictor
from core.plugins.pruning.strengths import (
    LayerSaliency,
    Pruned,
    PruneJob,
    StrengthsQuestion,
    channel_numbers,
    strengths,
)
from core.project.project import Project

_TOLD = ("word_accuracy", "one_minus_ned", "character_f1")


def answer(recogniser: Recogniser, question: StrengthsQuestion) -> tuple[LayerSaliency, ...]:
    """Return the strengths of the channels, as `saliencies_of` does."""
    return saliencies_of(recogniser)


def saliencies_of(recogniser: Recogniser) -> tuple[LayerSaliency, ...]:
    """Return the channel strengths of every layer that has a kernel, including those of inner models."""
    saliencies = []
    for name, layer in leaf_layers(recogniser.model):
        values: tuple[float, ...] = ()
        for cell in _cells(layer):
            values += strengths([(_value(variable), numbers) for variable, numbers in cell])
        if values:
            saliencies.append(LayerSaliency(name, values))
    return tuple(saliencies)


def zero_channels(recogniser: Recogniser, channels: Mapping[str, Collection[int]]) -> None:
    """Set the kernels of some channels to 0, by layer and by the channel numbers of `saliencies_of`.

    Biases and normalisations stay: such a channel gives the same everywhere.
    """
    for name, layer in leaf_layers(recogniser.model):
        first = 0
        for cell in _cells(layer) if name in channels else ():
            for variable, numbers in cell:
                value = _value(variable).copy()
                value[np.isin(numbers + first, list(channels[name]))] = 0
                variable.assign(value)
            first += int(cell[0][1].max()) + 1


def prune_model(job: PruneJob, progress: Progress = ignore_news) -> Pruned:
    """Prune the model that the job names, as `prune` does.

    Raises
    ------
    ModelError
        If the model cannot be used, and as `prune`.
    ProjectError, DataError, FileWriteError, OSError
        As `prune`.
    """
    return prune(open_recogniser(job.model), job, progress)


def prune(recogniser: Recogniser, job: PruneJob, progress: Progress = ignore_news) -> Pruned:
    """Set weak channels to 0, read a project's validation words before and after, and save the new model.

    Parameters
    ----------
    recogniser : Recogniser
        The model.
    job : PruneJob
        The choices.
    progress : Progress
        Called with (words read, all words); each word is read twice.

    Raises
    ------
    ModelError
        If the model has no weak channel or no such layer, or the new file exists or does not end in .keras.
    ProjectError, DataError
        If there are no validation words to read.
    FileWriteError
        If the new model cannot be written.
    OSError
        If the temporary file of the model cannot be written or read.
    """
    if job.out.exists():
        raise ModelError("{name}: there is a file of this name already. Choose another name.", name=job.out.name)
    if job.out.suffix != ".keras":
        raise ModelError("{name}: the name of a model file has to end in .keras.", name=job.out.name)
    channels = {saliency.layer: saliency.below(job.share) for saliency in saliencies_of(recogniser)}
    unknown = [name for name in job.layers if name not in channels]
    if unknown:
        raise ModelError("{layer}: no layer with a kernel. “textscanner layers” lists them.", layer=unknown[0])
    chosen = {name: weak for name, weak in channels.items() if weak and (not job.layers or name in job.layers)}
    if not chosen:
        raise ModelError(
            "{name}: no channel is weaker than {share} of the strongest of its layer. Raise the threshold.",
            name=job.model.name,
            share=f"{job.share:g}",
        )
    project = Project.open(job.folder)
    reader = read_project(project, "val")
    predictor = Predictor(recogniser, min(BATCH_SIZE, max(1, reader.size)))

    def read(rounds: int) -> Evaluation:
        def reported(done: int, total: int) -> None:
            progress(rounds * total + done, 2 * total)

        return evaluate(predictor, reader, normalise=project.settings.normalise, progress=reported)

    before = read(0)
    zero_channels(recogniser, chosen)
    after = read(1)
    save_model(job.out, recogniser)
    return Pruned(job.out, tuple(chosen.items()), after.metrics.images, _measures(before), _measures(after))


def _measures(evaluation: Evaluation) -> dict[str, float]:
    values = evaluation.metrics.to_dict()
    return {name: float(values[name]) for name in _TOLD if values[name] is not None}


def _cells(layer: keras.layers.Layer) -> Iterator[list[tuple[Any, NDArray[np.int64]]]]:
    """Yield the kernels of a layer with the channel of each of their numbers, those that share channels together."""
    cells: dict[str, list[tuple[Any, NDArray[np.int64]]]] = {}
    for variable in layer.weights:
        if variable.name in ("kernel", "recurrent_kernel"):
            owner = str(variable.path).rpartition("/")[0]
            numbers = channel_numbers(type(layer).__name__, str(variable.path), tuple(variable.shape))
            cells.setdefault(owner, []).append((variable, numbers))
    yield from cells.values()


def _value(variable: Any) -> NDArray[Any]:
    value: NDArray[Any] = keras.ops.convert_to_numpy(variable)
    return value
