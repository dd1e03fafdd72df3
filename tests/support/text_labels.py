"""Folders of grey pictures whose labels are texts without polygons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np


def texts_only(folder: Path, texts: Sequence[str], **settings: object) -> Path:
    """Write a picture and a label for each text into a new folder. `settings`: the project's, if any."""
    folder.mkdir()
    for number, text in enumerate(texts):
        cv2.imwrite(str(folder / f"word_{number}.png"), np.full((8, 16, 3), 128, np.uint8))
        label = {
            "version": "5.0.1", "flags": {}, "shapes": [], "imagePath": f"word_{number}.png", "imageData": None,
            "imageHeight": 8, "imageWidth": 16, "text": text,
        }  # fmt: skip
        (folder / f"word_{number}.json").write_text(json.dumps(label), encoding="utf-8")
    if settings:
        (folder / "textscanner.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder
