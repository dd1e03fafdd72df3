"""Measures and shrinks the polygons of all characters of a word at once.

Nearly every character's polygon is star-shaped around its centroid: seen from there, its corners follow each other in
one direction, whether they are four or twelve. For such polygons all numbers have a closed form over one array of all
corners; any other word goes through shapely, which costs some 0.3 ms more. Both ways give the same numbers but for
rounding.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from core.labels.maps.spans import Ends, ends_inside

Float = NDArray[np.float64]
Int = NDArray[np.int64]

_LONGEST_MITRE = 4.9  # in distances of the shrinking: shapely bevels a corner with a mitre longer than 5
_SOFT = 1.02  # of the distance of the shrinking: how far shapely may move an edge where it leaves out corners
_FLAT = 1e-9  # square pixels: the quotients of a flatter ring may overflow
_SHALLOW = 0.02  # likewise: shapely leaves out a corner whose depth is below 0.01


class Outlines:
    """The polygons P of a word's characters, in input pixels.

    Parameters
    ----------
    corners : (m, 2) float64
        Of all polygons, one after the other.
    counts : sequence of int
        Corners of each polygon.
    """

    areas: Float
    """(n,) float64: areas. An area is 0 or NaN if the corners form no ring."""
    lengths: Float
    """(n,) float64: perimeters."""
    centroids: Float
    """(n, 2) float64: centroids (x, y)."""
    valid: NDArray[np.bool_]
    """(n,) bool: False if the ring crosses or touches itself."""

    def __init__(self, corners: Float, counts: list[int]) -> None:
        self.corners = corners
        self.counts = np.array(counts, np.int64)
        behind = self.counts.cumsum()
        self.starts = behind - self.counts  # (n,) int64: index of the first corner of each polygon
        numbers = np.arange(len(corners))
        self._shape = np.repeat(np.arange(len(counts)), self.counts)
        self._following, self._before = numbers + 1, numbers - 1
        self._following[behind - 1] = self.starts
        self._before[self.starts] = behind - 1
        # True if all are star-shaped around their centroids
        self.is_star = min(counts, default=0) >= 3 and self._measure_stars()
        if not self.is_star:
            self._measure_shapes()

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def shapes(self) -> NDArray[np.object_]:
        """The polygons as shapely geometries, except rings with too few corners."""
        return self._shapes_of(self.corners)

    def _shapes_of(self, corners: Float) -> NDArray[np.object_]:
        try:
            return np.asarray(shapely.polygons(shapely.linearrings(corners, indices=self._shape)))
        except shapely.GEOSException:
            return np.empty(0, dtype=object)

    @cached_property
    def bounds(self) -> tuple[Float, Float]:
        """The least and the greatest (x, y) of each polygon, (n, 2) each."""
        return np.minimum.reduceat(self.corners, self.starts), np.maximum.reduceat(self.corners, self.starts)

    @cached_property
    def axis_parallel_sides(self) -> Float | None:
        """The width and height of each polygon, (n, 2), rounded as by OpenCV, or None unless all are upright boxes."""
        if not self.is_star or (self.counts != 4).any() or (self._edge_x * self._edge_y).any():
            return None
        single = self.corners.astype(np.float32)
        return np.asarray(np.abs(single[2::4] - single[::4]), np.float64)

    def _measure_stars(self) -> bool:
        """Return True if all polygons are star-shaped around their centroids, so that the closed forms hold."""
        first = self.corners[self.starts]
        # From the first corner: keeps precision far from the origin
        x, y = (self.corners - first[self._shape]).T.copy()
        next_x, next_y = x[self._following], y[self._following]
        twice = x * next_y - y * next_x
        total = np.add.reduceat(twice, self.starts)
        if np.abs(total).min() < _FLAT:
            return False
        self._edge_x, self._edge_y = next_x - x, next_y - y
        next_x += x
        next_y += y
        center_x = np.add.reduceat(next_x * twice, self.starts) / (3 * total)
        center_y = np.add.reduceat(next_y * twice, self.starts) / (3 * total)
        self._sign = np.sign(total)[self._shape]
        self._spoke_x, self._spoke_y = x - center_x[self._shape], y - center_y[self._shape]
        if not self._turns(self._spoke_x, self._spoke_y):
            return False
        upward = self._spoke_y < 0
        # A ring that turns one way all along meets a ray once a revolution; a ring of two revolutions crosses itself.
        if np.count_nonzero(upward > upward[self._following]) != len(self):
            return False
        self.centroids = first
        self.centroids[:, 0] += center_x
        self.centroids[:, 1] += center_y
        self._edge_lengths = np.hypot(self._edge_x, self._edge_y)
        self.areas = np.abs(total) / 2
        self.lengths = np.add.reduceat(self._edge_lengths, self.starts)
        self.valid = np.ones(len(self), bool)
        return True

    def _turns(self, x: Float, y: Float) -> bool:
        """Return True if the spokes from a centre to its corners always turn the way that the polygon does."""
        return bool(((x * y[self._following] - y * x[self._following]) * self._sign).min() > 0)

    def _measure_shapes(self) -> None:
        shapes = self.shapes
        if len(shapes) != len(self):
            self.areas = self.lengths = np.zeros(len(self))
            self.centroids, self.valid = np.zeros((len(self), 2)), np.ones(len(self), bool)
            return
        self.areas, self.lengths = np.asarray(shapely.area(shapes)), np.asarray(shapely.length(shapes))
        centers = shapely.centroid(shapes)
        self.centroids = np.column_stack([shapely.get_x(centers), shapely.get_y(centers)])
        self.valid = np.asarray(shapely.is_valid(shapes))

    def radii(self, shrink: float) -> Float:
        """Return the radius, (n,), of a disc around each centroid that is inside P′, negative if there is no such disc.

        The polygons must be star-shaped around their centroids: a centroid then lies on one side of each edge's line.
        """
        across = self._spoke_x * self._edge_y - self._spoke_y * self._edge_x
        nearest = np.minimum.reduceat(np.abs(across) / self._edge_lengths, self.starts)
        return np.asarray(nearest - _SOFT * self._distances(shrink))

    def shrunk_bounds(self, shrink: float) -> tuple[Float, Float]:
        """Return the least and the greatest (x, y), (n, 2) each, of a box around each P′, unless P′ is P itself."""
        low, high = self.bounds
        inward = ((2 - _SOFT) * self._distances(shrink))[:, None]
        return low + inward, high - inward

    def _distances(self, shrink: float) -> Float:
        return self.areas * (1 - shrink**2) / self.lengths

    def ends(self, shrink: float, map_size: tuple[int, int], stride: float) -> Ends:
        """Return the ends of the rows of map pixels inside each P and, numbered from n on, inside each P′.

        P′ is P shrunk inward with mitre joins by area·(1 − shrink²)/perimeter (PSENet, Wang et al. 2019, eq. 3), all
        its pieces if it falls apart, and P itself if nothing is left.
        """
        distances = self._distances(shrink)
        shrunk = self._shrunk_stars(distances) if self.is_star else None
        if shrunk is None:
            return self._ends_of_shapes(distances, map_size, stride)

        def shapes() -> NDArray[np.object_]:
            return np.concatenate([self.shapes, self._shapes_of(shrunk)])

        following = np.concatenate([self._following, self._following + len(self.corners)])
        shape = np.concatenate([self._shape, self._shape + len(self)])
        sign = np.concatenate([self._sign, self._sign])
        return ends_inside(
            np.concatenate([self.corners, shrunk]),
            following,
            shape,
            sign=sign,
            map_size=map_size,
            stride=stride,
            shapes=shapes,
        )

    def _ends_of_shapes(self, distances: Float, map_size: tuple[int, int], stride: float) -> Ends:
        sides = self._shapes_of(self.corners.round(9))  # GEOS divides by their squares: of 1e-200 pixels, by 0
        small = np.asarray(shapely.buffer(sides, -distances, join_style="mitre"))
        gone = shapely.is_empty(small)
        small[gone] = self.shapes[gone]
        both = np.concatenate([self.shapes, small])
        parts, shape_of_part = shapely.get_parts(both, return_index=True)
        points, part = shapely.get_coordinates(parts, return_index=True)
        # Each ring repeats its first corner at the end: the edge between the two has no height.
        following = np.minimum(np.arange(1, len(points) + 1), len(points) - 1)
        last = np.flatnonzero(np.append(part[1:] != part[:-1], True))
        following[last] = last
        sign = np.where(shapely.is_ccw(shapely.get_exterior_ring(parts)), 1.0, -1.0)[part]  # y points down
        return ends_inside(
            points, following, shape_of_part[part], sign=sign, map_size=map_size, stride=stride, shapes=lambda: both
        )

    def _shrunk_stars(self, distances: Float) -> Float | None:
        """Move each edge inward by the distance, or return None if shapely would give another result.

        While a ring stays star-shaped with all of its edges, no two of its edges have met on the way.
        """
        edge_x = self._edge_x
        edge_y = self._edge_y
        distance = distances[self._shape]
        signed = self._sign / self._edge_lengths
        inward_x, inward_y = -edge_y * signed, edge_x * signed
        before_x, before_y = inward_x[self._before], inward_y[self._before]
        bend = 1 + inward_x * before_x + inward_y * before_y
        # The depth of a corner under the line between its neighbours, times that line's length
        line_x, line_y = edge_x + edge_x[self._before], edge_y + edge_y[self._before]
        depth = np.abs(edge_x * line_y - edge_y * line_x)
        if (depth < _SHALLOW * distance * np.hypot(line_x, line_y)).any() or bend.min() < 2 / _LONGEST_MITRE**2:
            return None
        distance /= bend
        move_x, move_y = (inward_x + before_x) * distance, (inward_y + before_y) * distance
        along_x = edge_x + move_x[self._following] - move_x
        along_y = edge_y + move_y[self._following] - move_y
        if (along_x * edge_x + along_y * edge_y).min() <= 0:
            return None
        if not self._turns(self._spoke_x + move_x, self._spoke_y + move_y):
            return None
        shrunk = self.corners.copy()
        shrunk[:, 0] += move_x
        shrunk[:, 1] += move_y
        return shrunk
