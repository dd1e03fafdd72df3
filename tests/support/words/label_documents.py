"""Label files as tests write and read them: labelme's shapes in a document for `w.png`."""

import base64
import io
import json
from typing import Any

import numpy as np
from PIL import Image

from core.labels.files.storage import LabelFile, parse_label, serialise_label
from core.labels.label import CharacterLabel, WordLabel

SIZE = (32, 100)
A = CharacterLabel("A", ((1.0, 2.0), (9.5, 2.0), (9.25, 30.0)), order=1)


def shape(**keys: Any) -> dict[str, Any]:
    """The shape of `A`, with other or further keys."""
    base: dict[str, Any] = {
        "label": "A",
        "points": [[1.0, 2.0], [9.5, 2.0], [9.25, 30.0]],
        "group_id": None,
        "description": "",
        "shape_type": "polygon",
        "flags": {},
        "mask": None,
    }
    return base | keys


def document(*shapes: Any, **keys: Any) -> dict[str, Any]:
    """A label file of these shapes, with other or further keys."""
    base: dict[str, Any] = {"version": "5.5.0", "flags": {}, "shapes": list(shapes), "imagePath": "w.png"}
    return base | {"imageData": None, "imageHeight": 32, "imageWidth": 100} | keys


def parse(value: Any, **dumps: Any) -> LabelFile:
    """Read a document."""
    return parse_label(json.dumps(value, **dumps).encode(), "w.json")


def serialise(label: WordLabel, base: LabelFile | None = None) -> bytes:
    return serialise_label(label, "w.png", SIZE, base)


def png(pixels: Any) -> str:
    buffer = io.BytesIO()
    Image.fromarray(np.asarray(pixels, dtype=np.uint8)).save(buffer, format="PNG")
    return base64.b64encode(buffer.getvalue()).decode()
