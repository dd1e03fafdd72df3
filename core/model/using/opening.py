"""Opens recognisers from model files, runs, checkpoints of runs, and cross-checks."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import DAMAGED, ModelError, RunError, reason_of
from core.base.files import open_file
from core.base.images import read_image
from core.data.samples.samples import fit_image
from core.model.network.saving import Recogniser, build_recogniser, load_model, require_numbers
from core.model.training.checkpoints import Checkpoints, weights_to_predict_with
from core.runs.cross_check import CrossCheck, is_cross_check
from core.runs.files import RunFiles, is_checkpoint, read_object
from core.runs.model_ref import weights_file
from core.runs.watched import run_spec


def open_recogniser(path: Path) -> Recogniser:
    """Load a model file, the best model of a run, or the predicting model of a checkpoint (`RUN/checkpoints/step_…`).

    Raises
    ------
    ModelError
        If the path is none of these, or damaged, as `core.model.network.saving.load_model`.
    """
    if not is_checkpoint(path):
        return load_model(weights_file(path))
    return _from_checkpoint(path)


def prepared(recogniser: Recogniser, image: Path) -> NDArray[np.uint8]:
    """Read an image file and fit it to the input of a model.

    Raises
    ------
    ImageError
        If the image cannot be read.
    """
    return fit_image(read_image(image), recogniser.spec.maps, recogniser.spec.padding)


def open_judges(path: Path) -> tuple[Recogniser, ...]:
    """Load one recogniser, or all models of a cross-check, by the number of the fold that each model judges.

    Raises
    ------
    ModelError
        If a model cannot be read, the cross-check is not finished, or its models were built for different symbols or
        maps.
    """
    if not is_cross_check(path):
        return (open_recogniser(path),)
    judges = tuple(open_recogniser(run) for run in _judging_runs(path))
    if any(judge.spec != judges[0].spec for judge in judges):
        raise ModelError(
            "{name}: the charset or the maps were changed between its trainings, so their scores cannot be compared. "
            "Start the cross-check again.",
            name=path.name,
        )
    return judges


def _judging_runs(path: Path) -> list[Path]:
    try:
        cross_check = CrossCheck.read(path.parent.parent)
    except RunError as error:
        raise ModelError(str(error)) from error
    runs = () if cross_check is None else cross_check.runs
    there = [run for run in runs if run is not None]
    if not there or len(there) < len(runs):
        raise ModelError(
            "{name}: {there} of its {runs} {runs:|training|trainings} {there:|is|are} finished. Resume the "
            "cross-check.",
            name=path.name,
            there=len(there),
            runs=len(runs),
        )
    return there


def model_hash(path: Path) -> str:
    """Return a hash of a model, or of all models of a cross-check, that changes with the weights.

    Raises
    ------
    ModelError
        If a model cannot be read, or a cross-check is not finished.
    """
    digest = hashlib.blake2b(digest_size=8)
    try:
        for model in _judging_runs(path) if is_cross_check(path) else (path,):
            with open_file(weights_file(model)) as file:
                hashlib.file_digest(file, lambda: digest)
    except OSError as error:
        why = error.strerror or str(error)
        raise ModelError("{path}: cannot be read ({why}). Choose another model.", path=path, why=why) from error
    return digest.hexdigest()


def _from_checkpoint(path: Path) -> Recogniser:
    run, step = path.parent.parent, path.name.removeprefix("step_")
    if not step.isdecimal():
        raise ModelError("{path}: not a checkpoint of a run. Choose a folder step_… in a run's checkpoints.", path=path)
    try:
        recogniser = build_recogniser(run_spec(run))
        _, state = Checkpoints(path.parent).load(int(step))
        share = float(read_object(RunFiles(run).choices).get("start_share") or 0.0)
    except RunError as error:
        raise ModelError(str(error)) from error
    except DAMAGED as error:
        raise ModelError(
            "{name}: the checkpoint is gone or damaged ({error}). Choose another one.",
            name=path.name,
            error=reason_of(error),
        ) from error
    values = weights_to_predict_with(state, share)
    for variable in recogniser.network.variables:
        value = values.get(variable.path)
        if value is None:
            if not str(variable.dtype).startswith("float"):
                continue  # the state of a random generator: predicting draws nothing
            raise ModelError(
                "{name}: the weight {variable} is missing. It is of another version's network.",
                name=path.name,
                variable=variable.path,
            )
        if value.size != math.prod(variable.shape):
            raise ModelError(
                "{name}: the weight {variable} has another size. Choose another checkpoint.",
                name=path.name,
                variable=variable.path,
            )
        variable.assign(value.reshape(variable.shape))
    require_numbers(recogniser, path.name)
    return recogniser
