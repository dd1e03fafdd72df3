"""Finds the map pixels whose centres are inside each polygon, exactly, and for all polygons at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

_NEAR_COLUMN = 1e-5  # map pixels: a crossing this near to a centre is decided by the exact predicate
_NEAR_ROW = 1e-6  # map pixels: likewise a row this near to a corner; so a crossing's error stays below `_NEAR_COLUMN`

Float = NDArray[np.float64]
Int = NDArray[np.int64]
Shapes = Callable[[], NDArray[np.object_]]


class Pixels(NamedTuple):
    """Map pixels, each with the number of the polygon that contains it."""

    flat: Int
    """(m,) int64: flat indices, row-major, into a map."""
    shape: Int
    """(m,) int64: number of the polygon, ascending unless said otherwise."""


class Ends(NamedTuple):
    """The ends of the pixel rows inside polygons, in no particular order."""

    flat: Int
    """(m,) int64: flat index of the first pixel inside, or of the first pixel behind: at the end of a map row, the next
    row's first."""
    step: Int
    """(m,) int64: 1 if pixels inside begin, -1 if they end, so that the sum over all ends of a polygon up to a pixel is
    1 inside."""
    shape: Int
    """(m,) int64: number of the polygon."""


def ends_inside(
    corners: Float, following: Int, shape: Int, *, sign: Float, map_size: tuple[int, int], stride: float, shapes: Shapes
) -> Ends:
    """Return the ends of the rows of map pixels whose centres are inside each polygon, and not on its edges.

    Every edge that crosses a row of centres begins or ends a run of inside pixels (scan lines). If rounding could
    decide, `shapely.contains_xy`, which is exact, does.

    Parameters
    ----------
    corners : (m, 2) float64
        Corners of rings that do not cross themselves, in input pixels.
    following : (m,) int64
        Index of the corner that each corner's edge leads to.
    shape : (m,) int64
        Number of the polygon that each corner belongs to.
    sign : (m,) float64
        1 if the corner's ring is clockwise on screen, else -1.
    map_size : (h, w)
        Size of the map, in map pixels.
    stride : float
        Input pixels for each map pixel; the centre of map pixel (i, j) is at ((j + 0.5)·stride, (i + 0.5)·stride).
    shapes : callable
        Gives the polygons as shapely geometries; called only if rounding could decide.
    """
    h, w = map_size
    x0, y0 = corners.T / stride
    x0 -= 0.5  # now the centre of map pixel (i, j) is at (j, i)
    y0 -= 0.5
    rise = y0[following] - y0
    rise[rise == 0] = 1.0  # a level edge crosses no row
    slope = (x0[following] - x0) / rise
    above = np.ceil(y0)  # the first row at or below the corner
    np.maximum(above, 0, out=above)
    np.minimum(above, h, out=above)
    down = above[following] - above
    counts = np.abs(down).astype(np.int64)
    table = np.empty((5, len(x0)))
    table[0] = np.minimum(above, above + down) - counts.cumsum() + counts
    table[1] = x0 - slope * y0
    table[2] = slope
    table[3] = shape
    table[4] = -sign * np.sign(down)
    row, x, lean, number, step = np.repeat(table, counts, axis=1)
    row += np.arange(len(row))
    lean *= row
    x += lean
    nearest, nearest_row = np.rint(x), np.rint(y0)
    doubtful = np.abs(x - nearest) < _NEAR_COLUMN
    near_row = np.abs(y0 - nearest_row) < _NEAR_ROW
    begins = np.ceil(x)
    np.maximum(begins, 0, out=begins)
    np.minimum(begins, w, out=begins)
    row *= w
    begins += row
    ends = Ends(begins.astype(np.int64), step.astype(np.int64), number.astype(np.int64))
    if not doubtful.any() and not near_row.any():
        return ends
    near_row &= (nearest_row >= 0) & (nearest_row < h)
    whole = shape[near_row] * h + nearest_row[near_row].astype(np.int64)
    rows, columns = row.astype(np.int64) // w, nearest.astype(np.int64)
    return _decided(
        ends, rows, columns, doubtful=doubtful, whole=whole, map_size=map_size, stride=stride, shapes=shapes()
    )


def _decided(
    ends: Ends,
    rows: Int,
    nearest: Int,
    *,
    doubtful: NDArray[np.bool_],
    whole: Int,
    map_size: tuple[int, int],
    stride: float,
    shapes: NDArray[np.object_],
) -> Ends:
    """Return the ends after the exact predicate has decided single pixels and `whole` rows (shape · h + row)."""
    h, w = map_size
    groups = ends.shape * h + rows
    doubtful &= (nearest >= 0) & (nearest < w)
    pixel, again, times = np.unique(groups[doubtful] * w + nearest[doubtful], return_inverse=True, return_counts=True)
    # Two ends at one pixel must be decided together, by deciding the whole row.
    whole = np.unique(np.concatenate([whole, pixel[times > 1] // w]))
    group, column = np.divmod(pixel, w)
    holds = shapely.contains_xy(shapes[group // h], (column + 0.5) * stride, (group % h + 0.5) * stride)[again]
    begins = ends.step[doubtful] > 0
    ends.flat[doubtful] = rows[doubtful] * w + nearest[doubtful] + np.where(begins, ~holds, holds)
    sure = ~np.isin(groups, whole)
    x, y = np.meshgrid((np.arange(w) + 0.5) * stride, (whole % h + 0.5) * stride)
    inside = shapely.contains_xy(np.repeat(shapes[whole // h], w), x.ravel(), y.ravel()).reshape(-1, w)
    steps = np.diff(inside.astype(np.int64), axis=1, prepend=0, append=0)
    at, columns = np.nonzero(steps)
    return Ends(
        np.concatenate([ends.flat[sure], whole[at] % h * w + columns]),
        np.concatenate([ends.step[sure], steps[at, columns]]),
        np.concatenate([ends.shape[sure], whole[at] // h]),
    )


def pixels_between(ends: Ends) -> Pixels:
    """Return all pixels inside the polygons, sorted by polygon and then by place in the map."""
    order = np.lexsort((ends.flat, ends.shape))
    flat, shape = ends.flat[order], ends.shape[order]
    inside = np.flatnonzero(ends.step[order].cumsum() > 0)
    lengths = flat[inside + 1] - flat[inside]  # after the last end nothing is inside
    behind = lengths.cumsum()
    index = np.repeat(flat[inside] - behind + lengths, lengths)
    index += np.arange(len(index))
    return Pixels(index, np.repeat(shape[inside], lengths))
