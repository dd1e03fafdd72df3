"""Reads the spec of a model from its file or run, without Keras and without its weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.base.archives import Archive
from core.base.errors import DAMAGED, Damaged, ModelError, StudioError, reason_of
from core.base.json_text import parse_json
from core.runs.bundled import BundledModel
from core.runs.files import is_checkpoint, run_of
from core.runs.spec import MissingNetworkError, NetworkSpec
from core.runs.watched import run_spec

WEIGHTS = "model.weights.h5"  # the name of the weights in a model file

_CONFIG, _METADATA = "config.json", "metadata.json"
_MAX_MODEL = 8 << 30
_MAX_CONFIG = 16 << 20  # that of our largest network has 300 kB
_WORD_FORMATION = "textscanner>WordFormation"  # the layer that keeps the spec, as Keras registers it


def spec_of(model: Path) -> NetworkSpec:
    """Read the spec of a model file, a run, or a run's checkpoint.

    Raises ModelError if it cannot be read; `core.model.network.saving.load_model` says why in detail.
    """
    if is_checkpoint(model):
        return run_spec(run_of(model))
    if model.is_dir():
        return run_spec(model)
    try:
        with open_model(model) as archive:
            return with_its_language(model, NetworkSpec.from_dict(_found(config_of(archive))))
    except MissingNetworkError as error:
        raise ModelError("{name}: {problem}", name=model.name, problem=error) from error
    except (*DAMAGED, StudioError) as error:
        raise ModelError(
            "{name}: its description cannot be read ({why}). Choose a model that TextScanner Studio wrote.",
            name=model.name,
            why=reason_of(error),
        ) from error


def open_model(path: Path) -> Archive:
    """Open a Keras file that contains only weights and their description, as all of ours do.

    Keras unpacks whatever else there is by its name, and removes files of that name from the current folder.

    Raises
    ------
    One of `core.base.errors.DAMAGED`
        If the file is no archive, is damaged, or holds other files.
    """
    archive = Archive(path, _MAX_MODEL)
    try:
        for name in archive.members:
            if name not in (_CONFIG, _METADATA, WEIGHTS):
                raise Damaged("it holds {part} beside weights and description", part=name)
    except BaseException:
        archive.close()
        raise
    return archive


def config_of(archive: Archive) -> Any:
    """Return the description from a Keras file, with errors as in `open_model`."""
    return parse_json(archive.read(_CONFIG, _MAX_CONFIG))


def version_of(archive: Archive) -> str:
    """Return the version of Keras that wrote a file, with errors as in `open_model`."""
    metadata = parse_json(archive.read(_METADATA, 1 << 20))
    return str(metadata.get("keras_version", "of an unknown version"))


def with_its_language(model: Path, spec: NetworkSpec) -> NetworkSpec:
    """Return the spec from a model file, with the language that a card beside it gives (`core.runs.bundled`)."""
    beside = BundledModel(model.parent, model.stem)
    return spec.with_(language=spec.language or beside.language) if model == beside.path else spec


def _found(config: Any) -> dict[str, Any]:
    waiting = [config]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            if value.get("registered_name") == _WORD_FORMATION:
                return dict(value["config"]["spec"])
            waiting.extend(value.values())
    raise KeyError("spec")
