"""Finds the labels of a project that a model has learned from, by the configuration of its training."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import RunError
from core.project.project import Project, Validation, split_of
from core.runs.bundled import named
from core.runs.cross_check import CrossCheck, fold_of, is_cross_check
from core.runs.info import is_run

if TYPE_CHECKING:
    from core.runs.config import TrainConfig

Learned = Callable[[str], bool]
"""Returns True if a model has learned from the label of an image, given its relative path."""


def learned_by(model: Path | None, project: Project) -> Learned | None:
    """Return a function that tells if a model was trained on an image's label, or None if that is unknown.

    `model`: a model file, a run, a checkpoint of a run, or a cross-check, whose models judge a fold of the images each.
    """
    if model is None:
        return None
    if is_cross_check(model):
        return _learned_by_judges(model, project)
    if named(model) is not None:
        return lambda image: False  # it has seen synthetic words alone
    folders = (model, model.parent, model.parent.parent)
    run = next((folder for folder in folders if is_run(folder)), None)
    if run is None:
        return None
    from core.runs.folder import stored_config  # pydantic would slow the start

    try:
        config = stored_config(run)
    except RunError:
        return None
    sources = (config.folder, *(source.path for source in config.sources))
    if (config.start is not None and named(config.start) is None) or not all(
        folder.is_absolute() for folder in sources
    ):
        return None  # what came before is not known, nor the folders
    return partial(_has_learned, config, project)


def _learned_by_judges(cross_check: Path, project: Project) -> Learned | None:
    try:
        check = CrossCheck.read(cross_check.parent.parent)
    except RunError:
        return None
    judges = [learned_by(run, project) for run in (() if check is None else check.runs)]
    known = [judge for judge in judges if judge is not None]
    if not known or len(known) < len(judges):
        return None
    return lambda image: known[fold_of(image, len(known))](image)


def _has_learned(config: TrainConfig, project: Project, image: str) -> bool:
    if any(_is_same(source.path, project.root) for source in config.sources):
        return True
    if not _is_same(config.folder, project.root) or config.synthetic == 1:
        return False
    if config.fold is not None:
        return fold_of(image, config.fold[1]) != config.fold[0]
    if own := project.note_of(image).split:
        return own == "train"
    match config.validation:
        case None:
            return project.split_of(image) == "train"
        case Path():
            held = config.validation if config.validation.is_dir() else config.folder / config.validation
            return not project.path_of(image).absolute().is_relative_to(held.absolute())
        case share:
            return split_of(image, Validation(share=float(share))) == "train"


def _is_same(first: Path, second: Path) -> bool:
    return first.absolute() == second.absolute()
