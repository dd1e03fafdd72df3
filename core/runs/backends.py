"""The Keras backends and devices on which a training can run, and the ways of dividing one that are not offered.

A process computes with one backend, from the import of Keras on. So each is asked in a process of its own, and its
answer is kept until a version or the driver changes.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import platform
import re
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.child_process import ask_child
from core.base.errors import FileWriteError, RunError, Sentence
from core.base.files import make_folder, read_file, write_atomically
from core.base.folders import cache_folder
from core.base.graphics_cards import memory_of
from core.base.json_text import read_json

TENSORFLOW = "tensorflow"

NAMES: Mapping[str, str] = {TENSORFLOW: "TensorFlow", "torch": "PyTorch", "jax": "JAX"}
"""By Keras' name, in the order of `auto`: the first that sees a GPU is taken."""

INSTALLING: Mapping[str, str] = {
    TENSORFLOW: "script/bootstrap",
    "torch": 'pip install "textscanner-studio[torch]"',
    "jax": 'pip install "textscanner-studio[jax]"',
}
"""The command that installs each."""

OLDEST: Mapping[str, str] = {TENSORFLOW: "2.20", "torch": "2.6", "jax": "0.7"}
"""The oldest version of each that the program was written for, as in its requirements."""

NVIDIA = "NVIDIA"
"""The maker of graphics cards that TensorFlow can use on Linux."""

_KEPT = "backends.json"
_SIGNS_OF_NVIDIA = ("/dev/nvidia0", "/proc/driver/nvidia/gpus")
_SIGN_OF_AMD = "/dev/kfd"
_SIGNS_OF_GPUS = (*_SIGNS_OF_NVIDIA, _SIGN_OF_AMD, "/dev/dri")
_DRIVER = Path("/proc/driver/nvidia/version")

_COMPUTING = """
def computing(devices):  # a card may be listed for which the library was not built
    working, failure = [], None
    for device, answer in devices:
        try:
            compute(device)
        except Exception as error:
            failure = error
        else:
            working.append(answer)
    if failure is not None and not working:
        raise SystemExit(f"{type(failure).__name__}: {failure}".partition("\\n")[0])
    return working
"""
_ASKED: Mapping[str, str] = {
    TENSORFLOW: """
import tensorflow as tf
gpus = tf.config.list_physical_devices("GPU")
names = [tf.config.experimental.get_device_details(g).get("device_name", g.name) for g in gpus]
memory = [None] * len(names)
""",
    "torch": """
import torch
def compute(device):
    return float((torch.ones(8, device=device) * 2).sum())
if torch.cuda.is_available():
    every = computing([(f"cuda:{n}", torch.cuda.get_device_properties(n)) for n in range(torch.cuda.device_count())])
    names, memory = [p.name for p in every], [p.total_memory for p in every]
elif hasattr(torch, "xpu") and torch.xpu.is_available():
    every = computing([(f"xpu:{n}", torch.xpu.get_device_properties(n)) for n in range(torch.xpu.device_count())])
    names, memory = [p.name for p in every], [p.total_memory for p in every]
else:
    names = computing([("mps", "Apple GPU")]) if torch.backends.mps.is_available() else []
    memory = [None] * len(names)
""",
    "jax": """
import os
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
import jax
def compute(device):
    return float(jax.device_put(1.0, device) + 1.0)
gpus = computing([(d, d) for d in jax.devices() if d.platform != "cpu"])
names = [d.device_kind for d in gpus]
memory = [(d.memory_stats() or {}).get("bytes_limit") for d in gpus]
""",
}
_TOLD = "\nimport json\nprint(json.dumps({'gpus': names, 'memory': memory}))\n"


@dataclass(frozen=True, slots=True)
class BackendSeen:
    """A backend as it is found on this machine."""

    name: str
    """Keras' name of the backend."""
    version: str | None
    """The version. None if the backend is not installed."""
    gpus: tuple[str, ...] = ()
    """Names of the GPUs that the backend sees."""
    memory: tuple[int | None, ...] = ()
    """Bytes of memory of each GPU. None if the backend does not tell."""
    failure: str = ""
    """The reason why the backend does not start. Empty if it does."""

    @property
    def title(self) -> str:
        """The name of the backend as people write it."""
        return NAMES[self.name]

    @property
    def uses_one_device(self) -> bool:
        """True if a training on the backend uses one device, however many there are."""
        return self.name == "torch"

    @property
    def is_too_old(self) -> bool:
        """True if the backend is installed in a version before `OLDEST`."""
        return self.version is not None and _numbers(self.version) < _numbers(OLDEST[self.name])


def installed_version(name: str) -> str | None:
    """Return the version of a backend's package, without importing it, or None if it is not installed."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def unusable(name: str) -> Sentence | None:
    """Return a sentence that says why a backend cannot be used and what to type, or None if it is installed."""
    seen = BackendSeen(name, installed_version(name))
    if seen.version is None:
        return Sentence("{backend} is not installed. Type: {command}", backend=seen.title, command=INSTALLING[name])
    if seen.is_too_old:
        return Sentence(
            "{backend} {version} is too old, and {oldest} or a newer one is needed. Type: {command}",
            backend=seen.title,
            version=seen.version,
            oldest=OLDEST[name],
            command=INSTALLING[name],
        )
    return None


def _numbers(version: str) -> tuple[int, ...]:
    """Return the first two numbers of a version, such as those of 2.13.0+cpu."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def look_at(name: str, code: str | None = None) -> BackendSeen:
    """Ask a backend for its GPUs in a process of its own, or return its earlier answer.

    Takes seconds, so do not call it in the thread that paints. A backend that is too old is not asked. `code`: asks in
    place of the backend's own question.
    """
    version = installed_version(name)
    if version is None or BackendSeen(name, version).is_too_old:
        return BackendSeen(name, version)
    key = f"{name} {version} {platform.python_version()} {_driver()} {os.environ.get('CUDA_VISIBLE_DEVICES', '')}"
    kept = _kept().get(key)
    if kept is not None and code is None:
        return BackendSeen(name, version, tuple(kept["gpus"]), tuple(kept["memory"]))
    answer, failure = ask_child(_COMPUTING + (_ASKED[name] if code is None else code) + _TOLD)
    if answer is None:
        return BackendSeen(name, version, failure=failure)
    known = zip(answer["gpus"], answer["memory"], strict=True)  # TensorFlow does not tell, the driver may
    answer["memory"] = [memory_of(number, gpu) if size is None else size for number, (gpu, size) in enumerate(known)]
    _keep(key, answer)
    return BackendSeen(name, version, tuple(answer["gpus"]), tuple(answer["memory"]))


def backend_for(wanted: str, look: Callable[[str], BackendSeen] = look_at) -> str:
    """Return the backend that a training, or the reading of images, will use.

    `wanted`: as `core.runs.config.TrainConfig.backend`. "auto": the first of `NAMES` that sees a GPU, else TensorFlow.
    `look`: asks a backend. Raises RunError if the wanted one is not installed, or too old.
    """
    if wanted == "auto":
        candidates = NAMES if may_have_gpu() else ()
        return next((name for name in candidates if look(name).gpus), TENSORFLOW)
    if (why := unusable(wanted)) is not None:
        raise RunError("backend: {why}, or choose another.", why=why)
    return wanted


def look_at_all(look: Callable[[str], BackendSeen] = look_at) -> dict[str, BackendSeen]:
    """Return each backend by its name as `look` finds it, unasked if nothing on this machine suggests a GPU."""
    if may_have_gpu():
        return {name: look(name) for name in NAMES}
    return {name: BackendSeen(name, installed_version(name)) for name in NAMES}


def taken_of(wanted: str, seen: Mapping[str, BackendSeen]) -> BackendSeen:
    """Return the backend that a training uses, of all as `look_at_all` has found them.

    `wanted`: as that of `backend_for`.
    """
    if wanted != "auto":
        return seen[wanted]
    return next((seen[name] for name in NAMES if seen[name].gpus), seen[TENSORFLOW])


def gpu_of_machine() -> str:
    """Return the maker of a GPU that this machine has, whether or not a backend can use it, or "" if none is known."""
    if shutil.which("nvidia-smi") is not None or any(Path(sign).exists() for sign in _SIGNS_OF_NVIDIA):
        return NVIDIA
    if Path(_SIGN_OF_AMD).exists():
        return "AMD"
    return "Apple" if (platform.system(), platform.machine()) == ("Darwin", "arm64") else ""


def command_for_gpu(*, has_nvidia: bool) -> str:
    """Return the command that installs what uses the GPU of this machine."""
    if platform.system() == "Linux" and has_nvidia:
        return 'pip install "textscanner-studio[gpu]"'
    return "uv pip install torch --torch-backend=auto"


def may_have_gpu() -> bool:
    """Return False if nothing suggests a GPU, so that no backend has to be asked."""
    if platform.system() != "Linux":
        return True
    return any(Path(sign).exists() for sign in _SIGNS_OF_GPUS) or shutil.which("nvidia-smi") is not None


def _driver() -> str:
    with contextlib.suppress(OSError):
        return read_file(_DRIVER).decode("utf-8", "replace").partition("\n")[0]
    return ""


def _kept() -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):
        kept = read_json(cache_folder() / _KEPT)
        if isinstance(kept, dict):
            return {key: value for key, value in kept.items() if isinstance(value, dict) and "gpus" in value}
    return {}


def _keep(key: str, answer: Mapping[str, Any]) -> None:
    backend = key.partition(" ")[0]
    kept = {name: value for name, value in _kept().items() if name.partition(" ")[0] != backend}
    with contextlib.suppress(OSError, FileWriteError):  # then it is asked again
        make_folder(cache_folder())
        text = json.dumps(kept | {key: {**answer, "asked": time.strftime("%Y-%m-%d")}}, indent=2)
        write_atomically(cache_folder() / _KEPT, text.encode())


ALL = "all"  # all GPUs of this machine, or its CPU if it has none: what a training takes if nothing is chosen

NOT_OFFERED: Mapping[str, tuple[str, Sentence]] = {
    "central-storage": (
        "CentralStorageStrategy",
        Sentence(
            "CentralStorageStrategy is not offered: it keeps all weights on one device and copies them to the others "
            "in every step, where all devices of this machine (MirroredStrategy) have copies of their own."
        ),
    ),
    "parameter-server": (
        "ParameterServerStrategy",
        Sentence(
            "ParameterServerStrategy is not offered: its workers learn from weights that others have changed "
            "meanwhile, so that no run can be repeated, and Keras 3 does not support it. Take several machines."
        ),
    ),
    "tpu": (
        "TPUStrategy",
        Sentence(
            "TPUStrategy is not offered: TensorFlow for TPUs runs only in Google's cloud, where this program has "
            "never been tested."
        ),
    ),
    "estimator": (
        "Estimator",
        Sentence(
            "Estimator is not offered: TensorFlow has removed it (tf.estimator). Take all devices of this machine, or "
            "several machines."
        ),
    ),
}
"""By the word that a person writes: TensorFlow's name, and the sentence that says why not."""


def devices_of(text: str) -> tuple[str, ...]:
    """Return the devices that a text names, such as `GPU:0,GPU:1`, or an empty tuple (all devices) for `all`.

    Raises
    ------
    ValueError
        If the text names a way that is not offered; the sentence says why.
    """
    names = tuple(name for part in text.split(",") if (name := part.strip()))
    for name in names:
        if name.casefold() in NOT_OFFERED:
            raise ValueError(NOT_OFFERED[name.casefold()][1])
    return () if names == (ALL,) else names
