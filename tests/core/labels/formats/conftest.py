from pathlib import Path

import cv2
import numpy as np
import pytest

from core.labels.formats.registry import format_named
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel


@pytest.fixture
def word_images(tmp_path: Path) -> Path:
    """Two word images with labels, one in a subfolder."""
    folder = tmp_path / "project"
    for name, text in (("a.png", "A,"), ("sub/车 牌.png", "粤 B")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = np.full((32, 100, 3), len(name), np.uint8)
        path.write_bytes(bytes(cv2.imencode(".png", picture)[1]))
        characters = tuple(
            CharacterLabel(symbol, rectangle(10 * place, 2, 10 * place + 8, 30), place, "rectangle")
            for place, symbol in enumerate(text, 1)
        )
        writer = format_named("labelme").writer
        path.with_suffix(".json").write_bytes(writer.encode(WordLabel(characters, text), path.name, (32, 100)))
    return folder
