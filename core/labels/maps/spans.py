"""Which map pixels have their centre inside which polygon: exact, and for all polygons at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

_NEAR_COLUMN = 1e-5  # map pixels: a crossing this near to a centre is decided by the exact predicate
_NEAR_ROW = 1e-6  # map pixels: likewise a row this near to a corner; with it a crossing's error stays below the former

Int = NDArray[np.int64]


class Pixels(NamedTuple):
    """Map pixels and the polygon that each lies in.

    Attributes
    ----------
    flat : (m,) int64
        Flat indices, row-major, into a map.
    shape : (m,) int64
        Number of the polygon, ascending unless said otherwise.
    """

    flat: Int
    shape: Int


def inside(shapes: NDArray[np.object_], first: int, map_size: tuple[int, int], stride: float) -> tuple[Pixels, Pixels]:
    """Map pixels whose centre lies inside each shape; a centre on an edge is outside.

    Scan lines: a row of centres crosses the edges of a shape an even number of times, and the centres between the first
    and the second crossing, the third and the fourth … are inside. Where rounding could decide, `shapely.contains_xy`,
    which is exact, does.

    Parameters
    ----------
    shapes : (n,) object
        Shapely polygons or multi-polygons without holes, in input pixels, not empty.
    first : int
        How many of them belong into the first answer: two arrays of half the size each stay below the 128 kB from which
        on memory is fetched from the system anew at every call.
    map_size : (h, w)
        Of the map, in map pixels.
    stride : float
        Input pixels a map pixel; the centre of map pixel (i, j) is at ((j + 0.5)·stride, (i + 0.5)·stride).

    Returns
    -------
    Pixels, Pixels
        Those of the first shapes, and those of the others with the numbers 0, 1, … again; sorted by shape.
    """
    h, w = map_size
    parts, shape_of_part = shapely.get_parts(shapes, return_index=True)
    corners, part = shapely.get_coordinates(parts, return_index=True)
    corners = corners / stride - 0.5  # now the centre of map pixel (i, j) is at (j, i)
    joined = part[1:] == part[:-1]
    shape = shape_of_part[part[1:]][joined]
    x0, y0 = corners[:-1][joined].T
    x1, y1 = corners[1:][joined].T
    rows = np.arange(h)
    above = y0[:, None] <= rows
    crossing_edge, row = np.nonzero(above != (y1[:, None] <= rows))
    edge_x, edge_y = x0[crossing_edge], y0[crossing_edge]
    slope = (x1[crossing_edge] - edge_x) / (y1[crossing_edge] - edge_y)
    x = np.clip(edge_x + (row - edge_y) * slope, -1.0, w)
    group = shape[crossing_edge] * h + row
    # One sort brings the crossings of a (shape, row) together and in order; w + 2 is wider than any clipped x.
    keys = np.sort(group * (w + 2.0) + (x + 1.0))
    group.sort()
    pairs = keys.reshape(-1, 2)
    group = group[::2]
    base = group * (w + 2.0) + 1.0
    spans = _Spans(group, pairs[:, 0] - base, pairs[:, 1] - base)
    return _filled(spans, first, shape, y0, map_size, stride, lambda: shapes)


def inside_convex(
    polygons: NDArray[np.float64], first: int, map_size: tuple[int, int], stride: float
) -> tuple[Pixels, Pixels]:
    """As `inside`, for (n, k, 2) convex polygons of k corners each: at most one span a row."""
    h, w = map_size
    x0, y0 = np.moveaxis(polygons / stride - 0.5, 2, 0)
    behind = [*range(1, polygons.shape[1]), 0]
    x1, y1 = x0[:, behind], y0[:, behind]
    rows = np.arange(h, dtype=np.float64)
    above = y0[..., None] <= rows
    crosses = above != above[:, behind]
    rise = y1 - y0
    slope = (x1 - x0) / np.where(rise == 0, 1.0, rise)  # a level edge crosses no row
    x = slope[..., None] * rows
    x += (x0 - slope * y0)[..., None]
    left, right = np.where(crosses, x, np.inf).min(axis=1).ravel(), np.where(crosses, x, -np.inf).max(axis=1).ravel()
    group = np.flatnonzero(left <= right)
    spans = _Spans(group, np.maximum(left[group], -1.0), np.minimum(right[group], w))
    shape = np.repeat(np.arange(len(polygons)), polygons.shape[1])
    return _filled(spans, first, shape, y0.ravel(), map_size, stride, lambda: np.asarray(shapely.polygons(polygons)))


class _Spans(NamedTuple):
    """Stretches of rows inside a shape: group = shape · h + row, and its two ends in columns."""

    group: Int
    left: NDArray[np.float64]
    right: NDArray[np.float64]


def _filled(
    spans: _Spans,
    count: int,
    shape: Int,
    y0: NDArray[np.float64],
    map_size: tuple[int, int],
    stride: float,
    shapes: Callable[[], NDArray[np.object_]],
) -> tuple[Pixels, Pixels]:
    """The pixels of the spans; those that rounding could get wrong are asked of `shapes`, made only for that."""
    h, w = map_size
    group, left, right = spans
    first = np.floor(left + _NEAR_COLUMN).astype(np.int64) + 1
    end = np.ceil(right - _NEAR_COLUMN).astype(np.int64)  # one behind the last
    doubtful = _doubtful(shape, y0, spans, map_size)
    if doubtful is not None:
        whole_rows, at_group, at_column = doubtful
        row_at = at_group % h
        asked = shapes()[at_group // h]
        holds = shapely.contains_xy(asked, (at_column + 0.5) * stride, (row_at + 0.5) * stride)
        sure = ~np.isin(group, whole_rows)
        group = np.concatenate([group[sure], at_group[holds]])
        in_turn = np.argsort(group, kind="stable")
        group = group[in_turn]
        first = np.concatenate([first[sure], at_column[holds]])[in_turn]
        end = np.concatenate([end[sure], at_column[holds] + 1])[in_turn]
    split = int(np.searchsorted(group, count * h))
    return (
        _expand(group[:split], first[:split], end[:split], h, w),
        _expand(group[split:] - count * h, first[split:], end[split:], h, w),
    )


def _doubtful(
    shape: Int, y0: NDArray[np.float64], spans: _Spans, map_size: tuple[int, int]
) -> tuple[Int, Int, Int] | None:
    """What rounding could get wrong: None, or the groups (shape · h + row) to drop, and the pixels to test singly."""
    h, w = map_size
    group, left, right = spans
    nearest_row = np.rint(y0)
    corner_on_row = np.abs(y0 - nearest_row) < _NEAR_ROW
    ends = np.concatenate([left, right])
    nearest = np.rint(ends)
    on_column = np.abs(ends - nearest) < _NEAR_COLUMN
    if not corner_on_row.any() and not on_column.any():
        return None
    corner_on_row &= (nearest_row >= 0) & (nearest_row < h)
    on_column &= (nearest >= 0) & (nearest < w)
    whole_rows = np.unique(shape[corner_on_row] * h + nearest_row[corner_on_row].astype(np.int64))
    groups, columns = np.concatenate([group, group])[on_column], nearest[on_column].astype(np.int64)
    lonely = ~np.isin(groups, whole_rows)
    every_column = np.tile(np.arange(w), len(whole_rows))
    pairs = np.column_stack(
        [
            np.concatenate([groups[lonely], np.repeat(whole_rows, w)]),
            np.concatenate([columns[lonely], every_column]),
        ]
    )
    pairs = np.unique(pairs, axis=0)  # two crossings may doubt the same pixel
    return whole_rows, pairs[:, 0], pairs[:, 1]


def _expand(group: Int, first: Int, end: Int, h: int, w: int) -> Pixels:
    """Every pixel of the spans [first, end) of rows, in the spans' order."""
    first, end = np.maximum(first, 0), np.minimum(end, w)
    lengths = np.maximum(end - first, 0)
    shape, row = np.divmod(group, h)
    behind = np.cumsum(lengths)
    index = np.repeat(row * w + first - behind + lengths, lengths)
    index += np.arange(len(index))
    return Pixels(index, np.repeat(shape, lengths))
