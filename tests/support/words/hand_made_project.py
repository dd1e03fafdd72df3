"""A project of one word image whose label is written by hand."""

from pathlib import Path

import cv2
import numpy as np

from core.labels.files.storage import label_path, serialise_label
from core.labels.label import WordLabel
from core.project.project import Project, ProjectSettings


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
