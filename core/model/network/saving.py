"""Saves and loads model files: one `.keras` file holds network, word formation and spec, all that prediction needs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import keras
import numpy as np

from core.base.errors import DAMAGED, ModelError, Sentence, StudioError, reason_of
from core.base.files import read_file, write_atomically
from core.charset import Charset
from core.model.network import formation, network
from core.model.network.backbones import load_brought
from core.model.network.blocks import PACKAGE
from core.model.network.formation import WordFormation
from core.model.network.h5_files import require_readable
from core.runs.bundled import BundledModel, named
from core.runs.model_spec import config_of, open_model, version_of, with_its_language
from core.runs.spec import NetworkSpec, require_plugin

_ADVICE = Sentence("Choose a .keras file that TextScanner Studio wrote.")
_BUILT_IN = frozenset({"keras", "builtins"})  # packages whose classes Keras finds by itself


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A network with word formation behind it, and its spec."""

    model: keras.Model
    """Input: `image` (b, H, W, 3) uint8 RGB, H and W divisible by 32. Output: the dict of `WordFormation`."""
    spec: NetworkSpec
    """The specification of the network, which the model file holds as well."""

    @property
    def network(self) -> keras.Model:
        """The network without word formation, with the same weights (`core.model.network.network.build_network`)."""
        return self.model.get_layer(network.NAME)

    @property
    def charset(self) -> Charset:
        """The symbols that the network reads."""
        return Charset(self.spec.charset)


def build_recogniser(spec: NetworkSpec, trained: keras.Model | None = None) -> Recogniser:
    """Build the predicting model of a network: the network with word formation behind it.

    Parameters
    ----------
    spec : NetworkSpec
        The network's spec.
    trained : keras.Model, optional
        A network of `build_network(spec)`, whose weights are shared. None: a new network.
    """
    inner = trained if trained is not None else network.build_network(spec)
    image = keras.Input((None, None, 3), dtype="uint8", name="image")
    words = WordFormation(spec, name=formation.NAME)(inner(image))
    return Recogniser(keras.Model(image, words, name="recogniser"), spec)


def save_model(path: Path, recogniser: Recogniser) -> None:
    """Write a model file atomically, without the optimizer, which the predicting model never has.

    Raises
    ------
    ModelError
        If the name does not end in `.keras`.
    FileWriteError
        If the file cannot be written. The current file is untouched.
    OSError
        If the temporary file cannot be written or read.
    """
    if path.suffix != ".keras":
        raise ModelError(
            "{name}: a model file's name ends in .keras. Call it {stem}.keras.", name=path.name, stem=path.stem
        )
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder) / "model.keras"
        recogniser.model.save(temporary)
        write_atomically(path, read_file(temporary, 8 << 30))


def load_model(path: Path) -> Recogniser:
    """Read a model file without running any code from it.

    Raises
    ------
    ModelError
        If the file is missing, damaged, no model of ours, of a newer schema, holds code or a weight that is no finite
        number, or needs a missing class, or if it is not the one that its card describes (`core.runs.bundled`).
    """
    if not path.is_file():
        raise ModelError(
            "{name}: there is no such model file in {folder}. {advice}",
            name=path.name,
            folder=path.absolute().parent,
            advice=_ADVICE,
        )
    beside = BundledModel(path.parent, path.stem)
    if path == beside.path and beside.problem:
        raise ModelError(beside.problem)
    config, version = _read_config(path)
    spec = _described(path, config)
    if named(path) is None:  # the hash of a bundled one is known
        require_readable(path)
    try:
        model = keras.saving.load_model(path, compile=False, safe_mode=True)
    except Exception as error:  # Keras promises no type here: TypeError, ValueError, KeyError, h5py's OSError …
        raise ModelError(
            "{name}: written with Keras {version}, cannot be rebuilt with Keras {present} ({reason}). Install "
            "that version, or train the model again.",
            name=path.name,
            version=version,
            present=keras.__version__,
            reason=_cause(error),
        ) from error
    recogniser = Recogniser(model, spec)
    _check_channels(path, recogniser)
    require_numbers(recogniser, path.name)
    return recogniser


def require_numbers(recogniser: Recogniser, name: str) -> None:
    """Raise ModelError if a weight of the model called `name` is NaN or infinite: it would silently read nothing."""
    bad = [
        weight.path
        for weight in recogniser.model.weights
        if weight.dtype != "bool" and not np.isfinite(keras.ops.convert_to_numpy(weight)).all()
    ]
    if bad:
        raise ModelError(
            "{name}: {count} of its weights {count:|holds|hold} values that are not numbers, the first is {weight}. "
            "Choose an earlier checkpoint, or train the model again.",
            name=name,
            count=len(bad),
            weight=bad[0],
        )


def _read_config(path: Path) -> tuple[dict[str, Any], str]:
    try:
        with open_model(path) as archive:
            if (damaged := archive.damaged) is not None:
                raise ModelError(
                    "{name}: damaged, its part {damaged} has a wrong checksum. Copy it again.",
                    name=path.name,
                    damaged=damaged,
                )
            config, version = config_of(archive), version_of(archive)
    except PermissionError as error:
        raise ModelError(
            "{name}: cannot be read ({why}). Change its permissions.", name=path.name, why=error.strerror
        ) from error
    except (LookupError, ValueError, AttributeError) as error:
        facts = {"name": path.name, "reason": reason_of(error), "advice": _ADVICE}
        raise ModelError("{name}: an archive, but not of a Keras model ({reason}). {advice}", **facts) from error
    except DAMAGED as error:
        facts = {"name": path.name, "reason": reason_of(error), "advice": _ADVICE}
        raise ModelError("{name}: no model file, or a damaged one ({reason}). {advice}", **facts) from error
    if not isinstance(config, dict):
        raise ModelError("{name}: an archive, but not of a Keras model. {advice}", name=path.name, advice=_ADVICE)
    return config, str(version)


def _described(path: Path, config: dict[str, Any]) -> NetworkSpec:
    objects = list(_objects(config))
    ours = [node for node in objects if node.get("registered_name") == f"{PACKAGE}>{WordFormation.__name__}"]
    description = ours[0]["config"].get("spec") if ours and isinstance(ours[0].get("config"), dict) else None
    if isinstance(description, dict):
        _require_backbone(path, description)
    missing = next(filter(None, map(_missing_class, objects)), None)
    if missing is not None:
        raise ModelError("{name}: {missing}", name=path.name, missing=missing)
    if any(node.get("class_name") in ("Lambda", "__lambda__") for node in objects):
        raise ModelError(
            "{name}: holds program code (a Lambda layer), which is never run. {advice}", name=path.name, advice=_ADVICE
        )
    if not isinstance(description, dict):
        raise ModelError("{name}: a Keras model, but no recogniser. {advice}", name=path.name, advice=_ADVICE)
    try:
        return with_its_language(path, NetworkSpec.from_dict(description))
    except ModelError as error:
        raise ModelError("{name}: {error}", name=path.name, error=error) from error


def _require_backbone(path: Path, description: Mapping[str, Any]) -> None:
    """Load the classes of a plug-in's backbone if the plug-in is on, because the file only names the plug-in."""
    try:
        require_plugin(description)
        load_brought(str(description.get("preset")))
    except StudioError as error:
        raise ModelError("{name}: {error}", name=path.name, error=error) from error


def _objects(config: Any) -> Iterator[dict[str, Any]]:
    """Yield every JSON object in a configuration, at any depth."""
    waiting = [config]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _missing_class(serialised: dict[str, Any]) -> str | None:
    """Return a sentence on a serialised object's missing class and the remedy, or None if the class exists."""
    name, module = serialised.get("class_name"), serialised.get("module")
    if not isinstance(name, str) or not isinstance(module, str) or module.partition(".")[0] in _BUILT_IN:
        return None
    key = serialised.get("registered_name") or name
    if not isinstance(key, str) or keras.saving.get_registered_object(key) is not None:
        return None
    package, _, own = key.rpartition(">")
    if package == PACKAGE:
        return Sentence('needs the class "{own}" of a newer TextScanner Studio. Update the program.', own=own)
    # Nothing is imported on a file's demand: the import would run foreign code
    return Sentence(
        'needs the class "{own}" of "{module}", which belongs neither to Keras nor to TextScanner Studio and is '
        "not loaded. {advice}",
        own=own,
        module=module,
        advice=_ADVICE,
    )


def _check_channels(path: Path, recogniser: Recogniser) -> None:
    try:
        outputs = recogniser.network.output
        channels = {name: outputs[name].shape[-1] for name in ("character", "order")}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ModelError(
            "{name}: a Keras model, but no recogniser ({reason}). {advice}",
            name=path.name,
            reason=_cause(error),
            advice=_ADVICE,
        ) from error
    spec = recogniser.spec
    for name, wanted in (("character", len(spec.charset) + 1), ("order", spec.maps.max_length + 1)):
        if channels[name] != wanted:
            raise ModelError(
                "{name}: its {map} map has {channels} {channels:|channel|channels} where its description says "
                "{wanted}. {advice}",
                name=path.name,
                map=name,
                channels=channels[name],
                wanted=wanted,
                advice=_ADVICE,
            )


def _cause(error: BaseException) -> str:
    # Keras tells the real cause at the end of a very long message, or quotes a whole configuration in it
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:160].rstrip(".")
