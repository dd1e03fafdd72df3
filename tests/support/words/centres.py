"""Where characters are turned and scaled about."""

from collections.abc import Iterable

import numpy as np

from core.labels.geometry import centroid
from core.labels.label import Point, WordLabel


def common_centre(label: WordLabel, places: Iterable[int]) -> Point:
    x, y = np.mean([centroid(label.characters[place].polygon) for place in places], axis=0)
    return float(x), float(y)
