"""A model that reads what is painted: its three maps are the three colours of the image, so its answers are known."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import keras
import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.labels.files.storage import label_path, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.model.network.branches import CLASS_HEAD
from core.model.network.saving import Recogniser, build_recogniser
from core.runs.spec import NetworkSpec

SYMBOLS = tuple("0123456789ABab签")
MAPS = MapSpec(height=32, width=64, stride=4, max_length=6)
SPEC = NetworkSpec("small", SYMBOLS, MAPS)
CELL = 8  # input pixels a character


def painted_reader(spec: NetworkSpec = SPEC, dimmed: float = 1.0) -> Recogniser:
    """Red is the symbol id, green the order, blue 255·Q, at every fourth pixel; `dimmed` is a factor of Q."""
    image = keras.Input((None, None, 3), dtype="uint8", name="image")
    cells = image[:, 1 :: spec.maps.stride, 1 :: spec.maps.stride]
    classes = len(spec.charset) + 1
    head = keras.layers.Conv2D(classes, 1, name=CLASS_HEAD)
    logits = head(ops.one_hot(ops.cast(cells[..., 0], "int32"), classes))
    head.set_weights([40.0 * np.eye(classes, dtype=np.float32)[None, None], np.zeros(classes, np.float32)])
    network = keras.Model(
        image,
        {
            "character": logits,
            "order": 40.0 * ops.one_hot(ops.cast(cells[..., 1], "int32"), spec.maps.max_length + 1),
            "localization": ops.cast(cells[..., 2], "float32") * dimmed / 255.0,
        },
        name="network",
    )
    return build_recogniser(spec, network)


def paint(text: str, *, faint: Sequence[int] = (), orders: Sequence[int] = (), scale: int = 1) -> NDArray[np.uint8]:
    """An image of MAPS' size times `scale` that reads `text`, a cell of 8 pixels a character from the left.

    `faint`: orders whose presence is below L_score: gaps. `orders`: the order of each cell, if it is not 1, 2, ….
    `scale`: image pixels an input pixel.
    """
    image = np.zeros((MAPS.height, MAPS.width, 3), np.uint8)
    for place, symbol in enumerate(text):
        order = orders[place] if orders else place + 1
        cell = image[12:20, CELL * place : CELL * (place + 1)]
        cell[..., 0] = SYMBOLS.index(symbol) + 1
        cell[..., 1] = order
        cell[..., 2] = 40 if order in faint else 150
        cell[:4, :4, 2] += 20  # so that the largest is one map pixel, at (2, 2) of the cell
    return np.repeat(np.repeat(image, scale, axis=0), scale, axis=1)


def centre(place: int) -> tuple[float, float]:
    """Where the character in the cell `place`, from 0, is decoded, input pixels."""
    return CELL * place + 2.0, 14.0


def save(path: Path, image: NDArray[np.uint8]) -> Path:
    """Write an image, whose path may hold any letter."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".png", cv2.cvtColor(image, cv2.COLOR_RGB2BGR))[1].tobytes())
    return path


def label(text: str, *, said: str | None = None, shift: float = 0.0) -> WordLabel:
    """The label of `paint(text)` with a box around each cell, all moved to the right by `shift` pixels."""
    boxes = [rectangle(CELL * i + shift, 10, CELL * (i + 1) + shift, 22) for i in range(len(text))]
    return WordLabel(tuple(CharacterLabel(s, box) for s, box in zip(text, boxes, strict=True)), text=said)


def save_labelled(path: Path, image: NDArray[np.uint8], word: WordLabel) -> Path:
    save(path, image)
    write_label(label_path(path), word, (image.shape[0], image.shape[1]))
    return path
