"""Renders a label's three target maps (Wan et al. 2020, "Label Generation"), all characters at once.

Everything here is in resized input pixels; the centre of map pixel (i, j) is at ((j + 0.5)·stride, (i + 0.5)·stride).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import Literal, NamedTuple

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import LabelError, Sentence
from core.charset import Charset, name_of
from core.labels.geometry import beyond
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.outlines import Outlines
from core.labels.maps.spans import Ends, Pixels, pixels_between
from core.labels.maps.spec import MapSpec, Sigma

__all__ = [
    "BACKGROUND",
    "IGNORE",
    "NO_SYMBOL",
    "MapSpec",
    "PlacedLabel",
    "Sigma",
    "TargetMaps",
    "Unknown",
    "place",
    "render",
]

BACKGROUND = 0
IGNORE = -1  # value of the character map at pixels that the loss ignores
NO_SYMBOL = -2  # value of the character map at pixels of a symbol that the network is to name none of its own

Unknown = Literal["ignore", "error", "name none"]

_CUT_OFF = -2 * math.log(0.003)  # in d²: beyond 3.41 σ, with Ŷ < 0.003, a Gaussian is not drawn
_TIE = 1e-9  # relative difference of d² below which two characters are equally near: rounding must not decide
_IN_OUTER, _IN_INNER = 1 << 42, 1 << 21  # above the sum of all ranks, and above that with the number of all P′

Float = NDArray[np.float64]
Int = NDArray[np.int64]


class PlacedLabel(NamedTuple):
    """The characters of a label in resized input pixels, in reading order."""

    characters: tuple[CharacterLabel, ...]
    """The n characters of the label, whose own polygons stay in image pixels."""
    ids: NDArray[np.int32]
    """(n,) int32: symbol ids, `IGNORE` for an ignored character, `IGNORE` or `NO_SYMBOL` for an unknown one."""
    outlines: Outlines
    """The polygons."""
    centers: Float
    """(n, 2) float64: centres of the Gaussians."""
    precisions: Float
    """(3, n) float64: inverse covariances as (xx, xy, yy)."""
    reach: Float
    """(n, 2) float64: half extents of the patch that a Gaussian is drawn on."""

    def extents(self, least: float) -> Float:
        """Return the half extents, (n, 2), of the patch that contains each Gaussian wherever it exceeds `least`."""
        return self.reach * math.sqrt(-2 * math.log(least) / _CUT_OFF)


class TargetMaps(NamedTuple):
    """The three target maps of one label: character, order and localization."""

    character: NDArray[np.int32]
    """(h, w) int32: symbol ids 1 … C, or `NO_SYMBOL`, inside P′, `IGNORE` if the loss ignores the pixel, else 0."""
    order: NDArray[np.int32]
    """(h, w) int32: rank k of the character with the largest Ŷ_k if that exceeds the threshold, else 0."""
    localization: NDArray[np.float32]
    """(h, w) float32: the largest Ŷ_k, 0 to 1."""


def render(
    label: WordLabel,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec | None = None,
    unknown: Unknown = "ignore",
    name: str = "label",
) -> TargetMaps:
    """Render the three target maps of a label.

    Parameters
    ----------
    label : WordLabel
        Polygons in image pixels.
    image_size : (height, width)
        Of the image after EXIF orientation.
    charset : Charset
        Gives the ids of the character map.
    spec : MapSpec, optional
        Sizes and numbers; the defaults if left out.
    unknown : {"ignore", "error", "name none"}
        What to do with a symbol outside the charset: `IGNORE` in the character map, refuse, or `NO_SYMBOL` in it.
    name : str
        The image's name, for errors.

    Raises
    ------
    LabelError
        More than `max_length` characters; a polygon wholly outside the image, self-crossing or without area; a symbol
        outside the charset if `unknown` is "error". The sentence names image, character and rule.
    """
    spec = spec or MapSpec()
    placed = place(label, image_size, charset, spec, unknown, name)
    if placed is None:
        h, w = spec.map_size
        return TargetMaps(np.zeros((h, w), np.int32), np.zeros((h, w), np.int32), np.zeros((h, w), np.float32))
    order, localization = _order_and_localization(placed, spec)
    return TargetMaps(_character_map(placed, spec, image_size), order, localization)


def place(
    label: WordLabel,
    image_size: tuple[int, int],
    charset: Charset,
    spec: MapSpec,
    unknown: Unknown = "ignore",
    name: str = "label",
) -> PlacedLabel | None:
    """Map a label's characters into the network's input, or return None for a label without characters.

    Raises
    ------
    LabelError
        As `render`.
    """
    characters = label.in_order
    if len(characters) > spec.max_length:
        raise LabelError(
            "{name}: {count} {count:|character|characters}, more than max_length = {most}. Raise max_length in "
            "textscanner.json, or split the word.",
            name=name,
            count=len(characters),
            most=spec.max_length,
        )
    if not characters:
        return None
    ids = _ids(characters, charset, unknown, name)
    matrix = spec.to_input(image_size)
    x, y = (
        np.fromiter(chain.from_iterable(chain.from_iterable(c.polygon for c in characters)), np.float64)
        .reshape(-1, 2)
        .T
    )
    corners = np.empty((len(x), 2))
    for axis, (from_x, from_y, shift) in enumerate(matrix.tolist()):
        corners[:, axis] = from_x * x + from_y * y + shift
    outlines = Outlines(corners, [len(c.polygon) for c in characters])
    _require_usable(outlines, spec.image_box(image_size), characters, name)
    return PlacedLabel(characters, ids, outlines, *_gaussians(characters, outlines, matrix, spec.sigma))


def _ids(characters: Sequence[CharacterLabel], charset: Charset, unknown: Unknown, name: str) -> NDArray[np.int32]:
    """Return the symbol id of each character, or what the map says of an ignored or unknown character."""
    outside = NO_SYMBOL if unknown == "name none" else IGNORE
    known, ids = charset.ids, np.empty(len(characters), np.int32)
    for rank, character in enumerate(characters, 1):
        symbol = character.symbol
        number = IGNORE if character.is_ignored else known.get(symbol) or charset.id_of(symbol)
        if number is None and unknown == "error":
            raise LabelError(
                "{name}: character {rank} {symbol} is not in the charset ({size} {size:|symbol|symbols}). Add it "
                'to the charset, or set unknown to "ignore".',
                name=name,
                rank=rank,
                symbol=name_of(character.symbol),
                size=len(charset),
            )
        ids[rank - 1] = outside if number is None else number
    return ids


def _require_usable(
    outlines: Outlines, image: tuple[float, float, float, float], characters: Sequence[CharacterLabel], name: str
) -> None:
    """Refuse polygons that cannot be rendered.

    `image` is the left, top, right and bottom of the image in input pixels. LabelError is raised for the polygons
    refused.
    """
    left, top, right, bottom = image
    x, y = outlines.corners.T
    if outlines.is_star and x.min() >= left and y.min() >= top and x.max() <= right and y.max() <= bottom:
        return
    lowest, highest = outlines.bounds
    outside = np.any((highest <= (left, top)) | (lowest >= (right, bottom)), axis=1)
    sound = (outlines.areas > 0) & outlines.valid
    crossing = sound & ~outside & np.any((lowest < (left, top)) | (highest > (right, bottom)), axis=1)
    if crossing.any():  # a slanted polygon may lie beyond a corner of the image although its bounding box does not
        outside[crossing] = beyond(outlines.shapes[crossing], image)
    usable = sound & ~outside
    if usable.all():
        return
    at = int(np.flatnonzero(~usable)[0])
    hull = shapely.MultiPoint(outlines.corners[outlines.starts[at] :][: outlines.counts[at]]).convex_hull
    rule = (
        Sentence("lies wholly outside the image. Move it onto its character or delete it.")
        if outside[at]
        else Sentence("has a polygon without area. Draw it again or delete it.")
        if not hull.area > 0
        else Sentence("has a polygon that crosses itself. Move its corners apart.")
    )
    raise LabelError(
        "{name}: character {rank} {symbol} {rule}",
        name=name,
        rank=at + 1,
        symbol=name_of(characters[at].symbol),
        rule=rule,
    )


def _gaussians(
    characters: Sequence[CharacterLabel], outlines: Outlines, matrix: Float, sigma: Sigma
) -> tuple[Float, Float, Float]:
    """Centres (n, 2), inverse covariances (3, n) as (xx, xy, yy), and half extents (n, 2) of the area to draw."""
    centers = outlines.centroids.copy()  # a copy: hand-set Gaussians must not change the outlines
    covariances = np.empty((3, len(characters)))
    xx, xy, yy = covariances
    if sigma.kind == "fixed":
        covariances[:] = [[sigma.value**2], [0.0], [sigma.value**2]]
    elif (sides := outlines.axis_parallel_sides) is not None:
        np.square(sides.T * sigma.value, out=covariances[::2])
        xy[:] = 0.0
    else:
        single = outlines.corners.astype(np.float32)
        parts = zip(outlines.starts.tolist(), outlines.counts.tolist(), strict=True)
        boxes = np.array([(*size, angle) for _, size, angle in (cv2.minAreaRect(single[i : i + m]) for i, m in parts)])
        a, b = np.square(np.maximum(boxes[:, :2] * sigma.value, 1e-6)).T
        angle = np.deg2rad(boxes[:, 2])
        cos, sin = np.cos(angle), np.sin(angle)
        xx[:], yy[:] = a * cos * cos + b * sin * sin, a * sin * sin + b * cos * cos
        xy[:] = (a - b) * sin * cos
    for k, character in enumerate(characters):
        if character.gaussian is not None:
            centers[k] = matrix[:, :2] @ character.gaussian.center + matrix[:, 2]
            covariance = matrix[:, :2] @ character.gaussian.covariance @ matrix[:, :2].T
            xx[k] = covariance[0, 0]
            xy[k] = covariance[0, 1]
            yy[k] = covariance[1, 1]
    xy[np.abs(xy) < 1e-12 * np.sqrt(xx * yy)] = 0.0  # a rounding residue would cost axis-parallel boxes two passes
    precisions = np.stack([yy, -xy, xx]) / np.maximum(xx * yy - xy * xy, 1e-12 * xx * yy)  # that of a needle is 0
    return centers, precisions, np.sqrt(_CUT_OFF * covariances[::2].T)


def _order_and_localization(placed: PlacedLabel, spec: MapSpec) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Render the order and localization maps.

    Each character is compared only within the patch of its Gaussian, by squared distances d²: Ŷ_k = exp(−½ d²) falls
    with d, and d² keeps digits that Ŷ_k loses.
    """
    h, w = spec.map_size
    stride = spec.stride
    centers = placed.centers
    n = len(centers)
    threshold = -2 * math.log(spec.threshold)
    nearest = np.full((h, w), np.inf)
    winner = np.zeros((h, w), np.int32)
    # Each later character counts as _TIE further away, so that among equals the earlier is nearer under any rounding.
    xx, xy, yy = (placed.precisions * (1 + _TIE * np.arange(n)))[..., None]
    dx = np.arange(0.5, w) * stride - centers[:, :1]
    dy = np.arange(0.5, h) * stride - centers[:, 1:]
    # d² = dy²·yy · 1 + 1 · dx²·xx + dy · 2·dx·xy: the product of a matrix of three columns and one of three rows
    down, along = np.ones((n, h, 3)), np.ones((n, 3, w))
    down[:, :, 0], down[:, :, 2] = dy * dy * yy, dy
    along[:, 1], along[:, 2] = dx * dx * xx, 2 * xy * dx
    outer = _patches(centers, placed.reach, spec)
    inner = _patches(centers, placed.extents(spec.threshold), spec)  # the order is decided only there
    for k, ((left, top, right, bottom), (start, above, end, below)) in enumerate(zip(outer, inner, strict=True)):
        distance = down[k, top:bottom] @ along[k, :, left:right]
        closer = distance[above - top : below - top, start - left : end - left] < nearest[above:below, start:end]
        np.copyto(winner[above:below, start:end], k + 1, where=closer)
        closest = nearest[top:bottom, left:right]
        np.minimum(closest, distance, out=closest)
    winner *= nearest < threshold
    nearest *= -0.5
    localization = nearest.astype(np.float32)
    np.exp(localization, out=localization)
    at_center = _nearest_pixels(centers, spec)
    ranks = np.arange(1, n + 1)
    flat = winner.ravel()
    if (flat[at_center] != ranks).any():  # otherwise every character has a pixel
        lost = np.bincount(flat, minlength=n + 1)[1:] == 0
        flat[at_center[lost]] = ranks[lost]
    return winner, localization


def _patches(centers: Float, reach: Float, spec: MapSpec) -> list[list[int]]:
    """Return [left, top, right, bottom) of the map pixels within some half extents of each centre."""
    h, w = spec.map_size
    corners = np.empty((len(centers), 4))
    np.subtract(centers, reach, out=corners[:, :2])
    np.add(centers, reach + spec.stride, out=corners[:, 2:])
    corners *= 1 / spec.stride
    corners -= 0.5
    np.ceil(corners, out=corners)
    np.maximum(corners, 0, out=corners)
    np.minimum(corners, (w, h, w, h), out=corners)
    return corners.astype(np.int64).tolist()


def _nearest_pixels(centers: Float, spec: MapSpec) -> Int:
    """Return the flat index of the map pixel whose centre is nearest to each point, the lower of two as near."""
    h, w = spec.map_size
    j, i = np.minimum(np.maximum(np.ceil(centers / spec.stride - _TIE).astype(np.int64) - 1, 0), (w - 1, h - 1)).T
    return np.asarray(i * w + j)


def _character_map(placed: PlacedLabel, spec: MapSpec, image_size: tuple[int, int]) -> NDArray[np.int32]:
    """Render the character map: ids inside P′, `IGNORE` in the rest of P and all over ignored characters."""
    characters, ids, outlines, centers, *_ = placed
    ends = outlines.ends(spec.shrink, spec.map_size, spec.stride)
    is_plain = (ids != IGNORE).all() and all(c.area is None for c in characters)
    result = _filled(ends, ids, spec) if is_plain else None
    if result is None:
        return _by_pixel(ends, characters, ids, centers, spec, image_size)
    filled, has_pixel = result
    if not has_pixel.all():
        lost = ~has_pixel
        filled[_nearest_pixels(centers[lost], spec)] = ids[lost]
    return filled.reshape(spec.map_size)


def _filled(ends: Ends, ids: NDArray[np.int32], spec: MapSpec) -> tuple[NDArray[np.int32], NDArray[np.bool_]] | None:
    """Render the flat character map without ignored or painted characters, and find the characters that have a pixel.

    None if two P′ have a pixel in common.
    """
    n, size = len(ids), spec.map_size[0] * spec.map_size[1]
    # One running sum gives for every pixel twice a character's rank, and the number of P′ and P around the pixel.
    weights = np.empty(2 * n, np.int64)
    weights[:n] = _IN_OUTER
    weights[n:] = np.arange(2, 2 * n + 1, 2) + _IN_INNER
    order = ends.flat.astype(np.uint16 if size < 1 << 16 else np.int64).argsort(kind="stable")  # 16 bits: radix sort
    at = np.empty(len(order) + 2, np.int64)
    at[0], at[-1] = 0, size
    at[1:-1] = ends.flat[order]
    lengths = at[1:] - at[:-1]
    within = np.zeros(len(order) + 1, np.int64)
    (weights[ends.shape] * ends.step)[order].cumsum(out=within[1:])
    within = within[lengths > 0]
    lengths = lengths[lengths > 0]
    if ((within & (_IN_OUTER - 1)) >= 2 * _IN_INNER).any():
        return None
    rank = within & (_IN_INNER - 1)
    rank |= within >= _IN_OUTER
    # By the resulting number: background, only in P, and each character twice
    values = np.empty(2 * n + 2, np.int32)
    values[0], values[1] = BACKGROUND, IGNORE
    values[2::2] = values[3::2] = ids
    has_pixel = np.zeros(2 * n + 2, bool)
    has_pixel[rank] = True
    return np.repeat(values[rank], lengths), has_pixel[2::2] | has_pixel[3::2]


def _by_pixel(
    ends: Ends,
    characters: Sequence[CharacterLabel],
    ids: NDArray[np.int32],
    centers: Float,
    spec: MapSpec,
    image_size: tuple[int, int],
) -> NDArray[np.int32]:
    """Render the character map in general: find the pixels of each character, then the owner of each pixel."""
    n = len(ids)
    every = pixels_between(ends)
    split = int(np.searchsorted(every.shape, n))
    outer, inner = Pixels(every.flat[:split], every.shape[:split]), Pixels(every.flat[split:], every.shape[split:] - n)
    inner = _with_painted(inner, characters, spec, image_size)
    inner = _nearest_owned(inner, centers, spec)
    result = np.zeros(spec.map_size[0] * spec.map_size[1], np.int32)
    result[outer.flat] = IGNORE
    result[inner.flat] = ids[inner.shape]
    has_pixel = np.zeros(n, bool)
    ignored = ids == IGNORE
    over = ignored[outer.shape]
    covered = np.zeros(len(result), bool)
    covered[outer.flat[over]] = True
    result[covered] = IGNORE
    seen = inner.shape[~covered[inner.flat]]
    has_pixel[seen[~ignored[seen]]] = True
    has_pixel[outer.shape[over]] = True
    lost = ~has_pixel
    result[_nearest_pixels(centers[lost], spec)] = ids[lost]
    return result.reshape(spec.map_size)


def _nearest_owned(pixels: Pixels, centers: Float, spec: MapSpec) -> Pixels:
    """Return each map pixel once: if several P′ overlap, the character with the nearer centre owns the pixel."""
    h, w = spec.map_size
    taken = np.zeros(h * w, bool)
    taken[pixels.flat] = True
    if np.count_nonzero(taken) == len(pixels.flat):
        return pixels
    center = centers[pixels.shape]
    dx = (pixels.flat % w + 0.5) * spec.stride - center[:, 0]
    dy = (pixels.flat // w + 0.5) * spec.stride - center[:, 1]
    distance = np.round(dx * dx + dy * dy, 9)  # so that rounding does not break a tie
    nearest_first = np.lexsort((pixels.shape, distance, pixels.flat))
    index = pixels.flat[nearest_first]
    first = np.concatenate([[True], index[1:] != index[:-1]])
    return Pixels(index[first], pixels.shape[nearest_first][first])


def _with_painted(
    pixels: Pixels, characters: Sequence[CharacterLabel], spec: MapSpec, image_size: tuple[int, int]
) -> Pixels:
    """Replace P′ of the painted characters by their areas, looked up at the image pixel that holds each centre."""
    painted = [k for k, c in enumerate(characters) if c.area is not None]
    if not painted:
        return pixels
    h, w = spec.map_size
    matrix = spec.to_image(image_size)
    x, y = np.meshgrid((np.arange(w) + 0.5) * spec.stride, (np.arange(h) + 0.5) * spec.stride)
    column = np.floor(matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2] + _TIE).astype(int).ravel()
    row = np.floor(matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2] + _TIE).astype(int).ravel()
    keep = ~np.isin(pixels.shape, painted)
    indices, shapes = [pixels.flat[keep]], [pixels.shape[keep]]
    for k in painted:
        area = characters[k].area
        assert area is not None
        near = np.flatnonzero(
            (column >= area.x) & (column < area.x + area.width) & (row >= area.y) & (row < area.y + area.height)
        )
        near = near[area.pixels[row[near] - area.y, column[near] - area.x]]
        indices.append(near)
        shapes.append(np.full(len(near), k))
    return Pixels(np.concatenate(indices), np.concatenate(shapes))
