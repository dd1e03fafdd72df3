"""A project of one word image whose label is written by hand, and folders of grey pictures."""

from pathlib import Path

import cv2
import numpy as np

from core.labels.files.storage import label_path, serialise_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.project.project import Project, ProjectSettings
from support.words.boxes import boxed

WIDE = WordLabel(boxed("abc", 4, 4, 32, 32, 8), "abc")
"""In an image of 40 × 120 pixels."""
TALL = WordLabel(
    tuple(CharacterLabel(s, rectangle(2, y, 28, y + 32)) for s, y in zip("abc", (4, 44, 84), strict=True)), "abc"
)
"""Written downwards, in an image of 120 × 30 pixels."""
WORDS = {"wide": (WIDE, (40, 120)), "tall": (TALL, (120, 30))}


def hand_made_project(
    folder: Path, size: tuple[int, int], label: WordLabel, settings: ProjectSettings | None = None
) -> Path:
    """Write an image of (height, width) with a label, and the project's settings, into a folder that is not there."""
    folder.mkdir()
    image = folder / "word.png"
    shades = np.random.default_rng(0).integers(0, 255, (*size, 3), dtype=np.uint8)
    image.write_bytes(cv2.imencode(".png", shades)[1].tobytes())
    label_path(image).write_bytes(serialise_label(label, image.name, size))
    Project(folder).save(settings or ProjectSettings())
    return folder


def grey_scenes(folder: Path, height: int, width: int, *names: str) -> Path:
    """Make a folder with grey pictures. Return the folder."""
    folder.mkdir(parents=True)
    for name in names:
        cv2.imwrite(str(folder / name), np.full((height, width, 3), 128, np.uint8))
    return folder
