"""The twelve faults that a diagnosis has to name, and trainings of which it has to accuse nothing."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from core.base.images import read_image
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.geometry import bounds
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import Project

SYMBOLS = Charset.named("alnum")
MAPS = {"height": 32, "width": 128, "max_length": 8}


@dataclass(frozen=True)
class Planted:
    """A training with one fault, or with none."""

    cause: str  # the id that is to be named first; "" for a healthy training
    choices: Mapping[str, Any] = field(default_factory=dict)  # of `TrainConfig`, beside those that all have
    spoil: Callable[[Path], None] = lambda folder: None  # changes the folder


def clean_project(folder: Path, count: int = 120) -> Path:
    """Write a project of synthetic words with exact polygons."""
    recipe = prepare(SYMBOLS, length=(3, 6))
    write_demo(folder, recipe.config, count=count, seed=11, errors=0.0, maps=MapSpec(**MAPS))
    return folder


def change_labels(folder: Path, changed: Callable[[Path, WordLabel], WordLabel]) -> None:
    """Write each label anew; all are read before one is written."""
    paths = [label_path(image) for image in sorted(folder.glob("*.png"))]
    files = [read_label(path) for path in paths]
    for path, file in zip(paths, files, strict=True):
        write_label(path, changed(path, file.label), (0, 0), file)


def _with(label: WordLabel, characters: tuple[CharacterLabel, ...]) -> WordLabel:
    made = replace(label, characters=characters, text=None)
    return replace(made, text=None if label.text is None else made.reading)


def shuffle_orders(folder: Path) -> None:
    rng = np.random.default_rng(1)

    def shuffled(path: Path, label: WordLabel) -> WordLabel:
        orders = rng.permutation(len(label.characters)) + 1
        return _with(label, tuple(replace(c, order=int(o)) for c, o in zip(label.characters, orders, strict=True)))

    change_labels(folder, shuffled)


def shift_symbols(folder: Path) -> None:
    def shifted(path: Path, label: WordLabel) -> WordLabel:
        places = [(SYMBOLS.id_of(c.symbol) or 1) % len(SYMBOLS) + 1 for c in label.characters]
        symbols = zip(label.characters, places, strict=True)
        return _with(label, tuple(replace(c, symbol=SYMBOLS.symbol_of(place)) for c, place in symbols))

    change_labels(folder, shifted)


def shift_polygons(folder: Path) -> None:
    def moved(character: CharacterLabel) -> CharacterLabel:
        left, _, right, _ = bounds(character.polygon)
        by = (right - left) / 2
        return replace(character, polygon=tuple((x + by, y) for x, y in character.polygon))

    change_labels(folder, lambda path, label: _with(label, tuple(map(moved, label.characters))))


def mix_labels_up(folder: Path) -> None:
    """Give each image the next image's label, with its polygons stretched to the image."""
    images = sorted(folder.glob("*.png"))
    sizes = {label_path(image): read_image(image).shape[:2] for image in images}
    paths = list(sizes)
    others = {path: (read_label(other).label, other) for path, other in zip(paths, paths[7:] + paths[:7], strict=True)}

    def of_another(path: Path, label: WordLabel) -> WordLabel:
        other, place = others[path]
        down, across = (now / then for now, then in zip(sizes[path], sizes[place], strict=True))
        characters = tuple(
            replace(c, polygon=tuple((x * across, y * down) for x, y in c.polygon)) for c in other.characters
        )
        return replace(other, characters=characters)

    change_labels(folder, of_another)


def drop_polygons(folder: Path) -> None:
    change_labels(folder, lambda path, label: replace(label, characters=(), text=label.word))


def drop_every_second_polygon(folder: Path) -> None:
    def dropped(path: Path, label: WordLabel) -> WordLabel:
        return replace(label, characters=(), text=label.word) if path.stem[-1] in "13579" else label

    change_labels(folder, dropped)


def keep_aspect(folder: Path) -> None:
    path = folder / "textscanner.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    values["maps"]["keep_aspect"] = True
    path.write_text(json.dumps(values), encoding="utf-8")


def usual_ground(folder: Path) -> int:
    """Grey value of most images' upper edge."""
    return int(np.median([np.median(read_image(path)[0]) for path in sorted(folder.glob("*.png"))]))


def crop_images(folder: Path) -> None:
    """Leave the upper part of each image, and its label as it was, as a script that augments images alone would."""
    for path in sorted(folder.glob("*.png")):
        image = read_image(path)
        Image.fromarray(image[: image.shape[0] * 2 // 5]).save(path)


FAULTS: Mapping[str, Planted] = {
    "rate × 100": Planted("rate-high", {"learning_rate": 0.2}),
    "rate / 1,000": Planted("rate-low", {"learning_rate": 2e-6}),
    "a frozen backbone of random weights": Planted("frozen-branch", {"freeze": ("backbone",)}),
    "a branch cut from the loss": Planted("unused-branch", {"loss": {"order": 0.0}}),
    "order labels shuffled": Planted("order-labels", spoil=shuffle_orders),
    "symbols shifted by one in the charset": Planted("charset-shift", spoil=shift_symbols),
    "polygons shifted by half a character": Planted("polygon-shift", spoil=shift_polygons),
    "images and labels of different words": Planted("labels-mismatched", spoil=mix_labels_up),
    "a padding grey far from the ground": Planted("padding", {"padding": -1}, spoil=keep_aspect),
    "normalisation momentum 0.9999": Planted("normalisation", {"momentum": 0.9999}),
    "mutual supervision without any polygons": Planted("mutual-start", spoil=drop_polygons),
    "images cropped without their labels": Planted("augmentation-crop", spoil=crop_images),
}
HEALTHY: Mapping[str, Planted] = {
    "the usual choices": Planted(""),
    "from the bundled model": Planted("", {"start": "reader", "preset": "reader"}),
    "every second word without polygons": Planted("", spoil=drop_every_second_polygon),
    "strong augmentation, aspect kept, padding as the ground": Planted(
        "", {"augmentation": "full", "padding": -2}, spoil=keep_aspect
    ),
    "half of the words synthetic, another rate and seed": Planted(
        "", {"synthetic": 0.5, "learning_rate": 1e-3, "seed": 3, "batch": 8}
    ),
}


def choices_of(planted: Planted, folder: Path) -> dict[str, Any]:
    """The choices of a planted training; a padding of -1 is the farthest from the ground, -2 the ground."""
    found: dict[str, Any] = {
        "folder": folder, "run": folder / "nowhere", "start": None, "augmentation": "mild", "threads": 1,
        "validation": 0.2,
    }  # fmt: skip
    found |= dict(planted.choices)
    if found.get("padding", 0) < 0:
        ground = usual_ground(folder)
        found["padding"] = ground if found["padding"] == -2 else (0 if ground > 127 else 255)
    return found


def words_of(folder: Path) -> int:
    """How many files are there: nothing may be left behind."""
    return sum(1 for path in Project.open(folder).root.rglob("*") if path.is_file())
