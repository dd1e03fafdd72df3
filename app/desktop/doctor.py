"""`textscanner doctor`: what of Python, TensorFlow, GPUs, Qt and fonts works on this machine, in plain words.

A check that can crash or hang, such as loading a native library, runs in a child process.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from core.base.folders import cache_folder
from core.base.graphics_cards import graphics_cards
from core.base.progress import Progress, ignore_progress

_PATIENCE = 180  # seconds: TensorFlow takes long to load from a cold disk
_PACKAGES = (
    "numpy", "opencv-python-headless", "shapely", "scipy", "pillow", "matplotlib", "pydantic", "rapidfuzz",
    "tensorboard",
)  # fmt: skip
_NO_HALF = "not used: on most CPUs it is no faster than float32"

_TENSORFLOW = """
import json, os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf, keras
gpus = tf.config.list_physical_devices("GPU")
growth = True
for gpu in gpus:
    try:
        tf.config.experimental.set_memory_growth(gpu, True)
    except Exception as error:
        growth = str(error)
names = [tf.config.experimental.get_device_details(g).get("device_name", g.name) for g in gpus]
caps = [tf.config.experimental.get_device_details(g).get("compute_capability") for g in gpus]
total = float(tf.reduce_sum(tf.matmul(tf.ones((8, 8)), tf.ones((8, 8)))))
print(json.dumps({"tensorflow": tf.__version__, "keras": keras.__version__, "backend": keras.backend.backend(),
  "cuda": tf.test.is_built_with_cuda(), "gpus": names, "capabilities": caps, "growth": growth, "sum": total}))
"""

_QT = """
import json
from PySide6 import __version__
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication
app = QApplication([])
print(json.dumps({"version": __version__, "platform": app.platformName(), "fonts": len(QFontDatabase.families())}))
"""


@dataclass(frozen=True, slots=True)
class MachineFinding:
    """The result of one check of the machine.

    Attributes
    ----------
    name : str
        What.
    works : bool or None
        None where the thing is optional and missing.
    value : str
        What was found.
    advice : str
        What to do; empty where nothing is.
    """

    name: str
    works: bool | None
    value: str
    advice: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as `--json` prints it."""
        return asdict(self)

    def __str__(self) -> str:
        mark = {True: "ok", False: "NOT OK", None: "-"}[self.works]
        return f"{mark:7}{self.name:20}{self.value}" + (f"\n{'':27}→ {self.advice}" if self.advice else "")


def examine(progress: Progress = ignore_progress) -> list[MachineFinding]:
    """Run every check; this takes some seconds, because a child process loads TensorFlow."""
    looks: tuple[Callable[[], list[MachineFinding]], ...] = (_python, _packages, _tensorflow, _qt, _fonts, _folders)
    findings: list[MachineFinding] = []
    for done, look in enumerate(looks):
        progress(done, len(looks))
        findings += look()
    return findings


def _python() -> list[MachineFinding]:
    fits = (3, 11) <= sys.version_info[:2] < (3, 14)
    advice = "" if fits else "TensorFlow needs Python 3.11, 3.12 or 3.13: install one and run script/bootstrap again."
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return [MachineFinding("Python", fits, platform.python_version(), advice), MachineFinding("System", None, system)]


def _packages() -> list[MachineFinding]:
    found, missing = [], []
    for name in _PACKAGES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    findings = [MachineFinding("Packages", True, ", ".join(found))]
    if missing:
        findings = [MachineFinding("Packages", False, f"missing: {', '.join(missing)}", "Run script/bootstrap again.")]
    for rival in ("opencv-python", "opencv-contrib-python"):
        try:
            version = importlib.metadata.version(rival)
        except importlib.metadata.PackageNotFoundError:
            continue
        advice = f"Its Qt plug-ins break the window. Type: pip uninstall {rival}, then run script/bootstrap again."
        findings.append(MachineFinding("OpenCV", False, f"{rival} {version} is installed as well", advice))
    return findings


def _ask_child(code: str) -> tuple[dict[str, Any] | None, str]:
    """Return the last line that a child process printed, or None and the reason."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return None, f"no answer in {_PATIENCE} s"
    if done.returncode == 0 and done.stdout.strip():
        answer: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
        return answer, ""
    last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    return None, f"exit code {done.returncode}: {last[:200]}"


def _tensorflow() -> list[MachineFinding]:
    answer, failure = _ask_child(_TENSORFLOW)
    if answer is None:
        advice = "Training and prediction need it; labelling does not. Run script/bootstrap again."
        return [MachineFinding("TensorFlow", False, f"does not start ({failure})", advice)]
    computes = answer["sum"] == 512
    value = f"{answer['tensorflow']}, Keras {answer['keras']} on {answer['backend']}"
    advice = "" if computes else "It computes wrongly on this machine: run script/bootstrap again."
    findings = [MachineFinding("TensorFlow", computes, value, advice)]
    cards = [] if answer["gpus"] else _nvidia_cards()
    if answer["gpus"]:
        findings.append(MachineFinding("GPU", True, ", ".join(answer["gpus"])))
        grows = answer["growth"] is True
        advice = "" if grows else "Close other programs that use TensorFlow, then look again."
        value = "on: memory is taken as it is needed" if grows else f"cannot be set ({answer['growth']})"
        findings.append(MachineFinding("GPU memory growth", grows, value, advice))
        half = all(tuple(c or ()) >= (7, 0) for c in answer["capabilities"])
        value = "fast on this card" if half else "works, but this card (before Volta) gains nothing by it"
        findings.append(MachineFinding("Mixed precision", True if half else None, value))
    elif cards:
        reason = (
            "built without CUDA" if not answer["cuda"] else "its CUDA libraries are missing or do not fit the driver"
        )
        value = f"{', '.join(cards)} is there, but TensorFlow cannot use it ({reason})"
        advice = (
            "Type script/bootstrap --gpu to install NVIDIA's libraries; if that was done, update the driver. "
            "On Windows TensorFlow uses a GPU only inside WSL 2."
        )
        findings.append(MachineFinding("GPU", False, value, advice))
        findings.append(MachineFinding("Mixed precision", None, _NO_HALF))
    else:
        findings.append(
            MachineFinding("GPU", None, "none; training runs on the CPU, where the preset small is the right one")
        )
        findings.append(MachineFinding("Mixed precision", None, _NO_HALF))
    return findings


def _nvidia_cards() -> list[str]:
    """Names of the NVIDIA cards that the driver sees, whether or not TensorFlow does."""
    try:
        return [card.name for card in graphics_cards()]
    except OSError as error:
        return [f"an NVIDIA card whose driver does not answer ({error})"]


def _qt() -> list[MachineFinding]:
    answer, failure = _ask_child(_QT)
    if answer is None and sys.platform.startswith("linux") and not os.environ.get("QT_QPA_PLATFORM"):
        has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        os_environ_answer, failure_offscreen = _ask_child(
            'import os; os.environ["QT_QPA_PLATFORM"] = "offscreen"\n' + _QT
        )
        if os_environ_answer is not None and not has_screen:
            value = f"PySide6 {os_environ_answer['version']}; no screen here, pictures can be made without one"
            return [
                MachineFinding("Qt", None, value, "Start it in a desktop session, or set DISPLAY, to see the window.")
            ]
        failure = failure_offscreen if os_environ_answer is None else failure
    if answer is None:
        advice = "Run script/bootstrap again: it installs the system libraries that Qt needs, or names them."
        return [MachineFinding("Qt", False, f"does not start ({failure})", advice)]
    findings = [MachineFinding("Qt", True, f"PySide6 {answer['version']} on {answer['platform']}")]
    if not answer["fonts"]:
        findings.append(MachineFinding("Qt fonts", False, "none", "Install a font, for example fonts-dejavu-core."))
    return findings


def _fonts() -> list[MachineFinding]:
    from core.charset import ALNUM  # noqa: PLC0415
    from core.data.drawing.fonts import bundled, of_system  # noqa: PLC0415

    ours = bundled(ALNUM)
    findings = [MachineFinding("Fonts for demo data", bool(ours), f"{len(ours)} that come with matplotlib")]
    chinese = of_system("中文字")
    if chinese:
        findings.append(MachineFinding("Chinese fonts", True, f"{len(chinese)}, for example {chinese[0].name}"))
    else:
        advice = "To draw Chinese demo words install one, for example fonts-noto-cjk, or pass --fonts DIR."
        findings.append(MachineFinding("Chinese fonts", None, "none on this machine", advice))
    return findings


def _folders() -> list[MachineFinding]:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        advice = "Give yourself the right to write there, or set XDG_CACHE_HOME to another folder."
        return [MachineFinding("Cache folder", False, f"{folder}: {error.strerror or error}", advice)]
    free = shutil.disk_usage(folder).free
    advice = "" if free > 1 << 30 else "Make room: a training run needs over 1 GB."
    return [MachineFinding("Cache folder", free > 1 << 30, f"{folder}, {free >> 30} GB free", advice)]
