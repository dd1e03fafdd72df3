"""Reads and writes files that hold only weights: Keras' own files, or NumPy's `.npz` in PyTorch's layout.

The weights become arrays by the names of `core.model.network.surgery.weights_by_layer`, whatever the file calls them;
no code of a file is run.
"""

from __future__ import annotations

import io
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import keras
import numpy as np
from numpy.typing import NDArray

from core.base.archives import Arrays
from core.base.errors import DAMAGED, Damaged, ModelError, reason_of
from core.base.files import read_file, write_atomically
from core.base.json_text import read_json
from core.base.progress import Progress, ignore_news
from core.model.network import backbones, network
from core.model.network.h5_files import objects_of, open_weights, require_readable
from core.model.network.saving import Recogniser
from core.model.network.surgery import is_of, kinds_of, values_of, weights_by_layer
from core.model.using.opening import open_recogniser
from core.plugins.adapting.job import SavedWeights, SaveJob
from core.plugins.adapting.torch_layout import COUNTERS, from_torch, to_torch, torch_names
from core.runs.model_spec import config_of, open_model
from core.runs.spec import NetworkSpec

H5 = ".weights.h5"
NPZ = ".npz"
KERAS = ".keras"
_ROWS, _BOTH_WAYS = "order_gru", "both_ways/"  # an exported model has the GRU without our layer around it
_MOST_BYTES = 8 << 30
_MOST_NUMBERS = 2 << 30  # bytes of one array

Array = NDArray[Any]


class GivenWeights(NamedTuple):
    """The weights that a file gives to a network."""

    values: dict[str, Array]
    """The arrays, float32, by the names of the network that they are for. Weights that the network lacks have the names
    of the file."""
    spec: NetworkSpec | None = None
    """The spec of a model of ours, whose channels have a meaning. None: channels keep their numbers."""


def read_weights(path: Path, wanted: keras.Model, names: Path | None = None) -> GivenWeights:
    """Read the weights in a file for a network.

    Parameters
    ----------
    path : Path
        A model of ours (a file, a run, a checkpoint), the `.keras` of a backbone, `.weights.h5` of a network or of a
        backbone, or `.npz` in PyTorch's layout.
    wanted : keras.Model
        The network.
    names : Path, optional
        For `.npz`, as that of `core.plugins.adapting.job.AdaptJob`. Names that it does not hold are the file's own.

    Raises
    ------
    ModelError
        If a file is missing, damaged or of another kind, a weight is not a finite number, or names are given for a file
        that is no `.npz`.
    """
    if names is not None and path.suffix != NPZ:
        raise ModelError("{name}: names are translated only for .npz files. Leave them out.", name=path.name)
    if path.suffix == NPZ:
        given = GivenWeights(_from_npz(path, wanted, names))
    elif path.name.endswith(H5) or _is_backbone(path):
        given = GivenWeights(_from_h5(path, wanted))
    else:
        opened = open_recogniser(path)
        given = GivenWeights(values_of(opened.network), opened.spec)
    return given._replace(values=checked(given.values, path.name))


def checked(values: Mapping[str, Array], file: str) -> dict[str, Array]:
    """Check weights from a file, and return them as float32.

    Raises
    ------
    ModelError
        If a weight holds no numbers, or one that is not finite.
    """
    arrays = {}
    for name, value in values.items():
        if value.dtype.kind not in "fiu":
            raise ModelError("{name}: {weight} holds no numbers. Choose another file.", name=file, weight=name)
        with np.errstate(over="ignore"):
            arrays[name] = value.astype(np.float32)
        if not np.isfinite(arrays[name]).all():
            raise ModelError(
                "{name}: {weight} holds NaN or infinite numbers, from a training that went wrong. Choose another file.",
                name=file,
                weight=name,
            )
    return arrays


def save_weights_of(job: SaveJob, progress: Progress = ignore_news) -> SavedWeights:
    """Write weights of the model that a job names, as `save_weights` does.

    Raises
    ------
    ModelError
        As `save_weights`, and if the model cannot be used.
    FileWriteError, OSError
        As `save_weights`.
    """
    return save_weights(open_recogniser(job.model), job)


def save_weights(recogniser: Recogniser, job: SaveJob) -> SavedWeights:
    """Write some of a model's weights to a new file.

    Parameters
    ----------
    recogniser : Recogniser
        The model.
    job : SaveJob
        The request.

    Raises
    ------
    ModelError
        If the ending is of no format, or the format cannot hold these layers, or there is such a file already.
    FileWriteError
        If the file cannot be written.
    OSError
        If the temporary file cannot be written or read.
    """
    refuse_existing(job.out)
    whole = recogniser.network
    if job.out.suffix == NPZ:
        arrays = dict(_torch_arrays(whole, job))
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)  # type: ignore[arg-type]  # NumPy's stubs see a flag
        write_atomically(job.out, buffer.getvalue())
        return SavedWeights(job.out, len(arrays))
    if not job.out.name.endswith((H5, KERAS)):
        raise ModelError(
            "{name}: weights are written to .npz, .weights.h5 and .keras files. Choose one of these endings.",
            name=job.out.name,
        )
    if job.layers != "backbone" and not (job.layers == "all" and job.out.name.endswith(H5)):
        raise ModelError(
            "{name}: a .keras file holds only the backbone, a .weights.h5 file the backbone or all layers. Write "
            "other layers to an .npz file.",
            name=job.out.name,
        )
    part = whole if job.layers == "all" else whole.get_layer(backbones.NAME)
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / ("part" + (H5 if job.out.name.endswith(H5) else KERAS))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Skipping nested container", UserWarning)  # Keras' own lists
            if written.name.endswith(H5):
                part.save_weights(written)
            else:
                part.save(written)
        write_atomically(job.out, read_file(written, _MOST_BYTES))
    return SavedWeights(job.out, len(part.weights))


def refuse_existing(path: Path) -> None:
    """Raise ModelError if the file exists, because no file of a person is ever replaced."""
    if path.exists():
        raise ModelError("{name}: there is a file of this name already. Choose another name.", name=path.name)


# Keras' files


def _is_backbone(path: Path) -> bool:
    """Return True if a `.keras` file holds only a backbone.

    False is returned for a damaged file, because opening it as a model reports the damage.
    """
    try:
        with open_model(path) as archive:
            return bool(config_of(archive)["config"]["name"] == backbones.NAME)
    except DAMAGED:
        return False


def _from_h5(path: Path, wanted: keras.Model) -> dict[str, Array]:
    try:
        require_readable(path)
        with open_weights(path) as file:
            owners = dict(_owners(file))
    except DAMAGED as error:
        raise _damaged(path, error) from error
    if not owners:
        raise ModelError("{name}: no weights in it. Choose a file that Keras 3 or this program wrote.", name=path.name)
    places: dict[str, list[str]] = {}  # Keras numbers the weights of each layer, those of layers inside it apart
    for weights in weights_by_layer(wanted).values():
        for name in weights:
            places.setdefault(name.rpartition("/")[0], []).append(name)
    arrays: dict[str, Array] = {}
    for owner, values in _with_fitting_names(owners, places).items():
        known = places.get(owner, [])
        for number, value in values.items():
            name = known[number] if number < len(known) else f"{owner}/{number}"
            arrays[name] = value
    return arrays


def _owners(file: h5py.File) -> Iterator[tuple[str, dict[int, Array]]]:
    """Yield the layers of a file of Keras 3 by their names, with their weights by number."""
    objects = objects_of(file)
    names: dict[str, str] = {}
    for path, group in objects.items():
        if isinstance(group, h5py.Group) and "vars" not in path.split("/"):
            inside = objects.get(f"{path}/vars".strip("/"))
            name = str(inside.attrs.get("name", "")) if isinstance(inside, h5py.Group) else ""
            names[path] = f"{names[path.rpartition('/')[0]]}/{name}".strip("/") if path else ""
            if isinstance(inside, h5py.Group):
                numbers = {key: objects.get(f"{path}/vars/{key}".strip("/")) for key in inside if key.isdecimal()}
                if numbers:
                    yield names[path] or "/", {int(key): _values(key, data) for key, data in numbers.items()}


def _values(key: str, data: object) -> Array:
    if not isinstance(data, h5py.Dataset) or data.external or data.is_virtual:
        raise Damaged("{weight} refers to another file", weight=key)
    if data.dtype.kind not in "fiub" or data.size * data.dtype.itemsize > _MOST_NUMBERS:
        raise Damaged("{weight} holds no numbers, or too many", weight=key)
    return np.array(data)


def _with_fitting_names(weights: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Return the names in a file of a backbone, a model, an exported model or a network as the network has them."""
    wanted = set(known)
    outer = f"{network.NAME}/"
    readings = (
        {f"{backbones.NAME}/{name}": value for name, value in weights.items()},
        {name.removeprefix(outer): value for name, value in weights.items()},
        {f"{_ROWS}/{name}" if name.startswith(_BOTH_WAYS) else name: value for name, value in weights.items()},
        dict(weights),
    )
    return max(readings, key=lambda reading: len(wanted & reading.keys()))


# PyTorch's layout


def _torch_arrays(model: keras.Model, job: SaveJob) -> Iterator[tuple[str, Array]]:
    kinds = kinds_of(model)
    for layer, weights in weights_by_layer(model).items():
        for name, variable in weights.items() if is_of(layer, job.layers) else ():
            value = keras.ops.convert_to_numpy(variable)
            yield from zip(torch_names(name), to_torch(kinds[layer], name, value), strict=True)


def _from_npz(path: Path, wanted: keras.Model, names: Path | None) -> dict[str, Array]:
    layers, kinds = weights_by_layer(wanted), kinds_of(wanted)
    try:
        with Arrays(path, _MOST_BYTES) as file:
            keys = _keys_by_torch_name(path, file, layers, names)
            arrays: dict[str, Array] = {}
            for layer, weights in layers.items():
                for name, variable in weights.items():
                    own = torch_names(name)
                    if all(key in keys for key in own):
                        values = [file[keys.pop(key)] for key in own]
                        arrays[name] = from_torch(kinds[layer], name, values, tuple(variable.shape))
    except DAMAGED as error:
        raise _damaged(path, error) from error
    return arrays | {key: np.zeros(0) for key in keys.values() if not key.endswith(COUNTERS)}


def _keys_by_torch_name(
    path: Path, keys: Iterable[str], layers: Mapping[str, Mapping[str, Any]], names: Path | None
) -> dict[str, str]:
    """The file's keys by the names that `torch_names` gives the network's weights."""
    given = {} if names is None else _read_names(names)
    owned = set(keys)
    modules = {key.rpartition(".")[0] for key in owned}
    keys_by_name: dict[str, str] = {}
    for theirs, ours in given.items():
        own = ours.removeprefix(f"{network.NAME}/")
        weights = {name: layer for layer, all_of in layers.items() for name in all_of}
        assert names is not None
        if theirs not in owned | modules:
            raise ModelError(
                "{name}: {file} has no “{weight}”. Correct the names.", name=names.name, file=path.name, weight=theirs
            )
        if (own not in weights) if theirs in owned else (own not in layers):
            raise ModelError(
                "{name}: the model has no “{weight}”. “textscanner layers” lists its layers.",
                name=names.name,
                weight=ours,
            )
    for key in sorted(owned):
        module, _, own = key.rpartition(".")
        name = key
        if key in given:
            [name] = torch_names(given[key].removeprefix(f"{network.NAME}/"))[:1]
        elif module in given:
            name = f"{given[module].removeprefix(f'{network.NAME}/').replace('/', '.')}.{own}"
        if name in keys_by_name:
            raise ModelError(
                "{name}: “{first}” and “{second}” are the same weight of the model. Correct the names.",
                name=path.name,
                first=keys_by_name[name],
                second=key,
            )
        keys_by_name[name] = key
    return keys_by_name


def _read_names(path: Path) -> dict[str, str]:
    try:
        names = read_json(path)
    except DAMAGED as error:
        raise _damaged(path, error) from error
    if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
        raise ModelError(
            "{name}: not a list of the names of weights. Write a JSON object: the file's name of each layer, and the "
            "model's.",
            name=path.name,
        )
    return names


def _damaged(path: Path, error: BaseException) -> ModelError:
    if isinstance(error, FileNotFoundError):
        return ModelError("{name}: there is no such file in {folder}.", name=path.name, folder=path.absolute().parent)
    return ModelError(
        "{name}: no file of weights, or a damaged one ({reason}). Copy it again.",
        name=path.name,
        reason=reason_of(error),
    )
