"""Reads what a model was built for from its file or run, without Keras and without its weights."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from core.base.errors import ModelError, StudioError
from core.runs.bundled import BundledModel
from core.runs.files import is_checkpoint, run_of
from core.runs.spec import NetworkSpec
from core.runs.watched import run_spec

_WORD_FORMATION = "textscanner>WordFormation"  # the layer that keeps the spec, as Keras registers it


def spec_of(model: Path) -> NetworkSpec:
    """Read the spec of a model file, a run, or a checkpoint of a run.

    Raises
    ------
    ModelError
        If it cannot be read; `core.model.network.saving.load_model` says why in detail.
    """
    if is_checkpoint(model):
        return run_spec(run_of(model))
    if model.is_dir():
        return run_spec(model)
    try:
        with zipfile.ZipFile(model) as archive:
            config = json.loads(archive.read("config.json"))
        return with_its_language(model, NetworkSpec.from_dict(_found(config)))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, StudioError) as error:
        raise ModelError(
            "{name}: its description cannot be read ({why}). Choose a model that TextScanner Studio wrote.",
            name=model.name,
            why=error,
        ) from error


def with_its_language(model: Path, spec: NetworkSpec) -> NetworkSpec:
    """Add the language that a card beside a model file names (`core.runs.bundled`) to the spec in that file."""
    beside = BundledModel(model.parent)
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
