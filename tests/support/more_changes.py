"""Changes of training images as a plug-in brings them: one that is right, and wrong ones."""

from dataclasses import replace
from typing import Any

import numpy as np

from core.base.errors import LabelError

ZOOM = 2


def larger(image: Any, label: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """Draw the image twice as large, with its rim in a random colour."""
    image[0] = rng.integers(256, size=3)
    characters = tuple(replace(c, polygon=tuple((x * ZOOM, y * ZOOM) for x, y in c.polygon)) for c in label.characters)
    return image.repeat(ZOOM, 0).repeat(ZOOM, 1), replace(label, characters=characters)


def alone(image: Any, label: Any, rng: object) -> Any:
    """Return no label."""
    return image


def floats(image: Any, label: Any, rng: object) -> tuple[Any, Any]:
    """Return a picture of numbers from 0 to 1."""
    return image / 255, label


def grey(image: Any, label: Any, rng: object) -> tuple[Any, Any]:
    """Return a picture without channels."""
    return image[..., 0], label


def bare(image: Any, label: Any, rng: object) -> tuple[Any, Any]:
    """Return the text in place of the label."""
    return image, label.word


def other_text(image: Any, label: Any, rng: object) -> tuple[Any, Any]:
    """Return a label with another text."""
    return image, replace(label, text="other")


def fewer(image: Any, label: Any, rng: object) -> tuple[Any, Any]:
    """Return a label without its last character, whose text is the same."""
    return image, replace(label, text=label.word, characters=label.characters[:-1])


def failing(image: Any, label: Any, rng: object) -> tuple[Any, Any]:
    """Fail as code does."""
    raise KeyError("width")


def refusing(image: Any, label: Any, rng: object) -> tuple[Any, Any]:
    """Refuse one word."""
    raise LabelError("a/b.png: the word is too long for these changes.")
