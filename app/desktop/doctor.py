"""The checks of `textscanner doctor`: what works on this machine of Python, TensorFlow, GPUs, Qt and fonts.

A check that can crash or hang, such as loading a native library, runs in a child process.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from app.language.languages import CHINESE_FONT
from app.settings.stored import stored_value
from core.base.child_process import ask_child
from core.base.errors import Sentence
from core.base.explaining.advice import advice_for
from core.base.folders import cache_folder
from core.base.graphics_cards import graphics_cards
from core.base.phrases import listed
from core.base.progress import Progress, ignore_news
from core.base.systems import system
from core.readers.catalogue import ListedReader, catalogue
from core.runs.backends import (
    INSTALLING,
    NAMES,
    NVIDIA,
    TENSORFLOW,
    BackendSeen,
    command_for_gpu,
    gpu_of_machine,
    look_at,
    look_at_all,
    taken_of,
)
from core.runs.precision import HALF, TRIED_FROM, precisions_of_machine, processor_has_bfloat16

_PACKAGES = (
    "numpy",
    "opencv-python-headless",
    "shapely",
    "scipy",
    "pillow",
    "matplotlib",
    "pydantic",
    "rapidfuzz",
    "tensorboard",
)
_AGAIN = Sentence("Install the program again.")
_WIDTHS = (12, 30, 12, 0)  # of the columns of the table of backends

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
    """The result of one check of the machine."""

    name: str
    """The thing that was checked, as a person reads it."""
    works: bool | None
    """True if the thing works. None if the thing is optional and missing."""
    value: str
    """The finding in a few words, such as a version."""
    advice: str = ""
    """Advice on what to do. "" if there is nothing to do."""
    cells: tuple[str, ...] = ()
    """The columns of a row of a table, which a report shows in place of `value`. Empty for a finding that is no row."""

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as it is printed by `--json`."""
        values = asdict(self)
        return values if self.cells else {name: value for name, value in values.items() if name != "cells"}

    def __str__(self) -> str:
        return self.said(str)

    def said(self, translated: Callable[[str], str]) -> str:
        """Return the finding as a line of a report, with the advice below it."""
        mark = {True: Sentence("ok"), False: Sentence("NOT OK"), None: "-"}[self.works]
        value = translated(self.value)
        if self.cells:
            columns = zip(self.cells, _WIDTHS, strict=True)
            value = "  ".join(_column(translated(cell), width) for cell, width in columns).rstrip()
        line = f"{_column(translated(mark), 7)}{_column(translated(self.name), 20)}{value}"
        return line + (f"\n{'':27}→ {translated(self.advice)}" if self.advice else "")


def _column(text: str, width: int) -> str:
    """Pad a text to a width in cells of a fixed font, two for a Chinese symbol."""
    taken = sum(2 if unicodedata.east_asian_width(symbol) in "WF" else 1 for symbol in text)
    return text + " " * (width - taken)


def examine(
    progress: Progress = ignore_news, report_finding: Callable[[MachineFinding], object] = ignore_news
) -> list[MachineFinding]:
    """Run every check, call `told` with each finding as it arrives, and return all findings.

    This takes some seconds, because a child process loads TensorFlow.
    """
    findings: list[MachineFinding] = []
    with ThreadPoolExecutor(1) as beside:
        of_tensorflow = beside.submit(look_at_tensorflow)  # begun first: it takes as long as all others together
        looks: tuple[Callable[[], list[MachineFinding]], ...] = (
            _python,
            _packages,
            _folders,
            _qt,
            _fonts,
            _gpu_processes,
            look_at_readers,
            of_tensorflow.result,
            look_at_backends,
        )
        for done, look in enumerate(looks):
            progress(done, len(looks))
            for finding in look():
                report_finding(finding)
                findings.append(finding)
    return findings


def _python() -> list[MachineFinding]:
    fits = (3, 11) <= sys.version_info[:2] < (3, 14)
    needed = Sentence(
        "TensorFlow needs Python 3.11, 3.12 or 3.13: install one of these versions, then the program again."
    )
    system = Sentence(
        "{system} {machine}, {count} {count:|core|cores}",
        system=platform.system(),
        machine=platform.machine(),
        count=os.cpu_count() or 1,
    )
    return [
        MachineFinding("Python", fits, platform.python_version(), "" if fits else needed),
        MachineFinding(Sentence("System"), None, system),
    ]


def _packages() -> list[MachineFinding]:
    versions, missing = [], []
    for name in _PACKAGES:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    findings = [MachineFinding(Sentence("Packages"), True, ", ".join(versions))]
    if missing:
        findings = [
            MachineFinding(Sentence("Packages"), False, Sentence("missing: {names}", names=listed(missing)), _AGAIN)
        ]
    for rival in ("opencv-python", "opencv-contrib-python"):
        try:
            version = importlib.metadata.version(rival)
        except importlib.metadata.PackageNotFoundError:
            continue
        advice = Sentence(
            "Its Qt plug-ins break the window. Type: pip uninstall {name}, then install the program again.", name=rival
        )
        value = Sentence("{name} {version} is installed as well", name=rival, version=version)
        findings.append(MachineFinding("OpenCV", False, value, advice))
    return findings


def look_at_readers(readers: Sequence[ListedReader] | None = None) -> list[MachineFinding]:
    """Return a finding for each reader of another program with its file, by default for the readers on this machine."""
    installed = catalogue(tesseract=str(stored_value("readers.tesseract"))).listed() if readers is None else readers
    if not installed:
        return [MachineFinding(Sentence("Other readers"), None, Sentence("none is installed or added"))]
    return [
        MachineFinding(
            reader.name,
            not reader.problem,
            reader.problem or Sentence("can read words, too: {file}", file=reader.file or ""),
        )
        for reader in installed
    ]


def look_at_tensorflow(
    ask: Callable[[str], tuple[dict[str, Any] | None, str]] = ask_child,
    cards: Sequence[str] | None = None,
    used: Callable[[], BackendSeen] | None = None,
) -> list[MachineFinding]:
    """Return the findings about TensorFlow and its GPUs, checked in a child process that `ask` runs.

    Without `cards` the driver names the graphics cards. `used`: returns the backend that trainings use, in place of a
    question to all of them.
    """
    answer, failure = ask(_TENSORFLOW)
    if answer is None:
        advice: str = Sentence(
            "Training and prediction need TensorFlow; labelling does not. Install the program again."
        )
        return [MachineFinding("TensorFlow", False, Sentence("does not start ({why})", why=failure), advice)]
    computes = answer["sum"] == 512
    value: str = Sentence(
        "{version}, Keras {keras} on {backend}",
        version=answer["tensorflow"],
        keras=answer["keras"],
        backend=answer["backend"],
    )
    advice = "" if computes else Sentence("It computes wrongly on this machine: install the program again.")
    findings = [MachineFinding("TensorFlow", computes, value, advice)]
    if answer["gpus"]:
        findings.append(MachineFinding("GPU", True, listed(answer["gpus"])))
        grows = answer["growth"] is True
        advice = "" if grows else Sentence("Close other programs that use TensorFlow, then look again.")
        value = Sentence("on: memory is taken as it is needed")
        if not grows:
            value = Sentence("cannot be set ({why})", why=answer["growth"])
        findings.append(MachineFinding(Sentence("GPU memory growth"), grows, value, advice))
        half = all(tuple(c or ()) >= (7, 0) for c in answer["capabilities"])
        value = Sentence("fast on this card")
        if not half:
            value = Sentence("works, but this card (before Volta) gains nothing by it")
        findings.append(MachineFinding(Sentence("Mixed precision"), True if half else None, value))
    elif cards := _nvidia_cards() if cards is None else cards:
        reason = Sentence("built without CUDA")
        if answer["cuda"]:
            reason = Sentence("its CUDA libraries are missing or do not fit the driver")
        names = cards[0] if len(cards) == 1 else listed(cards)  # a single one may be a sentence
        taken = (used or (lambda: taken_of("auto", look_at_all())))()
        if taken.gpus:
            value = Sentence("{names}, through {backend}; TensorFlow cannot use it", names=names, backend=taken.title)
            findings.append(MachineFinding("GPU", True, value))
        else:
            value = Sentence("{names} is there, but TensorFlow cannot use it ({why})", names=names, why=reason)
            advice = Sentence(
                'Install NVIDIA\'s libraries by script/bootstrap --gpu or pip install "textscanner-studio[gpu]"; if '
                "that was done, update the driver. On Windows PyTorch uses a GPU, and TensorFlow only inside WSL 2."
            )
            findings.append(MachineFinding("GPU", False, value, advice))
        findings.append(MachineFinding(Sentence("Mixed precision"), None, _half_on_processor()))
    else:
        value = Sentence("none; training runs on the CPU, for which the network small is the right one")
        findings.append(MachineFinding("GPU", None, value))
        findings.append(MachineFinding(Sentence("Mixed precision"), None, _half_on_processor()))
    return findings


def look_at_backends(
    look: Callable[[str], BackendSeen] = look_at, unseen: Callable[[], str] | None = None
) -> list[MachineFinding]:
    """Return a table of the backends that a training may run on, and a finding about the one that it uses.

    `look`: asks a backend in a process of its own. `unseen`: names a GPU of this machine without asking a backend.
    """
    backends = look_at_all(look) | {
        name: look(name) for name in NAMES if name != TENSORFLOW
    }  # these have to start, too
    taken = taken_of("auto", backends)
    titles = Sentence("version"), Sentence("devices it sees"), Sentence("memory"), Sentence("used for training")
    findings = [MachineFinding(Sentence("Backend"), None, listed(titles), cells=titles)]
    findings += [_backend_finding(seen, is_taken=seen is taken) for seen in backends.values()]
    value = Sentence("{device}, through {backend}", device=listed(taken.gpus) or "CPU", backend=taken.title)
    card = "" if taken.gpus else (unseen or gpu_of_machine)()
    advice = ""
    if card:
        advice = Sentence(
            "This machine has a GPU ({card}), but no installed backend can use it. Type: {command}",
            card=card,
            command=command_for_gpu(has_nvidia=card == NVIDIA),
        )
    return [*findings, MachineFinding(Sentence("Training uses"), None, value, advice)]


def _backend_finding(seen: BackendSeen, *, is_taken: bool) -> MachineFinding:
    if seen.version is None:
        return MachineFinding(seen.title, None, Sentence("not installed: {command}", command=INSTALLING[seen.name]))
    if seen.is_too_old:
        value = Sentence("{version} is too old: {command}", version=seen.version, command=INSTALLING[seen.name])
        return MachineFinding(seen.title, None, value)
    if seen.failure:
        value = Sentence("{version} does not start ({why})", version=seen.version, why=seen.failure)
        known = advice_for(seen.failure)
        return MachineFinding(seen.title, False, value, _AGAIN if known is None else known.cure)
    value = Sentence("{version}, sees no GPU", version=seen.version)
    if seen.gpus:
        gpus = listed(map(_with_memory, seen.gpus, seen.memory))
        value = Sentence("{version}, sees {gpus}", version=seen.version, gpus=gpus)
    memory = listed(_size(size) for size in seen.memory if size is not None)
    used = Sentence("yes") if is_taken else Sentence("no")
    return MachineFinding(
        seen.title, True, value, cells=(seen.version, listed(seen.gpus) or "CPU", memory or "-", used)
    )


def _with_memory(gpu: str, memory: int | None) -> str:
    return gpu if memory is None else f"{gpu} ({_size(memory)})"


def _size(memory: int) -> str:
    return f"{memory / (1 << 30):.0f} GB"


def _half_on_processor() -> str:
    """Say what a training on this processor computes in."""
    if not processor_has_bfloat16():
        return Sentence("not used: this processor has no bfloat16 (AVX512-BF16, AMX), and float16 is no faster on it")
    known = precisions_of_machine()
    if not known:
        return Sentence(
            "bfloat16, if it is faster here: a training of {steps} steps or more tries it, once for its network",
            steps=TRIED_FROM,
        )
    return Sentence(
        "bfloat16, if it is faster here: it was in {faster} of {tried} networks tried",
        faster=sum(precision == HALF for precision in known.values()),
        tried=len(known),
    )


def _nvidia_cards() -> list[str]:
    """Names of the NVIDIA cards that the driver sees, whether or not TensorFlow does."""
    try:
        return [card.name for card in graphics_cards()]
    except OSError as error:
        return [Sentence("an NVIDIA card whose driver does not answer ({why})", why=error)]


def _gpu_processes() -> list[MachineFinding]:
    """Return the programs that compute on NVIDIA cards, by name, number and memory, or nothing if there is none."""
    try:
        cards = graphics_cards()
    except OSError:
        return []  # it is reported with the cards
    return [
        MachineFinding(
            Sentence("GPU processes"),
            None,
            f"{card.device}: {process.name} ({process.pid})"
            + ("" if process.memory is None else f", {process.memory / (1 << 30):.1f} GB"),
        )
        for card in cards
        for process in card.processes
    ]


def _qt() -> list[MachineFinding]:
    answer, failure = ask_child(_QT)
    if answer is None and not system.has_screen():
        offscreen, failure = ask_child('import os; os.environ["QT_QPA_PLATFORM"] = "offscreen"\n' + _QT)
        if offscreen is not None:
            value = Sentence(
                "PySide6 {version}; no screen here, pictures can be made without one", version=offscreen["version"]
            )
            advice = Sentence("Start it in a desktop session, or set DISPLAY, to see the window.")
            return [MachineFinding("Qt", None, value, advice)]
    if answer is None:
        advice = Sentence(
            "Install the system libraries that Qt needs; script/run in a checkout installs or lists them."
        )
        return [MachineFinding("Qt", False, Sentence("does not start ({why})", why=failure), advice)]
    value = Sentence("PySide6 {version} on {platform}", version=answer["version"], platform=answer["platform"])
    findings = [MachineFinding("Qt", True, value)]
    if not answer["fonts"]:
        advice = Sentence("Install a font, for example fonts-dejavu-core.")
        findings.append(MachineFinding(Sentence("Qt fonts"), False, Sentence("none"), advice))
    return findings


def _fonts() -> list[MachineFinding]:
    from core.charset import ALNUM
    from core.data.drawing.fonts import bundled, of_system

    ours = bundled(ALNUM)
    value = Sentence("{count} that come with matplotlib", count=len(ours))
    findings = [MachineFinding(Sentence("Fonts for demo data"), bool(ours), value)]
    chinese = of_system("中文字", cache_folder() / "fonts")
    if chinese:
        value = Sentence("{count}, for example {name}", count=len(chinese), name=chinese[0].name)
        findings.append(MachineFinding(Sentence("Chinese fonts"), True, value))
    else:
        advice = Sentence(
            "Chinese shows as boxes in the window and cannot be drawn. Install a Chinese font, for example {package} "
            "on Debian and Ubuntu; --fonts DIR draws with other fonts.",
            package=CHINESE_FONT,
        )
        findings.append(MachineFinding(Sentence("Chinese fonts"), None, Sentence("none on this machine"), advice))
    return findings


def _folders() -> list[MachineFinding]:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        advice = Sentence("Give yourself the right to write there, or set XDG_CACHE_HOME to another folder.")
        value = Sentence("{folder}: {why}", folder=folder, why=error.strerror or error)
        return [MachineFinding(Sentence("Cache folder"), False, value, advice)]
    free = shutil.disk_usage(folder).free
    value = Sentence("{folder}, {count} GB free", folder=folder, count=free >> 30)
    needed = Sentence("Make room: a training run needs over 1 GB.")
    return [MachineFinding(Sentence("Cache folder"), free > 1 << 30, value, "" if free > 1 << 30 else needed)]
