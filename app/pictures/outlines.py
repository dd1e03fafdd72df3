"""Polygons as Qt paints them.

A module of its own, because canvas and map panes share its cache.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPolygonF

from core.labels.label import Polygon


@lru_cache(maxsize=4096)
def outline(polygon: Polygon) -> QPolygonF:
    """Return a polygon for painting by Qt, in image pixels, not to be changed because it is cached."""
    return QPolygonF([QPointF(x, y) for x, y in polygon])
