"""Makes `files_9eeb84f.zip`: a project, a home and a run as commit 9eeb84f wrote them.

It runs with the code of that commit, from a folder beside this repository; the repository holds this script as it was
for `files_6619640.zip`, too:

    git worktree add ../old 9eeb84f
    cd ../old
    PYTHONPATH=. python ../this/tests/compatibility/make_files.py ../this/tests/compatibility/files_9eeb84f.zip

The weights of the two networks are nearly all 0, and so are the moments of the optimizer: random ones cannot be packed.
"""

import json
import os
import shutil
import sys
import tempfile
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np

HERE = Path(tempfile.mkdtemp())
PROJECT, HOME, RUN = HERE / "project", HERE / "home", HERE / "run"
for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ[variable] = str(HOME / variable.lower())
os.environ |= {"HOME": str(HOME), "QT_QPA_PLATFORM": "offscreen", "TF_CPP_MIN_LOG_LEVEL": "3"}

import keras  # noqa: E402
from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: E402

from app.desktop.window_state import WindowState  # noqa: E402
from app.settings.settings import Settings  # noqa: E402
from core.base.images import read_image  # noqa: E402
from core.charset import Charset  # noqa: E402
from core.data.drawing.demo import prepare, write_demo  # noqa: E402
from core.labels.files.history import History, HistoryEntry  # noqa: E402
from core.labels.files.journal import Journal, hash_of, journal_folder  # noqa: E402
from core.labels.files.storage import label_path, read_label, write_label  # noqa: E402
from core.labels.label import Area, Gaussian, WordLabel  # noqa: E402
from core.model.network.saving import build_recogniser, save_model  # noqa: E402
from core.model.training.training import train  # noqa: E402
from core.model.using.prediction import Predictor  # noqa: E402
from core.project.notes import ImageNote  # noqa: E402
from core.project.project import Project, ProjectSettings, Validation, write_notes, write_settings  # noqa: E402
from core.runs.config import make_config  # noqa: E402
from core.runs.spec import NetworkSpec  # noqa: E402

DIGITS = Charset.named("digits")


def make_project() -> list[Path]:
    """Six drawn words: as drawn, with all that a person can set by hand, a draft, and one with an unsaved edit."""
    write_demo(PROJECT, prepare(DIGITS, length=(1, 3)).config, count=6, seed=5, errors=0)
    settings = ProjectSettings(charset=DIGITS, normalisation="NFKC", validation=Validation(share=0.3))
    maps = settings.maps.with_(height=32, width=64, max_length=4)
    write_settings(PROJECT, replace(settings, maps=maps))
    file = PROJECT / "textscanner.json"
    values = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**values, "note": "of a later version"}, indent=2), encoding="utf-8")

    images = sorted(PROJECT.glob("word_*.png"))
    label = read_label(label_path(images[0])).label
    first, *others = label.characters
    first = replace(
        first,
        gaussian=Gaussian((10.5, 12.25), (4.0, 2.5), 30.0),
        area=Area.from_array(4, 5, np.indices((6, 7)).sum(axis=0) % 3 > 0),
        extra=(("hue", '{"of": [1, 2.50]}'),),
    )
    label = replace(
        label,
        characters=(first, *others),
        status="reviewed",
        reviewed_at="2026-01-02T03:04:05Z",
        reviewed_by="Zoë",
        tags=("blurred", "night"),
        split="train",
        extra=(*label.extra, ("photographer", '"Zoë"')),
    )
    edit(images[0], label, "Set by hand")

    label = read_label(label_path(images[1])).label
    drafted = tuple(replace(character, source="model", score=0.75) for character in label.characters)
    edit(images[1], replace(label, characters=drafted, status="draft"), "Draft")

    for image in images[3:5]:
        edit(image, replace(read_label(label_path(image)).label, split="validation"))

    path = label_path(images[2])
    saved = path.read_bytes()
    edit(images[2], replace(read_label(path).label, text="42"))
    unsaved = path.read_bytes()
    path.write_bytes(saved)
    Journal(journal_folder(PROJECT)).record(images[2].name, unsaved, hash_of(saved))

    label_path(images[5]).unlink()
    write_notes(PROJECT, {images[5].name: ImageNote(("unlabelled",), "val")})
    return images


def edit(image: Path, label: WordLabel, title: str = "") -> None:
    """Write the label of an image; with a title, the history says it."""
    path = label_path(image)
    before = path.read_bytes()
    write_label(path, label, read_image(image).shape[:2], read_label(path))
    if title:
        History(PROJECT).append(HistoryEntry(image.name, before, path.read_bytes(), title))


def make_home() -> None:
    """The settings, and the window as it was left."""
    QApplication([])
    settings = Settings()
    settings.load()
    settings.set("language", "zh_CN")
    settings.set("theme", "dark")
    settings.save()
    values = json.loads(settings.path.read_text(encoding="utf-8"))
    settings.path.write_text(json.dumps({**values, "of a later version": 1}), encoding="utf-8")
    window, state = QMainWindow(), WindowState()
    window.resize(700, 500)
    state.save_window(window)
    state.add_recent_project(PROJECT, 10)
    state.remember(PROJECT, {"pinned": ["word_00001.png"]})
    del state


def emptied(network: keras.Model, share: float) -> None:
    """Set all kernels of a network to 0, but for a share of their weights; heads begin sure that something is there."""
    rng = np.random.default_rng(3)
    for variable in network.variables:
        value = np.asarray(variable)
        if value.ndim > 1:
            kept = rng.random(value.shape) < share
            variable.assign(np.where(kept, rng.integers(-4, 5, value.shape) / 4, 0))
    network.get_layer("localization_logits").bias.assign([2.0])
    order = network.get_layer("order_logits").bias
    order.assign([0.0, 4.0, 4.0, *[0.0] * (order.shape[0] - 3)])


def make_run(images: list[Path]) -> None:
    """Three steps from a network without weights, a watched image, and a model that tells images apart."""
    spec = NetworkSpec.of("small", DIGITS, Project.open(PROJECT).settings.maps.with_(stride=4))
    start = build_recogniser(spec)
    emptied(start.network, 0.0)
    save_model(HERE / "start.keras", start)
    choices = {
        "folder": PROJECT, "run": RUN, "start": HERE / "start.keras", "steps": 3, "batch": 2, "validate_every": 3,
        "warmup": 1, "live_every": 0, "tensorboard": False, "threads": 1, "watch": [images[0]],
        "learning_rate": 1e-3, "checkpoint_minutes": 60,
        "validation": 0.5,
    }  # fmt: skip
    for _event in train(make_config(choices)):
        pass
    reader = build_recogniser(spec)
    emptied(reader.network, 0.02)
    save_model(HERE / "reader.keras", reader)
    read = Predictor(reader, 1, with_maps=True).read([read_image(image) for image in images], [i.name for i in images])
    (HERE / "read.json").write_text(json.dumps([found.to_dict() for found in read], ensure_ascii=False, indent=1))
    np.savez_compressed(HERE / "read.npz", **{n: v for n, v in read[0].maps.items() if n.endswith("_map")})


def main() -> None:
    images = make_project()
    make_home()
    make_run(images)
    for unneeded in ("xdg_cache_home", ".keras"):
        shutil.rmtree(HOME / unneeded, ignore_errors=True)
    (HERE / "made_in.txt").write_text(str(HERE), encoding="utf-8")  # some files are named after their project's path
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_LZMA) as packed:
        for path in sorted(HERE.rglob("*")):
            if path.is_file() and path.name not in {"start.keras", ".lock"}:
                packed.write(path, path.relative_to(HERE))
    shutil.rmtree(HERE)


if __name__ == "__main__":
    main()
