"""Pixels of what is painted."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage


def colours(image: QImage) -> NDArray[np.uint8]:
    """(h, w, 4) RGBA, not premultiplied."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4).copy()
