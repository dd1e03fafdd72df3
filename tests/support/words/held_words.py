"""Words that are held in memory, without files."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.images import encode_png
from core.data.samples.sources import FileReader
from core.labels.label import WordLabel


def held_words(images: NDArray[np.uint8], texts: Sequence[str]) -> FileReader:
    """`images`: (n, height, width, 3) uint8 RGB."""
    words = [(f"word {number}", WordLabel(text=text)) for number, text in enumerate(texts)]
    return FileReader.of("words", Path(), words, pictures=[encode_png(image) for image in images])
